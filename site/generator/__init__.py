"""From results and the benchmark to pages: `build_site` is the whole way, and runs nothing."""

from generator.build import Built, build_site
from generator.page import Page

__all__ = ["Built", "Page", "build_site"]

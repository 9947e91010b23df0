"""From results and the benchmark to pages: `build_site` is the whole way, and runs nothing."""

from generator.build import Built, Page, build_site

__all__ = ["Built", "Page", "build_site"]

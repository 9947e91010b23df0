"""Make pages from results and benchmarks: `build_site` does all of it, and runs nothing."""

from generator.build import Built, build_site
from generator.cards import card_path, draw_card
from generator.filling import fill
from generator.page import Page, Section
from generator.render import plain

__all__ = ["Built", "Page", "Section", "build_site", "card_path", "draw_card", "fill", "plain"]

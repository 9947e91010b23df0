"""What a row of the leaderboard tells of its model beside figures: what it is, how large, how old, who measured it."""

from markupsafe import Markup

from evaluator.results.published.boards import Row
from evaluator.results.published.entries import Entry
from generator.render import readable
from generator.tables.column import Links

NOT_STATED = "not stated"
# Billions of parameters: the first size that is above a band, and the band's name. Names sort by their numbers.
_SIZES = ((4.0, "0 to 4 B"), (10.0, "4 to 10 B"), (40.0, "10 to 40 B"), (float("inf"), "40 B or more"))


def kind(row: Row) -> str:
    """`model`; `pipeline`: it asks a model more than once; `baseline`: a set of the benchmark's own."""
    model = row.entry.result.model
    return "baseline" if row.entry.baseline else "pipeline" if model.pipeline else "model"


def organization(row: Row) -> str:
    return readable(row.entry.result.model.organization or NOT_STATED, 40)


def name_cell(row: Row, links: Links) -> Markup:
    """A model's name, and below it whose it is and, where it is no plain model, what it is."""
    said = [readable(row.entry.result.model.organization or "", 40), "" if kind(row) == "model" else kind(row)]
    below = ", ".join(text for text in said if text)
    name = links.model(row.entry)
    return name + Markup('<span class="tb-organization">{}</span>').format(below) if below else name


def size(row: Row) -> float | None:
    """Parameters, in billions."""
    return row.entry.result.model.parameters


def size_band(row: Row) -> str:
    parameters = size(row)
    return NOT_STATED if parameters is None else next(name for above, name in _SIZES if parameters < above)


def weights(row: Row) -> str:
    is_open = row.entry.result.model.open_weights
    return NOT_STATED if is_open is None else "open" if is_open else "closed"


def released(row: Row) -> str:
    return row.entry.result.model.released or ""


def release_year(row: Row) -> str:
    return released(row)[:4] or NOT_STATED


def state_badge(entry: Entry) -> Markup:
    """Whether we have measured a result again."""
    state = entry.state
    return Markup('<span class="tb-badge tb-badge--{}">{}</span>').format(state.replace(" ", "-"), state)


def on_public_inputs(entry: Entry) -> bool:
    """Whether it was measured again, but not on fresh inputs."""
    return entry.is_remeasured and entry.record is not None and entry.record.measured.fresh is None


def state(row: Row) -> str:
    """Who measured it, and on which inputs: a few phrases, to choose rows by."""
    entry = row.entry
    if not entry.is_remeasured:
        return entry.state
    who = "measured by the maintainers" if entry.submitted.source else entry.state
    return f"{who} on the public inputs" if on_public_inputs(entry) else str(who)


def state_cell(row: Row) -> Markup:
    """The same; of samples that are public elsewhere with a link to where they are."""
    source = row.entry.submitted.source
    if source is None:
        rest = Markup('<span class="tb-state">on the public inputs</span>') if on_public_inputs(row.entry) else ""
        return state_badge(row.entry) + rest
    name = readable(source.repository.removeprefix("https://").partition("/")[2], 60)
    link = '<span class="tb-state">code at <a href="{}" rel="nofollow noopener ugc">{}</a>, {}</span>'
    return Markup(link).format(source.repository, name, state(row))

"""What a row of the leaderboard says about its model besides figures: what it is, its size and age, who measured it."""

from markupsafe import Markup

from generator.render import readable, words
from generator.tables.column import Links
from tallybench.statistics.published.boards import Row
from tallybench.statistics.published.comparison import Difference, agree
from tallybench.statistics.published.entries import Entry

NOT_STATED = "not stated"
# Billions of parameters: the first size that is above a band, and the band's name. Names sort by their numbers.
_SIZES = ((4.0, "0 to 4 B"), (10.0, "4 to 10 B"), (40.0, "10 to 40 B"), (float("inf"), "40 B or more"))


def kind(row: Row) -> str:
    """`model`; `pipeline`: it asks a model more than once; `baseline`: one of the benchmark's own sets."""
    model = row.entry.result.model
    return "baseline" if row.entry.baseline else "pipeline" if model.pipeline else "model"


def organization(row: Row) -> str:
    return readable(row.entry.result.model.organization or NOT_STATED, 40)


def name_cell(row: Row, links: Links) -> Markup:
    """Return a model's name, and below it whose it is and, if it is not a plain model, what it is."""
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
    """Return whether we have remeasured a result."""
    state = entry.state
    return Markup('<span class="tb-badge tb-badge--{}">{}</span>').format(state.replace(" ", "-"), state)


def on_public_inputs(entry: Entry) -> bool:
    """Return whether it was remeasured, but not on fresh inputs."""
    return entry.is_remeasured and not entry.has_fresh


def measured_otherwise(entry: Entry) -> tuple[Difference, ...]:
    """Return what differed when we remeasured a result; empty if it agreed, or was not remeasured."""
    if not entry.came_out_otherwise or (record := entry.record) is None:
        return ()
    return tuple(one for one in record.differences if not agree(record.submitted, record.remeasured, [one]))


def otherwise_in_words(entry: Entry, most: int = 3) -> str:
    """Return the same, such as `HumanEval/129: passed, here timeout`; empty if there is nothing."""
    found = measured_otherwise(entry)
    told = [
        f"{one.task_id}{'' if one.index is None or entry.samples_a_problem == 1 else f' sample {one.index}'}"
        f"{'' if one.input is None else f' on {words(one.input)}'}: "
        f"{'' if one.what == 'verdict' else f'{one.what} '}{words(one.submitted)}, here {words(one.measured)}"
        for one in found[:most]
    ]
    return readable("; ".join(told), 400) + (f"; and {len(found) - most} more" if len(found) > most else "")


def state(row: Row) -> str:
    """Who measured it, and on which inputs: a few phrases, to choose rows by."""
    entry = row.entry
    if measured_otherwise(entry):
        return f"{entry.state}, measured otherwise by the maintainers"
    if not entry.is_remeasured:
        return entry.state
    who = "measured by the maintainers" if entry.result.source else entry.state
    return f"{who} on the public inputs" if on_public_inputs(entry) else str(who)


def state_cell(row: Row) -> Markup:
    """Return the same, with a link to the samples if they are public elsewhere."""
    source = row.entry.result.source
    if source is None:
        said = "on the public inputs" if on_public_inputs(row.entry) else ""
        said = "measured otherwise by the maintainers" if measured_otherwise(row.entry) else said
        return state_badge(row.entry) + (Markup('<span class="tb-state">{}</span>').format(said) if said else "")
    name = readable(source.repository.removeprefix("https://").partition("/")[2], 60)
    link = '<span class="tb-state">code at <a href="{}" rel="nofollow noopener ugc">{}</a>, {}</span>'
    return Markup(link).format(source.repository, name, state(row))


def why_cell(row: Row) -> Markup:
    """Return why it has no rank, and which samples differed if we remeasured it."""
    why = Markup("{}").format(row.why_apart or "")
    otherwise = otherwise_in_words(row.entry)
    return why + Markup('<span class="tb-state">{}</span>').format(otherwise) if otherwise else why

"""A matrix as an HTML table: each row beside each column, the larger a value the stronger its tint."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

TABLE = Markup(
    '<div class="tb-scroll" tabindex="0" role="region" aria-label="{label}"><table class="tb-matrix">'
    "<caption>{label}</caption><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
)
HEAD = Markup('<th scope="{scope}">{name}</th>')
ROW = Markup("<tr>{head}{cells}</tr>")
CELL = Markup('<td style="--tb-share:{share:.2f}">{told}</td>')
EMPTY = Markup("<td>–</td>")


def matrix(names: Sequence[str], values: Mapping[tuple[str, str], float], *, label: str, most: float) -> Markup:
    """Return a table of `names` by `names`.

    Args:
        names: in order, of rows and columns.
        values: by row and column; a pair without a value is left empty.
        label: what the cells say.
        most: the value of the strongest tint.
    """
    heads = Markup("").join(HEAD.format(scope="col", name=name) for name in names)
    rows = Markup("").join(
        ROW.format(
            head=HEAD.format(scope="row", name=row),
            cells=Markup("").join(_cell(values.get((row, column)), most) for column in names),
        )
        for row in names
    )
    return TABLE.format(label=label, heads=heads, rows=rows)


def _cell(value: float | None, most: float) -> Markup:
    return EMPTY if value is None else CELL.format(share=min(value / most, 1), told=f"{value:.1f}")

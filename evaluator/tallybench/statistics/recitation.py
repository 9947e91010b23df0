"""How often a model writes the canonical solution, or the same code as another model.

A model may have seen HumanEval's solutions when it was trained (contamination: Coignion et al., EASE 2024, section
5.1). Everyone writes short functions alike, so these prove nothing: they have no tree, and are left out. See
`evaluator/tallybench/benchmarks/copies.py` for what counts as the same tree.
"""

import pandas as pd


def recitation(samples: pd.DataFrame, canonical: pd.DataFrame, organizations: "pd.Series[str]") -> pd.DataFrame:
    """Return, by model, how much of its code is the canonical solution's or another model's.

    Columns: model, compared (samples whose function is long enough to tell), letter (the share of all samples that are
    the canonical program to the letter), letter_shared (the share of all samples that a model of another
    organization has written too, to the letter), canonical (the share of compared ones whose syntax tree is the
    canonical solution's) and shared (the share whose tree a model of another organization has written too).

    Args:
        samples: the frame of the models' samples.
        canonical: the frame of the canonical solutions' samples.
        organizations: who made each model, by model.
    """
    programs = dict(zip(canonical["task_id"], canonical["code_sha256"], strict=True))
    trees = dict(zip(canonical["task_id"], canonical["tree_sha256"], strict=True))
    rows = samples[samples["code_sha256"].notna()].copy()
    rows["letter"] = rows["code_sha256"] == rows["task_id"].map(programs)
    rows["organization"] = rows["model"].map(organizations)
    rows["letter_shared"] = rows.groupby(["task_id", "code_sha256"])["organization"].transform("nunique") > 1
    compared = rows[rows["tree_sha256"].notna()].copy()
    compared["canonical"] = compared["tree_sha256"] == compared["task_id"].map(trees)
    makers = compared.groupby(["task_id", "tree_sha256"])["organization"].transform("nunique")
    compared["shared"] = makers > 1
    grouped = compared.groupby("model")
    found = pd.DataFrame(
        {
            "compared": grouped.size(),
            "letter": rows.groupby("model")["letter"].mean(),
            "letter_shared": rows.groupby("model")["letter_shared"].mean(),
            "canonical": grouped["canonical"].mean(),
            "shared": grouped["shared"].mean(),
        }
    )
    return found.reset_index()

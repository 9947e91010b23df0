"""How the benchmark is known on the Hub."""

HUB_ID = "tallybench/tallybench"  # what stands in examples
# The Hub's task ids, and the figures of a result that they are of.
TASKS = {"score_at_1": "score@1", "pass_at_1": "pass@1", "efficient_at_1": "efficient@1"}

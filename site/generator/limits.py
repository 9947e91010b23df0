"""How much a page shows, so that pages stay quick with many models.

A page mentions and links the rest. Each number is far above what any page shows today.
"""

HEATMAP_MODELS = 100  # columns of the heatmap
PAIRED_MODELS = 100  # models on the page of pairs, and in its data
RIVALS = 100  # other models that a model is compared with: those next to it on the leaderboard
SOLUTIONS = 300  # distinct solutions on a problem's page
CHART_MODELS = 300  # marks on the charts of scores and on those of findings
COPIES_AMONG = 500  # models of a benchmark up to which the leaderboard looks for copies
RELEASES = 20  # models named as having come out after something
SUPERSEDED = 200  # earlier runs that the leaderboard lists

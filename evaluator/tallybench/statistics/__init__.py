"""What follows from results: metrics, ranking, the published boards, data frames, findings."""

"""What is in the folder `results/`: results, the records of their verification, and the leaderboards they make."""

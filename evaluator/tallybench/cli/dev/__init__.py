"""Commands for maintainers, below `tallybench dev`."""

"""The parts of tools/check logs: random frames, files of other programs, and the comparison."""

"""Mutation testing of this package's modules; see ../mutate."""

"""How good matching is, by the truth and beside a peer."""

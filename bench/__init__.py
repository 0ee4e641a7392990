"""How fast it is, and how much it needs: `make bench`. See __main__."""

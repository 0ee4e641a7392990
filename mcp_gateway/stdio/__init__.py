"""A thin bridge from a client's stdio to the one local server. Standard library alone, to start fast."""

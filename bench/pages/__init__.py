"""What every page costs the server on a store of a hundred thousand memories: its time, its statements."""

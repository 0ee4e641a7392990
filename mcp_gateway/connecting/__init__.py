"""Writing Continuum into the configuration of the clients on this machine. Knows nothing of the server."""

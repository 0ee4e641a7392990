"""What the scripts in a client's hooks talk to. They ignore errors, so every answer is quick and small."""

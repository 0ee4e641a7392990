"""Two hundred questions in six scripts, over short memories of a team's work with agents. Written for this
project; `made` puts them together from the templates in the TOML files.
"""

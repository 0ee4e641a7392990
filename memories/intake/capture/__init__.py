"""From a finished session to at most a handful of proposals, by local rules: nothing leaves the machine.

transcript (who said what) -> own_words (without what was injected, pasted, quoted) -> claims (what lasts)
-> known (what is new) -> session (offered to a person). The transcript itself is never stored.
"""

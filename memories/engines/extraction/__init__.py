"""Reading claims out of texts: by the local rules, or by a language model within a budget."""

"""Reading a question and a text together: how well does the one answer the other?"""

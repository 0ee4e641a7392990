"""The tables of an empty database in one step, instead of by all the migrations one after the other.

Django renders models anew at each of a hundred migrations, which takes seconds; what it tells Postgres takes
less than one. That is `statements.sql`, which names the files of SQL that migrations run: `make tables`
writes it, and tests/new_tables compares the two ways.
"""

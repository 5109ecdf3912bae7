"""The journal of a session: its events, the chain that proves them, and the views that are folds of it.

`event` says what happens, `chain` links and checks, `store` is the seam to where it is kept and `database`
what is behind it, `artefacts` keeps files, `fold`, `state`, `outcome` and `summary` are the views,
`verification` proves. `home` opens what a home holds. Nothing is re-exported: the views must not cost
whoever only writes.
"""

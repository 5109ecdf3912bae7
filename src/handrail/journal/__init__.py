"""The journal of a session: its events, the chain that proves them, and the views that are folds of it.

`events` says what happens, `chain` links, signs and checks it and is the seam to where it is kept, `database`
is what stands behind that, `views` are the folds, `keeping` is what is held apart, erased and let go.
`home` opens what a home holds. Nothing is re-exported: the views must not cost whoever only writes.
"""

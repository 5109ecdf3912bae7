"""Sessions of a home: begun, conducted in the foreground or by workers, answered, reported and kept.

From the ground up: `service` (what all of it works on), `given` and `beginning` (how a session begins),
`conducting`, `schedules`, `reports`, `people` (what they answer and call to sessions), `tables` (a session a
row), `audit` and `operating`. `foreground` and `browsing` put them together, for `handrail run` and a worker.
"""

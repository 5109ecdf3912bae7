"""The database of a home: SQLite or PostgreSQL, the journals in it, and the work beside them."""

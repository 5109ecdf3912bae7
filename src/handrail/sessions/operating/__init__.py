"""What operators need: backups, measures, and whether a machine has all parts."""

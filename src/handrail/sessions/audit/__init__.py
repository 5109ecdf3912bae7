"""Evidence for strangers: exports, streams, alerts, anchors; and what is kept, erased and let go."""

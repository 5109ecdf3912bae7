"""Chrome DevTools Recorder: the user flows that it exports as JSON."""

"""The console: the HTTP API, the live stream and picture, and the web page that shows them."""

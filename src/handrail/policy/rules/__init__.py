"""The rules in force: the layers put together, what people decided before, when and for what they hold."""

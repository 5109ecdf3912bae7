"""Pages and mails that try to steer a model, and a model that obeys them."""

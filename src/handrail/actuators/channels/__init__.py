"""Second channels: reading back, beside the page, what is true. Nothing here changes anything."""

from handrail.actuators.channels.channels import Channels

__all__ = ["Channels"]

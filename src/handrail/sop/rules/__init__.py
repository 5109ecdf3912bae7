"""The rules that an SOP must keep, one module a matter; `sop.validate` puts them together."""

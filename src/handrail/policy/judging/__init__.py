"""The gate, and how it decides: what the SOP grants, the risk, and every rule of the policy."""

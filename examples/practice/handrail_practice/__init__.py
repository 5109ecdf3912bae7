"""Practice apps for Handrail: a webmail, "Postbox", and a CRM, "Rolodesk".

They are real small sites with their own databases, and they can be asked to drift or to fail.
"""

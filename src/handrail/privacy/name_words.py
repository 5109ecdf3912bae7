"""The words around names in English, German, Spanish and French, and words that are none."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PARTICLES: Final = _words("de del la las los da di do dos du le van von der den zu zum ter ten el al bin ben")
"""What may stand in lower case within a name."""

_MORE_TITLE: Final = r"(?:\s+(?:Dr|Dra|Prof|Dipl|Ing|Mag)\.?)*\s+"
TITLES: Final = re.compile(
    r"(?<!\w)(?:Mr|Mrs|Ms|Miss|Mx|Dr|Dra|Prof|Professor|Herrn?|Frau|Señora?|Señorita|Srta|Sra|Sr|Don|Doña|"
    r"Monsieur|Madame|Mademoiselle|Mme|Mlle|Me|señora?|don|doña|Sir|Lady|Nurse|Judge)\.?" + _MORE_TITLE
)
TITLES_SHORT: Final = re.compile(r"(?<!\w)M\.\s+")
GREETINGS: Final = re.compile(
    r"(?:^|(?<=[\n>.!?]\s)|(?<=[\n>]))\s*(?:Hi|Hello|Hey|Dear|Good morning|Hallo|Hi|Liebe[rs]?|"
    r"Guten Tag|Moin|Servus|"
    r"Hola|Querid[oa]|Estimad[oa]|Buenos días|Bonjour|Salut|Ch[eè]re?|Coucou)\s+"
)
PARTINGS: Final = re.compile(
    r"(?:Thanks|Thank you|Cheers|Regards|Best|Best regards|Kind regards|Yours|Sincerely|Love|Gruß|Grüße|"
    r"Viele Grüße|Liebe Grüße|Mit freundlichen Grüßen|Danke|LG|VG|MfG|Un abrazo|Abrazos?|Un saludo|"
    r"Saludos?|Besos|"
    r"Best wishes|Warm regards|Mit besten Grüßen|Herzliche Grüße|Atentamente|Un cordial saludo|"
    r"Gracias|Bises|Bisous|(?:Bien )?[Cc]ordialement|Amicalement|Merci|Bien à vous)\s*[,!]?\s+"
)
_ROLES: Final = (
    r"reporter|reviewer|approver|requester|applicant|signature|signatory|passenger|travell?er|insured|"
    r"policy ?holder|beneficiary|guest|spouse|guardian|next of kin|supervisor|physician|surname|"
    r"bearbeiter(?:in)?|verantwortliche?r?|antragsteller(?:in)?|versicherte[rn]?(?: person)?|gast|"
    r"mieter(?:in)?|unterschrift|begünstigte[rn]?|prüfer(?:in)?|hausarzt|vorname_nachname|"
    r"responsable|solicitante|asegurad[oa]|pasajer[oa]|huésped|beneficiari[oa]|inquilin[oa]|"
    r"demandeu(?:r|se)|signataire|assurée?|passag(?:er|ère)|bénéficiaire|locataire|médecin traitant|"
    r"deputy|stand-in|backup|substitute|case ?worker|account manager|relationship manager|landlord|tenant|"
    r"stellvertret(?:er(?:in)?|ung)|vertret(?:er(?:in)?|ung)|zuständig|sachbearbeiter(?:in)?|betreuer(?:in)?|"
    r"vermieter(?:in)?|eigentümer(?:in)?|vorgesetzte[rn]?|"
    r"suplente|sustitut[oa]|encargad[oa]|gestor(?:a)?|arrendador(?:a)?|arrendatari[oa]|"
    r"(?:bill|ship|invoice|deliver|delivered|sold)(?:ed)? to|(?:rechnung|lieferung|liefern|versand) an|"
    r"(?:facturar|entregar|enviar|entregado) a|(?:facturer|livrer|expédier|remis) à|"
    r"signed|gezeichnet|gez\.?|unterzeichnet|firmado|fdo\.?|signée?|"
    r"suppléante?|remplaçante?|gestionnaire|conseill(?:er|ère)|bailleur|chargée? de (?:compte|dossier)"
)
"""Words for people that are other words as well, where no colon stands behind them."""
BEFORE: Final = re.compile(
    r"(?<![^\W_])(?:(?:full|first|last|given|family|legal|contact|customer|patient|client|user|"
    r"card ?holder|account ?holder|"
    r"emergency|billing|employee)?[\s_]?name|patient(?:in|e)?|customer|client|clienta?e?|employee|"
    r"contact(?: person)?|"
    r"emergency contact|holder|attendees?|participants?|attention|attn|assignee|owner|author|manager|"
    r"sender|recipient|"
    r"invited by|signed by|written by|created by|sent by|call|(?P<weak>from|to|by|with|von|mit|an|con|"
    r"de|avec|por|par)|"
    r"(?:vor|nach|familien|kontakt)?name|kontakt|ansprechpartner(?:in)?|kund(?:e|in)|inhaber(?:in)?|"
    r"kontoinhaber(?:in)?|"
    r"notfallkontakt|teilnehmer(?:in(?:nen)?)?|mitarbeiter(?:in)?|zu händen|z\. ?hd\.|nachname, vorname|"
    r"nombre(?: y apellidos)?|apellidos(?: y nombre)?|pacientes?|contacto|titular(?: de la cuenta)?|"
    r"asistentes|emplead[oa]|"
    r"a la atención de|destinatario|remitente|llame a|"
    r"nom(?: et prénom)?|prénom|interlocut(?:eur|rice)|titulaire(?: du compte)?|salariée?|"
    r"destinataire|expéditeur|"
    r"à l['’]attention de|personne à prévenir|rappeler|"
    r"(?P<role>(?:reported|reviewed|approved|requested|submitted|prepared|assigned|completed) (?:by|to)|"
    r"(?:erstellt|genehmigt|gemeldet|geprüft|bearbeitet|unterzeichnet) von|"
    r"(?:firmado|aprobado|creado|solicitado|revisado) por|(?:approuvé|créé|signé|demandé|vérifié) par|"
    rf"(?:{_ROLES})(?=[\"']?\s*[:=])))"
    r"(?![^\W_])(?P<mark>[\"']?\s*[:=]\s*[\"']?)?\s*",
    re.IGNORECASE,
)
THINGS: Final = re.compile(
    r"(?:product|file|host|company|business|brand|domain|display|table|column|event|project|item|group|"
    r"team|role|branch|server|service|device|model|place|city|street|bank|hospital|school|field|"
    r"class|tag|queue|bucket|firmen|produkt|datei|empresa|producto|archivo|société|produit|fichier)[ _-]?$",
    re.IGNORECASE,
)
"""What has a name and is nobody: `product name:`."""
PERSONAL_KEYS: Final = re.compile(
    r"(?<![^\W_])(?:e-?mail|tele(?:ph?one|fon)|tel|phone|mobile|cell|mobil|m[óo]vil|portable|dob|birth_?(?:date|day)|"
    r"date_?of_?birth|geburts(?:datum|tag)|fecha_?(?:de_?)?nac\w*|date_?(?:de_?)?naiss\w*|ssn|dni|nir)"
    r"[\"']?\s*[:=]",
    re.IGNORECASE,
)
"""Keys of data that only people have: a `name` beside one is somebody's."""
MENTIONS: Final = re.compile(r"(?<![\w@.+-])@(?=[^\W\d_]+(?:['’-][^\W\d_]+)*(?![\w@.]))")
"""Who is spoken to in a chat: `@Somebody`."""
PLACES: Final = re.compile(
    r"(?:\b(?:San|Santa|Santo|Saint|Sainte|St|Lake|Baie|Port|Mount|Fort|New|North|South|East|West|Via|Calle|"
    r"Callej[óo]n|Pasaje|Avenida|Plaza|Paseo|Rue|Avenue|Boulevard|Place|Quai|Route|Chemin)\.?[ -]{1,2}"
    r"(?:de (?:la |los |las )?)?)$"
)
"""What makes a place or a street of a name behind it."""
COMPANIES: Final = re.compile(
    r",?\s+(?:&|Ltd|Limited|Inc|Corp|Corporation|LLC|LLP|PLC|Company|Co\b|Group|Consulting|Partners|"
    r"Holdings?|Bank|"
    r"GmbH|AG\b|KG\b|UG\b|OHG|SE\b|S\.?A\.?\b|S\.?L\.?\b|SARL|SAS\b|SpA|University|Hospital|Clinic|"
    r"Foundation|School|"
    r"Street|Road|Avenue|Square|Stadium|Airport|Hotel|Museum|Universität|Schule|Stiftung|Verlag)"
)

NO_NAMES: Final = frozenset(
    word
    for line in (files("handrail.privacy") / "no_names.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
    for word in line.split()
)
"""Words that stand with a capital letter in texts and on buttons, and name nobody."""

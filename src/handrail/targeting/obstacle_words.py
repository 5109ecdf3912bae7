"""What the buttons of cookie banners, session warnings and announcements say, in several languages.

Compared as whole names, without case and punctuation: a name that says anything more is not one of these.
"""

from __future__ import annotations

import re
from typing import Final


def _phrases(text: str) -> frozenset[str]:
    return frozenset(folded(phrase) for phrase in text.split("|"))


def folded(text: str) -> str:
    """Without case, punctuation and marks before or behind."""
    return " ".join(re.sub(r"[^\w]+", " ", text.casefold()).split())


MENUS: Final = _phrases(
    "menu|main menu|site menu|navigation|main navigation|site navigation|navigation menu|hamburger menu"
    "|toggle menu|toggle main menu|toggle navigation|toggle nav|toggle navbar|toggle sidebar"
    "|toggle navigation menu|toggle site navigation|open menu|open main menu|open navigation"
    "|open navigation menu|open sidebar|show menu|show navigation|show sidebar|expand menu|expand sidebar"
    # German
    "|menü|hauptmenü|menü öffnen|menü anzeigen|hauptmenü öffnen|menü umschalten|navigation öffnen"
    "|navigation anzeigen|navigation umschalten|navigation ein ausblenden|seitenleiste öffnen"
    "|seitenleiste umschalten|seitenleiste anzeigen"
    # French
    "|menu principal|ouvrir le menu|afficher le menu|basculer le menu|ouvrir la navigation"
    "|basculer la navigation|afficher la navigation|ouvrir la barre latérale|basculer la barre latérale"
    # Spanish
    "|menú|menú principal|abrir menú|abrir el menú|mostrar menú|alternar menú|alternar navegación"
    "|abrir navegación|navegación|abrir barra lateral|alternar barra lateral"
)

REJECT: Final = _phrases(
    "reject|reject all|decline|decline all|deny|deny all|refuse|refuse all|disagree|only necessary"
    "|necessary only|only essential|essential only|only required|required only|strictly necessary only"
    "|use necessary only|accept only necessary|accept necessary only|accept only essential"
    "|accept essential only"
    "|allow necessary only|continue without accepting|do not accept|don't accept|no thanks|opt out"
    # German
    "|ablehnen|alle ablehnen|alles ablehnen|nur notwendige|nur erforderliche|nur essenzielle"
    "|nur essentielle"
    "|nur notwendige akzeptieren|nur erforderliche akzeptieren|nur notwendige zulassen"
    "|nur technisch notwendige"
    "|nur essenzielle akzeptieren|weiter ohne zustimmung|ohne einwilligung fortfahren"
    "|ohne zustimmung weiter"
    # French
    "|refuser|tout refuser|refuser tout|tout rejeter|rejeter tout|continuer sans accepter|je refuse"
    "|uniquement nécessaires|nécessaires uniquement|accepter uniquement les nécessaires"
    # Spanish, Catalan, Portuguese, Italian
    "|rechazar|rechazar todo|rechazar todas|rechazarlas todas|denegar|solo necesarias|sólo necesarias"
    "|solo las necesarias|aceptar solo necesarias|continuar sin aceptar|rebutjar|rebutjar tot|recusar"
    "|recusar tudo|rejeitar|rejeitar tudo|rejeitar todos|apenas necessários|só os necessários"
    "|continuar sem aceitar"
    "|rifiuta|rifiuta tutto|rifiuta tutti|solo necessari|solo i necessari|solo cookie necessari"
    "|continua senza accettare"
    # Dutch, Swedish, Danish, Norwegian, Finnish
    "|weigeren|alles weigeren|alle weigeren|afwijzen|alles afwijzen|alleen noodzakelijk"
    "|alleen noodzakelijke"
    "|neka|neka alla|avvisa|avvisa alla|endast nödvändiga|bara nödvändiga|acceptera endast nödvändiga|afvis"
    "|afvis alle|kun nødvendige|tillad kun nødvendige|avvis|avvis alle|avslå|avslå alle|bare nødvendige"
    "|hylkää|hylkää kaikki|vain välttämättömät|hyväksy vain välttämättömät"
    # Polish, Czech, Turkish
    "|odrzuć|odrzuć wszystkie|tylko niezbędne|odmítnout|odmítnout vše|pouze nezbytné|jen nezbytné|reddet"
    "|tümünü reddet|yalnızca gerekli"
)
"""Consent is not given, or for what is necessary alone."""

ACCEPT: Final = _phrases(
    "accept|accept all|accept cookies|accept all cookies|allow|allow all|allow all cookies|agree"
    "|i agree|agree to all"
    "|akzeptieren|alle akzeptieren|alles akzeptieren|allen zustimmen|alle cookies akzeptieren|zustimmen"
    "|alle zulassen"
    "|accepter|tout accepter|accepter tout|j'accepte|aceptar|aceptar todo|aceptar todas|acceptar tot"
    "|aceitar"
    "|aceitar tudo|aceitar todos|accetta|accetta tutto|accetta tutti|accepteren|alles accepteren"
    "|alle accepteren"
    "|acceptera|acceptera alla|godkänn alla|accepter alle|tillad alle|godta|godta alle|hyväksy"
    "|hyväksy kaikki"
    "|zaakceptuj|akceptuj|akceptuj wszystkie|zaakceptuj wszystkie|přijmout|přijmout vše|kabul et"
    "|tümünü kabul et"
)
"""Beside one of these a button of `REJECT` is about consent. They are never pressed."""

COOKIES: Final = re.compile(
    r"cookie|onetrust|didomi|usercentrics|trustarc|truste[-_]|qc-cmp|evästee|evästeit|ciastecz|çerez"
    r"|informasjonskaps|galetes",
    re.IGNORECASE,
)
"""What is about cookies: texts, and the names that the makers of banners give to their parts."""

STAY: Final = _phrases(
    "stay signed in|stay logged in|keep me signed in|keep me logged in|keep working|continue session"
    "|continue my session|extend session|extend my session|renew session|i'm still here|i am still here"
    "|yes i'm here"
    "|yes i'm still here|continue|yes continue|continue working|stay|stay connected|resume|resume session"
    # German
    "|angemeldet bleiben|eingeloggt bleiben|sitzung fortsetzen|sitzung verlängern|ich bin noch da"
    "|ja ich bin noch da"
    "|weiterarbeiten|fortsetzen|weiter"
    # French, Spanish, Portuguese, Italian, Dutch
    "|rester connecté|rester connectée|prolonger la session|continuer la session|continuer"
    "|je suis toujours là|continuar sesión|continuar la sesión|mantener sesión|extender sesión"
    "|seguir conectado"
    "|continuar|sigo aquí|continuar a sessão|manter a sessão|continua sessione|prolunga sessione"
    "|resta connesso|continua|aangemeld blijven|ingelogd blijven|sessie verlengen|doorgaan|ja ik ben er nog"
)
"""In a dialog that says what `TIMES_OUT` or `STILL_THERE` does."""

YES: Final = _phrases("yes|ja|oui|sí|sim|sì|yes i am|ja bin ich|oui je suis là")
"""In a dialog that asks `STILL_THERE`, and in no other."""

STILL_THERE: Final = re.compile(
    r"still (there|here|with us|working)\s*\?|noch da\s*\?|toujours là\s*\?|sigues? ahí\s*\?"
    r"|ainda (está )?aí\s*\?"
    r"|ancora (lì|qui)\s*\?|er nog\s*\?",
    re.IGNORECASE,
)

TIMES_OUT: Final = re.compile(
    r"session (is about|will|has been idle|expires|times out|time-?out|ends)|about to (be (signed"
    r"|logged) out|expire)"
    r"|will be (signed|logged) out|due to inactivity|been (inactive|idle)|sitzung (läuft|endet|wird)"
    r"|in kürze abgemeldet|wegen inaktivität|session (va|expire)|inactivité|sesión (va a|expira|caduca"
    r"|está a punto)"
    r"|inactividad|sessão (vai|expira|está prestes)|inatividade|sessione (sta|scade)|inattività"
    r"|sessie verloopt"
    r"|inactiviteit",
    re.IGNORECASE,
)
"""A session is about to end. A dialog that asks whether to sign out says nothing of the kind."""

DISMISS: Final = _phrases(
    "got it|close|dismiss|ok|okay|understood|i understand|x|×|✕|✖|not now|maybe later|later|no thanks"
    "|skip|skip tour"
    "|skip for now|remind me later|ask me later|hide|close dialog|close modal|close popup|close window"
    "|dialog schließen|fenster schließen|fermer la fenêtre|fermer la boîte de dialogue|cerrar diálogo"
    "|cerrar el diálogo|cerrar ventana"
    "|verstanden|schließen|schliessen|alles klar|später|nicht jetzt|nein danke|überspringen|ausblenden"
    "|compris|j'ai compris|fermer|d'accord|plus tard|pas maintenant|non merci|passer|ignorer"
    "|entendido|cerrar|de acuerdo|más tarde|ahora no|no gracias|omitir|saltar|fechar|entendi|agora não"
    "|pular"
    "|ho capito|chiudi|più tardi|non ora|no grazie|salta|begrepen|sluiten|later|niet nu|nee bedankt"
    "|overslaan"
    "|stäng|jag förstår|inte nu|luk|forstået|ikke nu|lukk|forstått|sulje|selvä|ei nyt|zamknij|rozumiem"
    "|zavřít"
    "|rozumím|kapat|anladım"
)
"""A dialog in which every button says one of these can only be put away."""

END_TOUR: Final = _phrases(
    "skip tour|skip the tour|end tour|end the tour|exit tour|close tour|quit tour|stop tour|no tour"
    "|skip introduction|skip intro|skip walkthrough|skip guide|skip onboarding"
    "|tour überspringen|tour beenden|rundgang überspringen|rundgang beenden|einführung überspringen"
    "|passer la visite|quitter la visite|ignorer la visite|passer l'introduction"
    "|saltar visita|saltar tour|omitir tour|omitir visita|omitir recorrido|saltar recorrido"
    "|pular tour|salta il tour|tour overslaan|rondleiding overslaan"
)
"""A tour is over for whoever presses this; it says itself what it ends."""

SKIP_TOUR: Final = _phrases(
    "skip tour|skip the tour|skip introduction|skip intro|skip walkthrough|skip guide|skip onboarding"
    "|tour überspringen|rundgang überspringen|einführung überspringen|ignorer la visite|passer la visite"
    "|passer l'introduction|omitir tour|omitir visita|omitir recorrido|saltar recorrido|saltar visita"
    "|saltar tour|pular tour|salta il tour|tour overslaan|rondleiding overslaan"
)
"""Those of them that can mean no tour that somebody guides: that one is ended, and never skipped."""

TOUR_STEPS: Final = _phrases(
    "next|previous|prev|back|done|finish|start|begin|start tour|start the tour|take the tour|take a tour"
    "|show me|show me around|get started|let's go|learn more"
    "|weiter|zurück|fertig|los geht's|tour starten|rundgang starten|mehr erfahren"
    "|suivant|précédent|retour|terminer|commencer|commencer la visite"
    "|siguiente|anterior|atrás|terminar|empezar|comenzar|iniciar recorrido"
    "|próximo|voltar|concluir|avanti|indietro|fine|inizia|volgende|vorige|klaar"
)
"""What may stand beside it: it leads on through the tour, and is never pressed."""

TOURS: Final = re.compile(
    r"intro-?js|joyride|shepherd|driver-popover|reactour|hopscotch",
    re.IGNORECASE,
)
"""The names that usual libraries give to the parts of a tour. An app's own dialog may be called "Tour"."""


def without_cookies(name: str) -> str:
    """What a button says, but for the word itself: *Reject all cookies* says *reject all*."""
    return " ".join(word for word in folded(name).split() if not COOKIES.search(word))

// Capturing a person's trusted input and telling it, event by event, to the recorder outside.

import { endListening, whileCapturing } from '../page/capturing';
import { noteShown, watchHover } from '../page/hover';
import { onChange, unwatch, watch } from '../page/watch';
import { noteAlerts } from '../said/state';
import { captureBoxes } from './boxes';
import { captureDrag } from './drag';
import { captureFields, captureSubmit } from './fields';
import { captureGiven } from './given';
import { captureClipboard, captureKeys } from './keys';
import { tellMissed } from './missed';
import { capturePointer, noteCome } from './pointer';
import { captureScroll, noteScrolled } from './scroll';
import { untellStates, watchDocument, watchFrame, watchMoves } from './settle';
import { forgetTold, send, tell, tellInTime } from './tell';
import { captureWithheld } from './withheld';

let listening: Document | null = null;

/**
 * Listens from now on, in this document. Twice is harmless: a tab that has just opened is entered early and again.
 * The recording began at `began`, in milliseconds since the epoch.
 */
export function capture(began: number): void {
  if (listening === document) return;
  const again = listening !== null;
  if (again) {
    send();
    release();
  }
  listening = document;
  if (location.href === 'about:blank') captureNext(began);
  watch();
  onChange(noteShown);
  onChange(noteAlerts);
  onChange(noteScrolled);
  onChange(noteCome);
  onChange(listenAgain);
  if (window === window.top) watchDocument(tell);
  else watchFrame(tell);
  listen();
  if (!again) tellMissed(began);
}

/**
 * The first document of a window that a page of the same site has opened takes over all but itself from the empty one
 * before it, listeners and this script as well, which nobody runs again.
 */
function captureNext(began: number): void {
  const look = (): void => capture(began);
  for (const sign of ['DOMContentLoaded', 'pointerdown', 'keydown']) {
    window.addEventListener(sign, look, { capture: true, passive: true, signal: whileCapturing() });
  }
}

function listen(): void {
  captureBoxes();
  capturePointer();
  captureDrag();
  captureKeys();
  captureFields();
  captureWithheld();
  captureGiven();
  captureScroll();
  captureClipboard();
  captureSubmit();
  tellInTime();
  watchHover();
}

/** `document.open()`, with which editors write their frame, takes all listeners away and leaves the rest. */
function listenAgain(records: MutationRecord[]): void {
  const another = records.some(
    ({ target, removedNodes }) => target === document && [...removedNodes].some((node) => node instanceof HTMLHtmlElement));
  if (!another) return;
  endListening();
  watchMoves();
  listen();
}

/** Listens no more: the document is as it would be if nobody had. */
export function release(): void {
  listening = null;
  endListening();
  untellStates();
  unwatch();
  forgetTold();
}

// Capturing a person's trusted input and telling it, event by event, to the recorder outside.

import { captureFields, captureSubmit } from './capture-fields';
import { captureClipboard, captureKeys } from './capture-keys';
import { captureDrag, capturePointer, noteCome } from './capture-pointer';
import { captureScroll, noteScrolled } from './capture-scroll';
import { endListening } from './capturing';
import { noteShown, watchHover } from './hover';
import { untellStates, watchDocument, watchFrame, watchMoves } from './settle';
import { noteAlerts } from './state';
import { forgetTold, tell, tellInTime } from './tell';
import { onChange, unwatch, watch } from './watch';

let listening = false;

/** Listens from now on, in this document. Twice is harmless: a tab that has just opened is entered early and again. */
export function capture(): void {
  if (listening) return;
  listening = true;
  watch();
  onChange(noteShown);
  onChange(noteAlerts);
  onChange(noteScrolled);
  onChange(noteCome);
  onChange(listenAgain);
  if (window === window.top) watchDocument(tell);
  else watchFrame(tell);
  listen();
}

function listen(): void {
  capturePointer();
  captureDrag();
  captureKeys();
  captureFields();
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
  listening = false;
  endListening();
  untellStates();
  unwatch();
  forgetTold();
}

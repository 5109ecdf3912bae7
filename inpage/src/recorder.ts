// The door for the recorder, which also hears what a person does. A run reads nothing of that for each document.

import './page/prototypes';
import { asked } from './asked';
import { capture, release } from './capture/capture';
import { halfTyped } from './capture/hidden';
import { tellMissedNow } from './capture/missed';
import { expectChange, hearNow } from './capture/settle';
import { send } from './capture/tell';
import './main';

/** Whoever asks behind this has heard of all that has happened so far. */
function flush(): void {
  tellMissedNow();
  hearNow();
  send();
}

Object.assign(asked, { capture, release, expectChange, flush, halfTyped });

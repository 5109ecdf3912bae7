// A look at what the page makes of a press, for pages that take a while.

import { later } from '../page/timers';

/** One look that is due after a while, or when it is asked for before; another one takes its place. */
export class DueLook {
  #look: (() => void) | null = null;

  now(): void {
    const look = this.#look;
    this.#look = null;
    look?.();
  }

  expect(look: () => void, ms: number): void {
    this.#look = look;
    later(() => this.#look === look && this.now(), ms);
  }
}

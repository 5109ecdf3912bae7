// The scripts that a page loads once it is there, as those of a part that it has just drawn: before they have run, nobody
// may hear what is pressed in that part.
import { later, pause } from './timers';


const RUN = /^(module|(text|application)\/(javascript|ecmascript))?$/i;

/** Those that have run, or never will, and those that were waited for in vain. */
const over = new WeakSet<EventTarget>(document.scripts);
/** Those that stand in the document itself; what comes besides was asked for by another. */
let written = new WeakSet<EventTarget>(document.scripts);
/** When the last that was asked for came, or failed to. */
let came = -Infinity;

function note({ target }: Event): void {
  if (!(target instanceof HTMLScriptElement)) return;
  over.add(target);
  if (document.readyState === 'interactive' && !written.has(target)) came = performance.now();
}

for (const kind of ['load', 'error']) document.addEventListener(kind, note, true);
document.addEventListener('readystatechange', () => {
  if (document.readyState === 'interactive') written = new WeakSet<EventTarget>(document.scripts);
});

const isOwn = ({ src }: HTMLScriptElement): boolean => src.startsWith(`${location.origin}/`);

const coming = (): HTMLScriptElement[] =>
  [...document.scripts].filter((script) => !over.has(script) && !script.noModule && RUN.test(script.type) && isOwn(script));

const ended = (script: HTMLScriptElement): Promise<unknown> =>
  new Promise((resolve) => {
    for (const kind of ['load', 'error']) script.addEventListener(kind, resolve, { once: true });
  });

/** Between two scripts, of which the one asks for the other, a page may read something else. */
const BETWEEN_MS = 500;
/** So old is a document at the most whose scripts are waited for: one of them may never come. */
const OLDEST_MS = 15_000;
const LOOK_AGAIN_MS = 20;

const isLoading = (): boolean =>
  document.readyState === 'interactive' && performance.now() < OLDEST_MS && (coming().length > 0 || performance.now() - came < BETWEEN_MS);

/**
 * Resolves when the page has its own scripts, or calls itself complete. Those of some kits ask for one another, a hundred
 * in a chain, and the last puts fields of its own in the place of those of the document: what was filled in is lost.
 */
export async function scriptsLoaded(): Promise<void> {
  while (isLoading()) await somethingCame();
}

/** Resolves when the document is further on, or something of it has come; soon, where nothing tells. */
async function somethingCame(): Promise<void> {
  const ended = new AbortController();
  await new Promise((resolve) => {
    const options = { capture: true, signal: ended.signal };
    for (const kind of ['readystatechange', 'load', 'error']) document.addEventListener(kind, resolve, options);
    later(() => resolve(null), LOOK_AGAIN_MS);
  });
  ended.abort();
}

/** Resolves when the page's own scripts have run that it has asked for since it was loaded, at the latest after so many milliseconds. */
export async function scriptsRun(patience: number): Promise<void> {
  if (document.readyState !== 'complete') return;
  const late = new Promise<'late'>((resolve) => later(() => resolve('late'), patience));
  for (let waited = coming(); waited.length > 0; waited = coming()) {
    if ((await Promise.race([Promise.all(waited.map(ended)), late])) === 'late') {
      for (const script of waited) over.add(script);
      return;
    }
    // What it says of them it says to others before.
    await pause();
  }
}

// The scripts that a page loads once it is there, as those of a part that it has just drawn: before they have run, nobody
// may hear what is pressed in that part.

const RUN = /^(module|(text|application)\/(javascript|ecmascript))?$/i;

/** Those that have run, or never will, and those that were waited for in vain. */
const over = new WeakSet<EventTarget>(document.scripts);
for (const kind of ['load', 'error']) document.addEventListener(kind, ({ target }) => target && over.add(target), true);

const isOwn = ({ src }: HTMLScriptElement): boolean => src.startsWith(`${location.origin}/`);

const coming = (): HTMLScriptElement[] =>
  [...document.scripts].filter((script) => !over.has(script) && !script.noModule && RUN.test(script.type) && isOwn(script));

const ended = (script: HTMLScriptElement): Promise<unknown> =>
  new Promise((resolve) => {
    for (const kind of ['load', 'error']) script.addEventListener(kind, resolve, { once: true });
  });

/** Resolves when the page's own scripts have run that it has asked for since it was loaded, at the latest after so many milliseconds. */
export async function scriptsRun(patience: number): Promise<void> {
  if (document.readyState !== 'complete') return;
  const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), patience));
  for (let waited = coming(); waited.length > 0; waited = coming()) {
    if ((await Promise.race([Promise.all(waited.map(ended)), late])) === 'late') {
      for (const script of waited) over.add(script);
      return;
    }
    // What it says of them it says to others before.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

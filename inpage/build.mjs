// Builds the scripts that Handrail brings into pages, into the folder that is given.

import { build } from 'esbuild';
import { writeFile } from 'node:fs/promises';

const [folder = '../src/handrail/browser'] = process.argv.slice(2);

/**
 * Properties that a form's field hides by its name, as <input name=matches> does: `form.matches` is that field then. The
 * scripts read them under another name, which `src/page/prototypes.ts` gives to them. What is no property of a node and
 * comes from outside under one of these names, as a condition's `contains`, is to be read in quotes: spec['contains'].
 */
const HIDDEN_BY_FIELDS = [
  ...['parentElement', 'parentNode', 'ownerDocument', 'isConnected', 'getRootNode', 'shadowRoot', 'assignedSlot'],
  ...['children', 'childNodes', 'childElementCount', 'firstElementChild', 'lastElementChild', 'firstChild'],
  ...['nextElementSibling', 'previousElementSibling', 'nextSibling', 'previousSibling', 'compareDocumentPosition'],
  ...['contains', 'matches', 'closest', 'querySelector', 'querySelectorAll', 'getAttribute', 'hasAttribute'],
  ...['localName', 'tagName', 'nodeType', 'className', 'classList', 'textContent', 'isContentEditable', 'tabIndex'],
  ...['getBoundingClientRect', 'getClientRects', 'checkVisibility', 'offsetParent', 'offsetWidth', 'innerHTML', 'outerHTML'],
  ...['scrollTop', 'scrollHeight', 'clientHeight', 'clientWidth'],
];

const shared = {
  mangleProps: new RegExp(`^(?:${HIDDEN_BY_FIELDS.join('|')})$`),
  mangleCache: Object.fromEntries(HIDDEN_BY_FIELDS.map((name) => [name, `$${name}`])),
  define: { HIDDEN_BY_FIELDS: JSON.stringify(HIDDEN_BY_FIELDS) },
  bundle: true,
  format: 'iife',
  target: ['chrome110', 'firefox115'],
  minifyWhitespace: true,
  minifySyntax: true,
  minifyIdentifiers: true,
  legalComments: 'none',
  charset: 'ascii',
  write: false,
};

/**
 * The text in ASCII, also within regular expressions, which esbuild leaves as they are. One letter outside of Latin-1
 * would have the browser keep, send and read the whole script in two bytes a letter, for each document.
 */
const plain = (text) =>
  text.replace(/[^\x00-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const bundle = async (file, options) => {
  const { outputFiles } = await build({ ...shared, outfile: `${folder}/${file}`, ...options });
  for (const { path, text } of outputFiles) await writeFile(path, plain(text));
};

await bundle('inpage.js', { entryPoints: ['src/main.ts'] });
await bundle('recorder.js', { entryPoints: ['src/recorder.ts'] });
// Playwright reads it anew in each page in which it is asked for an element: it holds only what finds one.
await bundle('selector.js', { entryPoints: ['src/selector.ts'], globalName: 'handrail' });

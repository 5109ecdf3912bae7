// Builds the scripts that Handrail brings into pages, into the folder that is given.

import { build } from 'esbuild';
import { writeFile } from 'node:fs/promises';

const [folder = '../src/handrail/browser'] = process.argv.slice(2);

const shared = {
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

// Builds the two scripts that Handrail brings into pages, into the folder that is given.

import { build } from 'esbuild';

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
};

await build({ ...shared, entryPoints: ['src/main.ts'], outfile: `${folder}/inpage.js` });
// Playwright reads it anew in each page in which it is asked for an element: it holds only what finds one.
await build({ ...shared, entryPoints: ['src/selector.ts'], outfile: `${folder}/selector.js`, globalName: 'handrail' });

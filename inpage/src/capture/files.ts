// Files that a person gives to the page, told in parts.

import { targetOf } from './on';
import { tell, tellPart } from './tell';

const FILE_LIMIT = 50 * 1024 * 1024;

/** Where no person has given them, `given` is the note in the console that says who has. */
export async function sendFiles(event: Event, element: Element, files: File[], dropped = false, given?: string): Promise<void> {
  const target = targetOf(element);
  const told = [];
  for (const file of files) {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    if (file.size <= FILE_LIMIT) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      for (let at = 0; at === 0 || at < bytes.length; at += 1 << 18) {
        tellPart(id, base64(bytes.subarray(at, at + (1 << 18))));
      }
      told.push({ name: file.name, size: file.size, part: id });
    } else {
      told.push({ name: file.name, size: file.size });
    }
  }
  tell(event, { kind: 'upload', target, files: told, dropped, ...(given && { given }) });
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

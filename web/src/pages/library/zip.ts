// A ZIP archive of files as they are, for what holds pictures already and would not get smaller.

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum >>> 0;
});

export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ TABLE[(sum ^ byte) & 0xff]!;
  return (sum ^ 0xffffffff) >>> 0;
}

/** 1 January 1980, the earliest day that the format knows. */
const DAY = 0x21;
const UTF8 = 0x800;

function header(signature: number, fields: [bytes: 2 | 4, value: number][]): Uint8Array {
  const made = new Uint8Array(4 + fields.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(made.buffer);
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return made;
}

export function zipped(files: ReadonlyMap<string, Uint8Array>): ArrayBuffer {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let length = 0;
  for (const [path, content] of files) {
    const name = new TextEncoder().encode(path);
    const about: [2 | 4, number][] = [[2, 20], [2, UTF8], [2, 0], [2, 0], [2, DAY], [4, crc32(content)], [4, content.length], [4, content.length], [2, name.length], [2, 0]];
    directory.push(header(0x02014b50, [[2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, length]]), name);
    const own = [header(0x04034b50, about), name, content];
    parts.push(...own);
    length += size(own);
  }
  const end = header(0x06054b50, [[2, 0], [2, 0], [2, files.size], [2, files.size], [4, size(directory)], [4, length], [2, 0]]);
  const all = [...parts, ...directory, end];
  const whole = new Uint8Array(size(all));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.buffer;
}

const size = (parts: Uint8Array[]) => parts.reduce((sum, part) => sum + part.length, 0);

import { expect, test } from "vitest";
import { crc32, zipped } from "./zip";

const bytes = (text: string) => new TextEncoder().encode(text);

test("sums are those of the format", () => {
  expect(crc32(bytes("123456789"))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array())).toBe(0);
});

test("the directory at the end says where each file begins", () => {
  const made = new DataView(zipped(new Map([["a.txt", bytes("one")], ["pictures/b.jpg", bytes("two!")]])));
  const end = made.byteLength - 22;
  expect(made.getUint32(end, true)).toBe(0x06054b50);
  expect(made.getUint16(end + 10, true)).toBe(2);
  let at = made.getUint32(end + 16, true);
  const found: string[] = [];
  for (let file = 0; file < 2; file++) {
    expect(made.getUint32(at, true)).toBe(0x02014b50);
    const name = new TextDecoder().decode(new Uint8Array(made.buffer, at + 46, made.getUint16(at + 28, true)));
    const begin = made.getUint32(at + 42, true);
    expect(made.getUint32(begin, true)).toBe(0x04034b50);
    const content = begin + 30 + made.getUint16(begin + 26, true);
    found.push(`${name}: ${new TextDecoder().decode(new Uint8Array(made.buffer, content, made.getUint32(at + 20, true)))}`);
    at += 46 + made.getUint16(at + 28, true);
  }
  expect(found).toEqual(["a.txt: one", "pictures/b.jpg: two!"]);
});

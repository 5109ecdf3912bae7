import { expect, test } from "vitest";
import { Pictures } from "./pictures";

test("a picture in use is not forgotten, however many there are", async () => {
  const forgotten: string[] = [];
  const pictures = new Pictures(2, (path) => Promise.resolve(`blob:${path}`), (url) => forgotten.push(url));
  for (const path of ["1", "2", "3", "4"]) expect(await pictures.use(path)).toBe(`blob:${path}`);
  expect(forgotten).toEqual([]);
  for (const path of ["1", "2", "3"]) pictures.leave(path);
  await Promise.resolve();
  expect(forgotten).toEqual(["blob:1", "blob:2"]);
});

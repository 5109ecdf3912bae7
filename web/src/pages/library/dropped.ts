// What is dropped on the library: files, and folders of recordings, each folder as one file.

import { zipped } from "./zip";

/** Call it while the event is handled: afterwards the browser has forgotten what was dropped. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const found = [...transfer.items].filter((item) => item.kind === "file").map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files = await Promise.all(found.map(({ entry, file }) => (entry?.isDirectory ? folderOf(entry as FileSystemDirectoryEntry) : file)));
  return files.filter((file) => file !== null);
}

async function folderOf(folder: FileSystemDirectoryEntry): Promise<File> {
  const inside = new Map<string, Uint8Array>();
  await gather(folder, "", inside);
  return new File([zipped(inside)], `${folder.name}.zip`);
}

async function gather(folder: FileSystemDirectoryEntry, at: string, inside: Map<string, Uint8Array>): Promise<void> {
  const reader = folder.createReader();
  // A reader gives a hundred at a time.
  for (let entries = await read(reader); entries.length; entries = await read(reader)) {
    for (const entry of entries) {
      if (entry.isDirectory) await gather(entry as FileSystemDirectoryEntry, `${at}${entry.name}/`, inside);
      else inside.set(at + entry.name, await bytes(entry as FileSystemFileEntry));
    }
  }
}

const read = (reader: FileSystemDirectoryReader) => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));

const bytes = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject)).then(async (file) => new Uint8Array(await file.arrayBuffer()));

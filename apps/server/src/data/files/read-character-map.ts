import { readFile } from 'node:fs/promises';

/** Reads a character map for fonts that a PDF does not contain; they are files of the package pdfjs-dist. */
export async function readCharacterMap(name: string): Promise<Uint8Array> {
  const folder = new URL('./cmaps/', import.meta.resolve('pdfjs-dist/package.json'));
  return new Uint8Array(await readFile(new URL(name, folder)));
}

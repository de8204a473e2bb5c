import { zlibSync } from 'fflate';
import { latin1, type Bytes } from './office-files.ts';

/** Builds a PDF with the given objects, and numbers them. */
export function pdfFile(objects: readonly (string | Bytes)[] = [], end = '%%EOF\n'): Bytes {
  const parts = [
    latin1('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'),
    ...objects.flatMap((object, index) => [
      latin1(`${index + 3} 0 obj\n`),
      typeof object === 'string' ? latin1(object) : object,
      latin1('\nendobj\n'),
    ]),
    latin1(`trailer << /Root 1 0 R >>\nstartxref\n0\n${end}`),
  ];
  return concatBytes(parts);
}

/** Returns an object stream: an object that contains others. */
export function packedObjects(
  text: string,
  filter: '/FlateDecode' | '[/Fl]' | '/LZWDecode' | 'none' = '/FlateDecode',
): Bytes {
  const data = filter === 'none' ? latin1(text) : zlibSync(latin1(text));
  const named = filter === 'none' ? '' : ` /Filter ${filter}`;
  return concatBytes([
    latin1(`<< /Type /ObjStm /N 1 /First 4${named} /Length ${data.length} >>\nstream\r\n`),
    data,
    latin1('\nendstream'),
  ]);
}

/** Concatenates byte arrays. */
export function concatBytes(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

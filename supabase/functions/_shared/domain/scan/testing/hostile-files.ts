import { zlibSync } from 'fflate';
import { changed, findOffset } from './changed-bytes.ts';
import {
  encodeUtf8,
  docx,
  latin1,
  officeFile,
  stored,
  zipFile,
  type Bytes,
} from './office-files.ts';
import { concatBytes } from './pdf-files.ts';

export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('');
export const DDE = ' DDEAUTO c:\\\\windows\\\\cmd.exe &quot;/c calc&quot; ';
export const binaries =
  '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main';
export const macroType = 'application/vnd.ms-word.document.macroEnabled.main+xml';
export const MAIN_TYPE =
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** Returns the relationships of a document, one of which is external. */
export function relation(type: string, target: string, mode = 'External') {
  return {
    'word/_rels/document.xml.rels': encodeUtf8(
      `<r:Relationships><!-- > --><r:Relationship Id='a>b' Type="http://x/${type}" Target="${target}" TargetMode='${mode}'/></r:Relationships>`,
    ),
  };
}

/** Spreads a text over one element per letter. */
export function spread(words: string): string {
  return Array.from(words, (letter) => `<w:r><w:instrText>${letter}</w:instrText></w:r>`).join('');
}

/** Returns a document that lists a part of a content type, under a name that does not reveal it. */
export function withType(type: string): Bytes {
  return officeFile('docx', {}, `${MAIN_TYPE}"/><Override PartName="/a.bin" ContentType="${type}`);
}

/** Returns harmless packed objects with a description. */
export function hidden(description: string): Bytes {
  return packed('5 0 << /Type /Page >>', description, '/Type /ObjStm');
}

/** Returns packed objects that contain a script, with a description. */
export function hiding(description: string, type = '/Type /ObjStm'): Bytes {
  return packed('5 0 << /S /JavaScript /JS (x) >>', description, type);
}

function packed(objects: string, description: string, type: string): Bytes {
  const data = zlibSync(latin1(objects));
  const start = `<< ${description} /N 1 /First 4 /Length ${data.length} ${type} >>\nstream\n`;
  return concatBytes([latin1(start), data, latin1('\nendstream')]);
}

/** Returns an archive that lists an entry inside the data of another entry. */
export function overlapping(): Bytes {
  const inner = { 'word/in.xml': stored(encodeUtf8('x')) };
  const alone = zipFile(inner);
  const copied = alone.slice(0, findOffset(alone, 'PK\u0001\u0002'));
  const bytes = docx({ 'word/outer.bin': stored(copied), ...inner });
  const listed = findOffset(bytes, 'word/in.xml', 'last') - 46;
  const within = findOffset(bytes, 'word/in.xml') - 30;
  return changed(bytes, listed + 42, within % 256, Math.floor(within / 256));
}

/** Returns the dictionary of a stream in which a reader could search for the filter again and again. */
export function slowToFilter(): string {
  const unfinished = `/Filter${' '.repeat(1_500)}`;
  return `<< /Type /ObjStm ${unfinished} /Filter /Fl >>\nstream\n\u0078\u009c\u0003\u0000`;
}

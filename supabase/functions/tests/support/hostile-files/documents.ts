import {
  encodeUtf8,
  latin1,
  officeFile,
  zipFile,
} from '../../../_shared/domain/scan/testing/office-files.ts';
import { compoundFile } from '../../../_shared/domain/scan/testing/compound-files.ts';
import { concatBytes } from '../../../_shared/domain/scan/testing/pdf-files.ts';
import { EICAR, hostileFiles } from './hostile-file.ts';

const docx = (parts?: Parameters<typeof officeFile>[1]) => officeFile('docx', parts);
const xlsx = (parts?: Parameters<typeof officeFile>[1]) => officeFile('xlsx', parts);
const elsewhere = (type: string) => ({
  'word/_rels/document.xml.rels': encodeUtf8(
    `<Relationships><Relationship Type="http://x/${type}" Target="https://x.example/" TargetMode="External"/></Relationships>`,
  ),
});
/** Creates nested documents, `times` deep. */
const nested = (times: number): Uint8Array =>
  docx(times === 0 ? {} : { 'word/embeddings/a.docx': nested(times - 1) });
/** Creates an archive that declares a false size for its first entry. */
function lying(size: number): Uint8Array {
  const bytes = docx();
  const list = new TextDecoder('latin1').decode(bytes).indexOf('PK\u0001\u0002');
  new DataView(bytes.buffer).setUint32(list + 24, size, true);
  return bytes;
}
const entries = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, new Uint8Array(0)]));

/** Office Open XML documents and workbooks, and files that pretend to be one. */
export const documents = hostileFiles(
  ['plain.docx', docx(), 'clean'],
  ['plain.xlsx', xlsx(), 'clean'],
  ['linked.docx', docx(elsewhere('hyperlink')), 'clean'],
  ['chart.docx', docx({ 'word/embeddings/a.xlsx': xlsx() }), 'clean'],
  ['text.docx', encodeUtf8('Quiet after ten.'), 'wrongType'],
  ['workbook.docx', xlsx(), 'wrongType'],
  ['document.xlsx', docx(), 'wrongType'],
  ['archive.docx', zipFile({ 'a.txt': encodeUtf8('a') }), 'wrongType'],
  ['cut.docx', docx().slice(0, -10), 'damaged'],
  ['path.docx', docx({ '../../etc/passwd': encodeUtf8('x') }), 'damaged'],
  ['root.docx', docx({ '/etc/passwd': encodeUtf8('x') }), 'damaged'],
  [
    'entities.docx',
    docx({ '_rels/a.rels': encodeUtf8('<!DOCTYPE a [<!ENTITY b "c">]><a/>') }),
    'damaged',
  ],
  ['smaller.docx', lying(1), 'damaged'],
  ['larger.docx', lying(0x7fffffff), 'damaged'],
  ['before.xlsx', concatBytes([xlsx().slice(0, 4), encodeUtf8('before'), xlsx()]), 'extra'],
  ['twice.docx', docx({ '_RELS/.RELS': encodeUtf8('<a/>') }), 'extra'],
  ['bomb.docx', docx({ 'word/zeros.xml': new Uint8Array(30_000_000) }), 'tooMuch'],
  ['entries.xlsx', xlsx(entries(3_100)), 'tooMuch'],
  ['nested.docx', nested(5), 'embedded'],
  ['object.docx', docx({ 'word/embeddings/oleObject1.bin': encodeUtf8('x') }), 'embedded'],
  ['control.xlsx', xlsx({ 'xl/activeX/activeX1.xml': encodeUtf8('x') }), 'embedded'],
  ['program.docx', docx({ 'word/media/a.png': latin1('MZ\u0090\0') }), 'embedded'],
  ['hidden-object.docx', docx({ 'word/media/a.png': compoundFile() }), 'embedded'],
  ['macros.docx', docx({ 'word/vbaProject.bin': encodeUtf8('x') }), 'macros'],
  ['old-macros.xlsx', xlsx({ 'xl/macrosheets/sheet1.xml': encodeUtf8('<a/>') }), 'macros'],
  ['template.docx', docx(elsewhere('attachedTemplate')), 'elsewhere'],
  ['beacon.docx', docx(elsewhere('image')), 'elsewhere'],
  [
    'link.xlsx',
    xlsx({ 'xl/externalLinks/a.xml': encodeUtf8('<ddeLink ddeService="cmd"/>') }),
    'elsewhere',
  ],
  [
    'field.docx',
    docx({ 'word/a.xml': encodeUtf8('<w:instrText>DDEAUTO cmd </w:instrText>') }),
    'elsewhere',
  ],
  ['locked.docx', compoundFile({ storages: ['EncryptedPackage'] }), 'encrypted'],
  ['virus.xlsx', xlsx({ 'xl/a.xml': encodeUtf8(EICAR) }), 'virus'],
  ['virus-nested.docx', docx({ 'word/a.xlsx': xlsx({ 'xl/a.xml': encodeUtf8(EICAR) }) }), 'virus'],
);

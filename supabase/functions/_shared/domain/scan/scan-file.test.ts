import { deflateSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { REASONS } from './refused.ts';
import { scanFile } from './scan-file.ts';
import { compoundFile } from './testing/compound-files.ts';
import { changed, findOffset } from './testing/changed-bytes.ts';
import {
  EICAR,
  DDE,
  binaries,
  macroType,
  MAIN_TYPE,
  relation,
  spread,
  withType,
  hidden,
  hiding,
  overlapping,
} from './testing/hostile-files.ts';
import {
  encodeUtf8,
  docx,
  latin1,
  officeFile,
  stored,
  zipFile,
  type Bytes,
} from './testing/office-files.ts';
import { concatBytes, packedObjects, pdfFile } from './testing/pdf-files.ts';

describe('common attachments pass', () => {
  const codes = Array.from('Zoë \ud83d\ude00'.split(''), (unit) => unit.charCodeAt(0));
  const utf16 = Uint8Array.of(0xff, 0xfe, ...new Uint8Array(Uint16Array.from(codes).buffer));
  test.each<[string, Bytes]>([
    ['plain.txt', encodeUtf8('Quiet after ten.\r\n\tReally.\f')],
    ['utf-8.txt', encodeUtf8('\ufeffZoë – 😀')],
    ['windows-1252.csv', latin1('Zo\u00eb;5 \u0080\n')],
    ['utf-16.txt', utf16],
    ['paper.pdf', pdfFile()],
    ['paper-1.pdf', pdfFile(['<< /OpenAction [3 0 R /XYZ null null 0] >>'])],
    ['paper-2.pdf', pdfFile(['<< /OpenAction << /S /GoTo /D [3 0 R /Fit] >> >>'])],
    ['paper-3.pdf', pdfFile(['<< /OpenAction 4 0 R >>', '[3 0 R /Fit]'])],
    ['paper-4.pdf', pdfFile([packedObjects('5 0 << /Type /Page >>')])],
    ['paper-5.pdf', pdfFile([packedObjects('5 0 << /Type /Page >>', 'none')])],
    ['paper-6.pdf', pdfFile(['(An /ObjStm, said without one)'])],
    ['paper-7.pdf', pdfFile(['<< /A << /S /URI /URI (https://example.org) >> >>'])],
    ['paper-8.pdf', pdfFile([hidden('/Filter /FlateDecode /DecodeParms << /Predictor 1 >>')])],
    ['letter.docx', docx()],
    ['default.docx', officeFile('docx', {}, `${MAIN_TYPE}"/>${binaries}`)],
    ['linked.docx', docx(relation('hyperlink', 'https://example.org/?a=b&amp;c=d'))],
    [
      'fields.docx',
      docx({ 'word/a.xml': encodeUtf8('<w:instrText> PAGE \\* ADDED DDE-x</w:instrText>') }),
    ],
    ['linked.xlsx', officeFile('xlsx', relation('externalLinkPath', 'file:///C:/budget.xlsx'))],
    ['sheets.xls', compoundFile({ sheet: { listedAs: 0, content: 0x10 }, link: 'budget.xls' })],
    [
      'LETTER.DOCX',
      docx({
        'word/media/image1.png': stored(latin1('\u0089PNG\r\n')),
        'word/empty.xml': new Uint8Array(),
      }),
    ],
    [
      'chart.docx',
      docx({ 'word/embeddings/Microsoft_Excel_Worksheet.xlsx': stored(officeFile('xlsx')) }),
    ],
    ['table.xlsx', officeFile('xlsx')],
    ['old.xls', compoundFile()],
    ['older.xls', compoundFile({ workbook: 'Book' })],
    ['small.xls', compoundFile({ shortAfter: 20 })],
  ])('%s', async (name, bytes) => {
    expect(await scanFile({ name, bytes })).toEqual({ status: 'clean' });
  });
});

const blocked: Record<keyof typeof REASONS, [string, Bytes][]> = {
  wrongType: [
    ['empty.txt', new Uint8Array()],
    ['nothing.exe', encodeUtf8('x')],
    ['pdf.txt', pdfFile()],
    ['zip.txt', docx()],
    ['program.csv', latin1('MZ\u0090\0\u0003')],
    ['nul.txt', latin1('a\0b')],
    ['no-code.txt', latin1('caf\u0081')],
    ['half.txt', Uint8Array.of(0xff, 0xfe, 0x41)],
    ['half-pair.txt', Uint8Array.of(0xff, 0xfe, 0x3d, 0xd8, 0x41, 0x00)],
    ['nul-16.txt', Uint8Array.of(0xfe, 0xff, 0, 0)],
    ['text.pdf', encodeUtf8('Quiet after ten.')],
    ['late.pdf', concatBytes([encodeUtf8('GIF89a'), pdfFile()])],
    ['text.docx', encodeUtf8('Quiet after ten.')],
    ['sheet.docx', officeFile('xlsx')],
    ['letter.xlsx', docx()],
    ['any.docx', zipFile({ 'a.txt': encodeUtf8('a') })],
    [
      'template.docx',
      officeFile(
        'docx',
        {},
        'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
      ),
    ],
    ['new.xls', officeFile('xlsx')],
    ['other.xls', compoundFile({ workbook: 'WordDocument' })],
  ],
  damaged: [
    ['cut.pdf', pdfFile([], '')],
    ['lzw.pdf', pdfFile([packedObjects('5 0 << >>', '/LZWDecode')])],
    ['cut.docx', docx().slice(0, -10)],
    ['cut-data.docx', concatBytes([docx().slice(0, 60), docx().slice(80)])],
    [
      'doctype.docx',
      docx({ '_rels/a.rels': encodeUtf8('<!DOCTYPE x [<!ENTITY e "External">]><x/>') }),
    ],
    [
      'utf-7.docx',
      docx({ '_rels/a.rels': encodeUtf8('<?xml version="1.0" encoding="utf-7"?><x/>') }),
    ],
    ['open.docx', docx({ '_rels/a.rels': encodeUtf8('<Relationship Target="a') })],
    ['away.xls', compoundFile({ sheet: { listedAs: 0, content: 0x10 } }).slice(0, 3_072)],
    ['hex.pdf', pdfFile([hiding('/Filter /ASCIIHexDecode')])],
    ['twice.pdf', pdfFile([hiding('/Filter [/FlateDecode /ASCIIHexDecode]')])],
    ['both.pdf', pdfFile([hiding('/Filter /FlateDecode /Filter /ASCIIHexDecode')])],
    ['turned.pdf', pdfFile([hiding('/Filter /FlateDecode /DecodeParms << /Predictor 12 >>')])],
    ['elsewhere.pdf', pdfFile([hiding('/Filter 9 0 R')])],
    ['path.docx', docx({ '../evil.xml': encodeUtf8('x') })],
    ['root.docx', docx({ '/evil.xml': encodeUtf8('x') })],
    ['method.docx', changed(docx(), findOffset(docx(), 'PK\u0001\u0002') + 10, 12)],
    ['size.docx', changed(docx(), findOffset(docx(), 'PK\u0001\u0002') + 24, 1)],
    ['loop.xls', compoundFile({ directoryLeadsTo: 1 })],
    ['away.xls', compoundFile({ directoryLeadsTo: 5000 })],
    ['cut.xls', compoundFile().slice(0, 600)],
    ['odd.xls', changed(compoundFile(), 30, 3)],
    ['many.xls', changed(compoundFile(), 44, 0xff, 0xff, 0xff, 0x7f)],
  ],
  elsewhere: [
    ['template.docx', docx(relation('attachedTemplate', 'https://x.example/a.dotm'))],
    ['frame.docx', docx(relation('frame', 'https://x.example/'))],
    ['picture.docx', docx(relation('image', '\\\\x.example\\a.png'))],
    ['entity.docx', docx(relation('image', 'https://x.example/', '&#69;xternal'))],
    ['field.docx', docx({ 'word/header1.xml': encodeUtf8(`<w:instrText>${DDE}</w:instrText>`) })],
    ['spread.docx', docx({ 'word/document.xml': encodeUtf8(spread(DDE)) })],
    ['simple.docx', docx({ 'word/a.xml': encodeUtf8(`<w:fldSimple w:instr="${DDE}"/>`) })],
    [
      'dde.xlsx',
      officeFile('xlsx', { 'xl/externalLinks/externalLink1.xml': encodeUtf8('<x:ddeLink/>') }),
    ],
    ['dde.xls', compoundFile({ link: 'cmd\u0003/c calc' })],
  ],
  virus: [
    ['eicar.txt', latin1(EICAR)],
    ['late.csv', concatBytes([new Uint8Array(100_000).fill(65), latin1(EICAR)])],
    ['eicar.pdf', pdfFile([`(${EICAR})`])],
    ['stored.docx', docx({ 'word/a.bin': stored(latin1(`xx${EICAR}`)) })],
    [
      'deflated.docx',
      docx({ 'word/a.bin': concatBytes([new Uint8Array(70_000).fill(66), latin1(EICAR)]) }),
    ],
    [
      'inner.docx',
      docx({ 'word/embeddings/a.xlsx': officeFile('xlsx', { 'xl/a.xml': latin1(EICAR) }) }),
    ],
  ],
  macros: [
    ['macros.docx', docx({ 'word/vbaProject.bin': encodeUtf8('x') })],
    ['type.docx', officeFile('docx', {}, `${macroType} wordprocessingml.document.main+xml`)],
    ['sheet.xlsx', officeFile('xlsx', { 'xl/macrosheets/sheet1.xml': encodeUtf8('<x/>') })],
    [
      'inner.docx',
      docx({
        'word/embeddings/a.xlsx': officeFile('xlsx', { 'xl/vbaProject.bin': encodeUtf8('x') }),
      }),
    ],
    [
      'default.docx',
      officeFile('docx', { 'a.BIN': encodeUtf8('x') }, `${MAIN_TYPE}"/>${binaries}`),
    ],
    ['renamed.docx', withType('application/vnd.ms-office.vbaProject')],
    ['entity.docx', withType('application/vnd.ms-office.vba&#80;roject')],
    ['old-macros.xlsx', withType('application/vnd.ms-excel.intlmacrosheet+xml')],
    [
      'old-macros.docx',
      docx({ 'xl/_rels/a.rels': encodeUtf8('<Relationship Type="/xlMacrosheet"/>') }),
    ],
    ['listed.xls', compoundFile({ sheet: { listedAs: 1, content: 0x10 } })],
    ['module.xls', compoundFile({ sheet: { listedAs: 6, content: 0x10 } })],
    ['unlisted.xls', compoundFile({ sheet: { listedAs: 0, content: 0x40 } })],
    ['macros.xls', compoundFile({ storages: ['_VBA_PROJECT_CUR'] })],
  ],
  embedded: [
    ['object.docx', docx({ 'word/embeddings/oleObject1.bin': encodeUtf8('x') })],
    ['control.docx', docx({ 'word/activeX/activeX1.xml': encodeUtf8('x') })],
    ['hidden.docx', docx({ 'word/media/image1.png': compoundFile() })],
    ['program.docx', docx({ 'word/media/image1.png': latin1('MZ\u0090\0') })],
    ['archive.docx', docx({ 'word/a.bin': zipFile({ 'a.txt': encodeUtf8('a') }) })],
    ['deep.docx', docx({ 'a.docx': docx({ 'b.docx': docx() }) })],
    ['file.pdf', pdfFile(['<< /Type /EmbeddedFile >>'])],
    ['film.pdf', pdfFile(['<< /Subtype /RichMedia >>'])],
    ['chunk.docx', docx({ 'word/_rels/a.rels': encodeUtf8('<Relationship Type="/aFChunk"/>') })],
    ['control.xls', compoundFile({ storages: ['Ctls'] })],
    ['object.xls', compoundFile({ storages: ['MBD0001F2A3'] })],
  ],
  encrypted: [
    ['locked.docx', compoundFile({ storages: ['EncryptedPackage'] })],
    [
      'locked.xlsx',
      changed(officeFile('xlsx'), findOffset(officeFile('xlsx'), 'PK\u0001\u0002') + 8, 1),
    ],
    ['locked.pdf', pdfFile(['<< /Encrypt 5 0 R >>'])],
    ['locked.xls', compoundFile({ hasPassword: true })],
    ['locked-small.xls', compoundFile({ hasPassword: true, shortAfter: 9 })],
  ],
  tooMuch: [
    [
      'entries.docx',
      docx(
        Object.fromEntries(
          Array.from({ length: 3_001 }, (_, index) => [`a${index}`, stored(new Uint8Array())]),
        ),
      ),
    ],
    ['overlap.docx', overlapping()],
  ],
  extra: [
    ['before.docx', concatBytes([docx().slice(0, 4), encodeUtf8('before'), docx()])],
    ['behind.pdf', concatBytes([pdfFile(), docx(), encodeUtf8('%%EOF')])],
    ['name.docx', changed(docx(), 30, 0x58)],
    ['twice.docx', docx({ '_RELS/.rels': encodeUtf8('<x/>') })],
    ['moved.docx', changed(docx(), -6, 0)],
  ],
  scripts: [
    ['script.pdf', pdfFile(['<< /S /JavaScript /JS (app.alert\\(1\\)) >>'])],
    ['escaped.pdf', pdfFile(['<< /S /J#61va#53cript /JS (x) >>'])],
    ['packed.pdf', pdfFile([packedObjects('5 0 << /S /JavaScript /JS (x) >>')])],
    [
      'packed-again.pdf',
      pdfFile([packedObjects(`${'5 0 << /A /B >> '.repeat(9_000)}/JavaScript`, '[/Fl]')]),
    ],
    ['escaped-filter.pdf', pdfFile([hiding('/F#69lter /Fl#61teDecode')])],
    ['no-type.pdf', pdfFile([hiding('/Filter /FlateDecode', '')])],
    ['far.pdf', pdfFile([hiding(`/Filter /FlateDecode${' '.repeat(5_000)}`)])],
    [
      'far-behind.pdf',
      pdfFile([hiding('/Filter /FlateDecode', `/Type /ObjStm${' '.repeat(5_000)}`)]),
    ],
    ['obj.pdf', pdfFile([hiding('/Filter /FlateDecode /X (1 0 obj)')])],
    ['form.pdf', pdfFile(['<< /Fields [] /XFA 5 0 R >>'])],
    ['packed-form.pdf', pdfFile([packedObjects('5 0 \n<< /XFA 6 0 R >>')])],
    ['commented.pdf', pdfFile(['stream\n<< /S /JavaScript >>\nendstream'])],
  ],
  program: [['launch.pdf', pdfFile(['<< /S /Launch /F (cmd.exe) >>'])]],
  opening: [
    ['opens.pdf', pdfFile(['<< /OpenAction << /S /URI /URI (http://x) >> >>'])],
    ['by-number.pdf', pdfFile(['<< /OpenAction 4 0 R >>', '<< /S /URI /URI (http://x) >>'])],
    ['by-name.pdf', pdfFile(['<< /OpenAction 4 0 R >>', '<< /#53 /#55RI /URI (http://x) >>'])],
    ['packed.pdf', pdfFile([packedObjects('5 0 << /OpenAction << /S /URI >> >>')])],
    ['import.pdf', pdfFile(['<< /S /ImportData >>'])],
  ],
};

describe.each(Object.entries(blocked))('blocked: %s', (reason, files) => {
  test.each(files)('%s', async (name, bytes) => {
    expect(await scanFile({ name, bytes })).toEqual({
      status: 'blocked',
      reason: REASONS[reason as keyof typeof REASONS],
    });
  });
});

test('finds a virus across two chunks of a packed entry, wherever it is split', async () => {
  for (let shift = 0; shift < 70; shift += 7) {
    const content = concatBytes([
      crypto.getRandomValues(new Uint8Array(4_060 + shift)),
      latin1(EICAR),
    ]);
    const bytes = docx({ 'word/a.bin': content });
    expect(deflateSync(content).length).toBeGreaterThan(4_096);
    expect((await scanFile({ name: 'a.docx', bytes })).status).toBe('blocked');
  }
});

import { zlibSync } from 'fflate';
import { expect, test } from 'vitest';
import { checkPdf } from './check-pdf.ts';
import { Refused, type REASONS } from './refused.ts';
import { hiding } from './testing/hostile-files.ts';
import { encodeUtf8, latin1, type Bytes } from './testing/office-files.ts';
import { concatBytes, pdfFile } from './testing/pdf-files.ts';

const check = (bytes: Bytes, kind: 'pdf' | 'txt' = 'pdf') => checkPdf({ kind, bytes });
const away = '<< /S /URI /URI (http://x) >>';

/** Returns an object stream: a table of object numbers and offsets, then the objects. */
function packed(
  list: string,
  objects: string,
  first = list.length,
  filter = '/Filter /FlateDecode',
): Bytes {
  const data = filter === '' ? latin1(list + objects) : zlibSync(latin1(list + objects));
  return concatBytes([
    latin1(`<< /Type /ObjStm /N 1 /First ${first} ${filter} >> \nstream\n`),
    data,
    latin1('\nendstream'),
  ]);
}

test.each<[string, Bytes]>([
  ['its end 1,024 bytes before the last', pdfFile([], `%%EOF${' '.repeat(1_019)}`)],
  ['an action elsewhere that is clicked', pdfFile([away, '<< /OpenAction 9 0 R >>'])],
  ['an opening at a page by a name with a code', pdfFile(['<< /OpenAction << /S /Go#54o >> >>'])],
  ['an opening at a page, in lines', pdfFile(['<< /OpenAction\r\n[ 3 0 R /Fit ] >>'])],
  ['a packed action elsewhere', pdfFile(['<< /OpenAction 3 0 R >>', packed('8 0 ', away)])],
  [
    'an opening at a page, without blanks',
    pdfFile(['<</OpenAction<</Type/Action/S/GoTo/D[3 0 R]>>>>']),
  ],
  [
    'an action elsewhere behind the page that opens',
    pdfFile(['<< /OpenAction 77 0 R >>', `<< >>\nendobj\n77 0\n44 0 obj\n${away}`]),
  ],
  ['packed objects of which the list lies', pdfFile([packed('8 900 ', '<< /A 1 >>')])],
  ['packed objects that begin behind their end', pdfFile([packed('8 0 ', '<< /XFA 1 >>', 900)])],
  [
    'packed objects in parts',
    pdfFile([packed('8 0 ', '<< >>', 4, '/Filter /Fl /DecodeParms null')]),
  ],
  [
    'packed objects with a predictor that does nothing',
    pdfFile([packed('8 0 ', '<< >>', 4, '/Filter [/Fl] /DP [<< /Predictor 1 >>]')]),
  ],
  ['an object that only says to be packed ones', pdfFile(['<< /Type /ObjStm /First 4 >> streak'])],
  [
    'another stream that is packed twice',
    pdfFile(['<< /Filter [/A85 /Fl] >> stream\nx\nendstream']),
  ],
])('a PDF with %s passes', async (_, bytes) => {
  await expect(check(bytes)).resolves.toBeUndefined();
});

test.each<[string, keyof typeof REASONS, Bytes]>([
  ['its end too early', 'damaged', pdfFile([], `%%EOF${' '.repeat(1_020)}`)],
  ['an archive behind it', 'extra', pdfFile([], `PK\u0005\u0006${' '.repeat(0xffff)}%%EOF`)],
  ['a rendition', 'scripts', pdfFile(['<< /S /Rendition >>'])],
  ['a list of files', 'embedded', pdfFile(['<< /EmbeddedFiles 5 0 R >>'])],
  [
    'a form to send on opening',
    'opening',
    pdfFile(['<< /OpenAction 4 0 R >>', '<< /S /SubmitForm >>']),
  ],
  ['another file on opening', 'opening', pdfFile(['<< /OpenAction 4 0 R >>', '<< /S /GoToR >>'])],
  ['a file in it on opening', 'opening', pdfFile(['<< /OpenAction 4 0 R >>', '<< /S /GoToE >>'])],
  [
    'an action on opening by a second entry',
    'opening',
    pdfFile(['<< /OpenAction 4 0 R >>', '<< /S /GoTo /S /URI >>']),
  ],
  [
    'a packed action on opening',
    'opening',
    pdfFile(['<< /OpenAction 8 0 R >>', packed('8 0 ', away)]),
  ],
  [
    'a second packed action on opening',
    'opening',
    pdfFile(['<< /OpenAction 8 0 R >>', packed('7 0 8 6 ', `<< >> ${away}`)]),
  ],
  [
    'a packed action on opening, in a list with blanks',
    'opening',
    pdfFile(['<< /OpenAction 8 0 R >>', packed(' 8 \r\n0 ', away)]),
  ],
  [
    'an action on opening by a long number in lines',
    'opening',
    pdfFile(['<< /OpenAction\n44 \r\n10 \n R >>', `<< >>\nendobj\n44 \n10 \n obj\n${away}`]),
  ],
  [
    'a text on opening that names a page',
    'opening',
    pdfFile(['<< /OpenAction (<< /S /GoTo >>) >>']),
  ],
  [
    'an open action on opening',
    'opening',
    pdfFile(['<< /OpenAction 8 0 R >>', packed('8 0 ', away, 4, '')]),
  ],
  ['something else on opening', 'opening', pdfFile(['<< /OpenAction (x) >>'])],
  ['a name behind the first 256 KB', 'program', pdfFile([`(${'x'.repeat(256 * 1024)}/Launch)`])],
  ['a name across 256 KB', 'program', launchAt(256 * 1024)],
  ['a packed script of one line end', 'scripts', pdfFile([hiding('/Filter /FlateDecode')])],
  [
    'packed objects by another name',
    'damaged',
    pdfFile([packed('8 0 ', '<< >>', 4, '/Filter /FlateDecodes')]),
  ],
  [
    'packed objects turned around',
    'damaged',
    pdfFile([packed('8 0 ', '<< >>', 4, '/Filter /Fl /DP << /Predictor 15 >>')]),
  ],
  ['a long list of packed objects', 'tooMuch', pdfFile([packed('1 0 '.repeat(65_537), '<< >>')])],
])('a PDF with %s is refused as %s', async (_, reason, bytes) => {
  await expect(check(bytes)).rejects.toThrow(new Refused(reason));
});

/** Returns a PDF with a name that starts just before an offset. */
function launchAt(offset: number): Bytes {
  const before = pdfFile(['(']).indexOf(0x28) + 1;
  return pdfFile([`(${'x'.repeat(offset - before - 3)}/Launch)`]);
}

test('a PDF contains at most 1,000 actions on opening', async () => {
  const openings = (count: number) => pdfFile(['/OpenAction [3 0 R] '.repeat(count)]);
  await expect(check(openings(1_000))).resolves.toBeUndefined();
  await expect(check(openings(1_001))).rejects.toThrow(new Refused('tooMuch'));
});

test('files of other types are skipped', async () => {
  await expect(check(encodeUtf8('x'), 'txt')).resolves.toBeUndefined();
});

import { concatBytes } from '../../scan/testing/pdf-files.ts';
import { latin1, type Bytes } from '../../scan/testing/office-files.ts';
import type { ReadingCase } from './reading-case.ts';

const ESCAPED = /[()\\]/g;
const WIDTH = 600;
const HEIGHT = 800;

/** Returns a text at a position from the top left corner of the page. */
function at(left: number, top: number, text: string, size = 10): string {
  return `BT /F1 ${size} Tf 1 0 0 1 ${left} ${HEIGHT - top} Tm (${text.replaceAll(ESCAPED, '\\$&')}) Tj ET\n`;
}

interface Page {
  content: string;
  /** Annotations with their entries and their rectangle from the top left corner. */
  annotations?: readonly (readonly [entries: string, box: readonly number[]])[];
  page?: string;
  font?: string;
}

const HELVETICA = '/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding';

/** Builds a PDF of one page. */
function pdf({ content, annotations = [], page = '', font = HELVETICA }: Page): Bytes {
  const boxes = annotations.map(([entries, [left = 0, top = 0, right = 0, bottom = 0]]) => {
    const subtype = entries.includes('/Subtype') ? '' : '/Subtype /Widget';
    return `<< /Type /Annot ${subtype} /Rect [${left} ${HEIGHT - bottom} ${right} ${HEIGHT - top}] ${entries} >>`;
  });
  const numbers = boxes.map((_, index) => `${6 + index} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${numbers}] >> >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents 5 0 R /Annots [${numbers}] ${page} /Resources << /Font << /F1 4 0 R >> >> >>`,
    `<< /Type /Font ${font} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...boxes,
  ];
  return concatBytes([
    latin1('%PDF-1.7\n'),
    ...objects.map((object, index) => latin1(`${index + 1} 0 obj\n${object}\nendobj\n`)),
    latin1(`trailer << /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n0\n%%EOF\n`),
  ]);
}

function page(name: string, text: string, content: Page, notes: string[] = []): ReadingCase {
  return {
    name: `${name}.pdf`,
    bytes: pdf(content),
    text: text === '' ? '' : `${text}\n\n`,
    notes,
  };
}

const left = [
  'Visitors of the house sign the',
  'book at the door and wear a',
  'badge until they leave. Each',
  'badge has a number.',
];
const right = [
  'The worker on duty locks the',
  'gate at nine and checks each',
  'window before the night and',
  'writes it down.',
];
const lines = (texts: readonly string[], x: number, top = 100) =>
  texts.map((text, index) => at(x, top + index * 14, text));
const field = (name: string, value: string, more = '') =>
  `/FT /Tx /T (${name}) /V (${value}) ${more}`;
const cjk = (encoding: string, ordering: string) =>
  `/Subtype /Type0 /BaseFont /Ryumin /Encoding /${encoding} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin ` +
  `/CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /Ryumin /Flags 4 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 1 /Descent 0 /StemV 1 >> >>]`;

/** PDFs whose pieces are in another order than they are read, forms, and fonts that are not embedded. */
export const pdfCases: readonly ReadingCase[] = [
  page('from-bottom-to-top', 'Roster\nMonday\nTuesday\nWednesday', {
    content: ['Wednesday', 'Tuesday', 'Monday', 'Roster']
      .map((text, index) => at(50, 142 - index * 14, text))
      .join(''),
  }),
  page('head-drawn-last', 'House rules\n\nBe kind.\nBe quiet.', {
    content: at(50, 100, 'Be kind.') + at(50, 114, 'Be quiet.') + at(50, 60, 'House rules', 14),
  }),
  page('columns-line-by-line', [...left, ...right].join('\n'), {
    content: lines(left, 50)
      .flatMap((line, index) => [line, lines(right, 300)[index] ?? ''])
      .join(''),
  }),
  page(
    'columns-under-a-title',
    ['Safety in the house and in the garden', '', ...left, ...right].join('\n'),
    {
      content:
        lines(right, 300).join('') +
        lines(left, 50).join('') +
        at(150, 60, 'Safety in the house and in the garden', 12),
    },
  ),
  page('table-by-column', 'Name Dose When\nIron 65 mg Morning\nZinc 25 mg Noon\nTea 1 cup Night', {
    content:
      lines(['Name', 'Iron', 'Zinc', 'Tea'], 50).join('') +
      lines(['Dose', '65 mg', '25 mg', '1 cup'], 200).join('') +
      lines(['When', 'Morning', 'Noon', 'Night'], 350).join(''),
  }),
  page('table-by-row', 'Rent 1,200\nPower 90\nWater 45', {
    content: [
      ['Rent', '1,200'],
      ['Power', '90'],
      ['Water', '45'],
    ]
      .map(
        ([name = '', cost = ''], index) =>
          at(50, 100 + index * 14, name) + at(300, 100 + index * 14, cost),
      )
      .join(''),
  }),
  page('two-addresses', 'From\nAcacia House\nShepparton\nTo\nBoronia House\nBendigo', {
    content:
      lines(['From', 'Acacia House', 'Shepparton'], 50).join('') +
      lines(['To', 'Boronia House', 'Bendigo'], 300).join(''),
  }),
  page('words-in-pieces', 'Give two tablets with water', {
    content:
      at(50, 100, 'Give') +
      at(73, 100, 'two') +
      at(92, 100, 'tablets') +
      at(125, 100, 'with') +
      at(146, 100, 'water'),
  }),
  page('letters-in-pieces', 'Worker', {
    content: at(50, 100, 'W') + at(59.1, 100, 'or') + at(68, 100, 'ker'),
  }),
  page('spaces-as-offsets', 'No milk today', {
    content: `BT /F1 10 Tf 1 0 0 1 50 700 Tm [(No) -300 (m) 20 (ilk) -280 (today)] TJ ET`,
  }),
  page('bold-by-shadow', 'Allergies', {
    content: at(50, 100, 'Allergies') + at(50.3, 100, 'Allergies'),
  }),
  page('raised-index', 'Area 20 m2 of garden', {
    content: at(50, 100, 'Area 20 m') + at(97, 96.5, '2', 6) + at(103, 100, 'of garden'),
  }),
  page('page-on-its-side', 'First line\nSecond line', {
    content:
      'BT /F1 10 Tf 0 1 -1 0 100 50 Tm (First line) Tj ET BT /F1 10 Tf 0 1 -1 0 114 50 Tm (Second line) Tj ET',
    page: '/Rotate 90',
  }),
  page('note-at-the-margin', 'Plan of May\n\nDraft of April', {
    content:
      'BT /F1 10 Tf 0 1 -1 0 20 300 Tm (Draft of April) Tj ET\n' + at(50, 100, 'Plan of May'),
  }),
  page('form', 'Name: Asha P.\n\nSuburb: Kew Postcode: 3101\n\nNotes:\nCalm today.\nSlept well.', {
    content:
      at(50, 100, 'Name:') +
      at(50, 130, 'Suburb:') +
      at(250, 130, 'Postcode:') +
      at(50, 160, 'Notes:'),
    annotations: [
      [field('c', 'Calm today.\\nSlept well.', '/Ff 4096'), [50, 165, 400, 220]],
      [field('p', '3101'), [310, 120, 360, 134]],
      [field('n', 'Asha P.'), [200, 90, 400, 104]],
      [field('s', 'Kew'), [100, 120, 200, 134]],
      [field('hidden', 'Secret', '/F 2'), [100, 300, 200, 314]],
      [field('pin', '1234', '/Ff 8192'), [100, 320, 200, 334]],
      [field('empty', ''), [100, 340, 200, 354]],
    ],
  }),
  page('form-without-labels', 'Emergency contact: Mei Lin\n\nphone: 5550 1234', {
    content: '',
    annotations: [
      [field('a.contact', 'Mei Lin', '/TU (Emergency contact)'), [50, 90, 200, 104]],
      [field('a.phone', '5550 1234'), [50, 120, 200, 134]],
    ],
  }),
  page('ticks-and-choices', 'Diet: Soft food\n\nMeals: ☒ Lunch ☐ Dinner\n\nPaid: ☐ yes ☒ no', {
    content:
      at(50, 100, 'Diet:') +
      at(50, 130, 'Meals:') +
      at(115, 130, 'Lunch') +
      at(215, 130, 'Dinner') +
      at(50, 160, 'Paid:') +
      at(115, 160, 'yes') +
      at(215, 160, 'no'),
    annotations: [
      [
        '/FT /Ch /T (d) /V (s) /Opt [[(n) (Normal)] [(s) (Soft food)]] /Ff 131072',
        [100, 90, 200, 104],
      ],
      [
        '/FT /Btn /T (l) /V /Yes /AS /Yes /AP << /N << /Yes 5 0 R /Off 5 0 R >> >>',
        [100, 121, 110, 131],
      ],
      [
        '/FT /Btn /T (e) /V /Off /AS /Off /AP << /N << /Yes 5 0 R /Off 5 0 R >> >>',
        [200, 121, 210, 131],
      ],
      [
        '/FT /Btn /Ff 32768 /T (r1) /V /n /AS /Off /AP << /N << /y 5 0 R /Off 5 0 R >> >>',
        [100, 151, 110, 161],
      ],
      [
        '/FT /Btn /Ff 32768 /T (r2) /V /n /AS /n /AP << /N << /n 5 0 R /Off 5 0 R >> >>',
        [200, 151, 210, 161],
      ],
    ],
  }),
  page('text-written-onto-a-page', 'Signed by: Mei Lin', {
    content: at(50, 100, 'Signed by:'),
    annotations: [['/Subtype /FreeText /Contents (Mei Lin) /DA (/F1 10 Tf)', [120, 90, 250, 104]]],
  }),
  page('japanese-without-font', '日本', {
    content: 'BT /F1 12 Tf 50 700 Td <93fa967b> Tj ET',
    font: cjk('90ms-RKSJ-H', 'Japan1'),
  }),
  page('chinese-without-font', '中国', {
    content: 'BT /F1 12 Tf 50 700 Td <4e2d56fd> Tj ET',
    font: cjk('UniGB-UCS2-H', 'GB1'),
  }),
];

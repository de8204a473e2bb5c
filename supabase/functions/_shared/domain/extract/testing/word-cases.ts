import { encodeUtf8, officeFile } from '../../scan/testing/office-files.ts';
import { paragraph, wordDocument } from './documents.ts';
import type { ReadingCase } from './reading-case.ts';

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const symbol = (font: string, char: string) =>
  `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`;
const cell = (text: string, properties = '') =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
const list = (id: number, level: number, text: string) =>
  p(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`);
const part = (content: string) => encodeUtf8(`<w:part>${content}</w:part>`);
const relations = (...all: readonly (readonly [id: string, type: string, target: string])[]) =>
  encodeUtf8(
    `<Relationships>${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`,
  );

const oldBox = (state: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:sizeAuto/>${state}</w:checkBox></w:ffData></w:fldChar></w:r>` +
  '<w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
const control = (state: string, content: string) =>
  `<w:sdt><w:sdtPr><w14:checkbox>${state}</w14:checkbox></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`;
const numbering = part(
  `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '(%2)')}${level(2, 'lowerRoman', '%3.')}</w:abstractNum>` +
    `<w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1', '<w:pStyle w:val="Heading1"/>')}${level(1, 'decimal', '%1.%2', '<w:pStyle w:val="Heading2"/>')}</w:abstractNum>` +
    `<w:abstractNum w:abstractNumId="2">${level(0, 'bullet', '&#xF0B7;', '<w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr>')}${level(1, 'bullet', '&#xF0A8;', '<w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr>')}</w:abstractNum>` +
    `<w:abstractNum w:abstractNumId="3">${level(0, 'upperRoman', 'Part %1', '<w:suff w:val="nothing"/>')}${level(1, 'decimalZero', '%1-%2', '<w:isLgl/>')}${level(2, 'ordinal', '%3')}${level(3, 'none', '')}</w:abstractNum>` +
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>' +
    '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>' +
    '<w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>' +
    '<w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>' +
    '<w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num>',
);
const styles = part(
  '<w:style w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>' +
    '<w:style w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Heading1"/><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="2"/></w:numPr></w:pPr></w:style>' +
    '<w:style w:styleId="berschrift"><w:name w:val="heading 3"/></w:style>',
);
const lists = { 'word/numbering.xml': numbering, 'word/styles.xml': styles };

const headers = {
  'word/_rels/document.xml.rels': relations(
    ['h1', 'header', 'header1.xml'],
    ['h2', 'header', 'header2.xml'],
    ['h3', 'header', 'header3.xml'],
    ['f1', 'footer', 'footer1.xml'],
  ),
  'word/header1.xml': part(paragraph('Participant: Asha P.')),
  'word/header2.xml': part(paragraph('Participant: Asha P.')),
  'word/header3.xml': part(paragraph('First page only')),
  'word/footer1.xml': part(paragraph('Version 3, review in May')),
};
const reference = (kind: string, id: string, type = 'default') =>
  `<w:${kind}Reference w:type="${type}" r:id="${id}"/>`;

const box = (text: string) =>
  '<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent>' +
  `${paragraph(text)}</w:txbxContent></wps:txbx></w:drawing></mc:Choice>` +
  `<mc:Fallback><w:pict><v:textbox><w:txbxContent>${paragraph(text)}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;

function word(
  name: string,
  body: string,
  text: string,
  more: Partial<ReadingCase> & { parts?: Parameters<typeof wordDocument>[1] } = {},
): ReadingCase {
  const { parts, ...others } = more;
  return { name: `${name}.docx`, bytes: wordDocument(body, parts), text, ...others };
}

/** Word documents: forms, lists, headers, boxes, notes, tables and tracked changes. */
export const wordCases: readonly ReadingCase[] = [
  {
    name: 'main-part-elsewhere.docx',
    bytes: officeFile('docx', {
      '_rels/.rels': relations(['m', 'officeDocument', '/docs/main7.xml']),
      'docs/main7.xml': encodeUtf8(
        `<w:document><w:body>${paragraph('Fire plan')}</w:body></w:document>`,
      ),
      'word/document.xml': encodeUtf8('<w:document/>'),
    }),
    text: 'Fire plan\n\n',
  },
  word(
    'boxes-of-symbols',
    p(`${symbol('Wingdings', 'F0FE')}${run(' Gluten')}`) +
      p(`${symbol('Wingdings', 'F0FD')}${run(' Nuts')}`) +
      p(`${symbol('Wingdings', 'F06F')}${run(' Eggs')}`) +
      p(`${symbol('Wingdings 2', 'F052')}${run(' Soy')}`) +
      p(`${symbol('Wingdings 2', 'F0A3')}${run(' Milk')}`) +
      p(`${run('\u00fe', '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>')}${run(' Fish')}`),
    '☒ Gluten\n\n☒ Nuts\n\n☐ Eggs\n\n☒ Soy\n\n☐ Milk\n\n☒ Fish\n\n',
  ),
  word(
    'boxes-of-old-forms',
    p(`${oldBox('<w:default w:val="1"/>')}${run(' Walks alone')}`) +
      p(`${oldBox('<w:default w:val="1"/><w:checked w:val="0"/>')}${run(' Uses a cane')}`) +
      p(`${oldBox('<w:default w:val="0"/><w:checked/>')}${run(' Uses a frame')}`) +
      p(`${oldBox('')}${run(' Uses a hoist')}`),
    '☒ Walks alone\n\n☐ Uses a cane\n\n☒ Uses a frame\n\n☐ Uses a hoist\n\n',
  ),
  word(
    'boxes-of-controls',
    p(`${control('<w14:checked w14:val="1"/>', symbol('Wingdings', 'F0FC'))}${run(' Consent')}`) +
      p(`${control('<w14:checked w14:val="0"/>', run('\u2610'))}${run(' Photos')}`) +
      control('<w14:checked w14:val="1"/>', p(run('\u2612'))),
    '☒ Consent\n\n☐ Photos\n\n☒\n\n',
  ),
  word(
    'choice-of-an-old-form',
    p(
      `${run('Diet: ')}<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="Soft"/><w:listEntry w:val="Puree"/></w:ddList></w:ffData></w:fldChar></w:r>`,
    ),
    'Diet: Puree\n\n',
  ),
  word(
    'symbols',
    p(
      `${run('38.5 ')}${symbol('Symbol', 'F0B0')}${run('C, ')}${symbol('Symbol', 'F0A3')}${run(' 5 ')}${symbol('Symbol', 'F06D')}${run('g')}`,
    ),
    '38.5 °C, ≤ 5 μg\n\n',
  ),
  word(
    'headers',
    paragraph('Text') +
      p('', `<w:sectPr>${reference('header', 'h1')}${reference('footer', 'f1')}</w:sectPr>`) +
      paragraph('More') +
      `<w:sectPr>${reference('header', 'h2')}${reference('header', 'h3', 'first')}${reference('footer', 'f1')}</w:sectPr>`,
    'Participant: Asha P.\n\nText\n\nMore\n\nVersion 3, review in May\n\n',
    { parts: headers },
  ),
  word(
    'header-of-the-first-page',
    `${paragraph('Text')}<w:sectPr>${reference('header', 'h3', 'first')}${reference('header', 'h1', 'even')}<w:titlePg/></w:sectPr>`,
    'First page only\n\nText\n\n',
    { parts: headers },
  ),
  word(
    'text-box',
    p(`${run('Lift with ')}${box('Sling: size L')}${run('two people.')}`) + paragraph('Then rest.'),
    'Lift with two people.\n\nSling: size L\n\nThen rest.\n\n',
  ),
  word(
    'text-box-in-a-cell',
    `<w:tbl>${row(`<w:tc>${p(`${run('Bed')}${box('Rails up')}`)}</w:tc>`, cell('Night'))}</w:tbl>`,
    'Bed Rails up | Night\n\n',
  ),
  word(
    'watermark',
    p(`<w:r><w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>${run('Plan')}`),
    'Plan\n\nDRAFT\n\n',
  ),
  word(
    'footnotes',
    p(`${run('Give with food.')}<w:r><w:footnoteReference w:id="2"/></w:r>`) +
      p(
        `${run('Stop if drowsy.')}<w:r><w:footnoteReference w:id="3"/></w:r><w:del><w:r><w:footnoteReference w:id="4"/></w:r></w:del><w:r><w:endnoteReference w:id="2"/></w:r>`,
      ),
    'Give with food. (note 1)\n\nStop if drowsy. (note 2) (endnote 1)\n\nNote 1: Not with milk.\n\nNote 2: Ring the pharmacist.\n\nEndnote 1: Guide of 2025.\n\n',
    {
      parts: {
        'word/footnotes.xml': part(
          `<w:footnote w:id="-1" w:type="separator">${paragraph('---')}</w:footnote>` +
            `<w:footnote w:id="2">${p(`<w:r><w:footnoteRef/></w:r>${run(' Not with milk.')}`)}</w:footnote>` +
            `<w:footnote w:id="3">${paragraph('Ring the pharmacist.')}</w:footnote>` +
            `<w:footnote w:id="4">${paragraph('Gone.')}</w:footnote>`,
        ),
        'word/endnotes.xml': part(`<w:endnote w:id="2">${paragraph('Guide of 2025.')}</w:endnote>`),
      },
    },
  ),
  word(
    'numbered-steps',
    list(1, 0, 'Wash hands') +
      list(1, 1, 'Soap') +
      list(1, 1, 'Rinse') +
      list(1, 2, 'Warm') +
      list(1, 0, 'Dry') +
      list(1, 1, 'Towel') +
      list(4, 0, 'New list') +
      list(4, 0, 'Goes on'),
    '1. Wash hands\n\n(a) Soap\n\n(b) Rinse\n\ni. Warm\n\n2. Dry\n\n(a) Towel\n\n1. New list\n\n2. Goes on\n\n',
    { parts: lists },
  ),
  word(
    'numbered-headings',
    paragraph('Meals', 'Heading1') +
      paragraph('Lunch', 'Heading2') +
      paragraph('Dinner', 'Heading2') +
      paragraph('Sleep', 'Heading1') +
      paragraph('Nights', 'Heading2') +
      p(run('Plain'), '<w:pStyle w:val="Heading1"/><w:numPr><w:numId w:val="0"/></w:numPr>'),
    '1 Meals\n\n1.1 Lunch\n\n1.2 Dinner\n\n2 Sleep\n\n2.1 Nights\n\nPlain\n\n',
    { parts: lists },
  ),
  word(
    'bullets-and-boxes',
    list(3, 0, 'Keys') + list(3, 1, 'Returned'),
    '• Keys\n\n☐ Returned\n\n',
    { parts: lists },
  ),
  word(
    'other-numbers',
    list(5, 0, ': Care') +
      list(5, 1, 'Bath') +
      list(5, 2, 'visit') +
      list(5, 3, 'No number') +
      list(9, 0, 'No list'),
    'Part I: Care\n\n1-1 Bath\n\n1st visit\n\nNo number\n\nNo list\n\n',
    { parts: lists },
  ),
  word(
    'merged-table',
    `<w:tbl>${row(cell('Roster of May', '<w:gridSpan w:val="3"/>'))}${row(cell('Day'), cell('Times', '<w:gridSpan w:val="2"/>'))}${row(cell('Monday', '<w:vMerge w:val="restart"/>'), cell('9:00'), cell('Ines'))}${row(cell('', '<w:vMerge/>'), cell('14:00'), cell('Joel'))}${row(cell('Tuesday', '<w:vMerge w:val="restart"/>'), cell('9:00'), cell('Mei'))}</w:tbl>`,
    'Roster of May\nDay | Times | Times\nMonday | 9:00 | Ines\nMonday | 14:00 | Joel\nTuesday | 9:00 | Mei\n\n',
  ),
  word(
    'nested-table',
    `<w:tbl>${row(cell('Contacts'), `<w:tc><w:tbl>${row(cell('Mei'), cell('1'))}${row(cell('Joel'), cell('2'))}</w:tbl>${paragraph('')}</w:tc>`, cell('End'))}</w:tbl>`,
    'Contacts | Mei | 1; Joel | 2 | End\n\n',
  ),
  word(
    'deleted-row',
    `<w:tbl>${row(cell('Medicine'), cell('Dose'))}<w:tr><w:trPr><w:del w:id="1"></w:del></w:trPr>${cell('Old')}${cell('5 mg')}</w:tr>${row(cell('Iron'), `<w:tc><w:p><w:del><w:r><w:delText>5 mg</w:delText></w:r></w:del><w:ins><w:r><w:t>10 mg</w:t></w:r></w:ins></w:p></w:tc>`)}${row(cell('Gone', '<w:cellDel/>'), cell('Left'))}</w:tbl>`,
    'Medicine | Dose\nIron | 10 mg\nLeft\n\n',
  ),
  word(
    'joined-paragraphs',
    p(run('The worker '), '<w:rPr><w:del w:id="1"/></w:rPr>') +
      p(run('signs.')) +
      p(run('Moved'), '<w:rPr><w:ins w:id="2"/></w:rPr>') +
      `<w:p><w:moveFrom>${run('Away')}</w:moveFrom></w:p>`,
    'The worker signs.\n\nMoved\n\n',
  ),
  word(
    'earlier-properties',
    p(
      run('Now plain'),
      '<w:pPrChange><w:pPr><w:pStyle w:val="Heading1"/><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:pPrChange>',
    ) + p(run('2 mL', '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>')),
    'Now plain\n\n2 mL\n\n',
    { parts: { 'word/numbering.xml': numbering } },
  ),
  word(
    'hidden-text',
    p(run('Shown') + run(' secret', '<w:vanish/>') + run(' again', '<w:vanish w:val="0"/>')),
    'Shown again\n\n',
    { notes: ['hidden-text.docx has hidden text, which was not read.'] },
  ),
  word(
    'pictures',
    p('<w:r><w:drawing><pic:blipFill><a:blip/></pic:blipFill></w:drawing></w:r>') +
      p(`<w:r><w:drawing><c:chart/></w:drawing></w:r>${run('Chart of falls')}`),
    'Chart of falls\n\n',
    { notes: ['pictures.docx has 2 pictures, which were not read.'] },
  ),
  word('only-a-picture', p('<w:r><w:drawing><a:blip/></w:drawing></w:r>'), '', {
    notes: ['only-a-picture.docx has a picture, which was not read.'],
  }),
  word(
    'pronunciation',
    p(
      '<w:r><w:ruby><w:rt><w:r><w:t>とう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東</w:t></w:r></w:rubyBase></w:ruby></w:r>',
    ),
    '東\n\n',
  ),
  word(
    'tab-stops',
    p(
      run('Name') + '<w:r><w:tab/></w:r>' + run('Mei'),
      '<w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs>',
    ),
    'Name\tMei\n\n',
  ),
];

import { expect, test } from 'vitest';
import { encodeUtf8, officeFile } from '../scan/testing/office-files.ts';
import { extractFile } from './extract-file.ts';
import type { ExtractionLimits } from './extracted-file.ts';

interface Book {
  /** The rows of each sheet, by its title. */
  sheets?: Record<string, string>;
  /** The attributes of each sheet in the list of sheets, by its title. */
  states?: Record<string, string>;
  properties?: string;
  texts?: string;
  styles?: string;
  /** The folder of the sheets in the workbook's relationships. */
  folder?: string;
}

function read(
  { sheets = {}, states = {}, properties = '', texts = '', styles = '', folder = '' }: Book,
  limits: Partial<ExtractionLimits> = {},
) {
  const titles = Object.keys(sheets);
  const list = titles.map(
    (title, at) => `<sheet name="${title}" ${states[title] ?? ''} r:id="r${at}"/>`,
  );
  const places = titles.map(
    (_, at) => `<Relationship Id="r${at}" Target="${folder}worksheets/Sheet${at}.xml"/>`,
  );
  const bytes = officeFile('xlsx', {
    'xl/workbook.xml': encodeUtf8(
      `<workbook>${properties}<sheets>${list.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': encodeUtf8(
      `<R><Other Id="r0" Target="x"/>${places.join('')}</R>`,
    ),
    'xl/sharedStrings.xml': encodeUtf8(`<sst>${texts}</sst>`),
    'xl/styles.xml': encodeUtf8(`<styleSheet>${styles}</styleSheet>`),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/worksheets/Sheet${at}.xml`,
        encodeUtf8(
          `<worksheet><dim/><sheetData>${rows}</sheetData><after><row r="99"><c><v>x</v></c></row></after></worksheet>`,
        ),
      ]),
    ),
  });
  return extractFile({ name: 'a.xlsx', bytes }, limits);
}

/** Returns the cells of the rows below a header row. */
async function cellsOf(rows: string, book: Book = {}): Promise<(string[] | undefined)[]> {
  const names = '<row r="1"><c r="A1" t="str"><v>A</v></c><c r="B1" t="str"><v>B</v></c></row>';
  const { tables } = await read({ ...book, sheets: { S: names + rows } });
  return tables[0]?.rows.map(({ cells }) => cells) ?? [];
}
const value = (cell: string) => `<row><c>${'<v>x</v>'}</c>${cell}</row>`;
const shown = async (cell: string, book: Book = {}) => (await cellsOf(value(cell), book))[0]?.[1];

test.each([
  ['<c><v>0.30000000000000004</v></c>', '0.3'],
  ['<c><v>1E3</v></c>', '1000'],
  ['<c t="b"><v>1</v></c>', 'TRUE'],
  ['<c t="b"><v>0</v></c>', 'FALSE'],
  ['<c t="e"><v>#N/A</v></c>', '#N/A'],
  ['<c t="str"><f>A1</f><v>007</v></c>', '007'],
  ['<c t="inlineStr"><is><t>in &amp; line</t></is></c>', 'in & line'],
  ['<c t="inlineStr"><is><t>ka</t><rPh><t>KA</t></rPh><t>na</t></is></c>', 'kana'],
  ['<c><v>about 5</v></c>', 'about 5'],
  ['<c><v>Infinity</v></c>', 'Infinity'],
  ['<c t="s"><v>9</v></c>', undefined],
  ['<c><v/>5</c>', undefined],
  ['<c/>', undefined],
])('the cell %s is read as %j', async (cell, text) => {
  expect(await shown(cell)).toBe(text);
});

test('shared strings omit phonetic text', async () => {
  const texts =
    '<si><t>zero</t></si><si/><si><r><t>t</t></r>x<r><t>wo</t></r><rPh><t>no</t></rPh></si><si><t/>x</si><si><t>four</t></si>';
  const rows = [0, 1, 2, 3, 4].map((at) => `<row><c><v>x</v></c><c t="s"><v>${at}</v></c></row>`);
  expect((await cellsOf(rows.join(''), { texts })).map((cells) => cells?.[1])).toEqual([
    'zero',
    undefined,
    'two',
    undefined,
    'four',
  ]);
});

const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="d mmm"/><numFmt numFmtId="165" formatCode="0.0%"/>' +
  '<numFmt numFmtId="166" formatCode="0.0"/><numFmt numFmtId="14" formatCode="0"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="22"/></cellStyleXfs><cellXfs>' +
  ['0', '22', '9', '10', '164', '165', '166', '14', '91']
    .map((id) => `<xf numFmtId="${id}"/>`)
    .join('') +
  '<xf/></cellXfs><dxfs><xf numFmtId="22"/></dxfs>';

test.each([
  [0, '45000.5'],
  [1, '2023-03-15 12:00'],
  [2, '4500050%'],
  [3, '4500050.00%'],
  [4, '15 Mar'],
  [5, '4500050.0%'],
  [6, '45000.5'],
  [7, '45001'],
  [8, '45000.5'],
  [9, '45000.5'],
  [10, '45000.5'],
])('a number in the style %i is formatted as %s', async (style, text) => {
  expect(await shown(`<c s="${style}"><v>45000.5</v></c>`, { styles })).toBe(text);
});

test('a number without a style has the first style', async () => {
  const percent = '<cellXfs><xf numFmtId="9"/></cellXfs>';
  expect(await shown('<c><v>0.07</v></c>', { styles: percent })).toBe('7%');
});

test.each([
  ['date1904="1"', '2027-03-16'],
  ['date1904="true"', '2027-03-16'],
  ['date1904="0"', '2023-03-15'],
  ['', '2023-03-15'],
])('the date system of a workbook with %j is applied', async (attributes, date) => {
  const book = { styles, properties: `<workbookPr ${attributes}/>` };
  expect(await shown('<c s="1"><v>45000</v></c>', book)).toBe(date);
});

test('cells and rows are at their addresses, or after the previous one', async () => {
  const { tables } = await read({
    sheets: {
      S:
        '<row><c t="str"><v>A</v></c><c t="str"><v>B</v></c><c t="str"><v>C</v></c></row>' +
        '<row r="5"><c r="B5"><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>' +
        '<row r="9"><c r="AB9"><v>4</v></c></row>',
    },
  });
  const far = [...Array<string>(27).fill(''), '4'];
  expect(tables[0]?.rows).toEqual([
    { row: 5, cells: ['', '1', '2'] },
    { row: 6, cells: ['3'] },
    { row: 9, cells: far },
  ]);
});

test('columns beyond the column limit are omitted', async () => {
  const row = (...cells: string[]) =>
    `<row>${cells.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>`;
  const { tables } = await read(
    { sheets: { S: row('A', 'B', 'C') + row('d', 'e', 'f') } },
    { columns: 2 },
  );
  expect(tables).toMatchObject([{ columns: ['A', 'B'], rows: [{ cells: ['d', 'e'] }] }]);
});

const one = '<row><c t="str"><v>Item</v></c></row><row><c t="str"><v>Tea</v></c></row>';
const titlesOf = ({ tables }: Awaited<ReturnType<typeof read>>) => tables.map(({ sheet }) => sheet);

test('hidden sheets are omitted', async () => {
  const states = { B: 'state="hidden"', C: 'state="veryHidden"', D: 'state="visible"' };
  const file = await read({ sheets: { A: one, B: one, C: one, D: one }, states });
  expect(titlesOf(file)).toEqual(['A', 'D']);
  expect(file.notes).toEqual([]);
});

test('resolves absolute paths of sheets within the archive', async () => {
  expect(titlesOf(await read({ sheets: { A: one }, folder: '/xl/' }))).toEqual(['A']);
  expect(titlesOf(await read({ sheets: { A: one }, folder: 'xl/' }))).toEqual([]);
});

test('sheets beyond the sheet limit are omitted, with a note', async () => {
  const sheets = { A: one, B: one, C: one };
  const file = await read({ sheets }, { sheets: 2 });
  expect(titlesOf(file)).toEqual(['A', 'B']);
  expect(file.notes).toEqual(['Only the first 2 sheets of a.xlsx were read.']);
  expect((await read({ sheets }, { sheets: 3 })).notes).toEqual([]);
});

test('no further sheet is read once the characters are used up', async () => {
  const file = await read({ sheets: { A: one, B: one } }, { characters: 7 });
  expect(titlesOf(file)).toEqual(['A']);
  expect(file.notes).toEqual(['Only the first 1 sheets of a.xlsx were read.']);
});

test('EXTRACT-01 notes drawings, which are not read', async () => {
  const bytes = officeFile('xlsx', {
    'xl/workbook.xml': encodeUtf8(
      '<workbook><sheets><sheet name="S" r:id="r"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': encodeUtf8(
      '<R><Relationship Id="r" Target="worksheets/a.xml"/></R>',
    ),
    'xl/worksheets/a.xml': encodeUtf8(`<worksheet><sheetData>${one}</sheetData></worksheet>`),
    'xl/worksheets/_rels/a.xml.rels': encodeUtf8(
      '<R><Relationship Id="d" Type="http://x/drawing" Target="../drawings/drawing1.xml"/></R>',
    ),
  });
  expect((await extractFile({ name: 'a.xlsx', bytes })).notes).toEqual([
    'Pictures, charts and text boxes in sheet “S” of a.xlsx were not read.',
  ]);
});

import { expect, test } from 'vitest';
import { decodeTable, NAME_PARTS, readTable } from './read-table';

const columns = {
  required: ['email', 'role'],
  optional: ['name'],
  aliases: { email: ['e mail', 'email address'], name: ['full name'] },
  parts: { name: NAME_PARTS },
};
const read = (text: string, rowsMax = 500) => readTable(text, columns, rowsMax);

test('PEOPLE-15 a table is read by the names of its columns, in any order and case, without empty lines', async () => {
  expect(
    await read('\uFEFFRole, EMAIL ,Team\r\n office ,a@b.example,x\r\n\r\n,,\r\nadmin,c@d.example'),
  ).toEqual({
    rows: [
      { line: 2, cells: { email: 'a@b.example', role: 'office', name: '' } },
      { line: 5, cells: { email: 'c@d.example', role: 'admin', name: '' } },
    ],
    ignored: ['Team'],
  });
});

test('PEOPLE-15 lines are counted across line breaks in quoted cells', async () => {
  const table = await read(
    'email,role,name\na@b.example,office,"Nia\nBrown"\nc@d.example,admin,"Say ""hi"""',
  );
  expect(table).toEqual({
    rows: [
      { line: 2, cells: { email: 'a@b.example', role: 'office', name: 'Nia\nBrown' } },
      { line: 4, cells: { email: 'c@d.example', role: 'admin', name: 'Say "hi"' } },
    ],
    ignored: [],
  });
});

test.each([';', '\t'])('PEOPLE-15 columns are separated by %j too', async (sign) => {
  const table = await read(`email${sign}role\na@b.example${sign}"office${sign}x"`);
  expect(table).toEqual({
    rows: [{ line: 2, cells: { email: 'a@b.example', role: `office${sign}x`, name: '' } }],
    ignored: [],
  });
});

test('PEOPLE-15 semicolons in the cells of a table with commas separate no columns', async () => {
  expect(await read('email,role,name\na@b.example,office,Pat; Sam')).toEqual({
    rows: [{ line: 2, cells: { email: 'a@b.example', role: 'office', name: 'Pat; Sam' } }],
    ignored: [],
  });
});

test.each(['=1+1', '+61 400', '-2', '@SUM(A1)'])(
  'PEOPLE-15 the cell %s is only text',
  async (cell) => {
    expect(await read(`email,role,name\na@b.example,office,${cell}`)).toMatchObject({
      rows: [{ cells: { name: cell } }],
    });
  },
);

test('PEOPLE-15 a table without rows, without a column or with too many rows is not imported', async () => {
  const none = { problem: 'There are no rows below the column names.' };
  expect(await read('')).toEqual(none);
  expect(await read('email,role\n\n')).toEqual(none);
  expect(await read('mailbox,role\na@b.example,office')).toEqual({
    problem: 'The first line has to name the columns email, role. Missing: email.',
  });
  expect(await read('a@b.example,office')).toEqual({
    problem: 'The first line has to name the columns email, role. Missing: email, role.',
  });
  expect(await read('email,role\na,b\nc,d\n', 1)).toEqual({
    problem: 'Import at most 1 rows at once. This table has 2.',
  });
});

test('PEOPLE-15 files are decoded as UTF-8, or as Excel saves them on Windows', () => {
  expect(decodeTable(new TextEncoder().encode('Zoë').buffer)).toBe('Zoë');
  expect(decodeTable(Uint8Array.from([0x5a, 0x6f, 0xeb]).buffer)).toBe('Zoë');
  expect(decodeTable(Uint8Array.from([0xff, 0xfe, 0x5a, 0, 0xeb, 0]).buffer)).toBe('Zë');
});

test('PEOPLE-15 several blanks between words count as one, so that equal names are recognised', async () => {
  expect(await read('email,role,name\na@b.example,office,Ann   Example')).toMatchObject({
    rows: [{ cells: { name: 'Ann Example' } }],
  });
});

test.each([
  ['E-Mail,Role,Full name', 'a@b.example,office,Ann Lee'],
  ['Email_Address,ROLE,Display,Last  Name,First-name', 'a@b.example,office,x,Lee,Ann'],
  ['email,role,name,first name', 'a@b.example,office,Ann Lee,Annabel'],
])('PEOPLE-31 the header %s is understood as other programs write it', async (header, row) => {
  expect(await read(`${header}\n${row}`)).toMatchObject({
    rows: [{ cells: { email: 'a@b.example', role: 'office', name: 'Ann Lee' } }],
  });
});

test('PEOPLE-31 the names of columns that are not imported are returned as they are written', async () => {
  expect(
    await read('Email,Role,Full name,Department,\na@b.example,office,Ann,Care,'),
  ).toMatchObject({
    ignored: ['Department'],
  });
});

import { expect, test } from 'vitest';
import type { Table } from '../extract/extracted-file.ts';
import { cellNumber } from '../extract/cell-number.ts';
import { extractFile } from '../extract/extract-file.ts';
import { as, xlsxSheet } from '../extract/testing/sheets.ts';
import { tableAnswer } from './table-answer.ts';

const costs: Table = {
  sheet: 'Costs',
  columns: ['Service', 'Status', 'Amount', 'Hours'],
  rows: [
    { row: 2, cells: ['Cleaning', 'Paid', '$1,200.50', '3'] },
    { row: 3, cells: ['Gardening', 'Open', '0.20', '1'] },
    { row: 4, cells: ['Transport', 'Paid', '0.10', 'none'] },
  ],
};

function answer(question: string, table: Partial<Table> = {}) {
  const content = { parts: [], tables: [{ ...costs, ...table }], notes: [] };
  return tableAnswer(question, [{ name: 'budget_2026.xlsx', content }]);
}

test.each([
  ['How many rows are there?', 'has **3 rows** below the names of its columns.'],
  ['How many are paid?', 'has **2 rows** where **Status** is “Paid”, of 3 in all: rows 2 and 4.'],
  ['Which columns does it have?', 'the columns **Service**, **Status**, **Amount**, **Hours**.'],
  [
    'What is the total of Amount?',
    'The total of **Amount** in Sheet “Costs” of budget\\_2026.xlsx is **1,200.80**, over 3 rows: $1,200.50 + 0.20 + 0.10 (rows 2, 3 and 4).',
  ],
  [
    'What is the total amount that is paid?',
    'where **Status** is “Paid” is **1,200.60**, over 2 rows: $1,200.50 + 0.10 (rows 2 and 4).',
  ],
  ['How much is transport?', 'The total of **Amount** in Sheet “Costs”'],
  [
    'How much is the amount of transport?',
    'where **Service** is “Transport” is **0.10**, from row 4.',
  ],
  [
    'What are the average hours?',
    'is **2**, over 2 rows: (3 + 1) ÷ 2 (rows 2 and 3). 1 cell without a number was left out.',
  ],
  ['Which amount is the highest?', 'is **$1,200.50**, in row 2.'],
  ['And the lowest amount?', 'is **0.10**, in row 4.'],
  [
    'What is the total?',
    'has numbers in the columns **Amount**, **Hours**. Name one of them, and I work it out.',
  ],
])('%s', (question, expected) => {
  const [line, ...more] = answer(question);
  expect(more).toEqual([]);
  expect(line).toContain(expected);
});

test('ignores a question about something else', () => {
  expect(answer('How much is the garage?')).toEqual([]);
  expect(answer('When is the rent due?')).toEqual([]);
  expect(answer('How many helicopters are there?')).toEqual([]);
});

test('notes that an answer covers only the rows that were read', () => {
  expect(answer('How many rows?', { isCut: true })[0]).toContain(
    'That is of the rows that were read, not of all.',
  );
});

test.each([
  ['1,200.50', 1200.5],
  ['$3', 3],
  ['(45)', -45],
  ['-2.5', -2.5],
  ['12%', 12],
  ['1e3', 1000],
  ['', undefined],
  ['2026-01-02', undefined],
  ['1,2', undefined],
  ['Paid', undefined],
])('cellNumber parses %j', (cell, number) => expect(cellNumber(cell)).toBe(number));

function answers(question: string, columns: string[], rows: string[][], sheet?: string) {
  const table = {
    ...(sheet !== undefined && { sheet }),
    columns,
    rows: rows.map((cells, index) => ({ row: index + 2, cells })),
  };
  return tableAnswer(question, [
    { name: 'a.csv', content: { parts: [], tables: [table], notes: [] } },
  ]);
}

test('a question that names a sheet covers that sheet only, others all sheets', () => {
  const second = { ...costs, sheet: 'Income', rows: costs.rows.slice(1) };
  const unnamed = { columns: costs.columns, rows: [] };
  const content = { parts: [], tables: [costs, second, unnamed], notes: [] };
  const ask = (question: string) => tableAnswer(question, [{ name: 'a.xlsx', content }]);
  expect(ask('How many rows are in sheet Income?')).toEqual([
    'Sheet “Income” of a.xlsx has **2 rows** below the names of its columns.',
  ]);
  // The sheets with the same columns are one table.
  expect(ask('How many rows?')).toEqual([
    'Sheets “Costs” and “Income” of a.xlsx have **5 rows** below the names of its columns.',
    'a.xlsx has **0 rows** below the names of its columns.',
  ]);
});

test.each(['row', 'rows', 'entries', 'lines', 'records'])('“%s” counts the rows', (word) => {
  expect(answers(`Count each ${word}`, ['Item'], [['Tea']])[0]).toContain('**1 row**');
});

test('counts distinct values without empty cells, ignoring accents', () => {
  const rows = [
    ['Zoë', '1'],
    ['Zoe', '2'],
    ['', '3'],
    ['Ava', '4'],
  ];
  expect(answers('How many names are there?', ['Name', 'Hours'], rows)).toEqual([
    'a.csv has **2 different values** under **Name**, in 4 rows: **Zoë** and **Ava**.',
  ]);
});

test('aggregates only tables with the named column', () => {
  const tables = [
    { sheet: 'A', columns: ['Item', 'Amount'], rows: [{ row: 2, cells: ['Tea', '1'] }] },
    { sheet: 'B', columns: ['Item', 'Hours'], rows: [{ row: 2, cells: ['Tea', '2'] }] },
    { sheet: 'C', columns: ['Item'], rows: [{ row: 2, cells: ['Tea'] }] },
  ];
  const ask = (question: string) =>
    tableAnswer(question, [{ name: 'a.xlsx', content: { parts: [], tables, notes: [] } }]);
  expect(ask('What is the total of Hours?')).toEqual([
    'The total of **Hours** in Sheet “B” of a.xlsx is **2**, from row 2.',
  ]);
  // If the question names no column, the only numeric column is used; a table without numbers gives no answer.
  expect(ask('What is the total?')).toHaveLength(2);
});

test('groups omit empty keys, mark missing numbers, and list at most 20', () => {
  const rows = [
    [' Ava ', '1'],
    ['Ava', '2'],
    ['', '5'],
    ['Noah', 'none'],
    ['Ben', '0.5'],
  ];
  expect(answers('Total amount per name', ['Name', 'Amount'], rows)).toEqual([
    'The total of **Amount** per **Name** in a.csv:\n\n- Ava: **3**, over 2 rows\n- Noah: no number\n- Ben: **0.5**, over 1 row',
  ]);
  const many = Array.from({ length: 21 }, (_, index) => [`n${index}x`, '1']);
  const [text = ''] = answers('Total amount by name', ['Name', 'Amount'], many);
  expect(text).toMatch(/\n- n19x: \*\*1\*\*, over 1 row\n- and 1 more$/);
  const [exact = ''] = answers('Total amount by name', ['Name', 'Amount'], many.slice(1));
  expect(exact).toMatch(/- n20x: [^\n]*$/);
});

test('groups by a column other than the aggregated one', () => {
  const rows = [
    ['Ava', '1', '7'],
    ['Noah', '2', '8'],
  ];
  const columns = ['Name', 'Amount', 'Hours'];
  expect(answers('Total per amount', columns, rows)[0]).toContain('**Hours** per **Amount**');
  expect(answers('Highest amount per name', columns, rows)[0]).toContain('- Noah: **2**, over');
  expect(answers('Average hours per name', columns, rows)[0]).toContain('per **Name** in');
  // The only numeric column is used.
  expect(
    answers(
      'Total per name',
      columns.slice(0, 2),
      rows.map((row) => row.slice(0, 2)),
    )[0],
  ).toContain('The total of **Amount** per **Name**');
  expect(answers('Total per name', columns, rows)[0]).toContain('Name one of them');
});

test('totals have the decimals of their cells, averages at least two', () => {
  expect(answers('Total amount', ['Amount'], [['1.5'], ['2']])[0]).toContain('**3.5**');
  expect(answers('Average amount', ['Amount'], [['1'], ['2'], ['2']])[0]).toContain('**1.67**');
  expect(answers('Average amount', ['Amount'], [['1.0006'], ['1']])[0]).toContain('**1.0003**');
});

test('returns all equal values that are the highest or lowest, and counts cells without a number', () => {
  const rows = [['2'], ['2'], ['1'], ['1'], ['none'], ['?'], ['']];
  expect(answers('Highest amount', ['Amount'], rows)[0]).toBe(
    'The highest value of **Amount** in a.csv is **2**, in rows 2 and 3. 2 cells without a number were left out.',
  );
  expect(answers('Lowest amount', ['Amount'], rows)[0]).toContain('**1**, in rows 4 and 5.');
  const filtered = [
    ['Tea', ''],
    ['Milk', '3'],
    ['Jam', '4'],
  ];
  expect(answers('Total amount of tea', ['Item', 'Amount'], filtered)[0]).toBe(
    'a.csv has no number under **Amount** where **Item** is “Tea”.',
  );
  // Half of the cells is not a majority.
  expect(answers('Total amount', ['Amount'], [['1'], ['x']])).toEqual([]);
});

test('a name in an answer is one line of at most 200 characters', () => {
  const [text = ''] = answers('Which columns?', [`A\n\nb${'c'.repeat(300)}`], []);
  expect(text).toContain(`**A b${'c'.repeat(197)}**`);
});

test('matches a value by its words, the longest first', () => {
  const columns = ['Item', 'Amount'];
  const count = (question: string, ...items: string[]) =>
    answers(
      question,
      columns,
      items.map((item) => [item, '1']),
    )[0];
  expect(count('How many rows with green tea?', 'Tea', 'Green tea')).toContain('“Green tea”');
  expect(count('How many rows with green tea?', 'Green tea', 'Tea')).toContain('“Green tea”');
  expect(count('How many rows with jam?', 'Jam')).toContain('“Jam”');
  expect(count('How many rows with teas?', 'Tea')).toContain('“Tea”');
  // A word that no value has makes it a question about something else.
  expect(count('How many rows with ab?', 'Ab')).toBeUndefined();
  expect(count('How many rows with 123?', '123')).toBeUndefined();
  expect(count('How many rows with steam tea?', 'Tea')).toBeUndefined();
  expect(count('How many rows of an item?', 'Item')).toContain('different value');
  const long = 'a'.repeat(60);
  expect(count(`How many rows with ${long}?`, long)).toContain('where');
  expect(count(`How many rows with ${long}a?`, long)).toBeUndefined();
});

test('selects the longest column that a question names, and each of several', () => {
  const rows = [['1', '2']];
  expect(answers('Total paid amount', ['Amount', 'Paid amount'], rows)[0]).toContain('**2**');
  expect(answers('Total tax and fee', ['Fee', 'Tax'], rows)).toEqual([
    'The total of **Tax** in a.csv is **2**, from row 2.',
    'The total of **Fee** in a.csv is **1**, from row 2.',
  ]);
  expect(answers('Total (a+b)', ['(a+b)', ''], rows)[0]).toContain('is **1**');
});

/** Answers a question about a sheet. */
async function sheetAnswer(question: string, sheet: Parameters<typeof xlsxSheet>[0]) {
  const name = 'a.xlsx';
  const content = await extractFile({ name, bytes: xlsxSheet(sheet) });
  return tableAnswer(question, [{ name, content }])[0];
}

const payroll = {
  rows: [
    ['Worker', 'Hours', 'Pay', 'Dose', 'Rounded'],
    ['Ines', as('[h]:mm', 1.75), as('"$"#,##0.00', 1000.5), as('0" mg"', 5), as('#,##0', 0.6)],
    ['Joel', as('[h]:mm', 1.0625), as('"$"#,##0.00', 20), as('0" mg"', 12), as('#,##0', 0.6)],
    ['Mei', as('[h]:mm', 0.5), as('_("$"* #,##0.00_);_("$"* "-"??_)', 0), '', as('#,##0', 0.6)],
  ],
};

test.each([
  [
    'What is the total of hours?',
    'is **79:30**, over 3 rows: 42:00 + 25:30 + 12:00 (rows 2, 3 and 4).',
  ],
  ['What are the average hours?', 'is **26:30**, over 3 rows: (42:00 + 25:30 + 12:00) ÷ 3'],
  ['Which hours are the highest?', 'is **42:00**, in row 2.'],
  ['What is the total pay?', 'is **$1,020.50**, over 3 rows: $1,000.50 + $20.00 + $0.00'],
  ['What is the total dose?', 'is **17**, over 2 rows: 5 mg + 12 mg (rows 2 and 3).'],
  // The sheet rounds each number, but not before it adds them up.
  ['What is the total of rounded?', 'is **2**, over 3 rows: 0.6 + 0.6 + 0.6 (rows 2, 3 and 4).'],
])('EXTRACT-02 adds up the numbers of cells in number formats: %s', async (question, expected) => {
  expect(await sheetAnswer(question, payroll)).toContain(expected);
});

test('EXTRACT-02 counts a number of merged cells once', async () => {
  const rows = [
    ['Item', 'Cost'],
    ['Bed', 900],
    ['Mattress', null],
    ['Lamp', 40],
  ];
  const answered = await sheetAnswer('What is the total cost?', { rows, merges: ['B2:B3'] });
  expect(answered).toContain('is **940**, over 2 rows: 900 + 40 (rows 2 and 4).');
});

test('EXTRACT-02 adds up a column by the joined names of two rows', async () => {
  const rows = [
    ['Name', 'Transport', null, 'Therapy', null],
    [null, 'Planned', 'Used', 'Planned', 'Used'],
    ['Asha', 900, 450, 5200, 1300],
    ['Leon', 300, 310, 4100, 4100],
  ];
  const merges = ['A1:A2', 'B1:C1', 'D1:E1'];
  const answered = await sheetAnswer('What is the total of therapy used?', { rows, merges });
  expect(answered).toContain('The total of **Therapy Used** in');
  expect(answered).toContain('is **5,400**, over 2 rows: 1300 + 4100 (rows 3 and 4).');
});

test('EXTRACT-09 answers a question about rows that are pasted from a spreadsheet', () => {
  const rows = 'Worker\tHours\tHouse\nPriya\t7.5\tWattle Street\nTom\t8\tBanksia House';
  expect(tableAnswer(`How many hours are there in total?\n\n${rows}\n`, [])).toEqual([
    'The total of **Hours** in the table in your message is **15.5**, over 2 rows: 7.5 + 8 (rows 2 and 3).',
  ]);
  expect(tableAnswer(`What is the weather?\n${rows}`, [])).toEqual([]);
});

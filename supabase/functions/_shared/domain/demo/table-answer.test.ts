import { expect, test } from 'vitest';
import type { Table } from '../extract/extracted-file.ts';
import { cellNumber } from './cell-number.ts';
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
  ['How many are paid?', 'has **2 rows** where **Status** is “Paid”, of 3 in all.'],
  ['Which columns does it have?', 'the columns **Service**, **Status**, **Amount**, **Hours**.'],
  [
    'What is the total of Amount?',
    'The total of **Amount** in Sheet “Costs” of budget\\_2026.xlsx is **1,200.80**, over 3 rows.',
  ],
  [
    'What is the total amount that is paid?',
    'where **Status** is “Paid” is **1,200.60**, over 2 rows.',
  ],
  ['How much is transport?', 'has numbers in the columns'],
  [
    'How much is the amount of transport?',
    'where **Service** is “Transport” is **0.10**, over 1 row.',
  ],
  ['What are the average hours?', 'is **2**, over 2 rows. 1 cell without a number was left out.'],
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

test('what is asked of something else is no question to a table', () => {
  expect(answer('How much is the garage?')).toEqual([]);
  expect(answer('When is the rent due?')).toEqual([]);
  expect(answer('How many helicopters are there?')).toEqual([]);
});

test('an answer over a part of a table says so', () => {
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
])('%j as a number', (cell, number) => expect(cellNumber(cell)).toBe(number));

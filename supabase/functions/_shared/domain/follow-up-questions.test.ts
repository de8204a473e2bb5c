import { expect, test } from 'vitest';
import { askAboutHeadings, parseFollowUps } from './follow-up-questions.ts';

test('FOLLOW-06 the questions of a model are its first three short lines that end with a question mark', () => {
  expect(parseFollowUps('Who swaps shifts?\nWhen?')).toEqual(['Who swaps shifts?', 'When?']);
  expect(
    parseFollowUps(
      'Here are three questions:\r\n1. “Who?”\r\n\r\n2) Who?\n- When?\n• Where?\n* Why?',
    ),
  ).toEqual(['Who?', 'When?', 'Where?']);
  expect(parseFollowUps(`${'x'.repeat(119)}?\n${'x'.repeat(120)}?`)).toEqual([
    `${'x'.repeat(119)}?`,
  ]);
  expect(parseFollowUps('')).toEqual([]);
  expect(parseFollowUps('I cannot help with that.')).toEqual([]);
});

test.each([
  ['a link', 'Have you seen [this](https://evil.example)?'],
  ['an address', 'Have you seen https://evil.example?'],
  ['an address without a scheme', 'Have you seen www.evil.example?'],
  ['HTML', '<img src=x onerror=alert(1)>?'],
  ['bold text', 'Is it **urgent**?'],
  ['code', 'What is `id`?'],
  ['a change of direction', 'Is it \u202Eesrever?'],
  ['an invisible character', 'Is it\u200B here?'],
  ['a control character', 'Is it\u0007 here?'],
  ['half a character', 'Is it \uD800?'],
])('FOLLOW-06 a question with %s is omitted', (_, question) => {
  expect(parseFollowUps(`${question}\nWhat next?`)).toEqual(['What next?']);
});

test('FOLLOW-07 the demo asks about the first three plain headings', () => {
  expect(
    askAboutHeadings(['Leave', 'Leave', '<b>Pay</b>', 'Sick days', 'Rosters', 'Cars']),
  ).toEqual([
    'What do our documents say about “Leave”?',
    'What do our documents say about “Sick days”?',
    'What do our documents say about “Rosters”?',
  ]);
});

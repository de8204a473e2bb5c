import { expect, test } from 'vitest';
import type { ExtractedFile, SourceLocation } from '../domain/extract/extracted-file.ts';
import { answer, file } from './testing/demo-answers.ts';

const table = {
  sheet: 'Costs',
  columns: ['Item', 'Amount'],
  rows: [
    { row: 2, cells: ['Tea', '3'] },
    { row: 3, cells: ['Coffee', '4'] },
  ],
};

test('quotes an attached file verbatim, with its name and page', async () => {
  const text = 'The rent is 420 dollars a week.\n\nPets need the written consent of the owner.';
  expect(
    await answer({
      question: 'How much is the rent?',
      attachments: [file('lease.pdf', { parts: [{ text, location: { page: 3 } }] })],
    }),
  ).toContain('> The rent is 420 dollars a week.\n>\n> — *lease.pdf, page 3*');
});

test('CITE-23 links an attached file at the page, row, line or heading that it quotes', async () => {
  const path =
    'attachments/3f8b9a52-0f0e-4f5b-a9d6-7c6c7f4a1e01/3f8b9a52-0f0e-4f5b-a9d6-7c6c7f4a1e02';
  const href = `/app?file=${path.slice('attachments/'.length)}`;
  const quoteOf = (content: Partial<ExtractedFile>) =>
    answer({ question: 'Where is coffee?', attachments: [{ ...file('a.pdf', content), path }] });
  const part = (location: SourceLocation) => ({ parts: [{ text: 'Coffee is here.', location }] });
  expect(await quoteOf(part({ page: 3 }))).toContain(`— *[a.pdf, page 3](${href}&place=page-3)*`);
  expect(await quoteOf(part({ line: 7 }))).toContain(`](${href}&place=line-7)*`);
  expect(await quoteOf(part({ heading: 'Tea (and *more*)' }))).toContain(
    `](${href}&place=under-Tea%20%28and%20%2Amore%2A%29)*`,
  );
  expect(await quoteOf({ tables: [table] })).toContain(`](${href}&place=row-3-Costs)*`);
  expect(await quoteOf({ tables: [{ ...table, sheet: undefined }] })).toContain(
    `](${href}&place=row-3)*`,
  );
  expect(await quoteOf({ parts: [{ text: 'Coffee is here.' }] })).toContain(`[a.pdf](${href})*`);
});

test('quotes a row with its column names and position, also from an earlier file', async () => {
  const attachments = [{ ...file('costs.xlsx', { tables: [table] }), isEarlier: true }];
  expect(await answer({ question: 'What about coffee?', attachments })).toContain(
    '> Item: Coffee · Amount: 4\n>\n> — *costs.xlsx, sheet “Costs”, row 3*',
  );
  expect(await answer({ question: 'What is the total amount?', attachments })).toContain('**7**');
  expect(await answer({ question: 'Hello', attachments })).toContain('You can ask me about:');
});

test('replies to a request for a summary that it cannot summarise, and shows the contents of the files', async () => {
  const text = await answer({
    question: 'Please summarise this document',
    attachments: [
      file('a.pdf', {
        parts: [{ text: 'The rent is due.', location: { page: 1 } }],
        tables: [table],
      }),
    ],
  });
  expect(text).toContain('I can’t summarise files without a model.');
  expect(text).toContain('> The rent is due.\n>\n> — *a.pdf, page 1*');
  expect(text).toContain('has 2 rows under the columns **Item**, **Amount**. It starts:');
});

test('names a file that it cannot read instead of skipping it', async () => {
  const attachments = [{ name: 'scan.pdf', mime: 'application/pdf', openaiFileId: null }];
  expect(await answer({ question: 'rent', attachments })).toContain('I could not read scan.pdf');
});

test('preserves the line breaks of a file and escapes its fences and marks', async () => {
  const quoteOf = (text: string) =>
    answer({
      question: 'museum',
      attachments: [file('notes.txt', { parts: [{ text, location: { line: 1 } }] })],
    });
  expect(await quoteOf('# Shift notes\nThe *tram* museum')).toContain(
    '> \\# Shift notes\\\n> The \\*tram\\* museum\n>\n> — *notes.txt, line 1*',
  );
  expect(await quoteOf('```\nmuseum ````')).toContain(
    '> `````\n> ```\n> museum ````\n> `````\n>\n> — *notes.txt, line 1*',
  );
});

test('answers from a table if a table fits the question, even if it mentions participants', async () => {
  const payments = {
    columns: ['Participant', 'Amount'],
    rows: [
      { row: 2, cells: ['Ava', '10'] },
      { row: 3, cells: ['Ava', '20'] },
      { row: 4, cells: ['Noah', '5'] },
    ],
  };
  for (const isEarlier of [false, true]) {
    const attachments = [{ ...file('paid.csv', { tables: [payments] }), isEarlier }];
    const text = await answer({
      question: 'What is the average amount per participant?',
      attachments,
    });
    expect(text).toContain('The average of **Amount** per **Participant** in paid.csv:');
    expect(text).toContain('- Ava: **15**, over 2 rows\n- Noah: **5**, over 1 row');
    expect(await answer({ question: 'How many participants are there?', attachments })).toContain(
      '**2 different values** under **Participant**',
    );
  }
});

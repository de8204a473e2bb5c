import { expect, test } from 'vitest';
import { DEMO_NOTE } from '../domain/demo/demo-answer.ts';
import { demoProvider } from './demo-provider.ts';
import { rankByWords } from './testing/rank-by-words.ts';
import { turnRequest } from './testing/turn-request.ts';
import type { ExtractedFile, SourceLocation } from '../domain/extract/extracted-file.ts';
import type { ProviderEvent, TurnAttachment, TurnRequest } from './provider.ts';

const participants = [
  { name: 'Ava Thompson', status: 'active' as const },
  { name: 'Noah Williams', status: 'inactive' as const },
];

const garden = {
  id: '0a',
  title: 'Garden tools',
  assistantLabel: 'House Rules',
  participantName: null,
  isOwn: true,
  messages: [
    { role: 'user' as const, text: 'Where is the wheelbarrow?', isDemo: false },
    { role: 'assistant' as const, text: 'It is:\n\n- behind the shed', isDemo: false },
    { role: 'user' as const, text: 'It had a flat tyre.', isDemo: false },
    { role: 'assistant' as const, text: 'A reply of the demo about kayaks.', isDemo: true },
  ],
};
const visits = {
  ...garden,
  id: '0b',
  title: 'Visits of the plumber',
  messages: [{ role: 'assistant' as const, text: '```\nHe came twice.', isDemo: false }],
};

/** Creates a request with records to answer from. */
const demoRequest = (request: Partial<TurnRequest>): TurnRequest =>
  turnRequest({
    question: '',
    records: {
      present: { id: 'c1' },
      participants: async () => participants,
      assistants: async () => [
        { label: 'Care of Ava', kind: 'participant', participantName: 'Ava Thompson' },
      ],
      documents: async () => [
        { title: 'House guide', href: '/app?document=1a&passage=1', headings: ['Bins'] },
      ],
      rankTexts: rankByWords,
      earlierConversations: async () => [garden, visits],
    },
    ...request,
  });

function file(name: string, content: Partial<ExtractedFile>): TurnAttachment {
  return {
    name,
    mime: 'application/pdf',
    openaiFileId: null,
    content: { parts: [], tables: [], notes: [], ...content },
  };
}

async function events(request: Partial<TurnRequest>): Promise<ProviderEvent[]> {
  const stream = demoProvider({ delayMs: 0 }).stream(demoRequest(request), {
    signal: new AbortController().signal,
  });
  const seen: ProviderEvent[] = [];
  for await (const event of stream) seen.push(event);
  return seen;
}

async function answer(request: Partial<TurnRequest>): Promise<string> {
  return (await events(request))
    .map((event) => (event.type === 'delta' ? event.text : ''))
    .join('');
}

test('sends the demo note with the first reply of a conversation only, and never as text', async () => {
  const reply = { role: 'assistant' as const, text: 'Hello' };
  for (const question of ['Hello', 'Which participants am I assigned to?', 'helicopter']) {
    expect(await answer({ question })).not.toMatch(/demo/i);
    expect(await events({ question })).toContainEqual({ type: 'note', message: DEMO_NOTE });
    const later = await events({ question, history: [reply] });
    expect(later.filter(({ type }) => type === 'note')).toEqual([]);
    expect(later.at(-1)).toEqual({ type: 'done', usage: null });
  }
});

test('continues an unfinished answer from where it stopped', async () => {
  const request = { question: 'Which participants am I assigned to?' };
  const whole = await answer(request);
  for (const end of [1, 20, whole.length]) {
    const continuation = whole.slice(0, end);
    expect(continuation + (await answer({ ...request, continuation }))).toBe(whole);
  }
});

test('announces a restart if the unfinished answer differs, and continues that answer as well', async () => {
  const request = { question: 'Which participants am I assigned to?' };
  const whole = await answer(request);
  const written = 'Something else';
  const again = await answer({ ...request, continuation: written });
  expect(again).toBe(`\n\nI can’t continue from there, so I’ll start again.\n\n${whole}`);
  const continuation = written + again.slice(0, -20);
  expect(continuation + (await answer({ ...request, continuation }))).toBe(written + again);
});

test('prefixes its ids with demo_', async () => {
  expect((await events({ question: 'Hello' })).slice(0, 2)).toEqual([
    { type: 'created', responseId: 'demo_t1', model: 'demo' },
    { type: 'message', openaiMessageId: 'demo_t1' },
  ]);
});

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

const table = {
  sheet: 'Costs',
  columns: ['Item', 'Amount'],
  rows: [
    { row: 2, cells: ['Tea', '3'] },
    { row: 3, cells: ['Coffee', '4'] },
  ],
};

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

test('quotes statements of this conversation, but no questions and no demo replies', async () => {
  const history = [
    { role: 'user' as const, text: 'The alarm code is 4711. Which alarm code is it?' },
    { role: 'assistant' as const, text: 'The alarm code is 9999.', openaiMessageId: 'demo_0' },
  ];
  const text = await answer({ question: 'What is the alarm code?', history });
  expect(text).toContain('> The alarm code is 4711.\n>\n> — *earlier in this conversation*');
  expect(text).not.toContain('9999');
  expect(text).not.toContain('Which');
});

test('finds an earlier conversation by its question and quotes it with a link', async () => {
  const text = await answer({ question: 'Where is the wheelbarrow?' });
  expect(text).toContain('> It is:\n>\n> - behind the shed');
  expect(text).toContain('> — *[Garden tools](/app?conversation=0a)*');
  expect(text).not.toContain('Where is');
  expect(await answer({ question: 'Any tyre that is flat?' })).toContain('> It had a flat tyre.');
  expect(await answer({ question: 'kayaks' })).toContain('I found nothing');
});

test.each([
  ['Summarise my last conversation', 'Garden tools'],
  ['Please summarise “Visits of the plumber”', 'Visits of the plumber'],
])('%s links %s and quotes its replies', async (question, title) => {
  const text = await answer({ question });
  expect(text).toMatch(new RegExp(`^\\[${title}\\]\\(/app\\?conversation=0`));
  expect(text).toContain('The main points of its replies:\n\n> ');
});

test('closes a truncated code block before the source', async () => {
  expect(await answer({ question: 'How often did he visit as plumber?' })).toContain(
    '> ```\n> He came twice.\n> ```\n>\n> — *[Visits',
  );
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

test('counts and names the participants that the caller has access to', async () => {
  expect(await answer({ question: 'Which participants am I assigned to?' })).toBe(
    'You have access to **2 participants**:\n\n- Ava Thompson\n- Noah Williams (inactive)',
  );
});

test('lists earlier conversations with links', async () => {
  expect(await answer({ question: 'List my conversations' })).toBe(
    'You have access to **2 earlier conversations**:\n\n- [Garden tools](/app?conversation=0a) (with House Rules)\n- [Visits of the plumber](/app?conversation=0b) (with House Rules)',
  );
});

test('answers a question about a participant from the participant list', async () => {
  expect(await answer({ question: 'Is Noah still with us?' })).toContain(
    '> Noah Williams is an inactive participant.\n>\n> — *Participant list*',
  );
});

test('invents nothing if the search finds nothing', async () => {
  expect(await answer({ question: 'Where is the helicopter?' })).toBe(
    'I found nothing that answers this.',
  );
});

const passage = (number: number, text: string, answers = true) => ({
  number,
  href: `/app?document=v${number}&passage=1`,
  source: `Guide ${number}`,
  text,
  answers,
});

test('CITE-19 quotes the first passage of documents that answers, and links the others as more', async () => {
  const passages = [passage(1, 'Bins.', false), passage(2, 'On Tuesday.'), passage(3, 'At six.')];
  const documents = { hasDocuments: true, passages };
  expect(await answer({ question: 'When are the boxes collected?', documents })).toBe(
    'This is what I found:\n\n> On Tuesday.\n>\n> — *[Guide 2](/app?document=v2&passage=1)* [2]\n\nMore: [Guide 3](/app?document=v3&passage=1)',
  );
});

test('CITE-19 the file of the message comes before documents, and documents before conversations', async () => {
  const documents = { hasDocuments: true, passages: [passage(1, 'The wheelbarrow is green.')] };
  const part = { text: 'The wheelbarrow is new.', location: { page: 2 } };
  const attachments = [file('a.pdf', { parts: [part] })];
  const question = 'Where is the wheelbarrow?';
  expect(await answer({ question, documents, attachments })).toMatch(
    /^This is what I found:\n\n> The wheelbarrow is new\.[^]*\n\nMore: \[Guide 1\][^]*, \[Garden tools\]/,
  );
});

test('CITE-19 without an answer it links what is closest, or the documents', async () => {
  const question = 'Where is the helicopter?';
  const documents = { hasDocuments: true, passages: [passage(1, 'Bins.', false)] };
  expect(await answer({ question, documents })).toBe(
    'I found nothing that answers this.\n\nClosest: [Guide 1](/app?document=v1&passage=1)',
  );
  expect(await answer({ question, documents: { hasDocuments: true, passages: [] } })).toBe(
    'I found nothing that answers this.\n\nClosest: [House guide](/app?document=1a&passage=1)',
  );
});

test('returns the same answer for the same question and material', async () => {
  const request = { question: 'Who serves Ava?' };
  expect(await answer(request)).toBe(await answer(request));
});

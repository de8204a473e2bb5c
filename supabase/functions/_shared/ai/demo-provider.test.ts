import { expect, test } from 'vitest';
import { DEMO_NOTICE } from '../domain/demo/demo-answer.ts';
import { demoProvider } from './demo-provider.ts';
import type { ExtractedFile } from '../domain/extract/extracted-file.ts';
import type { ProviderEvent, TurnAttachment, TurnRequest } from './provider.ts';

const participants = [
  { name: 'Ava Thompson', status: 'active' as const },
  { name: 'Noah Williams', status: 'inactive' as const },
];

function turnRequest(request: Partial<TurnRequest>): TurnRequest {
  return {
    turnId: 't1',
    assistant: { label: 'House Rules', openaiAssistantId: 'asst_1' },
    model: '',
    instructions: '',
    history: [],
    question: '',
    attachments: [],
    web: { enabled: false, domains: [] },
    vectorStoreIds: [],
    notes: [],
    records: {
      participants: async () => participants,
      assistants: async () => [
        { label: 'Care of Ava', kind: 'participant', participantName: 'Ava Thompson' },
      ],
      conversations: async () => [],
    },
    safetyId: 's',
    maxOutputTokens: 100,
    ...request,
  };
}

function file(name: string, content: Partial<ExtractedFile>): TurnAttachment {
  return {
    name,
    mime: 'application/pdf',
    openaiFileId: null,
    content: { parts: [], tables: [], notes: [], ...content },
  };
}

async function events(request: Partial<TurnRequest>): Promise<ProviderEvent[]> {
  const stream = demoProvider({ delayMs: 0 }).stream(turnRequest(request), {
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

test('every answer says first that it is a demo, and ends in done', async () => {
  for (const question of ['Hello', 'Which participants am I assigned to?', 'helicopter']) {
    expect((await answer({ question })).split('\n')[0]).toBe(DEMO_NOTICE);
    expect((await events({ question })).at(-1)).toEqual({ type: 'done', usage: null });
  }
});

test('an unfinished answer is gone on with where it ended', async () => {
  const request = { question: 'Which participants am I assigned to?' };
  const whole = await answer(request);
  for (const end of [1, DEMO_NOTICE.length + 5, whole.length]) {
    const continuation = whole.slice(0, end);
    expect(continuation + (await answer({ ...request, continuation }))).toBe(whole);
  }
});

test('an answer that would not begin like the unfinished one says that it begins anew, and goes on with that', async () => {
  const request = { question: 'Which participants am I assigned to?' };
  const whole = await answer(request);
  const written = 'Something else';
  const anew = await answer({ ...request, continuation: written });
  expect(anew).toBe(`\n\nI cannot go on from there, so I begin anew.\n\n${whole}`);
  const continuation = written + anew.slice(0, -20);
  expect(continuation + (await answer({ ...request, continuation }))).toBe(written + anew);
});

test('its ids say that they are the demo’s', async () => {
  expect((await events({ question: 'Hello' })).slice(0, 2)).toEqual([
    { type: 'created', responseId: 'demo_t1', model: 'demo' },
    { type: 'message', openaiMessageId: 'demo_t1' },
  ]);
});

test('an attached file is quoted word for word with its name and page', async () => {
  const text = 'The rent is 420 dollars a week.\n\nPets need the written consent of the owner.';
  expect(
    await answer({
      question: 'How much is the rent?',
      attachments: [file('lease.pdf', { parts: [{ text, place: { page: 3 } }] })],
    }),
  ).toContain('> The rent is 420 dollars a week.\n>\n> — *lease.pdf, page 3*');
});

const table = {
  sheet: 'Costs',
  columns: ['Item', 'Amount'],
  rows: [
    { row: 2, cells: ['Tea', '3'] },
    { row: 3, cells: ['Coffee', '4'] },
  ],
};

test('a row is quoted with the names of its columns and its place, also of a file that came earlier', async () => {
  const attachments = [{ ...file('costs.xlsx', { tables: [table] }), isEarlier: true }];
  expect(await answer({ question: 'What about coffee?', attachments })).toContain(
    '> Item: Coffee · Amount: 4\n>\n> — *costs.xlsx, sheet “Costs”, row 3*',
  );
  expect(await answer({ question: 'What is the total amount?', attachments })).toContain('**7**');
  expect(await answer({ question: 'Hello', attachments })).toContain('In this demo I can');
});

test('asked for a summary it says that it cannot, and tells what the file holds', async () => {
  const text = await answer({
    question: 'Please summarise this document',
    attachments: [
      file('a.pdf', { parts: [{ text: 'The rent is due.', place: { page: 1 } }], tables: [table] }),
    ],
  });
  expect(text).toContain('I cannot summarise without a model.');
  expect(text).toContain('> The rent is due.\n>\n> — *a.pdf, page 1*');
  expect(text).toContain('has 2 rows under the columns **Item**, **Amount**. It begins:');
});

test('a file that it cannot read is named, not passed over', async () => {
  const attachments = [{ name: 'scan.pdf', mime: 'application/pdf', openaiFileId: null }];
  expect(await answer({ question: 'rent', attachments })).toContain('I could not read scan.pdf');
});

test('what was said earlier is quoted, but not what the demo itself said', async () => {
  const history = [
    { role: 'user' as const, text: 'The alarm code is 4711.' },
    { role: 'assistant' as const, text: `${DEMO_NOTICE}\n\nThe alarm code is 9999.` },
  ];
  const text = await answer({ question: 'What is the alarm code?', history });
  expect(text).toContain('> The alarm code is 4711.');
  expect(text).not.toContain('9999');
});

test('the participants that the person may see are counted and named', async () => {
  expect(await answer({ question: 'Which participants am I assigned to?' })).toBe(
    `${DEMO_NOTICE}\n\nI found **2 participants** that you may see:\n\n- Ava Thompson\n- Noah Williams (inactive)`,
  );
});

test('records answer a question about one of them', async () => {
  expect(await answer({ question: 'Is Noah still with us?' })).toContain(
    '> Noah Williams is an inactive participant.',
  );
});

test('nothing is made up where nothing is found', async () => {
  expect(await answer({ question: 'Where is the helicopter?' })).toBe(
    `${DEMO_NOTICE}\n\nI found nothing that matches your message in this conversation or the records that you may see.`,
  );
  expect(await answer({ question: 'List my conversations' })).toBe(
    `${DEMO_NOTICE}\n\nI found no conversations that you may see.`,
  );
});

test('the same question over the same material has the same answer', async () => {
  const request = { question: 'Who serves Ava?' };
  expect(await answer(request)).toBe(await answer(request));
});

import { expect, test } from 'vitest';
import { DEMO_NOTE } from '../domain/demo/demo-answer.ts';
import { answer, events, file } from './testing/demo-answers.ts';

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

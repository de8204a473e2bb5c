import { expect, test } from 'vitest';
import {
  conversationPassages,
  extractHeadings,
  historyPassages,
  mainPoints,
  recordPassages,
  type EarlierMessage,
} from './record-passages.ts';

const user = (text: string): EarlierMessage => ({ role: 'user', text, isDemo: false });
const reply = (text: string, isDemo = false): EarlierMessage => ({
  role: 'assistant',
  text,
  isDemo,
});
const conversation = (...messages: EarlierMessage[]) => ({
  id: 'c1',
  title: 'Garden',
  assistantLabel: 'Rules',
  messages,
});
const cited = { source: 'Garden', href: '/app?conversation=c1' };

test('a record is split at its headings of the second level', () => {
  const content =
    'Before.\n\n## Bins\n\nTuesday.\n\n### Not a section\n\n## Empty\n\n## Gate ## x\nShut.';
  expect(extractHeadings({ content })).toEqual(['Bins', 'Empty', 'Gate ## x']);
  const record = { id: 'r1', title: 'Guide', content };
  const common = { href: '/app?record=r1', isMarkdown: true };
  const passages = [
    { ...common, text: 'Before.', source: 'Guide', about: 'Guide ' },
    {
      ...common,
      text: 'Tuesday.\n\n### Not a section',
      source: 'Guide, under “Bins”',
      about: 'Guide Bins',
    },
    { ...common, text: 'Shut.', source: 'Guide, under “Gate ## x”', about: 'Guide Gate ## x' },
  ];
  expect(recordPassages({ ...record, isOwn: false })).toEqual(passages);
  expect(recordPassages({ ...record, isOwn: true })).toEqual(
    passages.map((passage) => ({ ...passage, weight: 1.6 })),
  );
});

test('finds replies of a conversation by its title and the previous question', () => {
  const passages = conversationPassages(
    conversation(
      user('Where is the hose?'),
      reply('In the shed.'),
      reply('On the left.'),
      reply('Words of the demo.', true),
    ),
  );
  expect(passages).toEqual([
    { ...cited, text: 'In the shed.', about: 'Garden Where is the hose?', isMarkdown: true },
    { ...cited, text: 'On the left.', about: 'Garden', isMarkdown: true },
  ]);
});

test('quotes statements of a user with less weight, and omits requests', () => {
  expect(
    conversationPassages(
      conversation(user('Please help. The hose leaks. Can you see? It is green!\n\nWe need more.')),
    ),
  ).toEqual([{ ...cited, text: 'The hose leaks. It is green!', weight: 0.5 }]);
  expect(
    historyPassages([user('The hose leaks.'), reply('Turn it off.'), reply('x', true)]),
  ).toEqual([
    { source: 'earlier in this conversation', text: 'The hose leaks.', weight: 1 },
    { source: 'earlier in this conversation', text: 'Turn it off.', isMarkdown: true },
  ]);
});

test('returns the first paragraphs of the first replies as main points', () => {
  const long = 'a'.repeat(300);
  const points = mainPoints(
    conversation(
      user('One?'),
      reply(`${long}\n\nshort\n\n${long}\n\nlater`),
      reply(`These are:\n\n${long}${long}`),
      reply('three'),
    ),
    2,
  );
  expect(points).toEqual([
    { ...cited, text: `${long}\n\nshort`, isMarkdown: true },
    { ...cited, text: `These are:\n\n${long}${long}`, isMarkdown: true },
  ]);
});

test('truncates a first paragraph that is too long, with an ellipsis', () => {
  const [point] = mainPoints(conversation(reply('a'.repeat(701))), 1);
  expect(point?.text).toBe(`${'a'.repeat(350)} …`);
  const [whole] = mainPoints(conversation(reply('a'.repeat(700))), 1);
  expect(whole?.text).toBe('a'.repeat(700));
  const edge = `${'a'.repeat(300)}\n\n${'b'.repeat(50)}`;
  expect(mainPoints(conversation(reply(edge)), 1)[0]?.text).toBe(edge);
  expect(mainPoints(conversation(reply(`${edge}b`)), 1)[0]?.text).toBe('a'.repeat(300));
});

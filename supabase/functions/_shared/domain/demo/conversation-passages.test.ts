import { expect, test } from 'vitest';
import {
  conversationPassages,
  historyPassages,
  mainPoints,
  type EarlierMessage,
} from './conversation-passages.ts';

const user = (text: string): EarlierMessage => ({ id: 'm1', role: 'user', text, isDemo: false });
const reply = (text: string, isDemo = false): EarlierMessage => ({
  id: 'm2',
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
const cited = (message: string) => ({
  source: 'Garden',
  href: `/app?conversation=c1&message=${message}`,
});

test('CITE-22 finds replies of a conversation by its title and the previous question, and links the message', () => {
  const passages = conversationPassages(
    conversation(
      user('Where is the hose?'),
      reply('In the shed.'),
      reply('On the left.'),
      reply('Words of the demo.', true),
    ),
  );
  expect(passages).toEqual([
    { ...cited('m2'), text: 'In the shed.', about: 'Garden Where is the hose?', isMarkdown: true },
    { ...cited('m2'), text: 'On the left.', about: 'Garden', isMarkdown: true },
  ]);
});

test('quotes statements of a user, and omits requests', () => {
  expect(
    conversationPassages(
      conversation(user('Please help. The hose leaks. Can you see? It is green!\n\nWe need more.')),
    ),
  ).toEqual([{ ...cited('m1'), text: 'The hose leaks. It is green!' }]);
  expect(
    historyPassages([user('The hose leaks.'), reply('Turn it off.'), reply('x', true)]),
  ).toEqual([
    { source: 'earlier in this conversation', text: 'The hose leaks.' },
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
    { ...cited('m2'), text: `${long}\n\nshort`, isMarkdown: true },
    { ...cited('m2'), text: `These are:\n\n${long}${long}`, isMarkdown: true },
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

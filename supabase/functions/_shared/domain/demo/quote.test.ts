import { expect, test } from 'vitest';
import { quote, sourceLink } from './quote.ts';

const quoted = (text: string, isMarkdown = false) =>
  quote({ text, source: 'a.txt', isMarkdown }).replace('\n>\n> — *a.txt*', '');

test.each([
  ['# One', '> \\# One'],
  ['+ One', '> \\+ One'],
  ['=== One', '> \\=== One'],
  ['1. One', '> 1\\. One'],
  ['12) One', '> 12\\) One'],
  ['a 1. One # two', '> a 1. One # two'],
  [
    '  [a](b) <c> | ~d~ & e\\f `g` _h_',
    '> \\[a\\](b) \\<c\\> \\| \\~d\\~ \\& e\\\\f \\`g\\` \\_h\\_',
  ],
  ['one\r\n  two', '> one\\\n> two'],
  ['~~~\nx', '> ```\n> ~~~\n> x\n> ```'],
  ['  ```\nx ```` y', '> `````\n>   ```\n> x ```` y\n> `````'],
  ['a ``` b', '> a \\`\\`\\` b'],
])('escapes the plain text %j', (text, expected) => {
  expect(quoted(text)).toBe(expected);
});

test.each([
  ['```js\na', '> ```js\n> a\n> ```'],
  ['```\na\n```', '> ```\n> a\n> ```'],
  ['```\na\n```\nb', '> ```\n> a\n> ```\n> b'],
  ['````\na\n```', '> ````\n> a\n> ```\n> ````'],
  ['```\na\n~~~', '> ```\n> a\n> ~~~\n> ```'],
  ['~~~\na\n``` b', '> ~~~\n> a\n> ``` b\n> ~~~'],
  ['```\na\n```` b', '> ```\n> a\n> ```` b\n> ```'],
  ['```\na\n`````', '> ```\n> a\n> `````'],
  ['   ```\na', '>    ```\n> a\n> ```'],
  ['    ```\na', '>     ```\n> a'],
  ['a ``` b', '> a ``` b'],
  ['one\r\n\r\ntwo  ', '> one\n>\n> two'],
])('preserves the Markdown %j and closes its last code block', (text, expected) => {
  expect(quoted(text, true)).toBe(expected);
});

const WRAPPED = [
  'Give midazolam from the red bag on the hook behind the',
  'kitchen door. Call 000 if the seizure lasts longer than',
  'five minutes. Stay with Maya.',
];
test.each([
  [WRAPPED, [WRAPPED.join(' ')]],
  [
    [...WRAPPED, 'Write down when it began.'],
    [WRAPPED.join(' '), 'Write down when it began.'],
  ],
  [
    [
      'Take to the hospital, with the plan and the spare card:',
      '- the red bag',
      '2. the plan',
      'a) shoes',
    ],
    undefined,
  ],
  [['Pagers', 'Ava 4101', 'leo 4102'], undefined],
])('CITE-21 joins lines that do not end a paragraph: %j', (lines, expected = lines) => {
  expect(quoted(lines.join('\n')).replaceAll('\\-', '-').replace('2\\.', '2.')).toBe(
    `> ${expected.join('\\\n> ')}`,
  );
});

test('links a source if it has an href', () => {
  expect(sourceLink({ source: 'A [b]' })).toBe('A \\[b\\]');
  expect(sourceLink({ source: 'A', href: '/app?record=1' })).toBe('[A](/app?record=1)');
});

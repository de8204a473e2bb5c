// @vitest-environment jsdom
import type { Nodes } from 'hast';
import { expect, test } from 'vitest';
import { blockTree } from './block-tree.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { resolveReferences } from './references.ts';

/** Writes a tree as HTML without attributes, with a line end for each line break. */
function write(node: Nodes): string {
  if (node.type === 'text') return node.value === '\n' ? '' : node.value.replace(/^\n/, '');
  if (!('children' in node)) return '';
  const inner = node.children.map(write).join('');
  if (node.type !== 'element' || node.tagName === 'p') return inner;
  if (node.tagName === 'br') return '\n';
  const { value, start } = node.properties;
  const number = value ?? start;
  return `<${node.tagName}${number ? ` ${String(number)}` : ''}>${inner}</${node.tagName}>`;
}

/** Returns a reply as it is shown. */
function show(text: string): string {
  const { blocks, references } = resolveReferences(text, parseMarkdown(text));
  return blocks.map((block) => write(blockTree(block, references))).join('\n\n');
}

test.each([
  'The shift is from 9~5 and breaks are 10~15 minutes. Drink ~2 glasses or ~500 ml, at 20~25°C.',
  'H~2~O and ~/notes or a~b~c, about ~5 kg (~11 lb)',
])('REPLY-01 a single tilde is a sign: %s', (text) => expect(show(text)).toBe(text));

test('REPLY-01 two tildes strike through', () => {
  expect(show('~~Old rule~~ is gone, a~~b~~c')).toBe('<del>Old rule</del> is gone, a<del>b</del>c');
});

test.each([
  ['an address', 'Sam Lee\n12 Main St\nLismore NSW 2480'],
  ['a signature', 'Kind regards\n--'],
  ['Windows', 'Sam\r\nLena', 'Sam\nLena'],
  ['formatting', '**Sam\nLee** or *a\nb*', '<strong>Sam\nLee</strong> or <em>a\nb</em>'],
  ['a link', '[the\nplan](https://example.org)', '<a>the\nplan</a>'],
  ['an item', '- Sam\n  12 Main St\n- Lena', '<ul><li>Sam\n12 Main St</li><li>Lena</li></ul>'],
  ['a quote', '> Sam\n> Lena', '<blockquote>Sam\nLena</blockquote>'],
  ['Chinese', '第一行\n第二行'],
  ['HTML', '<address>\nSam\n12 Main St\n</address>'],
  ['a break of both kinds', 'Sam<br>\nLena  \nAvi\\\nJo', 'Sam\nLena\nAvi\nJo'],
  ['code', 'Run `a\nb` now', 'Run <code>a b</code> now'],
  ['a picture', '![a\nb](https://example.org/x.png)', '<a>a\nb</a>'],
] as [string, string, string?][])(
  'REPLY-02 the lines of a paragraph stay lines: %s',
  (_, text, shown) => expect(show(text)).toBe(shown ?? text),
);

test.each([
  ['5*3*2 mg', undefined],
  ['Take 3*10 ml, then 2*5 ml', undefined],
  ['2**3 + 4**2', undefined],
  ['Date of birth: __/__/____', undefined],
  ['snake_case_name in __init__.py', undefined],
  ['x<y and y>z, <5 mg, 5 < 6 > 3', undefined],
  ['$5 and $10, A & B, 5 %, ^2^ #4', undefined],
  ['Give *5* of **10** mg', 'Give <em>5</em> of <strong>10</strong> mg'],
  ['a *b* c*d*e', 'a <em>b</em> c<em>d</em>e'],
  ['__bold__, _soft_.', '<strong>bold</strong>, <em>soft</em>.'],
])('REPLY-03 signs that only look like formatting are shown: %s', (text, shown) =>
  expect(show(text)).toBe(shown ?? text),
);

test.each([
  [
    '1986. Founded\n1994. Moved\n1995. Grew',
    '<ol 1986><li>Founded</li><li 1994>Moved</li><li>Grew</li></ol>',
  ],
  ['2. two\n4. four', '<ol 2><li>two</li><li 4>four</li></ol>'],
  ['1. a\n1. b', '<ol><li>a</li><li>b</li></ol>'],
])('REPLY-03 the items of a list have the numbers that were written: %s', (text, shown) =>
  expect(show(text)).toBe(shown ?? text),
);

test.each([
  ['- > 38.5: call\n- >= 39: nurse', '<ul><li>> 38.5: call</li><li>>= 39: nurse</li></ul>'],
  ['>= 5 mg\n>= 6 mg', undefined],
  ['> 5 people came', '<blockquote>5 people came</blockquote>'],
  ['- > quoted', '<ul><li><blockquote>quoted</blockquote></li></ul>'],
])('REPLY-03 a comparison is no quote: %s', (text, shown) =>
  expect(show(text)).toBe(shown ?? text),
);

test.each([
  ['[Name]: Maya\n\n[Date]: Tuesday', undefined],
  ['Said.\n\n[1]: https://example.org "One"', 'Said.\n\n[1]: <a>https://example.org</a> "One"'],
  ['See [it][1].\n\n[1]: https://example.org', 'See <a>it</a>.\n\n'],
])('REPLY-03 a definition that nothing refers to is shown: %s', (text, shown) =>
  expect(show(text)).toBe(shown ?? text),
);

test('REPLY-03 a note that nothing refers to is shown after the others', () => {
  const text = 'Said[^b].\n\n[^a]: Ask Priya.\n\n[^b]: Second.';
  const { references } = resolveReferences(text, parseMarkdown(text));
  expect(references.notes.map(({ identifier }) => identifier)).toEqual(['b', 'a']);
});

test.each([
  ['see “https://example.org/a.” ok', 'see “<a>https://example.org/a</a>.” ok'],
  ['https://example.org。谢谢', '<a>https://example.org</a>。谢谢'],
  [
    'https://example.org/日本、https://b.example（内网）',
    '<a>https://example.org/日本</a>、<a>https://b.example</a>（内网）',
  ],
  ['(www.example.org/a…)', '(<a>www.example.org/a</a>…)'],
  ['https://example.org/x_y?z=1.', '<a>https://example.org/x_y?z=1</a>.'],
])('REPLY-03 an address ends before the punctuation that follows it: %s', (text, shown) =>
  expect(show(text)).toBe(shown ?? text),
);

test.each([
  ['请注意**「服药时间」**必须', '请注意<strong>「服药时间」</strong>必须'],
  ['**重要：**不要空腹。', '<strong>重要：</strong>不要空腹。'],
  ['これは**「大事」**です。', 'これは<strong>「大事」</strong>です。'],
  ['이것은 **"중요"**합니다', '이것은 <strong>"중요"</strong>합니다'],
  ['*「薬」*は~~「朝」~~夜', '<em>「薬」</em>は<del>「朝」</del>夜'],
])('REPLY-04 bold next to Chinese, Japanese and Korean punctuation: %s', (text, shown) =>
  expect(show(text)).toBe(shown ?? text),
);

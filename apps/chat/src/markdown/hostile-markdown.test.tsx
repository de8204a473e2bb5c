// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Markdown } from './markdown';
import { CORPUS } from './testing/corpus';

afterEach(cleanup);

const nothing =
  'script, style, form, img, svg, iframe, object, embed, link, meta, video, audio, [style], [onerror], [onclick], [onload], [src], [srcset]';

test.each([
  ['raw HTML', '<script>alert(1)</script><b onclick="alert(1)">x</b><form><input></form>'],
  ['an event handler', '<img src=x onerror="alert(1)">'],
  ['a script link', '[click](javascript:alert(1)) [data](data:text/html,x) [v](vbscript:x)'],
  [
    'a hidden script link',
    '[a](java\tscript:alert(1)) [b](&#106;avascript:alert(1)) <javascript:alert(1)> [c](JaVaScRiPt:x)',
  ],
  ['a script link by label', '[a][x] ![b][x]\n\n[x]: javascript:alert(1)'],
  ['a remote image', '![pixel](https://tracker.example/p.png?q=secret)'],
  ['a data image', '![x](data:image/svg+xml;base64,PHN2Zz4=)'],
  ['a relative link', '[away](//evil.example) [here](/admin) [there](#top) [q](?x=1)'],
  ['styles', '<style>*{display:none}</style><p style="position:fixed">x</p>'],
  [
    'foreign elements',
    '<svg onload=alert(1)><iframe src="https://evil.example"></iframe></svg>\n\n<object data=x></object>',
  ],
  ['a class of ours', '<div class="code">x</div>\n\n``` x" onload="alert(1)\ny\n```'],
  ['an unclosed fence', '```html\n<script>alert(1)</script>'],
])('%s has no effect', (_, text) => {
  const { container } = render(<Markdown text={text} />);
  const ours = container.querySelectorAll('button svg');
  const found = [...container.querySelectorAll(nothing)].filter(
    (node) => ![...ours].includes(node),
  );
  expect(found).toEqual([]);
  for (const link of container.querySelectorAll('a'))
    expect(link.getAttribute('href')).toMatch(/^(https?:|mailto:)/);
});

test.each(['__proto__', 'constructor', 'toString', '__defineGetter__'])(
  'code in the language %s is code, and notes and links of that name are nothing else',
  (name) => {
    const text = `\`\`\`${name}\nx\n\`\`\`\n\nSee [this][${name}] and[^${name}].\n\n[${name}]: https://example.org/\n[^${name}]: Why`;
    const { container } = render(<Markdown text={text} />);
    expect(screen.getByRole('group', { name }).textContent).toBe('x\n');
    expect(container.querySelector('a.out')?.getAttribute('href')).toBe('https://example.org/');
    expect(container.querySelector('.notes li')?.textContent).toBe('Why');
  },
);

test('raw HTML is shown as it was written: no word is lost', () => {
  const { container } = render(<Markdown text={'Use <div> or\n\n<section>x</section>'} />);
  expect(container.textContent).toBe('Use <div> or<section>x</section>');
});

test.each([
  ['quotes', '> '.repeat(1000)],
  ['lists', '1. '.repeat(1000)],
  ['emphasis', '*a _b '.repeat(1000)],
  ['brackets', '['.repeat(1000)],
  ['links', '[a]('.repeat(1000)],
  [
    'indented lists',
    Array.from({ length: 120 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n'),
  ],
])('%s nested a thousand times render their text', (_, nested) => {
  const { container } = render(<Markdown text={`${nested}the end`} />);
  expect(container.textContent).toContain('the end');
});

test('renders a line of 100 KB', () => {
  const { container } = render(<Markdown text={'word '.repeat(20_000)} />);
  expect(container.textContent?.length).toBe(99_999);
});

test.each(CORPUS)('nothing of the corpus gets through: %s', (text) => {
  const { container } = render(<Markdown text={text} />);
  for (const link of container.querySelectorAll('a'))
    expect(link.getAttribute('href')).toMatch(/^(https?:|mailto:)/);
  expect(container.querySelectorAll('script, img, div.x')).toHaveLength(0);
});

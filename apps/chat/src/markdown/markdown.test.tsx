// @vitest-environment jsdom
import { BrowserRouter } from '@homie/composition';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Markdown } from './markdown';

afterEach(cleanup);

const report = [
  '# Visit',
  '- [x] Lunch\n- [ ] Walk',
  '| When | What |\n| --- | --- |\n| 9:00 | Tea |',
  'A **calm** morning, see [the plan](https://example.org/plan).',
  '```ts\nconst a = 1;\n```',
  '1. one\n2. two',
].join('\n\n');

test('renders GFM: headings below the level of the page, task lists, tables, code', () => {
  const { container } = render(<Markdown text={report} />);
  expect(container.querySelector('h1')).toBeNull();
  expect(container.querySelector('h2')?.textContent).toBe('Visit');
  const ticks = screen.getAllByRole('checkbox', { name: 'Done' });
  expect(ticks.map((tick) => tick.matches(':checked'))).toEqual([true, false]);
  expect(ticks.every((tick) => tick.matches(':disabled'))).toBe(true);
  expect(container.querySelector('td')?.textContent).toBe('9:00');
  expect(container.querySelector('pre code')?.textContent).toBe('const a = 1;\n');
  expect(screen.getByRole('group', { name: 'TypeScript' })).toBeDefined();
});

test('a web link opens in a new tab, announces that and sends no referrer; a mail link stays a plain link', () => {
  render(
    <Markdown text="[the plan](https://example.org/plan) and [Ava](mailto:ava@example.org)" />,
  );
  const link = screen.getByRole('link', { name: 'the plan (opens in a new tab)' });
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(link.getAttribute('target')).toBe('_blank');
  const mail = screen.getByRole('link', { name: 'Ava' });
  expect(mail.getAttribute('href')).toBe('mailto:ava@example.org');
});

test('a cited message opens within its conversation, and no other URL of the app is a link', () => {
  const id = '0f6c2f0a-0004-4000-8000-000000000002';
  const href = `/app?conversation=${id}&message=${id}`;
  render(
    <BrowserRouter>
      <Markdown
        text={`[Rainy day](${href}) and [users](/admin/users) and [more](${href}&assistant=1)`}
      />
    </BrowserRouter>,
  );
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([href]);
  expect(links[0]?.hasAttribute('target')).toBe(false);
  links[0]?.click();
  expect(location.pathname + location.search).toBe(href);
});

test('a cited document opens next to the conversation that is on the screen', () => {
  const version = '0f6c2f0a-0004-4000-8000-000000000003';
  history.replaceState(null, '', '/app?conversation=c1');
  render(
    <BrowserRouter>
      <Markdown text={`— *[Incident procedure](/app?document=${version}&passage=2)*`} />
    </BrowserRouter>,
  );
  screen.getByRole('link', { name: 'Incident procedure' }).click();
  expect(location.pathname + location.search).toBe(
    `/app?conversation=c1&document=${version}&passage=2`,
  );
});

test('CITE-23 a cited file is a link with its conversation on the screen, and otherwise its name', () => {
  const id = '0f6c2f0a-0004-4000-8000-000000000003';
  const text = `— *[Roster.csv, row 12](/app?file=${id}/${id}&place=row-12)*`;
  history.replaceState(null, '', '/app?handover=h1');
  const { unmount } = render(
    <BrowserRouter>
      <Markdown text={text} />
    </BrowserRouter>,
  );
  expect(screen.getByText('Roster.csv, row 12')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  unmount();
  history.replaceState(null, '', '/app?conversation=c1');
  render(
    <BrowserRouter>
      <Markdown text={text} />
    </BrowserRouter>,
  );
  screen.getByRole('link', { name: 'Roster.csv, row 12' }).click();
  expect(new URLSearchParams(location.search).get('file')).toBe(`${id}/${id}`);
});

test('a picture is a link to it, or the words inside a link', () => {
  const { container } = render(
    <Markdown text="![A map](https://example.org/map.png) [![badge](https://x.example/b.svg)](https://x.example)" />,
  );
  expect(container.querySelector('img')).toBeNull();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['https://example.org/map.png', 'https://x.example']);
});

test('renders footnotes under the reply, and each reply links to its own', () => {
  const text =
    'Said[^a] and again[^b].\n\n[^b]: Second.\n[^a]: First, see [x].\n\n[x]: https://x.example';
  render(
    <>
      <Markdown text={text} />
      <Markdown text={text} />
    </>,
  );
  const [mine, other] = screen.getAllByRole('list', { name: 'Notes' });
  expect([...(mine?.children ?? [])].map((note) => note.textContent)).toEqual([
    'First, see x (opens in a new tab).',
    'Second.',
  ]);
  const hrefs = screen
    .getAllByRole('link', { name: 'Note 1' })
    .map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual([`#${mine?.firstElementChild?.id}`, `#${other?.firstElementChild?.id}`]);
  expect(new Set(hrefs).size).toBe(2);
});

test('each block has the text direction of its own words, code is left to right', () => {
  const { container } = render(<Markdown text={'שלום\n\n- a\n\n| a |\n| - |\n\n```\nx\n```'} />);
  const directions = [...container.children].map((block) => block.getAttribute('dir'));
  expect(directions).toEqual(['auto', 'auto', 'auto', 'ltr']);
});

test('a text that arrives letter by letter renders the same DOM as the complete text', () => {
  const whole = render(<Markdown text={report} />).container;
  const { container, rerender } = render(<Markdown text="" complete={false} />);
  for (let end = 1; end <= report.length; end += 1)
    rerender(<Markdown text={report.slice(0, end)} complete={false} />);
  rerender(<Markdown text={report} complete />);
  // Compared as nodes: the order of attributes does not matter.
  expect(container.isEqualNode(whole)).toBe(true);
});

test('REPLY-02 a line stays in its place while the next one arrives', () => {
  const text = 'Sam Lee\n12 Main St\n--\n\nKind regards\n- Sam';
  const { container, rerender } = render(<Markdown text="Sam" complete={false} />);
  const first = container.firstElementChild;
  const shapes = new Set<string>();
  for (let end = 4; end <= text.length; end += 1) {
    rerender(<Markdown text={text.slice(0, end)} complete={false} />);
    expect(container.firstElementChild).toBe(first);
    shapes.add([...container.children].map(({ tagName }) => tagName).join(' '));
  }
  expect([...shapes]).toEqual(['P', 'P P', 'P P UL']);
});

test.each([
  ['a paragraph', 'Some words ', 'and **bold** ones,\nin two lines.\n\nNext.'],
  ['a heading', '## Some words ', 'and more\n\nNext.'],
  ['an item', '- One\n- Some words ', 'and *more*\n- Three\n\nNext.'],
  ['a quote', '> Some words ', 'and more\n\nNext.'],
  ['a cell', '| A |\n| - |\n| Some words ', 'and more |\n| Next |'],
  ['code', '```\nSome words ', 'and more\n'],
])('REPLY-05 what is selected in %s stays selected while it grows', (_, before, after) => {
  const { container, rerender } = render(<Markdown text={before} complete={false} />);
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  while (!texts.nextNode()?.textContent?.startsWith('Some words'));
  getSelection()?.setBaseAndExtent(texts.currentNode, 5, texts.currentNode, 10);
  const text = before + after;
  for (let end = before.length; end <= text.length; end += 1) {
    rerender(<Markdown text={text.slice(0, end)} complete={false} />);
    expect(getSelection()?.toString()).toBe('words');
  }
  // Code that is complete is highlighted, in other elements.
  rerender(<Markdown text={text} complete={!text.startsWith('```')} />);
  expect(getSelection()?.toString()).toBe('words');
});

test('retains the rendered elements while more text arrives and when the reply is complete', () => {
  const { container, rerender } = render(<Markdown text={'First.\n\nSec'} complete={false} />);
  const [first, second] = container.children;
  rerender(<Markdown text={'First.\n\nSecond.\n\nThird.'} complete={false} />);
  rerender(<Markdown text={'First.\n\nSecond.\n\nThird.'} complete />);
  expect([...container.children].slice(0, 2)).toEqual([first, second]);
  expect(container.textContent).toBe('First.Second.Third.');
});

test('renders code in full while it streams, however long', () => {
  const code = 'const a = 1;\n'.repeat(1000);
  const { container } = render(<Markdown text={`\`\`\`js\n${code}`} complete={false} />);
  expect(container.querySelector('code')?.textContent).toBe(code);
});

test('TRANSLATE-03 text that grows next to formatted text has its own element, and code is not translated', () => {
  const { container, rerender } = render(<Markdown text="A **calm** morn" complete={false} />);
  for (const [text, last] of [
    ['A **calm** morning, `a=1`', ', '],
    ['A **calm** morning, `a=1` and tea', ' and tea'],
  ] as const) {
    rerender(<Markdown text={text} complete={false} />);
    const texts = [...container.querySelectorAll('p > span')].map((span) => span.textContent);
    expect(texts.at(-1)).toContain(last);
  }
  expect(container.querySelector('p')?.textContent).toBe('A calm morning, a=1 and tea');
  rerender(<Markdown text={'`a=1`\n\n```ts\nb();\n```'} />);
  const code = [...container.querySelectorAll('code')];
  expect(code.map((each) => each.closest('[translate=no]') !== null)).toEqual([true, true]);
});

test.each([
  [
    'Take **two tablets** *with food*, then `sign off`.',
    'Take two tablets with food, then sign off.',
  ],
  ['- Bring **the *red* bag**', 'Bring the red bag'],
  ['**Note `A1` and more**', 'Note A1 and more'],
  ['(***Now***)', '(Now)'],
  ['Take __two tablets__ _with food_ at ~~9~~ 10.', 'Take two tablets with food at 9 10.'],
])('REPLY-07 shows no marker of formatting that is not closed yet: %s', (text, shown) => {
  const { container, rerender } = render(<Markdown text="" complete={false} />);
  for (let end = 1; end <= text.length; end += 1) {
    rerender(<Markdown text={text.slice(0, end)} complete={false} />);
    expect(shown).toContain(container.textContent.trim());
  }
  expect(container.textContent.trim()).toBe(shown);
});

test('REPLY-07 shows what is open as it will be once it is closed', () => {
  const { container, rerender } = render(<Markdown text="Take **two" complete={false} />);
  expect(container.querySelector('strong')?.textContent).toBe('two');
  rerender(<Markdown text="Take **two tablets*" complete={false} />);
  expect(container.querySelector('strong')?.textContent).toBe('two tablets');
  expect(container.querySelector('em')).toBeNull();
});

test.each([
  '5 * 3 and 2*5',
  'See file_name and 9 ~ 10, ',
  'Room \\*5 is shut',
  '*Required\n\nNext',
  'Sign here: **\nSam',
])(
  'REPLY-07 a marker that opens nothing is a sign, and so is every one of a finished text: %j',
  (text) => {
    const { container, rerender } = render(<Markdown text={text} complete={false} />);
    const signs = text.replaceAll('\\', '').replace(/\s+/g, '');
    expect(container.textContent.replace(/\s+/g, '')).toBe(signs);
    rerender(<Markdown text={text} />);
    expect(container.textContent.replace(/\s+/g, '')).toBe(signs);
  },
);

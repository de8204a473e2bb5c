// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Markdown } from './markdown';
import { BlockParser } from './parse-blocks';

afterEach(cleanup);

const html = (text: string) => render(<Markdown text={text} />).container.innerHTML;

const report = [
  '# Visit',
  '- [x] Lunch\n- [ ] Walk',
  '| When | What |\n| --- | --- |\n| 9:00 | Tea |',
  'A **calm** morning, see [the plan](https://example.org/plan).',
  '```ts\nconst a = 1;\n```',
  '1. one\n2. two',
].join('\n\n');

test('GFM is drawn: headings, task lists, tables, code, links', () => {
  const { container } = render(<Markdown text={report} />);
  expect(container.querySelector('h1')?.textContent).toBe('Visit');
  expect(container.querySelectorAll('input[type=checkbox][disabled]')).toHaveLength(2);
  expect(container.querySelector('td')?.textContent).toBe('9:00');
  expect(container.querySelector('pre code.language-ts')?.textContent).toBe('const a = 1;\n');
  const link = container.querySelector('a');
  expect(link?.getAttribute('href')).toBe('https://example.org/plan');
  expect(link?.getAttribute('rel')).toBe('noopener noreferrer');
  expect(link?.getAttribute('target')).toBe('_blank');
});

test('a text that arrives letter by letter ends as the same page', () => {
  const whole = html(report);
  cleanup();
  const { container, rerender } = render(<Markdown text="" />);
  for (let end = 1; end <= report.length; end += 1)
    rerender(<Markdown text={report.slice(0, end)} />);
  expect(container.innerHTML).toBe(whole);
});

test('a closed block is parsed once', () => {
  const parser = new BlockParser();
  const first = parser.parse('One.\n\nTwo.\n\nThr').closed[0];
  expect(parser.parse('One.\n\nTwo.\n\nThree.\n\nFour').closed[0]).toBe(first);
});

test('a text that does not continue the last starts anew', () => {
  const parser = new BlockParser();
  parser.parse('One.\n\nTwo.\n\nThree');
  const { closed, open } = parser.parse('Else');
  expect(closed).toEqual([]);
  expect(open).toMatchObject({ type: 'paragraph' });
});

test.each([
  ['raw HTML', '<script>alert(1)</script><b onclick="alert(1)">x</b><form><input></form>'],
  ['an event handler', '<img src=x onerror="alert(1)">'],
  ['a script link', '[click](javascript:alert(1)) [data](data:text/html,x) [v](vbscript:x)'],
  ['a remote image', '![pixel](https://tracker.example/p.png)'],
  ['a relative link', '[away](//evil.example) [here](/admin)'],
  ['styles', '<style>*{display:none}</style><p style="position:fixed">x</p>'],
])('%s does nothing', (_, hostile) => {
  const { container } = render(<Markdown text={hostile} />);
  expect(container.querySelectorAll('script, style, form, input, img, b, [style]')).toHaveLength(0);
  for (const link of container.querySelectorAll('a'))
    expect(link.getAttribute('href')).toMatch(/^(https?:|mailto:)/);
  expect(container.innerHTML).not.toMatch(/onerror|onclick|javascript:|vbscript:|data:text/);
});

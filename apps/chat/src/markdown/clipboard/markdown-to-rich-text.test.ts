// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { markdownToRichText } from './markdown-to-rich-text';
import { richText } from './rich-text';

const NOTE = [
  '## Shift note',
  '> Maya said: "Next time I want the **owl** one."\n>\n> Two lines.',
  'The *form*\nis at [the intranet](https://example.org/form).[^1]',
  '| Time | What |\n| ---: | --- |\n| 9.20 | Train &#124; bus |',
  '- bread\n- milk\n  1. full\n  2. skim',
  'Tasks:\n- [x] rung\n- [ ] written',
  '```ts\nconst a  = 1;\n```',
  '[^1]: Ask Priya.',
].join('\n\n');

test('OUT-01 the plain text of a copied reply has no Markdown, and its tables have tabs', () => {
  expect(markdownToRichText(NOTE).text).toBe(
    [
      'Shift note',
      'Maya said: "Next time I want the owl one."\n\nTwo lines.',
      'The form\nis at the intranet (https://example.org/form).[1]',
      'Time\tWhat\n9.20\tTrain | bus',
      '• bread\n• milk\n  1. full\n  2. skim',
      'Tasks:',
      '☑ rung\n☐ written',
      'const a  = 1;',
      '1. Ask Priya.',
    ].join('\n\n'),
  );
});

test('OUT-01 the HTML of a copied reply has its headings, lists, tables and links, but no classes or controls', () => {
  const { html } = markdownToRichText(NOTE);
  expect(html).toContain('<blockquote dir="auto">');
  expect(html).toContain('<strong>owl</strong>');
  expect(html).toContain('<a href="https://example.org/form">the intranet</a>');
  expect(html).toMatch(/<td align="right">9\.20<\/td>/);
  expect(html).toContain('<pre dir="auto"><code>const a  = 1;\n</code></pre>');
  expect(html).not.toMatch(/class|button|input/);
});

test('a copied reply runs nothing and leads nowhere but to the web', () => {
  const { html, text } = markdownToRichText(
    '[in](/admin) <img src=x onerror=alert(1)> [x](javascript:alert(1))',
  );
  expect(html).not.toMatch(/<img|href/);
  expect(text).toContain('<img src=x onerror=alert(1)>');
});

test('OUT-02 a copied reply ends with its sources: passages by number, web pages as links', () => {
  const citations = [
    { url: '/app?document=d&passage=1', title: 'Hoist policy, line 1', number: 1 },
    { url: 'https://example.org/ndis', title: 'NDIS <rules>' },
  ];
  const { html, text } = markdownToRichText('Inspect the sling [1].', citations);
  expect(text).toBe(
    'Inspect the sling [1].\n\nSources:\n\n• [1] Hoist policy, line 1\n• NDIS <rules> (https://example.org/ndis)',
  );
  expect(html).toContain(
    '<li>[1] Hoist policy, line 1</li><li><a href="https://example.org/ndis">NDIS &lt;rules&gt;</a></li>',
  );
});

test('OUT-18 a copied quote names its source without an address in the app', () => {
  const quote = document.createElement('template');
  quote.innerHTML =
    '<p>Keep it clear.</p><p><em><a href="/app?document=d&amp;passage=1">Hoist policy</a></em> [1]</p>';
  const { html, text } = richText(quote.content);
  expect(text).toBe('Keep it clear.\n\nHoist policy [1]');
  expect(html).toBe('<p>Keep it clear.</p><p><em>Hoist policy</em> [1]</p>');
});

test('REPLY-01 REPLY-02 REPLY-03 REPLY-04 a copied reply has the lines, signs and numbers of the reply', () => {
  const { html, text } = markdownToRichText(
    'Sam Lee\n~12 Main St~\n\n1986. Founded\n1994. Moved 5*3*2 m\n\n请**「药」**吃\n第二行',
  );
  expect(text).toBe(
    'Sam Lee\n~12 Main St~\n\n1986. Founded\n1994. Moved 5*3*2 m\n\n请「药」吃\n第二行',
  );
  expect(html).toContain('<li value="1994">');
  expect(html).toContain('<strong>「药」</strong>');
});

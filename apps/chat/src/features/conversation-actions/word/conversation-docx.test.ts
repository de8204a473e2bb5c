// @vitest-environment jsdom
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { conversationDocx } from './conversation-docx';
import type { ExportedEntry, ExportedThread } from './exported-thread';

const REPLY = [
  '# Plan',
  'Bring the **blue** *bag*, see [the map](https://example.org/map) and [this](javascript:alert(1)).[^1]',
  '3. rake\n4. shears\n   - small',
  '- [x] rung\n- [ ] written',
  '| Time | What |\n| ---: | --- |\n| 9.20 | Train |',
  '```ts\nif (a)\n  b();\n```',
  '> Quoted',
  '[^1]: Ask Priya.',
].join('\n\n');

const entry = (text: string, more: Partial<ExportedEntry> = {}): ExportedEntry => ({
  heading: 'House Rules, Friday',
  text,
  isMarkdown: true,
  files: [],
  sources: [],
  notes: [],
  ...more,
});

function readBytes(blob: Blob): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (reader.result instanceof ArrayBuffer) resolve(new Uint8Array(reader.result));
    });
    reader.readAsArrayBuffer(blob);
  });
}

async function render(entries: ExportedEntry[], title = 'Trip') {
  const thread: ExportedThread = { title, facts: ['Assistant: House Rules'], entries };
  const files = unzipSync(await readBytes(await conversationDocx(thread)));
  const file = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const xml = new DOMParser().parseFromString(file('word/document.xml'), 'text/xml');
  expect(xml.querySelector('parsererror')).toBeNull();
  const paragraphs = [...xml.getElementsByTagName('w:p')].map((node) => ({
    text: [...node.getElementsByTagName('w:t')].map((run) => run.textContent).join(''),
    style: node.getElementsByTagName('w:pStyle')[0]?.getAttribute('w:val'),
    xml: node.outerHTML,
  }));
  const find = (text: string) => paragraphs.find((paragraph) => paragraph.text === text);
  return { xml, paragraphs, find, file };
}

test('OUT-03 a Word document has title, facts, authors and the headings of replies as levels', async () => {
  const { find } = await render([entry(REPLY)]);
  expect(find('Trip')?.style).toBe('Title');
  expect(find('Assistant: House Rules')).toBeDefined();
  expect(find('House Rules, Friday')?.style).toBe('Heading1');
  expect(find('Plan')?.style).toBe('Heading2');
});

test('OUT-03 a Word document has emphasis, lists, tables, code and quotes of a reply', async () => {
  const { xml, find, file } = await render([entry(REPLY)]);
  const bold = [...xml.getElementsByTagName('w:r')].find((run) => run.textContent === 'blue');
  expect(bold?.getElementsByTagName('w:b')).toHaveLength(1);
  expect(find('rake')?.xml).toContain('<w:numId');
  expect(file('word/numbering.xml')).toContain('<w:start w:val="3"/>');
  expect(find('small')?.xml).toContain('<w:ilvl w:val="1"/>');
  expect(find('☑ rung')).toBeDefined();
  expect(find('☐ written')).toBeDefined();
  const cells = [...xml.getElementsByTagName('w:tc')].map(({ textContent }) => textContent);
  expect(cells).toEqual(['Time', 'What', '9.20', 'Train']);
  expect(xml.getElementsByTagName('w:tblHeader')).toHaveLength(1);
  expect(find('9.20')?.xml).toContain('<w:jc w:val="right"/>');
  expect(find('if\u00A0(a)\u00A0\u00A0b();')?.xml).toContain('Courier New');
  expect(find('Quoted')?.xml).toContain('<w:pBdr>');
  expect(find('Ask Priya.')).toBeDefined();
});

test('OUT-03 only web and mail addresses are links of a Word document', async () => {
  const { find, file } = await render([entry(REPLY)]);
  expect(find('Bring the blue bag, see the map and this.1')).toBeDefined();
  const targets = [...file('word/_rels/document.xml.rels').matchAll(/Target="(https?:[^"]*)"/g)];
  expect(targets.map(([, target]) => target)).toEqual(['https://example.org/map']);
  expect(file('word/_rels/document.xml.rels')).not.toContain('javascript');
});

test('OUT-03 sources, notes and file names follow their message', async () => {
  const sources = [
    { url: '/app?document=d&passage=1', title: 'Hoist policy', number: 1 },
    { url: 'https://example.org/', title: 'NDIS' },
  ];
  const { paragraphs } = await render([
    entry('Inspect [1].', { sources, notes: ['Stopped here.'], files: ['a.pdf', 'b.txt'] }),
  ]);
  expect(paragraphs.slice(-6).map(({ text }) => text)).toEqual([
    'Inspect [1].',
    'Files: a.pdf, b.txt',
    'Sources:',
    '[1] Hoist policy',
    'NDIS, https://example.org/',
    'Stopped here.',
  ]);
});

test('OUT-03 a message of the user is plain text, and any character gives a valid document', async () => {
  const { find } = await render(
    [entry('**a** <b>\n\u0001c\uD800', { isMarkdown: false }), entry('שלום **עולם**')],
    'A & B <\u0002>',
  );
  expect(find('A & B <>')?.style).toBe('Title');
  expect(find('**a** <b>')).toBeDefined();
  expect(find('c')).toBeDefined();
  expect(find('שלום עולם')?.xml).toContain('<w:bidi/>');
});

test('REPLY-01 REPLY-02 REPLY-03 a Word document has the lines, signs and numbers of a reply', async () => {
  const text = 'Sam Lee\n~12 Main St~\n\n1986. Founded\n1994. Moved\n\n<address>\nLismore';
  const { find, paragraphs, file } = await render([entry(text)]);
  expect(find('Sam Lee~12 Main St~')?.xml.match(/<w:br\/>/g)).toHaveLength(1);
  expect(find('<address>Lismore')?.xml.match(/<w:br\/>/g)).toHaveLength(1);
  expect(paragraphs.some(({ xml }) => xml.includes('w:strike'))).toBe(false);
  const starts = [...file('word/numbering.xml').matchAll(/<w:start w:val="(19\d\d)"/g)];
  expect(new Set(starts.map(([, start]) => start))).toEqual(new Set(['1986', '1994']));
});

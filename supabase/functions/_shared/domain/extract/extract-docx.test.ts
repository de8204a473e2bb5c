import { expect, test } from 'vitest';
import { encodeUtf8 } from '../scan/testing/office-files.ts';
import { extractFile } from './extract-file.ts';
import type { ExtractionLimits } from './extracted-file.ts';
import { paragraph, wordDocument } from './testing/documents.ts';

function extract(body: string, limits: Partial<ExtractionLimits> = {}) {
  return extractFile({ name: 'a.docx', bytes: wordDocument(body) }, limits);
}

async function extractText(body: string): Promise<string> {
  return (await extract(body)).parts.map(({ text }) => text).join('');
}

const run = (content: string) => `<w:p><w:r>${content}</w:r></w:p>`;
const cell = (...texts: string[]) =>
  `<w:tc>${texts.map((text) => paragraph(text)).join('')}</w:tc>`;

test.each([
  ['deleted text', '<w:del><w:t>old</w:t></w:del><w:t>new</w:t>'],
  ['text that was moved away', '<w:moveFrom><w:t>old</w:t></w:moveFrom><w:t>new</w:t>'],
  ['text of a deletion', '<w:delText>old</w:delText><w:t>new</w:t>'],
  ['the same for old readers', '<Fallback><w:t>old</w:t></Fallback><w:t>new</w:t>'],
  ['deletions in deletions', '<w:del><w:del/><w:del>a</w:del><w:t>old</w:t></w:del><w:t>new</w:t>'],
  ['empty deletions', '<w:del/><w:t>new</w:t>'],
  ['line ends of deletions', '<w:del><w:br/><w:tab/></w:del><w:t>new</w:t>'],
  ['what stands outside of texts', 'x<w:t/>y<w:t>new</w:t>z'],
  ['tabs before a paragraph', '<w:t> </w:t><w:tab/><w:tab/><w:t>new</w:t>'],
])('omits %s', async (_, content) => {
  expect(await extractText(run(content))).toBe('new\n\n');
});

test.each([
  ['<w:br/>', 'a\nb'],
  ['<w:cr/>', 'a\nb'],
  ['<w:tab/>', 'a\tb'],
  ['<w:noBreakHyphen/>', 'a\u2011b'],
  ['<w:sym/>', 'ab'],
])('%s is read as %j', async (sign, text) => {
  expect(await extractText(run(`<w:t>a</w:t>${sign}<w:t>b</w:t>`))).toBe(`${text}\n\n`);
});

test('paragraphs belong to the last heading or title, and blank ones are omitted', async () => {
  const { parts } = await extract(
    paragraph(' Plan ', 'Title') +
      paragraph('One') +
      paragraph(' ') +
      paragraph(' ', 'Heading1') +
      paragraph('Two', 'SubHeading') +
      paragraph('Food', 'heading 2') +
      paragraph('Three'),
  );
  expect(parts).toEqual([
    { text: ' Plan \n\n', location: { heading: 'Plan' } },
    { text: 'One\n\n', location: { heading: 'Plan' } },
    { text: 'Two\n\n', location: { heading: 'Plan' } },
    { text: 'Food\n\n', location: { heading: 'Food' } },
    { text: 'Three\n\n', location: { heading: 'Food' } },
  ]);
});

test('a table row becomes a line that joins the paragraphs of each cell', async () => {
  const inner = `<w:tbl><w:tr>${cell('c')}${cell('d')}</w:tr></w:tbl>`;
  const table =
    `<w:tbl><w:tr>${cell('a', 'b')}${cell('')}${cell('x')}</w:tr></w:tbl>` +
    paragraph('Between') +
    `<w:tbl><w:tr>${cell('e')}<w:tc>${inner}</w:tc></w:tr></w:tbl>`;
  const text = await extractText(table + paragraph('End'));
  expect(text).toMatch(/^a b \| {2}\| x\n\nBetween\n\ne \| c \| d\n/);
  expect(text).toMatch(/\n\nEnd\n\n$/);
});

test('a heading within a table applies to no paragraphs', async () => {
  const { parts } = await extract(
    `<w:tbl><w:tr><w:tc>${paragraph('Day', 'Heading1')}</w:tc></w:tr></w:tbl>${paragraph('End')}`,
  );
  expect(parts).toEqual([{ text: 'Day\n' }, { text: '\n' }, { text: 'End\n\n' }]);
});

test('footnotes and endnotes follow the document, in this order', async () => {
  const bytes = wordDocument(paragraph('Text'), {
    'word/endnotes.xml': encodeUtf8(`<e>${paragraph('End')}</e>`),
    'word/footnotes.xml': encodeUtf8(`<f>${paragraph('Foot')}</f>`),
    'word/comments.xml': encodeUtf8(`<c>${paragraph('Comment')}</c>`),
  });
  const { parts } = await extractFile({ name: 'a.docx', bytes });
  expect(parts.map(({ text }) => text)).toEqual(['Text\n\n', 'Foot\n\n', 'End\n\n']);
});

test('truncates a document at the character limit, with a note', async () => {
  const body = paragraph('One') + paragraph('Two') + paragraph('Three');
  const { parts, notes } = await extract(body, { characters: 7 });
  expect(parts.map(({ text }) => text)).toEqual(['One\n\n', 'Tw']);
  expect(notes).toEqual(['Only the first 7 characters of a.docx were read.']);
});

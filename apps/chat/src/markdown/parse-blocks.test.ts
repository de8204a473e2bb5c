import fc from 'fast-check';
import type { RootContent } from 'mdast';
import { expect, test, vi } from 'vitest';
import { BlockParser } from './parse-blocks';
import { parseMarkdown, resolveReferences } from '@homie/widgets/markdown';
import { CORPUS } from './testing/corpus';

// Thousands of texts are parsed: on a busy machine that exceeds the default timeout of five seconds.
vi.setConfig({ testTimeout: 60_000 });

/** Removes the positions of blocks, which depend on the offset at which parsing started. */
const bare = (blocks: readonly RootContent[]): unknown =>
  JSON.parse(
    JSON.stringify(blocks, (key, value: unknown) => (key === 'position' ? undefined : value)),
  );

const texts = fc
  .array(fc.constantFrom(...CORPUS), { minLength: 1, maxLength: 8 })
  .chain((pieces) =>
    fc.constantFrom('\n', '\n\n', '\n\n\n').map((between) => pieces.join(between)),
  );

/** A text and the offsets at which the network splits it. */
const cutTexts = texts.chain((text) =>
  fc.tuple(
    fc.constant(text),
    fc.uniqueArray(fc.integer({ min: 0, max: text.length }), { maxLength: 60 }),
  ),
);

test('returns the blocks of the text so far, wherever the network splits it', () => {
  fc.assert(
    fc.property(cutTexts, ([text, cuts]) => {
      const parser = new BlockParser();
      for (const cut of cuts.toSorted((a, b) => a - b)) {
        const soFar = text.slice(0, cut);
        expect(bare(parser.parse(soFar).blocks)).toEqual(bare(parseMarkdown(soFar)));
      }
      expect(bare(parser.parse(text, true).blocks)).toEqual(
        bare(resolveReferences(text, parseMarkdown(text)).blocks),
      );
    }),
    { numRuns: 40 },
  );
});

test.each(['\n\n    code', '\n\n    code\n\n    code', '\n\n    code\n\ntext\n\n    code'])(
  'parses indented code after an indented list as micromark does, letter by letter: %j',
  (code) => {
    const text = `   - list${code}${code}`;
    const parser = new BlockParser();
    for (let end = 0; end <= text.length; end += 1) {
      const soFar = text.slice(0, end);
      expect(bare(parser.parse(soFar).blocks)).toEqual(bare(parseMarkdown(soFar)));
    }
    expect(bare(parser.parse(text, true).blocks)).toEqual(bare(parseMarkdown(text)));
  },
);

test('returns the blocks of the text so far, letter by letter', () => {
  for (const text of CORPUS) {
    const parser = new BlockParser();
    for (let end = 0; end <= text.length; end += 1) {
      const soFar = text.slice(0, end);
      expect([soFar, bare(parser.parse(soFar).blocks)]).toEqual([
        soFar,
        bare(parseMarkdown(soFar)),
      ]);
    }
  }
});

test('a closed block is parsed once', () => {
  const parser = new BlockParser();
  const [first] = parser.parse('One.\n\nTwo.\n\nThr').blocks;
  const later = parser.parse('One.\n\nTwo.\n\nThree.\n\nFour');
  expect(later.blocks[0]).toBe(first);
  expect(parser.parse('One.\n\nTwo.\n\nThree.\n\nFour', true).blocks[0]).toBe(first);
});

test('parses a text that does not continue the previous one from its start', () => {
  const parser = new BlockParser();
  parser.parse('One.\n\nTwo.\n\nThree');
  expect(parser.parse('Else')).toMatchObject({ closed: 0, blocks: [{ type: 'paragraph' }] });
});

test('resolves links and footnotes that are defined below when the text is complete, and changes no other block', () => {
  const text =
    'Plain.\n\nSee [the plan] and a note[^n].\n\n[the plan]: https://example.org\n\n[^n]: Said so.';
  const parser = new BlockParser();
  let before = parser.parse('');
  for (let end = 1; end <= text.length; end += 1) before = parser.parse(text.slice(0, end));
  expect(before.references).toEqual({ links: [], notes: [] });
  const { blocks, references } = parser.parse(text, true);
  expect(bare(blocks)).toEqual(bare(parseMarkdown(text)));
  expect(blocks[0]).toBe(before.blocks[0]);
  expect(references.links).toMatchObject([{ url: 'https://example.org' }]);
  expect(references.notes).toMatchObject([{ identifier: 'n' }]);
});

test.each([
  ['a list', '- an item with **some** words\n'],
  ['a table', '| a | b |\n| - | - |\n'],
  ['a paragraph', 'words that **never** end '],
])(
  '%s without an end is not parsed again with each update, and is complete in the end',
  (_, line) => {
    const text = line.repeat(300);
    const parser = new BlockParser();
    const results = new Set<unknown>();
    const updates = Math.ceil(text.length / 60);
    for (let update = 0; update < updates; update += 1)
      results.add(parser.parse(text.slice(0, update * 60)).blocks);
    expect(results.size).toBeLessThan(updates * 0.75);
    while (parser.parse(text).behind);
    expect(bare(parser.parse(text).blocks)).toEqual(bare(parseMarkdown(text)));
  },
);

test('an open fence is not parsed again', () => {
  const text = `\`\`\`js\n${'const value = [1, 2, 3];\n'.repeat(2000)}`;
  const parser = new BlockParser();
  for (let end = 8; end < text.length; end += 20) {
    const { blocks, behind } = parser.parse(text.slice(0, end));
    expect({ behind, value: blocks[0] }).toMatchObject({
      behind: false,
      value: { lang: 'js', value: text.slice(6, end).replace(/\n$/, '') },
    });
  }
});

test('a word without an end does not slow down the words that follow it', () => {
  // The fastest of several attempts: a busy machine interrupts some.
  const attempts = Array.from({ length: 5 }, () => {
    const parser = new BlockParser();
    let text = `${'a'.repeat(30_000)} b`;
    parser.parse(text);
    const started = performance.now();
    for (let word = 0; word < 20; word += 1) parser.parse((text += ' on'));
    return performance.now() - started;
  });
  expect(Math.min(...attempts)).toBeLessThan(500);
});

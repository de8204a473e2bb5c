import { expect, test } from 'vitest';
import { ReplySources } from './reply-sources.ts';

test('pages within the domains are kept once each, in order, with a title of one line', () => {
  const sources = new ReplySources(['example.org']);
  const url = 'https://www.Example.org/a b';
  expect(sources.cite({ url, title: ' A\n\u202e page\0\u2069 ' })).toBe(true);
  expect(sources.cite({ url, title: 'Again' })).toBe(false);
  expect(sources.cite({ url: 'https://example.org/', title: ' ' })).toBe(true);
  expect(sources.cite({ url: 'https://evil.test/', title: 'x' })).toBe(false);
  expect(sources.cite({ url: `https://example.org/${'x'.repeat(2000)}`, title: 'x' })).toBe(false);
  expect(sources.found.citations).toEqual([
    { url: 'https://www.example.org/a%20b', title: 'A page' },
    { url: 'https://example.org/', title: 'example.org' },
  ]);
});

test('stores each note once', () => {
  const sources = new ReplySources([]);
  expect([' A \uD800note.', 'A \uFFFDnote.', ''].map((note) => sources.note(note))).toEqual([
    true,
    false,
    false,
  ]);
  expect(sources.found.notes).toEqual(['A \uFFFDnote.']);
});

test('limits the number and length of citations and notes', () => {
  const sources = new ReplySources(['example.org']);
  for (let n = 0; n < 60; n += 1) {
    sources.cite({ url: `https://example.org/${n}`, title: 'x'.repeat(400) });
    sources.note(`${n} ${'x'.repeat(600)}`);
  }
  const { citations, notes } = sources.found;
  expect([citations.length, notes.length]).toEqual([50, 20]);
  expect(citations[0]?.title).toHaveLength(300);
  expect(notes[0]).toHaveLength(500);
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORDS, countWords, findInDocs, findInScript, findInSql } from './words.mjs';

const root = path.resolve(import.meta.dirname, '../..');
/** The glossary and its rule name the words; migrations and change logs are never edited. */
const EXEMPT =
  /^(docs\/(glossary|ui-text)\.md|tools\/lint\/words|supabase\/migrations\/)|CHANGELOG\.md$/;

test('finds words in comments, docs and parts of names, and not in strings, code blocks or other words', () => {
  const code = "/* drawn anew */ const keptText = 'told'; class Drawer { #isBegun = 1n; }";
  expect(findInScript('a.ts', code)).toEqual({
    comments: ['drawn', 'anew'],
    names: ['keptText', 'isBegun'],
  });
  expect(findInDocs('Kept. `told`\n```sh\necho told\n```\n')).toEqual(['Kept']);
  expect(findInSql("select 'told'; -- whoever asks")).toEqual(['whoever']);
});

test('the glossary lists every word', () => {
  const glossary = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
  for (const word of Object.keys(WORDS)) expect(glossary).toMatch(new RegExp(`\\b${word}`));
});

test('the words of the glossary’s left column do not become more, and their allowance shrinks with them', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const checked = files
    .trim()
    .split('\n')
    .filter((file) => !EXEMPT.test(file))
    .map((file) => path.join(root, file));
  const allowed = JSON.parse(readFileSync(path.join(root, 'tools/lint/words.json'), 'utf8'));
  expect(countWords(checked)).toEqual(allowed);
});

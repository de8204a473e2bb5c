// Finds the words of the glossary's left column in comments, docs and identifiers: docs/glossary.md.
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/**
 * Words that paraphrase a standard term wherever they stand. Ambiguous ones (`ask`, `come`, `place`) are not among them.
 * By word: its standard terms, for the message.
 * @type {Readonly<Record<string, string>>}
 */
export const WORDS = {
  anew: 'again, from scratch, re-',
  begun: 'started',
  draw: 'render',
  drawn: 'rendered',
  draws: 'renders',
  judge: 'validate, verify',
  judged: 'validated, verified',
  kept: 'stored, cached, retained',
  meanwhile: 'in the meantime, concurrently',
  mend: 'fix',
  mended: 'fixed',
  somebody: 'a user, another user, someone',
  sought: 'searched',
  told: 'notified, reported',
  whoever: 'the user, the caller',
};

const PROSE = new RegExp(`\\b(${Object.keys(WORDS).join('|')})\\b`, 'gi');
/** A part of a camelCase or snake_case name. */
const NAME = new RegExp(
  Object.keys(WORDS)
    .flatMap((word) => [
      `(?<![a-z])${word}(?![a-z])`,
      `${word[0]?.toUpperCase()}${word.slice(1)}(?![a-z])`,
    ])
    .join('|'),
);

/** @param {string} text @returns {string[]} the words in it */
export const findWords = (text) => text.match(PROSE) ?? [];

/** @param {string} markdown @returns {string[]} the words outside code */
export const findInDocs = (markdown) =>
  findWords(markdown.replace(/^(```+)[\s\S]*?^\1/gm, '').replace(/`[^`]*`/g, ''));

/** @param {string} sql @returns {string[]} the words in its comments */
export const findInSql = (sql) => findWords((sql.match(/--.*/g) ?? []).join('\n'));

/**
 * Reads a script.
 * @param {string} file
 * @param {string} code
 * @returns {{ comments: string[], names: string[] }} the words in comments, and the names that contain one
 */
export function findInScript(file, code) {
  const { comments, program } = parseSync(file, code);
  /** @type {Set<string>} */
  const names = new Set();
  JSON.stringify(program, (key, value) => {
    if (key === 'name' && typeof value === 'string' && NAME.test(value)) names.add(value);
    return typeof value === 'bigint' ? null : value;
  });
  return { comments: comments.flatMap(({ value }) => findWords(value)), names: [...names] };
}

/**
 * Counts the words in files.
 * @param {readonly string[]} files
 * @returns {{ comments: number, docs: number, names: number }}
 */
export function countWords(files) {
  const counts = { comments: 0, docs: 0 };
  /** @type {Set<string>} */
  const names = new Set();
  for (const file of files) {
    const read = () => readFileSync(file, 'utf8');
    if (file.endsWith('.md')) counts.docs += findInDocs(read()).length;
    else if (file.endsWith('.sql')) counts.comments += findInSql(read()).length;
    else if (/\.(tsx?|mjs)$/.test(file)) {
      const found = findInScript(file, read());
      counts.comments += found.comments.length;
      for (const name of found.names) names.add(name);
    }
  }
  return { ...counts, names: names.size };
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseNotes } from './release/build/release-notes.mjs';
import { root } from './steps/run.mjs';

/** Number of characters that fit in two lines of the offer. */
const MAX_LENGTH = 120;
const changesets = path.join(root, '.changeset');
const apps = readdirSync(path.join(root, 'apps'));

/** Pending notes of this workspace. */
const pending = readdirSync(changesets)
  .filter((file) => file.endsWith('.md'))
  .map((file) => {
    const text = readFileSync(path.join(changesets, file), 'utf8');
    const [, header = '', note = ''] = /^---\n(.*?)\n?---\n\s*(.*)/s.exec(text) ?? [];
    return {
      file,
      packages: [...header.matchAll(/^['"](.+)['"]: /gm)].map(([, name]) => name),
      note,
    };
  });

test('pending notes are of apps only, because libraries have the version of the workspace', () => {
  const own = apps.map((app) => `@homie/${app}`);
  for (const { packages } of pending) {
    expect(packages).not.toEqual([]);
    expect(own).toEqual(expect.arrayContaining(packages));
  }
});

test('the first line of each note fits in the update offer, as plain text', () => {
  const released = apps.flatMap((app) => {
    const folder = path.join(root, 'apps', app);
    if (!readdirSync(folder).includes('CHANGELOG.md')) return [];
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return parseNotes(readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8'), version);
  });
  const lines = [...pending.map(({ note }) => note.split('\n', 1)[0] ?? ''), ...released];
  const unfit = lines.filter((line) => line.length > MAX_LENGTH || /^$|[`*<]|\]\(/.test(line));
  expect(unfit).toEqual([]);
});

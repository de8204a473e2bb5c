import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../steps/run.mjs';
import { scratchStore } from '../testing/scratch-store.mjs';
import { computeIntegrity, hashFiles, readBuild } from './build-files.mjs';
import { writeRelease } from './release-folder.mjs';
import { parseNotes } from './release-notes.mjs';

const changesets = path.join(root, '.changeset');

test(
  'the output of `changeset version` is parsed as the notes of the new version',
  { timeout: 60_000 },
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'homie-notes-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    /** @param {string} file @param {string} text */
    const write = (file, text) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    };
    write('package.json', JSON.stringify({ name: 'w', private: true, workspaces: ['apps/*'] }));
    write('package-lock.json', '{}');
    write(
      'apps/chat/package.json',
      JSON.stringify({ name: '@homie/chat', version: '2.0.0', private: true }),
    );
    write('apps/chat/CHANGELOG.md', '# @homie/chat\n\n## 2.0.0\n\n- Old.\n');
    cpSync(path.join(changesets, 'config.json'), path.join(folder, '.changeset/config.json'));
    write(
      '.changeset/one.md',
      "---\n'@homie/chat': minor\n---\n\nPrint a conversation.\n\nWith its sources.\n",
    );
    write('.changeset/two.md', "---\n'@homie/chat': patch\n---\n\nFind words with accents.\n");
    /** @param {string} program @param {...string} args */
    const run = (program, ...args) => execFileSync(program, args, { cwd: folder, stdio: 'pipe' });
    run('git', 'init', '--quiet', '--initial-branch', 'main');
    run('git', 'add', '.');
    run(
      'git',
      '-c',
      'user.name=Ada',
      '-c',
      'user.email=ada@example.org',
      'commit',
      '--quiet',
      '-m',
      'notes',
    );
    run(process.execPath, path.join(root, 'node_modules/@changesets/cli/bin.js'), 'version');

    const { version } = JSON.parse(
      readFileSync(path.join(folder, 'apps/chat/package.json'), 'utf8'),
    );
    const changelog = readFileSync(path.join(folder, 'apps/chat/CHANGELOG.md'), 'utf8');
    expect(version).toBe('2.1.0');
    expect(parseNotes(changelog, version)).toEqual([
      'Print a conversation.',
      'Find words with accents.',
    ]);
    expect(parseNotes(changelog, '2.0.0')).toEqual(['Old.']);
    expect(parseNotes(changelog, '2.0')).toEqual([]);
  },
);

test('notes are part of a release: of its hashed integrity.json, and of its version', async () => {
  const { folder, store, remove } = await scratchStore();
  onTestFinished(remove);
  const built = path.join(folder, 'build');
  mkdirSync(built);
  const metaData = { remoteEntry: { path: '', name: 'entry.js' } };
  writeFileSync(path.join(built, 'mf-manifest.json'), JSON.stringify({ metaData, exposes: [] }));
  writeFileSync(path.join(built, 'contract.json'), '{}');
  writeFileSync(path.join(built, 'entry.js'), 'export const text = "";');
  const build = await readBuild(built);

  const notes = ['Print a conversation.'];
  const plain = await writeRelease(store, 'chat', build, { notes: [] });
  const noted = await writeRelease(store, 'chat', build, { notes });
  expect(noted.version).not.toBe(plain.version);
  expect(await writeRelease(store, 'chat', build, { notes })).toEqual(noted);
  const file = await store.read(`remotes/chat/${noted.version}/integrity.json`);
  if (!file) throw new Error('The release has no integrity.json.');
  expect(computeIntegrity(file)).toBe(noted.integrity);
  expect(JSON.parse(file.toString('utf8'))).toMatchObject({ notes });
  const other = await store.read(`remotes/chat/${plain.version}/integrity.json`);
  expect(other?.toString('utf8')).toBe(build.integrityFile);
});

test('a compressed form does not change the version of a release', () => {
  const files = new Map([['entry.js', Buffer.from('export {}')]]);
  const hash = hashFiles(files);
  expect(hashFiles(new Map([...files, ['entry.js.br', Buffer.from('any')]]))).toBe(hash);
  expect(hashFiles(new Map([['entry.js', Buffer.from('export { }')]]))).not.toBe(hash);
});

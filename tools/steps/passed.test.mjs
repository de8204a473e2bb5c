import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashInputs, openMemory, readChanges, readFiles } from './passed.mjs';

/** @type {string} */
let root;
/** @param {string} file @param {string} content */
function write(file, content) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
}
/** @param {string[]} args */
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@test.example', ...args], {
    cwd: root,
    stdio: 'pipe',
  });

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'homie-passed-'));
  git('init', '--quiet', '--initial-branch=main');
  write('.gitignore', 'dist\nnode_modules\n');
  write('apps/chat/main.ts', 'one');
  git('add', '.');
  git('commit', '--quiet', '--message', 'chat: add it');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The hash of the present files of a folder. @param {string} folder @param {unknown} [environment] */
const hash = (folder, environment) =>
  hashInputs(readFiles(root) ?? new Map(), (file) => file.startsWith(folder), environment);

test('tests that passed are found until a file they depend on changes, is added or is removed', () => {
  const find = () => openMemory(root).find('unit apps/chat', hash('apps/chat'));
  expect(find()).toBeUndefined();
  openMemory(root).store('unit apps/chat', hash('apps/chat'), 598);
  expect(find()).toBe(598);
  expect(openMemory(root).find('page apps/chat', hash('apps/chat'))).toBeUndefined();

  write('apps/chat/main.ts', 'two');
  expect(find()).toBeUndefined();
  write('apps/chat/main.ts', 'one');
  write('apps/chat/dist/main.js', 'built');
  write('apps/admin/main.ts', 'other');
  expect(find()).toBe(598);
  write('apps/chat/new.ts', 'new');
  expect(find()).toBeUndefined();
  rmSync(path.join(root, 'apps/chat/new.ts'));
  rmSync(path.join(root, 'apps/chat/main.ts'));
  expect(find()).toBeUndefined();
});

test('a store that was not written completely contains nothing, and is replaced', () => {
  write('node_modules/.homie-passed.json', '{"browser":{"fi');
  expect(openMemory(root).find('browser', 'a')).toBeUndefined();
  openMemory(root).store('browser', 'a', 598);
  expect(openMemory(root).find('browser', 'a')).toBe(598);
});

test('another environment has another hash', () => {
  expect(hash('apps', { firefox: '/usr/bin/firefox-esr' })).not.toBe(hash('apps'));
});

test('changes are the files that differ from the branch main, committed or not', () => {
  expect(readChanges(root)).toEqual([]);
  write('apps/chat/main.ts', 'two');
  write('apps/chat/new.ts', 'new');
  expect(readChanges(root)).toEqual(['apps/chat/main.ts', 'apps/chat/new.ts']);
  git('checkout', '--quiet', '-b', 'other');
  git('add', '.');
  git('commit', '--quiet', '--message', 'chat: change it');
  expect(readChanges(root)).toEqual(['apps/chat/main.ts', 'apps/chat/new.ts']);
});

test('outside a working tree of git there are no files, so nothing is remembered', () => {
  rmSync(path.join(root, '.git'), { recursive: true });
  expect([readFiles(root), readChanges(root)]).toEqual([undefined, undefined]);
});

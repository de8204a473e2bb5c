import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rememberPassed } from './passed.mjs';

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
  });

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'homie-passed-'));
  git('init', '--quiet');
  write('.gitignore', 'dist\nnode_modules\n');
  write('apps/chat/main.ts', 'one');
  git('add', '.');
  git('commit', '--quiet', '--message', 'chat: add it');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The number of tests of a check that passed on the files of now. @param {string} check @param {unknown} [environment] */
function findAgain(check, environment) {
  const passed = rememberPassed(root);
  return passed.find(check, passed.hash(check, environment));
}
/** @param {string} check @param {number} tests @param {unknown} [environment] */
function pass(check, tests, environment) {
  const passed = rememberPassed(root);
  passed.store(check, passed.hash(check, environment), tests);
}

test('a check that passed is found until a file changes, is added or is removed', () => {
  expect(findAgain('browser')).toBeUndefined();
  pass('browser', 598);
  expect(findAgain('browser')).toBe(598);
  expect(findAgain('http')).toBeUndefined();

  write('apps/chat/main.ts', 'two');
  expect(findAgain('browser')).toBeUndefined();
  write('apps/chat/main.ts', 'one');
  expect(findAgain('browser')).toBe(598);
  write('apps/chat/new.ts', '');
  expect(findAgain('browser')).toBeUndefined();
  rmSync(path.join(root, 'apps/chat/new.ts'));
  rmSync(path.join(root, 'apps/chat/main.ts'));
  expect(findAgain('browser')).toBeUndefined();
});

test('a store that was not written completely contains nothing, and is replaced', () => {
  write('node_modules/.homie-passed.json', '{"browser":{"fi');
  expect(findAgain('browser')).toBeUndefined();
  pass('browser', 598);
  expect(findAgain('browser')).toBe(598);
});

test('builds, and folders that the check does not read, change nothing', () => {
  pass('http', 5);
  pass('unit', 7);
  write('dist/main.js', 'built');
  expect(findAgain('unit')).toBe(7);
  write('docs/decisions/0001-a.md', '# 1. A');
  expect(findAgain('http')).toBe(5);
  expect(findAgain('unit')).toBeUndefined();
});

test('another environment, and for the checks that read commits another commit, need a new run', () => {
  pass('journeys', 126, { firefox: undefined });
  expect(findAgain('journeys', { firefox: '/usr/bin/firefox-esr' })).toBeUndefined();

  pass('unit', 7);
  pass('http', 5);
  git('commit', '--quiet', '--allow-empty', '--message', 'chat: change nothing');
  expect(findAgain('unit')).toBeUndefined();
  expect(findAgain('http')).toBe(5);
});

test('outside a working tree of git, nothing is remembered', () => {
  rmSync(path.join(root, '.git'), { recursive: true });
  pass('http', 5);
  expect(findAgain('http')).toBeUndefined();
});

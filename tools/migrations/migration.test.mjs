import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBaseline, readMigrations } from '@homie/server';
import { beforeEach, expect, test } from 'vitest';
import { root } from '../steps/run.mjs';
import { createBaseline, createMigration, nextVersion } from './migration.mjs';

/** A workspace with two migrations and two schemas. @type {string} */
let folder;
/** @param {string} file @param {string} text */
const write = (file, text) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
/** @param {...string} args */
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'homie-migration-'));
  write('migrations/20260101000000_one.sql', 'create table one (id integer);\n');
  write('migrations/20260101000001_two.sql', 'create table two (id integer);\n');
  write('schemas/one.sql', 'create table one (id integer);\n');
  write('schemas/two.sql', 'create table two (id integer);\n');
  write('config.toml', 'schema_paths = [\n  "./schemas/two.sql",\n  "./schemas/one.sql",\n]\n');
  return () => rmSync(folder, { recursive: true });
});

test('MIGRATE-03 a new migration is dated now, but later than all others', () => {
  const now = new Date('2026-12-01T09:00:00.500Z');
  expect(nextVersion([], now)).toBe('20261201090000');
  expect(nextVersion(['20261130235959_a.sql'], now)).toBe('20261201090000');
  expect(nextVersion(['20261201090000_a.sql'], now)).toBe('20261201090001');
  expect(nextVersion(['20261231235959_a.sql'], now)).toBe('20270101000000');
});

test('MIGRATE-03 a new migration has the name that was given, and a wrong one is refused', () => {
  const file = createMigration('Add the team of a participant', folder);
  expect(path.basename(file)).toMatch(/^\d{14}_add_the_team_of_a_participant\.sql$/);
  expect(existsSync(file)).toBe(true);
  expect(() => createMigration('../add', folder)).toThrow('"../add" is no name of a migration');
});

test('MIGRATE-03 a baseline has the schemas in their order, and lists what it replaced', async () => {
  git('init', '--quiet');
  git('add', '.');
  expect(() => createBaseline(folder)).toThrow('Commit all migrations and schemas first');
  git('commit', '--quiet', '-m', 'two migrations');
  const file = createBaseline(folder);
  const migrations = await readMigrations(path.join(folder, 'migrations'));
  expect(findBaseline(migrations)).toMatchObject({
    file: path.basename(file),
    name: 'baseline',
    replaced: ['20260101000000', '20260101000001'],
    commit: git('rev-parse', '--short=12', 'HEAD'),
  });
  expect(readFileSync(file, 'utf8')).toMatch(/create table two .*\n\ncreate table one .*\n$/);
  expect(migrations).toHaveLength(1);
});

test('MIGRATE-02 no migration is dated after the day of its commit', () => {
  const migrations = path.join(root, 'supabase/migrations');
  for (const file of readdirSync(migrations)) {
    const committed = execFileSync('git', ['log', '-1', '--format=%cI', '--', file], {
      cwd: migrations,
      encoding: 'utf8',
    }).trim();
    const day = (committed ? new Date(committed) : new Date()).toISOString().slice(0, 10);
    expect(file.slice(0, 8) <= day.replaceAll('-', ''), `${file} of ${day}`).toBe(true);
  }
});

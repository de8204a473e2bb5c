import { CommanderError } from 'commander';
import { beforeEach, expect, test } from 'vitest';
import { addReleaseCommands } from './release/commands.mjs';
import { getExitCode } from '../apps/server/src/cli/command-context.ts';
import { asOption, createProgram } from '../apps/server/src/cli/program.ts';
import { root } from './steps/run.mjs';

const COMMANDS =
  'start backup restore move database users profiles provider audit site release promote rollout rollback revisions prune migration deploy'.split(
    ' ',
  );

/** @type {string} */
let written;
/** @type {import('commander').Command} */
let program;
beforeEach(() => {
  written = '';
  /** @param {string} text */
  const write = (text) => {
    written += `${text}\n`;
  };
  program = createProgram({ root, environment: {}, print: write, printStatus: write });
  addReleaseCommands(program);
  for (const command of [program, ...program.commands])
    command.configureOutput({ writeOut: write, writeErr: write });
});

/** @param {string[]} line @returns the exit code */
const run = (...line) =>
  program.parseAsync(line, { from: 'user' }).then(
    () => 0,
    (/** @type {unknown} */ error) => {
      expect(error).toBeInstanceOf(CommanderError);
      return getExitCode(error);
    },
  );

test('the help lists every command', async () => {
  expect(await run('--help')).toBe(0);
  for (const name of COMMANDS) expect(written).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  expect(program.commands).toHaveLength(COMMANDS.length);
});

test.each(COMMANDS)('homie %s --help describes it with an example', async (name) => {
  expect(await run(name, '--help')).toBe(0);
  expect(written).toMatch(new RegExp(`^Usage: homie ${name} [^]*\\n {2}\\$ homie ${name}`));
});

test('homie help shows what --help shows, of a command too', async () => {
  expect(await run(...asOption(['help']))).toBe(0);
  expect(written).toContain('Usage: homie [options]');
  expect(await run(...asOption(['help', 'users', 'add']))).toBe(0);
  expect(written).toContain('Usage: homie users add [options] <email>');
});

test.each([[[]], [['nothing']], [['backup']], [['users', 'list', '--all']], [['start', 'now']]])(
  '%j is invalid: the help is printed and the exit code is 2',
  async (line) => {
    expect(await run(...line)).toBe(2);
    expect(written).toContain('Usage: homie');
  },
);

import { execFileSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manifestSchema } from '../../../libs/composition/src/manifest/manifest-schema.ts';
import { packageVersion } from '../build/remotes.mjs';
import { commandLine, isWhole } from '../testing/command-line.mjs';

/** @type {import('../testing/command-line.mjs').CommandLine} */
let line;
beforeEach(async () => {
  line = await commandLine();
});
afterEach(() => line.remove());

/** @typedef {ReturnType<import('../testing/command-line.mjs').CommandLine['start']>} Running */

/**
 * @param {string} name of the remote
 * @param {string} build
 * @param {import('../testing/command-line.mjs').StartOptions} [options]
 */
const release = (name, build, options) =>
  line.start('release', [name, '--env', 'staging', '--build', build], options);

/**
 * Creates a build that blocks the command that reads it: one of its files is a pipe.
 * @param {string} name of its folder
 * @param {string} text
 */
async function heldBuild(name, text) {
  const build = await line.build(name, text);
  const contract = path.join(build, 'contract.json');
  await rm(contract);
  execFileSync('mkfifo', [contract]);
  return {
    build,
    /**
     * Resolves when the command reads the pipe.
     * @param {Running} command
     * @throws if the command exits before
     */
    async reached({ ended }) {
      const early = ended.then(async ({ output }) => {
        await (await open(contract, 'r+')).close();
        throw new Error(`Ended before it read its build:\n${output}`);
      });
      return Promise.race([open(contract, 'w'), early]);
    },
  };
}

/**
 * Unblocks several commands at once, after all of them have started to read their builds.
 * @template {Awaited<ReturnType<typeof heldBuild>>} T
 * @param {T[]} held
 * @param {(held: T) => Running} start
 */
async function together(held, start) {
  const running = held.map((each) => ({ ...each, command: start(each) }));
  const pipes = await Promise.all(running.map(({ reached, command }) => reached(command)));
  for (const pipe of pipes) {
    await pipe.writeFile('{}');
    await pipe.close();
  }
  return Promise.all(running.map(({ command }) => command.ended));
}

const manifest = async () => manifestSchema.parse(await line.manifest('staging'));

test('concurrent releases of different remotes are all published', async () => {
  const names = ['chat', 'admin', 'audit'];
  const held = await Promise.all(
    names.map(async (name) => ({
      ...(await heldBuild(name, `export const is = '${name}'`)),
      name,
    })),
  );
  const outcomes = await together(held, ({ name, build }) => release(name, build));
  expect(outcomes.map(({ code, output }) => [code, output])).toEqual(
    names.map((name) => [0, expect.stringContaining(`${name} ${packageVersion(name)}-`)]),
  );
  const { revision, remotes } = await manifest();
  expect(revision).toBe(3);
  expect(Object.keys(remotes).sort()).toEqual([...names].sort());
  for (const [name, remote] of Object.entries(remotes))
    expect(await isWhole(line.store, name, remote)).toBe(true);
});

test('one of two concurrent releases of one remote is published, and the other reports by whom', async () => {
  const people = ['Ada', 'Grace'];
  const held = await Promise.all(
    people.map(async (by) => ({
      ...(await heldBuild(`chat-${by}`, `export const by = '${by}'`)),
      by,
    })),
  );
  const outcomes = await together(held, ({ build, by }) => release('chat', build, { by }));
  const codes = outcomes.map(({ code }) => code);
  expect([...codes].sort()).toEqual([0, 1]);
  const winner = people[codes.indexOf(0)];
  expect(outcomes[codes.indexOf(1)]?.output).toContain(
    `The release of chat was not published: ${winner} was first with "release chat ${packageVersion('chat')}-`,
  );
  const { revision, remotes } = await manifest();
  expect(revision).toBe(1);
  expect(outcomes[codes.indexOf(0)]?.output).toContain(remotes.chat?.version);
});

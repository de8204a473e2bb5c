import { execFileSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandLine, isWhole } from '../testing/command-line.mjs';

let line;
beforeEach(async () => {
  line = await commandLine();
});
afterEach(() => line.remove());

const release = (name, build, options) =>
  line.start('release', [name, '--env', 'staging', '--build', build], options);

/** A build whose reader waits in the middle of its command: a pipe stands for one of its files. */
async function heldBuild(name, text) {
  const build = await line.build(name, text);
  const contract = path.join(build, 'contract.json');
  await rm(contract);
  execFileSync('mkfifo', [contract]);
  return {
    build,
    /** Resolves when the command has come to read it. @throws when it has ended before */
    async reached({ ended }) {
      const early = ended.then(async ({ output }) => {
        await (await open(contract, 'r+')).close();
        throw new Error(`Ended before it read its build:\n${output}`);
      });
      return Promise.race([open(contract, 'w'), early]);
    },
  };
}

/** Lets commands go on that all have come to read their builds. */
async function together(held, running) {
  const pipes = await Promise.all(held.map(({ reached }, index) => reached(running[index])));
  for (const pipe of pipes) {
    await pipe.writeFile('{}');
    await pipe.close();
  }
  return Promise.all(running.map(({ ended }) => ended));
}

test('releases of different remotes at the same time all land', async () => {
  const names = ['chat', 'admin', 'audit'];
  const held = await Promise.all(
    names.map((name) => heldBuild(name, `export const is = '${name}'`)),
  );
  const running = names.map((name, index) => release(name, held[index].build));
  const outcomes = await together(held, running);
  expect(outcomes.map(({ code, output }) => [code, output])).toEqual(
    names.map((name) => [0, expect.stringContaining(`${name} 2.0.0-`)]),
  );
  const { revision, remotes } = await line.manifest('staging');
  expect(revision).toBe(3);
  for (const name of names) expect(await isWhole(line.store, name, remotes[name])).toBe(true);
});

test('of two releases of one remote at the same time one wins, and the other is told who', async () => {
  const people = ['Ada', 'Grace'];
  const held = await Promise.all(
    people.map((by) => heldBuild(`chat-${by}`, `export const by = '${by}'`)),
  );
  const running = people.map((by, index) => release('chat', held[index].build, { by }));
  const outcomes = await together(held, running);
  const codes = outcomes.map(({ code }) => code);
  expect([...codes].sort()).toEqual([0, 1]);
  const winner = people[codes.indexOf(0)];
  expect(outcomes[codes.indexOf(1)].output).toContain(
    `The release of chat was not published: ${winner} was first with "release chat 2.0.0-`,
  );
  const { revision, remotes } = await line.manifest('staging');
  expect(revision).toBe(1);
  expect(outcomes[codes.indexOf(0)].output).toContain(remotes.chat.version);
});

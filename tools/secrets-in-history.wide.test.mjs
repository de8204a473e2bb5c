import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { expect, test } from 'vitest';
import { root } from './steps/run.mjs';

/** Passwords that tests invented. */
const INVENTED = ['homie:hidden@', 'me:hidden@', 'homie:Sup3rS3cret@'];
const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} }];

/** @param {string} content @returns {Promise<string[]>} what looks like a secret */
async function findSecrets(content) {
  const { messages } = await lintSource({
    source: { filePath: 'commit.txt', content, contentType: 'text', ext: '.txt' },
    options: { config: { rules } },
  });
  return messages
    .map(({ message }) => message)
    .filter((message) => !INVENTED.some((password) => message.includes(password)));
}

test('no commit adds a secret', { timeout: 300_000 }, async () => {
  const { stdout } = await promisify(execFile)(
    'git',
    [
      'log',
      '-p',
      '-U0',
      '--no-color',
      '--no-renames',
      '--format=commit %h',
      '.',
      ':!package-lock.json',
    ],
    { cwd: root, maxBuffer: 2 ** 30 },
  );
  const commits = stdout.split(/^commit /m).slice(1);
  expect(commits.length).toBeGreaterThan(0);
  const found = [];
  for (const commit of commits) {
    const lines = commit.split('\n');
    const added = lines.filter((line) => line.startsWith('+')).join('\n');
    for (const secret of await findSecrets(added)) found.push(`${lines[0]}: ${secret}`);
  }
  expect(found).toEqual([]);
});

test('a key of a service is found', async () => {
  expect(await findSecrets(`+ const key = 'ghp_${'a1B2'.repeat(9)}';`)).toHaveLength(1);
});

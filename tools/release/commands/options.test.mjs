import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { addReleaseCommands } from '../commands.mjs';
import { parseAudience } from '../manifest/audience.mjs';

/** @param {string} line */
function parse(line) {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  addReleaseCommands(program);
  // An empty text as a shell passes an unset variable: "".
  const args = line.split(' ').map((text) => (text === '""' ? '' : text));
  return program.parseAsync(args, { from: 'user' });
}

describe('REL-08 options', () => {
  test.each([
    'rollback chat --env staging --to ""',
    'rollback chat --env staging --revision ""',
    'rollback "" --env staging',
    'rollout chat --env staging --version "" --percent 10',
    'rollout chat --env staging --version 1 --roles ""',
    'release chat --env ""',
    'release chat --env staging --build ""',
    'promote chat --from staging --to ""',
    'revisions compare 1 "" --env staging',
    'deploy --env staging --from ""',
  ])('that are empty are refused: %s', async (line) => {
    await expect(parse(line)).rejects.toThrow('is empty');
  });

  test.each([
    'rollback chat --env staging --to 1 --revision 2',
    'rollout chat --env staging --version 1 --percent 10 --complete',
    'rollout chat --env staging --version 1 --roles office --complete',
    'rollout chat --env staging --version 1 --accounts a@b.c --withdraw',
    'rollout chat --env staging --version 1 --complete --withdraw',
  ])('that contradict each other are refused: %s', async (line) => {
    await expect(parse(line)).rejects.toThrow('cannot be used with');
  });

  test('everybody and some are refused together', () => {
    expect(() => parseAudience('chat', { percent: '100', roles: 'office' })).toThrow('everybody');
    expect(() => parseAudience('chat', { percent: '100', accounts: 'a@b.c' })).toThrow('everybody');
    expect(parseAudience('chat', { percent: '99', roles: 'office' })).toMatchObject({
      percent: 99,
    });
  });
});

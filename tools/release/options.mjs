import { parseArgs } from 'node:util';
import { Failure } from './failure.mjs';

/**
 * Reads a command line of the form `<remote> --env <environment> …`.
 * @param {string} usage shown when the command line cannot be meant
 * @param {Record<string, 'string' | 'boolean'>} known options beside --env
 * @param {{ positionals?: number, env?: boolean }} [shape] how many words, whether --env is needed
 */
export function readOptions(usage, known, { positionals = 1, env = true } = {}) {
  const options = Object.fromEntries(
    Object.entries({ env: 'string', ...known }).map(([name, type]) => [name, { type }]),
  );
  const wrong = (why) => new Failure(why, `Usage: ${usage}`);
  let parsed;
  try {
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw wrong(error.message);
  }
  if (parsed.positionals.length !== positionals)
    throw wrong(positionals === 0 ? 'No remote is to be named.' : 'Name one remote.');
  if (env && !parsed.values.env) throw wrong('Name an environment.');
  return { name: parsed.positionals[0], ...parsed.values };
}

import { userInfo } from 'node:os';

/** @param {number} milliseconds */
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/**
 * Runs a step and prints that it is done and how long it took. Steps may run concurrently: each prints one line, when
 * it finishes.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withTiming(name, work) {
  const started = performance.now();
  try {
    const result = await work();
    const note = typeof result === 'string' ? `  ${result}` : '';
    console.log(`  ✓ ${name.padEnd(22)}${seconds(performance.now() - started).padStart(7)}${note}`);
    return result;
  } catch (error) {
    const sign = error instanceof Error && error.name === 'AbortError' ? '–' : '✗';
    console.log(`  ${sign} ${name.padEnd(22)}${seconds(performance.now() - started).padStart(7)}`);
    throw error;
  }
}

/** Returns the user of the command for the record of revisions: HOMIE_RELEASED_BY, or the account. */
export function operator() {
  return process.env.HOMIE_RELEASED_BY || userInfo().username;
}

import { Failure } from '../failure.mjs';

/**
 * Reads a JSON object of a store.
 * @template T
 * @param {import('./release-store.mjs').ReleaseStore} store
 * @param {string} path
 * @param {(value: Partial<T>) => boolean} isValid
 * @param {string} remedy for a damaged file, as a sentence
 * @returns {Promise<T | undefined>} undefined if the file does not exist
 * @throws {Failure} if the file is damaged, with its name
 */
export async function readJson(store, path, isValid, remedy) {
  const bytes = await store.read(path);
  if (!bytes) return undefined;
  let problem = 'it has other fields than expected';
  try {
    const value = JSON.parse(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null && isValid(value)) return value;
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  throw new Failure(`${path} in ${store.location} is damaged: ${problem}.`, remedy);
}

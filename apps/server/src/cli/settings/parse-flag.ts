import { SettingsError } from './settings-error.ts';

/**
 * Parses a setting that is true or false, in any case; undefined if it is not set.
 * @throws {SettingsError} if it is something else
 */
export function parseFlag(name: string, text: string | undefined): boolean | undefined {
  const word = text?.trim().toLowerCase();
  if (!word) return undefined;
  if (word !== 'true' && word !== 'false') throw new SettingsError(`${name} must be true or false`);
  return word === 'true';
}

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../steps/run.mjs';
import { packageVersion } from './remotes.mjs';

/**
 * Reads the notes of an app's current version from its CHANGELOG.md.
 * @param {string} app
 * @returns {string[]} plain text, one line each; none if the version has no notes
 */
export function readNotes(app) {
  const file = path.join(root, 'apps', app, 'CHANGELOG.md');
  return existsSync(file) ? parseNotes(readFileSync(file, 'utf8'), packageVersion(app)) : [];
}

/**
 * Returns the first line of each note of a version, without the commit that Changesets puts before it.
 * @param {string} changelog as Changesets writes it
 * @param {string} version
 */
export function parseNotes(changelog, version) {
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`${version}\n`)) ?? '';
  return [...section.matchAll(/^- (?:[0-9a-f]{7,40}: )?(.+)$/gm)].map(([, note = '']) => note);
}

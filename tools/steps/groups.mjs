// Tests in groups that depend on the same files: what passed is remembered by group.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { OF_ALL, readProjects } from './projects.mjs';
import { root } from './run.mjs';

/**
 * @typedef {object} Group tests that depend on the same files
 * @property {string} name
 * @property {string[]} paths run the tests in files whose paths contain one of these; none: all
 * @property {(file: string) => boolean} has tells if a file with tests belongs to it
 * @property {(file: string) => boolean} reads tells if a result depends on a file
 */

const projects = readProjects(root);

/** @param {(file: string) => boolean} reads @returns {Group[]} */
const whole = (reads) => [{ name: 'all', paths: [], has: () => true, reads }];

export const everything = whole(() => true);

/** A group for each project. @type {Group[]} */
export const byProject = projects.names.map((name) => ({
  name,
  paths: [`${name}/`],
  has: (file) => (projects.projectOf(file) ?? 'tools') === name,
  reads: projects.reads(name),
}));

/** Unit tests of `tools` compare documents, settings and sources of the whole workspace. */
export const ofUnit = byProject.map((group) =>
  group.name === 'tools' ? { ...group, reads: () => true } : group,
);

const readsTools = projects.reads('tools');
/** @type {Group[]} */
export const ofTools = [
  {
    name: 'releases',
    paths: ['tools/release/', 'tools/deploy/'],
    has: (file) => !file.startsWith('tools/generators/'),
    reads: (file) =>
      readsTools(file) || /^(\.changeset|environments)\/|^apps\/\w+\/package\.json$/.test(file),
  },
  {
    name: 'generators',
    paths: ['tools/generators/'],
    has: (file) => file.startsWith('tools/generators/'),
    reads: (file) =>
      OF_ALL.test(file) ||
      /^(tools\/generators|apps\/admin|libs|supabase\/functions\/_shared\/contracts)\//.test(file),
  },
];

/** Files that no test of the served product reads. */
const UNSERVED = /^(bench|docs|\.changeset)\/|\.test\.\w+$|^[A-Z]+\.md$/;
/** Apps that a browser test of the chat does not open, unless it names an address or a page of theirs. */
const OTHER_APPS = /^apps\/(account|admin|audit|health)\/(?!src\/remote\/)/;
const OTHER_PAGES =
  /\/(account|admin|audit|health)\b|(account|admin|assistants|audit|participants|users)-page|administration/;
const specs = readdirSync(path.join(root, 'e2e/specs'), { recursive: true, encoding: 'utf8' })
  .map((name) => `e2e/specs/${name}`)
  .filter((file) => /(?<!\.wide)\.spec\.ts$/.test(file));
const ofChat = specs.filter(
  (file) =>
    /^e2e\/specs\/(chat|phones)\//.test(file) &&
    !OTHER_PAGES.test(readFileSync(path.join(root, file), 'utf8')),
);
const otherSpecs = specs.filter((file) => !ofChat.includes(file));
/** @param {string} file */
const inBrowser = (file) => !UNSERVED.test(file) && !file.startsWith('e2e/journeys/');
/** @type {Group[]} */
export const ofBrowser = [
  {
    name: 'chat',
    paths: ofChat,
    has: (file) => ofChat.includes(file),
    reads: (file) => inBrowser(file) && !OTHER_APPS.test(file) && !otherSpecs.includes(file),
  },
  {
    name: 'others',
    paths: otherSpecs,
    has: (file) => !ofChat.includes(file),
    reads: (file) => inBrowser(file) && !ofChat.includes(file),
  },
];
/** @param {string} unread folder */
export const served = (unread) => whole((file) => !UNSERVED.test(file) && !file.startsWith(unread));

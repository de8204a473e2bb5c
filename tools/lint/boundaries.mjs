// Enforces the import rules of the workspace as one lint rule. See docs/decisions.
import path from 'node:path';
import { bareText } from './bare-text.mjs';

/**
 * A unit of the workspace.
 * @typedef {object} Unit
 * @property {RegExp} folder
 * @property {string[]} may packages of ours that it may import
 * @property {RegExp} [reaches] folder that it imports by path
 */

/**
 * Subset of the linter's API that the rules use.
 * @typedef {{ type: string, name?: string, value?: unknown }} Expression
 * @typedef {object} RuleContext
 * @property {string} filename
 * @property {(problem: { node: object, message: string }) => void} report
 */

const ourLibraries = [
  '@homie/auth',
  '@homie/api-client',
  '@homie/ui',
  '@homie/widgets',
  '@homie/composition',
  // Further entries, which the first screen of a remote would load otherwise, or its build for nothing.
  '@homie/widgets/markdown',
  '@homie/widgets/combobox',
  '@homie/widgets/date-field',
  '@homie/widgets/new-id',
  '@homie/widgets/reply-styles',
];

/** A further entry, which would be in the first load otherwise. A remote would carry a copy of it. */
const ADMIN_CONTRACTS = '@homie/contracts/admin';
/** Likewise: only searches need it. */
const SEARCH_TEXT = '@homie/contracts/search-text';

/** Likewise: the lists of sessions, and mails of the server. */
const DESCRIBE_DEVICE = '@homie/contracts/describe-device';

/** Types of the tables and functions, for the clients of the REST API. */
const DATABASE = '@homie/contracts/database';

/**
 * Units of the workspace, by folder, and which of our packages each may import.
 * @type {Unit[]}
 */
const units = [
  {
    folder: /^apps\/server/,
    may: ['@homie/contracts', '@homie/contracts/requests', ADMIN_CONTRACTS],
    reaches: /^supabase\/functions/,
  },
  {
    // The forms about passwords and codes. The shell has them on the sign-in screens, the account in the settings.
    folder: /^apps\/(shell|account)/,
    may: [...ourLibraries, '@homie/contracts', '@homie/contracts/authentication', SEARCH_TEXT],
  },
  { folder: /^apps\/[^/]+/, may: [...ourLibraries, '@homie/contracts', SEARCH_TEXT] },
  { folder: /^libs\/store/, may: [] },
  { folder: /^libs\/auth/, may: ['@homie/store', '@homie/contracts'] },
  {
    folder: /^libs\/api-client/,
    may: ['@homie/store', '@homie/contracts', ADMIN_CONTRACTS, SEARCH_TEXT, DATABASE],
  },
  { folder: /^libs\/ui/, may: ['@homie/store'] },
  { folder: /^libs\/widgets/, may: ['@homie/ui', '@homie/composition', DESCRIBE_DEVICE] },
  { folder: /^libs\/federation-build/, may: [] },
  { folder: /^libs\/composition/, may: ['@homie/store'] },
  {
    folder: /^supabase\/functions/,
    may: ['@homie/contracts', '@homie/contracts/requests', ADMIN_CONTRACTS, DATABASE],
  },
];

/** The server's folders, lowest first. A file imports from its own layer and from those below; '' is `src` itself. */
const serverLayers = ['http', 'data', 'mail', 'gateways', 'operations', '', 'cli'];

/** npm packages of which one instance must exist, and the only unit that may import each. */
const owners = [
  { packages: /^(@chakra-ui|@emotion)\//, folder: /^libs\/ui/, by: '@homie/ui' },
  // Several copies of an icon do not conflict: a widget bundles the icons that only it needs.
  { packages: /^lucide-react(\/|$)/, folder: /^libs\/(ui|widgets)/, by: '@homie/ui' },
  { packages: /^react-router(-dom)?$/, folder: /^libs\/composition/, by: '@homie/composition' },
  { packages: /^@tanstack\//, folder: /^libs\/api-client/, by: '@homie/api-client' },
  { packages: /^zustand(\/|$)/, folder: /^libs\/store/, by: '@homie/store' },
  { packages: /^@supabase\/auth-js/, folder: /^libs\/auth/, by: '@homie/auth' },
  { packages: /^@supabase\/postgrest-js/, folder: /^libs\/api-client/, by: '@homie/api-client' },
];

/** @param {string} file */
const isTest = (file) => /\.(test|spec)\.[cm]?[jt]sx?$|\/(testing|tests)\//.test(file);
/** @param {string} file */
const findUnit = (file) => units.find(({ folder }) => folder.test(file));
/** @param {string} file */
const getFolder = (file) => findUnit(file)?.folder.exec(file)?.[0];
/** @param {string} file */
const getServerLayer = (file) => {
  const folder = /^apps\/server\/src\/(?:([^/]+)\/)?/.exec(file)?.[1] ?? '';
  return serverLayers.indexOf(folder);
};
/** @param {string} file */
const getFeature = (file) => /^(apps\/[^/]+\/src\/features\/[^/]+)\//.exec(file)?.[1];

/** @param {string} file */
const isEngine = (file) => /^apps\/chat\/src\/engine\/(?!react\.tsx$)/.test(file);

/** Modules beyond the web standards that Node and Deno both provide under these names: sockets, incremental hashes. */
const BEYOND_THE_WEB = new Set(['node:net', 'node:crypto']);

/**
 * Returns why `file` may not import `source`, or undefined if it may. Both paths are relative to the root.
 * @param {string} file
 * @param {string} source
 */
export function violation(file, source) {
  const unit = findUnit(file);
  if (!unit || isTest(file)) return undefined;
  if (source.startsWith('.')) return relativeViolation(file, unit, source);
  if (/(^|\/)model\//.test(file) && /^(react|react-dom)(\/|$)/.test(source)) {
    return 'A model has no React and no I/O.';
  }
  if (isEngine(file) && /^(react|react-dom)(\/|$)/.test(source)) {
    return 'The chat engine has no React: bind it in engine/react.tsx.';
  }
  const [, name, rest] = /^(@homie\/[^/]+)(\/.*)?$/.exec(source) ?? [];
  if (name && rest) {
    return unit.may.includes(source) ? undefined : `Import ${name} by its one entry.`;
  }
  if (name && !unit.may.includes(name)) return `${getFolder(file)} may not import ${name}.`;
  const owner = owners.find(({ packages }) => packages.test(source));
  const browser = /^(apps\/(?!server\/)|libs\/)/.test(file);
  if (owner && browser && !owner.folder.test(file)) {
    return `Use ${owner.by}: it keeps one instance of ${source}.`;
  }
  if (
    source.startsWith('node:') &&
    !BEYOND_THE_WEB.has(source) &&
    file.startsWith('supabase/functions/') &&
    !file.endsWith('/index.ts')
  ) {
    return 'Functions run on Deno and Node: only index.ts names a runtime.';
  }
  return undefined;
}

/**
 * @param {string} file
 * @param {Unit} unit of the file
 * @param {string} source
 */
function relativeViolation(file, unit, source) {
  const target = path.posix.join(path.posix.dirname(file), source);
  // The workspace decides how a unit is built: a build file may import the shared presets.
  if (file.endsWith('/vite.config.ts') && target.startsWith('.config/')) return undefined;
  const [from, to] = [getFolder(file), getFolder(target)];
  if (to !== from && !(to && unit.reaches?.test(to))) {
    return to?.startsWith('apps/') && from?.startsWith('apps/')
      ? 'An app never imports another app: the shell reaches remotes only at run time.'
      : `${from} reaches into ${target}: import the package by its entry.`;
  }
  if (from === 'apps/server' && to === from && getServerLayer(file) < getServerLayer(target)) {
    return 'The server’s layers import downwards only: see `serverLayers` in tools/lint/boundaries.mjs.';
  }
  if (isEngine(file) && !target.startsWith('apps/chat/src/engine/')) {
    return 'The chat engine imports nothing of the screens.';
  }
  const [feature, other] = [getFeature(file), getFeature(`${target}/`)];
  if (feature && other && feature !== other) {
    return 'A feature never imports another feature: routes and layouts compose them.';
  }
  return undefined;
}

const boundaries = {
  /** @param {RuleContext} context */
  create(context) {
    const file = path.relative(process.cwd(), context.filename).split(path.sep).join('/');
    /** @param {{ source?: Expression | null }} node */
    const check = (node) => {
      const source = node?.source;
      if (typeof source?.value !== 'string') return;
      const message = violation(file, source.value);
      if (message) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

/** `_shared/domain` and the handlers run on any runtime, so they name none. */
const runtimeNeutral = {
  /** @param {RuleContext} context */
  create(context) {
    const file = path.relative(process.cwd(), context.filename).split(path.sep).join('/');
    const applies =
      file.startsWith('supabase/functions/') && !file.endsWith('/index.ts') && !isTest(file);
    return {
      /** @param {{ object: Expression }} node */
      MemberExpression(node) {
        if (!applies || node.object.type !== 'Identifier') return;
        if (node.object.name !== 'Deno' && node.object.name !== 'process') return;
        context.report({ node, message: 'Only index.ts names a runtime.' });
      },
    };
  },
};

export default {
  meta: { name: 'homie' },
  rules: { boundaries, 'runtime-neutral': runtimeNeutral, 'bare-text': bareText },
};

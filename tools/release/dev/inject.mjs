import { createHash } from 'node:crypto';

const IMPORT_MAP = /(<script type="importmap"[^>]*>)([\s\S]*?)(<\/script>)/;
/** @param {string} text */
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Hashes of scripts, by the addresses that the page has for them.
 * @typedef {Record<string, string | undefined>} Integrity
 */

/**
 * Hashes of the scripts of a build.
 * @param {string} folder address of the build
 * @param {string} integrityFile text of the build's integrity.json
 * @returns {Integrity}
 */
export function integrityOfBuild(folder, integrityFile) {
  /** @type {import('../build/build-files.mjs').IntegrityList} */
  const { files } = JSON.parse(integrityFile);
  return Object.fromEntries(
    Object.entries(files).map(([file, hash]) => [`${folder}/${file}`, hash]),
  );
}

/**
 * Puts a local build into a page of the environment: its hashes into the page's import map, whose
 * own hash is replaced in the policy, and a script that reloads the page after each build.
 * @param {{ html: string, policy: string }} page as the environment serves it
 * @param {{ name: string, integrity: Integrity, reload: string }} local
 */
export function injectBuild({ html, policy }, { name, integrity, reload }) {
  const [, , before] = IMPORT_MAP.exec(html) ?? [];
  let changed = html
    // The released files of this remote, which the page would ask for in vain.
    .replaceAll(new RegExp(`<link rel="modulepreload"[^>]*href="/remotes/${name}/[^>]*>`, 'g'), '')
    .replace('</head>', `<script src="${reload}" defer></script></head>`);
  if (before === undefined) return { html: changed, policy };
  const map = JSON.parse(before);
  const after = JSON.stringify({ ...map, integrity: { ...map.integrity, ...integrity } });
  const written = after.replaceAll('<', '\\u003c');
  changed = changed.replace(IMPORT_MAP, (_all, open, _map, close) => open + written + close);
  return { html: changed, policy: policy.replace(hashOf(before), hashOf(written)) };
}

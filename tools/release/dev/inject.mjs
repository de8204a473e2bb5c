import { createHash } from 'node:crypto';

const IMPORT_MAP = /(<script type="importmap"[^>]*>)([\s\S]*?)(<\/script>)/;
/** @param {string} text */
const hashScript = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Hashes of scripts, by their addresses in the page.
 * @typedef {Record<string, string | undefined>} Integrity
 */

/**
 * Returns the hashes of the scripts of a build.
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
 * Injects a local build into a page of the environment: adds its hashes to the page's import map, replaces the map's
 * hash in the policy, and adds a script that reloads the page after each build.
 * @param {{ html: string, policy: string }} page as the environment serves it
 * @param {{ name: string, integrity: Integrity, reload: string }} local
 */
export function injectBuild({ html, policy }, { name, integrity, reload }) {
  const [, , before] = IMPORT_MAP.exec(html) ?? [];
  let changed = html
    // Preloads of this remote's released files, which the page would request in vain.
    .replaceAll(new RegExp(`<link rel="modulepreload"[^>]*href="/remotes/${name}/[^>]*>`, 'g'), '')
    .replace('</head>', `<script src="${reload}" defer></script></head>`);
  if (before === undefined) return { html: changed, policy };
  const map = JSON.parse(before);
  const after = JSON.stringify({ ...map, integrity: { ...map.integrity, ...integrity } });
  const written = after.replaceAll('<', '\\u003c');
  changed = changed.replace(IMPORT_MAP, (_all, open, _map, close) => open + written + close);
  return { html: changed, policy: policy.replace(hashScript(before), hashScript(written)) };
}

import * as z from 'zod/mini';
import { RemoteError } from '../remote-error';
import { fetchReleased, fetchScript } from './fetch-released';

/** The `integrity.json` of a release: the hashes and the static imports of its scripts, and its release notes. */
const releaseListSchema = z.object({
  schemaVersion: z.literal(2),
  files: z.record(z.string(), z.string()),
  imports: z.record(z.string(), z.array(z.string())),
  /** Plain text, a line each. */
  notes: z.optional(z.array(z.string())),
});
type ReleaseList = z.infer<typeof releaseListSchema>;

/**
 * Reads the `integrity.json` of a release.
 * @param folder absolute address of the release, with a slash at its end
 * @param integrity hash of the file, if the manifest states one
 * @returns the list, and the folder as this browser requested it
 * @throws RemoteError 'unverified' without a hash, and for a list of an earlier version
 */
export async function readReleaseList(folder: string, integrity: string | undefined) {
  const address = `${folder}integrity.json`;
  if (!integrity) throw new RemoteError('unverified', `the manifest has no hash for ${address}`);
  const response = await fetchReleased(address, integrity);
  const list = releaseListSchema.safeParse(await response.json());
  if (!list.success)
    throw new RemoteError('unverified', `${address} does not list what scripts import`);
  return { list: list.data, requested: new URL('.', response.url || address).href };
}

/** Loads scripts of releases that the page's import map does not cover. */
export interface ReleaseScripts {
  /** @param folder absolute address of the release, with a slash at its end */
  add(folder: string, list: ReleaseList): void;
  has(address: string): boolean;
  /**
   * Loads a script after the scripts that it imports, so that the browser has verified each of them when it is
   * imported.
   * @throws RemoteError 'unverified' for a script of no release
   */
  load(address: string): Promise<void>;
}

interface Script {
  integrity: string;
  imports: readonly string[];
  loading?: Promise<void> | undefined;
}

interface AddressRules {
  createScriptURL: (address: string) => string;
}

const rules: AddressRules = { createScriptURL: (address) => address };
/** Typed as strings, like the browser's setters: TypeScript's DOM library has no Trusted Types yet. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: AddressRules) => AddressRules };
};

/**
 * Verifies scripts by `<script integrity>`, which all browsers enforce. A later import map would be simpler, but
 * Firefox accepts none, and WebKit ignores `integrity` of `modulepreload` and of scripts that another script imports
 * first.
 * @param page gets the script elements
 */
export function createReleaseScripts(page: Document): ReleaseScripts {
  const policy = trustedTypes?.createPolicy('release-scripts', rules) ?? rules;
  const scripts = new Map<string, Script>();

  function insert(address: string, integrity: string): Promise<void> {
    const element = page.createElement('script');
    element.type = 'module';
    element.crossOrigin = 'anonymous';
    element.integrity = integrity;
    element.src = policy.createScriptURL(address);
    const inserted = new Promise<void>((resolve, reject) => {
      element.addEventListener('load', () => resolve());
      element.addEventListener('error', () => reject(new Error(`${address} did not load`)));
    });
    page.head.append(element);
    return inserted.finally(() => element.remove());
  }

  async function run(address: string, { integrity, imports }: Script): Promise<void> {
    // Fetched first: a script element that fails makes its address unusable for the life of the page.
    await Promise.all([fetchScript(address, integrity), ...imports.map(load)]);
    await insert(address, integrity);
  }

  async function load(address: string): Promise<void> {
    const script = scripts.get(address);
    if (!script)
      throw new RemoteError('unverified', `${address} is not in the list of its release`);
    script.loading ??= run(address, script).catch((error: unknown) => {
      script.loading = undefined;
      throw error;
    });
    return script.loading;
  }

  return {
    add(folder, { files, imports }) {
      for (const [file, integrity] of Object.entries(files)) {
        const imported = (imports[file] ?? []).map((name) => folder + name);
        scripts.set(folder + file, { integrity, imports: imported });
      }
    },
    has: (address) => scripts.has(address),
    load,
  };
}

/**
 * Returns another spelling of an address, with letters and digits of its path percent-encoded. Servers treat both as
 * the same file, browsers as different modules, and relative imports inside a release stay inside its copy. WebKitGTK
 * decodes the spelling in its request, and resolves relative imports by what it requested.
 * @param copy above 0; other numbers give other spellings, as long as the path has letters enough
 */
export function respell(address: string, copy: number): string {
  const url = new URL(address);
  let bits = copy;
  const letters = [...url.pathname].toReversed().map((letter) => {
    if (!/[a-z\d]/i.test(letter)) return letter;
    const isEncoded = bits % 2 === 1;
    bits = Math.floor(bits / 2);
    return isEncoded ? `%${letter.charCodeAt(0).toString(16)}` : letter;
  });
  return url.origin + letters.toReversed().join('');
}

/** The page's import map has a wrong hash for it. */
const PROBE = '/integrity-probe.js';

/** Returns whether this browser refuses a script whose hash differs from the import map. */
export async function enforcesHashes(): Promise<boolean> {
  const isServed = await fetch(PROBE).then(
    ({ ok }) => ok,
    () => false,
  );
  const isRefused = await import(/* @vite-ignore */ PROBE).then(
    () => false,
    () => true,
  );
  return isServed && isRefused;
}

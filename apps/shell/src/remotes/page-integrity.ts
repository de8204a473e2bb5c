import { createReleaseScripts, releaseListSchema } from './release-scripts';
import { RemoteError } from './remote-error';

/** Hashes of scripts by their absolute addresses. */
type Hashes = Readonly<Record<string, string>>;

/** Ensures that the page runs scripts of remotes only as they were released. */
export interface PageIntegrity {
  /** Hashes of the page's import map, which the browser enforces. */
  known: Hashes;
  /** Returns the known hashes of the scripts of an entry's release, the entry first. */
  scriptsOf(entry: string): Hashes;
  /**
   * Admits a release: the browser enforces its hashes by the page's import map, or its scripts are loaded here, each
   * verified.
   * @param entry absolute address of the release's entry
   * @param integrity hash of the `integrity.json` next to it, if the manifest states one
   * @param attempt above 0 the release gets another address: a browser never requests a module again that failed
   * @returns the address to import the entry from
   * @throws RemoteError 'unverified' if the hashes are not known
   */
  admit(entry: string, integrity: string | undefined, attempt: number): Promise<string>;
  /** Loads and verifies a script of an admitted release and what it imports; undefined for others. */
  loadVerified(address: string): Promise<void> | undefined;
}

/** Chrome 128, Firefox 138 and Safari 18.2 enforce the hashes of import maps; older ones have to prove it. */
const isRecentBrowser = () => 'try' in Promise && 'captureStackTrace' in Error;

/** The page's import map has a wrong hash for it. */
const PROBE = '/integrity-probe.js';

/** Returns whether this browser refuses a script whose hash differs from the import map. */
async function enforcesHashes(): Promise<boolean> {
  if (isRecentBrowser()) return true;
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

/** Reads the import map that the server wrote into the page. A page with another one in it has no known hashes. */
export function readPageIntegrity(page: Document): PageIntegrity {
  const [map, another] = page.querySelectorAll<HTMLScriptElement>('script[type="importmap"]');
  const text = another ? '{}' : (map?.text ?? '{}');
  const { integrity = {} } = JSON.parse(text) as { integrity?: Hashes }; // written by our server
  const known = Object.fromEntries(
    Object.entries(integrity).map(([address, hash]) => [new URL(address, page.baseURI).href, hash]),
  );
  const scripts = createReleaseScripts(page);
  let enforcing: Promise<boolean> | undefined;
  let copies = 0;

  async function readList(entry: string, integrity: string | undefined) {
    if (!integrity) throw new RemoteError('unverified', `the manifest has no hash for ${entry}`);
    const address = new URL('integrity.json', entry);
    const response = await fetch(address, { integrity });
    if (!response.ok) throw new Error(`${address.href} answered ${response.status}`);
    const list = releaseListSchema.safeParse(await response.json());
    if (list.success) return list.data;
    throw new RemoteError('unverified', `${address.href} does not list what each script imports`);
  }

  return {
    known,
    scriptsOf(entry) {
      const folder = new URL('.', entry).href;
      const files = Object.keys(known).filter((address) => address.startsWith(folder));
      return Object.fromEntries(
        [entry, ...files].flatMap((address) => {
          const hash = known[address];
          return hash ? [[address, hash]] : [];
        }),
      );
    },
    async admit(entry, integrity, attempt) {
      if (attempt === 0 && entry in known && (await (enforcing ??= enforcesHashes()))) return entry;
      const list = await readList(entry, integrity);
      const folder = new URL('.', entry).href;
      const copy = respell(folder, ++copies);
      scripts.add(copy, list);
      const address = copy + entry.slice(folder.length);
      await scripts.load(address);
      return address;
    },
    loadVerified: (address) => (scripts.has(address) ? scripts.load(address) : undefined),
  };
}

/**
 * Returns another spelling of an address, with letters and digits of its path percent-encoded. Servers treat both as
 * the same file, browsers as different modules, and relative imports inside a release stay inside its copy.
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

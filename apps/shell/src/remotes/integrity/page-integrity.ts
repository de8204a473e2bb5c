import type { ReleaseScripts } from './release-scripts';

/** Hashes of scripts by their absolute addresses. */
type Hashes = Readonly<Record<string, string>>;

/** Ensures that the page runs scripts of remotes only as they were released. */
export interface PageIntegrity {
  /** Hashes of the page's import map, which the browser enforces. */
  known: Hashes;
  /** Returns the known hashes of the scripts of an entry's release, the entry first. */
  getScripts(entry: string): Hashes;
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

/** Reads the import map that the server wrote into the page. A page with another one in it has no known hashes. */
export function readPageIntegrity(page: Document): PageIntegrity {
  const [map, another] = page.querySelectorAll<HTMLScriptElement>('script[type="importmap"]');
  const text = another ? '{}' : (map?.text ?? '{}');
  const { integrity = {} } = JSON.parse(text) as { integrity?: Hashes }; // written by our server
  const known = Object.fromEntries(
    Object.entries(integrity).map(([address, hash]) => [new URL(address, page.baseURI).href, hash]),
  );
  let scripts: ReleaseScripts | undefined;
  let enforcing: Promise<boolean> | undefined;
  let copies = 0;
  const provesToEnforce = () =>
    (enforcing ??= import('./release-scripts').then(({ enforcesHashes }) => enforcesHashes()));

  return {
    known,
    getScripts(entry) {
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
      if (attempt === 0 && entry in known && (isRecentBrowser() || (await provesToEnforce())))
        return entry;
      // Most pages need none of it.
      const { createReleaseScripts, readReleaseList, respell } = await import('./release-scripts');
      const folder = new URL('.', entry).href;
      const copy = respell(folder, ++copies);
      const { list, requested } = await readReleaseList(copy, integrity);
      // A browser that decodes the spelling, WebKitGTK, does not remember a module that failed.
      const home = requested === folder ? folder : copy;
      scripts ??= createReleaseScripts(page);
      scripts.add(home, list);
      const copied = home + entry.slice(folder.length);
      await scripts.load(copied);
      return copied;
    },
    loadVerified: (address) => (scripts?.has(address) ? scripts.load(address) : undefined),
  };
}

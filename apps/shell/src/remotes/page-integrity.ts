import { RemoteError } from './remote-error';

/** Hashes of scripts by their absolute addresses. */
type Hashes = Readonly<Record<string, string>>;

/** What a page knows of the scripts that it may run. The browser enforces it; here it is looked up and added to. */
export interface PageIntegrity {
  /** The hashes that the page knows. */
  known: Hashes;
  /** The hashes that it knows of the scripts of an entry's release, the entry first. */
  scriptsOf(entry: string): Hashes;
  /**
   * Makes the browser hold every script of a release to its hash.
   * @param entry absolute address of the release's entry
   * @param integrity the hash of the list of hashes beside it, where the manifest states one
   * @param attempt above 0 the release gets addresses that the browser has not seen yet: it never asks
   *   again for a module that failed
   * @returns the address to import the entry from
   * @throws RemoteError 'unverified' when the hashes are not known, or cannot be added to this page
   */
  cover(entry: string, integrity: string | undefined, attempt: number): Promise<string>;
  /**
   * Adds to what the page's import map says.
   * @throws RemoteError 'unverified' where this browser takes no further map
   */
  add(map: ImportMap): void;
}

interface ImportMap {
  integrity: Hashes;
  /** By the importing script's address: where what it imports lies instead. */
  scopes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface ScriptRules {
  createScript: (text: string) => string;
}

const rules: ScriptRules = { createScript: (text) => text };
/** The type is what the browser's setters take; TypeScript's DOM library has no Trusted Types yet. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: ScriptRules) => ScriptRules };
};
/** Lets our import maps through Trusted Types; nothing else gets hold of it. */
const policy = trustedTypes?.createPolicy('import-maps', rules) ?? rules;

/**
 * Takes over the import map that the server wrote into the page. The element goes: with it the nonce,
 * which lets any origin's script run, is out of reach for the remotes.
 */
export function takePageIntegrity(page: Document): PageIntegrity {
  const elements = page.querySelectorAll<HTMLScriptElement>('script[type="importmap"]');
  // The one that the server vouches for.
  const element = [...elements].find((candidate) => candidate.nonce);
  const nonce = element?.nonce;
  const { integrity: written = {} } = JSON.parse(element?.text || '{}') as { integrity?: Hashes }; // the server's own
  element?.remove();
  let maps = 0;
  const known: Record<string, string> = {};
  know(page.baseURI, written);

  function know(base: string, hashes: Hashes) {
    for (const [address, hash] of Object.entries(hashes)) known[new URL(address, base).href] = hash;
  }

  async function read(entry: string, integrity: string | undefined): Promise<void> {
    if (!integrity) throw new RemoteError('unverified', `nobody vouches for ${entry}`);
    const address = new URL('integrity.json', entry);
    const answer = await fetch(address, { integrity });
    if (!answer.ok) throw new Error(`${address.href} answered ${answer.status}`);
    const { files } = (await answer.json()) as { files: Hashes }; // the manifest vouches for it
    know(entry, files);
  }

  function add(map: ImportMap) {
    const name = `map-${++maps}`;
    const script = page.createElement('script');
    script.type = 'importmap';
    if (nonce) script.nonce = nonce;
    script.text = policy.createScript(JSON.stringify({ ...map, imports: { [name]: '/' } }));
    page.head.append(script);
    script.remove();
    try {
      import.meta.resolve(name);
    } catch (cause) {
      throw new RemoteError('unverified', 'this browser takes no further import map', cause);
    }
  }

  const filesOf = (entry: string) => {
    const folder = new URL('.', entry).href;
    return Object.keys(known).filter((address) => address.startsWith(folder));
  };

  return {
    known,
    add,
    scriptsOf: (entry) =>
      Object.fromEntries(
        [entry, ...filesOf(entry)].flatMap((address) => {
          const hash = known[address];
          return hash ? [[address, hash]] : [];
        }),
      ),
    async cover(entry, integrity, attempt) {
      const isWritten = entry in known;
      if (!isWritten) await read(entry, integrity);
      const files = filesOf(entry);
      if (!files.includes(entry))
        throw new RemoteError('unverified', `${entry} is not in the list of its release`);
      const moved = (address: string) => (attempt ? `${address}?attempt=${attempt}` : address);
      if (isWritten && !attempt) return entry;
      const addresses = Object.fromEntries(files.map((address) => [address, moved(address)]));
      add({
        integrity: Object.fromEntries(
          files.map((address) => [moved(address), known[address] ?? '']),
        ),
        // A fresh copy imports from itself.
        scopes: attempt
          ? Object.fromEntries(files.map((address) => [moved(address), addresses]))
          : {},
      });
      return moved(entry);
    },
  };
}

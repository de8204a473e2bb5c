import { fetchScript } from './fetch-released';
import type { PageIntegrity } from './page-integrity';

/** An `import()` of built code. The build dispatches it as `homie:import` before it runs. */
export interface CodeImport {
  /** Absolute addresses of the imported script and of its static imports, the imported one first. */
  addresses: readonly string[];
  /** Runs the `import()`. A listener may replace it. */
  load: () => Promise<unknown>;
}

declare global {
  interface WindowEventMap {
    'homie:import': CustomEvent<CodeImport>;
  }
}

/** Code that did not arrive. A later import of it may succeed. */
export class MissingCodeError extends Error {
  readonly address: string;

  constructor(address: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'MissingCodeError';
    this.address = address;
  }
}

/**
 * Imports code in two steps: fetch its scripts, then import them. Chromium and WebKit remember a module that failed to
 * load for the life of the page, but not a failed fetch: pressing a button again loads its code.
 * @param page verifies scripts that its import map does not cover
 * @throws MissingCodeError if a script does not arrive as released; the module's own error if it throws
 */
export function createImportCode(
  page: Pick<PageIntegrity, 'known' | 'loadVerified'>,
  document: Document,
) {
  // The page requested these together with itself.
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
  const fetched = new Map([...links].map(({ href }) => [href, Promise.resolve()]));

  function fetchOnce(address: string): Promise<void> {
    const present = fetched.get(address);
    if (present) return present;
    const fetching = fetchScript(address, page.known[address]);
    fetched.set(address, fetching);
    fetching.catch(() => fetched.delete(address));
    return fetching;
  }

  return async ({ addresses, load }: CodeImport): Promise<unknown> => {
    const [address = ''] = addresses;
    try {
      await (page.loadVerified(address) ?? Promise.all(addresses.map(fetchOnce)));
    } catch (error) {
      throw new MissingCodeError(address, error);
    }
    return load().catch(async (error: unknown) => {
      // A module that throws rejects each import with the same error; one that is missing, with another one each time.
      const second: unknown = await import(/* @vite-ignore */ address).then(
        () => null,
        (again: unknown) => again,
      );
      if (second === null) return load();
      throw second === error ? error : new MissingCodeError(address, error);
    });
  };
}

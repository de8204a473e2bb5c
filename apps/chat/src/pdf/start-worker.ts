import { address, integrity } from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?verified';

interface AddressRules {
  createScriptURL: (address: string) => string;
}

const rules: AddressRules = { createScriptURL: (url) => (url.startsWith('blob:') ? url : '') };
/** Typed as strings: TypeScript's DOM library has no Trusted Types yet. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: AddressRules) => AddressRules };
};
const policy = trustedTypes?.createPolicy('verified-workers', rules) ?? rules;

/** Address of the verified script, from the first use until the page is closed. */
let script: Promise<string> | undefined;

/**
 * Starts a worker that parses PDF files. Its script is verified first, which browsers do not do for workers.
 * @throws TypeError if the script cannot be loaded, or is another one than the release has
 */
export async function startWorker(): Promise<Worker> {
  script ??= loadScript();
  script.catch(() => (script = undefined));
  return new Worker(policy.createScriptURL(await script), { type: 'module' });
}

async function loadScript(): Promise<string> {
  // An altered response would stay in the cache.
  const response = await fetch(address, { integrity }).catch(() =>
    fetch(address, { integrity, cache: 'reload' }),
  );
  return URL.createObjectURL(new Blob([await response.blob()], { type: 'text/javascript' }));
}

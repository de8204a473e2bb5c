import { environmentSchema } from '@homie/composition';
import { savesData } from '@homie/widgets';
import { fetchReleased } from '../remotes/integrity/fetch-released';
import type { PageIntegrity } from '../remotes/integrity/page-integrity';
import type { RemoteLoader } from '../remotes/loading/remote-loader';
import { removeRevisions } from './remove-revisions';
import { CONVERSATION_PAGE, PAGE, readStored, REVISION, setStored } from './stored-revision';

/** The remote that starts without a connection. */
const REMOTE = 'chat';
const WORKER = '/service-worker.js';

interface AddressRules {
  createScriptURL: (address: string) => string;
}

const rules: AddressRules = { createScriptURL: (address) => (address === WORKER ? address : '') };
/** Typed as strings: TypeScript's DOM library has no Trusted Types yet. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: AddressRules) => AddressRules };
};

/** The pages, their environment and the manifest, as they start the app without a connection. */
interface StartFiles {
  page: Response;
  conversationPage: Response;
  environment: string;
  manifest: string;
  /** Name of the cache, which says what is in these files. */
  cache: string;
}

/** The parts of a page that say which revision it runs. */
export interface RunningPage {
  document: Document;
  remotes: Pick<RemoteLoader, 'composition' | 'status'>;
  integrity: Pick<PageIntegrity, 'getScripts'>;
}

/**
 * Stores the revision that this page runs, as it was resolved for this person, so that the app starts from it without a
 * connection. Each file is verified before it is stored. The revision replaces the stored one once it is complete.
 * Stores nothing if the page does not run the revision that the server has now, or an override.
 * @throws Error if a file does not arrive as released, or the storage is full: the stored revision stays
 */
export async function storeRevision({ document, remotes, integrity }: RunningPage): Promise<void> {
  const { resolutions } = remotes.composition.getState();
  const remote = resolutions.find(({ name }) => name === REMOTE);
  if (remote?.status !== 'resolved' || remotes.status(REMOTE) !== 'ready') return;
  if (remote.source === 'override' || savesData()) return;
  const { href: entry, origin } = new URL(remote.entry, document.baseURI);
  const scripts = integrity.getScripts(entry);
  const shell = document.querySelector<HTMLMetaElement>('meta[name=shell-files]')?.content;
  // Workers respond to requests of their own origin.
  if (!shell || !(entry in scripts) || origin !== new URL(document.baseURI).origin) return;

  await navigator.locks.request(REVISION, async () => {
    const start = await readStart(document, remotes);
    if (!start) return;
    const { cache: name, page, conversationPage, environment, manifest } = start;
    // Before the cache is opened: what cannot be read is deleted.
    const stored = await readStored(caches);
    const cache = await caches.open(name);
    // The page is stored last: without it, the cache was deleted, and the pointer was not.
    if (stored?.cache === name && (await cache.match(PAGE))) return;
    const [list = '', hash] = shell.split(' ');
    const files: Record<string, string> = await (await fetchReleased(list, hash)).json();
    for (const [address, integrityOfFile] of Object.entries({ ...files, ...scripts }))
      // An earlier attempt, which was interrupted, has verified what it stored.
      if (!(await cache.match(address)))
        await cache.put(address, await fetchReleased(address, integrityOfFile));
    const headers = { 'content-type': 'application/json' };
    await cache.put('/environment.json', new Response(environment, { headers }));
    await cache.put('/remotes.json', new Response(manifest, { headers }));
    await cache.put(CONVERSATION_PAGE, conversationPage);
    await cache.put(PAGE, page);
    await setStored(caches, { cache: name, entries: [remote.entry] });
  });
  if (!(await readStored(caches))) return;
  const address = (trustedTypes?.createPolicy('offline-worker', rules) ?? rules).createScriptURL(
    WORKER,
  );
  const { active } = await navigator.serviceWorker.register(address, { updateViaCache: 'none' });
  active?.postMessage('stored');
}

/** Stores the revision of a page; removes all stored ones, and the worker, if that is not allowed. */
export async function updateStored(isAllowed: boolean, page: RunningPage): Promise<void> {
  // Browsers have no workers without HTTPS.
  if (!navigator.serviceWorker) return;
  await (isAllowed ? storeRevision(page) : removeRevisions());
}

/** Reads what the server has now. Returns null if this page runs another revision, or may not be stored. */
async function readStart(
  document: Document,
  { composition }: RunningPage['remotes'],
): Promise<StartFiles | null> {
  const read = async (address: string, accept: string) => {
    const response = await fetch(address, { headers: { accept }, cache: 'no-store' });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return response;
  };
  const [page, conversationPage, environment, current] = await Promise.all([
    read(PAGE, 'text/html'),
    read(CONVERSATION_PAGE, 'text/html'),
    read('/environment.json', 'application/json').then((response) => response.text()),
    read('/remotes.json', 'application/json').then((response) => response.json()),
  ]);
  const pages = await Promise.all([page.clone().text(), conversationPage.clone().text()]);
  const own = [
    document.querySelector('script[type=importmap]')?.textContent,
    document.querySelector<HTMLMetaElement>('meta[name=shell-files]')?.content,
  ];
  if (!own.every((text) => text && pages.every((html) => html.includes(text)))) return null;
  if (!environmentSchema.parse(JSON.parse(environment)).offlineStart) return null;
  // Without a connection, the role that a rollout depends on is not known.
  const resolved = composition
    .getState()
    .resolutions.flatMap((resolution) =>
      resolution.status === 'resolved' && resolution.source !== 'override' ? [resolution] : [],
    )
    .map(({ name, status: _status, source: _source, ...release }) => [name, release] as const);
  const manifest = JSON.stringify({ ...current, remotes: Object.fromEntries(resolved) });
  const bytes = new TextEncoder().encode([...pages, environment, manifest].join('\n'));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const id = Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0'));
  return { page, conversationPage, environment, manifest, cache: REVISION + id.join('') };
}

import { manifestSchema, parseManifest, type Manifest } from '@homie/composition';
import { RemoteError } from './remote-error';

const ADDRESS = '/remotes.json';
const STORAGE_KEY = 'homie-remotes';

/**
 * The reason why the manifest is read: for a new page, to retry a remote that failed, or to find updates of an open
 * page.
 */
export type ReadReason = 'first' | 'retry' | 'update';

/** A manifest, and the reason if it is not the current one. */
export interface ManifestReading {
  manifest: Manifest;
  /** The reason why the last valid manifest replaces the current one; absent if it does not. */
  fallbackDetail?: string;
  /** Entries of the current one that are not valid. */
  omitted?: readonly string[];
}

/**
 * Reads which remotes this environment runs. If the manifest is missing or invalid, the last valid one of this browser
 * replaces it, and so does that of a remote which is invalid: their releases are still served.
 * @param reason anything but `first` bypasses the preloaded response and the cache
 * @throws RemoteError 'manifest' if there is none at all
 */
export async function readManifest(reason: ReadReason): Promise<ManifestReading> {
  try {
    const reading = await fetchManifest(reason);
    store(reading.manifest);
    return reading;
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    const manifest = readStored();
    if (manifest) return { manifest, fallbackDetail: detail };
    throw new RemoteError('manifest', `${ADDRESS}: ${detail}`, cause);
  }
}

async function fetchManifest(reason: ReadReason): Promise<ManifestReading> {
  const response = await fetch(ADDRESS, reason === 'first' ? {} : { cache: 'no-store' });
  if (!response.ok) throw new Error(`answered ${response.status}`);
  return parseManifest(await response.json(), readStored);
}

function store(manifest: Manifest): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify(manifest));
  } catch {
    // No space or no permission: the next start needs the server, nothing else is lost.
  }
}

function readStored(): Manifest | null {
  try {
    const text = window.localStorage.getItem(STORAGE_KEY);
    return text === null ? null : (manifestSchema.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

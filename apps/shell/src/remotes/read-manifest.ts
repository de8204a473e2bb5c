import { manifestSchema, type Manifest } from '@homie/composition';
import { RemoteError } from './remote-error';

const ADDRESS = '/remotes.json';
const KEPT_KEY = 'homie-remotes';

/** A manifest, and whether it is the current one. */
export interface ManifestReading {
  manifest: Manifest;
  /** Why the last good manifest stands in for the current one; absent when it does not. */
  fallbackDetail?: string;
}

/**
 * Reads which remotes this environment runs. When the list is missing or broken, the last good one
 * of this browser stands in: its releases stay where they were.
 * @param again past the preloaded answer, straight from the server
 * @throws RemoteError 'manifest' when there is none at all
 */
export async function readManifest({ again }: { again: boolean }): Promise<ManifestReading> {
  try {
    const manifest = await fetchManifest(again);
    keep(manifest);
    return { manifest };
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    const manifest = readKept();
    if (manifest) return { manifest, fallbackDetail: detail };
    throw new RemoteError('manifest', `${ADDRESS}: ${detail}`, cause);
  }
}

async function fetchManifest(again: boolean): Promise<Manifest> {
  const response = await fetch(ADDRESS, again ? { cache: 'no-store' } : {});
  if (!response.ok) throw new Error(`answered ${response.status}`);
  return manifestSchema.parse(await response.json());
}

function keep(manifest: Manifest): void {
  try {
    window.localStorage.setItem(KEPT_KEY, JSON.stringify(manifest));
  } catch {
    // No room or no permission: the next start needs the server then, nothing else is lost.
  }
}

function readKept(): Manifest | null {
  try {
    const text = window.localStorage.getItem(KEPT_KEY);
    return text === null ? null : (manifestSchema.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

import { isBusy } from '@homie/composition';
import { failedAddress } from './code-failure';

/** What a recovery needs of the page. */
export interface ChunkRecovery {
  /** Whether something that the page has loaded was replaced since. */
  isOutdated: () => Promise<boolean>;
  reload: () => void;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  location: Pick<Location, 'origin' | 'pathname'>;
}

/**
 * Loads the page anew when code that it asked for did not arrive because something was released since: a remote, as the
 * manifest says, or the shell, whose file is gone. Once for an address and a version: what is still missing then is not
 * cured by it. Not for a connection that was lost, nor while somebody is in the middle of something: the panel in the
 * code's place offers it.
 * @param failure what the browser says of the code
 */
export async function recoverChunk(
  failure: Error,
  { isOutdated, reload, storage, location: { origin, pathname } }: ChunkRecovery,
): Promise<void> {
  // Looked at now as well: what somebody is in the middle of is taken off the page together with the code that failed.
  if (isBusy()) return;
  const address = failedAddress(failure);
  const ofShell = address.startsWith(`${origin}/assets/`);
  const replaced = ofShell ? await isGone(address) : await isOutdated();
  const key = `homie-reloaded ${pathname} ${address.replace(/[^/]*$/, '')}`;
  if (!replaced || isBusy() || storage.getItem(key) !== null) return;
  storage.setItem(key, '1');
  reload();
}

async function isGone(address: string): Promise<boolean> {
  const { status } = await fetch(address, { method: 'HEAD', cache: 'no-store' });
  return status === 404;
}

import { isBusy } from '@homie/composition';

/** The dependencies of a recovery. */
export interface Recovery {
  /** Returns whether a release replaced something that the page has loaded. */
  isOutdated: () => Promise<boolean>;
  reload: () => void;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  location: Pick<Location, 'origin' | 'pathname'>;
}

/**
 * Reloads the page if code did not load because of a release: of a remote, according to the manifest, or of the shell,
 * whose file is gone. Reloads once per page address and release, because another reload would not help. Does not reload
 * for a lost connection, nor while the user is busy: the panel in place of the code offers it.
 * @param address of the code that did not load
 */
export async function recoverMissingCode(
  address: string,
  { isOutdated, reload, storage, location: { origin, pathname } }: Recovery,
): Promise<void> {
  // Checked before the await too: the failing view, which may hold the page busy, is removed in the meantime.
  if (isBusy()) return;
  const isShell = address.startsWith(`${origin}/assets/`);
  const isReplaced = isShell ? await isMissing(address) : await isOutdated();
  const key = `homie-reloaded ${pathname} ${address.replace(/[^/]*$/, '')}`;
  if (!isReplaced || isBusy() || storage.getItem(key) !== null) return;
  storage.setItem(key, '1');
  reload();
}

async function isMissing(address: string): Promise<boolean> {
  const { status } = await fetch(address, { method: 'HEAD', cache: 'no-store' });
  return status === 404;
}

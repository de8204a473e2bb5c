import { isBusy } from '@homie/composition';

/** What a recovery needs of the page. */
export interface ChunkRecovery {
  /** Whether something that the page has loaded was replaced since. */
  isOutdated: () => Promise<boolean>;
  reload: () => void;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  pathname: string;
}

/**
 * Loads the page anew when code that it asked for is not there any more, because something was released since and old
 * files were removed. Once for an address and a version: what is still missing then is not cured by it. Not when it was
 * the connection, nor while somebody is in the middle of something: the panel in its place offers it.
 * @param failure what the browser says of the code
 */
export async function recoverChunk(
  { message }: Error,
  { isOutdated, reload, storage, pathname }: ChunkRecovery,
): Promise<void> {
  const [address] = /https?:\/\/\S+/.exec(message) ?? [''];
  const answer = address === '' ? null : await ask(address);
  const gone = answer ? answer.status === 404 || answer.status === 410 : await isOutdated();
  const key = `homie-reloaded ${pathname} ${address.replace(/[^/]*$/, '')}`;
  if (!gone || isBusy() || storage.getItem(key) !== null) return;
  storage.setItem(key, '1');
  reload();
}

/** Null where no answer came: there is no connection, or another origin does not say it to us. */
function ask(address: string): Promise<Response | null> {
  return fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
}

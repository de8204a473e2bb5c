import type { Remotes } from './remotes';

/** What browsers that know it say of a connection. https://wicg.github.io/netinfo/ */
interface Connected {
  connection?: { saveData?: boolean };
}

/**
 * Loads a remote that is not wanted yet, unless the person saves data. A failure is nobody's yet: whoever opens the
 * remote tries again.
 */
export function preloadRemote(
  remotes: Pick<Remotes, 'load' | 'forget' | 'state'>,
  name: string,
  { connection }: Connected = navigator as Connected, // Not in TypeScript's DOM: not every browser has it.
): void {
  if (connection?.saveData || remotes.state(name) !== 'idle') return;
  remotes.load(name).catch(() => remotes.forget(name));
}

/** Whether a new version is to be offered. */
export interface UpdateOffer {
  /** Takes what was found, '' for nothing: what is not new any more is not offered any more. */
  found(releases: string): void;
  /** Not now: the same releases are not offered again. */
  decline(): void;
  /** The releases to offer, or ''. */
  current(): string;
  subscribe(listener: () => void): () => void;
}

/** Nothing is offered at first. */
export function createUpdateOffer(): UpdateOffer {
  const listeners = new Set<() => void>();
  let offered = '';
  let declined = '';
  function offer(releases: string) {
    offered = releases;
    for (const listener of listeners) listener();
  }
  return {
    found: (releases) => offer(releases === declined ? '' : releases),
    decline() {
      declined = offered;
      offer('');
    },
    current: () => offered,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

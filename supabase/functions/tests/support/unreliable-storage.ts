type Fetch = typeof globalThis.fetch;

/** Connection to the storage that a test can interrupt, independent of the database. */
export class UnreliableStorage {
  isAway = false;
  /** Methods and paths of the calls. */
  readonly calls: string[] = [];

  wrap(): (fetch: Fetch) => Fetch {
    return (fetch) => async (input, init) => {
      const isRequest = input instanceof Request;
      const { pathname } = new URL(isRequest ? input.url : input);
      const method = init?.method ?? (isRequest ? input.method : 'GET');
      if (!pathname.startsWith('/storage/v1/')) return fetch(input, init);
      this.calls.push(`${method} ${pathname}`);
      if (this.isAway) throw new TypeError('connection lost');
      return fetch(input, init);
    };
  }
}

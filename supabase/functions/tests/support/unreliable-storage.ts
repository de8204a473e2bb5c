type Fetch = typeof globalThis.fetch;

/** A way to the stored files that a test can cut, apart from the way to the database. */
export class UnreliableStorage {
  isAway = false;
  /** Methods and paths of the calls that were made. */
  readonly calls: string[] = [];

  wrap(): (fetch: Fetch) => Fetch {
    return (fetch) => async (input, init) => {
      const { method, url } = new Request(input, init);
      const { pathname } = new URL(url);
      if (!pathname.startsWith('/storage/v1/')) return fetch(input, init);
      this.calls.push(`${method} ${pathname}`);
      if (this.isAway) throw new TypeError('connection lost');
      return fetch(input, init);
    };
  }
}

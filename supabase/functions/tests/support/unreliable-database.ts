type Fetch = typeof globalThis.fetch;

/** A way to the database that a test can cut. */
export class UnreliableDatabase {
  /** 'refuse' lets nothing through; 'lose' lets a call through and loses its answer. */
  trouble: 'none' | 'refuse' | 'lose' = 'none';
  /** How many calls were cut. */
  cut = 0;

  /** Cuts the calls of one function of the database. */
  wrap(name: string): (fetch: Fetch) => Fetch {
    return (fetch) => async (input, init) => {
      const isTarget = new Request(input, init).url.endsWith(`/rpc/${name}`);
      if (!isTarget || this.trouble === 'none') return fetch(input, init);
      if (this.trouble === 'lose') await fetch(input, init);
      this.cut += 1;
      throw new TypeError('connection lost');
    };
  }
}

type Fetch = typeof globalThis.fetch;

/** Connection to the database that a test can interrupt. */
export class UnreliableDatabase {
  /** 'refuse' fails each call; 'lose' sends a call and drops its response. */
  trouble: 'none' | 'refuse' | 'lose' = 'none';
  /** Number of interrupted calls. */
  cut = 0;

  /** Interrupts the calls of one function of the database. */
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

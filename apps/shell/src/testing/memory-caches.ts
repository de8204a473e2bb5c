/** A cache storage in memory, with what our code uses of it. */
export function createMemoryCaches(origin: string): CacheStorage {
  const stored = new Map<string, Map<string, Response>>();
  const addressOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : String(request), origin).href;

  function createCache(files: Map<string, Response>) {
    return {
      match: async (request: RequestInfo | URL) => files.get(addressOf(request))?.clone(),
      put: async (request: RequestInfo | URL, response: Response) =>
        void files.set(addressOf(request), response),
      delete: async (request: RequestInfo | URL) => files.delete(addressOf(request)),
      keys: async () => [...files.keys()].map((address) => new Request(address)),
    };
  }

  const caches = {
    async open(name: string) {
      const files = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, files);
      return createCache(files);
    },
    match: async (request: RequestInfo | URL, { cacheName = '' }: MultiCacheQueryOptions = {}) =>
      createCache(stored.get(cacheName) ?? new Map()).match(request),
    has: async (name: string) => stored.has(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  };
  return caches as unknown as CacheStorage;
}

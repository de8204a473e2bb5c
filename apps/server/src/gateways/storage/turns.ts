/** Creates a queue that runs work with the same key sequentially, in the order of the calls. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();

  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}

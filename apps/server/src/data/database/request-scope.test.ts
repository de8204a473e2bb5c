import { expect, test } from 'vitest';
import { cancelQueriesOn, duringRequest, runCancellable } from './request-scope.ts';

test.each([
  ['delivered', () => Promise.resolve()],
  ['lost', () => Promise.reject(new Error('The database is away'))],
])(
  'a query that finishes while its cancellation is sent settles once that is %s',
  async (_outcome, settle) => {
    const aborted = new AbortController();
    let finish: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => (finish = resolve)).then(settle);
    const run = duringRequest(() => {
      cancelQueriesOn(aborted.signal);
      const query = new Promise((resolve) => setImmediate(resolve, 'rows'));
      return runCancellable(Object.assign(query, { cancel: () => sent }));
    });
    let isSettled = false;
    void run.then(() => (isSettled = true));
    aborted.abort();
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    expect(isSettled).toBe(false);
    finish();
    expect(await run).toBe('rows');
  },
);

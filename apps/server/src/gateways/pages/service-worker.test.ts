import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { REMOVING_WORKER } from './service-worker.ts';

test('INSTANT-19 the removing worker replaces an earlier one at once, deletes the stored app and nothing else, and unregisters', async () => {
  const names = new Set(['homie.offline', 'homie.offline.0123456789abcdef', 'other']);
  const steps: string[] = [];
  const listeners = new Map<
    string,
    (event: { waitUntil: (work: Promise<void>) => void }) => void
  >();
  runInNewContext(REMOVING_WORKER, {
    addEventListener: listeners.set.bind(listeners),
    skipWaiting: async () => void steps.push('skipWaiting'),
    caches: { keys: async () => [...names], delete: async (name: string) => names.delete(name) },
    registration: { unregister: async () => void steps.push('unregister') },
  });
  expect([...listeners.keys()]).toEqual(['install', 'activate']);
  for (const listener of listeners.values()) {
    const work: Promise<void>[] = [];
    listener({ waitUntil: (given) => work.push(given) });
    await Promise.all(work);
  }
  expect([...names]).toEqual(['other']);
  expect(steps).toEqual(['skipWaiting', 'unregister']);
});

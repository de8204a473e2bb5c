import type { NumberedChange } from '@homie/api-client';
import type { ConversationChange } from '@homie/contracts';
import { expect, test, vi } from 'vitest';
import type { Tabs } from './browser-tabs';
import { followInOneTab } from './changes-feed';

/** A generous timeout: correct code can be slow on a busy machine. */
const PATIENCE = { timeout: 60_000 };

const gone = (id: number): ConversationChange => ({
  event: 'removed',
  data: { id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}` },
});

/** Simulates one browser: a lock that tabs queue for, and a broadcast channel. */
function browser() {
  const waiting: (() => void)[] = [];
  let held = false;
  const ears = new Set<(message: unknown) => void>();
  const next = () => {
    const first = waiting.shift();
    held = first !== undefined;
    first?.();
  };
  return {
    openTab(): Tabs {
      let own: ((message: unknown) => void) | undefined;
      return {
        async leadOnce(work, signal) {
          await new Promise<void>((resolve, reject) => {
            signal.addEventListener('abort', () => {
              const place = waiting.indexOf(resolve);
              if (place === -1) return;
              waiting.splice(place, 1);
              reject(signal.reason);
            });
            if (held) waiting.push(resolve);
            else resolve();
            held = true;
          });
          await work().finally(next);
        },
        post(message) {
          for (const ear of ears) if (ear !== own) ear(structuredClone(message));
        },
        listen(hear) {
          own = hear;
          ears.add(hear);
          return () => ears.delete(hear);
        },
      };
    },
  };
}

/** Fake server that numbers changes and streams them from any number on. */
function server() {
  const log: ConversationChange[] = [];
  const readers = new Set<() => void>();
  const requests: (string | null)[] = [];
  async function* follow(
    after: string | null,
    signal: AbortSignal,
  ): AsyncGenerator<NumberedChange> {
    requests.push(after);
    let at = after === null ? log.length : Number(after);
    yield { id: String(at), change: { event: 'ready', data: {} } };
    for (;;) {
      signal.throwIfAborted();
      const change = log[at];
      if (change) {
        at += 1;
        yield { id: String(at), change };
      } else {
        await new Promise<void>((resolve) => {
          readers.add(resolve);
          signal.addEventListener('abort', () => resolve());
        });
      }
    }
  }
  return {
    follow,
    requests,
    happens(change: ConversationChange) {
      log.push(change);
      for (const read of readers) read();
      readers.clear();
    },
  };
}

function openTab(
  at: ReturnType<typeof browser>,
  { follow }: ReturnType<typeof server>,
  stored: { id: string | null },
) {
  const received: ConversationChange[] = [];
  const close = followInOneTab({
    follow,
    tabs: at.openTab(),
    cursor: { read: () => stored.id, write: (id) => (stored.id = id) },
    onChange: (change) => received.push(change),
  });
  return { received: () => received.filter(({ event }) => event !== 'ready'), close };
}

test('one tab reads the stream and every tab receives the changes', async () => {
  const [here, backend, stored] = [browser(), server(), { id: '0' }];
  const tabs = [1, 2, 3].map(() => openTab(here, backend, stored));
  await vi.waitFor(() => expect(backend.requests).toEqual(['0']), PATIENCE);
  backend.happens(gone(1));
  backend.happens(gone(2));
  await vi.waitFor(() => {
    for (const { received } of tabs) expect(received()).toEqual([gone(1), gone(2)]);
  }, PATIENCE);
  expect(backend.requests).toHaveLength(1);
});

test('another tab takes over when the reading tab closes, and misses no change', async () => {
  const [here, backend, stored] = [browser(), server(), { id: '0' }];
  const first = openTab(here, backend, stored);
  const second = openTab(here, backend, stored);
  backend.happens(gone(1));
  await vi.waitFor(() => expect(second.received()).toEqual([gone(1)]), PATIENCE);
  first.close();
  backend.happens(gone(2));
  await vi.waitFor(() => expect(second.received()).toEqual([gone(1), gone(2)]), PATIENCE);
  expect(backend.requests).toEqual(['0', '1']);
});

test('a tab that closes while it waits for the lock does not block the others', async () => {
  const [here, backend, stored] = [browser(), server(), { id: '0' }];
  const first = openTab(here, backend, stored);
  const second = openTab(here, backend, stored);
  const third = openTab(here, backend, stored);
  second.close();
  first.close();
  backend.happens(gone(1));
  await vi.waitFor(() => expect(third.received()).toEqual([gone(1)]), PATIENCE);
  expect(second.received()).toEqual([]);
});

test('a tab that opens later resumes from the stored cursor', async () => {
  const [here, backend] = [browser(), server()];
  backend.happens(gone(1));
  backend.happens(gone(2));
  const late = openTab(here, backend, { id: '1' });
  await vi.waitFor(() => expect(late.received()).toEqual([gone(2)]), PATIENCE);
});

test('without a stored cursor, every tab receives the version at which the stream starts', async () => {
  const [here, backend, stored] = [browser(), server(), { id: null }];
  backend.happens(gone(1));
  const starts: string[] = [];
  const open = () =>
    followInOneTab({
      follow: backend.follow,
      tabs: here.openTab(),
      cursor: { read: () => stored.id, write: (id) => Object.assign(stored, { id }) },
      onChange: ({ event }, id) => {
        if (event === 'ready') starts.push(id);
      },
    });
  open();
  open();
  await vi.waitFor(() => expect(starts).toEqual(['1', '1']), PATIENCE);
  expect(stored.id).toBe('1');
});

test('a tab that resumes from a stored cursor receives no version', async () => {
  const [here, backend, stored] = [browser(), server(), { id: '0' }];
  const events: string[] = [];
  followInOneTab({
    follow: backend.follow,
    tabs: here.openTab(),
    cursor: { read: () => stored.id, write: (id) => (stored.id = id) },
    onChange: ({ event }) => events.push(event),
  });
  backend.happens(gone(1));
  await vi.waitFor(() => expect(events).toEqual(['removed']), PATIENCE);
});

test('ignores messages of a tab with another release that it cannot parse', async () => {
  const [here, backend, stored] = [browser(), server(), { id: '0' }];
  const tab = openTab(here, backend, stored);
  const stranger = here.openTab();
  stranger.post('hello');
  stranger.post({ id: '7', change: { event: 'painted', data: {} } });
  backend.happens(gone(1));
  await vi.waitFor(() => expect(tab.received()).toEqual([gone(1)]), PATIENCE);
});

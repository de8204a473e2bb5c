import type { QueryClient } from '@tanstack/react-query';
import { messageKeys } from '../endpoints/messages/message-keys';
import type { ShownMessages } from '../endpoints/messages/list-messages';
import { isMissing } from '../http/api-error';
import { getCopyId, readCopiedData, showCopiedData } from './copied-data';
import { deleteCopyStores, MAX_AGE_MS, openCopyStore } from './copy-store';
import type { LocalCopies } from './local-copies';

// Exported here, not by the entry, which the sign-in page loads.
export { getLocalCopies } from './local-copies';

/** The delay before changed data is stored, in milliseconds: changes come in groups. */
const SAVE_DELAY_MS = 500;
const EXPIRY_CHECK_MS = 60_000;

/**
 * Stores the conversations that a user sees on this device, and shows them before the server responds. Deletes the
 * copies of all other users first.
 * @param userId null deletes all copies and stores none
 * @returns null without a user
 * @throws if the browser refuses storage
 */
export async function openLocalCopies(
  client: QueryClient,
  userId: string | null,
): Promise<LocalCopies | null> {
  await deleteCopyStores(userId);
  if (userId === null) return null;
  const store = await openCopyStore(userId);
  const cache = client.getQueryCache();
  const changed = new Set<string>();
  const dropped = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tasks: Promise<void> = Promise.resolve();
  /** Counts how often all copies were dropped. What was requested before is not shown. */
  let clearings = 0;

  /** Runs tasks one after the other. One that fails, because the storage is full or deleted, costs only its copy. */
  function enqueue(task: () => Promise<void>): Promise<void> {
    tasks = tasks.then(task).catch(() => undefined);
    return tasks;
  }
  async function save(id: string) {
    const data = dropped.has(id) ? undefined : readCopiedData(client, id);
    if (data === undefined) return;
    // An outdated copy is worse than none.
    await store.write(id, data).catch(() => store.remove(id));
  }
  function saveLater(id: string) {
    changed.add(id);
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const each of changed) void enqueue(() => save(each));
      changed.clear();
    }, SAVE_DELAY_MS);
  }
  function show(id: string, clearing = clearings) {
    return enqueue(async () => {
      const copy = await store.read(id);
      if (copy === undefined || dropped.has(id) || clearing !== clearings) return;
      try {
        showCopiedData(client, id, copy.savedAt, copy.data);
      } catch {
        await store.remove(id);
      }
    });
  }
  function drop(id?: string) {
    if (id === undefined) {
      clearings += 1;
      return enqueue(store.removeAll);
    }
    dropped.add(id);
    return enqueue(() => store.remove(id));
  }
  function removeExpired() {
    void enqueue(store.removeExpired);
    for (const { queryKey, state } of cache.findAll({ queryKey: messageKeys.all })) {
      const { savedAt = Infinity } = (state.data ?? {}) as Partial<ShownMessages>;
      if (Date.now() - savedAt > MAX_AGE_MS) void client.resetQueries({ queryKey, exact: true });
    }
  }

  for (const { queryKey } of cache.getAll()) {
    const id = getCopyId(queryKey);
    if (!id) continue;
    void show(id);
    saveLater(id);
  }
  const stop = cache.subscribe((event) => {
    const id = getCopyId(event.query.queryKey);
    if (!id) return;
    if (event.type === 'added' || event.type === 'observerAdded') {
      if (event.query.state.data === undefined) void show(id);
    } else if (event.type === 'updated' && event.action.type === 'success') {
      // A response, so the user has access again.
      if (!event.action.manual) dropped.delete(id);
      saveLater(id);
    } else if (event.type === 'updated' && event.action.type === 'error') {
      if (isMissing(event.action.error)) void drop(id);
    }
  });
  const checking = setInterval(removeExpired, EXPIRY_CHECK_MS);
  // The other queries follow when they are used; what the page shows now is there when this resolves.
  await tasks;

  return {
    async showAll() {
      const clearing = clearings;
      const ids = await store.list().catch(() => []);
      await Promise.all(ids.map((id) => show(id, clearing)));
    },
    whenRead: () => tasks,
    saveScreen: (id, screen) =>
      enqueue(async () => {
        // The copy is written soon, without it.
        if (changed.has(id) || readCopiedData(client, id) === undefined) return;
        await store.writeScreen(id, screen);
      }),
    drop,
    end() {
      clearings += 1;
      stop();
      clearTimeout(timer);
      clearInterval(checking);
      return enqueue(store.destroy);
    },
  };
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { Database } from './database.ts';

/** The channel of all notifications; the SQL functions that notify use the same name. */
export const CHANNEL = 'homie';
const CHECK_EVERY_MS = 5_000;
const CHECK_TIMEOUT_MS = 2_000;

/** Topics of notifications from other processes; a payload is `<topic>:<id>`. */
type Topic = 'changes' | 'stop' | 'sessions' | 'lease';

/** Called with the id of a notification; without one if some may have been missed. */
type NotificationListener = (id?: string) => void;

/** Notifications from other processes on the database: https://www.postgresql.org/docs/17/sql-notify.html */
export interface Notifications {
  /**
   * Calls the listener for each notification of a topic.
   * @returns a function that unsubscribes it
   */
  on(topic: Topic, listener: NotificationListener): () => void;
  /** Returns whether notifications arrive. Poolers that share connections between transactions do not deliver them. */
  isWorking(): boolean;
  close(): Promise<void>;
}

/**
 * Listens on one connection, and reopens it if a periodic check finds that notifications do not arrive.
 * @param database sends notifications, over its usual connections
 */
export function createNotifications(database: Database): Notifications {
  const listeners = new Map<Topic, Set<NotificationListener>>();
  const closing = new AbortController();
  const { signal } = closing;
  let isWorking = false;
  let listening: Sql | undefined;
  let awaited: { id: string; resolve: () => void } | undefined;

  function notify(topic: Topic, id?: string): void {
    for (const listener of listeners.get(topic) ?? []) listener(id);
  }

  function notifyAll(): void {
    for (const topic of listeners.keys()) notify(topic);
  }

  function handleNotification(payload: string): void {
    const colon = payload.indexOf(':');
    const [topic, id] = [payload.slice(0, colon), payload.slice(colon + 1)];
    if (topic === 'check') {
      if (id === awaited?.id) awaited.resolve();
    } else notify(topic as Topic, id);
  }

  /** Returns whether a notification from this process arrives. */
  async function check(): Promise<boolean> {
    const id = randomUUID();
    const arrived = new Promise<boolean>((resolve) => {
      awaited = { id, resolve: () => resolve(true) };
    });
    await database.query('select pg_notify($1, $2)', [CHANNEL, `check:${id}`]);
    return Promise.race([arrived, delay(CHECK_TIMEOUT_MS, false, { signal })]);
  }

  async function listenOnce(sql: Sql): Promise<void> {
    try {
      // Called again when the driver has lost its connection and reconnected.
      await sql.listen(CHANNEL, handleNotification, notifyAll);
      while (await check()) {
        if (!isWorking) {
          isWorking = true;
          notifyAll();
        }
        await delay(CHECK_EVERY_MS, undefined, { signal, ref: false });
      }
    } catch {
      // The database is unavailable, or a pooler refused. Retried below.
    } finally {
      isWorking = false;
      await sql.end({ timeout: 0 }).catch(() => undefined);
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      listening = database.connectAlone();
      await listenOnce(listening);
      await delay(CHECK_TIMEOUT_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  void run();

  return {
    on(topic, listener) {
      const those = listeners.get(topic) ?? new Set();
      listeners.set(topic, those.add(listener));
      return () => void those.delete(listener);
    },
    isWorking: () => isWorking,
    async close() {
      closing.abort();
      // Does not wait for running queries: a database that does not respond would delay the exit of the process.
      await listening?.end({ timeout: 0 }).catch(() => undefined);
    },
  };
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { Database } from './database.ts';

/** The channel of all notifications; the SQL functions that notify name it too. */
export const CHANNEL = 'homie';
const CHECK_EVERY_MS = 5_000;
const HEARD_WITHIN_MS = 2_000;

/** What other processes tell; a payload is `<topic>:<id>`. */
type Topic = 'changes' | 'stop' | 'sessions' | 'lease';

/** Told the id of what happened; without one, that something may have been missed. */
type NotificationListener = (id?: string) => void;

/** Hears at once what other processes on the database do: https://www.postgresql.org/docs/17/sql-notify.html */
export interface Notifications {
  /** Calls the listener for each notification of a topic. @returns how to stop */
  on(topic: Topic, listener: NotificationListener): () => void;
  /** Whether notifications arrive. Poolers that share connections between transactions do not deliver them. */
  isWorking(): boolean;
  close(): Promise<void>;
}

/**
 * Listens on one connection, and checks every few seconds that what is sent arrives. It is opened again when not.
 * @param database notifies, over its usual connections
 */
export function createNotifications(database: Database): Notifications {
  const listeners = new Map<Topic, Set<NotificationListener>>();
  const closing = new AbortController();
  const { signal } = closing;
  let isWorking = false;
  let listening: Sql | undefined;
  let awaited: { id: string; heard: () => void } | undefined;

  function tell(topic: Topic, id?: string): void {
    for (const listener of listeners.get(topic) ?? []) listener(id);
  }

  function tellAll(): void {
    for (const topic of listeners.keys()) tell(topic);
  }

  function hear(payload: string): void {
    const colon = payload.indexOf(':');
    const [topic, id] = [payload.slice(0, colon), payload.slice(colon + 1)];
    if (topic === 'check') {
      if (id === awaited?.id) awaited.heard();
    } else tell(topic as Topic, id);
  }

  /** Whether a notification comes back. */
  async function check(): Promise<boolean> {
    const id = randomUUID();
    const heard = new Promise<boolean>((resolve) => {
      awaited = { id, heard: () => resolve(true) };
    });
    await database.query('select pg_notify($1, $2)', [CHANNEL, `check:${id}`]);
    return Promise.race([heard, delay(HEARD_WITHIN_MS, false, { signal })]);
  }

  async function listenOnce(sql: Sql): Promise<void> {
    try {
      // Called again when the driver has lost its connection and listens once more.
      await sql.listen(CHANNEL, hear, tellAll);
      while (await check()) {
        if (!isWorking) {
          isWorking = true;
          tellAll();
        }
        await delay(CHECK_EVERY_MS, undefined, { signal, ref: false });
      }
    } catch {
      // The database is away, or a pooler refused. Tried again below.
    } finally {
      isWorking = false;
      await sql.end({ timeout: 0 }).catch(() => undefined);
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      listening = database.connectAlone();
      await listenOnce(listening);
      await delay(HEARD_WITHIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
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
      // Not for what runs: a database that does not answer would hold up the end of the process.
      await listening?.end({ timeout: 0 }).catch(() => undefined);
    },
  };
}

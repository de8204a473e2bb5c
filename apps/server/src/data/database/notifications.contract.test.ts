import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../http/free-port.ts';
import { openTestDatabase, PATIENCE } from '../../testing/index.ts';
import { createLeases, createNotifications, type Database, type Notifications } from './index.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const preparation = { migrationsDir: join(root, 'supabase/migrations') };

describe('notifications', () => {
  let database: Database;
  let notifications: Notifications;
  /** Received notifications, as `<topic>:<id>`; `<topic>?` if some may have been missed. */
  let received: string[];
  beforeEach(async () => {
    database = await openTestDatabase(preparation);
    notifications = createNotifications(database);
    received = [];
    for (const topic of ['changes', 'stop', 'sessions', 'lease'] as const)
      notifications.on(topic, (id) => {
        received.push(id === undefined ? `${topic}?` : `${topic}:${id}`);
      });
    await vi.waitUntil(() => notifications.isWorking(), PATIENCE);
    received.length = 0;
  });
  afterEach(async () => {
    await notifications.close();
    await database.close();
  });

  /** Waits until all notifications sent before have been received. */
  async function catchUp(): Promise<void> {
    const last = `lease:${randomUUID()}`;
    await database.query("select pg_notify('homie', $1)", [last]);
    await vi.waitUntil(() => received.includes(last), PATIENCE);
    received = received.filter((each) => each !== last);
  }

  /** Creates a user with two conversations; in the first one a reply is being written. */
  async function createReply() {
    const [user, assistant, one, other] = Array.from({ length: 4 }, () => randomUUID());
    await database.exec(`
      insert into auth.users (id, email, email_confirmed_at) values ('${user}', 'ann@homie.example', now());
      update public.users set role_id = (select id from public.roles where name = 'admin') where id = '${user}';
      insert into public.assistants (id, kind, label, openai_assistant_id)
      values ('${assistant}', 'org', 'Notes', 'asst_notes');
      insert into public.conversations (id, user_id, assistant_id)
      values ('${one}', '${user}', '${assistant}'), ('${other}', '${user}', '${assistant}');`);
    await database.query(
      "select public.start_turn($1, $2, 'A question', '{}', 'key', 'demo', gen_random_uuid())",
      [user, one],
    );
    const [turn] = await database.query<{ id: string }>('select id from public.turns');
    await catchUp();
    return { user, one, turn: turn?.id };
  }

  test('a change of conversations notifies its user once per transaction', async () => {
    const { user } = await createReply();
    received = [];
    await database.query("update public.conversations set title = 'New' where user_id = $1", [
      user,
    ]);
    await catchUp();
    expect(received).toEqual([`changes:${user}`]);
  });

  test('a stop notifies with the turn, and only while the turn runs', async () => {
    const { user, one, turn } = await createReply();
    const stop = () =>
      database.query('select public.request_turn_stop($1, $2, $3)', [user, one, turn]);
    received = [];
    await stop();
    await catchUp();
    expect(received).toEqual([`stop:${turn}`]);
    await database.query("select public.finish_turn($1, 'stopped')", [turn]);
    await catchUp();
    received = [];
    await stop();
    await catchUp();
    expect(received.filter((each) => each.startsWith('stop'))).toEqual([]);
  });

  test('the end of a session and the release of a lease notify', async () => {
    const { user } = await createReply();
    received = [];
    await database.query(
      'insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())',
      [randomUUID(), user],
    );
    await database.query('delete from auth.sessions where user_id = $1', [user]);
    await createLeases(database).during('write a file', 60, async () => {});
    await catchUp();
    expect(received).toEqual(['sessions:', expect.stringMatching(/^lease:[0-9a-f]{64}$/)]);
  });

  test('resume after a lost connection, and report that some may have been missed', async () => {
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query like 'listen%' and datname = current_database()`,
    );
    await vi.waitUntil(() => received.includes('changes?'), {
      ...PATIENCE,
      interval: 200,
    });
    await catchUp();
    expect(notifications.isWorking()).toBe(true);
  });

  test('of a lease with a long name arrive, and the next holder continues', async () => {
    const name = 'x'.repeat(9_000);
    const leases = createLeases(database, notifications);
    const order: string[] = [];
    const first = leases.during(name, 60, async () => {
      await catchUp();
      order.push('first');
    });
    const second = leases.during(name, 60, async () => order.push('second'));
    await Promise.all([first, second]);
    expect(order).toHaveLength(2);
    expect(await database.query('select name from embedded.lease')).toEqual([]);
  });

  test('do not delay the shutdown if the database does not respond', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const stuck = createNotifications({
      ...database,
      connectAlone: () => postgres(`postgres://nobody@127.0.0.1:${port}/x`, { max: 1 }),
    });
    await once(silent, 'connection');
    const started = performance.now();
    await stuck.close();
    // The driver times out a connection after 30 s.
    expect(performance.now() - started).toBeLessThan(5_000);
    silent.close();
  });

  test('do not work without a connection to listen on', async () => {
    const port = await freePort();
    const deaf = createNotifications({
      ...database,
      connectAlone: () => postgres(`postgres://nobody@127.0.0.1:${port}/x`, { max: 1 }),
    });
    await catchUp();
    expect(deaf.isWorking()).toBe(false);
    await deaf.close();
  });
});

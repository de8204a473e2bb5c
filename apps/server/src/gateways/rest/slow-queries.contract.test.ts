import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase, type Database } from '../../data/database/index.ts';
import {
  createScratchDatabase,
  PATIENCE,
  startTestServer,
  type ScratchDatabase,
  type Session,
  type TestServer,
} from '../../testing/index.ts';
import { scratchSchema } from '../../testing/scratch-schema.ts';

const ASKS = 20;
const MOST_MS = 100;
/** Exceeds the statement timeout of a user. */
const SLOW = `
  create function public.take_long() returns integer language sql as 'select pg_sleep(60); select 1';
  revoke execute on function public.take_long() from public;
  grant execute on function public.take_long() to authenticated;`;

describe('a slow query', () => {
  let scratch: ScratchDatabase;
  let database: Database;
  let server: TestServer;
  let person: Session;
  let other: Session;
  beforeAll(async () => {
    scratch = await createScratchDatabase({ migrationsDir: scratchSchema.migrationsDir });
    const { databaseUrl } = scratch;
    database = await openDatabase({ databaseUrl });
    await database.exec(SLOW);
    server = await startTestServer({ ...scratchSchema, database: { databaseUrl } });
    const { email, password } = await server.createUser('slow@example.test');
    person = await server.signIn(email, password);
    const neighbour = await server.createUser('neighbour@example.test');
    other = await server.signIn(neighbour.email, neighbour.password);
  });
  afterAll(async () => {
    await server.stop();
    await database.close();
    await scratch.drop();
  });

  const runSlowQuery = (init: RequestInit = {}) =>
    server.call('/rest/v1/rpc/take_long', { as: person, method: 'POST', body: '{}', ...init });
  const running = async () => {
    const rows = await database.query(
      `select 1 as found from pg_stat_activity
       where query like '%take_long%' and state = 'active' and pid <> pg_backend_pid()`,
    );
    return rows.length;
  };

  test('is ended after 8 s with a clear error, and blocks neither health checks nor pages', async () => {
    const started = performance.now();
    const slow = runSlowQuery();
    await vi.waitUntil(async () => (await running()) === 1, PATIENCE);
    const times: number[] = [];
    for (let count = 0; count < ASKS; count += 1) {
      const asked = performance.now();
      await Promise.all([server.call('/healthz'), server.call('/_mailbox')]);
      times.push(performance.now() - asked);
    }
    expect(times.sort((one, other) => one - other)[ASKS / 2]).toBeLessThan(MOST_MS);
    const response = await slow;
    expect(performance.now() - started).toBeGreaterThan(7_900);
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({
      code: '57014',
      message: 'The request took too long and was stopped.',
    });
  });

  test('is cancelled when its request is aborted', async () => {
    const controller = new AbortController();
    const slow = runSlowQuery({ signal: controller.signal }).catch((error: unknown) => error);
    await vi.waitUntil(async () => (await running()) === 1, PATIENCE);
    const left = performance.now();
    controller.abort();
    await slow;
    await vi.waitUntil(async () => (await running()) === 0, PATIENCE);
    // Well before `statement_timeout` would cancel it.
    expect(performance.now() - left).toBeLessThan(4_000);
  });

  test('runs eight times at once for one person; more wait, and other users do not wait for them', async () => {
    const controller = new AbortController();
    const send = () =>
      runSlowQuery({ signal: controller.signal }).then(
        ({ status }) => status,
        () => 0,
      );
    // The last one to arrive at the server, whichever that is.
    const asked = Array.from({ length: 109 }, send);
    expect(await Promise.race(asked)).toBe(429);
    await vi.waitUntil(async () => (await running()) === 8, PATIENCE);
    const quick = await server.call('/rest/v1/tags?select=*&limit=1', { as: other });
    expect(quick.status).toBe(200);
    expect(await running()).toBe(8);
    controller.abort();
    expect((await Promise.all(asked)).filter((status) => status !== 0)).toEqual([429]);
    await vi.waitUntil(async () => (await running()) === 0, PATIENCE);
    const own = await server.call('/rest/v1/tags?select=*&limit=1', { as: person });
    expect(own.status).toBe(200);
  });
});

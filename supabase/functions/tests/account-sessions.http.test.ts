import { resolve } from 'node:path';
import {
  createScratchDatabase,
  startTestServer,
  type TestServer,
  type TestUser,
} from '@homie/server/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AccountClient } from './support/account-client.ts';

const migrationsDir = resolve(import.meta.dirname, '../../migrations');
/** Within this time an ended session loses everything. */
const WITHIN_MS = 5_000;
let server: TestServer;
let sql: postgres.Sql;
let drop: () => Promise<void>;
let user: TestUser;
let here: AccountClient;
let there: AccountClient;
let count = 0;

beforeAll(async () => {
  const database = await createScratchDatabase({ migrationsDir });
  drop = database.drop;
  sql = postgres(database.databaseUrl, { max: 1, onnotice: () => {} });
  server = await startTestServer({
    database: { databaseUrl: database.databaseUrl },
    accounts: {
      secondFactor: 'optional',
      sessions: { idleMinutes: 60, maxMinutes: 600 },
      passwords: { minLength: 6 },
      passkeys: true,
    },
  });
});
afterAll(async () => {
  await server.stop();
  await sql.end();
  await drop();
});
beforeEach(async () => {
  user = await server.createUser(`sessions-${++count}@example.test`);
  here = await new AccountClient(server, user).signIn();
  there = await new AccountClient(server, user).signIn();
});

interface ListedSession {
  id: string;
  is_current: boolean;
  user_agent: string;
  ip: string;
  last_seen_at: string;
}

const list = async (client: AccountClient) =>
  (await client.rpc('list_own_sessions')).body as ListedSession[];

async function otherSession(): Promise<string> {
  const found = (await list(here)).find(({ is_current }) => !is_current);
  return found?.id ?? '';
}

/** Returns the answers of REST, functions and files to a session. */
async function reads(client: AccountClient): Promise<number[]> {
  const token = await client.token();
  const answers = [
    await client.call('/rest/v1/users?select=id', undefined, token),
    await client.call(
      '/functions/v1/conversations',
      { endpoint: '/conversations', method: 'GET' },
      token,
    ),
    await client.call('/storage/v1/object/attachments/none.pdf', undefined, token),
  ];
  return answers.map(({ status }) => status);
}

async function recorded(): Promise<object[]> {
  return sql`
    select action, user_email, target_user_email, meta from public.audit_logs
    where ${user.email} in (user_email, target_user_email) and action like 'session%'
    order by created_at, action desc`;
}

test('ACCT-02 a user lists the own sessions with device, address and time', async () => {
  const response = await server.call('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'user-agent': 'Tablet' },
    body: JSON.stringify({ email: user.email, password: user.password }),
  });
  expect(response.status).toBe(200);
  const sessions = await list(here);
  expect(sessions).toHaveLength(3);
  expect(sessions[0]?.is_current).toBe(true);
  expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1);
  expect(sessions.map(({ user_agent }) => user_agent)).toContain('Tablet');
  expect(new Set(sessions.map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']));
  for (const { last_seen_at } of sessions)
    expect(Date.now() - Date.parse(last_seen_at)).toBeLessThan(60_000);
  const stranger = await new AccountClient(server, await server.createUser('none@x.test')).signIn();
  expect(await list(stranger)).toHaveLength(1);
});

test('ACCT-03 a session that the user ends loses REST, functions, files and its streams within 5 s', async () => {
  const changes = { endpoint: '/conversations/changes', method: 'GET' };
  const stream = await there.call('/functions/v1/conversations', changes);
  expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const streamEnd = stream.text();
  expect((await reads(there)).slice(0, 2)).toEqual([200, 200]);
  const started = performance.now();
  expect((await here.rpc('end_own_session', { id: await otherSession() })).body).toBe(1);
  await streamEnd;
  await expect.poll(() => reads(there), { timeout: WITHIN_MS }).toEqual([401, 401, 401]);
  expect(performance.now() - started).toBeLessThan(WITHIN_MS);
  expect((await there.auth.refreshSession()).error).not.toBeNull();
  expect((await reads(here)).slice(0, 2)).toEqual([200, 200]);
  expect(await recorded()).toEqual([
    { action: 'session_ended', user_email: user.email, target_user_email: null, meta: {} },
  ]);
});

test('ACCT-03 all other sessions end, and the current one stays', async () => {
  await new AccountClient(server, user).signIn();
  expect((await here.rpc('end_other_sessions')).body).toBe(2);
  expect(await list(here)).toHaveLength(1);
});

test('ACCT-03 the session of another person is not found', async () => {
  const stranger = await new AccountClient(
    server,
    await server.createUser(`stranger-${count}@example.test`),
  ).signIn();
  const id = await otherSession();
  expect((await stranger.rpc('end_own_session', { id })).status).toBe(404);
  expect((await stranger.rpc('end_own_session', { id: null })).status).toBe(400);
  expect(await list(here)).toHaveLength(2);
});

test('ACCT-03 signing in starts a new session and never continues one that the browser brings along', async () => {
  const [{ id } = { id: '' }] = await list(here);
  const response = await server.call('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { authorization: `Bearer ${await here.token()}` },
    body: JSON.stringify({ email: user.email, password: user.password, session_id: id }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  const claims = JSON.parse(atob(token.split('.')[1] ?? '')) as { session_id: string };
  expect(claims.session_id).not.toBe(id);
});

test('ACCT-03 an administrator ends all sessions of a user with a reason, no one else does', async () => {
  const boss = await server.createUser(`boss-${count}@example.test`);
  await sql`update public.users set role_id = (select id from public.roles where name = 'admin') where id = ${boss.id}`;
  const admin = await new AccountClient(server, boss).signIn();
  const body = { user_id: user.id, reason: 'Left the organisation' };
  expect((await here.rpc('end_user_sessions', body)).status).toBe(403);
  expect((await admin.rpc('end_user_sessions', { ...body, reason: '' })).status).toBe(400);
  expect((await admin.rpc('end_user_sessions', body)).body).toBe(2);
  await expect.poll(() => reads(here), { timeout: WITHIN_MS }).toEqual([401, 401, 401]);
  const by = { user_email: boss.email, target_user_email: user.email };
  expect(await recorded()).toEqual([
    { action: 'sessions_ended', ...by, meta: { reason: 'Left the organisation' } },
    { action: 'session_ended', ...by, meta: {} },
    { action: 'session_ended', ...by, meta: {} },
  ]);
});

test('ACCT-62 an administrator lists the sessions of a user and ends one with a reason, no one else does', async () => {
  const boss = await server.createUser(`boss-${count}@example.test`);
  await sql`update public.users set role_id = (select id from public.roles where name = 'admin') where id = ${boss.id}`;
  const admin = await new AccountClient(server, boss).signIn();
  const session_id = await otherSession();
  const listed = (await admin.rpc('list_user_sessions', { user_id: user.id })).body;
  expect(listed).toEqual((await list(there)).map((own) => ({ ...own, is_current: false })));
  expect((await here.rpc('list_user_sessions', { user_id: user.id })).status).toBe(403);

  const body = { user_id: user.id, session_id, reason: 'Lost laptop' };
  expect((await here.rpc('end_user_sessions', body)).status).toBe(403);
  expect((await admin.rpc('end_user_sessions', { ...body, reason: '' })).status).toBe(400);
  expect((await admin.rpc('end_user_sessions', { ...body, user_id: boss.id })).status).toBe(404);
  expect((await admin.rpc('end_user_sessions', body)).body).toBe(1);
  await expect.poll(() => reads(there), { timeout: WITHIN_MS }).toEqual([401, 401, 401]);
  expect((await reads(here)).slice(0, 2)).toEqual([200, 200]);
  expect((await admin.rpc('end_user_sessions', body)).status).toBe(404);
  const by = { user_email: boss.email, target_user_email: user.email };
  expect(await recorded()).toEqual([
    { action: 'sessions_ended', ...by, meta: { reason: 'Lost laptop', session: session_id } },
    { action: 'session_ended', ...by, meta: {} },
  ]);
});

test.each([
  ['unused for longer than SESSION_IDLE', { updated_at: '61 minutes' }],
  ['older than SESSION_MAX', { created_at: '601 minutes' }],
])('ACCT-04 a session ends if it is %s', async (_title, changed) => {
  const id = await otherSession();
  for (const [column, age] of Object.entries(changed))
    await sql`update auth.sessions set ${sql(column)} = now() - ${age}::interval where id = ${id}`;
  expect((await there.auth.refreshSession()).error).not.toBeNull();
  await expect.poll(() => reads(there), { timeout: WITHIN_MS }).toEqual([401, 401, 401]);
  expect((await reads(here)).slice(0, 2)).toEqual([200, 200]);
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SequencedStreamEvent } from '@homie/contracts';
import {
  createScratchDatabase,
  PATIENCE,
  startServerProcess,
  type ScratchDatabase,
  type ServerProcess,
  type TestServer,
} from '@homie/server/testing';
import { ChangeStream } from './support/change-stream.ts';
import { ChatClient } from './support/chat-client.ts';
import { processAt } from './support/process-at.ts';
import { joinText, getTurnId } from './support/stream-reading.ts';

const PASSWORD = 'homie-demo-2026';

describe('two processes on one PostgreSQL', () => {
  let database: ScratchDatabase;
  let sql: postgres.Sql;
  let dataDir: string;
  let publishableKey: string;
  let one: ServerProcess;
  let other: ServerProcess;

  /** A reply takes longer than any of these tests, so that none finishes before it is stopped or killed. */
  const settings = () => ({
    DATABASE_URL: database.databaseUrl,
    HOMIE_DATA: dataDir,
    HOMIE_SEED: 'true',
    HOMIE_SITE_URL: 'http://localhost:4200',
    DEMO_DELAY_MS: '2000',
  });

  beforeAll(async () => {
    database = await createScratchDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'homie-several-'));
    sql = postgres(database.databaseUrl, { max: 1, onnotice: () => {} });
    // Both start concurrently, with an empty database and an empty folder.
    [one, other] = await Promise.all([
      startServerProcess(settings()),
      startServerProcess(settings()),
    ]);
    const secrets = await readFile(join(dataDir, 'secrets.json'), 'utf8');
    ({ publishableKey } = JSON.parse(secrets) as { publishableKey: string });
  });
  afterAll(async () => {
    await Promise.all([one.end('SIGKILL'), other.end('SIGKILL')]);
    await sql.end();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const at = ({ url }: ServerProcess): Pick<TestServer, 'call'> => processAt(url, publishableKey);
  const auth = (server: ServerProcess, path: string, body: unknown, headers = {}) =>
    at(server).call(`/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body), headers });

  async function signIn(server: ServerProcess, email = 'worker@secondhomie.example') {
    const response = await auth(server, 'token?grant_type=password', { email, password: PASSWORD });
    const body = (await response.json()) as {
      access_token: string;
      refresh_token: string;
      user: { id: string };
    };
    const { access_token: accessToken, refresh_token: refreshToken, user } = body;
    return { accessToken, refreshToken, userId: user.id };
  }

  /** Signs a person in at both processes, with a new conversation. */
  async function person() {
    const session = await signIn(one);
    const here = new ChatClient(at(one), session, 'worker@secondhomie.example');
    const [assistant] = (await (await here.rest('assistants?select=id&limit=1')).json()) as {
      id: string;
    }[];
    const conversationId = await here.startConversation(assistant?.id ?? '', crypto.randomUUID());
    return { here, there: here.on(at(other)), conversationId };
  }

  /** Sends a message to the first process and waits until the reply has started. */
  async function beginReply(here: ChatClient, conversationId: string) {
    const started = await here.send(conversationId, { content: 'Hello', leaveAfter: 4 });
    expect(joinText(started)).not.toBe('');
    return { started, turnId: getTurnId(started) };
  }

  function expectWhole(events: readonly SequencedStreamEvent[], started: SequencedStreamEvent[]) {
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(joinText(events).startsWith(joinText(started))).toBe(true);
  }

  test('start concurrently on an empty database: one of them sets up, both serve, and they lock the folder', async () => {
    const reported = [one, other].map((server) => server.output());
    const applied = reported.flatMap(
      (output) => /Applied (\d+) migrations?/.exec(output)?.[1] ?? [],
    );
    const [{ known } = {}] = await sql`
      select count(*)::integer as known from supabase_migrations.schema_migrations`;
    expect(applied.reduce((sum, count) => sum + Number(count), 0)).toBe(known);
    expect(reported.filter((output) => output.includes('Added demo data'))).toHaveLength(1);
    const [alone] = await Promise.allSettled([startServerProcess({ HOMIE_DATA: dataDir })]);
    expect(String(alone.status === 'rejected' && alone.reason)).toMatch(
      /is in use by process \d+.*Stop that one first/s,
    );
  });

  test('a process with other secrets or files is refused with an error message', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'homie-elsewhere-'));
    await expect(startServerProcess({ ...settings(), HOMIE_DATA: elsewhere })).rejects.toThrow(
      'Another process serves this database with other secrets or another folder of files.',
    );
    await rm(elsewhere, { recursive: true, force: true });
  });

  test('a reply that one process starts is followed and stopped from the other, with the same events', async () => {
    const { here, there, conversationId } = await person();
    const { started, turnId } = await beginReply(here, conversationId);
    const [readingHere, readingThere] = [here, there].map((reader) =>
      reader.resume(conversationId, turnId),
    );
    const again = await there.call('POST', `/conversations/${conversationId}/stream`, {
      content: 'At the same time',
      idempotencyKey: crypto.randomUUID(),
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'turn_running' } });
    const stopped = await there.call('POST', `/conversations/${conversationId}/stop`, { turnId });
    expect(stopped.status).toBe(200);
    const events = (await readingThere) ?? [];
    expectWhole(events, started);
    expect(events.at(-1)).toMatchObject({ event: 'final', data: { stopped: true } });
    expect(joinText((await readingHere) ?? [])).toBe(joinText(events));
  });

  test('a change in one process is sent by the other', async () => {
    const { here, there, conversationId } = await person();
    const changes = await ChangeStream.open(there);
    await changes.until(({ event }) => event === 'ready');
    const renamed = await here.call('PUT', `/conversations/${conversationId}`, {
      title: 'Renamed here',
    });
    expect(renamed.status).toBe(200);
    const reported = await changes.until(
      ({ event, data }) => event === 'changed' && data.title === 'Renamed here',
    );
    expect(reported.at(-1)).toMatchObject({ data: { id: conversationId } });
    changes.leave();
  });

  test('failed attempts are counted across processes, and both refuse further ones', async () => {
    const attempt = async (server: ServerProcess) => {
      const response = await auth(server, 'token?grant_type=password', {
        email: 'nobody@example.org',
        password: 'wrong-password',
      });
      return response.status;
    };
    const statuses = [];
    for (let count = 0; count < 10; count += 1)
      statuses.push(await attempt(count % 2 === 0 ? one : other));
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect([await attempt(one), await attempt(other)]).toEqual([429, 429]);
    const stored = await sql<{ key: string }[]>`select key from embedded.rate_limit`;
    expect(stored.filter(({ key }) => /127\.0\.0\.1|@/.test(key))).toEqual([]);
  });

  test('audit checkpoints that both processes sign form one chain, with one last checkpoint', async () => {
    const admin = await signIn(one, 'admin@secondhomie.example');
    const verify = async (server: ServerProcess) => {
      const response = await at(server).call('/functions/v1/audit', {
        as: admin,
        method: 'POST',
        body: JSON.stringify({ endpoint: '/verifications', method: 'POST' }),
      });
      return ((await response.json()) as { data: { problem: unknown } }).data.problem;
    };
    for (const round of [1, 2, 3, 4]) {
      await sql`select public.record_audit('denied', null)`;
      const problems = await Promise.all([one, other, one, other].map(verify));
      expect(problems, `round ${round}`).toEqual([null, null, null, null]);
    }
    const names = await sql<{ name: string }[]>`
      select name from storage.objects where bucket_id = 'audit-checkpoints' order by name`;
    expect(names.length).toBeGreaterThanOrEqual(4);
    expect(names.map(({ name }) => Number(name.slice(1, 16)))).toEqual(
      names.map((_, index) => index + 1),
    );
    const file = await readFile(join(dataDir, 'audit-checkpoint.json'), 'utf8');
    const { payload } = JSON.parse(file) as { payload: string };
    const last = JSON.parse(payload) as { number: number; seq: number; hash: string };
    expect(last.number).toBe(names.length);
    expect(`${one.output()}${other.output()}`).toContain(
      `audit checkpoint ${last.seq} ${last.hash}`,
    );
  });

  test('a mail stored by one process is shown by the other and its link works there, and the database does not contain it in plain text', async () => {
    const email = 'newcomer@example.org';
    const signUp = await auth(one, 'signup', { email, password: PASSWORD });
    expect(signUp.status).toBe(200);
    const mail = await vi.waitUntil(async () => {
      const shown = await fetch(`${other.url}/_mailbox.json`);
      const mails = (await shown.json()) as { to: string; link: string }[];
      return mails.find(({ to }) => to === email);
    }, PATIENCE);
    const link = new URL(mail.link);
    expect(JSON.stringify(await sql`select * from embedded.kept_mail`)).not.toContain(
      link.searchParams.get('token_hash'),
    );
    const proof = { ...Object.fromEntries(link.searchParams), password: PASSWORD };
    const verified = await auth(other, 'verify', proof);
    expect(await verified.json()).toMatchObject({ user: { email } });
  });

  test('a sign-out at one process takes effect at the other within seconds, before the token expires', async () => {
    const session = await signIn(one, 'office@secondhomie.example');
    const [here, there] = [one, other].map((server) => new ChatClient(at(server), session, ''));
    const roles = async (client: ChatClient | undefined) =>
      (await client?.rest('roles?select=name&limit=1'))?.status;
    expect([await roles(here), await roles(there)]).toEqual([200, 200]);
    await auth(one, 'logout?scope=local', {}, { authorization: here?.authorization });
    expect(await roles(here)).toBe(401);
    await vi.waitFor(async () => expect(await roles(there)).toBe(401), PATIENCE);
    expect(await there?.call('GET', '/conversations')).toMatchObject({
      status: 401,
      body: { code: 'not_authenticated' },
    });
  });

  test('kill -9 of the writing process: readers at the other are notified, unread replies are ended too, and nothing is lost', async () => {
    const read = await person();
    const unread = await person();
    const { started, turnId } = await beginReply(read.here, read.conversationId);
    const silent = await beginReply(unread.here, unread.conversationId);
    const reading = read.there.resume(read.conversationId, turnId);
    await one.end('SIGKILL');

    const events = await reading;
    expectWhole(events, started);
    expect(events.at(-1)).toMatchObject({
      event: 'error',
      data: { code: 'interrupted', retryable: true },
    });
    await vi.waitFor(async () => {
      const [turn] = await sql`select status, text from turns where id = ${silent.turnId}`;
      expect(turn).toMatchObject({ status: 'interrupted' });
      expect(turn?.['text'].startsWith(joinText(silent.started))).toBe(true);
    }, PATIENCE);
    expect(await read.there.messages(read.conversationId)).toMatchObject([
      { content: 'Hello', turn: { status: 'interrupted', text: joinText(events) } },
    ]);

    const next = await read.there.send(read.conversationId, { content: 'Again', leaveAfter: 4 });
    expect(joinText(next)).not.toBe('');
    // The process that replaces it has the same data.
    one = await startServerProcess(settings());
    const found = await read.there.on(at(one)).messages(read.conversationId);
    expect(found.slice(0, 2)).toMatchObject([{ content: 'Hello' }, { content: 'Again' }]);
  });
});

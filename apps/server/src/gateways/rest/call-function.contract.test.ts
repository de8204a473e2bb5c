import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../data/database/index.ts';
import {
  createScratchDatabase,
  startTestServer,
  type ScratchDatabase,
  type Session,
  type TestServer,
} from '../../testing/index.ts';
import { scratchSchema } from '../../testing/scratch-schema.ts';

/** Only `@supabase/lite` answers a request with this header, which changes nothing else. */
const WITH_LITE = { prefer: 'handling=lenient' };

const FUNCTIONS = `
  create function public.read_settings() returns jsonb language sql as $$
    select jsonb_build_object(
      'user', current_user, 'role', current_setting('role'), 'uid', auth.uid(), 'jwt', auth.jwt(),
      'method', current_setting('request.method'), 'path', current_setting('request.path'),
      'sub', current_setting('request.jwt.claim.sub'), 'claimed', auth.role()
    ) $$;
  create function public.echo(
    words text[] default null, ids uuid[] default null, data jsonb default '{"by": "default"}',
    at timestamptz default null, wait interval default null, "Limit" integer default 1, is_on boolean default false
  ) returns jsonb language sql as $$
    select to_jsonb(input) from (select words, ids, data, at, wait, "Limit", is_on) as input $$;
  create function public.at() returns timestamptz language sql as $$ select '2026-11-20 22:35:42.28+00'::timestamptz $$;
  create function public.word(word text) returns text language sql as $$ select word $$;
  create function public.is_true() returns boolean language sql as 'select true';
  create function public.count_notes() returns bigint language sql as 'select count(*) from public.notes';
  create function public.add_note(body text) returns uuid language sql as
    'insert into public.notes (body) values (body) returning id';
  create function public.add_tag(name text) returns text language sql security definer as
    'insert into public.tags (name) values (name) returning name';
  create function public.list_tags() returns setof public.tags language sql as 'select * from public.tags';
  create function public.do_nothing() returns void language sql as 'select';
  create function public.query() returns text language sql as 'select current_query()';
  create function public.refuse(code text) returns text language plpgsql as $$
    begin raise exception 'Refused %', code using errcode = code, detail = 'why', hint = 'how'; end $$;
  create function public.twice(one text) returns text language sql as 'select one';
  create function public.twice(one integer) returns text language sql as 'select one::text';
  create function public.closed() returns text language sql as $$ select 'closed' $$;
  revoke execute on function public.closed() from public;`;

describe('a call of a function over REST', () => {
  let scratch: ScratchDatabase;
  let database: Database;
  let server: TestServer;
  let owner: Session;
  let other: Session;
  let logged: string[];
  beforeAll(async () => {
    logged = [];
    scratch = await createScratchDatabase({ migrationsDir: scratchSchema.migrationsDir });
    const { databaseUrl } = scratch;
    database = await openDatabase({ databaseUrl });
    await database.exec(FUNCTIONS);
    server = await startTestServer({
      ...scratchSchema,
      database: { databaseUrl },
      log: (line) => void logged.push(line),
    });
    const signIn = async (email: string) => {
      const { password } = await server.createUser(email);
      return server.signIn(email, password);
    };
    owner = await signIn('caller@example.test');
    other = await signIn('other@example.test');
  });
  afterAll(async () => {
    await server.stop();
    await database.close();
    await scratch.drop();
  });

  async function call(name: string, body: unknown, as: Session | 'service', headers = {}) {
    const response = await server.call(`/rest/v1/rpc/${name}`, {
      as,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      type: response.headers.get('content-type')?.split(';')[0],
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
  }

  test.each<[name: string, body: object]>([
    ['read_settings', {}],
    ['echo', {}],
    ['echo', { words: ['a', '{b}', null], ids: [], data: null, Limit: 7, is_on: true }],
    ['echo', { data: [{ a: 1.5 }, 'x', null], at: '2026-11-20T22:35:42.28Z', wait: '10 seconds' }],
    ['at', {}],
    ['word', { word: `'; reset role; "\\ 👩‍👧` }],
    ['word', { word: null }],
    ['is_true', {}],
    ['count_notes', {}],
    ['list_tags', {}],
    ['do_nothing', {}],
    ['closed', {}],
    ['closed', { more: 1 }],
    ['word', {}],
    ['word', { word: 'a', more: 1 }],
    ['word', []],
    ['missing', {}],
    ['twice', { one: 'a' }],
    ['echo', { ids: ['x'] }],
    ['echo', { wait: 'never' }],
    ['add_note', { body: 'forbidden' }],
    ['refuse', { code: 'PT404' }],
    ['refuse', { code: 'PT429' }],
    ['refuse', { code: 'P0001' }],
    ['refuse', { code: '42501' }],
    ['add_tag', { name: 'urgent' }],
    ['refuse', { code: '57014' }],
    ['refuse', { code: 'XX000' }],
  ])('%s %j returns what @supabase/lite returns', async (name, body) => {
    for (const as of [owner, 'service'] as const) {
      const answer = await call(name, body, as);
      expect(answer).toEqual(await call(name, body, as, WITH_LITE));
    }
  });

  test('INSTANT-40 is one statement, with the name of the function', async () => {
    const { body } = await call('query', {}, owner);
    expect(body).toMatch(/^select embedded\.run_with_settings\(.*\/\* query \*\/$/);
    expect((await call('query', {}, owner, WITH_LITE)).body).not.toContain('run_with_settings');
  });

  test('row-level security applies, and writes are committed', async () => {
    const added = await call('add_note', { body: 'mine' }, owner);
    expect(added.status).toBe(200);
    expect((await call('count_notes', {}, owner)).body).toBe(1);
    expect((await call('count_notes', {}, other)).body).toBe(0);
    const rows = await database.query('select owner_id from public.notes where id = $1', [
      added.body,
    ]);
    expect(rows).toEqual([{ owner_id: owner.userId }]);
  });

  test('errors are logged without messages', async () => {
    logged.length = 0;
    await call('refuse', { code: 'XX000' }, owner);
    expect(logged.join('\n')).toMatch(/\bXX000\b/);
    expect(logged.join('\n')).not.toMatch(/Refused|select/);
  });

  test.each([{}, WITH_LITE])('refused calls are not logged, with headers %j', async (headers) => {
    logged.length = 0;
    for (const code of ['P0001', '42501', 'PT429']) await call('refuse', { code }, owner, headers);
    await call('missing', {}, owner, headers);
    expect(logged).toEqual([]);
  });

  test('needs a session that has not ended', async () => {
    const { password } = await server.createUser('leaver@example.test');
    const leaver = await server.signIn('leaver@example.test', password);
    expect((await call('is_true', {}, leaver)).status).toBe(200);
    await server.call('/auth/v1/logout', { as: leaver, method: 'POST' });
    expect((await call('is_true', {}, leaver)).status).toBe(401);
  });

  test('role and claims end with the call, also if it fails', async () => {
    const settings = { role: 'authenticated', 'request.jwt.claims': '{"sub":"1"}' };
    const run = (statement: string) =>
      database.runWithSettings({ name: 'test', settings, statement, input: '{}' });
    const seen: unknown[] = [];
    for (const statement of [
      `select current_user || current_setting('request.jwt.claims')`,
      'select secret from public.notes',
      `select 1/0`,
    ])
      seen.push(await run(statement).catch(({ code }: { code: string }) => code));
    expect(seen).toEqual(['authenticated{"sub":"1"}', '42501', '22012']);
    // On all connections of the pool.
    const states = await Promise.all(
      Array.from({ length: 10 }, () =>
        database.query(
          `select current_user = session_user as owns, nullif(current_setting('request.jwt.claims', true), '') as claims
           from pg_sleep(0.2)`,
        ),
      ),
    );
    expect(states.flat()).toEqual(Array.from({ length: 10 }, () => ({ owns: true, claims: null })));
  });
});

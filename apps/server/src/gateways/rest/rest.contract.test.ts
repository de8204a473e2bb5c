import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareDatabase } from '../../data/database/index.ts';
import { setUpProcess } from '../../cli/set-up-process.ts';
import { scratchSchema } from '../../testing/scratch-schema.ts';
import {
  startTestServer,
  openTestDatabase,
  type Session,
  type TestServer,
} from '../../testing/index.ts';
import { createServer } from '../../create-server.ts';
import { generateSecrets } from '../../data/secrets/secrets.ts';

setUpProcess();

const urgent = '11111111-1111-4111-8111-111111111111';

describe('REST', () => {
  let server: TestServer;
  let owner: Session;
  let logged: string[];

  beforeAll(async () => {
    logged = [];
    server = await startTestServer({
      ...scratchSchema,
      log: (line) => void logged.push(line),
    });
    const { email, password } = await server.createUser('owner@example.test');
    owner = await server.signIn(email, password);
  });
  beforeEach(() => {
    logged.length = 0;
  });
  afterAll(() => server.stop());

  const as = (session: Session) =>
    createClient(server.url, server.publishableKey, {
      auth: { persistSession: false },
      global: { headers: { Authorization: `Bearer ${session.accessToken}` } },
    });
  const service = () =>
    createClient(server.url, server.secretKey, { auth: { persistSession: false } });
  const bodies = async () => {
    const { data } = await service().from('notes').select('body');
    return data?.map(({ body }: { body: string }) => body);
  };
  const post = (body: string, headers: Record<string, string> = {}) =>
    server.call('/rest/v1/notes', { as: owner, method: 'POST', body, headers });

  test.each(['body::a b', 'body::select', 'tags(name::text as x)'])(
    'a request of the server that leads to broken SQL is refused without SQL: select=%s',
    async (select) => {
      const path = `/rest/v1/notes?${new URLSearchParams({ select })}`;
      const response = await server.call(path, { as: 'service' });
      expect([response.status, await response.json()]).toEqual([
        400,
        { code: 'PGRST100', message: 'The request is not valid.', details: null, hint: null },
      ]);
      expect((await server.call(path, { as: owner })).status).toBe(400);
    },
  );

  test('a single insert or update with embedded rows returns one object', async () => {
    const columns = 'id, body, created_at, tags(name)';
    const inserted = await as(owner)
      .from('notes')
      .insert({ body: 'embedded', tag_id: urgent })
      .select(columns)
      .single();
    expect(inserted.error).toBeNull();
    expect(inserted.data).toMatchObject({ body: 'embedded', tags: { name: 'urgent' } });
    expect(inserted.data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    const updated = await as(owner)
      .from('notes')
      .update({ body: 'changed' })
      .eq('id', inserted.data?.id ?? '')
      .select(columns)
      .single();
    expect(updated.data).toMatchObject({ body: 'changed', tags: { name: 'urgent' } });
  });

  test.each(['body', 'body, tags(name)'])(
    'a write of several rows that requests a single one is rolled back: select %s',
    async (columns) => {
      const refused = await as(owner)
        .from('notes')
        .insert([{ body: 'one of two' }, { body: 'two of two' }])
        .select(columns)
        .single();
      expect(refused).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
      const all = await as(owner)
        .from('notes')
        .insert([{ body: 'kept 1' }, { body: 'kept 2' }])
        .select('id');
      const ids = all.data?.map(({ id }) => id) ?? [];
      const changed = await as(owner)
        .from('notes')
        .update({ body: 'wrongly changed' })
        .in('id', ids)
        .select(columns)
        .single();
      expect(changed.status).toBe(406);
      const deleted = await as(owner).from('notes').delete().in('id', ids).select(columns).single();
      expect(deleted.status).toBe(406);
      const found = await bodies();
      expect(found).not.toContain('one of two');
      expect(found).not.toContain('wrongly changed');
      expect(found).toEqual(expect.arrayContaining(['kept 1', 'kept 2']));
    },
  );

  test.each([
    ['a check', { body: '' }, 400, '23514'],
    ['a missing value', { meta: {} }, 400, '23502'],
    ['a row without values', {}, 400, 'PGRST102'],
    ['a foreign key', { body: 'x', tag_id: '99999999-9999-4999-8999-999999999999' }, 409, '23503'],
    ['a wrong type', { body: 'x', tag_id: 'no id' }, 400, '22P02'],
    ['a column without privilege', { body: 'x', secret: 'seen' }, 403, '42501'],
  ])('%s returns the same status and code as PostgREST', async (_name, row, status, code) => {
    const response = await post(JSON.stringify(row));
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  test('an exception raised by a trigger returns its message', async () => {
    const response = await post('{"body":"forbidden"}');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: 'P0001',
      message: 'Notes must not be forbidden.',
      details: null,
      hint: null,
    });
  });

  test('unique violations return 409 for the service too', async () => {
    const { status, error } = await service().from('tags').insert({ name: 'urgent' });
    expect([status, error?.code]).toEqual([409, '23505']);
  });

  test('anon has no privilege, not merely no rows', async () => {
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', '{"body":"x"}'],
      ['PATCH', '{"body":"x"}'],
      ['DELETE', undefined],
    ] as const) {
      const response = await server.call('/rest/v1/notes?body=eq.nothing', {
        method,
        ...(body === undefined ? {} : { body }),
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: '42501' });
    }
  });

  test.each([
    ['NUL in a value', '{"body":"a\\u0000b"}'],
    ['half a surrogate pair', '{"body":"a\\ud83db"}'],
    ['NUL deep inside', '{"body":"x","meta":{"a":[{"b\\u0000":1}]}}'],
    ['nothing', ''],
    ['broken JSON', '{"body":'],
  ])('a body with %s is refused without SQL in the error', async (_name, body) => {
    const response = await post(body, { 'content-type': 'application/json' });
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).not.toMatch(/insert|select|values|execute/i);
  });

  test.each(['/rest/v1/notes?body=eq.%00', '/rest/v1/no%00tes', '/rest/v1/notes?body=eq.%ff'])(
    'the address %s is refused',
    async (path) => {
      expect((await server.call(path, { as: owner })).status).toBe(400);
    },
  );

  test('any other text round-trips byte for byte', async () => {
    const body = 'emoji 👩‍👩‍👧 \u202Ertl مرحبا \u0007 \\ % _ * , ( ) " \' \u{10FFFF}';
    const { data } = await as(owner).from('notes').insert({ body }).select('body').single();
    expect(data?.body).toBe(body);
  });

  test.each(['[]', '{}'])('inserting %s never returns 5xx or SQL', async (body) => {
    const response = await post(body);
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).not.toMatch(/insert into|failed to execute/i);
  });

  test('refused requests are not logged', async () => {
    expect((await post('{"body":"forbidden","meta":{"password":"hunter2"}}')).status).toBe(400);
    await server.call('/rest/v1/notes?nothing=eq.hunter2', { as: owner });
    await server.call('/rest/v1/nothing');
    expect(logged).toEqual([]);
  });

  test('responses are private and allow no other origin', async () => {
    const response = await server.call('/rest/v1/tags', {
      as: owner,
      headers: { origin: 'https://evil.example' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('a regular expression of a person never reaches the database', async () => {
    const slow = `match.^${'(a*)'.repeat(5)}b`;
    for (const query of [`body=${slow}`, `or=(id.is.null,body.${slow})`, `and=(body.i${slow})`]) {
      const refused = await server.call(`/rest/v1/notes?${query}`, { as: owner });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ code: 'PGRST100' });
      expect((await server.call(`/rest/v1/notes?${query}`, { as: 'service' })).status).toBe(200);
    }
  });

  test('a token as the API key is refused', async () => {
    const { password } = await server.createUser('rest-leaver@example.test');
    const leaver = await server.signIn('rest-leaver@example.test', password);
    const response = await server.call('/rest/v1/notes', {
      as: leaver,
      headers: { apikey: leaver.accessToken },
    });
    expect(response.status).toBe(401);
  });

  test('supported PostgREST features still work', async () => {
    const client = as(owner);
    await client.from('notes').insert([{ body: 'count 1' }, { body: 'count 2' }]);
    const page = await client
      .from('notes')
      .select('body, tags(name)', { count: 'exact' })
      .ilike('body', 'count%')
      .order('body', { ascending: false })
      .range(0, 0);
    expect(page).toMatchObject({ count: 2, data: [{ body: 'count 2', tags: null }] });
    const upserted = await service()
      .from('tags')
      .upsert([{ id: urgent, name: 'urgent' }], { onConflict: 'id', ignoreDuplicates: true });
    expect(upserted.error).toBeNull();
    expect((await client.from('nowhere').select()).error?.code).toBe('PGRST205');
    expect((await client.rpc('nothing')).error?.code).toBe('PGRST202');
    expect((await client.from('notes').select('id').eq('body', 'none').single()).status).toBe(406);
  });
});

describe('privileges', () => {
  test('stay as the migrations set them, also after requests', async () => {
    const database = await openTestDatabase();
    await prepareDatabase(database, scratchSchema);
    const grants = () =>
      database.query(
        `select grantee, table_schema, table_name, column_name, privilege_type
         from information_schema.role_column_grants
         where grantee in ('anon', 'authenticated') and table_schema in ('public', 'auth')
         order by 1, 2, 3, 4, 5`,
      );
    const before = await grants();
    expect(before.filter(({ grantee }) => grantee === 'anon')).toEqual([]);
    expect(before.length).toBeGreaterThan(0);

    const secrets = generateSecrets();
    const server = await createServer({
      database,
      secrets,
      siteUrl: 'http://localhost:4200',
      storageDir: '/nonexistent',
      static: {
        shellDir: '/nonexistent',
        remotesDir: '/nonexistent',
        manifestFile: '/nonexistent',
      },
      functions: {},
    });
    for (const apikey of [secrets.publishableKey, secrets.secretKey])
      await server.fetch(
        new Request('http://localhost:4200/rest/v1/notes', { headers: { apikey } }),
      );
    expect(await grants()).toEqual(before);
    await server.stop({ repliesMs: 0, restMs: 0 });
    await database.close();
  });
});

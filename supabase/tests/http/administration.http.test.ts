import { describe, expect, test } from 'vitest';
import { callConversations } from './conversations.ts';
import { records } from './records.ts';
import { equal, restOf } from './rest.ts';
import { inOwnWorld, world } from './world.ts';

/** Requests of participant and user administration. */
const administration = [
  ['participants', 'POST', { display_name: 'New Participant', status: 'active' }],
  ['participants', 'PATCH', { status: 'inactive' }],
  ['participants', 'DELETE', undefined],
  ['participant_assignments', 'DELETE', undefined],
  ['users', 'PATCH', { role_id: '00000000-0000-4000-8000-0000000000a2' }],
  ['assistant_access', 'DELETE', undefined],
] as const;

inOwnWorld();

describe.each(administration)('%s %s', (table, method, body) => {
  const column = { participants: 'id', users: 'id' }[table as string] ?? 'user_id';
  const query = () =>
    method === 'POST'
      ? {}
      : equal({
          [column]: table === 'participants' ? world.participantId : world.people.worker.id,
        });

  test.each(['worker', 'unassigned', 'office'] as const)(
    "PERM-08 fails for %s with 'Admin access required'",
    async (name) => {
      const call = { method, query: query(), ...(body ? { body } : {}) };
      const answer = await world.people[name].rest(table, call);
      expect(answer).toMatchObject({
        status: 403,
        code: '42501',
        message: 'Admin access required',
      });
    },
  );

  test('PERM-09 fails without a session, before any query', async () => {
    const { url: origin, publishableKey: apikey } = world.server;
    const call = { method, query: query(), ...(body ? { body } : {}) };
    const answer = await restOf({ origin, apikey })(table, call);
    expect(answer).toMatchObject({ status: 401, code: '42501' });
  });
});

describe('the conversations function', () => {
  const grants = () => ({
    endpoint: `/assistants/${world.assistants.participant}/grants`,
    method: 'GET',
  });

  test("PERM-09 returns 'Not authenticated' without a token, with the key as token, with an invalid token", async () => {
    for (const bearer of [undefined, world.server.publishableKey, 'rubbish', 'a.b.c']) {
      const answer = await callConversations(world.server, bearer, grants());
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ ok: false, error: 'Not authenticated' });
    }
  });

  test.each(['worker', 'unassigned', 'office'] as const)(
    "PERM-08 refuses %s a list of grants with 'Admin access required'",
    async (name) => {
      const answer = await callConversations(world.server, world.people[name].token, grants());
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ ok: false, error: 'Admin access required' });
    },
  );

  test('PERM-07 DATA-14 returns role grants and user grants to an administrator', async () => {
    const answer = await callConversations(world.server, world.people.admin.token, grants());
    expect(answer.status).toBe(200);
    const { worker } = world.people;
    expect(answer.body).toMatchObject({
      ok: true,
      data: { userGrants: [{ userId: worker.id, userEmail: worker.email }] },
    });
    expect(answer.body).toHaveProperty('data.roleGrants');
    const { roleGrants } = answer.body['data'] as { roleGrants: unknown[] }; // asserted above
    expect(roleGrants).toEqual(
      expect.arrayContaining(
        ['admin', 'office', 'support_worker'].map((roleName) =>
          expect.objectContaining({ roleName, granted: false }),
        ),
      ),
    );
  });

  test('returns the same for another user’s conversation as for one that does not exist', async () => {
    const { id = '' } = (await records['conversations']?.arrange(world)) ?? {};
    const calls = [
      { method: 'GET', path: '' },
      { method: 'PUT', path: '', body: { title: 'Taken over' } },
      { method: 'DELETE', path: '' },
      { method: 'GET', path: '/messages' },
      { method: 'POST', path: '/stream', body: { content: 'Hello', idempotencyKey: 'k1' } },
      { method: 'GET', path: `/stream?turnId=${crypto.randomUUID()}` },
      { method: 'POST', path: '/stop', body: { turnId: crypto.randomUUID() } },
    ];
    for (const name of ['other', 'office', 'admin'] as const) {
      for (const { method, path, body } of calls) {
        const ask = (conversation: string) =>
          callConversations(world.server, world.people[name].token, {
            endpoint: `/conversations/${conversation}${path}`,
            method,
            ...(body ? { body } : {}),
          });
        const foreign = await ask(id);
        const missing = await ask(crypto.randomUUID());
        expect([method, path, foreign.status]).toEqual([method, path, 404]);
        expect(foreign).toEqual(missing);
      }
    }
    const { rows } = await world.asServer('conversations', { query: equal({ id }) });
    expect(rows[0]).toMatchObject({ title: 'Matrix conversation' });
  });
});

describe('pairs are unique', () => {
  test.each([
    ['DATA-12', 'assignments'],
    ['DATA-13', 'direct access'],
    ['DATA-13', 'role access'],
  ])('%s a second row of %s is a conflict', async (_id, name) => {
    const record = records[name];
    const key = (await record?.arrange(world)) ?? {};
    const answer = await world.people.admin.rest(record?.table ?? '', {
      method: 'POST',
      body: key,
    });
    expect(answer).toMatchObject({ status: 409, code: '23505' });
  });

  test('DATA-13 granting direct access again by upsert changes nothing and does not fail', async () => {
    const { id } = world.people.worker;
    const pair = { assistant_id: world.assistants.participant, user_id: id };
    const before = await world.asServer('assistant_access', { query: equal(pair) });
    const answer = await world.people.admin.rest('assistant_access', {
      method: 'POST',
      query: { on_conflict: 'assistant_id,user_id' },
      body: [pair, { ...pair, user_id: world.people.unassigned.id }],
      prefer: 'resolution=merge-duplicates',
    });
    expect(answer.status).toBeLessThan(300);
    const after = await world.asServer('assistant_access', { query: equal(pair) });
    expect(after.rows).toEqual(before.rows);
    await world.asServer('assistant_access', {
      method: 'DELETE',
      query: equal({ ...pair, user_id: world.people.unassigned.id }),
    });
  });
});

describe('the queries of the admin gate', () => {
  test('API-08 DATA-01 the own record is a single row with its role', async () => {
    const { id, email, rest } = world.people.office;
    const { rows } = await rest('users', {
      query: {
        select: 'id,email,role_id,created_at,updated_at,roles(id,name)',
        ...equal({ id }),
      },
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      id,
      email,
      role_id: world.roles.office,
      roles: { id: world.roles.office, name: 'office' },
    });
  });

  test('API-13 DATA-02 roles are filtered by name and ordered by name', async () => {
    const { rest } = world.people.worker;
    const one = await rest('roles', {
      query: { select: 'id', ...equal({ name: 'support_worker' }) },
    });
    expect(one.rows).toEqual([{ id: world.roles.support_worker }]);
    const all = await rest('roles', { query: { select: 'id,name', order: 'name' } });
    expect(all.rows.map(({ name }) => name)).toEqual(['admin', 'office', 'support_worker']);
  });
});

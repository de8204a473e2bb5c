import { randomUUID } from 'node:crypto';
import { lazyAdminApi, type AdminApi, type Api } from '@homie/api-client';
import { beforeAll, expect, test } from 'vitest';
import { createPerson } from './people.ts';
import { inOwnWorld, world, type Person } from './world.ts';

let calls: AdminApi;
beforeAll(async () => {
  calls = await lazyAdminApi();
});

const apiOf = (person: Pick<Person, 'token'>): Api => ({
  baseUrl: world.server.url,
  publishableKey: world.server.publishableKey,
  getAccessToken: async () => person.token,
});
const asAdmin = () => apiOf(world.people.admin);

/** Records entries of one conversation, one after the other, as the server does. @returns its id */
async function record(...entries: { action: string; meta?: Record<string, unknown> }[]) {
  const conversationId = randomUUID();
  for (const { action, meta = {} } of entries)
    await world.asServer('rpc/record_audit', {
      method: 'POST',
      body: { action, user_id: world.people.worker.id, conversation_id: conversationId, meta },
    });
  return conversationId;
}

inOwnWorld();

test('API-25 a keyword matches a part of the action or of the meta text, case-insensitively and literally', async () => {
  const conversationId = await record(
    { action: 'run_failed', meta: { note: '100% of A_B, c*d' } },
    { action: 'denied', meta: { note: 'Ranfailed \\ "quoted"' } },
    { action: 'login' },
  );
  const found = async (q: string) => {
    const { rows, total } = await calls.queryAuditLogs(asAdmin(), { conversationId, q });
    expect(total).toBe(rows.length);
    return rows.map(({ action }) => action).toSorted();
  };
  expect(await found('N_FAIL')).toEqual(['run_failed']);
  expect(await found('run fail')).toEqual(['run_failed']);
  expect(await found('FAILED')).toEqual(['denied', 'run_failed']);
  expect(await found('"NOTE"')).toEqual(['denied', 'run_failed']);
  for (const literal of ['100%', 'a_b, C*D', ', c'])
    expect(await found(literal)).toEqual(['run_failed']);
  expect(await found('\\\\ \\"quoted')).toEqual(['denied']);
  for (const pattern of ['1%of', 'A_B,_c', 'run*failed', 'login,denied', '_', '%'])
    expect(await found(pattern)).toEqual(['_', '%'].includes(pattern) ? ['run_failed'] : []);
  expect(await found('')).toHaveLength(3);
});

test('API-23 API-24 API-25 API-26 an exclusion retains all other rows, including those without the value', async () => {
  const conversationId = await record(
    { action: 'run_failed', meta: { note: 'kept' } },
    { action: 'denied', meta: { note: 'dropped' } },
    { action: 'login' },
  );
  const left = async (not: Parameters<AdminApi['queryAuditLogs']>[1]['not']) =>
    (await calls.queryAuditLogs(asAdmin(), { conversationId, not })).rows
      .map(({ action }) => action)
      .toSorted();
  expect(await left({})).toEqual(['denied', 'login', 'run_failed']);
  expect(await left({ actions: ['denied', 'login'] })).toEqual(['run_failed']);
  expect(await left({ q: 'DROPPED' })).toEqual(['login', 'run_failed']);
  expect(await left({ q: 'run fail' })).toEqual(['denied', 'login']);
  expect(await left({ userId: world.people.worker.id })).toEqual([]);
  expect(await left({ userId: world.people.admin.id })).toHaveLength(3);
  expect(await left({ assistantId: randomUUID(), participantId: randomUUID() })).toHaveLength(3);
  expect(await left({ conversationId })).toEqual([]);
  expect(await left({ actions: ['login'], q: 'kept' })).toEqual(['denied']);
});

test('API-21 pages in each order contain the same rows once each, with the total', async () => {
  const actions = ['login', 'denied', 'login', 'run_failed', 'login', 'login', 'login'];
  const conversationId = await record(...actions.map((action) => ({ action })));
  const read = async (sort: 'created_at_desc' | 'created_at_asc', page: number) => {
    const answer = await calls.queryAuditLogs(asAdmin(), {
      conversationId,
      sort,
      page,
      pageSize: 3,
    });
    expect(answer.total).toBe(7);
    return answer.rows.map(({ id }) => id);
  };
  const down = [];
  const up = [];
  for (const page of [1, 2, 3, 4]) {
    down.push(...(await read('created_at_desc', page)));
    up.push(...(await read('created_at_asc', page)));
  }
  expect(new Set(down).size).toBe(7);
  expect(up).toEqual(down.toReversed());
});

test('an entry is read by its id, and its neighbours within a filter cross the end of a page', async () => {
  const conversationId = await record(
    { action: 'login' },
    { action: 'denied' },
    { action: 'login' },
    { action: 'run_failed' },
  );
  const { rows } = await calls.queryAuditLogs(asAdmin(), { conversationId });
  const [failed, second, denied, first] = rows;
  expect(await calls.readAuditEntry(asAdmin(), second?.id ?? '')).toEqual(second);
  expect(await calls.readAuditEntry(asAdmin(), randomUUID())).toBeNull();
  const beside = (id = '', sort?: 'created_at_asc') =>
    calls.readAuditNeighbours(asAdmin(), id, { conversationId, pageSize: 1, sort });
  expect(await beside(second?.id)).toEqual({ previous: failed?.id, next: denied?.id });
  expect(await beside(second?.id, 'created_at_asc')).toEqual({
    previous: denied?.id,
    next: failed?.id,
  });
  expect(await beside(failed?.id)).toEqual({ previous: null, next: second?.id });
  expect(await beside(first?.id)).toEqual({ previous: denied?.id, next: null });
  const logins = { conversationId, actions: ['login'] };
  expect(await calls.readAuditNeighbours(asAdmin(), denied?.id ?? '', logins)).toEqual({
    previous: second?.id,
    next: first?.id,
  });
  expect(await calls.readAuditNeighbours(asAdmin(), randomUUID(), logins)).toEqual({
    previous: null,
    next: null,
  });
});

test('entries are counted between edges, under the filter, and add up to the total', async () => {
  const conversationId = await record(
    { action: 'login' },
    { action: 'denied' },
    { action: 'login' },
  );
  const { rows, total } = await calls.queryAuditLogs(asAdmin(), {
    conversationId,
    sort: 'created_at_asc',
  });
  const times = rows.map(({ created_at }) => created_at);
  const [first = '', second = '', third = ''] = times;
  const after = new Date(Date.parse(third) + 1000).toISOString();
  const count = (filter: Parameters<AdminApi['queryAuditLogs']>[1], edges: string[]) =>
    calls.countAuditEntries(asAdmin(), filter, edges);
  // A bucket includes its start and excludes its end.
  expect(await count({ conversationId }, [first, second, after])).toEqual([1, 2]);
  expect(await count({ conversationId, actions: ['login'] }, [first, second, after])).toEqual([
    1, 1,
  ]);
  expect(await count({ conversationId }, [first])).toEqual([]);
  expect(total).toBe(3);
  // Without a user filter: a short range counts entries, a long one reads the counts by day.
  const from = (days: number) => new Date(Date.parse(after) - days * 86_400_000).toISOString();
  for (const edges of [
    [from(14), from(3), from(1), after],
    [from(400), from(100), from(30), from(1), after],
  ]) {
    const counts = await count({ actions: ['login'] }, edges);
    const { total: all } = await calls.queryAuditLogs(asAdmin(), {
      actions: ['login'],
      from: edges[0],
      to: after,
    });
    expect(counts).toHaveLength(edges.length - 1);
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(all);
  }
  await expect(
    calls.countAuditEntries(apiOf(world.people.worker), {}, [first, after]),
  ).rejects.toThrow('Admin access required');
  const refused = await world.people.worker.rest('rpc/count_audit_entries', {
    method: 'POST',
    body: { filter: {}, edges: [first, after] },
  });
  expect(refused).toMatchObject({ status: 403, code: '42501' });
  const tooMany = await world.people.admin.rest('rpc/count_audit_entries', {
    method: 'POST',
    body: { filter: {}, edges: Array.from({ length: 122 }, () => first) },
  });
  expect(tooMany.status).toBe(422);
});

test('LIMIT-22 each lookup returns at most 20', async () => {
  const made = randomUUID().slice(0, 8);
  const many = (make: (label: string) => Record<string, unknown>) =>
    Array.from({ length: 21 }, (_, index) => make(`${made} ${index}`));
  await world.asServer('participants', {
    method: 'POST',
    body: many((display_name) => ({ display_name })),
  });
  await world.asServer('assistants', {
    method: 'POST',
    body: many((label) => ({ label, openai_assistant_id: 'asst_many' })),
  });
  expect(await calls.suggestParticipants(asAdmin(), made)).toHaveLength(20);
  expect(await calls.suggestAssistants(asAdmin(), made)).toHaveLength(20);
  expect(await calls.suggestUsers(asAdmin(), 'example')).toHaveLength(20);
});

test.each([
  [{ userId: 'x' }, '22P02'],
  [{ from: 'soon' }, '22007'],
  [{ actions: 'login' }, '22023'],
  [{ page: 'x' }, '22P02'],
  [{ not: [1] }, undefined],
  [[], undefined],
  ['x', '22023'],
])('the filter %j is refused or empty, and causes no server error', async (filter, code) => {
  const answer = await world.people.admin.rest('rpc/query_audit_logs', {
    method: 'POST',
    body: { filter },
  });
  expect(answer).toMatchObject(code === undefined ? { status: 200 } : { status: 400, code });
});

test('only an administrator can query the database', async () => {
  for (const name of ['query_audit_logs', 'audit_neighbours']) {
    const body = name === 'audit_neighbours' ? { entry_id: randomUUID() } : {};
    const answer = await world.people.office.rest(`rpc/${name}`, { method: 'POST', body });
    expect(answer).toMatchObject({
      status: 403,
      code: '42501',
      message: 'Admin access required',
    });
  }
});

test('views are stored by name, changed and deleted by their owner, and read by all administrators if shared', async () => {
  const colleague = await createPerson(world.server, world.roles, 'admin');
  const name = `Refusals ${randomUUID()}`;
  const query = { actions: ['denied'], from: null };
  const view = await calls.saveAuditView(asAdmin(), { name: ` ${name} `, query });
  expect(view).toMatchObject({
    name,
    query,
    shared: false,
    owner: { email: world.people.admin.email },
  });
  await expect(calls.saveAuditView(asAdmin(), { name, query })).rejects.toThrow(
    'You already have a view with that name.',
  );
  expect(await calls.listAuditViews(asAdmin())).toContainEqual(view);
  expect(await calls.listAuditViews(apiOf(colleague))).not.toContainEqual(view);

  const shared = await calls.saveAuditView(asAdmin(), { name, query, shared: true }, view.id);
  expect(shared).toEqual({ ...view, shared: true });
  expect(await calls.listAuditViews(apiOf(colleague))).toContainEqual(shared);
  await expect(
    calls.saveAuditView(apiOf(colleague), { name: 'Taken over', query }, view.id),
  ).rejects.toThrow('View not found');
  await calls.deleteAuditView(apiOf(colleague), view.id);
  expect(await calls.listAuditViews(asAdmin())).toContainEqual(shared);
  await calls.saveAuditView(apiOf(colleague), { name, query });

  await calls.deleteAuditView(asAdmin(), view.id);
  expect(await calls.listAuditViews(asAdmin())).not.toContainEqual(shared);
});

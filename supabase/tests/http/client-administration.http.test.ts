import { randomUUID } from 'node:crypto';
import { lazyAdminApi, lazyRemotesApi, type AdminApi, type Api } from '@homie/api-client';
import { beforeAll, expect, test } from 'vitest';
import { layAssistant } from './add-records.ts';
import { equal } from './rest.ts';
import { inOwnWorld, layParticipantWithAssistant, world, type Person } from './world.ts';

/* Requests and results of the calls of the browser's API client; administration-calls tests their permissions. */

let calls: AdminApi;
let remotes: Awaited<ReturnType<typeof lazyRemotesApi>>;
beforeAll(async () => {
  calls = await lazyAdminApi();
  remotes = await lazyRemotesApi();
});

/** Returns the connection of the browser's API client, for one person or for a visitor. */
function apiOf(person?: Pick<Person, 'token'>): Api {
  return {
    baseUrl: world.server.url,
    publishableKey: world.server.publishableKey,
    getAccessToken: async () => person?.token ?? null,
  };
}
const asAdmin = () => apiOf(world.people.admin);

inOwnWorld();

test('API-08 the own record is one row with its role', async () => {
  const { worker } = world.people;
  expect(await calls.getOwnUser(apiOf(worker), worker.id)).toEqual({
    id: worker.id,
    email: worker.email,
    role_id: world.roles.support_worker,
    role: { id: world.roles.support_worker, name: 'support_worker' },
  });
  expect(await calls.getOwnUser(apiOf(worker), randomUUID())).toBeNull();
});

test('API-09 users are searched by email and role, ordered, up to a limit', async () => {
  const { office } = world.people;
  const found = await calls.searchUsers(asAdmin(), { q: office.email.toUpperCase() });
  expect(found).toEqual([
    { id: office.id, email: office.email, display_name: null, role: { name: 'office' } },
  ]);
  expect(await calls.searchUsers(asAdmin(), { q: office.email, role: 'support_worker' })).toEqual(
    [],
  );
  const workers = await calls.searchUsers(asAdmin(), { role: 'support_worker', limit: 3 });
  expect(workers).toHaveLength(3);
  expect(workers.map(({ email }) => email)).toEqual(workers.map(({ email }) => email).sort());
});

test('API-10 the user list is paged, with a total', async () => {
  const { rows, total } = await calls.listUsers(asAdmin(), { page: 1 });
  expect(rows.length).toBe(Math.min(25, total));
  const all = await world.asServer('users');
  expect(total).toBe(all.rows.length);
  const found = await calls.listUsers(asAdmin(), { page: 1, role: 'admin', q: '%' });
  expect(found).toEqual({ rows: [], total: 0 });
});

test('API-11 a role change changes role_id; one’s own demotion is refused', async () => {
  const { unassigned, admin } = world.people;
  const change = (userId: string, roleId: string) =>
    calls.changeRole(asAdmin(), { userId, roleId }, admin.id);
  await change(unassigned.id, world.roles.office);
  const { rows } = await world.asServer('users', { query: equal({ id: unassigned.id }) });
  expect(rows[0]).toMatchObject({ role_id: world.roles.office });
  await change(unassigned.id, world.roles.support_worker);
  await expect(change(admin.id, world.roles.office)).rejects.toMatchObject({
    message: 'Cannot remove your own admin privileges.',
  });
});

test('API-12 API-13 a missing record is created as support worker', async () => {
  const { worker } = world.people;
  await world.asServer('users', { method: 'DELETE', query: equal({ id: worker.id }) });
  await calls.createOwnUser(apiOf(worker), worker);
  expect((await calls.getOwnUser(apiOf(worker), worker.id))?.role.name).toBe('support_worker');
  const roles = await calls.listRoles(asAdmin());
  expect(roles.map(({ name }) => name)).toEqual(['admin', 'office', 'support_worker']);
});

test('API-14 API-15 a participant is created, found, updated and deleted', async () => {
  const name = `Zed ${randomUUID().slice(0, 8)}`;
  const added = await calls.createParticipant(asAdmin(), {
    display_name: name,
    status: 'active',
  });
  const newest = await calls.listParticipants(asAdmin(), { page: 1 });
  expect(newest.rows[0]).toEqual(added);
  expect(newest.rows).toHaveLength(25);
  const find = (status: 'active' | 'inactive') =>
    calls.listParticipants(asAdmin(), { page: 1, q: name.toLowerCase(), status });
  expect(await find('active')).toEqual({ rows: [added], total: 1 });
  const input = { display_name: `${name} Jr`, status: 'inactive' } as const;
  const saved = await calls.updateParticipant(asAdmin(), added, input);
  expect(saved).toMatchObject({ outcome: 'saved', record: input });
  const current = await calls.getParticipant(asAdmin(), added.id);
  expect(await calls.updateParticipant(asAdmin(), added, input)).toEqual({
    outcome: 'conflict',
    current,
  });
  expect((await find('inactive')).total).toBe(1);
  await calls.deleteParticipant(asAdmin(), added.id);
  expect((await find('inactive')).total).toBe(0);
  await expect(calls.updateParticipant(asAdmin(), added, input)).rejects.toMatchObject({
    message: 'Participant not found',
  });
});

test('ERR-13 API-16 API-17 API-19 a worker is assigned with access, and unassigned with it', async () => {
  const { unassigned, other } = world.people;
  const { participantId, assistantId } = await layParticipantWithAssistant(world.asServer, other);
  const pair = { participantId, userId: unassigned.id };
  const access = async () =>
    (
      await world.asServer('assistant_access', {
        query: equal({ assistant_id: assistantId, user_id: unassigned.id }),
      })
    ).rows.length;

  expect(await calls.getParticipantAssistant(asAdmin(), participantId)).toBe(assistantId);
  await calls.assignWorker(asAdmin(), pair);
  expect(await access()).toBe(1);
  expect(await calls.listAssignments(asAdmin(), participantId)).toContainEqual({
    participant_id: participantId,
    user_id: unassigned.id,
    user: { email: unassigned.email, display_name: null, role: { name: 'support_worker' } },
  });
  await expect(calls.assignWorker(asAdmin(), pair)).rejects.toMatchObject({
    message: 'Worker is already assigned to this participant.',
  });
  await calls.unassignWorker(asAdmin(), { ...pair, alsoRevokeAssistantAccess: true });
  expect(await access()).toBe(0);
});

test('ERR-17 ERR-18 API-20 access for all covers every assigned worker, including those who already have it', async () => {
  const { worker, unassigned } = world.people;
  const { participantId } = await layParticipantWithAssistant(world.asServer, worker);
  await calls.assignWorker(asAdmin(), {
    participantId,
    userId: unassigned.id,
    alsoGrantAssistantAccess: false,
  });
  expect(await calls.grantAccessToAll(asAdmin(), participantId)).toBe(2);
  const bare = await calls.createParticipant(asAdmin(), {
    display_name: 'Without assistant',
    status: 'active',
  });
  await expect(calls.grantAccessToAll(asAdmin(), bare.id)).rejects.toMatchObject({
    message: 'No participant assistant linked.',
  });
  await expect(
    calls.assignWorker(asAdmin(), { participantId: bare.id, userId: worker.id }),
  ).rejects.toMatchObject({
    message:
      'No participant assistant is linked. Assignment created but assistant access not granted.',
  });
  expect(await calls.listAssignments(asAdmin(), bare.id)).toHaveLength(1);
});

test('ERR-15 API-18 API-19 a user’s access distinguishes direct, role and none; granting twice is no error', async () => {
  const { unassigned } = world.people;
  const access = async () =>
    (await calls.listUserAccess(asAdmin(), unassigned.id, { pageSize: 100 })).rows;
  const before = await access();
  const labels = before.map(({ assistantLabel }) => assistantLabel.toLowerCase());
  expect(labels).toEqual(labels.toSorted());
  const closed = before.find(({ hasAccess }) => !hasAccess);
  expect(before.some(({ hasRoleAccess }) => hasRoleAccess)).toBe(true);
  const change = { assistantId: closed?.assistantId ?? '', userId: unassigned.id };
  await calls.changeDirectAccess(asAdmin(), { ...change, granted: true });
  await calls.changeDirectAccess(asAdmin(), { ...change, granted: true });
  const of = (summaries: typeof before) =>
    summaries.find(({ assistantId }) => assistantId === change.assistantId);
  expect(of(await access())).toMatchObject({
    hasDirectAccess: true,
  });
  await calls.changeDirectAccess(asAdmin(), { ...change, granted: false });
  expect(of(await access())).toEqual(closed);
});

test('RECORD-07 other assistants with the same assistant ID are listed', async () => {
  const openai_assistant_id = 'asst_shared';
  const first = await layAssistant(world, { openai_assistant_id, label: 'Community nursing' });
  await layAssistant(world, { openai_assistant_id, label: 'Second one' });
  const list = (except?: string) => calls.listAssistantsOfKey(asAdmin(), 'asst_shared', except);
  expect(await list()).toEqual(['Community nursing', 'Second one']);
  expect(await list(first)).toEqual(['Second one']);
});

test('API-21 API-22 API-23 API-24 API-26 API-27 the audit log is read by page, time, user, assistant, action', async () => {
  const first = await calls.queryAuditLogs(asAdmin(), { pageSize: 100 });
  expect(first.rows).toHaveLength(100);
  const times = first.rows.map(({ created_at }) => Date.parse(created_at));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const second = await calls.queryAuditLogs(asAdmin(), { page: 2, pageSize: 100 });
  expect(second.rows[0]?.id).not.toBe(first.rows[0]?.id);
  expect(second.total).toBeGreaterThanOrEqual(first.total);

  const row = first.rows.find(({ participant_id, user_id }) => participant_id && user_id);
  const { created_at: from = '', user_id, assistant_id, participant_id, action = '' } = row ?? {};
  const to = new Date(Date.parse(from) + 1).toISOString();
  const fitting = await calls.queryAuditLogs(asAdmin(), {
    from,
    to,
    userId: user_id ?? '',
    assistantId: assistant_id ?? '',
    participantId: participant_id ?? '',
    actions: [action],
  });
  expect(fitting.rows).toContainEqual(row);
  expect(row).toMatchObject({
    user_email: expect.any(String),
    assistant_label: expect.any(String),
    participant_name: expect.any(String),
  });
  const none = await calls.queryAuditLogs(asAdmin(), { from: to, to });
  expect(none).toEqual({ rows: [], total: 0 });
  const oldest = await calls.queryAuditLogs(asAdmin(), { sort: 'created_at_asc', pageSize: 1 });
  expect(Date.parse(oldest.rows[0]?.created_at ?? '')).toBeLessThan(Math.min(...times));
});

test('API-28 API-29 RECORD-08 suggestions match a part of the name, case-insensitively, and name the participant of an assistant', async () => {
  const { admin } = world.people;
  const part = admin.email.slice(2, 20).toUpperCase();
  expect(await calls.suggestUsers(asAdmin(), part)).toEqual([{ id: admin.id, label: admin.email }]);
  expect(await calls.suggestUsers(asAdmin(), '  ')).toEqual([]);
  const { id, email } = world.people.office;
  const display_name = 'Quill Matrix';
  await world.asServer('users', { method: 'PATCH', query: equal({ id }), body: { display_name } });
  expect(await calls.suggestUsers(asAdmin(), 'quill m')).toEqual([
    { id, label: email, subtitle: display_name },
  ]);
  const people = await calls.suggestParticipants(asAdmin(), 'MAYA');
  expect(people.map(({ label }) => label)).toContain('Maya Pereira');
  const assistants = await calls.suggestAssistants(asAdmin(), 'maya');
  expect(assistants).toContainEqual(
    expect.objectContaining({ subtitle: 'Participant: Maya Pereira' }),
  );
  expect(await calls.suggestAssistants(asAdmin(), 'shift n')).toContainEqual(
    expect.objectContaining({ label: 'Shift notes', subtitle: 'Organization' }),
  );
});

test('loads of remotes are reported by signed-in users, counted, and read by administrators', async () => {
  const { worker, admin } = world.people;
  const load = {
    environment: 'local',
    remote: 'chat',
    version: '2.0.0-0123abcd',
    source: 'rollout',
    outcome: 'loaded',
    milliseconds: 300,
  } as const;
  await remotes.reportRemoteLoads(apiOf(worker), [load, { ...load, milliseconds: 100 }]);
  await expect(
    remotes.reportRemoteLoads(apiOf(worker), [{ ...load, remote: '<b>' }]),
  ).rejects.toMatchObject({ status: 400 });
  const { milliseconds: _each, ...kind } = load;
  expect(await remotes.listRemoteHealth(apiOf(admin))).toEqual([
    {
      ...kind,
      count: 2,
      milliseconds: 400,
      durations: [1, 1, 0, 0, 0, 0, 0],
      last_day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
  ]);
  await expect(remotes.listRemoteHealth(apiOf(worker))).rejects.toMatchObject({ status: 403 });
  await expect(remotes.listRemoteHealth(apiOf(admin), { days: 0 })).rejects.toMatchObject({
    status: 400,
  });
});

test('the page reads the role of its user', async () => {
  const { worker, admin } = world.people;
  expect(await remotes.readRole(apiOf(worker), worker.id)).toBe('support_worker');
  expect(await remotes.readRole(apiOf(worker), admin.id)).toBeNull();
});

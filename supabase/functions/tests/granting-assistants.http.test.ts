import { assistantListSchema } from '@homie/contracts';
import {
  foundUsersSchema,
  participantOptionsSchema,
  grantsViewSchema,
} from '@homie/contracts/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from './support/assistant-form.ts';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';

const NOBODY = '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162';

let server: ConversationsServer;
let admin: ChatClient;
beforeAll(async () => {
  server = await startConversationsServer();
  admin = await server.person('admin');
});
afterAll(() => server.stop());

test('API-44 API-45 roles and users are granted and revoked, idempotently', async () => {
  const worker = await server.person();
  const { id } = await createAssistant(admin);
  const usable = async () => (await worker.call('GET', `/assistants/${id}`)).status === 200;
  const ok = async (method: 'POST' | 'DELETE', path: string, body?: unknown) => {
    const answer = await admin.call(method, `/assistants/${id}/grants/${path}`, body);
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  };
  const role = (granted: boolean) => ok('POST', 'role', { roleName: 'support_worker', granted });

  expect(await usable()).toBe(false);
  await role(true);
  await role(true);
  expect(await usable()).toBe(true);
  await role(false);
  await role(false);
  expect(await usable()).toBe(false);

  await ok('POST', 'user', { userId: worker.userId });
  await ok('POST', 'user', { userId: worker.userId });
  expect(await usable()).toBe(true);
  const grants = grantsViewSchema.parse(await admin.get(`/assistants/${id}/grants`));
  expect(grants.userGrants).toEqual([
    { userId: worker.userId, userEmail: worker.email, userName: null, canEdit: false },
  ]);
  await ok('DELETE', `user/${worker.userId}`);
  await ok('DELETE', `user/${worker.userId}`);
  expect(await usable()).toBe(false);
});

test('invalid grants are refused', async () => {
  const { id } = await createAssistant(admin);
  const send = (path: string, body: unknown) =>
    admin.call('POST', `/assistants/${id}/grants/${path}`, body);
  expect(await send('user', { userId: NOBODY })).toMatchObject({
    status: 404,
    body: { error: 'User not found' },
  });
  expect(await send('user', {})).toMatchObject({
    status: 422,
    body: { error: 'Please select a user.' },
  });
  expect((await send('role', { roleName: 'owner', granted: true })).status).toBe(422);
  expect((await send('role', { roleName: 'office' })).status).toBe(422);
});

test('API-46 users are searched by email, 20 by default', async () => {
  for (let index = 0; index < 22; index += 1) await server.person();
  const find = async (query: string) =>
    foundUsersSchema.parse(await admin.get(`/users${query}`)).rows;
  const first = await find('');
  expect(first).toHaveLength(20);
  expect(first.map(({ email }) => email)).toEqual(first.map(({ email }) => email).toSorted());
  expect(await find('?limit=3')).toEqual(first.slice(0, 3));
  expect(await find(`?q=${admin.email.toUpperCase()}`)).toEqual([
    { id: admin.userId, email: admin.email, display_name: null, role: { name: 'admin' } },
  ]);
  expect(await find('?q=admin-&role=support_worker')).toEqual([]);
  for (const text of ['%', '*', '\\', ',', 'adm*', 'ad%n', 'adm_n']) {
    expect([text, await find(`?q=${encodeURIComponent(text)}`)]).toEqual([text, []]);
  }
  for (const query of ['?limit=0', '?role=owner', `?q=${'x'.repeat(255)}`]) {
    expect((await admin.call('GET', `/users${query}`)).status).toBe(422);
  }
});

test('API-47 the picker offers active participants without an assistant, and the current one', async () => {
  const [free, taken, inactive] = [
    await server.participant('Free Person'),
    await server.participant('Taken Person'),
    await server.participant('Inactive Person'),
  ];
  const { id } = await createAssistant(admin, { kind: 'participant', participant_id: taken });
  await server.rows(`participants?id=in.(${taken},${inactive})`, {
    method: 'PATCH',
    body: { status: 'inactive' },
  });
  const offered = async (query = '') => {
    const { rows } = participantOptionsSchema.parse(await admin.get(`/participants${query}`));
    return rows;
  };
  const ids = (await offered()).map((option) => option.id);
  expect(ids).toContain(free);
  expect(ids).not.toContain(taken);
  expect(ids).not.toContain(inactive);
  expect(await offered(`?q=person&assistantId=${id}`)).toEqual([
    { id: free, display_name: 'Free Person' },
    { id: taken, display_name: 'Taken Person' },
  ]);
  expect(await offered('?q=FREE%20P')).toHaveLength(1);
  expect(await offered('?q=%25')).toEqual([]);
  expect((await admin.call('GET', '/participants?assistantId=x')).status).toBe(422);
});

test('USAGE-02 an administrator lists the assistants that no one may use, and a page of them', async () => {
  const worker = await server.person();
  const { id } = await createAssistant(admin, { label: 'Granted to no one' });
  const list = async (caller: typeof admin) => {
    const found = await caller.get('/assistants?access=none&q=granted&page=1');
    return assistantListSchema.parse(found);
  };
  expect(await list(admin)).toMatchObject({ rows: [{ id }], total: 1 });
  expect((await list(worker)).rows).toEqual([]);
  await admin.call('POST', `/assistants/${id}/grants/role`, {
    roleName: 'support_worker',
    granted: true,
  });
  expect(await list(admin)).toEqual({ rows: [], total: 0 });
  expect((await list(worker)).rows).toEqual([]);
  expect((await admin.call('GET', '/assistants?access=some')).status).toBe(422);
});

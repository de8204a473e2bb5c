import { AuthClient } from '@supabase/auth-js';
import { PATIENCE } from '@homie/server/testing';
import { expect, test } from 'vitest';
import { callConversations, postCall } from './conversations.ts';
import { callAuth, createPerson, setRole, type Person } from './people.ts';
import { equal, restOf } from './rest.ts';
import { inOwnWorld, layParticipantWithAssistant, world } from './world.ts';

inOwnWorld();

const call = (person: Person, endpoint: string, method: 'GET' | 'POST' = 'GET', body?: object) =>
  callConversations(world.server, person.token, { endpoint, method, ...(body && { body }) });

const rpc = (person: Person, name: string, body: object) =>
  person.rest(`rpc/${name}`, { method: 'POST', body });

async function personAtWork(): Promise<Person> {
  const person = await createPerson(world.server, world.roles);
  await layParticipantWithAssistant(world.asServer, person);
  return person;
}

const TABLES = [
  'assistants',
  'assistant_access',
  'assistant_role_access',
  'attachments',
  'audit_logs',
  'audit_views',
  'conversations',
  'conversation_rows',
  'document_chunks',
  'document_versions',
  'documents',
  'handovers',
  'instruction_versions',
  'messages',
  'participant_assignments',
  'participants',
  'remote_loads',
  'reply_feedback',
  'roles',
  'synonyms',
  'turn_events',
  'turns',
  'users',
];

test('PEOPLE-02 a user who waits reads no table, and every function refuses with a message', async () => {
  const person = await personAtWork();
  expect((await person.rest('participants')).rows).toHaveLength(1);
  await world.asServer('users', {
    method: 'PATCH',
    query: equal({ id: person.id }),
    body: { approved_at: null },
  });
  expect((await rpc(person, 'own_state', {})).body).toBe('waiting');
  for (const table of TABLES) {
    const { status, rows } = await person.rest(table, { query: { select: '*' } });
    expect([table, status === 200 ? rows : []]).toEqual([table, []]);
  }
  for (const name of ['conversations', 'audit', 'security-scan']) {
    const changes = { endpoint: '/conversations/changes', method: 'GET' };
    const response = await postCall(world.server, person.token, changes, name);
    expect([name, response.status, await response.json()]).toEqual([
      name,
      403,
      { ok: false, error: 'Your account is waiting for approval.', code: 'account_waiting' },
    ]);
  }
  const promoted = await person.rest('users', {
    method: 'PATCH',
    query: equal({ id: person.id }),
    body: { approved_at: new Date().toISOString() },
  });
  expect(promoted.code).toBe('42501');
  expect((await rpc(person, 'own_state', {})).body).toBe('waiting');
});

test('PEOPLE-03 deactivating ends streams and sessions within five seconds, and refuses tokens and sign-in', async () => {
  const person = await personAtWork();
  const stream = await postCall(world.server, person.token, {
    endpoint: '/conversations/changes',
    method: 'GET',
  });
  const ended = stream.text();
  const started = performance.now();
  await rpc(world.people.admin, 'deactivate_user', { user_id: person.id });
  await ended;
  expect(performance.now() - started).toBeLessThan(5000);
  await expect.poll(async () => (await person.rest('participants')).status, PATIENCE).toBe(401);
  expect((await call(person, '/conversations')).status).toBe(401);
  const { email, password } = person;
  const signIn = await callAuth(world.server, 'token?grant_type=password', { email, password });
  expect(signIn).toMatchObject({
    status: 400,
    body: {
      error_code: 'user_banned',
      msg: 'This account is deactivated. Ask an administrator.',
    },
  });
  const wrong = await callAuth(world.server, 'token?grant_type=password', {
    email,
    password: 'not-the-password',
  });
  expect(wrong.body).toMatchObject({ error_code: 'invalid_credentials' });

  await rpc(world.people.admin, 'reactivate_user', { user_id: person.id });
  expect(
    (await callAuth(world.server, 'token?grant_type=password', { email, password })).status,
  ).toBe(200);
});

test('PEOPLE-04 administrators deactivate neither themselves nor an unknown user, and workers no one', async () => {
  const { admin, worker } = world.people;
  expect((await rpc(admin, 'deactivate_user', { user_id: admin.id })).status).toBe(409);
  expect((await rpc(admin, 'deactivate_user', { user_id: crypto.randomUUID() })).status).toBe(404);
  expect((await rpc(worker, 'deactivate_user', { user_id: admin.id })).code).toBe('42501');
  expect((await rpc(worker, 'delete_user', { user_id: admin.id })).code).toBe('42501');
});

function browser() {
  return new AuthClient({
    url: `${world.server.url}/auth/v1`,
    headers: { apikey: world.server.publishableKey },
    autoRefreshToken: false,
    persistSession: false,
  });
}

async function lastToken(email: string): Promise<string> {
  return new URL(await world.server.lastMailLink(email)).searchParams.get('token_hash') ?? '';
}

const newAddress = () => `${crypto.randomUUID()}@invited.example`;

async function invite(email: string, role = 'office', participantIds: string[] = []) {
  return call(world.people.admin, '/invitations', 'POST', { email, role, participantIds });
}

test('PEOPLE-09 PEOPLE-10 an invited user chooses name and password with auth-js and is active with role and participants', async () => {
  const email = newAddress();
  expect((await invite(email, 'support_worker', [world.participantId])).status).toBe(200);
  const client = browser();
  const token_hash = await lastToken(email);
  const accepted = await client.verifyOtp({ token_hash, type: 'invite' });
  expect(accepted.error).toBeNull();
  const changed = await client.updateUser({
    password: 'my-own-password',
    data: { display_name: 'Nia Brown' },
  });
  expect(changed.data.user?.user_metadata).toMatchObject({ display_name: 'Nia Brown' });
  const { data } = await client.signInWithPassword({ email, password: 'my-own-password' });
  const rest = restOf({
    origin: world.server.url,
    apikey: world.server.publishableKey,
    token: data.session?.access_token ?? '',
  });
  const own = await rest('users', { query: { select: 'role:roles(name)' } });
  expect(own.rows).toEqual([{ role: { name: 'support_worker' } }]);
  expect((await rest('participants')).rows).toMatchObject([{ id: world.participantId }]);

  const again = await browser().verifyOtp({ token_hash, type: 'invite' });
  expect(again.error?.code).toBe('otp_expired');
  expect((await invite(email)).body).toMatchObject({
    code: 'conflict',
    error: 'This address has an account already.',
  });
});

test('PEOPLE-10 a stranger who signed up with the address first cannot use the invited account', async () => {
  const email = newAddress();
  const password = 'of-a-stranger';
  await callAuth(world.server, 'signup', { email, password });
  const signUpToken = await lastToken(email);
  expect((await invite(email, 'admin')).status).toBe(200);
  expect(await lastToken(email)).not.toBe(signUpToken);
  const { error } = await browser().verifyOtp({
    token_hash: await lastToken(email),
    type: 'invite',
  });
  expect(error).toBeNull();
  const signIn = await callAuth(world.server, 'token?grant_type=password', { email, password });
  expect(signIn.body).toMatchObject({ error_code: 'invalid_credentials' });
});

test('PEOPLE-10 the token of a sign-up accepts no invitation', async () => {
  const email = newAddress();
  await callAuth(world.server, 'signup', { email, password: 'of-a-stranger' });
  const { data } = await browser().verifyOtp({ token_hash: 'unknown', type: 'invite' });
  expect(data.session).toBeNull();
  const other = newAddress();
  await invite(other, 'admin');
  const mine = await browser().verifyOtp({ token_hash: await lastToken(other), type: 'recovery' });
  expect(mine.data.session).toBeNull();
});

test('PEOPLE-11 a revoked link gives nothing, and a link that is sent again works', async () => {
  const email = newAddress();
  await invite(email);
  const [user] = (await world.asServer('users', { query: equal({ email }) })).rows;
  const id = String(user?.['id']);
  expect((await call(world.people.admin, `/users/${id}/invitation`, 'POST')).status).toBe(200);
  const token_hash = await lastToken(email);
  expect((await rpc(world.people.admin, 'revoke_invitation', { user_id: id })).status).toBeLessThan(
    300,
  );
  const { error } = await browser().verifyOtp({ token_hash, type: 'invite' });
  expect(error?.code).toBe('otp_expired');
  expect((await call(world.people.admin, `/users/${id}/invitation`, 'POST')).status).toBe(404);
});

test('PEOPLE-09 only administrators invite and send resets, and the endpoint of the service requires the secret key', async () => {
  const { worker, admin } = world.people;
  const body = { email: newAddress(), role: 'admin', participantIds: [] };
  expect((await call(worker, '/invitations', 'POST', body)).status).toBe(403);
  expect((await call(worker, `/users/${admin.id}/reset`, 'POST')).status).toBe(403);
  expect((await call(admin, '/invitations', 'POST', { ...body, email: 'nobody' })).status).toBe(
    422,
  );
  expect((await call(admin, '/users/nobody/reset', 'POST')).status).toBe(422);
  for (const key of [world.server.publishableKey, worker.token]) {
    const { status } = await callAuth(world.server, 'invite', { email: newAddress() }, key);
    expect(status).toBe(401);
  }
  expect((await world.server.mails()).some(({ to }) => to === body.email)).toBe(false);
});

test('PEOPLE-12 an administrator has a link for a new password mailed', async () => {
  const person = await createPerson(world.server, world.roles);
  expect((await call(world.people.admin, `/users/${person.id}/reset`, 'POST')).status).toBe(200);
  expect(await world.server.lastMailLink(person.email)).toContain('/auth/reset-password?');
  await rpc(world.people.admin, 'deactivate_user', { user_id: person.id });
  expect((await call(world.people.admin, `/users/${person.id}/reset`, 'POST')).status).toBe(409);
});

test('PEOPLE-13 sign-up and reset answer alike for new, invited, deactivated and active addresses', async () => {
  const invited = newAddress();
  await invite(invited);
  const [active, deactivated] = await Promise.all([
    createPerson(world.server, world.roles),
    createPerson(world.server, world.roles),
  ]);
  await rpc(world.people.admin, 'deactivate_user', { user_id: deactivated.id });
  const addresses = [newAddress(), invited, active.email, deactivated.email];
  for (const path of ['signup', 'recover']) {
    const answers = await Promise.all(
      addresses.map((email) => callAuth(world.server, path, { email, password: 'a-password-1' })),
    );
    const shapes = answers.map(({ status, body }) => [status, Object.keys(body).sort()]);
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
  }
});

test('PEOPLE-07 deleting a user removes the account, and its token', async () => {
  const person = await personAtWork();
  await setRole(world.server, world.roles, person.id, 'office');
  const preview = await rpc(world.people.admin, 'user_deletion_effect', { user_id: person.id });
  expect(preview.body).toMatchObject({ conversations: 0, assignments: 1, hold: null });
  await rpc(world.people.admin, 'delete_user', { user_id: person.id });
  await expect.poll(async () => (await person.rest('roles')).status, PATIENCE).toBe(401);
  expect((await world.asServer('users', { query: equal({ id: person.id }) })).rows).toEqual([]);
});

async function importRow(email: string, importId: string) {
  const row = { email, role: 'office', participantIds: [], name: 'Nia Brown', importId };
  return call(world.people.admin, '/invitations', 'POST', row);
}

test('PEOPLE-16 PEOPLE-21 a row of an import is mailed once with its name, and PEOPLE-17 undo ends the link', async () => {
  const [email, importId] = [newAddress(), crypto.randomUUID()];
  expect((await importRow(email, importId)).body['data']).toEqual({ sent: true });
  const token = await lastToken(email);
  expect((await importRow(email, importId)).body['data']).toEqual({ sent: false });
  expect((await importRow(email, crypto.randomUUID())).body['data']).toEqual({ sent: false });
  expect(await lastToken(email)).toBe(token);
  const { admin } = world.people;
  const listed = await admin.rest('users', {
    query: { select: 'display_name', ...equal({ email }) },
  });
  expect(listed.rows).toEqual([{ display_name: 'Nia Brown' }]);
  const fragment = new URLSearchParams({ name: 'Nia Brown', email });
  expect(new URL(await world.server.lastMailLink(email)).hash).toBe(`#${fragment.toString()}`);

  expect((await rpc(admin, 'undo_import', { import_id: importId })).body).toBe(1);
  const accepted = await browser().verifyOtp({ token_hash: token, type: 'invite' });
  expect(accepted.error?.code).toBe('otp_expired');
});

test('PEOPLE-16 an invalid row of an import is refused with a message', async () => {
  const refused = await importRow(newAddress(), 'not-an-id');
  expect(refused).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
});

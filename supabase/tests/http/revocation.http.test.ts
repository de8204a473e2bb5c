import { expect, test } from 'vitest';
import { callConversations } from './conversations.ts';
import { createPerson, setRole } from './people.ts';
import { equal } from './rest.ts';
import { inOwnWorld, layParticipantWithAssistant, world } from './world.ts';

/* Tokens are valid for an hour; the tables determine their permissions on every request. */

inOwnWorld();

test('PERM-07 a demoted administrator loses the role at once, with the earlier token', async () => {
  const { server, roles } = world;
  const deputy = await createPerson(server, roles, 'admin');
  const seen = await deputy.rest('participants', { query: equal({ id: world.participantId }) });
  expect(seen.rows).toHaveLength(1);

  const demotion = await world.people.admin.rest('users', {
    method: 'PATCH',
    query: equal({ id: deputy.id }),
    body: { role_id: roles.office },
  });
  expect(demotion.status).toBeLessThan(300);

  const read = await deputy.rest('participants', { query: equal({ id: world.participantId }) });
  expect(read.rows).toEqual([]);
  const write = await deputy.rest('participants', {
    method: 'PATCH',
    query: equal({ id: world.participantId }),
    body: { status: 'inactive' },
  });
  expect(write.code).toBe('42501');
  const asked = await deputy.rest('rpc/is_admin', { method: 'POST', body: {} });
  expect(asked.body).toBe(false);
  expect((await deputy.rest('audit_logs', { query: { limit: '1' } })).rows).toEqual([]);
  const { rows } = await world.asServer('participants', {
    query: equal({ id: world.participantId }),
  });
  expect(rows[0]).toMatchObject({ status: 'active' });
});

test('PERM-07 a promoted worker is an administrator at once, with the earlier token', async () => {
  const { server, roles } = world;
  const worker = await createPerson(server, roles);
  expect((await worker.rest('rpc/is_admin', { method: 'POST', body: {} })).body).toBe(false);
  await setRole(server, roles, worker.id, 'admin');
  expect((await worker.rest('rpc/is_admin', { method: 'POST', body: {} })).body).toBe(true);
});

test('an unassigned worker loses the participant at once', async () => {
  const { server, roles, people } = world;
  const worker = await createPerson(server, roles);
  const { participantId } = await layParticipantWithAssistant(world.asServer, worker);
  const find = { query: equal({ id: participantId }) };
  expect((await worker.rest('participants', find)).rows).toHaveLength(1);

  const pair = equal({ participant_id: participantId, user_id: worker.id });
  await people.admin.rest('participant_assignments', { method: 'DELETE', query: pair });

  expect((await worker.rest('participants', find)).rows).toEqual([]);
});

test('a worker whose access is revoked loses the assistant and its conversations at once', async () => {
  const { server, roles, people } = world;
  const worker = await createPerson(server, roles);
  const { assistantId } = await layParticipantWithAssistant(world.asServer, worker);
  const started = await callConversations(server, worker.token, {
    endpoint: '/conversations',
    method: 'POST',
    body: { assistantId, title: 'Before the revocation' },
  });
  expect(started.status).toBeLessThan(300);
  const conversations = { query: equal({ assistant_id: assistantId }) };
  expect((await worker.rest('conversations', conversations)).rows).toHaveLength(1);

  await people.admin.rest('assistant_access', {
    method: 'DELETE',
    query: equal({ assistant_id: assistantId, user_id: worker.id }),
  });

  expect((await worker.rest('assistants', { query: equal({ id: assistantId }) })).rows).toEqual([]);
  expect((await worker.rest('conversations', conversations)).rows).toEqual([]);
  const again = await callConversations(server, worker.token, {
    endpoint: '/conversations',
    method: 'POST',
    body: { assistantId, title: 'After the revocation' },
  });
  expect(again.status).toBe(403);
  const stored = await world.asServer('conversations', conversations);
  expect(stored.rows.map(({ title }) => title)).toEqual(['Before the revocation']);
});

test('a role that loses an assistant loses it for all users with the role, at once', async () => {
  const { roles, people } = world;
  const assistantId = crypto.randomUUID();
  await world.asServer('assistants', {
    method: 'POST',
    body: { id: assistantId, label: 'For the office', openai_assistant_id: 'asst_office' },
  });
  const pair = { assistant_id: assistantId, role_id: roles.office };
  await people.admin.rest('assistant_role_access', { method: 'POST', body: pair });
  const find = { query: equal({ id: assistantId }) };
  expect((await people.office.rest('assistants', find)).rows).toHaveLength(1);

  await people.admin.rest('assistant_role_access', { method: 'DELETE', query: equal(pair) });

  expect((await people.office.rest('assistants', find)).rows).toEqual([]);
});

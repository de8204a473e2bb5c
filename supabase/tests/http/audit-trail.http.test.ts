import { describe, expect, test } from 'vitest';
import { callConversations } from './conversations.ts';
import { createPerson, signIn, type Person } from './people.ts';
import { equal, type Row } from './rest.ts';
import { inOwnWorld, layParticipantWithAssistant, world } from './world.ts';

async function auditOf(person: Person, action: string): Promise<Row[]> {
  const query = equal({ user_id: person.id, action });
  return (await world.asServer('audit_logs', { query })).rows;
}

inOwnWorld();

test('every sign-in writes one login, a refused one writes none', async () => {
  const person = await createPerson(world.server, world.roles);
  expect(await auditOf(person, 'login')).toHaveLength(1);
  await signIn(world.server, person.email);
  const logins = await auditOf(person, 'login');
  expect(logins).toHaveLength(2);
  expect(logins[0]).toMatchObject({ user_email: person.email });

  await expect(signIn(world.server, `${person.email}.au`)).rejects.toThrow('Sign-in');
  expect(await auditOf(person, 'login')).toHaveLength(2);
});

test('PERM-12 a conversation with an assistant without access is refused and audited as denied', async () => {
  const { unassigned } = world.people;
  const answer = await callConversations(world.server, unassigned.token, {
    endpoint: '/conversations',
    method: 'POST',
    body: { assistantId: world.assistants.participant, title: 'Not mine' },
  });
  expect(answer.status).toBe(403);
  expect(answer.body).toMatchObject({
    ok: false,
    error: "You don't have access to this assistant.",
  });
  const denied = await auditOf(unassigned, 'denied');
  expect(denied).toHaveLength(1);
  expect(denied[0]).toMatchObject({
    assistant_id: world.assistants.participant,
    user_email: unassigned.email,
  });
  const { rows } = await world.asServer('conversations', { query: equal({ title: 'Not mine' }) });
  expect(rows).toEqual([]);
});

test('an assistant that does not exist is refused like one without access', async () => {
  const { unassigned } = world.people;
  const answer = await callConversations(world.server, unassigned.token, {
    endpoint: '/conversations',
    method: 'POST',
    body: { assistantId: crypto.randomUUID() },
  });
  expect(answer.status).toBe(403);
  expect(answer.body['error']).toBe("You don't have access to this assistant.");
});

describe('a conversation', () => {
  test('writes a row at its start and at its end, without its text', async () => {
    const { worker } = world.people;
    const created = await callConversations(world.server, worker.token, {
      endpoint: '/conversations',
      method: 'POST',
      body: { assistantId: world.assistants.participant, title: 'A private title' },
    });
    const data = created.body['data'] as Row; // the envelope's success
    const id = String(data['id']);
    const ended = await callConversations(world.server, worker.token, {
      endpoint: `/conversations/${id}`,
      method: 'DELETE',
    });
    expect(ended.status).toBe(200);

    const { rows } = await world.asServer('audit_logs', {
      query: { ...equal({ conversation_id: id }), order: 'created_at' },
    });
    expect(rows.map(({ action }) => action)).toEqual([
      'conversation_created',
      'conversation_deleted',
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({ user_id: worker.id, assistant_label: 'Their assistant' });
      expect(JSON.stringify(row)).not.toContain('A private title');
    }
  });
});

describe('DATA-18 an administrator reads an audit row', () => {
  const select =
    '*,users(email),assistants(label,kind,participant_id,participants(display_name))' as const;

  test('with the email, the assistant and the participant joined', async () => {
    const { rows: laid } = await world.asServer('audit_logs', { query: { limit: '0' } });
    expect(laid).toEqual([]);
    const { worker, admin } = world.people;
    const { body: id } = await world.asServer('rpc/record_audit', {
      method: 'POST',
      body: {
        action: 'run_started',
        user_id: worker.id,
        assistant_id: world.assistants.participant,
        meta: { run_id: 'run_1' },
      },
    });
    const { rows } = await admin.rest('audit_logs', {
      query: { select, ...equal({ id: String(id) }) },
    });
    expect(rows[0]).toMatchObject({
      action: 'run_started',
      meta: { run_id: 'run_1' },
      users: { email: worker.email },
      assistants: {
        label: 'Their assistant',
        kind: 'participant',
        participant_id: world.participantId,
        participants: { display_name: 'Someone Supported' },
      },
    });
  });

  test('and still reads it from its own snapshot after all of that was deleted', async () => {
    const { admin } = world.people;
    const leaver = await createPerson(world.server, world.roles);
    const { participantId, assistantId } = await layParticipantWithAssistant(
      world.asServer,
      leaver,
    );
    const { body: id } = await world.asServer('rpc/record_audit', {
      method: 'POST',
      body: { action: 'run_started', user_id: leaver.id, assistant_id: assistantId },
    });
    await admin.rest('participants', { method: 'DELETE', query: equal({ id: participantId }) });
    await world.asServer('users', { method: 'DELETE', query: equal({ id: leaver.id }) });

    const { rows } = await admin.rest('audit_logs', {
      query: { select, ...equal({ id: String(id) }) },
    });
    expect(rows[0]).toMatchObject({
      user_id: leaver.id,
      user_email: leaver.email,
      assistant_id: assistantId,
      assistant_label: 'Their assistant',
      assistant_kind: 'participant',
      participant_id: participantId,
      participant_name: 'Someone Supported',
      users: null,
      assistants: null,
    });
  });
});

test.each(['POST', 'PATCH', 'DELETE'] as const)(
  'the audit log refuses a %s even from the server',
  async (method) => {
    const before = await world.asServer('audit_logs', { query: { order: 'id', limit: '5' } });
    const attempt = world.asServer('audit_logs', {
      method,
      query: method === 'POST' ? {} : equal({ id: String(before.rows[0]?.['id']) }),
      ...(method === 'DELETE' ? {} : { body: { action: 'login' } }),
    });
    await expect(attempt).rejects.toThrow('42501');
    const after = await world.asServer('audit_logs', { query: { order: 'id', limit: '5' } });
    expect(after.rows).toEqual(before.rows);
  },
);

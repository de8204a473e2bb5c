import { randomUUID } from 'node:crypto';
import { lazyAdminApi, type AdminApi, type Api } from '@homie/api-client';
import { beforeAll, expect, test } from 'vitest';
import { createPerson } from './people.ts';
import { equal } from './rest.ts';
import { inOwnWorld, world } from './world.ts';

/* Every change by administrators is recorded, through any interface, and its effect can be queried. */

let calls: AdminApi;
beforeAll(async () => {
  calls = await lazyAdminApi();
});

function asAdmin(): Api {
  const { url: baseUrl, publishableKey } = world.server;
  return { baseUrl, publishableKey, getAccessToken: async () => world.people.admin.token };
}

async function recorded(): Promise<string[]> {
  const { rows } = await world.asServer('audit_logs', {
    query: {
      ...equal({ user_id: world.people.admin.id }),
      action: 'not.in.(login,conversation_deleted)',
      order: 'created_at,id',
    },
  });
  return rows.map(({ action }) => String(action));
}

inOwnWorld();

test('every change writes exactly one row, by the function, by the tables and in bulk', async () => {
  const { server, roles, people } = world;
  const worker = await createPerson(server, roles);
  const api = asAdmin();
  const name = `On record ${randomUUID().slice(0, 8)}`;
  let participant = await calls.createParticipant(api, { display_name: name, status: 'active' });
  let assistant = await calls.createAssistant(api, {
    label: name,
    kind: 'participant',
    participant_id: participant.id,
    openai_assistant_id: 'asst_record',
  });
  const pair = { participantId: participant.id, userId: worker.id };
  const access = { assistantId: assistant.id, userId: worker.id };

  const changes: [expected: string[], change: () => Promise<unknown>][] = [
    [
      ['participant_updated'],
      async () => {
        const input = { display_name: `${name} Jr`, status: 'inactive' } as const;
        const saved = await calls.updateParticipant(api, participant, input);
        if (saved.outcome === 'saved') participant = saved.record;
      },
    ],
    [
      ['assistant_updated'],
      async () => {
        const fields = { ...assistant, label: `${name} Jr` };
        const saved = await calls.updateAssistant(api, assistant, fields);
        if (saved.outcome === 'saved') assistant = saved.record;
      },
    ],
    [[], () => calls.updateAssistant(api, assistant, assistant)],
    [['worker_assigned', 'access_granted'], () => calls.assignWorker(api, pair)],
    [[], () => calls.grantAccessToAll(api, participant.id)],
    [
      ['worker_unassigned', 'access_revoked'],
      () => calls.unassignWorker(api, { ...pair, alsoRevokeAssistantAccess: true }),
    ],
    [['access_granted'], () => calls.changeDirectAccess(api, { ...access, granted: true })],
    [[], () => calls.changeDirectAccess(api, { ...access, granted: true })],
    [['access_revoked'], () => calls.revokeUser(api, assistant.id, worker.id)],
    [
      ['worker_assigned', 'access_granted'],
      () =>
        calls.changeWorkers(api, {
          participantId: participant.id,
          userIds: [worker.id],
          assigned: true,
          withAccess: true,
        }),
    ],
    [
      [],
      () =>
        calls.previewGrants(api, {
          assistantIds: [assistant.id],
          userIds: [worker.id],
          granted: false,
        }),
    ],
    [
      ['role_access_granted'],
      () => calls.changeRoleGrant(api, assistant.id, { roleName: 'office', granted: true }),
    ],
    [
      ['role_access_revoked'],
      () => calls.changeRoleGrant(api, assistant.id, { roleName: 'office', granted: false }),
    ],
    [
      ['role_changed'],
      () => calls.changeRole(api, { userId: worker.id, roleId: roles.office }, people.admin.id),
    ],
    [['participant_deleted'], () => calls.deleteParticipant(api, participant.id)],
  ];
  let before = await recorded();
  for (const [expected, change] of changes) {
    await change();
    const after = await recorded();
    expect(after.slice(before.length).toSorted()).toEqual(expected.toSorted());
    before = after;
  }

  const history = await calls.readHistory(api, { kind: 'participant', id: participant.id });
  expect(history.rows[0]).toMatchObject({
    action: 'participant_deleted',
    user_email: people.admin.email,
    participant_name: `${name} Jr`,
    assistant_label: `${name} Jr`,
    meta: { removed: { assistants: 1, assignments: 1, direct_grants: 1 } },
  });
  expect(history.rows.at(-1)).toMatchObject({ action: 'participant_created' });
  const person = await calls.readHistory(api, { kind: 'user', id: worker.id });
  expect(person.rows).toHaveLength(9);
  expect(person.rows[0]).toMatchObject({
    action: 'role_changed',
    target_user_email: worker.email,
    meta: { before: { role: 'support_worker' }, after: { role: 'office' } },
  });
  expect(await calls.readHistory(api, { kind: 'assistant', id: assistant.id })).toMatchObject({
    rows: [{ action: 'participant_deleted' }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
    next: null,
  });
});

test('a row about a change joins its references, like every other row', async () => {
  const { admin } = world.people;
  const { rows } = await admin.rest('audit_logs', {
    query: {
      select: '*,users(email),assistants(label,kind,participant_id,participants(display_name))',
      action: 'eq.role_access_granted',
      order: 'created_at.desc',
      limit: '1',
    },
  });
  expect(rows[0]).toMatchObject({ users: { email: admin.email }, meta: { role: 'office' } });
});

test('a preview reports who gains, has and would lose access, and viewers are listed with reasons', async () => {
  const { worker, unassigned, admin } = world.people;
  const api = asAdmin();
  const preview = await calls.previewGrants(api, {
    assistantIds: [world.assistants.participant],
    userIds: [worker.id, unassigned.id, admin.id],
    granted: false,
  });
  const outcomes = Object.fromEntries(preview.rows.map((row) => [row.userId, row.outcome]));
  expect(outcomes).toEqual({
    [worker.id]: 'loses',
    [unassigned.id]: 'none',
    [admin.id]: 'keeps',
  });
  const viewers = await calls.listViewers(
    api,
    { kind: 'participant', id: world.participantId },
    { q: worker.email },
  );
  expect(viewers).toEqual({
    rows: [
      {
        userId: worker.id,
        userEmail: worker.email,
        userName: null,
        roleName: 'support_worker',
        accountState: 'active',
        reasons: ['direct', 'assignment'],
      },
    ],
    total: 1,
  });
  const seen = await calls.listUserParticipants(api, worker.id);
  expect(seen.rows).toEqual([
    expect.objectContaining({ participantId: world.participantId, reasons: ['assignment'] }),
  ]);
  const effect = await calls.readDeletionEffect(api, {
    kind: 'participant',
    id: world.participantId,
  });
  expect(effect).toMatchObject({ assistants: 1, assignments: 1, direct_grants: 1 });
});

test('LIMIT-19 the worker picker gets 20 users by default', async () => {
  const { server, roles } = world;
  for (let index = 0; index < 12; index += 1) await createPerson(server, roles);
  const found = await calls.searchUsers(asAdmin(), { role: 'support_worker' });
  expect(found).toHaveLength(20);
  expect(await calls.findUsers(asAdmin(), { role: 'support_worker' })).toEqual(found);
});

test('special characters in search texts are literal, and unusual texts cause no error', async () => {
  const api = asAdmin();
  for (const sign of ['%', '_', '*', '\\', ',', '(', ')', '"', '.', ':', "'"]) {
    const display_name = `Sign ${sign} ${randomUUID().slice(0, 8)}`;
    const added = await calls.createParticipant(api, { display_name, status: 'active' });
    const find = (q: string) => calls.listParticipants(api, { page: 1, q });
    expect(await find(`IGN ${sign} ${display_name.slice(-8)}`)).toEqual({
      rows: [added],
      total: 1,
    });
    const other = sign === '_' ? '%' : '_';
    expect((await find(`Sign ${other} ${display_name.slice(-8)}`)).total).toBe(0);
    expect(await calls.suggestParticipants(api, display_name)).toEqual([
      { id: added.id, label: display_name },
    ]);
  }
  for (const list of [calls.listParticipants, calls.listUsers]) {
    const { total } = await list(api, { page: 1 });
    expect(await list(api, { page: 999 })).toEqual({ rows: [], total });
  }
});

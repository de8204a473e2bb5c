import { lazyAdminApi, type AdminApi, type Api } from '@homie/api-client';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Person } from './people.ts';
import { equal } from './rest.ts';
import { inOwnWorld, world } from './world.ts';

/* The calls of the screens, with the API client of the browser, over HTTP. */

type Call = (admin: AdminApi, api: Api) => Promise<unknown>;

const pair = () => ({ participantId: world.participantId, userId: world.people.unassigned.id });
const grant = () => ({
  assistantId: world.assistants.participant,
  userId: world.people.unassigned.id,
});

const grants = () => ({
  assistantIds: [world.assistants.participant],
  userIds: [world.people.unassigned.id],
  granted: true,
});
const workers = () => ({
  participantId: world.participantId,
  userIds: [world.people.unassigned.id],
  assigned: true,
  withAccess: true,
});

/** Calls of participant and user administration, in an order in which an administrator can make them all. */
const administration: Record<string, Call> = {
  listUsers: (admin, api) => admin.listUsers(api, { page: 1 }),
  searchUsers: (admin, api) => admin.searchUsers(api, { q: 'matrix', role: 'support_worker' }),
  listRoles: (admin, api) => admin.listRoles(api),
  changeRole: (admin, api) =>
    admin.changeRole(
      api,
      { userId: world.people.other.id, roleId: world.roles.office },
      world.people.admin.id,
    ),
  listParticipants: (admin, api) => admin.listParticipants(api, { page: 1 }),
  createParticipant: (admin, api) =>
    admin.createParticipant(api, { display_name: 'Called Into Being', status: 'active' }),
  getParticipant: (admin, api) => admin.getParticipant(api, world.participantId),
  updateParticipant: (admin, api) =>
    admin.updateParticipant(
      api,
      { id: world.participantId, updated_at: new Date().toISOString() },
      { display_name: 'Someone Supported', status: 'active' },
    ),
  getParticipantAssistant: (admin, api) => admin.getParticipantAssistant(api, world.participantId),
  listAssignments: (admin, api) => admin.listAssignments(api, world.participantId),
  assignWorker: (admin, api) => admin.assignWorker(api, pair()),
  grantAccessToAll: (admin, api) => admin.grantAccessToAll(api, world.participantId),
  unassignWorker: (admin, api) =>
    admin.unassignWorker(api, { ...pair(), alsoRevokeAssistantAccess: true }),
  changeDirectAccess: (admin, api) => admin.changeDirectAccess(api, { ...grant(), granted: false }),
  listUserAccess: (admin, api) => admin.listUserAccess(api, world.people.worker.id),
  listUserParticipants: (admin, api) => admin.listUserParticipants(api, world.people.worker.id),
  listViewers: (admin, api) =>
    admin.listViewers(api, { kind: 'participant', id: world.participantId }),
  readHistory: (admin, api) => admin.readHistory(api, { kind: 'user', id: world.people.worker.id }),
  readDeletionEffect: (admin, api) =>
    admin.readDeletionEffect(api, { kind: 'participant', id: world.participantId }),
  previewGrants: (admin, api) => admin.previewGrants(api, grants()),
  changeGrants: (admin, api) => admin.changeGrants(api, grants()),
  previewWorkers: (admin, api) => admin.previewWorkers(api, workers()),
  changeWorkers: (admin, api) => admin.changeWorkers(api, workers()),
  deleteParticipant: (admin, api) => admin.deleteParticipant(api, crypto.randomUUID()),
};

/** Calls of the audit log that find something in this world. */
const auditReading: Record<string, Call> = {
  queryAuditLogs: (admin, api) => admin.queryAuditLogs(api, {}),
  suggestUsers: (admin, api) => admin.suggestUsers(api, 'matrix'),
  suggestAssistants: (admin, api) => admin.suggestAssistants(api, 'their'),
  suggestParticipants: (admin, api) => admin.suggestParticipants(api, 'someone'),
  saveAuditView: (admin, api) =>
    admin.saveAuditView(api, { name: crypto.randomUUID(), query: {}, shared: true }),
  listAuditViews: (admin, api) => admin.listAuditViews(api),
};
const audit: Record<string, Call> = {
  ...auditReading,
  readAuditEntry: (admin, api) => admin.readAuditEntry(api, crypto.randomUUID()),
  readAuditNeighbours: (admin, api) => admin.readAuditNeighbours(api, crypto.randomUUID(), {}),
  deleteAuditView: (admin, api) => admin.deleteAuditView(api, crypto.randomUUID()),
};

function apiOf(person: Person | null): Api {
  const { url: baseUrl, publishableKey } = world.server;
  return { baseUrl, publishableKey, getAccessToken: async () => person?.token ?? null };
}

inOwnWorld();

let admin: AdminApi;
beforeAll(async () => {
  admin = await lazyAdminApi();
});

describe.each(Object.entries(administration))('%s', (_name, call) => {
  test("PERM-09 fails with 'Not authenticated' without a session", async () => {
    await expect(call(admin, apiOf(null))).rejects.toThrow('Not authenticated');
  });

  test.each(['worker', 'office'] as const)(
    "PERM-08 fails with 'Admin access required' for %s",
    async (name) => {
      const attempt = call(admin, apiOf(world.people[name]));
      await expect(attempt).rejects.toThrow('Admin access required');
    },
  );

  test('PERM-07 works for an administrator', async () => {
    await expect(call(admin, apiOf(world.people.admin))).resolves.not.toBeNull();
  });
});

describe.each(Object.entries(audit))('%s', (_name, call) => {
  test("PERM-10 fails with 'Authentication required' without a session", async () => {
    await expect(call(admin, apiOf(null))).rejects.toThrow('Authentication required');
  });

  test.each(['worker', 'office'] as const)(
    "PERM-11 fails with 'Admin access required' for %s",
    async (name) => {
      const attempt = call(admin, apiOf(world.people[name]));
      await expect(attempt).rejects.toThrow('Admin access required');
    },
  );
});

test.each(Object.entries(auditReading))(
  'PERM-07 %s returns entries for an administrator',
  async (_name, call) => {
    const found = await call(admin, apiOf(world.people.admin));
    expect(JSON.stringify(found)).toContain('"id":');
  },
);

test('API-11 a role change updates the role of the user, and only an administrator can make it', async () => {
  const { unassigned, worker } = world.people;
  const roleOf = async () => {
    const { rows } = await world.asServer('users', { query: equal({ id: unassigned.id }) });
    return rows[0]?.['role_id'];
  };
  const change = { userId: unassigned.id, roleId: world.roles.office };
  await expect(admin.changeRole(apiOf(worker), change, worker.id)).rejects.toThrow(
    'Admin access required',
  );
  expect(await roleOf()).toBe(world.roles.support_worker);
  await admin.changeRole(apiOf(world.people.admin), change, world.people.admin.id);
  expect(await roleOf()).toBe(world.roles.office);
});

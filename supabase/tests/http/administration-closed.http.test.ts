import { describe, expect, test } from 'vitest';
import { callConversations } from './conversations.ts';
import { createPerson, setRole } from './people.ts';
import { equal, restOf, type Rest } from './rest.ts';
import { inOwnWorld, world, type Person } from './world.ts';

/* No request of a user without the permission returns data that only administrators may see. */

/** Queries for users, participants, grants and the audit log. */
const readings: [path: string, query: Record<string, string>][] = [
  ['users', { select: '*' }],
  ['users', { select: 'email', email: 'ilike.*@*' }],
  ['users', { select: 'email', or: '(email.ilike.*admin*,email.ilike.*office*)' }],
  ['roles', { select: 'name,users(email)' }],
  ['roles', { select: 'name,users!inner(email)', 'users.email': 'like.*' }],
  ['participants', { select: '*' }],
  ['participants', { select: 'display_name,participant_assignments(users(email))' }],
  ['participant_assignments', { select: '*,users(email),participants(display_name)' }],
  ['assistant_access', { select: '*,users(email),assistants(label)' }],
  ['assistants', { select: 'label,assistant_access(users(email)),participants(display_name)' }],
  ['audit_logs', { select: '*' }],
  ['audit_logs', { select: '*,users(email),assistants(label,participants(display_name))' }],
];

const searches = (): [name: string, body: object][] => {
  const { worker, unassigned } = world.people;
  const grants = { assistant_ids: [world.assistants.participant], user_ids: [unassigned.id] };
  const workers = { participant_id: world.participantId, user_ids: [unassigned.id] };
  return [
    ['search_users', { q: '@' }],
    ['search_participants', { q: 'e' }],
    ['participant_options', {}],
    ['read_history', { kind: 'user', record_id: worker.id }],
    ['deletion_effect', { kind: 'participant', record_id: world.participantId }],
    ['who_can_see', { kind: 'participant', record_id: world.participantId }],
    ['read_grants', { assistant_id: world.assistants.participant }],
    ['user_access', { user_id: worker.id }],
    ['user_participants', { user_id: worker.id }],
    ['change_grants', { ...grants, granted: true, preview: true }],
    ['change_grants', { ...grants, granted: true }],
    ['change_workers', { ...workers, assigned: true, preview: true }],
    ['change_workers', { ...workers, assigned: true, with_access: true }],
  ];
};

const calls = () => {
  const assistant = `/assistants/${world.assistants.participant}`;
  return [
    { method: 'POST', endpoint: '/assistants', body: {} },
    { method: 'PUT', endpoint: assistant, body: {} },
    { method: 'DELETE', endpoint: assistant },
    { method: 'GET', endpoint: `${assistant}/grants` },
    { method: 'POST', endpoint: `${assistant}/grants/role`, body: {} },
    { method: 'POST', endpoint: `${assistant}/grants/user`, body: {} },
    { method: 'DELETE', endpoint: `${assistant}/grants/user/${world.people.worker.id}` },
    { method: 'GET', endpoint: `${assistant}/model` },
    { method: 'PUT', endpoint: `${assistant}/model`, body: {} },
    { method: 'GET', endpoint: '/users?q=admin' },
    { method: 'GET', endpoint: '/participants' },
  ];
};

/** Creates a person who was an administrator when the token was issued. */
async function demoted(): Promise<Person> {
  const { server, roles } = world;
  const person = await createPerson(server, roles, 'admin');
  expect((await person.rest('users')).rows.length).toBeGreaterThan(1);
  await setRole(server, roles, person.id, 'office');
  return person;
}

const actors: [name: string, find: () => Promise<Person>][] = [
  ['a support worker', async () => world.people.unassigned],
  ['office', async () => world.people.office],
  ['an administrator of yesterday, with the token from then,', demoted],
];

inOwnWorld();

describe.each(actors)('%s', (_, find) => {
  test('PERM-08 reads no other users by table, embedding, filter or count', async () => {
    const person = await find();
    const others = Object.values(world.people).filter(({ id }) => id !== person.id);
    for (const [path, query] of readings) {
      const answer = await person.rest(path, { query, prefer: 'count=exact' });
      expect([path, answer.status]).toEqual([path, 200]);
      const text = JSON.stringify(answer.body);
      for (const { email, id } of others) {
        expect([path, text.includes(email), text.includes(id)]).toEqual([path, false, false]);
      }
      expect(text).not.toContain('Someone Supported');
      expect([path, answer.count]).toEqual([path, answer.rows.length]);
    }
    const { count } = await person.rest('users', {
      query: { select: 'id' },
      prefer: 'count=exact',
    });
    expect(count).toBe(1);
  });

  test("PERM-08 is told 'Admin access required' by every function and route, and changes nothing", async () => {
    const person = await find();
    for (const [name, body] of searches()) {
      const answer = await person.rest(`rpc/${name}`, { method: 'POST', body });
      expect([name, answer.status, answer.message]).toEqual([name, 403, 'Admin access required']);
    }
    for (const call of calls()) {
      const answer = await callConversations(world.server, person.token, call);
      expect([call.endpoint, answer.status, answer.body['error']]).toEqual([
        call.endpoint,
        403,
        'Admin access required',
      ]);
    }
    const pair = equal({
      assistant_id: world.assistants.participant,
      user_id: world.people.unassigned.id,
    });
    expect((await world.asServer('assistant_access', { query: pair })).rows).toEqual([]);
  });
});

test('PERM-09 a visitor cannot read or call anything, without a token or with the key as a token', async () => {
  const { url: origin, publishableKey: apikey } = world.server;
  const visitors: Rest[] = [restOf({ origin, apikey }), restOf({ origin, apikey, token: apikey })];
  for (const rest of visitors) {
    for (const [path, query] of readings) {
      expect([path, (await rest(path, { query })).status]).toEqual([path, 401]);
    }
    for (const [name, body] of searches()) {
      const answer = await rest(`rpc/${name}`, { method: 'POST', body });
      expect([name, answer.status]).toEqual([name, 401]);
    }
  }
  for (const bearer of [undefined, apikey]) {
    for (const call of calls()) {
      const answer = await callConversations(world.server, bearer, call);
      expect([call.endpoint, answer.status]).toEqual([call.endpoint, 401]);
    }
  }
});

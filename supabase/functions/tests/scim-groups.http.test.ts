import { afterAll, beforeAll, expect, test } from 'vitest';
import { GROUP, ScimServer } from './support/scim-server.ts';

const OFFICE = '00000000-0000-4000-8000-0000000000a2';
const WORKERS = '00000000-0000-4000-8000-0000000000a3';
const ADMINS = '00000000-0000-4000-8000-0000000000a1';
const office = `/Groups/${OFFICE}`;
let host: ScimServer;

beforeAll(async () => {
  host = await ScimServer.start();
});
afterAll(() => host.stop());

const createId = async () => (await host.create(host.newEmail())).body.id;

async function members(): Promise<string[]> {
  const { body } = await host.send('GET', office);
  return (body['members'] as { value: string }[]).map(({ value }) => value);
}

test('SCIM-07 the groups are the roles up to the limit', async () => {
  const { body } = await host.send('GET', '/Groups?excludedAttributes=members');
  expect(body).toMatchObject({
    totalResults: 2,
    Resources: [
      { id: OFFICE, displayName: 'office' },
      { id: WORKERS, displayName: 'support_worker' },
    ],
  });
  expect((await host.filter('displayName eq "Office"', 'Groups')).body['totalResults']).toBe(1);
  expect((await host.filter('displayName eq "admin"', 'Groups')).body['totalResults']).toBe(0);
  expect((await host.send('GET', `/Groups/${ADMINS}`)).status).toBe(404);
});

test('SCIM-07 members are added and removed as RFC 7644, section 3.5.2, Entra ID and Okta do', async () => {
  const [one, two, three] = [await createId(), await createId(), await createId()];
  const added = await host.patch(office, {
    op: 'add',
    path: 'members',
    value: [{ display: 'Babs Jensen', $ref: `/v2/Users/${one}`, value: one }],
  });
  expect(added.status).toBe(204);
  await host.patch(office, { op: 'Add', path: 'members', value: [{ value: two }] });
  await host.patch(office, { op: 'add', value: { members: [{ value: three }] } });
  expect((await members()).sort()).toEqual([one, two, three].sort());
  expect(await host.role(one)).toBe('office');
  const { body } = await host.send('GET', `/Users/${one}`);
  expect(body['groups']).toEqual([
    { value: OFFICE, display: 'office', $ref: `${host.server.url}/scim/v2${office}` },
  ]);
  await host.patch(office, { op: 'remove', path: `members[value eq "${one}"]` });
  await host.patch(office, { op: 'Remove', path: 'members', value: [{ value: two }] });
  expect(await members()).toEqual([three]);
  expect(await host.role(one)).toBe('support_worker');
  await host.patch(office, { op: 'replace', path: 'members', value: [{ value: one }] });
  expect(await members()).toEqual([one]);
  expect(await host.role(three)).toBe('support_worker');
  await host.patch(office, { op: 'remove', path: 'members' });
  expect(await members()).toEqual([]);
});

test('SCIM-07 PUT replaces the members, and a user of two groups has the higher role', async () => {
  const [one, two] = [await createId(), await createId()];
  const put = (path: string, displayName: string, ids: string[]) =>
    host.send('PUT', path, {
      schemas: [GROUP],
      displayName,
      members: ids.map((value) => ({ value })),
    });
  expect((await put(office, 'office', [one, two])).status).toBe(200);
  await put(`/Groups/${WORKERS}`, 'support_worker', [one]);
  expect(await host.role(one)).toBe('office');
  await put(office, 'office', [two]);
  expect(await host.role(one)).toBe('support_worker');
  expect((await put(office, 'Office staff', [])).body).toMatchObject({ scimType: 'mutability' });
  expect(await members()).toEqual([two]);
});

test('SCIM-12 a group is found by a member in brackets, and replaced without schemas or a name', async () => {
  const id = await createId();
  const { status } = await host.send('PUT', office, { Members: [{ value: id }] });
  expect(status).toBe(200);
  expect(await members()).toEqual([id]);
  const found = await host.filter(
    `members[value eq "${id}"] and displayName eq "Office"`,
    'Groups',
  );
  expect(found.body).toMatchObject({ totalResults: 1 });
});

test('SCIM-07 groups are neither created, renamed nor deleted, and the error says why', async () => {
  const answers = [
    await host.send('POST', '/Groups', { schemas: [GROUP], displayName: 'Tour Guides' }),
    await host.send('DELETE', office),
    await host.patch(office, { op: 'replace', path: 'displayName', value: 'Tour Guides' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 400]);
  for (const { body } of answers) expect(body['detail']).toMatch(/^Groups are the roles/);
});

test('SCIM-07 a role above the limit stays, and no group gives one', async () => {
  const admin = await host.createAccount('admin');
  expect(
    (await host.patch(office, { op: 'add', path: 'members', value: [{ value: admin.id }] })).status,
  ).toBe(204);
  await host.patch(office, { op: 'remove', path: `members[value eq "${admin.id}"]` });
  expect(await host.role(admin.id)).toBe('admin');
  const escalation = await host.patch(`/Groups/${ADMINS}`, {
    op: 'add',
    path: 'members',
    value: [{ value: await createId() }],
  });
  expect(escalation.status).toBe(404);
});

test('SCIM-11 members that do not exist change nothing', async () => {
  const before = await members();
  const added = await createId();
  for (const value of ['2819c223-7f76-453a-919d-413861904646', 'x"; --', 7, null]) {
    const answer = await host.patch(office, {
      op: 'add',
      path: 'members',
      value: [{ value: added }, { value }],
    });
    expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
  }
  expect(await members()).toEqual(before);
});

test('SCIM-08 a changed membership and its role are recorded', async () => {
  const id = await createId();
  await host.patch(office, { op: 'add', path: 'members', value: [{ value: id }] });
  const entries = (await host.recorded(id)).slice(1);
  expect(entries).toHaveLength(2);
  expect(entries).toEqual(
    expect.arrayContaining([
      {
        action: 'role_changed',
        user_email: 'SCIM',
        meta: {
          provider: 'scim',
          before: { role: 'support_worker' },
          after: { role: 'office' },
        },
      },
      {
        action: 'account_changed',
        user_email: 'SCIM',
        meta: { before: { groups: [] }, after: { groups: ['office'] } },
      },
    ]),
  );
});

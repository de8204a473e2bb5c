import { assistantListSchema, assistantSchema } from '@homie/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant, fields } from './support/assistant-form.ts';
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

async function labels(query: string): Promise<string[]> {
  const { rows } = assistantListSchema.parse(await admin.get(`/assistants?${query}`));
  return rows.map(({ label }) => label);
}

test('API-41 an assistant is created and updated, and the response is the assistant', async () => {
  const participantId = await server.participant('Ava Thompson');
  const created = await createAssistant(admin, {
    kind: 'participant',
    participant_id: participantId,
  });
  expect(created).toMatchObject({
    ...fields,
    kind: 'participant',
    participant_name: 'Ava Thompson',
    web_research_enabled: false,
    use_org_domains: true,
  });
  expect(await admin.get(`/assistants/${created.id}`)).toEqual(created);

  const own = {
    web_research_enabled: true,
    use_org_domains: false,
    web_domains: ['ndis.gov.au'],
  };
  const { body } = await admin.call('PUT', `/assistants/${created.id}`, {
    ...fields,
    ...own,
    kind: 'org',
    participant_id: participantId,
    updated_at: created.updated_at,
  });
  const updated = assistantSchema.parse(body.data);
  expect(updated).toMatchObject({ ...own, kind: 'org', participant_id: null });
  expect(updated.updated_at).not.toBe(created.updated_at);
  expect(await admin.get(`/assistants/${created.id}`)).toEqual(updated);

  await admin.call('PUT', `/assistants/${created.id}`, {
    ...fields,
    ...own,
    use_org_domains: true,
  });
  expect(await admin.get(`/assistants/${created.id}`)).toMatchObject({ web_domains: [] });
});

test('START-05 the description and suggested questions of an assistant are stored, and an update without them leaves them unchanged', async () => {
  const own = { description: 'Finds a policy.', suggested_questions: ['Who?', 'Where?'] };
  const created = await createAssistant(admin, own);
  expect(created).toMatchObject(own);
  await admin.call('PUT', `/assistants/${created.id}`, { ...fields, label: 'Renamed' });
  const renamed = await admin.get(`/assistants/${created.id}`);
  expect(renamed).toMatchObject({ ...own, label: 'Renamed' });
  const none = { description: '', suggested_questions: [] };
  await admin.call('PUT', `/assistants/${created.id}`, { ...fields, ...none });
  expect(await admin.get(`/assistants/${created.id}`)).toMatchObject(none);
});

test('an update of an outdated version is a conflict, with the current assistant', async () => {
  const { id, updated_at } = await createAssistant(admin);
  const save = (label: string, version: string) =>
    admin.call('PUT', `/assistants/${id}`, { ...fields, label, updated_at: version });
  const saved = await save('First', updated_at);
  expect(saved.status).toBe(200);
  const late = await save('Second', updated_at);
  expect(late).toMatchObject({
    status: 409,
    body: { ok: false, code: 'conflict', details: { current: saved.body.data } },
  });
  const current = assistantSchema.parse(saved.body.data);
  expect(current.label).toBe('First');
  expect((await save('Second', current.updated_at)).status).toBe(200);
});

test.each(['0000-01-01T00:00:00Z', '2026-01-01T00:00:00+23:59', '2026-01-01T00:00:00-23:59'])(
  'a version from %s, which the database rejects as a timestamp, is refused',
  async (updated_at) => {
    const { id } = await createAssistant(admin);
    const late = await admin.call('PUT', `/assistants/${id}`, { ...fields, updated_at });
    expect(late).toMatchObject({ status: 422, body: { ok: false, code: 'validation_failed' } });
  },
);

test('one of several concurrent saves succeeds, the others conflict', async () => {
  const { id, updated_at } = await createAssistant(admin);
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((name) =>
      admin.call('PUT', `/assistants/${id}`, { ...fields, label: `Label ${name}`, updated_at }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('constraint violations of the database are reported for their field', async () => {
  const participantId = await server.participant('Noah Williams');
  const own = { kind: 'participant', participant_id: participantId };
  await createAssistant(admin, own);
  const second = await admin.call('POST', '/assistants', { ...fields, ...own });
  const issue = (message: string) => ({
    status: 422,
    body: {
      ok: false,
      code: 'validation_failed',
      error: message,
      details: { issues: [{ path: 'participant_id', message }] },
    },
  });
  expect(second).toEqual(issue('A participant has at most one assistant'));
  const other = await createAssistant(admin);
  expect(await admin.call('PUT', `/assistants/${other.id}`, { ...fields, ...own })).toEqual(
    issue('A participant has at most one assistant'),
  );
  const gone = { kind: 'participant', participant_id: NOBODY };
  expect(await admin.call('POST', '/assistants', { ...fields, ...gone })).toEqual(
    issue('This participant no longer exists'),
  );
});

test('RULE-17 RULE-18 RULE-19 invalid input is refused with the reason, never with a server error', async () => {
  const { id } = await createAssistant(admin);
  const bad: unknown[] = [
    undefined,
    null,
    [],
    'x',
    {},
    { ...fields, label: 'ab' },
    { ...fields, label: 'Café' },
    { ...fields, label: 7 },
    { ...fields, kind: 'team' },
    { ...fields, openai_assistant_id: 'gpt_1' },
    { ...fields, participant_id: 'x', kind: 'participant' },
    { ...fields, web_domains: ['a b'] },
    { ...fields, web_domains: Array(51).fill('a.org') },
    { ...fields, web_research_enabled: 'yes' },
    { ...fields, label: 'a\0b' },
  ];
  for (const body of bad) {
    for (const [method, path] of [
      ['POST', '/assistants'],
      ['PUT', `/assistants/${id}`],
    ] as const) {
      const answer = await admin.call(method, path, body);
      expect([body, answer.status, answer.body.code]).toEqual([body, 422, 'validation_failed']);
    }
  }
  const stale = { ...fields, updated_at: 'yesterday' };
  expect((await admin.call('PUT', `/assistants/${id}`, stale)).status).toBe(422);
  for (const missing of [NOBODY, 'x', '%00']) {
    const notFound = { status: 404, body: { error: 'Assistant not found' } };
    const path = `/assistants/${missing}`;
    expect(await admin.call('PUT', path, fields)).toMatchObject(notFound);
    expect(await admin.call('DELETE', path)).toMatchObject(notFound);
    expect(await admin.call('GET', `${path}/grants`)).toMatchObject(notFound);
    const role = { roleName: 'office', granted: true };
    expect(await admin.call('POST', `${path}/grants/role`, role)).toMatchObject(notFound);
    const user = { userId: admin.userId };
    expect(await admin.call('POST', `${path}/grants/user`, user)).toMatchObject(notFound);
  }
  for (const query of ['page=0', 'page=x', 'page=1e9', 'sort=kind', 'limit=-1', 'kind=all']) {
    expect((await admin.call('GET', `/assistants?${query}`)).status).toBe(422);
  }
});

test('API-42 a deleted assistant and its conversations no longer exist', async () => {
  const worker = await server.person();
  const { id } = await createAssistant(admin);
  await admin.call('POST', `/assistants/${id}/grants/user`, { userId: worker.userId });
  await worker.startConversation(id);

  const { status, body } = await admin.call('DELETE', `/assistants/${id}`);

  expect([status, body.ok]).toEqual([200, true]);
  expect((await admin.call('GET', `/assistants/${id}`)).status).toBe(404);
  expect(await server.rows(`conversations?assistant_id=eq.${id}`)).toEqual([]);
  expect((await admin.call('DELETE', `/assistants/${id}`)).status).toBe(404);
});

test('the list of assistants is paged, sorted and has a total', async () => {
  for (const label of ['paged b', 'Paged C', 'paged a']) await createAssistant(admin, { label });
  const page = async (query: string) =>
    assistantListSchema.parse(await admin.get(`/assistants?q=paged&limit=2&${query}`));
  const first = await page('page=1');
  expect([first.total, first.rows.map(({ label }) => label)]).toEqual([3, ['paged a', 'paged b']]);
  const second = await page('page=2');
  expect([second.total, second.rows.map(({ label }) => label)]).toEqual([3, ['Paged C']]);
  expect(await page('page=9')).toEqual({ rows: [], total: 3 });
  expect(await labels('q=paged&sort=label_desc')).toEqual(['Paged C', 'paged b', 'paged a']);
  expect(await labels('q=paged&sort=created_at_desc')).toEqual(['paged a', 'Paged C', 'paged b']);
});

test("PERM-08 everything is refused to other users with 'Admin access required', before any query", async () => {
  const { id } = await createAssistant(admin);
  const calls = [
    ['POST', '/assistants', fields],
    ['PUT', `/assistants/${id}`, fields],
    ['PUT', `/assistants/${NOBODY}`, {}],
    ['DELETE', `/assistants/${id}`],
    ['GET', `/assistants/${id}/grants`],
    ['POST', `/assistants/${id}/grants/role`, { roleName: 'office', granted: true }],
    ['POST', `/assistants/${id}/grants/user`, { userId: admin.userId }],
    ['DELETE', `/assistants/${id}/grants/user/${admin.userId}`],
    ['GET', '/users'],
    ['GET', '/participants'],
  ] as const;
  for (const person of [await server.person(), await server.person('office')]) {
    for (const [method, path, body] of calls) {
      expect([path, await person.call(method, path, body)]).toEqual([
        path,
        {
          status: 403,
          body: { ok: false, error: 'Admin access required', code: 'admin_required' },
        },
      ]);
    }
  }
  expect(await admin.get(`/assistants/${id}`)).toMatchObject(fields);
});

import { assistantListSchema, assistantSchema } from '@homie/contracts';
import { grantsViewSchema } from '@homie/contracts/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer();
});
afterAll(() => server.stop());

async function labels(person: ChatClient, query = ''): Promise<string[]> {
  const { rows } = assistantListSchema.parse(await person.get(`/assistants${query}`));
  return rows.map(({ label }) => label);
}

test('API-39 assistants are listed by label, filtered by q and kind, up to the limit', async () => {
  const person = await server.person();
  const participantId = await server.participant('Ava Thompson');
  await server.assistant({ label: 'Rostering' }, [person]);
  await server.assistant({ label: 'House Rules' }, [person]);
  await server.assistant(
    { label: 'House of Ava', kind: 'participant', participant_id: participantId },
    [person],
  );

  expect(await labels(person)).toEqual(['House of Ava', 'House Rules', 'Rostering']);
  expect(await labels(person, '?q=HOUSE')).toEqual(['House of Ava', 'House Rules']);
  expect(await labels(person, '?kind=org')).toEqual(['House Rules', 'Rostering']);
  expect(await labels(person, '?q=house&kind=participant')).toEqual(['House of Ava']);
  expect(await labels(person, '?limit=2')).toHaveLength(2);
});

test('API-39 only the assistants that the caller has access to are listed', async () => {
  const person = await server.person();
  await server.assistant({ label: 'Secret' });
  expect(await labels(person)).toEqual([]);
  expect(await labels(await server.person('admin'))).toContain('Secret');
});

test('API-39 a search text is matched literally', async () => {
  const person = await server.person();
  for (const label of [
    '100% care',
    '100 care',
    'a_b',
    'axb',
    'a*b',
    'a.b',
    '(x|y)',
    'comma, dot',
  ]) {
    await server.assistant({ label }, [person]);
  }
  for (const label of ['100%', 'a_b', 'a*b', 'a.b', '(x|y)', 'comma, dot']) {
    const found = await labels(person, `?q=${encodeURIComponent(label)}`);
    expect(found).toEqual([label === '100%' ? '100% care' : label]);
  }
  for (const text of ['\\', '"', "'", '[', '^', '$', '%%']) {
    expect(await labels(person, `?q=${encodeURIComponent(text)}`)).toEqual([]);
  }
});

test('LIMIT-09 at most 50 assistants are returned', async () => {
  const admin = await server.person('admin');
  await server.rows('assistants', {
    method: 'POST',
    body: Array.from({ length: 60 }, (_, index) => ({
      label: `Bulk ${index}`,
      openai_assistant_id: 'asst_bulk',
    })),
  });
  expect(await labels(admin, '?q=bulk&limit=1000')).toHaveLength(50);
  expect(await labels(admin, '?q=bulk')).toHaveLength(50);
});

test('API-40 DATA-06 an assistant has all its fields', async () => {
  const worker = await server.person();
  const participantId = await server.participant('Noah Williams', [worker]);
  const fields = {
    label: 'Care of Noah',
    kind: 'participant',
    openai_assistant_id: 'asst_noah',
    participant_id: participantId,
    web_research_enabled: true,
    use_org_domains: false,
    web_domains: ['ndis.gov.au'],
    description: 'What Noah likes.',
    suggested_questions: ['What does Noah like?'],
    monthly_token_budget: 250_000,
    suggest_follow_ups: true,
  };
  const id = await server.assistant(fields, [worker]);

  const assistant = await worker.get(`/assistants/${id}`);

  expect(assistant).toEqual({
    ...fields,
    id,
    participant_name: 'Noah Williams',
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect(assistantSchema.parse(assistant)).toEqual(assistant);
});

test('API-40 an assistant without access is indistinguishable from one that does not exist', async () => {
  const person = await server.person();
  const hidden = await server.assistant({ label: 'Hidden' });
  for (const id of [hidden, '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162', 'x']) {
    expect(await person.call('GET', `/assistants/${id}`)).toEqual({
      status: 404,
      body: { ok: false, error: 'Assistant not found', code: 'not_found' },
    });
  }
});

test('API-43 DATA-14 the grants of an assistant are its three roles and its users, for admins only', async () => {
  const [admin, worker] = [await server.person('admin'), await server.person()];
  const id = await server.assistant({ label: 'Granted' }, [worker]);
  const [{ id: officeId } = {}] = await server.rows('roles?name=eq.office');
  await server.rows('assistant_role_access', {
    method: 'POST',
    body: { assistant_id: id, role_id: officeId },
  });

  const grants = await admin.get(`/assistants/${id}/grants`);

  expect(grants).toEqual({
    roleGrants: [
      { roleName: 'admin', granted: false },
      { roleName: 'office', granted: true },
      { roleName: 'support_worker', granted: false },
    ],
    userGrants: [
      { userId: worker.userId, userEmail: worker.email, userName: null, canEdit: false },
    ],
  });
  expect(grantsViewSchema.parse(grants)).toEqual(grants);
  expect(await worker.call('GET', `/assistants/${id}/grants`)).toEqual({
    status: 403,
    body: { ok: false, error: 'Admin access required', code: 'admin_required' },
  });
});

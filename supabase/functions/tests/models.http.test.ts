import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';

const NOBODY = '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162';
const instructions = 'Quote the rule that you rely on.';
const model = {
  provider: 'responses',
  model: 'gpt-5.6',
  instructions,
  maxOutputTokens: 2_000,
  maxInputTokens: 8_000,
  fallback: null,
  vectorStoreIds: ['vs_1'],
};

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer();
});
afterAll(() => server.stop());

test('administrators read and change an assistant’s model, and each change is recorded without its instructions', async () => {
  const admin = await server.person('admin');
  const id = await server.assistant({ label: 'House Rules', openai_assistant_id: 'asst_rules' });
  const path = `/assistants/${id}/model`;
  expect(await admin.get(path)).toEqual({
    provider: 'default',
    model: null,
    instructions: '',
    maxOutputTokens: null,
    maxInputTokens: null,
    fallback: null,
    vectorStoreIds: [],
    version: 1,
  });
  const saved = await admin.call('PUT', path, model);
  expect(saved).toMatchObject({ status: 200, body: { data: model } });
  expect(await admin.get(path)).toEqual({ ...model, version: 2 });
  await admin.call('PUT', path, model);

  const rows = await server.rows(`audit_logs?assistant_id=eq.${id}&action=eq.model_changed`);
  expect(rows).toMatchObject([
    {
      user_id: admin.userId,
      meta: {
        openai_assistant_id: 'asst_rules',
        before: { provider: 'default', model: null, instructions_length: 0 },
        after: {
          provider: 'responses',
          model: 'gpt-5.6',
          max_output_tokens: 2_000,
          max_input_tokens: 8_000,
          vector_store_ids: ['vs_1'],
          instructions_length: instructions.length,
        },
        instructions_changed: true,
      },
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain(instructions);
});

test('a concurrent change of another administrator is not overwritten', async () => {
  const admin = await server.person('admin');
  const id = await server.assistant({ label: 'House Rules', openai_assistant_id: 'asst_twice' });
  const path = `/assistants/${id}/model`;
  const mine = { ...model, model: 'mine', version: 1 };
  const theirs = { ...model, model: 'theirs', version: 1 };
  const answers = await Promise.all([
    admin.call('PUT', path, theirs),
    admin.call('PUT', path, mine),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const current = await admin.get(path);
  expect(current).toMatchObject({ version: 2 });
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'conflict',
    details: { current },
  });
  expect(await admin.call('PUT', path, { ...mine, version: 2 })).toMatchObject({
    status: 200,
    body: { data: { model: 'mine' } },
  });
  expect(await admin.call('PUT', path, { ...mine, version: 'x' })).toMatchObject({ status: 422 });
});

test('other users cannot read or change it, and the attempt to change it is recorded', async () => {
  const person = await server.person();
  const id = await server.assistant({ label: 'House Rules' }, [person]);
  const refusal = { status: 403, body: { code: 'admin_required' } };
  expect(await person.call('GET', `/assistants/${id}/model`)).toMatchObject(refusal);
  expect(await person.call('PUT', `/assistants/${id}/model`, model)).toMatchObject(refusal);
  expect(await server.rows(`audit_logs?assistant_id=eq.${id}&action=eq.denied`)).toMatchObject([
    { user_id: person.userId, meta: { attempted: 'model_changed' } },
  ]);
});

test('an unknown assistant is not found, and invalid values are refused with an error message', async () => {
  const admin = await server.person('admin');
  for (const id of [NOBODY, 'x']) {
    for (const method of ['GET', 'PUT']) {
      expect(await admin.call(method, `/assistants/${id}/model`, model)).toMatchObject({
        status: 404,
        body: { error: 'Assistant not found' },
      });
    }
  }
  const id = await server.assistant({ label: 'House Rules' });
  expect(
    await admin.call('PUT', `/assistants/${id}/model`, { ...model, model: 'a b' }),
  ).toMatchObject({
    status: 422,
    body: { error: 'Model must be plain characters without blanks' },
  });
});

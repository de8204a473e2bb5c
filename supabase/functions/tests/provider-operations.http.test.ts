import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestServer } from '@homie/server/testing';
import type { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConnections } from '../_shared/ai/connection-settings.ts';
import { readProviderSettings } from '../_shared/ai/provider-settings.ts';
import { refused } from './support/chat-client.ts';
import { ConversationsServer } from './support/conversations-server.ts';
import { SECRET, startProviderMock } from './support/provider-mock.ts';

let mock: LLMock;
let server: ConversationsServer;
/** Models that the second server lists, through which requests of the first one's list go. */
let models: object[] = [{ id: 'model-1' }];
const second = createServer((request, response) => {
  if (request.url === '/first/models') {
    response.end(JSON.stringify({ data: models }));
    return;
  }
  if (request.url === '/first/chat/completions') {
    response.writeHead(307, { location: `${mock.url}/v1/chat/completions` }).end();
    return;
  }
  const choices = [{ delta: { content: 'From the second.' }, finish_reason: 'stop' }];
  response.end(`data: ${JSON.stringify({ id: 'c', model: 'second-1', choices })}\n\n`);
});
beforeAll(async () => {
  mock = await startProviderMock();
  await once(second.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(second.address() as AddressInfo).port}`;
  const ai = readProviderSettings({
    AI_PROVIDER: 'chat',
    AI_BASE_URL: `${address}/first`,
    AI_API_KEY: SECRET,
    AI_MODEL: 'model-1',
  });
  const aiConnections = parseConnections(
    JSON.stringify([
      {
        name: 'second',
        provider: 'chat',
        address: `${address}/second`,
        model: 'second-1',
        models: ['second-1'],
        region: 'westeurope',
      },
    ]),
    {},
  );
  const aiPlace = { region: 'australiaeast', deployment: 'Regional' };
  server = new ConversationsServer(
    await startTestServer({ functionSettings: { ai, aiConnections, aiPlace } }),
  );
});
afterAll(async () => {
  await server.stop();
  await mock.stop();
  second.close();
});

test('PROV-11 PROV-12 only administrators check the provider and list its models', async () => {
  const [admin, worker] = await Promise.all([server.person('admin'), server.person()]);
  for (const [method, endpoint] of [
    ['POST', '/provider/check'],
    ['GET', '/models'],
  ] as const) {
    expect(await worker.call(method, endpoint)).toEqual(
      refused(403, 'admin_required', 'Admin access required'),
    );
  }
  models = [{ id: 'model-1' }];
  const { body } = await admin.call('POST', '/provider/check');
  expect(body.data).toMatchObject({
    checks: expect.arrayContaining([{ name: 'Files', state: 'works', text: expect.any(String) }]),
  });
  expect(JSON.stringify(body)).not.toContain(SECRET);
});

test('PROV-12 lists models with their end, and the assistants that need another one', async () => {
  const admin = await server.person('admin');
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const keys = {
    asst_soon: 'soon',
    asst_later: 'later',
    asst_gone: 'gone',
    asst_second: 'second-1',
  };
  for (const [key, model] of Object.entries(keys)) {
    const provider = key === 'asst_second' ? 'second' : 'default';
    await server.rows('ai_assistant_profiles', {
      method: 'POST',
      body: { openai_assistant_id: key, model, provider },
    });
    await server.assistant({ label: key, openai_assistant_id: key });
  }
  models = [
    { id: 'model-1' },
    { id: 'soon', expiration_date: day(59) },
    { id: 'later', expiration_date: day(62) },
  ];
  expect(await admin.get('/models')).toMatchObject({
    connections: ['second'],
    default: 'model-1',
    models: [
      { provider: 'default', id: 'later', endsOn: day(62) },
      { provider: 'default', id: 'model-1', endsOn: null },
      { provider: 'default', id: 'soon', endsOn: day(59) },
      { provider: 'second', id: 'second-1', endsOn: null },
    ],
    retiring: [
      { label: 'asst_gone', model: 'gone', endsOn: null },
      { label: 'asst_soon', model: 'soon', endsOn: day(59) },
    ],
  });
});

test('PROV-13 PROV-14 the fallback writes a reply, and its audit entries name it, its model and its region', async () => {
  const person = await server.person();
  const key = 'asst_fallback';
  await server.rows('ai_assistant_profiles', {
    method: 'POST',
    body: { openai_assistant_id: key, model: 'model-1', fallback: 'second' },
  });
  const assistant = await server.assistant({ label: 'Fallback', openai_assistant_id: key }, [
    person,
  ]);
  const conversation = await person.startConversation(assistant, 'Fallback');
  await person.send(conversation, { content: 'hello' });
  const own = await server.audit(conversation);
  expect(own.find(({ action }) => action === 'run_succeeded')?.meta).toMatchObject({
    provider: 'chat',
    model: 'model-1',
    region: 'australiaeast',
    deployment: 'Regional',
  });
  await person.send(conversation, { content: '503' });
  const all = await server.audit(conversation);
  expect(all.filter(({ action }) => action === 'run_succeeded').at(-1)?.meta).toMatchObject({
    provider: 'second',
    model: 'second-1',
    region: 'westeurope',
  });
  expect((await person.messages(conversation)).at(-1)).toMatchObject({
    content: 'From the second.',
  });
});

import { startTestServer } from '@homie/server/testing';
import type { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProviderSettings } from '../_shared/ai/provider-settings.ts';
import { refused } from './support/chat-client.ts';
import { ConversationsServer } from './support/conversations-server.ts';
import { SECRET, startProviderMock } from './support/provider-mock.ts';

let mock: LLMock;
let server: ConversationsServer;
beforeAll(async () => {
  mock = await startProviderMock();
  const ai = readProviderSettings({
    AI_PROVIDER: 'chat',
    AI_BASE_URL: `${mock.url}/v1`,
    AI_API_KEY: SECRET,
    AI_MODEL: 'model-1',
  });
  server = new ConversationsServer(await startTestServer({ functionSettings: { ai } }));
});
afterAll(async () => {
  await server.stop();
  await mock.stop();
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
  const { body } = await admin.call('POST', '/provider/check');
  expect(body.data).toMatchObject({
    checks: expect.arrayContaining([{ name: 'Files', state: 'works', text: expect.any(String) }]),
  });
  expect(JSON.stringify(body)).not.toContain(SECRET);
  expect(await admin.get('/models')).toMatchObject({ default: 'model-1' });
});

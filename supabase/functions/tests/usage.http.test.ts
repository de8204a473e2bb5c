import { usageReportSchema } from '@homie/contracts/admin';
import { readProviderSettings } from '../_shared/ai/provider-settings.ts';
import { startTestServer } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatClient } from './support/chat-client.ts';
import { ConversationsServer, startConversationsServer } from './support/conversations-server.ts';
import { SECRET, startProviderMock } from './support/provider-mock.ts';

let server: ConversationsServer;
let admin: ChatClient;
let worker: ChatClient;
beforeAll(async () => {
  server = await startConversationsServer();
  admin = await server.person('admin');
  worker = await server.person();
});
afterAll(() => server.stop());

/** Asks an assistant of its own. */
async function ask(on: ConversationsServer, person: ChatClient, content = 'hello') {
  const assistant = await on.assistant({ label: 'Counted' }, [person]);
  const conversation = await person.startConversation(assistant, 'Counted');
  await person.send(conversation, { content });
}

const report = async (by: string, caller = admin) =>
  usageReportSchema.parse(await caller.get(`/usage?days=7&by=${by}`));

test('USAGE-04 a reply of the demo is in the report, with its tokens as not reported', async () => {
  expect((await report('assistant')).total).toMatchObject({ replies: 0, people: 0 });
  await ask(server, worker);
  for (const by of ['day', 'assistant', 'person']) {
    const { total, groups, currency } = await report(by);
    expect(total).toMatchObject({
      replies: 1,
      failed: 0,
      people: 1,
      unreported: 1,
      input_tokens: null,
      output_tokens: null,
      cost: null,
    });
    expect(total.first_text_median).toBeGreaterThan(0);
    expect(total.done_p95).toBeGreaterThanOrEqual(total.first_text_median ?? Infinity);
    expect(currency).toBeNull();
    expect(groups.map(({ replies }) => replies).filter(Boolean)).toEqual([1]);
    expect(groups).toHaveLength(by === 'day' ? 7 : 1);
  }
});

test('USAGE-05 only administrators read a report, and bad input gets a message', async () => {
  expect((await worker.call('GET', '/usage?days=7&by=day')).status).toBe(403);
  expect((await admin.call('GET', '/usage?days=0&by=day')).body).toMatchObject({
    error: 'days must be at least 1',
  });
  expect((await admin.call('GET', '/usage?days=7&by=password')).body).toMatchObject({
    error: 'Group by day, assistant or person',
  });
  expect((await admin.call('GET', '/usage')).status).toBe(422);
});

test('USAGE-06 the report has the tokens that the provider reports, and their cost by the prices of the environment', async () => {
  const mock = await startProviderMock();
  const ai = readProviderSettings({
    AI_PROVIDER: 'responses',
    AI_BASE_URL: `${mock.url}/v1`,
    AI_API_KEY: SECRET,
    AI_MODEL: 'model-1',
  });
  const models = { 'model-1': { input: 500_000, output: 1_000_000 } };
  const functionSettings = { ai, prices: { currency: 'AUD', models } };
  const connected = new ConversationsServer(await startTestServer({ functionSettings }));
  const person = await connected.person('admin');
  await ask(connected, person, 'counted');
  const { total, currency, unpriced } = await report('assistant', person);
  expect(total).toMatchObject({ replies: 1, unreported: 0, input_tokens: 12, output_tokens: 30 });
  expect(total.cost).toBe(36);
  expect({ currency, unpriced }).toEqual({ currency: 'AUD', unpriced: [] });
  await Promise.all([connected.stop(), mock.stop()]);
});

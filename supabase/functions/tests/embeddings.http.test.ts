import type { LLMock } from '@copilotkit/aimock';
import { PATIENCE, startTestServer } from '@homie/server/testing';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readProviderSettings } from '../_shared/ai/provider-settings.ts';
import type { ChatClient } from './support/chat-client.ts';
import { ConversationsServer } from './support/conversations-server.ts';
import { addNote } from './support/documents.ts';
import { REPLY, SECRET, startProviderMock } from './support/provider-mock.ts';
import { joinText } from './support/stream-reading.ts';

const log: string[] = [];
let mock: LLMock;
let server: ConversationsServer;
let admin: ChatClient;
let worker: ChatClient;
let assistantId: string;

beforeAll(async () => {
  mock = await startProviderMock();
  mock.onEmbedding(/unreachable/, { error: { message: SECRET, type: SECRET }, status: 500 });
  mock.onEmbedding(/beverage|tea/, { embedding: [1, 0.1, 0] });
  mock.onEmbedding(/./, { embedding: [0, 0, 1] });
  const connection = { baseUrl: `${mock.url}/v1`, apiKey: SECRET };
  server = new ConversationsServer(
    await startTestServer({
      functionSettings: {
        ai: readProviderSettings({
          AI_PROVIDER: 'responses',
          AI_BASE_URL: connection.baseUrl,
          AI_API_KEY: SECRET,
          AI_MODEL: 'model-1',
        }),
        embeddings: { ...connection, model: 'embedding-1' },
      },
      log: (line) => log.push(line),
    }),
  );
  admin = await server.person('admin');
  worker = await server.person();
  assistantId = await server.assistant({ label: 'House Rules' }, [worker]);
  await addEmbedded('Kitchen', 'Offer a beverage at ten.');
  await addEmbedded('Office', 'Lock the drawer.');
});
beforeEach(() => {
  mock.clearRequests();
  log.length = 0;
});
afterAll(async () => {
  await server.stop();
  await mock.stop();
});

/** Adds a note and waits until it is embedded. */
async function addEmbedded(title: string, note: string): Promise<void> {
  const { versionId } = await addNote(server, admin, { title, note, assistantId });
  await vi.waitFor(async () => {
    const [row] = await server.rows(`document_versions?id=eq.${versionId}`);
    expect(row?.['embedded_model']).toBe('embedding-1');
  }, PATIENCE);
}

const requests = (path: string) => mock.getRequests().filter((each) => each.path.endsWith(path));

/** Asks a question and returns the reply with the request that the provider got. */
async function ask(question: string) {
  const events = await worker.send(await worker.startConversation(assistantId), {
    content: question,
  });
  return { reply: joinText(events), prompt: JSON.stringify(requests('/responses').at(-1)?.body) };
}

test('DOCS-20 a reply gets the passages with the meaning of the question', async () => {
  const { prompt } = await ask('When is tea served? hello');
  expect(prompt).toContain('Offer a beverage at ten.');
  expect(requests('/embeddings')).toHaveLength(1);
  expect((await ask('Is the drawer locked? hello')).prompt).toContain('Lock the drawer.');
});

test('DOCS-22 a reply uses words alone if the embedding of the question fails, and the log says so without the key', async () => {
  const { reply, prompt } = await ask('Is the drawer unreachable? hello');
  expect(reply).toBe(REPLY);
  expect(prompt).toContain('Lock the drawer.');
  expect(prompt).not.toContain('Offer a beverage');
  expect(log.filter((line) => line.includes('HTTP 500'))).toHaveLength(1);
  expect(log.join('\n')).not.toContain(SECRET);
});

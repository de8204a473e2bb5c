import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient } from './support/file-client.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

const provider = new ScriptedProvider();
let server: ConversationsServer;
let owner: ChatClient;
let colleague: ChatClient;
let assistant: string;
let handover: string;

beforeAll(async () => {
  server = await startConversationsServer({ dependencies: { provider } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  colleague = await server.person();
  assistant = await server.assistant({ label: 'Rosters' }, [owner, colleague]);
  const conversation = await owner.startConversation(assistant, 'Outing');
  const file = await new FileClient(owner, server.server, conversation).cleanFile({
    name: 'plan.txt',
  });
  await sendAndReply(owner, conversation, 'What to bring?', [file]);
  const response = await owner.rest('rpc/hand_over', {
    method: 'POST',
    body: { conversation_id: conversation, recipient_id: colleague.userId, note: 'Ring Ines' },
  });
  handover = String(await response.json());
});

/** Sends a message that gets a reply. @returns the request for the reply */
async function sendAndReply(
  person: ChatClient,
  conversation: string,
  content: string,
  attachments: Awaited<ReturnType<FileClient['cleanFile']>>[] = [],
) {
  const sending = person.send(conversation, { content, attachments });
  const reply = await provider.reply();
  reply.start().write('A hat').finish();
  await sending;
  return reply.request;
}

const continueHandover = (person: ChatClient, handoverId: unknown, assistantId = assistant) =>
  person.call('POST', '/conversations', { assistantId, title: 'Outing', handoverId });

test('OUT-13 the assistant reads the messages and files of a continued handover, until it is revoked', async () => {
  const { status, body } = await continueHandover(colleague, handover);
  expect([status, body]).toMatchObject([200, { data: { handover_id: handover } }]);
  const { id } = (body as { data: { id: string } }).data;
  expect(await colleague.messages(id)).toEqual([]);

  const request = await sendAndReply(colleague, id, 'And for rain?');
  expect(request).toMatchObject({
    question: 'And for rain?',
    history: [
      {
        role: 'user',
        text: 'I continue a conversation that a colleague handed over to me. Note: Ring Ines',
      },
      { role: 'user', text: 'What to bring?' },
      { role: 'assistant', text: 'A hat' },
    ],
    attachments: [{ name: 'plan.txt', isEarlier: true, text: expect.any(String) }],
  });
  expect(JSON.stringify(request)).not.toContain(owner.email);

  await owner.rest(`handovers?id=eq.${handover}`, { method: 'DELETE' });
  expect(await sendAndReply(colleague, id, 'And for sun?')).toMatchObject({
    history: [{ text: 'And for rain?' }, { text: 'A hat' }],
    attachments: [],
  });
});

test('OUT-13 no one else continues a handover, nor with another assistant or after it was revoked', async () => {
  const other = await server.assistant({ label: 'Other' }, [owner, colleague]);
  const refused = { status: 404, body: { error: 'This handover is no longer available.' } };
  expect(await continueHandover(owner, handover)).toMatchObject(refused);
  expect(await continueHandover(await server.person('admin'), handover)).toMatchObject(refused);
  expect(await continueHandover(colleague, handover, other)).toMatchObject(refused);
  expect(await continueHandover(colleague, crypto.randomUUID())).toMatchObject(refused);
  for (const id of ['', 'x', 7, null, {}])
    expect((await continueHandover(colleague, id)).status).toBe(422);
  await owner.rest(`handovers?id=eq.${handover}`, { method: 'DELETE' });
  expect(await continueHandover(colleague, handover)).toMatchObject(refused);
});

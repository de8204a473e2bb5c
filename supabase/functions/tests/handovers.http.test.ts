import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ChangeStream } from './support/change-stream.ts';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient } from './support/file-client.ts';

const NOBODY = '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162';

let server: ConversationsServer;
let admin: ChatClient;
let outsider: ChatClient;
let owner: ChatClient;
let colleague: ChatClient;
let assistant: string;
let conversation: string;
let sent: string;

beforeAll(async () => {
  server = await startConversationsServer();
  admin = await server.person('admin');
  outsider = await server.person();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  colleague = await server.person();
  const participant_id = await server.participant('Maya');
  const fields = { label: 'Maya', kind: 'participant', participant_id };
  assistant = await server.assistant(fields, [owner, colleague]);
  conversation = await owner.startConversation(assistant, 'Outing');
  const attachment = await new FileClient(owner, server.server, conversation).cleanFile();
  sent = attachment.supabasePath;
  await owner.send(conversation, { content: 'What to bring?', attachments: [attachment] });
});

async function rpc(person: ChatClient, name: string, body: object) {
  const response = await person.rest(`rpc/${name}`, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as unknown };
}

async function handOver(recipient = colleague, person = owner) {
  const ids = { conversation_id: conversation, recipient_id: recipient.userId };
  return rpc(person, 'hand_over', ids);
}

const open = (person: ChatClient, id: unknown) => rpc(person, 'open_handover', { handover_id: id });

async function listed(person: ChatClient): Promise<unknown> {
  const response = await person.rest('handovers?select=title,owner_email');
  return response.json();
}

const filesOf = (person: ChatClient) => new FileClient(person, server.server, conversation);

test('OUT-08 a colleague opens the snapshot, which later messages do not change', async () => {
  const { status, body: id } = await handOver();
  expect(status).toBe(200);
  await owner.send(conversation, { content: 'Anything else?' });
  expect(await listed(colleague)).toEqual([{ title: 'Outing', owner_email: owner.email }]);
  expect(await open(colleague, id)).toMatchObject({
    status: 200,
    body: {
      title: 'Outing',
      owner_email: owner.email,
      assistant_label: 'Maya',
      messages: [
        { role: 'user', content: 'What to bring?', files: [{ supabasePath: sent }] },
        { role: 'assistant' },
      ],
    },
  });
  expect(await colleague.call('GET', `/conversations/${conversation}/messages`)).toMatchObject({
    status: 404,
  });
});

describe('OUT-09 access to a handover', () => {
  test.each([
    ['the owner', () => owner, 1, null, 404],
    ['a colleague without a grant', () => outsider, 0, null, 404],
    ['an administrator', () => admin, 0, null, 404],
  ] as const)('%s does not open it', async (_, who, rows, opened, handing) => {
    const { body: id } = await handOver();
    const person = who();
    expect(await listed(person)).toHaveLength(rows);
    expect((await open(person, id)).body).toBe(opened);
    if (person === owner) return;
    expect((await handOver(colleague, person)).status).toBe(handing);
    expect((await filesOf(person).link(sent)).status).toBe(404);
    await person.rest(`handovers?id=eq.${String(id)}`, { method: 'DELETE' });
    expect(await listed(colleague)).toHaveLength(1);
  });

  test('a visitor reads nothing', async () => {
    const { body: id } = await handOver();
    for (const [path, body] of [
      ['handovers', undefined],
      ['rpc/open_handover', { handover_id: id }],
      ['rpc/hand_over', { conversation_id: conversation, recipient_id: colleague.userId }],
      ['rpc/list_handover_recipients', { conversation_id: conversation }],
    ] as const) {
      const response = await server.server.call(`/rest/v1/${path}`, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      expect(response.status).toBe(401);
    }
  });

  test('a person without a grant and an unknown one are refused alike', async () => {
    const error = { message: 'This person may not use the assistant.' };
    expect(await handOver(outsider)).toMatchObject({ status: 403, body: error });
    const ids = { conversation_id: conversation, recipient_id: NOBODY };
    expect(await rpc(owner, 'hand_over', ids)).toMatchObject({ status: 403, body: error });
    const found = await rpc(owner, 'list_handover_recipients', {
      conversation_id: conversation,
      q: '',
    });
    const emails = (found.body as { email: string }[]).map(({ email }) => email);
    expect(emails).toContain(colleague.email);
    expect(emails).not.toContain(outsider.email);
  });
});

test('OUT-10 RECORD-06 the files of the snapshot can be read until it is revoked, and the list updates at once', async () => {
  const stream = await ChangeStream.open(colleague);
  expect(await stream.next()).toMatchObject({ event: 'ready' });
  const { body: id } = await handOver();
  expect(await stream.next()).toMatchObject({ event: 'reset' });
  const later = await filesOf(owner).cleanFile({ name: 'later.txt' });
  expect((await filesOf(colleague).link(sent)).status).toBe(200);
  expect((await filesOf(colleague).preview(sent)).status).toBe(200);
  expect((await filesOf(colleague).link(later.supabasePath)).status).toBe(404);

  await owner.rest(`handovers?id=eq.${String(id)}`, { method: 'DELETE' });
  expect(await stream.next()).toMatchObject({ event: 'reset' });
  stream.leave();
  expect(await listed(colleague)).toEqual([]);
  expect((await open(colleague, id)).body).toBeNull();
  expect((await filesOf(colleague).link(sent)).status).toBe(404);
  expect((await filesOf(colleague).preview(sent)).status).toBe(404);
  // Once an hour, and not the requests that were refused.
  const opened = `audit_logs?conversation_id=eq.${conversation}&action=eq.file_opened&select=user_id`;
  expect(await server.rows(opened)).toEqual([{ user_id: colleague.userId }]);
});

test('OUT-10 a handover ends with the access to the assistant', async () => {
  const { body: id } = await handOver();
  await server.rows(`assistant_access?user_id=eq.${colleague.userId}`, { method: 'DELETE' });
  expect(await listed(colleague)).toEqual([]);
  expect((await open(colleague, id)).body).toBeNull();
  expect((await filesOf(colleague).link(sent)).status).toBe(404);
});

test('OUT-11 the audit log has who handed over, opened and revoked', async () => {
  const { body: id } = await handOver();
  await open(colleague, id);
  await open(colleague, id);
  await owner.rest(`handovers?id=eq.${String(id)}`, { method: 'DELETE' });
  const rows = await server.rows(
    `audit_logs?conversation_id=eq.${conversation}&action=like.hand*&order=created_at&select=action,user_id,target_user_email,meta`,
  );
  expect(rows).toEqual([
    {
      action: 'handed_over',
      user_id: owner.userId,
      target_user_email: colleague.email,
      meta: { handover: id },
    },
    {
      action: 'handover_opened',
      user_id: colleague.userId,
      target_user_email: owner.email,
      meta: { handover: id },
    },
    {
      action: 'handover_revoked',
      user_id: owner.userId,
      target_user_email: colleague.email,
      meta: { handover: id },
    },
  ]);
});

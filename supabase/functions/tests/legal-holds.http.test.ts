import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient } from './support/file-client.ts';

const HELD = 'This is on legal hold and cannot be deleted: Enquiry 12';

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer();
});
afterAll(() => server.stop());

test('what is on legal hold is deleted by nobody until the hold is lifted, and the error names the reason', async () => {
  const admin = await server.person('admin');
  const worker = await server.person();
  const participantId = await server.participant('Ava Thompson', [worker]);
  const assistantId = await server.assistant(
    { label: 'Care of Ava', kind: 'participant', participant_id: participantId },
    [worker],
  );
  const conversationId = await worker.startConversation(assistantId);
  const files = new FileClient(worker, server.server, conversationId);
  const { supabasePath } = await files.upload({ name: 'notes.txt', content: 'Notes' });

  const placed = await admin.rest('rpc/set_audit_hold', {
    method: 'POST',
    body: { kind: 'participant', subject_id: participantId, reason: 'Enquiry 12' },
  });
  const { id } = (await placed.json()) as { id: string };

  const refused = { status: 409, body: { ok: false, code: 'conflict', error: HELD } };
  expect(await worker.call('DELETE', `/conversations/${conversationId}`)).toEqual(refused);
  expect(await files.remove(supabasePath)).toEqual(refused);
  for (const path of [`assistants?id=eq.${assistantId}`, `participants?id=eq.${participantId}`]) {
    const answer = await admin.rest(path, { method: 'DELETE' });
    expect([path, answer.status]).toEqual([path, 409]);
    expect(await answer.json()).toMatchObject({ code: 'PT409', message: HELD });
  }
  const account = await server.server.call(`/auth/v1/admin/users/${worker.userId}`, {
    as: 'service',
    method: 'DELETE',
  });
  expect(account.status).toBe(409);
  expect(await account.json()).toMatchObject({ error_code: 'conflict', msg: HELD });
  expect(await worker.get(`/conversations/${conversationId}`)).toMatchObject({
    id: conversationId,
  });

  const mistyped = await admin.rest('rpc/set_audit_hold', {
    method: 'POST',
    body: { kind: 'conversation', subject_id: participantId, reason: 'Enquiry 12' },
  });
  expect(mistyped.status).toBe(404);

  await admin.rest('rpc/lift_audit_hold', { method: 'POST', body: { hold_id: id } });
  expect((await files.remove(supabasePath)).status).toBe(200);
  expect((await worker.call('DELETE', `/conversations/${conversationId}`)).status).toBe(200);
});

test('LIMITS-02 a person starts 60 conversations within an hour, one at a time', async () => {
  const worker = await server.person();
  const assistantId = await server.assistant({ label: 'Notes' }, [worker]);
  const atOnce = await worker.rest('conversations', {
    method: 'POST',
    body: Array.from({ length: 200 }, () => ({ assistant_id: assistantId })),
  });
  expect(atOnce.status).toBe(400);
  // The server may start several at once, in the name of their user.
  const started = { assistant_id: assistantId, user_id: worker.userId };
  await server.rows('conversations', { method: 'POST', body: Array(59).fill(started) });
  await worker.startConversation(assistantId, 'The last one');
  const body = { assistantId, title: 'One more' };
  const refused = await worker.post({ endpoint: '/conversations', method: 'POST', body });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual({
    ok: false,
    code: 'rate_limited',
    error: 'You have started 60 conversations within an hour. Please try again later.',
  });
  const overRest = await worker.rest('conversations', {
    method: 'POST',
    body: { assistant_id: assistantId },
  });
  expect(overRest.status).toBe(429);
  for (const { headers } of [refused, overRest]) {
    // The first of them is an hour old then.
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600);
  }
  const written = await server.rows(
    `audit_logs?select=id&user_id=eq.${worker.userId}&action=eq.conversation_created`,
  );
  expect(written).toHaveLength(60);
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { restOf } from './rest.ts';
import { inOwnWorld, world } from './world.ts';

inOwnWorld();

describe('API-07 is_admin', () => {
  test.each([
    ['admin', true],
    ['office', false],
    ['worker', false],
  ] as const)('for %s is %s', async (name, answer) => {
    const { status, body } = await world.people[name].rest('rpc/is_admin', {
      method: 'POST',
      body: {},
    });
    expect({ status, body }).toEqual({ status: 200, body: answer });
  });

  test('is refused to a visitor', async () => {
    const { url: origin, publishableKey: apikey } = world.server;
    const answer = await restOf({ origin, apikey })('rpc/is_admin', { method: 'POST', body: {} });
    expect([401, 403]).toContain(answer.status);
    expect(answer.code).toBe('42501');
  });
});

const id = randomUUID();

/** Functions that only the server calls, with the arguments that it would send. */
const serverFunctions = {
  record_audit: { action: 'login', user_id: id },
  start_turn: {
    user_id: id,
    conversation_id: id,
    content: 'Hello',
    attachment_paths: [],
    idempotency_key: 'key',
    provider: 'demo',
    writer_id: id,
  },
  append_turns_events: { appends: [] },
  fold_turn_events: {},
  finish_turn: { turn_id: id, status: 'completed' },
  read_turn: { turn_id: id, after_seq: 0 },
  request_turn_stop: { user_id: id, conversation_id: id, turn_id: id },
  interrupt_stale_turns: {},
  check_upload: { user_id: id, conversation_id: id },
  add_attachment: {
    user_id: id,
    conversation_id: id,
    name: 'a.txt',
    size: 1,
    mime: 'text/plain',
    sha256: 'a'.repeat(64),
    supabase_path: `attachments/${id}/${id}`,
  },
  remove_attachment: { user_id: id, conversation_id: id, supabase_path: 'attachments/a/b' },
  record_scan: { supabase_path: 'attachments/a/b', sha256: 'a'.repeat(64), status: 'clean' },
  sweep_files: {},
  claim_removed_files: {},
  forget_removed_files: { paths: [] },
  choose_branch: { user_id: id, conversation_id: id, message_id: id },
  conversation_versions: { user_ids: [id] },
};

describe.each(Object.entries(serverFunctions))(
  '%s is callable by the server only',
  (name, body) => {
    test.each(['worker', 'office', 'admin'] as const)('for %s', async (person) => {
      const answer = await world.people[person].rest(`rpc/${name}`, { method: 'POST', body });
      expect(answer).toMatchObject({ status: 403, code: '42501' });
    });

    test('for a visitor', async () => {
      const { url: origin, publishableKey: apikey } = world.server;
      const answer = await restOf({ origin, apikey })(`rpc/${name}`, { method: 'POST', body });
      expect([401, 403]).toContain(answer.status);
      expect(answer.code).toBe('42501');
    });
  },
);

test('the helpers of the policies are not callable', async () => {
  for (const name of [
    'usable_assistant_ids',
    'search_own_conversations',
    'read_change_ids',
    'can_use_assistant',
    'file_new_user',
    'audit_login',
  ]) {
    const answer = await world.people.admin.rest(`rpc/${name}`, { method: 'POST', body: {} });
    expect([name, answer.status]).toEqual([name, 404]);
  }
});

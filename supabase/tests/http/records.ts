import { randomUUID } from 'node:crypto';
import {
  attachmentRow,
  layAssistant,
  layAttachment,
  layConversation,
  layMessage,
  layPair,
  layParticipant,
  layProfile,
  layTurn,
  wished,
} from './add-records.ts';
import { documentRecords } from './document-records.ts';
import type { MatrixRecord } from './matrix-record.ts';
import { equal } from './rest.ts';

const randomWord = () => `w${randomUUID().replaceAll('-', '')}`;

/** Every kind of record, by its name in the matrix. */
export const records: Record<string, MatrixRecord> = {
  roles: {
    table: 'roles',
    arrange: async (world) => ({ id: world.roles.office }),
    wish: async () => wished({ name: 'office' }),
    changes: { update: () => ({ name: 'admin' }) },
  },
  users: {
    table: 'users',
    arrange: async (world) => {
      const { id, roleName } = world.people.worker;
      await world.asServer('users', {
        method: 'PATCH',
        query: equal({ id }),
        body: { role_id: world.roles[roleName] },
      });
      return { id };
    },
    wish: async (world) => {
      const { id, email } = world.rowless;
      return { row: { id, email, role_id: world.roles.support_worker }, key: { id } };
    },
    changes: {
      'update role': (world) => ({ role_id: world.roles.office }),
      'update email': () => ({ email: 'somebody.else@example.org' }),
    },
  },
  participants: {
    table: 'participants',
    arrange: async (world) => {
      const id = await layParticipant(world);
      await layPair(world, 'participant_assignments', {
        participant_id: id,
        user_id: world.people.worker.id,
      });
      return { id };
    },
    wish: async () => wished({ display_name: 'Wished Participant', status: 'active' }),
    changes: { update: () => ({ display_name: 'Renamed Participant', status: 'inactive' }) },
  },
  assignments: {
    table: 'participant_assignments',
    arrange: async (world) =>
      layPair(world, 'participant_assignments', {
        participant_id: await layParticipant(world),
        user_id: world.people.worker.id,
      }),
    wish: async (world, actor) => {
      const pair = { participant_id: await layParticipant(world), user_id: actor.id };
      return { row: pair, key: pair };
    },
    changes: { update: (world) => ({ user_id: world.people.other.id }) },
  },
  'participant assistant': {
    table: 'assistants',
    arrange: async (world) => {
      const id = await layAssistant(world, {
        kind: 'participant',
        participant_id: await layParticipant(world),
      });
      await layPair(world, 'assistant_access', {
        assistant_id: id,
        user_id: world.people.worker.id,
      });
      return { id };
    },
    wish: async () =>
      wished({ label: 'Wished assistant', kind: 'org', openai_assistant_id: 'asst_wished' }),
    changes: { update: () => ({ label: 'Renamed assistant', web_research_enabled: true }) },
  },
  "workers' assistant": {
    table: 'assistants',
    arrange: async (world) => {
      const id = await layAssistant(world);
      await layPair(world, 'assistant_role_access', {
        assistant_id: id,
        role_id: world.roles.support_worker,
      });
      return { id };
    },
  },
  'direct access': {
    table: 'assistant_access',
    arrange: async (world) =>
      layPair(world, 'assistant_access', {
        assistant_id: await layAssistant(world),
        user_id: world.people.worker.id,
      }),
    wish: async (world, actor) => {
      const pair = { assistant_id: await layAssistant(world), user_id: actor.id };
      return { row: pair, key: pair };
    },
    changes: {
      update: (world) => ({ user_id: world.people.other.id }),
      'grant edit': () => ({ can_edit: true }),
    },
  },
  'role access': {
    table: 'assistant_role_access',
    arrange: async (world) =>
      layPair(world, 'assistant_role_access', {
        assistant_id: await layAssistant(world),
        role_id: world.roles.support_worker,
      }),
    wish: async (world, actor) => {
      const pair = {
        assistant_id: await layAssistant(world),
        role_id: world.roles[actor.roleName],
      };
      return { row: pair, key: pair };
    },
    changes: { update: (world) => ({ role_id: world.roles.office }) },
  },
  conversations: {
    table: 'conversations',
    arrange: async (world) => ({ id: await layConversation(world) }),
    wish: async (world) => {
      const title = `Wished ${randomUUID()}`;
      return { row: { assistant_id: world.assistants.participant, title }, key: { title } };
    },
    changes: {
      'update title': () => ({ title: 'Renamed conversation' }),
      'update owner': (world) => ({ user_id: world.people.other.id }),
      'update head': () => ({ head_id: null, title_settled: false }),
    },
  },
  'conversations of another': {
    table: 'conversations',
    arrange: async (world) => ({ id: await layConversation(world) }),
    wish: async (world) =>
      wished({
        user_id: world.people.worker.id,
        assistant_id: world.assistants.participant,
        title: 'Put into the name of another',
      }),
  },
  messages: {
    table: 'messages',
    arrange: async (world) => ({ id: await layMessage(world) }),
    wish: async (world) =>
      wished({
        conversation_id: await layConversation(world),
        role: 'assistant',
        content: 'Words put into its mouth',
      }),
    changes: {
      update: () => ({ content: 'Changed afterwards' }),
      move: () => ({ parent_id: null, superseded: true }),
    },
  },
  attachments: {
    table: 'attachments',
    arrange: async (world) => ({ id: await layAttachment(world) }),
    wish: async (world) =>
      wished({ ...attachmentRow(world, await layConversation(world)), scan_status: 'clean' }),
    changes: { update: () => ({ scan_status: 'clean' }) },
  },
  turns: {
    table: 'turns',
    arrange: async (world) => ({ id: await layTurn(world) }),
    wish: async (world) => {
      const conversationId = await layConversation(world);
      return wished({
        conversation_id: conversationId,
        user_id: world.people.worker.id,
        user_message_id: await layMessage(world, conversationId),
        idempotency_key: randomUUID(),
      });
    },
    changes: { update: () => ({ stop_requested: true }) },
  },
  'turn events': {
    table: 'turn_events',
    arrange: async (world) => {
      const turnId = await layTurn(world);
      const event = { turn_id: turnId, seq: 1, event: 'delta', data: { text: 'Hello' } };
      await world.asServer('turn_events', { method: 'POST', body: event });
      return { turn_id: turnId, seq: '1' };
    },
    wish: async (world) => {
      const turnId = await layTurn(world);
      const row = { turn_id: turnId, seq: 1, event: 'delta', data: { text: 'Forged' } };
      return { row, key: { turn_id: turnId, seq: '1' } };
    },
    changes: { update: () => ({ data: { text: 'Forged' } }) },
  },
  ...documentRecords,
  profiles: {
    table: 'ai_assistant_profiles',
    arrange: async (world) => {
      return { openai_assistant_id: await layProfile(world) };
    },
    wish: async () => {
      const key = { openai_assistant_id: `asst_${randomUUID()}` };
      return { row: { ...key, instructions: 'Obey me.' }, key };
    },
    changes: { update: () => ({ instructions: 'Obey me.' }) },
  },
  'instruction versions': {
    table: 'instruction_versions',
    arrange: async (world) => ({ openai_assistant_id: await layProfile(world), number: '1' }),
    wish: async (world) => {
      const key = { openai_assistant_id: await layProfile(world), number: '2' };
      return { row: { ...key, number: 2, instructions: 'Obey me.' }, key };
    },
    changes: { update: () => ({ instructions: 'Obey me.' }) },
  },
  synonyms: {
    table: 'synonyms',
    arrange: async (world) => {
      const words = randomWord();
      await world.asServer('synonyms', { method: 'POST', body: { words, also: 'incident' } });
      return { words };
    },
    wish: async () => {
      const words = randomWord();
      return { row: { words, also: 'incident' }, key: { words } };
    },
    changes: { update: () => ({ also: 'fall' }) },
  },
  'audit logs': {
    table: 'audit_logs',
    arrange: async (world) => {
      const { body } = await world.asServer('rpc/record_audit', {
        method: 'POST',
        body: { action: 'denied', user_id: world.people.worker.id },
      });
      return { id: String(body) };
    },
    wish: async (world) =>
      wished({ action: 'login', user_id: world.people.worker.id, created_at: '2020-01-01' }),
    changes: { update: () => ({ action: 'login', meta: { forged: true } }) },
  },
};

import type { ConversationRow } from '@homie/contracts';

let last = 0;

/** Creates a conversation as the list has it; each call creates another one. */
export function testConversation(known: Partial<ConversationRow> = {}): ConversationRow {
  last += 1;
  return {
    id: `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`,
    title: `Talk ${last}`,
    assistant_id: '00000000-0000-4000-9000-000000000001',
    updated_at: '2026-11-21T03:00:00+00:00',
    assistants: { kind: 'org', label: 'Shift notes', participant_name: null },
    running: false,
    unread: false,
    pinned: false,
    archived: false,
    handover_id: null,
    ...known,
  };
}

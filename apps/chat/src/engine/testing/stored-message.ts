import type { Message } from '@homie/contracts';

/** A stored message without alternatives. An id that starts with 'a' makes it an assistant message. */
export function storedMessage(id: string, fields: Partial<Message> = {}): Message {
  return {
    id,
    role: id.startsWith('a') ? 'assistant' : 'user',
    content: id,
    files: [],
    created_at: '2026-11-21T00:00:00.000Z',
    openai_message_id: null,
    parent_id: null,
    alternatives: [],
    ...fields,
  };
}

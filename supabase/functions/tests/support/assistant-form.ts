import { assistantSchema } from '@homie/contracts';
import type { ChatClient } from './chat-client.ts';

/** Required fields of an assistant. */
export const fields = { label: 'House Rules', openai_assistant_id: 'asst_rules' };

/** Creates an assistant as an administrator does. @returns the assistant of the response */
export async function createAssistant(admin: ChatClient, more: Record<string, unknown> = {}) {
  const { status, body } = await admin.call('POST', '/assistants', { ...fields, ...more });
  if (status !== 200 || !body.ok)
    throw new Error(`cannot create an assistant: ${status} ${body.error}`);
  return assistantSchema.parse(body.data);
}

import { randomUUID } from 'node:crypto';
import { mixedMarkdown } from './mixed-markdown.mjs';

/** The last message of a conversation that {@link storeConversation} stores. */
export const LAST_WORDS = 'The very last words';

/** Replies of realistic length: some of a line, some of a page. */
const reply = (index) => mixedMarkdown([120, 400, 900, 2000][index % 4]);

/**
 * Stores a conversation with `count` messages, every second one a reply.
 * @param server of `startScriptedServer`
 * @param session of its user
 * @returns the conversation, as the function returns it
 */
export async function storeConversation(server, session, count) {
  const call = async (request) => (await (await server.call(session, request)).json()).data;
  async function rest(method, path, body) {
    const response = await fetch(`${server.url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: server.secretKey,
        authorization: `Bearer ${server.secretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  }

  const { rows: assistants } = await call({ endpoint: '/assistants?limit=50', method: 'GET' });
  const conversation = await call({
    endpoint: '/conversations',
    method: 'POST',
    body: { assistantId: assistants[0].id, title: `${count} messages` },
  });
  const started = Date.now() - count * 1000;
  const messages = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    conversation_id: conversation.id,
    role: index % 2 ? 'assistant' : 'user',
    content:
      index === count - 1
        ? LAST_WORDS
        : index % 2
          ? reply(index >> 1)
          : `Question ${index}: what then?`,
    created_at: new Date(started + index * 1000).toISOString(),
  }));
  const linked = messages.map((message, index) => ({
    ...message,
    parent_id: messages[index - 1]?.id ?? null,
  }));
  for (let from = 0; from < count; from += 200)
    await rest('POST', 'messages', linked.slice(from, from + 200));
  await rest('PATCH', `conversations?id=eq.${conversation.id}`, { head_id: messages.at(-1)?.id });
  return conversation;
}

import { setTimeout as delay } from 'node:timers/promises';
import { isClosingEvent, type SequencedStreamEvent } from '@homie/contracts';
import type { ChatClient } from './chat-client.ts';
import { eventsOf } from './stream-reading.ts';

const RETRY_EVERY_MS = 30;
const GIVE_UP_AFTER_MS = 120_000;

interface PersistentSendOptions {
  /** Whoever serves the person now. */
  person: () => ChatClient;
  conversationId: string;
  content: string;
  onEvent?: (event: SequencedStreamEvent) => void;
}

/**
 * Sends a message and follows its reply to the closing event as the product's client does, through whatever breaks: by
 * its key until the reply has a name, from then on from the last event that came. The content is the key.
 * @returns every event as it came
 * @throws Error on a refusal that no trouble of ours explains, or when the reply finds no end
 */
export async function persistentSend({
  person,
  conversationId,
  content,
  onEvent = () => undefined,
}: PersistentSendOptions): Promise<SequencedStreamEvent[]> {
  const events: SequencedStreamEvent[] = [];
  const endpoint = `/conversations/${conversationId}/stream`;
  const body = { content, idempotencyKey: content };
  const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const [first] = events;
    const lastSeq = events.at(-1)?.seq ?? 0;
    try {
      const response = await (first?.event === 'info'
        ? person().post(
            { endpoint: `${endpoint}?turnId=${first.data.turnId}`, method: 'GET' },
            { 'Last-Event-ID': String(lastSeq) },
          )
        : person().post({ endpoint, method: 'POST', body }));
      if (response.status !== 503) {
        for await (const event of eventsOf(response)) {
          events.push(event);
          onEvent(event);
        }
      }
    } catch (error) {
      // What fetch throws is a lost connection; everything else is news.
      if (!(error instanceof TypeError)) throw error;
    }
    const last = events.at(-1);
    if (last && isClosingEvent(last.event)) return events;
    if (Date.now() > giveUpAt) throw new Error(`the reply to ${content} finds no end`);
    await delay(RETRY_EVERY_MS);
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { isClosingEvent, type SequencedStreamEvent } from '@homie/contracts';
import type { ChatClient } from './chat-client.ts';
import { parseEventStream } from './stream-reading.ts';

const RETRY_EVERY_MS = 30;
const GIVE_UP_AFTER_MS = 120_000;

interface PersistentSendOptions {
  /** Returns the client of the process that serves the person now. */
  person: () => ChatClient;
  conversationId: string;
  content: string;
  onEvent?: (event: SequencedStreamEvent) => void;
}

/**
 * Sends a message and reads its reply up to the closing event, as the product's client does. Retries after every
 * failure: with the idempotency key until the turn id is known, then from the last received event. The content is the
 * key.
 * @returns every event in the order received
 * @throws Error on a refusal that no simulated fault explains, or if the reply does not finish
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
        for await (const event of parseEventStream(response)) {
          events.push(event);
          onEvent(event);
        }
      }
    } catch (error) {
      // `fetch` throws a TypeError for a lost connection; other errors are unexpected.
      if (!(error instanceof TypeError)) throw error;
    }
    const last = events.at(-1);
    if (last && isClosingEvent(last.event)) return events;
    if (Date.now() > giveUpAt) throw new Error(`the reply to ${content} finds no end`);
    await delay(RETRY_EVERY_MS);
  }
}

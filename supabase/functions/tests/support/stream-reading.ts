import { parseStreamEvent, type SequencedStreamEvent } from '@homie/contracts';
import { createParser } from 'eventsource-parser';

/**
 * Yields the events of a stream as they arrive. Ends with the stream, which may be before the end of the reply.
 * @throws Error if the response is no event stream, or the connection fails
 */
export async function* parseEventStream(response: Response): AsyncGenerator<SequencedStreamEvent> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    throw new Error(`no stream but ${response.status} ${await response.text()}`);
  }
  const arrived: SequencedStreamEvent[] = [];
  const parser = createParser({
    onEvent({ id, event, data }) {
      const parsed = parseStreamEvent(event, data);
      if (parsed) arrived.push({ ...parsed, seq: Number(id) });
    },
  });
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    parser.feed(decoder.decode(chunk.value, { stream: true }));
    yield* arrived.splice(0);
  }
}

/** Reads server-sent events until the stream ends, or disconnects after `leaveAfter` events. */
export async function readEvents(
  response: Response,
  leaveAfter = Infinity,
  leave: () => void = () => undefined,
): Promise<SequencedStreamEvent[]> {
  const events: SequencedStreamEvent[] = [];
  for await (const event of parseEventStream(response)) {
    events.push(event);
    if (events.length < leaveAfter) continue;
    leave();
    break;
  }
  return events;
}

/** Joins the text of the delta events. */
export function joinText(events: readonly SequencedStreamEvent[]): string {
  return events.map((event) => (event.event === 'delta' ? event.data.text : '')).join('');
}

/** Returns the turn id of the events, which the first event of a reply contains. */
export function getTurnId([first]: readonly SequencedStreamEvent[]): string {
  if (first?.event !== 'info') throw new Error('a reply begins with info');
  return first.data.turnId;
}

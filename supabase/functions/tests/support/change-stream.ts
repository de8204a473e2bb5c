import { conversationChangeSchema, type ConversationChange } from '@homie/contracts';
import { createParser } from 'eventsource-parser';
import type { ChatClient } from './chat-client.ts';

export type ReceivedChange = ConversationChange & { id: string };

/** An open stream of a person's changes, read event by event. */
export class ChangeStream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #connection: AbortController;
  readonly #received: ReceivedChange[] = [];
  readonly #decoder = new TextDecoder();
  readonly #parser = createParser({
    onEvent: ({ id = '', event, data }) => {
      const payload: unknown = JSON.parse(data);
      this.#received.push({ ...conversationChangeSchema.parse({ event, data: payload }), id });
    },
  });

  private constructor(body: ReadableStream<Uint8Array>, connection: AbortController) {
    this.#reader = body.getReader();
    this.#connection = connection;
  }

  static async open(person: ChatClient, lastEventId?: string): Promise<ChangeStream> {
    const connection = new AbortController();
    const response = await person.post(
      { endpoint: '/conversations/changes', method: 'GET' },
      lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
      connection.signal,
    );
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
      throw new Error(`no stream but ${response.status} ${await response.text()}`);
    }
    return new ChangeStream(response.body, connection);
  }

  /** Returns the next event; undefined at the end of the stream. */
  async next(): Promise<ReceivedChange | undefined> {
    while (this.#received.length === 0) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#parser.feed(this.#decoder.decode(value, { stream: true }));
    }
    return this.#received.shift();
  }

  /** Reads events until one matches. @returns the matching event and all before it */
  async until(wanted: (change: ReceivedChange) => boolean): Promise<ReceivedChange[]> {
    const passed: ReceivedChange[] = [];
    for (;;) {
      const change = await this.next();
      if (!change) throw new Error(`ended after ${JSON.stringify(passed)}`);
      passed.push(change);
      if (wanted(change)) return passed;
    }
  }

  leave(): void {
    this.#connection.abort();
  }
}

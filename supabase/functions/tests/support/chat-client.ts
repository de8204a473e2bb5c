import { randomUUID } from 'node:crypto';
import { messageListSchema, type MessageList, type SequencedStreamEvent } from '@homie/contracts';
import type { Session, TestServer } from '@homie/server/testing';
import { readEvents } from './stream-reading.ts';

const PATH = '/functions/v1/conversations';

export interface Answer {
  status: number;
  body: { ok?: boolean; data?: unknown; error?: string; code?: string; details?: unknown };
}

/** Returns the expected response to a refused call. */
export function refused(status: number, code: string, error: string): Answer {
  return { status, body: { ok: false, code, error } };
}

export interface SendOptions {
  content?: string;
  attachments?: unknown[];
  /** Id of the message that this one replaces. */
  replaces?: string;
  idempotencyKey?: string;
  /** Disconnects after so many events. */
  leaveAfter?: number;
}

interface ReplyOptions {
  messageId: string;
  continues?: string;
  idempotencyKey?: string;
  leaveAfter?: number;
}

/** Client of one person for the conversations function. */
export class ChatClient {
  readonly #server: Pick<TestServer, 'call'>;
  readonly #session: Session;
  readonly email: string;

  constructor(server: Pick<TestServer, 'call'>, session: Session, email: string) {
    this.#server = server;
    this.#session = session;
    this.email = email;
  }

  get userId(): string {
    return this.#session.userId;
  }

  /** Returns a client of the same person for another process. */
  on(server: Pick<TestServer, 'call'>): ChatClient {
    return new ChatClient(server, this.#session, this.email);
  }

  get authorization(): string {
    return `Bearer ${this.#session.accessToken}`;
  }

  /** Posts an envelope. */
  post(
    envelope: unknown,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    return this.#server.call(PATH, {
      as: this.#session,
      method: 'POST',
      headers,
      body: JSON.stringify(envelope),
      ...(signal && { signal }),
    });
  }

  async call(method: string, endpoint: string, body?: unknown): Promise<Answer> {
    const response = await this.post({ endpoint, method, ...(body !== undefined && { body }) });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** Reads or writes rows over the REST interface. */
  rest(path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) {
    return this.#server.call(`/rest/v1/${path}`, {
      as: this.#session,
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** Sends a GET call that must succeed. @returns its data */
  async get(endpoint: string): Promise<unknown> {
    const { status, body } = await this.call('GET', endpoint);
    if (!body.ok) throw new Error(`GET ${endpoint}: ${status} ${body.error}`);
    return body.data;
  }

  /** Loads the active path of a conversation, or the page of it that the query requests. */
  async page(conversationId: string, query: Record<string, string> = {}): Promise<MessageList> {
    const search = new URLSearchParams(query).toString();
    const endpoint = `/conversations/${conversationId}/messages${search && `?${search}`}`;
    return messageListSchema.parse(await this.get(endpoint));
  }

  /** Loads the messages on the active path of a conversation, oldest first. */
  async messages(conversationId: string): Promise<MessageList['rows']> {
    return (await this.page(conversationId)).rows;
  }

  /** Selects the newest path through a message. */
  chooseBranch(conversationId: string, messageId: string): Promise<Answer> {
    return this.call('PUT', `/conversations/${conversationId}/branch`, { messageId });
  }

  async startConversation(assistantId: string, title?: string): Promise<string> {
    const { body } = await this.call('POST', '/conversations', { assistantId, title });
    if (!body.ok) throw new Error(`cannot start a conversation: ${body.error}`);
    return (body.data as { id: string }).id;
  }

  /** Sends a message and reads the reply's events. */
  send(conversationId: string, options: SendOptions): Promise<SequencedStreamEvent[]> {
    return this.#start(`/conversations/${conversationId}/stream`, options);
  }

  /** Requests another reply to a message and reads its events. */
  reply(conversationId: string, options: ReplyOptions): Promise<SequencedStreamEvent[]> {
    return this.#start(`/conversations/${conversationId}/reply`, options);
  }

  /** Reads the events of a reply after `after`. */
  async resume(conversationId: string, turnId: string, after = 0): Promise<SequencedStreamEvent[]> {
    const response = await this.post(
      { endpoint: `/conversations/${conversationId}/stream?turnId=${turnId}`, method: 'GET' },
      after > 0 ? { 'Last-Event-ID': String(after) } : {},
    );
    return readEvents(response);
  }

  async #start(
    endpoint: string,
    { leaveAfter, ...options }: SendOptions | ReplyOptions,
  ): Promise<SequencedStreamEvent[]> {
    const body = { idempotencyKey: randomUUID(), ...options };
    const connection = new AbortController();
    const response = await this.post({ endpoint, method: 'POST', body }, {}, connection.signal);
    return readEvents(response, leaveAfter, () => connection.abort());
  }
}

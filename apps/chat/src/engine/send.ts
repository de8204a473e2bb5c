import type { Attachment } from '@homie/contracts';
import { jsonSchema } from '@homie/composition';
import { parseFiles } from './parse-files';

/**
 * The state of a message that the server has not acknowledged. `queued`: it waits for the network or for the reply
 * before it. `submitted`: a request is in flight. `failed`: the user decides what to do with it.
 */
type SendStatus = 'queued' | 'submitted' | 'failed';

/** A stored message that gets another reply. */
export interface Answering {
  messageId: string;
  /** The unfinished turn whose text the reply starts with; null for a reply from the start. */
  continues: string | null;
}

/** A message, or the request for another reply, that the server has not acknowledged yet. */
export interface Send {
  /** The idempotency key: the message is stored once, however often it is sent. */
  key: string;
  conversationId: string;
  content: string;
  /** Files that were uploaded and passed the scan. */
  files: Attachment[];
  /** The message that this one becomes an alternative to; null if it is appended. */
  replaces: string | null;
  /** The message that gets another reply; such a send has no text. */
  answers?: Answering;
  /** The time of the first attempt, ISO 8601. */
  sentAt: string;
  status: SendStatus;
  /** The error message for the user. */
  reason?: string;
}

/** Creates an idempotency key. Not `randomUUID`, which pages without TLS lack. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Earlier builds stored the status as `state`, with other values. */
const STATUSES: Readonly<Record<string, SendStatus>> = {
  queued: 'queued',
  submitted: 'submitted',
  failed: 'failed',
  waiting: 'queued',
  sending: 'submitted',
};

function parseAnswering(value: unknown): Answering | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const messageId: unknown = Reflect.get(value, 'messageId');
  const continues: unknown = Reflect.get(value, 'continues');
  if (typeof messageId !== 'string') return undefined;
  return { messageId, continues: typeof continues === 'string' ? continues : null };
}

/**
 * Parses a stored send; returns an empty list if it is invalid. Sends of earlier builds may lack `files` and
 * `replaces`.
 */
function parseSend(value: unknown): Send[] {
  if (typeof value !== 'object' || value === null) return [];
  const field = (name: string): unknown => Reflect.get(value, name);
  const text = (name: string) => {
    const found = field(name);
    return typeof found === 'string' ? found : undefined;
  };
  const [key, conversationId, content] = [text('key'), text('conversationId'), text('content')];
  const [sentAt, reason] = [text('sentAt'), text('reason')];
  const status = STATUSES[text('status') ?? text('state') ?? ''];
  if (key === undefined || conversationId === undefined || content === undefined) return [];
  if (sentAt === undefined || status === undefined) return [];
  const answers = parseAnswering(field('answers'));
  return [
    {
      key,
      conversationId,
      content,
      files: parseFiles(field('files')),
      replaces: text('replaces') ?? null,
      ...(answers && { answers }),
      sentAt,
      status,
      ...(reason !== undefined && { reason }),
    },
  ];
}

/** The outbox in local storage: the sends of one user on this device, oldest first. */
export const sendsSchema = jsonSchema<readonly Send[]>(
  (value) => (Array.isArray(value) ? value.flatMap(parseSend) : []),
  ({ length }) => length === 0,
);

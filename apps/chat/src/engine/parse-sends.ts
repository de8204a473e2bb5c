import { jsonSchema } from '@homie/composition';
import { parseFiles } from './parse-files';
import type { Answering, Send, SendStatus } from './send';

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

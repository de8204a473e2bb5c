import * as z from 'zod/mini';
import { citationSchema } from './messages.ts';

/** The events of a reply. The last one is final, requires_action or error; each carries its sequence as SSE id. */
export const streamEventSchema = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('info'),
    data: z.object({
      turnId: z.string(),
      userMessageId: z.string(),
      message: z.optional(z.string()),
    }),
  }),
  z.object({
    event: z.literal('created'),
    data: z.object({ openaiMessageId: z.string() }),
  }),
  z.object({
    event: z.literal('delta'),
    data: z.object({
      text: z.string(),
      /** The provider has said its last word: what follows is the storing of the reply, and its closing event. */
      last: z.optional(z.boolean()),
    }),
  }),
  z.object({
    event: z.literal('final'),
    data: z.object({
      /** The id of the assistant message; null when a reply was stopped before its first word. */
      messageId: z.nullable(z.string()),
      text: z.string(),
      openaiMessageId: z.nullable(z.string()),
      stopped: z.optional(z.boolean()),
      /** As the stored message has them; left out when there are none. */
      citations: z.optional(z.array(citationSchema)),
      notes: z.optional(z.array(z.string())),
    }),
  }),
  z.object({
    event: z.literal('requires_action'),
    data: z.object({ message: z.string() }),
  }),
  z.object({
    event: z.literal('error'),
    data: z.object({ message: z.string(), code: z.string(), retryable: z.boolean() }),
  }),
]);
export type StreamEvent = z.infer<typeof streamEventSchema>;
type StreamEventName = StreamEvent['event'];

/** An event's place in its reply, counted from 1. */
export type SequencedStreamEvent = StreamEvent & { seq: number };

/** Whether a reply ends with this event. */
export function isClosingEvent(event: StreamEventName): boolean {
  return event === 'final' || event === 'requires_action' || event === 'error';
}

/**
 * Reads one server-sent event.
 * @returns the event, or null for one that this version does not know and may ignore
 * @throws SyntaxError or ZodError when a known event is malformed
 */
export function parseStreamEvent(event: string | undefined, data: string): StreamEvent | null {
  const known = streamEventSchema.def.options.some(
    (option) => option.shape.event.def.values[0] === event,
  );
  if (!known) return null;
  const payload: unknown = JSON.parse(data);
  return streamEventSchema.parse({ event, data: payload });
}

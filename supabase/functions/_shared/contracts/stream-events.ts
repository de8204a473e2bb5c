import * as z from 'zod/mini';
import { citationSchema } from './citations.ts';

/** Events of a reply. The last one is final, requires_action or error; each has its sequence number as SSE ID. */
export const streamEventSchema = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('info'),
    data: z.object({
      turnId: z.string(),
      userMessageId: z.string(),
      message: z.optional(z.string()),
      /** Says what the reply waits for, until its first text. */
      progress: z.optional(z.string()),
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
      /** True for the provider's last text. Only the storing of the reply and its closing event follow. */
      last: z.optional(z.boolean()),
      /** True if it replaces all text before it, which was none of the reply. */
      replaces: z.optional(z.boolean()),
    }),
  }),
  z.object({
    event: z.literal('final'),
    data: z.object({
      /** ID of the assistant message; null if the reply was stopped before any text, or is not stored. */
      messageId: z.nullable(z.string()),
      text: z.string(),
      openaiMessageId: z.nullable(z.string()),
      stopped: z.optional(z.boolean()),
      /** As in the stored message; omitted if there are none. */
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

/** Event with its sequence number in the reply, counted from 1. */
export type SequencedStreamEvent = StreamEvent & { seq: number };

/** Returns the text of a reply after an event. */
export function appendDelta(text: string, { event, data }: StreamEvent): string {
  if (event !== 'delta') return text;
  return data.replaces ? data.text : text + data.text;
}

/** Checks if this event closes a reply. */
export function isClosingEvent(event: StreamEventName): boolean {
  return event === 'final' || event === 'requires_action' || event === 'error';
}

/**
 * Parses one server-sent event.
 * @returns the event, or null for one that this version does not know and may ignore
 * @throws SyntaxError or ZodError if a known event is malformed
 */
export function parseStreamEvent(event: string | undefined, data: string): StreamEvent | null {
  const known = streamEventSchema.def.options.some(
    (option) => option.shape.event.def.values[0] === event,
  );
  if (!known) return null;
  const payload: unknown = JSON.parse(data);
  return streamEventSchema.parse({ event, data: payload });
}

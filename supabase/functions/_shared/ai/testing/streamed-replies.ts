import type { ProviderConnection } from '../openai-client.ts';
import type { AiProvider } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { turnRequest } from './turn-request.ts';

export const EVENT_STREAM = { 'content-type': 'text/event-stream' };

/** Outcome of a reply as its reader gets it. */
export interface Outcome {
  text: string;
  notes: string[];
  error?: string;
  retryable?: boolean;
  retryAfterMs?: number | undefined;
  usage?: unknown;
}

/** Requests a reply from a provider that answers with this response. */
export async function readReply(
  createProvider: (connection: ProviderConnection) => AiProvider,
  answer: () => Response,
): Promise<Outcome> {
  return readFrom(createProvider({ fetch: async () => answer() }));
}

export async function readFrom(provider: AiProvider): Promise<Outcome> {
  const outcome: Outcome = { text: '', notes: [] };
  try {
    const { signal } = new AbortController();
    for await (const event of provider.stream(turnRequest(), { signal })) {
      if (event.type === 'delta')
        outcome.text = event.replaces ? event.text : outcome.text + event.text;
      if (event.type === 'note') outcome.notes.push(event.message);
      if (event.type === 'done' && event.usage) outcome.usage = event.usage;
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    outcome.error = error.code;
    outcome.retryable = error.retryable;
    outcome.retryAfterMs = error.retryAfterMs;
  }
  return outcome;
}

/** Builds an event stream: strings are written verbatim, objects as `data:`. */
export function stream(...parts: (string | object)[]): () => Response {
  const body = parts.map((part) =>
    typeof part === 'string' ? part : `data: ${JSON.stringify(part)}\n\n`,
  );
  return () => new Response(body.join(''), { headers: EVENT_STREAM });
}

export const DONE = 'data: [DONE]\n\n';
export const chunk = (delta: unknown, finish_reason: unknown = null, more: object = {}) => ({
  id: 'c',
  model: 'm',
  choices: [{ index: 0, delta, finish_reason, ...more }],
});
export const say = (content: unknown, finish_reason: unknown = null) =>
  chunk({ content }, finish_reason);
export const delta = (text: unknown) => ({
  type: 'response.output_text.delta',
  item_id: 'i',
  delta: text,
});
export const completed = { type: 'response.completed', response: {} };

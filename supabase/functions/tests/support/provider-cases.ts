// Outcomes of the adapters for a provider's responses, as data. Must be equal on every runtime: uses no runtime APIs.
import { chatProvider } from '../../_shared/ai/chat-provider.ts';
import { persistentStream } from '../../_shared/ai/persistent-stream.ts';
import type { AiProvider, ProviderEvent, TurnRequest } from '../../_shared/ai/provider.ts';
import { ProviderError } from '../../_shared/ai/provider-error.ts';
import { responsesProvider } from '../../_shared/ai/responses-provider.ts';
import { turnRequest } from '../../_shared/ai/testing/turn-request.ts';

/** Outcome of one reply, without values that differ between runs. */
export interface ProviderOutcome {
  name: string;
  events: ProviderEvent['type'][];
  text: string;
  error: string | null;
}

const QUESTIONS = ['hello', 'slow', 'cut', '401', '500', 'malformed', 'disconnected'];

/** Runs every case with both adapters, one after the other. @param baseUrl of the mock, including `/v1` */
export async function requestFromProviders(baseUrl: string): Promise<ProviderOutcome[]> {
  const outcomes: ProviderOutcome[] = [];
  const connection = { baseUrl, apiKey: 'sk-1' };
  for (const provider of [responsesProvider(connection), chatProvider(connection)]) {
    const { signal } = new AbortController();
    const ask = (request: Partial<TurnRequest>, given = signal) =>
      provider.stream(turnRequest(request), { signal: given });
    const note = async (name: string, stream: AsyncIterable<ProviderEvent>, stop?: () => void) =>
      outcomes.push({ name: `${provider.kind}: ${name}`, ...(await read(stream, stop)) });

    for (const question of QUESTIONS) await note(question, ask({ question }));
    await note('busy', persistent(provider, signal));
    await note('stopped before', ask({}, AbortSignal.abort(new Error('stopped'))));
    const stopping = new AbortController();
    await note('stopped', ask({ question: 'endless' }, stopping.signal), () =>
      stopping.abort(new Error('stopped')),
    );
  }
  return outcomes;
}

/** Requests a reply that is refused with 429 at first, and retries. */
function persistent(provider: AiProvider, signal: AbortSignal) {
  return persistentStream(provider, turnRequest({ question: 'busy' }), { signal, pauseMs: 1 });
}

async function read(stream: AsyncIterable<ProviderEvent>, afterCreated?: () => void) {
  const events: ProviderEvent['type'][] = [];
  let text = '';
  try {
    for await (const event of stream) {
      events.push(event.type);
      if (event.type === 'delta') text += event.text;
      if (event.type === 'created') afterCreated?.();
    }
    return { events, text, error: null };
  } catch (error) {
    return { events, text, error: errorName(error) };
  }
}

function errorName(error: unknown): string {
  if (error instanceof ProviderError) return `${error.code}${error.retryable ? ', retryable' : ''}`;
  return error instanceof Error ? error.message : String(error);
}

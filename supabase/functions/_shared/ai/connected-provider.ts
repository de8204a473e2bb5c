import type { ConnectionPlace, NamedConnection } from './connection-settings.ts';
import { createProvider } from './create-provider.ts';
import { nextEvent } from './next-event.ts';
import type { AiProvider, ProviderEvent, TurnRequest } from './provider.ts';
import { ProviderError } from './provider-error.ts';

/** Failures of a connection itself: another one may succeed. */
const ELSEWHERE: readonly string[] = [
  'auth',
  'rate_limited',
  'unavailable',
  'timeout',
  'not_found',
  'stream_broken',
  'provider_failed',
  'unexpected_answer',
];

interface Connections {
  /** Writes the replies of requests that name no connection. */
  provider: AiProvider;
  place: ConnectionPlace;
  connections: readonly NamedConnection[];
  /** Time that a reply may wait for its first text. The first connection of a request with a fallback has half of it. */
  firstTextMs: number;
}

/**
 * Creates a provider that sends each request to the connection that it names. If that fails or stays silent before its
 * first word, the fallback of the request writes the reply. Each run starts with the connection that writes it.
 */
export function connectedProvider({
  provider,
  place,
  connections,
  firstTextMs,
}: Connections): AiProvider {
  const named = new Map(
    connections.map((connection) => [
      connection.name,
      { connection, provider: createProvider(connection, { demoDelayMs: 0 }) },
    ]),
  );

  async function* streamFrom(
    name: string | undefined,
    request: TurnRequest,
    options: { signal: AbortSignal },
  ): AsyncGenerator<ProviderEvent> {
    const found = name === undefined ? undefined : named.get(name);
    if (name !== undefined && !found) throw new ProviderError('not_found');
    const { region, deployment } = found?.connection ?? place;
    if (found || region !== undefined || deployment !== undefined)
      yield {
        type: 'connection',
        ...(name !== undefined && { provider: name }),
        ...(region !== undefined && { region }),
        ...(deployment !== undefined && { deployment }),
      };
    yield* (found?.provider ?? provider).stream(request, options);
  }

  async function* stream(
    request: TurnRequest,
    options: { signal: AbortSignal },
  ): AsyncGenerator<ProviderEvent> {
    const { connection, fallback } = request;
    if (fallback === undefined) return yield* streamFrom(connection, request, options);
    // The names of a failed run must not be those of the reply.
    const names: ProviderEvent[] = [];
    let hasStarted = false;
    // A model that shows that it thinks is not replaced.
    let isThinking = false;
    const silentUntil = Date.now() + firstTextMs / 2;
    const given = new AbortController();
    const signal = AbortSignal.any([options.signal, given.signal]);
    const events = streamFrom(connection, request, { signal });
    /** Waits for the next event, until the model shows that it works for its share of the time only. */
    const nextOf = async (): Promise<ProviderEvent | undefined> =>
      hasStarted || isThinking
        ? (await events.next()).value
        : nextEvent(events, options.signal, Math.max(0, silentUntil - Date.now()));
    try {
      for (let event = await nextOf(); event !== undefined; event = await nextOf()) {
        hasStarted ||= event.type === 'delta' || event.type === 'done';
        if (hasStarted) {
          yield* names.splice(0);
          yield event;
        } else if (event.type === 'alive') {
          isThinking ||= event.isThinking === true;
          yield event;
        } else names.push(event);
      }
      return undefined;
    } catch (error) {
      options.signal.throwIfAborted();
      const mayHelp = error instanceof ProviderError && ELSEWHERE.includes(error.code);
      if (hasStarted || !mayHelp) throw error;
    } finally {
      given.abort();
    }
    const model = named.get(fallback)?.connection.model;
    if (model === undefined) throw new ProviderError('not_found');
    return yield* streamFrom(fallback, { ...request, model }, options);
  }

  return {
    kind: provider.kind,
    get capabilities() {
      return provider.capabilities;
    },
    ...(provider.files && { files: provider.files }),
    capabilitiesFor: ({ connection }) =>
      (connection === undefined ? undefined : named.get(connection)?.provider.capabilities) ??
      provider.capabilities,
    stream,
  };
}

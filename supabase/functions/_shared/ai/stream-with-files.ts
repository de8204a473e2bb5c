import { fittingStream } from './fit-request.ts';
import type { AiProvider, ProviderEvent, TurnRequest } from './provider.ts';
import { ProviderError } from './provider-error.ts';

interface StreamWithFiles {
  provider: AiProvider;
  request: TurnRequest;
  /** Rebuilds the request and uploads files again that the provider has lost. */
  renew: (lost: readonly string[]) => Promise<TurnRequest>;
  signal: AbortSignal;
  pauseMs: number;
}

/**
 * Streams a reply like `fittingStream`, but also uploads files again that the provider has lost: once, and only before
 * the first event of the provider. If the provider then still reports `not_found`, the assistant itself is missing.
 * @throws ProviderError
 */
export async function* streamWithFiles(
  options: StreamWithFiles,
): AsyncGenerator<ProviderEvent, undefined> {
  const { provider, request, renew, signal, pauseMs } = options;
  const lost = request.attachments.flatMap(({ openaiFileId }) => openaiFileId ?? []);
  let isStarted = false;
  try {
    for await (const event of fittingStream(provider, request, { signal, pauseMs })) {
      isStarted ||= event.type !== 'note';
      yield event;
    }
    return;
  } catch (error) {
    const isLost = error instanceof ProviderError && error.code === 'not_found' && lost.length > 0;
    if (!isLost || isStarted) throw error;
  }
  yield* fittingStream(provider, await renew(lost), { signal, pauseMs });
}

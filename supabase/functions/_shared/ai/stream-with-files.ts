import { persistentStream } from './persistent-stream.ts';
import type { AiProvider, ProviderEvent, TurnRequest } from './provider.ts';
import { ProviderError } from './provider-error.ts';

interface StreamWithFiles {
  provider: AiProvider;
  request: TurnRequest;
  /** Gathers the request anew, with files that the provider has lost given to it again. */
  renew: (lost: readonly string[]) => Promise<TurnRequest>;
  signal: AbortSignal;
  pauseMs: number;
}

/**
 * A persistent stream that also gets over files which the provider has lost, by giving them to it again: once, and only
 * before it has told anything. What it does not find then is the assistant itself.
 * @throws ProviderError
 */
export async function* streamWithFiles(
  options: StreamWithFiles,
): AsyncGenerator<ProviderEvent, undefined> {
  const { provider, request, renew, signal, pauseMs } = options;
  const lost = request.attachments.flatMap(({ openaiFileId }) => openaiFileId ?? []);
  let isBegun = false;
  try {
    for await (const event of persistentStream(provider, request, { signal, pauseMs })) {
      isBegun = true;
      yield event;
    }
    return;
  } catch (error) {
    const isLost = error instanceof ProviderError && error.code === 'not_found' && lost.length > 0;
    if (!isLost || isBegun) throw error;
  }
  yield* persistentStream(provider, await renew(lost), { signal, pauseMs });
}

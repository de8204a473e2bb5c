import { AppError } from '@homie/contracts/requests';
import type { AiProvider, ProviderEvent, TurnRequest } from '../ai/provider.ts';
import { pause } from '../ai/pause.ts';
import { ProviderError, toProviderError } from '../ai/provider-error.ts';
import { StorableStream } from '../domain/storable-stream.ts';
import { searchedDomains, WEB_NOT_SEARCHED } from '../ai/web-search.ts';
import { streamWithFiles } from '../ai/stream-with-files.ts';
import type { ProviderCopies } from '../files/provider-copies.ts';
import { nextEvent } from './next-event.ts';
import { retry } from './retry.ts';
import { ReplySources } from './reply-sources.ts';
import type { TurnJournal } from './turn-journal.ts';
import type { TurnSignals } from './turn-signals.ts';
import type { TurnEnd, TurnStore } from './turn-store.ts';
import type { TurnTiming } from './turn-timing.ts';
import { TurnWriter } from './turn-writer.ts';

interface RunTurnOptions {
  turnId: string;
  userMessageId: string;
  /** The text that the reply begins with, which its start has stored. */
  continuation?: string;
  /** Gathers what the reply is made from. */
  buildRequest: () => Promise<TurnRequest>;
  /** Copies of files at the provider, where it has any. */
  copies: Pick<ProviderCopies, 'forget'> | undefined;
  provider: AiProvider;
  store: Pick<TurnStore, 'finish' | 'fold'>;
  journal: TurnJournal;
  signals: TurnSignals;
  timing: TurnTiming;
  /** Aborted when this process is about to end. */
  shutdown: AbortSignal;
  /** Told of what went wrong, for the log. */
  onError: (error: unknown) => void;
}

/** Why the writing of a reply was broken off. */
type Cut = 'stop' | 'shutdown' | 'deadline' | 'lost';

/**
 * Writes the reply to a turn from the provider's first event to the turn's end in the database. Belongs to no request:
 * whoever asked may leave. Readers in this process can listen as soon as the call returns. Never rejects.
 */
export async function runTurn(options: RunTurnOptions): Promise<void> {
  const { turnId, continuation, store, journal, signals, timing, shutdown, onError } = options;
  const generation = new AbortController();
  let cut: Cut | undefined;
  const cutShort = (reason: Cut) => {
    cut ??= reason;
    generation.abort();
  };

  signals.begin(turnId, () => cutShort('stop'));
  const onShutdown = () => cutShort('shutdown');
  shutdown.addEventListener('abort', onShutdown);
  if (shutdown.aborted) onShutdown();
  const deadline = setTimeout(() => cutShort('deadline'), timing.deadlineMs);
  const writer = new TurnWriter({
    turnId,
    storedSeq: continuation === undefined ? 1 : 2,
    journal,
    signals,
    timing,
    onStopRequested: () => cutShort('stop'),
    onLost: () => cutShort('lost'),
  });
  try {
    const end = await generate(options, writer, generation.signal).catch(
      (error: unknown): TurnEnd => {
        if (cut) return endOfCut(cut);
        onError(error);
        return endOfFailure(error);
      },
    );
    // Also after a failure of our own making, such as a timeout: the provider need not go on.
    generation.abort();
    if (await writer.drain()) {
      // The last words leave first: an embedded database holds up the process while it ends the turn.
      await pause(0, shutdown);
      const closing = await retry(() => store.finish(turnId, end), timing.retryForMs);
      if (closing) signals.publish(turnId, [closing]);
    }
  } catch (error) {
    // The database stayed away. The turn shows no sign of life any more and will be found interrupted.
    onError(error);
  } finally {
    writer.close();
    clearTimeout(deadline);
    shutdown.removeEventListener('abort', onShutdown);
    signals.end(turnId);
  }
  // Whoever adds to the events also tidies up: they cannot pile up where nothing runs from time to time.
  await store.fold().catch(onError);
}

/** Turns the provider's events into the turn's until the reply is complete. @throws when it does not get there */
async function generate(
  { turnId, userMessageId, continuation, buildRequest, copies, provider, timing }: RunTurnOptions,
  writer: TurnWriter,
  signal: AbortSignal,
): Promise<TurnEnd> {
  const request = await beforeAbort(buildRequest(), signal);
  const stream = streamWithFiles({
    provider,
    request,
    renew: async (lost) => {
      await copies?.forget(lost);
      return buildRequest();
    },
    signal,
    pauseMs: timing.providerPauseMs,
  });
  const text = new StorableStream();
  const domains = searchedDomains(request.web, provider.capabilities);
  const sources = new ReplySources(domains);
  const keep = (isNew: boolean) => {
    if (isNew) writer.keepSources(sources.found);
  };
  for (const note of request.notes) keep(sources.note(note));
  if (request.web.enabled && domains.length < request.web.domains.length) {
    writer.write({ event: 'info', data: { turnId, userMessageId, message: WEB_NOT_SEARCHED } });
  }
  let hasText = continuation !== undefined;
  let hasMessage = false;
  const writeText = (piece: string) => {
    if (piece === '') return;
    hasText = true;
    writer.write({ event: 'delta', data: { text: piece } });
  };
  try {
    let event: ProviderEvent | undefined;
    let hasWord = false;
    const firstWordBy = Date.now() + timing.firstTextMs;
    for (let waitMs = timing.firstEventMs; ; waitMs = timing.betweenEventsMs) {
      const untilWord = hasWord ? waitMs : Math.max(0, firstWordBy - Date.now());
      event = await nextEvent(stream, signal, Math.min(waitMs, untilWord));
      if (event === undefined) throw new ProviderError('stream_broken');
      switch (event.type) {
        case 'created':
          writer.identifyRun({
            runId: event.responseId,
            ...(event.model && { model: event.model }),
          });
          break;
        case 'info':
          writer.write({
            event: 'info',
            data: { turnId, userMessageId, message: event.message },
          });
          break;
        case 'message':
          // A reply may come in several provider messages; it is one message here, known by the first id.
          if (!hasMessage) {
            writer.write({ event: 'created', data: { openaiMessageId: event.openaiMessageId } });
          }
          hasMessage = true;
          break;
        case 'delta':
          // The adapter is typed; what a provider sends through it need not be.
          if (typeof event.text !== 'string') throw new ProviderError('stream_broken');
          hasWord = true;
          writeText(text.push(event.text));
          break;
        case 'citation':
          keep(sources.cite(event));
          break;
        case 'note':
          keep(sources.note(event.message));
          break;
        case 'requires_action':
          writeText(text.end());
          return { status: 'requires_action', errorMessage: event.message };
        case 'done': {
          const rest = text.end();
          if (!hasText && rest === '') throw new ProviderError('provider_failed');
          // Readers need not wait for the reply to be stored.
          writer.write({ event: 'delta', data: { text: rest, last: true } });
          return { status: 'completed', usage: event.usage };
        }
      }
    }
  } finally {
    // Not awaited: a provider that hangs would hold up the end of the turn.
    stream.return(undefined).catch(() => undefined);
  }
}

function endOfFailure(error: unknown): TurnEnd {
  const { code, message, retryable } =
    error instanceof AppError
      ? { code: error.code, message: error.message, retryable: true }
      : toProviderError(error);
  return { status: 'failed', errorCode: code, errorMessage: message, retryable };
}

function endOfCut(cut: Cut): TurnEnd {
  switch (cut) {
    case 'stop':
      return { status: 'stopped' };
    case 'shutdown':
    case 'lost':
      return {
        status: 'interrupted',
        errorCode: 'interrupted',
        errorMessage: 'The reply was interrupted before it was complete.',
        retryable: true,
      };
    case 'deadline':
      return {
        status: 'failed',
        errorCode: 'timeout',
        errorMessage: 'The reply took too long and was ended.',
        retryable: true,
      };
  }
}

/** Waits no longer than for the abort: reading large files takes its time, and goes on for whoever asks next. */
function beforeAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

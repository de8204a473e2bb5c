import { AppError } from '@homie/contracts/requests';
import type { AiProvider, ProviderEvent, TurnRequest } from '../ai/provider.ts';
import { pause } from '../ai/pause.ts';
import { ProviderError, toProviderError } from '../ai/provider-error.ts';
import { CitedPassages } from '../domain/documents/cited-passages.ts';
import { StorableStream } from '../domain/storable-stream.ts';
import { searchedDomains, WEB_NOT_SEARCHED } from '../ai/web-search.ts';
import { streamWithFiles } from '../ai/stream-with-files.ts';
import type { ProviderCopies } from '../files/provider-copies.ts';
import { nextEvent } from '../ai/next-event.ts';
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
  /** Initial text of the reply, stored at the start of the turn. */
  continuation?: string;
  /** Builds the input for the reply. */
  buildRequest: () => Promise<TurnRequest>;
  /** Copies of files at the provider, if it has any. */
  copies: Pick<ProviderCopies, 'forget'> | undefined;
  provider: AiProvider;
  store: Pick<TurnStore, 'finish' | 'fold'>;
  journal: TurnJournal;
  signals: TurnSignals;
  timing: TurnTiming;
  /** Aborted when this process is about to exit. */
  shutdown: AbortSignal;
  /** Called with errors, for the log. */
  onError: (error: unknown) => void;
  /** Words the provider's errors for the reader of the reply. Defaults to their message. */
  describeError?: (error: ProviderError, model: string | undefined) => string | Promise<string>;
}

/** Reason why the writing of a reply was aborted. */
type Cut = 'stop' | 'shutdown' | 'deadline' | 'lost';

/**
 * Writes the reply of a turn, from the provider's first event to the closing event in the database. Independent of any
 * request: the client may disconnect. Readers in this process can subscribe as soon as the call returns. Never rejects.
 */
export async function runTurn(options: RunTurnOptions): Promise<void> {
  const { turnId, continuation, store, journal, signals, timing, shutdown } = options;
  const { onError, describeError = ({ message }) => message } = options;
  const generation = new AbortController();
  let model: string | undefined;
  const buildRequest = async () => {
    const request = await options.buildRequest();
    model = request.model;
    return request;
  };
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
    const end = await generate({ ...options, buildRequest }, writer, generation.signal).catch(
      (error: unknown): TurnEnd | Promise<TurnEnd> => {
        if (cut) return endOfCut(cut);
        onError(error);
        return endOfFailure(error, (failure) => describeError(failure, model));
      },
    );
    // Also after an error of our own, such as a timeout: the provider need not continue.
    generation.abort();
    if (await writer.drain()) {
      // Sends the last text to its readers before the database is called.
      await pause(0, shutdown);
      const closing = await retry(() => store.finish(turnId, end), timing.retryForMs);
      if (closing) signals.publish(turnId, [closing]);
    }
  } catch (error) {
    // The database is unavailable. The turn has no more heartbeats and will be interrupted as stale.
    onError(error);
  } finally {
    writer.close();
    clearTimeout(deadline);
    shutdown.removeEventListener('abort', onShutdown);
    signals.end(turnId);
  }
  // Every writer also folds old events, so that they cannot accumulate where no scheduled job runs.
  await store.fold().catch(onError);
}

/** Converts the provider's events to the turn's until the reply is complete. @throws if it is not completed */
async function generate(
  { turnId, userMessageId, continuation, buildRequest, copies, provider, timing }: RunTurnOptions,
  writer: TurnWriter,
  signal: AbortSignal,
): Promise<TurnEnd> {
  const request = await beforeAbort(buildRequest(), signal);
  // Providers charge for it, also if they never report how many tokens it had.
  writer.describeRun({ requestCharacters: JSON.stringify(request).length });
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
  let text = new StorableStream();
  const capabilities = provider.capabilitiesFor?.(request) ?? provider.capabilities;
  const domains = searchedDomains(request.web, capabilities);
  let sources = new ReplySources(domains);
  const { passages } = request.documents;
  let cited = new CitedPassages(passages, request.cited);
  const keep = (isNew: boolean) => {
    if (isNew) writer.keepSources(sources.found);
  };
  for (const note of request.notes) keep(sources.note(note));
  if (request.web.enabled && domains.length < request.web.domains.length) {
    writer.write({ event: 'info', data: { turnId, userMessageId, message: WEB_NOT_SEARCHED } });
  }
  let hasText = continuation !== undefined;
  let hasMessage = false;
  let isThinking = false;
  /** Stores the sources of a piece of text, and returns it with their numbers. */
  const keepCited = (piece: string): string => {
    const shown = cited.push(piece);
    for (const passage of shown.cited) keep(sources.citePassage(passage));
    return shown.text;
  };
  const writeText = (piece: string) => {
    if (piece === '') return;
    hasText = true;
    const shown = keepCited(piece);
    if (shown !== '') writer.write({ event: 'delta', data: { text: shown } });
  };
  /** Takes back the text so far, with its sources: it was none of the reply. */
  const replaceText = () => {
    text = new StorableStream();
    cited = new CitedPassages(passages, request.cited);
    const { notes } = sources.found;
    sources = new ReplySources(domains);
    for (const note of notes) sources.note(note);
    writer.keepSources(sources.found);
    hasText = continuation !== undefined;
    writer.write({ event: 'delta', data: { text: continuation ?? '', replaces: true } });
  };
  const starting = setTimeout(() => {
    const progress = `The model is still ${isThinking ? 'thinking' : 'starting'}...`;
    writer.write({ event: 'info', data: { turnId, userMessageId, progress } });
  }, timing.startingAfterMs);
  try {
    let event: ProviderEvent | undefined;
    let hasWord = false;
    const firstWordBy = Date.now() + timing.firstTextMs;
    for (;;) {
      // A model that is loaded or thinks sends nothing, or only signs of life.
      const waitMs = hasWord ? timing.betweenEventsMs : Math.max(0, firstWordBy - Date.now());
      event = await nextEvent(stream, signal, waitMs);
      if (event === undefined) throw new ProviderError('stream_broken');
      switch (event.type) {
        case 'alive':
          isThinking ||= event.isThinking === true;
          break;
        case 'connection': {
          const { type: _type, ...place } = event;
          writer.describeRun(place);
          break;
        }
        case 'created':
          writer.describeRun({
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
          // A reply may consist of several provider messages; here it is one message with the first ID.
          if (!hasMessage) {
            writer.write({ event: 'created', data: { openaiMessageId: event.openaiMessageId } });
          }
          hasMessage = true;
          break;
        case 'delta':
          // The adapter is typed, but the data that a provider sends through it may be malformed.
          if (typeof event.text !== 'string') throw new ProviderError('stream_broken');
          hasWord = true;
          clearTimeout(starting);
          if (event.replaces) replaceText();
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
          const shown = keepCited(rest) + cited.end();
          // Readers need not wait for the reply to be stored.
          writer.write({ event: 'delta', data: { text: shown, last: true } });
          return { status: 'completed', usage: event.usage };
        }
      }
    }
  } finally {
    clearTimeout(starting);
    // Not awaited: a provider that hangs would block the turn from finishing.
    stream.return(undefined).catch(() => undefined);
  }
}

async function endOfFailure(
  error: unknown,
  describeError: (error: ProviderError) => string | Promise<string>,
): Promise<TurnEnd> {
  if (error instanceof AppError) {
    const { code, message } = error;
    return { status: 'failed', errorCode: code, errorMessage: message, retryable: true };
  }
  const failure = toProviderError(error);
  const { code, retryable } = failure;
  return {
    status: 'failed',
    errorCode: code,
    errorMessage: await describeError(failure),
    retryable,
  };
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
        errorMessage: 'The reply took too long and was stopped.',
        retryable: true,
      };
  }
}

/**
 * Awaits work until an abort. The work continues: reading large files is slow, and the next request uses the result.
 */
function beforeAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

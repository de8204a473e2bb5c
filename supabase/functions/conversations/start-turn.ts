import { AppError } from '@homie/contracts/requests';
import { describeForAdministrators, type ProviderError } from '../_shared/ai/provider-error.ts';
import { lastEventId } from '../_shared/http/event-stream.ts';
import { retry } from '../_shared/turns/retry.ts';
import { formatLimitError } from '../_shared/turns/daily-replies.ts';
import { runTurn } from '../_shared/turns/run-turn.ts';
import type { LimitReached, NewTurn } from '../_shared/turns/turn-store.ts';
import { buildTurnRequest } from './build-turn-request.ts';
import type { CallContext } from './context.ts';
import { isAdmin } from './require-admin.ts';
import { turnStream } from './turn-stream.ts';

const SENDS_MESSAGE = 'You are sending messages too quickly. Please wait a minute and try again.';
const BUDGET_REACHED = 'This assistant has reached its budget for this month.';

/** A new turn without the fields that the call context provides: user, provider and writer. */
type WithoutContext<Turn> = Turn extends NewTurn
  ? Omit<Turn, 'userId' | 'provider' | 'writerId'>
  : never;

/**
 * Starts a reply, or finds the one that was started with the same key, and responds with its event stream.
 * @throws AppError with the reason if it cannot be started
 */
export async function streamTurn(
  context: CallContext,
  wanted: WithoutContext<NewTurn>,
): Promise<Response> {
  const turnId = await startTurn(context, wanted);
  return turnStream(context, turnId, lastEventId(context.request));
}

/**
 * Starts a reply, or finds the one that was started with the same key.
 * @returns the turn's id
 * @throws AppError with the reason if it cannot be started
 */
export async function startTurn(
  context: CallContext,
  wanted: WithoutContext<NewTurn>,
): Promise<string> {
  const { caller, store, provider, timing } = context;
  const turn: NewTurn = {
    ...wanted,
    userId: caller.id,
    provider: provider.kind,
    writerId: crypto.randomUUID(),
  };
  const started = await retry(() => store.start(turn), timing.retryStartForMs);
  switch (started.outcome) {
    case 'access_denied':
      throw new AppError('assistant_access_denied');
    case 'rate_limited':
    case 'daily_limit_reached':
      throw limitError(started);
    case 'budget_reached':
      throw new AppError(
        'rate_limited',
        (await isAdmin(context.data))
          ? `${BUDGET_REACHED} Raise it under Admin, Assistants.`
          : `${BUDGET_REACHED} Ask an administrator.`,
      );
    case 'conversation_not_found':
    case 'message_not_found':
    case 'turn_running':
    case 'attachment_unavailable':
      throw new AppError(started.outcome);
    case 'started':
      followReply(
        context,
        runTurn({
          ...context,
          ...started,
          buildRequest: () => buildTurnRequest(context, { ...turn, ...started }),
          describeError: (error, model) => describeToCaller(context, error, model),
        }),
      );
      return started.turnId;
    case 'existing':
      return started.turnId;
  }
}

/** Returns the message of an error, with what to check if the caller is an administrator. */
async function describeToCaller(
  { data, onError }: Pick<CallContext, 'data' | 'onError'>,
  error: ProviderError,
  model: string | undefined,
): Promise<string> {
  const description = describeForAdministrators(error, model);
  if (description === error.message) return description;
  try {
    return (await isAdmin(data)) ? description : error.message;
  } catch (failure) {
    onError(failure);
    return error.message;
  }
}

/** Reports a reply to the host, which waits for it before it exits. */
export function followReply(
  { onReply, waitUntil }: Pick<CallContext, 'onReply' | 'waitUntil'>,
  reply: Promise<void>,
): void {
  onReply(reply);
  waitUntil(reply);
}

/** Returns the error of a reply that the limits of a minute or a day refuse. */
export function limitError(refused: { outcome: 'rate_limited' } | LimitReached): AppError {
  return refused.outcome === 'rate_limited'
    ? new AppError('rate_limited', SENDS_MESSAGE)
    : new AppError('rate_limited', formatLimitError(refused), { retryAfter: refused.secondsLeft });
}

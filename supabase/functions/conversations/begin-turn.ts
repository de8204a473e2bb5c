import { AppError } from '@homie/contracts/requests';
import { lastEventId } from '../_shared/http/event-stream.ts';
import { retry } from '../_shared/turns/retry.ts';
import { refusalOf } from '../_shared/turns/daily-replies.ts';
import { runTurn } from '../_shared/turns/run-turn.ts';
import type { NewTurn } from '../_shared/turns/turn-store.ts';
import { buildTurnRequest } from './build-turn-request.ts';
import type { CallContext } from './context.ts';
import { turnStream } from './turn-stream.ts';

const SENDS_MESSAGE = 'You are sending messages too quickly. Please wait a minute and try again.';

/** What one endpoint asks for; who asks, and with which provider, is known. */
type WithoutBeginner<Turn> = Turn extends NewTurn
  ? Omit<Turn, 'userId' | 'provider' | 'writerId'>
  : never;

/**
 * Begins a reply, or finds the one that its key began before, and answers with the reply's events.
 * @throws AppError when it cannot be begun, with the reason
 */
export async function beginTurn(
  context: CallContext,
  wanted: WithoutBeginner<NewTurn>,
): Promise<Response> {
  const turnId = await startTurn(context, wanted);
  return turnStream(context, turnId, lastEventId(context.request));
}

/**
 * Begins a reply, or finds the one that its key began before.
 * @returns the turn's id
 * @throws AppError when it cannot be begun, with the reason
 */
export async function startTurn(
  context: CallContext,
  wanted: WithoutBeginner<NewTurn>,
): Promise<string> {
  const { caller, store, provider, timing, waitUntil, onReply } = context;
  const follow = (reply: Promise<void>) => {
    onReply(reply);
    waitUntil(reply);
  };
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
      throw new AppError('rate_limited', SENDS_MESSAGE);
    case 'daily_limit_reached':
      throw new AppError('rate_limited', refusalOf(started));
    case 'conversation_not_found':
    case 'message_not_found':
    case 'turn_running':
    case 'attachment_unavailable':
      throw new AppError(started.outcome);
    case 'started':
      follow(
        runTurn({
          ...context,
          ...started,
          buildRequest: () => buildTurnRequest(context, { ...turn, ...started }),
        }),
      );
      return started.turnId;
    case 'existing':
      return started.turnId;
  }
}

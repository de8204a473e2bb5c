import { AppError, tryAssistantRequestSchema } from '@homie/contracts/requests';
import { describeForAdministrators } from '../../_shared/ai/provider-error.ts';
import { recentHistory } from '../../_shared/domain/history.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { runTurn } from '../../_shared/turns/run-turn.ts';
import { TrialTurn } from '../../_shared/turns/trial-turn.ts';
import { TurnJournal } from '../../_shared/turns/turn-journal.ts';
import { TurnSignals } from '../../_shared/turns/turn-signals.ts';
import { assistantId } from '../assistant-id.ts';
import { HISTORY_CHARACTERS, toTurnRequest } from '../build-turn-request.ts';
import type { CallContext } from '../context.ts';
import { followReply, limitError } from '../start-turn.ts';
import { turnStream } from '../turn-stream.ts';
import { readAssistant } from './get-assistant.ts';

const DEMO_INSTRUCTIONS = 'The demo does not follow instructions or model settings.';

/**
 * POST /assistants/{id}/try: responds with the event stream of a reply with the given model settings. Neither messages
 * nor settings are stored: the reply is written in memory, and stops when the client disconnects. Admins only.
 */
export async function tryAssistant(
  context: CallContext,
  { parameters, body }: RoutedCall,
): Promise<Response> {
  const { caller, data, store, timing, provider } = context;
  const id = assistantId(parameters['id']);
  const { model, history, content } = parseInput(tryAssistantRequestSchema, body);
  const started = await store.startTrial({ userId: caller.id, assistantId: id });
  switch (started.outcome) {
    case 'admin_required':
      throw new AppError('admin_required');
    case 'not_found':
      throw new AppError('not_found', 'Assistant not found');
    case 'rate_limited':
    case 'daily_limit_reached':
      throw limitError(started);
    case 'started':
  }

  const turn = new TrialTurn(crypto.randomUUID());
  const signals = new TurnSignals();
  async function buildRequest() {
    const request = await toTurnRequest(
      context,
      { turnId: turn.id, conversationId: turn.id, userId: caller.id, ...started },
      {
        assistant: await readAssistant(data, id),
        // Not known: the search finds out.
        hasDocuments: true,
        model,
        question: { content, files: [] },
        history: recentHistory(history, HISTORY_CHARACTERS).map((message) => ({
          ...message,
          files: [],
        })),
      },
    );
    const isFirst = history.length === 0;
    return provider.kind === 'demo' && isFirst
      ? { ...request, notes: [...request.notes, DEMO_INSTRUCTIONS] }
      : request;
  }
  const reply = runTurn({
    ...context,
    turnId: turn.id,
    userMessageId: turn.id,
    buildRequest,
    store: turn,
    journal: new TurnJournal(turn, timing),
    signals,
    describeError: describeForAdministrators,
  });
  followReply(context, reply);
  return turnStream({ ...context, store: turn, signals }, turn.id, 0, () => signals.stop(turn.id));
}

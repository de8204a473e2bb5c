import type { SequencedStreamEvent } from '@homie/contracts';
import { streamEventSchema, turnStatusSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { callsOver, readData, type CallDatabase, type DataClient } from '../http/data-access.ts';
import type { DailyReplies } from './daily-replies.ts';
import type { LimitReached, NewTurn, StartedTurn, TurnEnd, TurnStore } from './turn-store.ts';

const limitReachedSchema = z.object({
  outcome: z.literal('daily_limit_reached'),
  daily_limit: z.int(),
  seconds_left: z.number(),
});

const rateLimitedSchema = z.object({ outcome: z.literal('rate_limited') });

/** The daily limit and the used replies; without both there is no warning. */
const warningSchema = { replies_used: z.optional(z.int()), daily_limit: z.optional(z.int()) };

const startedSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.enum(['started', 'existing']),
    turn_id: z.string(),
    user_message_id: z.string(),
    continuation: z.nullable(z.string()),
    ...warningSchema,
  }),
  limitReachedSchema,
  rateLimitedSchema,
  z.object({
    outcome: z.enum([
      'conversation_not_found',
      'access_denied',
      'turn_running',
      'message_not_found',
      'attachment_unavailable',
      'budget_reached',
    ]),
  }),
]);

const startedTrialSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('started'), ...warningSchema }),
  limitReachedSchema,
  rateLimitedSchema,
  z.object({ outcome: z.enum(['admin_required', 'not_found']) }),
]);

const statesSchema = z.array(
  z.object({
    turn_id: z.string(),
    status: z.nullable(turnStatusSchema),
    stop_requested: z.boolean(),
  }),
);

const eventSchema = z.pipe(
  z.looseObject({ seq: z.int() }),
  z.transform(({ seq, ...event }): SequencedStreamEvent => ({
    ...streamEventSchema.parse(event),
    seq,
  })),
);

const readingSchema = z.nullable(
  z.object({ status: turnStatusSchema, stale: z.boolean(), events: z.array(eventSchema) }),
);

/**
 * Creates the store of turns in Postgres, through the functions that only the server may call.
 * @param service a client that acts as the server
 * @param staleAfterMs maximum time without a heartbeat for a running turn
 * @param callDatabase a shorter path than `service`, for frequent writes
 */
export function databaseTurnStore(
  service: DataClient,
  {
    staleAfterMs,
    sendsPerMinute,
    dailyReplies = {},
    callDatabase = callsOver(service),
  }: {
    staleAfterMs: number;
    sendsPerMinute: number;
    dailyReplies?: DailyReplies | undefined;
    callDatabase?: CallDatabase | undefined;
  },
): TurnStore {
  const limits = { sends_per_minute: sendsPerMinute, daily_replies: dailyReplies };
  return {
    async start(turn): Promise<StartedTurn> {
      const started = await readData(
        service.rpc('start_turn', {
          user_id: turn.userId,
          conversation_id: turn.conversationId,
          ...buildQuestion(turn),
          idempotency_key: turn.idempotencyKey,
          provider: turn.provider,
          writer_id: turn.writerId,
          stale_after: interval(staleAfterMs),
          ...limits,
        }),
        startedSchema,
      );
      return startedTurn(started);
    },

    async startTrial({ userId, assistantId }) {
      const started = await readData(
        service.rpc('start_trial', { user_id: userId, assistant_id: assistantId, ...limits }),
        startedTrialSchema,
      );
      if (started.outcome === 'daily_limit_reached') return limitReached(started);
      return started.outcome === 'started'
        ? { outcome: 'started', ...toWarning(started) }
        : started;
    },

    async append(appends) {
      const wanted = appends.map(({ turnId, runId, requestCharacters, ...append }) => ({
        turn_id: turnId,
        run_id: runId,
        request_characters: requestCharacters,
        ...append,
      }));
      const answer = statesSchema.parse(
        await callDatabase('append_turns_events', { appends: wanted }),
      );
      const states = new Map(answer.map((state) => [state.turn_id, state]));
      return appends.map(({ turnId }) => {
        const state = states.get(turnId);
        return state && { status: state.status, stopRequested: state.stop_requested };
      });
    },

    async finish(turnId, end: TurnEnd) {
      return await readData(
        service.rpc('finish_turn', {
          turn_id: turnId,
          status: end.status,
          error_code: end.errorCode ?? null,
          error_message: end.errorMessage ?? null,
          retryable: end.retryable ?? false,
          usage: end.usage ?? null,
        }),
        z.nullable(eventSchema),
      );
    },

    async read(turnId, afterSeq) {
      const reading = await readData(
        service.rpc('read_turn', {
          turn_id: turnId,
          after_seq: afterSeq,
          stale_after: interval(staleAfterMs),
        }),
        readingSchema,
      );
      return reading ?? { status: null, stale: false, events: [] };
    },

    async requestStop({ userId, conversationId, turnId }) {
      const { outcome } = await readData(
        service.rpc('request_turn_stop', {
          user_id: userId,
          conversation_id: conversationId,
          turn_id: turnId,
        }),
        z.object({ outcome: z.enum(['stopping', 'ended', 'not_found']) }),
      );
      return outcome;
    },

    async fold() {
      await readData(service.rpc('fold_turn_events'), z.int());
    },

    async interruptStale({ olderThanMs = staleAfterMs, turnId } = {}) {
      return await readData(
        service.rpc('interrupt_stale_turns', {
          stale_after: interval(olderThanMs),
          turn_id: turnId ?? null,
        }),
        z.int(),
      );
    },
  };
}

function startedTurn(started: z.output<typeof startedSchema>): StartedTurn {
  if (started.outcome === 'daily_limit_reached') return limitReached(started);
  if (!('turn_id' in started)) return started;
  const { outcome, turn_id, user_message_id, continuation } = started;
  return {
    outcome,
    turnId: turn_id,
    userMessageId: user_message_id,
    ...(continuation !== null && { continuation }),
    ...toWarning(started),
  };
}

function limitReached({
  outcome,
  daily_limit,
  seconds_left,
}: z.output<typeof limitReachedSchema>): LimitReached {
  return { outcome, dailyLimit: daily_limit, secondsLeft: seconds_left };
}

function toWarning({
  replies_used: repliesUsed,
  daily_limit: dailyLimit,
}: {
  replies_used?: number | undefined;
  daily_limit?: number | undefined;
}) {
  return repliesUsed === undefined || dailyLimit === undefined
    ? {}
    : { warning: { repliesUsed, dailyLimit } };
}

function buildQuestion(turn: NewTurn) {
  return 'replyTo' in turn
    ? {
        content: null,
        attachment_paths: [],
        reply_to: turn.replyTo,
        continues: turn.continues ?? null,
      }
    : {
        content: turn.content,
        attachment_paths: turn.attachmentPaths,
        replaces: turn.replaces ?? null,
        title: turn.title ?? null,
        research: turn.research ?? false,
      };
}

function interval(milliseconds: number): string {
  return `${milliseconds} milliseconds`;
}

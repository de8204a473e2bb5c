import type { FollowUpQuestions } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';
import { messageId } from '../message-id.ts';
import { writeFollowUps, type AnsweredQuestion } from '../write-follow-ups.ts';

const requestedSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('requested'),
    assistant_id: z.string(),
    label: z.string(),
    openai_assistant_id: z.string(),
    turn_id: z.string(),
    question: z.string(),
    reply: z.string(),
  }),
  z.object({ outcome: z.literal('stored'), questions: z.array(z.string()) }),
  z.object({ outcome: z.enum(['pending', 'message_not_found']) }),
]);

/**
 * POST /conversations/{id}/messages/{messageId}/follow-ups: questions that the user may ask after the last reply. The
 * first call requests them from the provider, and continues if the client disconnects. If they fail, there are none.
 */
export async function suggestFollowUps(
  context: CallContext,
  { parameters }: RoutedCall,
): Promise<FollowUpQuestions> {
  const { caller, service, waitUntil } = context;
  const reply = {
    conversation_id: conversationId(parameters['id']),
    message_id: messageId(parameters['messageId']),
  };
  const found = await readData(
    service.rpc('request_follow_ups', { user_id: caller.id, ...reply }),
    requestedSchema,
  );
  switch (found.outcome) {
    case 'message_not_found':
      throw new AppError('message_not_found');
    case 'pending':
      return { questions: [], pending: true };
    case 'stored':
      return { questions: found.questions, pending: false };
    case 'requested': {
      const stored = storeFollowUps(context, reply.message_id, {
        turnId: found.turn_id,
        conversationId: reply.conversation_id,
        assistantId: found.assistant_id,
        assistant: { label: found.label, openaiAssistantId: found.openai_assistant_id },
        question: found.question,
        reply: found.reply,
      });
      waitUntil(stored);
      return { questions: await stored, pending: false };
    }
  }
}

/** Requests and stores the questions of a reply. Never rejects. */
async function storeFollowUps(
  context: CallContext,
  message_id: string,
  answered: AnsweredQuestion,
): Promise<string[]> {
  const { service, onError } = context;
  try {
    const { questions, usage } = await writeFollowUps(context, answered).catch((error: unknown) => {
      onError(error);
      return { questions: [], usage: null };
    });
    await readData(
      service.rpc('store_follow_ups', { turn_id: answered.turnId, message_id, questions, usage }),
      z.unknown(),
    );
    return questions;
  } catch (error) {
    onError(error);
    return [];
  }
}

import { AppError, feedbackInputSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';
import { messageId } from '../message-id.ts';

/** PUT /conversations/{id}/messages/{messageId}/feedback: stores the caller's feedback, instead of earlier feedback. */
export async function saveFeedback(
  { data }: CallContext,
  { parameters, body }: RoutedCall,
): Promise<null> {
  const feedback = parseInput(feedbackInputSchema, body);
  const isSaved = await readData(
    data.rpc('save_feedback', {
      conversation_id: conversationId(parameters['id']),
      message_id: messageId(parameters['messageId']),
      ...feedback,
    }),
    z.boolean(),
  );
  if (!isSaved) throw new AppError('message_not_found');
  return null;
}

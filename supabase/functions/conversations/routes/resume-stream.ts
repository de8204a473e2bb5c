import { AppError, resumeStreamQuerySchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { lastEventId } from '../../_shared/http/event-stream.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';
import { turnStream } from '../turn-stream.ts';

/** GET /conversations/{id}/stream?turnId=…: a reply's events after the one named by Last-Event-ID. */
export async function resumeStream(
  context: CallContext,
  { parameters, query }: RoutedCall,
): Promise<Response> {
  const id = conversationId(parameters['id']);
  const { turnId } = parseInput(resumeStreamQuerySchema, query);
  const turn = await readData(
    context.data
      .from('turns')
      .select('id')
      .eq('id', turnId)
      .eq('conversation_id', id)
      .maybeSingle(),
    z.nullable(z.object({ id: z.string() })),
  );
  if (!turn) throw new AppError('conversation_not_found');
  return turnStream(context, turnId, lastEventId(context.request));
}

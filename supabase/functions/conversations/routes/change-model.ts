import { AppError, assistantModelSchema, idSchema, type AssistantModel } from '@homie/contracts';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';

const outcomeSchema = z.object({ outcome: z.enum(['saved', 'admin_required', 'not_found']) });

/** PUT /assistants/{id}/model: says anew what the assistant is to the model. Admins only. */
export async function changeModel(
  { service, caller }: CallContext,
  { parameters, body }: RoutedCall,
): Promise<AssistantModel> {
  const id = idSchema().safeParse(parameters['id']);
  if (!id.success) throw unknownAssistant();
  const model = parseInput(assistantModelSchema, body);
  const { outcome } = await readData(
    service.rpc('set_assistant_model', {
      user_id: caller.id,
      assistant_id: id.data,
      provider: model.provider,
      model: model.model,
      instructions: model.instructions,
      max_output_tokens: model.maxOutputTokens,
      vector_store_ids: [...new Set(model.vectorStoreIds)],
    }),
    outcomeSchema,
  );
  if (outcome === 'admin_required') throw new AppError('admin_required');
  if (outcome === 'not_found') throw unknownAssistant();
  return model;
}

function unknownAssistant(): AppError {
  return new AppError('not_found', 'Assistant not found');
}

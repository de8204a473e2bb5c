import { idSchema, type SavedAssistantModel } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import { changeAssistantModelRequestSchema, findUnknownConnection } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { readAssistant } from './get-assistant.ts';
import { readModel } from './get-model.ts';

const outcomeSchema = z.object({
  outcome: z.enum(['saved', 'conflict', 'admin_required', 'not_found']),
});

/**
 * PUT /assistants/{id}/model: replaces the model settings of an assistant. If the request has a version and the
 * settings were changed since, nothing is overwritten: the response is a conflict with the saved settings as
 * `details.current`. Admins only.
 */
export async function changeModel(
  { service, data, caller, connectionModels }: CallContext,
  { parameters, body }: RoutedCall,
): Promise<SavedAssistantModel> {
  const id = idSchema().safeParse(parameters['id']);
  if (!id.success) throw unknownAssistant();
  const model = parseInput(changeAssistantModelRequestSchema, body);
  const unknown = findUnknownConnection(model, [...connectionModels.keys()]);
  if (unknown)
    throw new AppError('validation_failed', unknown.message, { details: { issues: [unknown] } });
  const { outcome } = await readData(
    service.rpc('save_assistant_model', {
      user_id: caller.id,
      assistant_id: id.data,
      provider: model.provider,
      model: model.model,
      instructions: model.instructions,
      max_output_tokens: model.maxOutputTokens,
      max_input_tokens: model.maxInputTokens,
      fallback: model.fallback,
      vector_store_ids: [...new Set(model.vectorStoreIds)],
      read_version: model.version ?? null,
    }),
    outcomeSchema,
  );
  if (outcome === 'admin_required') throw new AppError('admin_required');
  if (outcome === 'not_found') throw unknownAssistant();
  const current = await readModel(service, await readAssistant(data, id.data));
  if (outcome === 'conflict') throw new AppError('conflict', undefined, { details: { current } });
  return current;
}

function unknownAssistant(): AppError {
  return new AppError('not_found', 'Assistant not found');
}

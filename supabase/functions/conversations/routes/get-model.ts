import { assistantModelSchema, type AssistantModel } from '@homie/contracts';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { requireAdmin } from '../require-admin.ts';
import { getAssistant } from './get-assistant.ts';

const profilesSchema = z.array(
  z.pipe(
    z.object({
      provider: z.string(),
      model: z.nullable(z.string()),
      instructions: z.string(),
      max_output_tokens: z.nullable(z.int()),
      vector_store_ids: z.array(z.string()),
    }),
    z.transform(({ max_output_tokens, vector_store_ids, ...profile }) => ({
      ...profile,
      maxOutputTokens: max_output_tokens,
      vectorStoreIds: vector_store_ids,
    })),
  ),
);

/** GET /assistants/{id}/model: what the assistant is to the model, instructions included. Admins only. */
export async function getModel(context: CallContext, call: RoutedCall): Promise<AssistantModel> {
  await requireAdmin(context.data);
  const assistant = await getAssistant(context, call);
  const [profile = {}] = await readData(
    context.service
      .from('ai_assistant_profiles')
      .select('provider,model,instructions,max_output_tokens,vector_store_ids')
      .eq('openai_assistant_id', assistant.openai_assistant_id),
    profilesSchema,
  );
  return assistantModelSchema.parse(profile);
}

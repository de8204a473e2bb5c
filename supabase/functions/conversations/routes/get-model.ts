import type { Assistant, SavedAssistantModel } from '@homie/contracts';
import { savedAssistantModelSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { readData, type DataClient } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { PROFILE_COLUMNS, profileRowSchema } from '../assistant-profiles.ts';
import type { CallContext } from '../context.ts';
import { requireAdmin } from '../require-admin.ts';
import { getAssistant } from './get-assistant.ts';

/** Version of an assistant without a profile: the same as that of its first profile. */
const FIRST_VERSION = 1;

const profilesSchema = z.array(
  z.pipe(
    z.extend(profileRowSchema, { version: z.int() }),
    z.transform(({ max_output_tokens, max_input_tokens, vector_store_ids, ...profile }) => ({
      ...profile,
      maxOutputTokens: max_output_tokens,
      maxInputTokens: max_input_tokens,
      vectorStoreIds: vector_store_ids,
    })),
  ),
);

/** GET /assistants/{id}/model: the model settings of the assistant, with its instructions. Admins only. */
export async function getModel(
  context: CallContext,
  call: RoutedCall,
): Promise<SavedAssistantModel> {
  await requireAdmin(context.data);
  return readModel(context.service, await getAssistant(context, call));
}

/** Reads the model settings of an assistant. @param service acts as the server: no other role may read them */
export async function readModel(
  service: DataClient,
  { openai_assistant_id }: Pick<Assistant, 'openai_assistant_id'>,
): Promise<SavedAssistantModel> {
  const [profile = { version: FIRST_VERSION }] = await readData(
    service
      .from('ai_assistant_profiles')
      .select(`${PROFILE_COLUMNS},version`)
      .eq('openai_assistant_id', openai_assistant_id),
    profilesSchema,
  );
  return savedAssistantModelSchema.parse(profile);
}

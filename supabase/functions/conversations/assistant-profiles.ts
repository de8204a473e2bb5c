import type { AssistantModel } from '@homie/contracts';
import * as z from 'zod/mini';
import type { TurnRequest } from '../_shared/ai/provider.ts';
import { ProviderError } from '../_shared/ai/provider-error.ts';
import type { NamedConnection } from '../_shared/ai/connection-settings.ts';
import type { ProviderSettings } from '../_shared/ai/provider-settings.ts';
import { readData, type DataClient } from '../_shared/http/data-access.ts';

/** Model settings of an assistant. */
type AssistantProfile = Pick<
  TurnRequest,
  | 'model'
  | 'instructions'
  | 'maxOutputTokens'
  | 'maxInputTokens'
  | 'vectorStoreIds'
  | 'connection'
  | 'fallback'
>;

/**
 * Reads the profile of an assistant by its key, or completes model settings that are not saved.
 * @throws ProviderError not_found if no model is configured
 */
export type ReadProfile = (
  assistant: TurnRequest['assistant'],
  unsaved?: AssistantModel,
) => Promise<AssistantProfile>;

const MAX_OUTPUT_TOKENS = 4_096;

export const PROFILE_COLUMNS =
  'provider,fallback,model,instructions,max_output_tokens,max_input_tokens,vector_store_ids';

/** Row of `ai_assistant_profiles` with the columns that a reply needs. */
export const profileRowSchema = z.object({
  provider: z.string(),
  model: z.nullable(z.string()),
  instructions: z.string(),
  max_output_tokens: z.nullable(z.int()),
  max_input_tokens: z.nullable(z.int()),
  fallback: z.nullable(z.string()),
  vector_store_ids: z.array(z.string()),
});

/**
 * Returns a reader of the profiles in the database, which no caller may read. The model of the settings and our default
 * instructions are used for empty fields and for an assistant without a profile. The demo reads no profile.
 * @param service a client that acts as the server
 */
export function assistantProfiles(
  service: DataClient,
  settings: ProviderSettings,
  connections: readonly NamedConnection[],
): ReadProfile {
  if (settings.kind === 'demo') {
    return async () => ({
      model: '',
      instructions: '',
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      vectorStoreIds: [],
    });
  }
  return async ({ label, openaiAssistantId }, unsaved) => {
    const profile = unsaved ? toRow(unsaved) : await readRow(service, openaiAssistantId);
    const name = profile?.provider ?? DEFAULT_PROVIDER;
    const connection = connections.find((each) => each.name === name);
    const isElsewhere = !connection && ![DEFAULT_PROVIDER, settings.kind].includes(name);
    const model = profile?.model ?? (connection ?? settings).model;
    const fallback = connections.find((each) => each.name === profile?.fallback);
    const maxInputTokens = profile?.max_input_tokens ?? undefined;
    if (isElsewhere || !model) {
      throw new ProviderError('not_found', { cause: new Error('No profile names a model') });
    }
    return {
      model,
      instructions: profile?.instructions || defaultInstructions(label),
      maxOutputTokens: profile?.max_output_tokens ?? MAX_OUTPUT_TOKENS,
      ...(maxInputTokens !== undefined && { maxInputTokens }),
      vectorStoreIds: profile?.vector_store_ids ?? [],
      ...(connection && { connection: connection.name }),
      ...(fallback && { fallback: fallback.name }),
    };
  };
}

async function readRow(service: DataClient, openaiAssistantId: string) {
  const [row] = await readData(
    service
      .from('ai_assistant_profiles')
      .select(PROFILE_COLUMNS)
      .eq('openai_assistant_id', openaiAssistantId),
    z.array(profileRowSchema),
  );
  return row;
}

function toRow({
  maxOutputTokens,
  maxInputTokens,
  vectorStoreIds,
  ...model
}: AssistantModel): z.output<typeof profileRowSchema> {
  return {
    ...model,
    max_output_tokens: maxOutputTokens,
    max_input_tokens: maxInputTokens,
    vector_store_ids: vectorStoreIds,
  };
}

/** Provider of a profile that works with every connected provider. */
const DEFAULT_PROVIDER = 'default';

function defaultInstructions(label: string): string {
  return (
    `You are "${label}", an assistant for the staff of an organisation that manages property and supports people with ` +
    'disability. Answer briefly, in plain words and in the language of the question. Say so when you do not know: make ' +
    'up no facts, names, figures or sources. You do not give medical or legal advice: say who should be asked.'
  );
}

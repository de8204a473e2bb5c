import { findModel, listModels } from '../../../../../supabase/functions/_shared/ai/list-models.ts';
import {
  describeForAdministrators,
  ProviderError,
} from '../../../../../supabase/functions/_shared/ai/provider-error.ts';
import type { ConnectedProviderSettings } from '../../../../../supabase/functions/_shared/ai/provider-settings.ts';

/** Returns who writes the replies, in words: the model, and the host of the AI provider. */
export function repliesLine({ model, baseUrl }: ConnectedProviderSettings): string {
  const host = baseUrl === undefined ? 'OpenAI' : new URL(baseUrl).host;
  return model === undefined ? `by the models of ${host}` : `by ${model} of ${host}`;
}

/**
 * Requests the list of models once, as a check of key and address.
 * @returns what to check if the provider refuses it, or lists other models than the one of the settings
 */
export async function findProviderProblem(
  settings: ConnectedProviderSettings,
): Promise<string | undefined> {
  const { model } = settings;
  try {
    const models = await listModels(settings);
    if (model === undefined || models.length === 0 || findModel(models, model)) return undefined;
    return `The AI provider does not list the model "${model}". Check AI_MODEL.`;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Many providers have no list of models.
    return error.code === 'not_found' ? undefined : describeForAdministrators(error);
  }
}

import type { ProviderConnection } from './openai-client.ts';
import { isPlainAddress } from './provider-settings.ts';

/** Settings of the model that embeds passages and questions. */
export interface EmbeddingSettings extends Pick<ProviderConnection, 'baseUrl' | 'apiKey'> {
  model: string;
}

/**
 * Parses the settings of embeddings from variables: AI_EMBEDDING_MODEL, without which there are none; AI_EMBEDDING_BASE_URL
 * and AI_EMBEDDING_API_KEY, by default AI_BASE_URL and AI_API_KEY.
 * @throws Error whose message names the variable to set. It does not repeat the value, which may be a secret.
 */
export function readEmbeddingSettings(
  variables: Readonly<Record<string, string | undefined>>,
): EmbeddingSettings | undefined {
  const text = (name: string) => variables[name]?.trim() || undefined;
  const model = text('AI_EMBEDDING_MODEL');
  if (model === undefined) return undefined;
  const ownUrl = text('AI_EMBEDDING_BASE_URL');
  // A key is sent only to the address that it is meant for.
  const ownKey = text('AI_EMBEDDING_API_KEY');
  const baseUrl = ownUrl ?? text('AI_BASE_URL');
  const apiKey = ownKey ?? (ownUrl === undefined ? text('AI_API_KEY') : undefined);
  if (!/^[!-~]{1,200}$/.test(model))
    throw new Error('Set AI_EMBEDDING_MODEL to the name of a model: one word.');
  if (apiKey !== undefined && !/^[!-~]+$/.test(apiKey))
    throw new Error('Set AI_EMBEDDING_API_KEY to the provider’s key alone: one word.');
  if (baseUrl !== undefined && !isPlainAddress(baseUrl))
    throw new Error(
      'Set AI_EMBEDDING_BASE_URL to the address of the provider’s API, like https://ai.example.org/v1.',
    );
  if (baseUrl === undefined && apiKey === undefined)
    throw new Error(
      'AI_EMBEDDING_MODEL is set: set AI_EMBEDDING_API_KEY or AI_EMBEDDING_BASE_URL too.',
    );
  return {
    model,
    ...(baseUrl !== undefined && { baseUrl: baseUrl.replace(/\/+$/, '') }),
    ...(apiKey !== undefined && { apiKey }),
  };
}

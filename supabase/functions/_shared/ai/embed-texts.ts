import type { EmbeddingSettings } from './embedding-settings.ts';
import { openAiClient } from './openai-client.ts';
import { openAiError } from './openai-errors.ts';

/**
 * Returns the embeddings of texts, in their order.
 * @throws ProviderError
 */
export type EmbedTexts = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<readonly (readonly number[])[]>;

/** Creates a function that embeds texts through an OpenAI-compatible API. */
export function createEmbedTexts(settings: EmbeddingSettings): EmbedTexts {
  const client = openAiClient(settings);
  return async (texts, signal) => {
    try {
      const { embeddings } = await client();
      const { data } = await embeddings.create(
        // Numbers: not every compatible provider supports the default, base64.
        { model: settings.model, input: [...texts], encoding_format: 'float' },
        { signal },
      );
      const sorted = data.toSorted((one, other) => one.index - other.index);
      if (sorted.length !== texts.length)
        throw new Error('The provider returned too few embeddings.');
      return sorted.map(({ embedding }) => embedding);
    } catch (error) {
      throw openAiError(error);
    }
  };
}

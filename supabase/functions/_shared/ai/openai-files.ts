import type OpenAI from 'openai';
import type { ProviderConnection } from './openai-client.ts';
import type { ProviderFiles } from './provider.ts';
import type { ProviderError } from './provider-error.ts';

/** Lifetime of a copy at the provider. A later question about the file uploads it again. */
const KEPT_SECONDS = 7 * 24 * 60 * 60;
const UPLOAD_TIMEOUT_MS = 60_000;
const REMOVAL_TIMEOUT_MS = 15_000;

/** Creates the access to files at OpenAI, which a model can read and which expire after a week. */
export function openAiFiles(
  client: () => Promise<OpenAI>,
  { baseUrl, apiKey }: ProviderConnection,
): ProviderFiles {
  return {
    async account() {
      const named = new TextEncoder().encode(`${baseUrl ?? ''} ${apiKey ?? ''}`);
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', named));
      const name = Array.from(digest.slice(0, 12), (byte) => byte.toString(16).padStart(2, '0'));
      return `openai:${name.join('')}`;
    },
    async upload({ name, mime, bytes }) {
      try {
        const { toFile } = await import('openai');
        const { files } = await client();
        const expiresAt = new Date(Date.now() + KEPT_SECONDS * 1000).toISOString();
        const { id } = await files.create(
          {
            file: await toFile(bytes, name, { type: mime }),
            purpose: 'user_data',
            expires_after: { anchor: 'created_at', seconds: KEPT_SECONDS },
          },
          { timeout: UPLOAD_TIMEOUT_MS },
        );
        return { fileId: id, expiresAt };
      } catch (error) {
        throw await named(error);
      }
    },
    async remove(fileId) {
      try {
        const { files } = await client();
        await files.delete(fileId, { timeout: REMOVAL_TIMEOUT_MS });
      } catch (error) {
        const failure = await named(error);
        if (failure.code !== 'not_found') throw failure;
      }
    },
  };
}

/**
 * Maps an error to a `ProviderError`. Its module uses the official client's error classes and is loaded with the
 * client.
 */
async function named(error: unknown): Promise<ProviderError> {
  const { openAiError } = await import('./openai-errors.ts');
  return openAiError(error);
}

import type { AvailableModels, ProviderCheck } from '@homie/contracts/admin';
import { checkProvider } from '../_shared/ai/check-provider.ts';
import { createEmbedTexts } from '../_shared/ai/embed-texts.ts';
import type { EmbeddingSettings } from '../_shared/ai/embedding-settings.ts';
import { listModels } from '../_shared/ai/list-models.ts';
import type { AiProvider } from '../_shared/ai/provider.ts';
import { ProviderError } from '../_shared/ai/provider-error.ts';
import type { ProviderSettings } from '../_shared/ai/provider-settings.ts';

/** Time for which a list of models is reused. A failure is not. */
const REUSE_MS = 10 * 60_000;

/** What administrators request of the provider itself. */
export interface ProviderOperations {
  check(): Promise<ProviderCheck[]>;
  listModels(): Promise<AvailableModels>;
}

interface OperationsOptions {
  ai: ProviderSettings;
  embeddings?: EmbeddingSettings | undefined;
  provider: AiProvider;
  timeoutMs: number;
}

const NO_PROVIDER: ProviderCheck = {
  name: 'Reply',
  state: 'works',
  text: 'No provider is connected: the demo writes the replies.',
};

/** Creates the operations. Several administrators share one check: each costs a few replies. */
export function providerOperations(options: OperationsOptions): ProviderOperations {
  const { ai: settings, embeddings, provider, timeoutMs } = options;
  let running: Promise<ProviderCheck[]> | undefined;
  let listed: { at: number; models: AvailableModels } | undefined;
  return {
    check() {
      if (settings.kind === 'demo') return Promise.resolve([NO_PROVIDER]);
      const embedTexts = embeddings && createEmbedTexts(embeddings);
      running ??= checkProvider({ settings, provider, embedTexts, timeoutMs }).finally(() => {
        running = undefined;
      });
      return running;
    },
    async listModels() {
      if (settings.kind === 'demo') return { default: null, models: [] };
      if (listed && Date.now() - listed.at < REUSE_MS) return listed.models;
      const fallback = settings.model ?? null;
      try {
        const models = { default: fallback, models: await listModels(settings) };
        listed = { at: Date.now(), models };
        return models;
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        return { default: fallback, models: null };
      }
    },
  };
}

import type { AvailableModel, ProviderCheck } from '@homie/contracts/admin';
import { checkProvider } from '../_shared/ai/check-provider.ts';
import type { NamedConnection } from '../_shared/ai/connection-settings.ts';
import { createEmbedTexts } from '../_shared/ai/embed-texts.ts';
import type { EmbeddingSettings } from '../_shared/ai/embedding-settings.ts';
import { listModels } from '../_shared/ai/list-models.ts';
import type { AiProvider } from '../_shared/ai/provider.ts';
import { ProviderError } from '../_shared/ai/provider-error.ts';
import type {
  ConnectedProviderSettings,
  ProviderSettings,
} from '../_shared/ai/provider-settings.ts';

/** Time for which lists of models are reused. */
const REUSE_MS = 10 * 60_000;

/** What administrators request of the provider itself. */
export interface ProviderOperations {
  check(): Promise<ProviderCheck[]>;
  /** Lists the models of all connections; none of one that cannot list them. */
  listModels(): Promise<AvailableModel[]>;
}

interface OperationsOptions {
  ai: ProviderSettings;
  aiConnections: readonly NamedConnection[];
  embeddings?: EmbeddingSettings | undefined;
  provider: AiProvider;
  /** Creates the provider of a connection. */
  connect: (connection: NamedConnection) => AiProvider;
  timeoutMs: number;
}

const NO_PROVIDER: ProviderCheck = {
  name: 'Reply',
  state: 'works',
  text: 'No provider is connected: the demo writes the replies.',
};

/** Creates the operations. Several administrators share one check: each costs a few replies. */
export function providerOperations({
  ai,
  aiConnections,
  embeddings,
  provider,
  connect,
  timeoutMs,
}: OperationsOptions): ProviderOperations {
  let running: Promise<ProviderCheck[]> | undefined;
  let listed: { at: number; models: AvailableModel[] } | undefined;

  async function checkAll(settings: ConnectedProviderSettings): Promise<ProviderCheck[]> {
    const embedTexts = embeddings && createEmbedTexts(embeddings);
    const checks = await checkProvider({ settings, provider, embedTexts, timeoutMs });
    for (const connection of aiConnections) {
      const found = await checkProvider({
        settings: connection,
        provider: connect(connection),
        embedTexts: undefined,
        timeoutMs,
      });
      const own = found.filter(({ name }) => name !== 'Embeddings');
      checks.push(...own.map((check) => ({ ...check, name: `${connection.name}: ${check.name}` })));
    }
    return checks;
  }

  return {
    check() {
      if (ai.kind === 'demo') return Promise.resolve([NO_PROVIDER]);
      running ??= checkAll(ai).finally(() => {
        running = undefined;
      });
      return running;
    },
    async listModels() {
      if (ai.kind === 'demo') return [];
      if (listed && Date.now() - listed.at < REUSE_MS) return listed.models;
      const all = [{ name: 'default', ...ai }, ...aiConnections];
      const models = (await Promise.all(all.map(modelsOf))).flat();
      listed = { at: Date.now(), models };
      return models;
    },
  };
}

async function modelsOf(
  connection: ConnectedProviderSettings & { name: string; models?: readonly string[] },
): Promise<AvailableModel[]> {
  const { name: provider, models } = connection;
  if (models) return models.map((id) => ({ provider, id, endsOn: null }));
  try {
    return (await listModels(connection)).map((model) => ({ provider, ...model }));
  } catch (error) {
    if (error instanceof ProviderError) return [];
    throw error;
  }
}

import type { ProviderCheck } from '@homie/contracts/admin';
import type { EmbedTexts } from './embed-texts.ts';
import { findModel, listModels } from './list-models.ts';
import type { AiProvider, ProviderEvent, TurnRequest } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { canSearchWeb } from './web-search.ts';

interface CheckedProvider {
  settings: Exclude<ProviderSettings, { kind: 'demo' }>;
  provider: AiProvider;
  embedTexts: EmbedTexts | undefined;
  /** Time for each check. */
  timeoutMs: number;
}

/** A request that costs next to nothing. */
const REQUEST: Omit<TurnRequest, 'model'> = {
  turnId: 'check',
  assistant: { label: 'Check', openaiAssistantId: 'asst_check' },
  instructions: 'Answer in five short sentences.',
  history: [],
  question: 'What is a calendar good for?',
  attachments: [],
  web: { enabled: false, domains: [] },
  documents: { hasDocuments: false, passages: [] },
  vectorStoreIds: [],
  notes: [],
  records: {
    present: { id: 'check' },
    participants: async () => [],
    assistants: async () => [],
    documents: async () => [],
    rankTexts: async () => [],
    earlierConversations: async () => [],
  },
  safetyId: 'check',
  // Enough for a model that thinks first.
  maxOutputTokens: 2_000,
};

/** Checks what works with a provider: a reply, its stream, usage, files, web search, embeddings and the list of models. */
export async function checkProvider(checked: CheckedProvider): Promise<ProviderCheck[]> {
  const models = await checkModels(checked);
  const { model } = checked.settings;
  if (model === undefined) {
    const text = 'AI_MODEL is not set: replies are not checked.';
    return [{ name: 'Reply', state: 'missing', text }, models, await checkEmbeddings(checked)];
  }
  const reply = await checkReply(checked, model);
  const others = [await checkFiles(checked), await checkWeb(checked, model)];
  return [...reply, ...others, await checkEmbeddings(checked), models];
}

async function checkReply(checked: CheckedProvider, model: string): Promise<ProviderCheck[]> {
  const started = performance.now();
  let firstMs = 0;
  let pieces = 0;
  let usage: Record<string, unknown> | null = null;
  try {
    for await (const event of streamReply(checked, { ...REQUEST, model })) {
      if (event.type === 'delta' && (pieces += 1) === 1) firstMs = performance.now() - started;
      if (event.type === 'done') usage = event.usage;
    }
  } catch (error) {
    return [failed('Reply', error)];
  }
  if (pieces === 0) return [{ name: 'Reply', state: 'failed', text: `${model} wrote no text.` }];
  const seconds = (firstMs / 1000).toFixed(1);
  const hasUsage = typeof usage?.['output_tokens'] === 'number';
  return [
    {
      name: 'Reply',
      state: 'works',
      text: `${model} replies, with the first word after ${seconds} s.`,
    },
    pieces > 1
      ? { name: 'Stream', state: 'works', text: 'The text arrives word by word.' }
      : { name: 'Stream', state: 'missing', text: 'The text arrives all at once.' },
    hasUsage
      ? { name: 'Usage', state: 'works', text: 'Each reply reports its tokens.' }
      : {
          name: 'Usage',
          state: 'missing',
          text: 'Replies report no tokens: budgets count an estimate.',
        },
  ];
}

async function checkFiles({ provider: { files } }: CheckedProvider): Promise<ProviderCheck> {
  const name = 'Files';
  if (!files) {
    const text = 'The product reads files itself and sends their text.';
    return { name, state: 'works', text };
  }
  try {
    const bytes = new TextEncoder().encode('A check of Second Homie.');
    const { fileId } = await files.upload({ name: 'check.txt', mime: 'text/plain', bytes });
    await files.remove(fileId);
    return { name, state: 'works', text: 'The provider stores files and reads them.' };
  } catch (error) {
    return failed(name, error);
  }
}

async function checkWeb(checked: CheckedProvider, model: string): Promise<ProviderCheck> {
  const name = 'Web search';
  if (!canSearchWeb(checked.provider.capabilities)) {
    return {
      name,
      state: 'missing',
      text: 'The provider cannot restrict a search to given sites.',
    };
  }
  try {
    const web = { enabled: true, domains: ['example.org'], required: true };
    for await (const _ of streamReply(checked, { ...REQUEST, model, web }));
    return { name, state: 'works', text: 'The provider searches the sites of an assistant.' };
  } catch (error) {
    return failed(name, error);
  }
}

async function checkEmbeddings({ embedTexts, timeoutMs }: CheckedProvider): Promise<ProviderCheck> {
  const name = 'Embeddings';
  if (!embedTexts) {
    const text = 'AI_EMBEDDING_MODEL is not set: documents are searched by words alone.';
    return { name, state: 'missing', text };
  }
  try {
    const [vector] = await embedTexts(['A calendar'], AbortSignal.timeout(timeoutMs));
    return { name, state: 'works', text: `Texts have embeddings of ${vector?.length} numbers.` };
  } catch (error) {
    return failed(name, error);
  }
}

async function checkModels({ settings }: CheckedProvider): Promise<ProviderCheck> {
  const name = 'Model list';
  try {
    const models = await listModels(settings);
    if (models.length === 0)
      return { name, state: 'missing', text: 'The provider lists no models: type their names.' };
    const count = `The provider lists ${models.length} ${models.length === 1 ? 'model' : 'models'}`;
    const found = findModel(models, settings.model ?? '');
    if (settings.model === undefined || found?.endsOn === null)
      return { name, state: 'works', text: `${count}.` };
    if (found)
      return { name, state: 'works', text: `${count}. ${found.id} ends on ${found.endsOn}.` };
    return { name, state: 'failed', text: `${count}, but not ${settings.model}.` };
  } catch (error) {
    return { ...failed(name, error), state: 'missing' };
  }
}

/** Requests a reply. @throws ProviderError, timeout among others */
async function* streamReply(
  { provider, timeoutMs }: CheckedProvider,
  request: TurnRequest,
): AsyncGenerator<ProviderEvent> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    yield* provider.stream(request, { signal });
  } catch (error) {
    throw signal.aborted ? new ProviderError('timeout') : error;
  }
}

/** Describes a failure without the provider's own text, which may contain anything. */
function failed(name: string, error: unknown): ProviderCheck {
  if (!(error instanceof ProviderError)) throw error;
  const trace = error.cause instanceof Error ? error.cause.message.split(': ').at(-1) : undefined;
  const text = error.message.split('. ')[0]?.replace(/\.$/, '') ?? '';
  return { name, state: 'failed', text: `${text}${trace ? ` (${trace})` : ''}.` };
}

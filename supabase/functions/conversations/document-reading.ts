import { createEmbedTexts } from '../_shared/ai/embed-texts.ts';
import { Embeddings, setEmbeddingModel } from '../_shared/documents/embeddings.ts';
import { DocumentStore } from '../_shared/documents/document-store.ts';
import { readDocuments } from '../_shared/documents/read-documents.ts';
import { extractFile } from '../_shared/domain/extract/extract-file.ts';
import { CHECKS } from '../_shared/domain/scan/scan-file.ts';
import { serviceClient } from '../_shared/http/data-access.ts';
import { serverStorage } from '../_shared/http/file-storage.ts';
import { currentScanner } from '../security-scan/scanner.ts';
import type { ConversationsDependencies } from './dependencies.ts';
import { withDefaults, type ConversationsEnvironment } from './environment.ts';

type ReadingDependencies = Pick<
  ConversationsDependencies,
  'fetch' | 'extractFile' | 'draining' | 'shutdown' | 'onError'
>;

/**
 * Reads the documents that wait, in this process, and embeds their passages. Called periodically, and after a document
 * was added.
 * @param isOnly true if no other process can be reading: versions that a stopped process has claimed are read at once
 */
export async function readWaitingDocuments(
  environment: ConversationsEnvironment,
  dependencies: ReadingDependencies = {},
  { isOnly = false }: { isOnly?: boolean } = {},
): Promise<void> {
  const settings = withDefaults(environment);
  const service = { ...settings, fetch: dependencies.fetch ?? fetch };
  const client = serviceClient(service);
  const store = new DocumentStore(client);
  const signal = dependencies.draining ?? dependencies.shutdown ?? new AbortController().signal;
  const embeddings = createEmbeddings(environment, dependencies);
  if (!embeddings) await setEmbeddingModel(client, null);
  if (isOnly) await store.release();
  await readDocuments({
    store,
    files: serverStorage(service),
    scanner: () => currentScanner(CHECKS, settings.clamav),
    extractFile: dependencies.extractFile ?? extractFile,
    signal,
    onError: dependencies.onError ?? (() => undefined),
  });
  await embeddings?.embedPassages(signal);
}

/** Returns the embeddings of the environment; undefined without a model. */
export function createEmbeddings(
  environment: ConversationsEnvironment,
  { fetch: reach = fetch, onError = () => undefined }: ReadingDependencies = {},
): Embeddings | undefined {
  const settings = withDefaults(environment);
  return (
    settings.embeddings &&
    new Embeddings({
      service: serviceClient({ ...settings, fetch: reach }),
      model: settings.embeddings.model,
      embed: createEmbedTexts(settings.embeddings),
      onError,
    })
  );
}

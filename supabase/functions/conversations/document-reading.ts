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
 * Reads the documents that wait, in this process. Called periodically, and after a document was added.
 * @param isOnly true if no other process can be reading: versions that a stopped process has claimed are read at once
 */
export async function readWaitingDocuments(
  environment: ConversationsEnvironment,
  dependencies: ReadingDependencies = {},
  { isOnly = false }: { isOnly?: boolean } = {},
): Promise<void> {
  const settings = withDefaults(environment);
  const service = { ...settings, fetch: dependencies.fetch ?? fetch };
  const store = new DocumentStore(serviceClient(service));
  if (isOnly) await store.release();
  await readDocuments({
    store,
    files: serverStorage(service),
    scanner: () => currentScanner(CHECKS, settings.clamav),
    extractFile: dependencies.extractFile ?? extractFile,
    signal: dependencies.draining ?? dependencies.shutdown ?? new AbortController().signal,
    onError: dependencies.onError ?? (() => undefined),
  });
}

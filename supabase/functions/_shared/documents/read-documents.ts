import { isBlank, type ExtractFile } from '../domain/extract/extracted-file.ts';
import { noText } from '../domain/extract/notes.ts';
import { chunkFile, chunkNote } from '../domain/documents/chunk-file.ts';
import { scanFile } from '../domain/scan/scan-file.ts';
import type { Check } from '../domain/scan/check.ts';
import { fileChecksum } from '../files/file-checksum.ts';
import type { FileStorage } from '../http/file-storage.ts';
import type { ClaimedVersion, DocumentStore } from './document-store.ts';
import { ProgressWriter } from './progress-writer.ts';

/** Scanner of files: its name changes with its checks and signatures. */
interface Scanner {
  name: string;
  checks: readonly Check[];
}

/** Dependencies of reading documents. */
export interface ReadDocuments {
  store: DocumentStore;
  /** Stored files as the server. */
  files: FileStorage;
  scanner: () => Promise<Scanner>;
  extractFile: ExtractFile;
  /** Aborted when the process stops: no further version is claimed. */
  signal: AbortSignal;
  onError: (error: unknown) => void;
}

const DAMAGED = 'The stored file is not the one that was uploaded. Upload it again.';
const SCANNED = 30;
const EXTRACTED = 95;

/**
 * Reads versions of documents until none waits. Any number of processes may run it; if one stops, another one claims its
 * version again later. Never rejects.
 */
export async function readDocuments(options: ReadDocuments): Promise<void> {
  try {
    while (!options.signal.aborted) {
      const version = await options.store.claim();
      if (version === undefined) return;
      // The others are read all the same. The claim ends by itself, and this version is read again then.
      await readVersion(version, options).catch(options.onError);
    }
  } catch (error) {
    options.onError(error);
  }
}

async function readVersion(version: ClaimedVersion, options: ReadDocuments): Promise<void> {
  const { store } = options;
  if (version.note !== null) {
    await store.finish(version, { chunks: chunkNote(version.note), remarks: [] });
    return;
  }
  const { name, size, sha256, supabase_path: path } = version;
  if (name === null || size === null || sha256 === null || path === null) return;
  const bytes = await options.files.read(path, size);
  if (bytes === undefined || (await fileChecksum(bytes)) !== sha256) {
    // Without bytes there is nothing to serve, and they may be back later.
    await store.fail(version, DAMAGED, { isWithdrawn: bytes !== undefined });
    return;
  }
  const scanner = await options.scanner();
  const verdict = await scanFile({ name, bytes }, { checks: scanner.checks, ...options });
  if (verdict.status !== 'clean') {
    const isWithdrawn = verdict.status === 'blocked';
    await store.fail(version, verdict.reason, { scanner: scanner.name, isWithdrawn });
    return;
  }
  if (!(await store.report(version, SCANNED))) return;
  const progress = new ProgressWriter((percent) => store.report(version, percent));
  const content = await options.extractFile(
    { name, bytes },
    { onProgress: (share) => progress.update(SCANNED + share * (EXTRACTED - SCANNED)) },
  );
  await progress.close();
  const chunks = isBlank(content) ? [] : chunkFile(content);
  if (chunks.length === 0) {
    await store.fail(version, content.notes[0] ?? noText(name), { scanner: scanner.name });
    return;
  }
  if (!(await store.report(version, EXTRACTED))) return;
  await store.finish(version, { chunks, remarks: content.notes, scanner: scanner.name });
}

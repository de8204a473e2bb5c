import * as z from 'zod/mini';
import { scanFile } from '../_shared/domain/scan/scan-file.ts';
import type { AttachmentStore } from '../_shared/files/attachment-store.ts';
import { fileChecksum } from '../_shared/files/file-checksum.ts';
import { readData, type DataClient } from '../_shared/http/data-access.ts';
import type { FileStorage } from '../_shared/http/file-storage.ts';
import type { Scanner } from '../security-scan/scanner.ts';

/** Dependencies of scanning again. */
interface Rescan {
  /** Acts as the server. */
  service: DataClient;
  attachments: AttachmentStore;
  /** Stored files as the server. */
  files: FileStorage;
  onError: (error: unknown) => void;
  /** Aborted when the process stops. */
  signal?: AbortSignal | undefined;
}

const outdatedSchema = z.nullable(
  z.object({
    supabase_path: z.string(),
    name: z.string(),
    size: z.int(),
    sha256: z.string(),
  }),
);

/**
 * Scans the files of messages and documents that another scanner found clean, e.g. one with earlier signatures. What is
 * bad is withdrawn. Stops if the scanner fails, which is no verdict: the next call starts again.
 */
export async function rescanFiles(scanner: Scanner, rescan: Rescan): Promise<void> {
  const { service, files, onError } = rescan;
  for (let after = ''; ;) {
    const file = await readData(
      service.rpc('next_outdated_scan', { scanner: scanner.name, after_path: after }),
      outdatedSchema,
    );
    if (!file) return;
    after = file.supabase_path;
    const bytes = await files.read(after, file.size);
    // A file that is missing or damaged is reported when it is opened.
    if (bytes === undefined || (await fileChecksum(bytes)) !== file.sha256) continue;
    const verdict = await scanFile({ name: file.name, bytes }, { checks: scanner.checks, onError });
    if (verdict.status === 'error') return;
    const reason = verdict.status === 'blocked' ? verdict.reason : undefined;
    await recordVerdict(file, { scanner: scanner.name, reason }, rescan);
  }
}

async function recordVerdict(
  { supabase_path: supabasePath, sha256 }: NonNullable<z.output<typeof outdatedSchema>>,
  { scanner, reason }: { scanner: string; reason: string | undefined },
  { service, attachments }: Rescan,
): Promise<void> {
  if (supabasePath.startsWith('documents/'))
    await readData(
      service.rpc('record_document_scan', {
        supabase_path: supabasePath,
        sha256,
        scanned_by: scanner,
        problem: reason ?? null,
      }),
      z.null(),
    );
  else
    await attachments.recordScan(
      { supabasePath, sha256 },
      { status: reason === undefined ? 'clean' : 'blocked', scanner, ...(reason && { reason }) },
    );
}

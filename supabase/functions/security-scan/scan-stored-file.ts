import type { Attachment, ScanResponse, ScanStatus } from '@homie/contracts';
import * as z from 'zod/mini';
import { NOT_CHECKED, scanFile, type ScanVerdict } from '../_shared/domain/scan/scan-file.ts';
import type { AttachmentStore } from '../_shared/files/attachment-store.ts';
import { fileChecksum } from '../_shared/files/file-checksum.ts';
import { readData, type DataClient } from '../_shared/http/data-access.ts';
import type { FileStorage } from '../_shared/http/file-storage.ts';
import type { Scanner } from './scanner.ts';

type ScanResult = ScanResponse['results'][number];

/** Dependencies of a scan. */
export interface ScanContext {
  userId: string;
  /** Acts as the caller: row-level security decides. */
  data: DataClient;
  attachments: AttachmentStore;
  /** Stored files as the server. */
  files: FileStorage;
  scanner: Scanner;
  onError: (error: unknown) => void;
}

const GONE = 'This file no longer exists.';
const CHANGED = 'The stored file is not the one that was uploaded. Remove it and upload it again.';

const rowSchema = z.nullable(
  z.object({
    name: z.string(),
    size: z.int(),
    sha256: z.string(),
    scan_status: z.string(),
    scan_reason: z.nullable(z.string()),
  }),
);

/**
 * Scans a stored file of the caller, and stores the verdict with the name of the scanner. Returns an existing verdict,
 * unless it is `clean` from another scanner than the current one. Returns `not_found` both for a file of another user
 * and for one that does not exist. On any error the file does not pass.
 */
export async function scanStoredFile(
  { supabasePath }: Pick<Attachment, 'supabasePath'>,
  { userId, data, attachments, files, scanner, onError }: ScanContext,
): Promise<ScanResult> {
  try {
    const row = await readData(
      data
        .from('attachments')
        .select('name,size,sha256,scan_status,scan_reason')
        .eq('supabase_path', supabasePath)
        .eq('user_id', userId)
        .maybeSingle(),
      rowSchema,
    );
    if (!row) return { supabasePath, status: 'not_found', reason: GONE };
    if (row.scan_status === 'blocked')
      return withReason(supabasePath, row.scan_status, row.scan_reason);
    if (
      row.scan_status === 'clean' &&
      (await attachments.readScanner(supabasePath)) === scanner.name
    )
      return { supabasePath, status: 'clean' };

    const bytes = await files.read(supabasePath, row.size);
    const isUploaded = bytes !== undefined && (await fileChecksum(bytes)) === row.sha256;
    const verdict: ScanVerdict = isUploaded
      ? await scanFile({ name: row.name, bytes }, { checks: scanner.checks, onError })
      : { status: 'error', reason: CHANGED };
    const reason = verdict.status === 'clean' ? null : verdict.reason;
    const holds = await attachments.recordScan(
      { supabasePath, sha256: row.sha256 },
      { status: verdict.status, scanner: scanner.name, ...(reason !== null && { reason }) },
    );
    if (holds === null) return { supabasePath, status: 'not_found', reason: GONE };
    // Concurrent scans agree, unless one of them failed.
    return holds === verdict.status
      ? withReason(supabasePath, holds, reason)
      : withReason(supabasePath, holds, null);
  } catch (error) {
    onError(error);
    return withReason(supabasePath, 'error', NOT_CHECKED);
  }
}

function withReason(
  supabasePath: string,
  status: ScanStatus | (string & {}),
  reason: string | null,
): ScanResult {
  return { supabasePath, status, ...(reason !== null && { reason }) };
}

import type { Attachment, ScanStatus } from '@homie/contracts';
import * as z from 'zod/mini';
import { readData, type DataClient } from '../http/data-access.ts';

/** 'ok' if a user may upload into a conversation now, otherwise the reason why not. */
export type UploadOutcome =
  'ok' | 'conversation_not_found' | 'access_denied' | 'rate_limited' | 'too_many_unsent';

/** User and conversation of an upload. */
interface Upload {
  userId: string;
  conversationId: string;
}

/** Default number of files that a user may upload per minute. */
export const UPLOADS_PER_MINUTE = 30;

const refusals = [
  'conversation_not_found',
  'access_denied',
  'rate_limited',
  'too_many_unsent',
] as const;
const checkResultSchema = z.object({ outcome: z.enum(['ok', ...refusals]) });
const addResultSchema = z.object({ outcome: z.enum(['added', ...refusals]) });
const removeResultSchema = z.object({ outcome: z.enum(['removed', 'sent', 'not_found']) });
const pathsSchema = z.array(z.string());

/**
 * Store of file rows in Postgres, through the functions that only the server may call. Every call may be retried after
 * its response was lost.
 */
export class AttachmentStore {
  readonly #service: DataClient;
  readonly #uploadsPerMinute: number;

  /** @param service a client that acts as the server */
  constructor(
    service: DataClient,
    { uploadsPerMinute = UPLOADS_PER_MINUTE }: { uploadsPerMinute?: number } = {},
  ) {
    this.#service = service;
    this.#uploadsPerMinute = uploadsPerMinute;
  }

  async checkUpload({ userId, conversationId }: Upload): Promise<UploadOutcome> {
    const { outcome } = await readData(
      this.#service.rpc('check_upload', {
        user_id: userId,
        conversation_id: conversationId,
        uploads_per_minute: this.#uploadsPerMinute,
      }),
      checkResultSchema,
    );
    return outcome;
  }

  /** Inserts the row of a stored object. */
  async add(
    { userId, conversationId }: Upload,
    { name, size, mime, sha256, supabasePath }: Attachment,
  ): Promise<UploadOutcome> {
    const { outcome } = await readData(
      this.#service.rpc('add_attachment', {
        user_id: userId,
        conversation_id: conversationId,
        name,
        size,
        mime,
        sha256,
        supabase_path: supabasePath,
        uploads_per_minute: this.#uploadsPerMinute,
      }),
      addResultSchema,
    );
    return outcome === 'added' ? 'ok' : outcome;
  }

  /** Removes an unsent file. */
  async remove(
    { userId, conversationId }: Upload,
    supabasePath: string,
  ): Promise<'removed' | 'sent' | 'not_found'> {
    const { outcome } = await readData(
      this.#service.rpc('remove_attachment', {
        user_id: userId,
        conversation_id: conversationId,
        supabase_path: supabasePath,
      }),
      removeResultSchema,
    );
    return outcome;
  }

  /** @returns the scanner of the current verdict; null if none is known */
  async readScanner(supabasePath: string): Promise<string | null> {
    const row = await readData(
      this.#service
        .from('attachments')
        .select('scanned_by')
        .eq('supabase_path', supabasePath)
        .maybeSingle(),
      z.nullable(z.object({ scanned_by: z.nullable(z.string()) })),
    );
    return row?.scanned_by ?? null;
  }

  /**
   * Stores the verdict of a scanner for the bytes that it scanned.
   * @returns the current verdict: an earlier one is retained, unless it was 'clean' by another scanner; null if there
   *   is no such file
   */
  async recordScan(
    file: { supabasePath: string; sha256: string },
    verdict: { status: ScanStatus; reason?: string; scanner: string },
  ): Promise<string | null> {
    return await readData(
      this.#service.rpc('record_scan', {
        supabase_path: file.supabasePath,
        sha256: file.sha256,
        status: verdict.status,
        reason: verdict.reason ?? null,
        scanned_by: verdict.scanner,
      }),
      z.nullable(z.string()),
    );
  }

  /** Removes files that were unsent for a week, and lists objects without a row. */
  async sweep(): Promise<void> {
    await readData(this.#service.rpc('sweep_files'), z.int());
  }

  /** @returns paths of objects to remove, leased to the caller for a while */
  async claimRemoved(): Promise<string[]> {
    return await readData(this.#service.rpc('claim_removed_files'), pathsSchema);
  }

  /** Confirms that the objects were removed. */
  async forgetRemoved(paths: readonly string[]): Promise<void> {
    await readData(this.#service.rpc('forget_removed_files', { paths }), z.unknown());
  }
}

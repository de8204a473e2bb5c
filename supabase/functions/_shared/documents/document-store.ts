import type { DocumentTarget } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import type { DocumentChunk } from '../domain/documents/chunk-file.ts';
import { readData, type DataClient } from '../http/data-access.ts';

/** Content of a new version: a note, or a stored file. */
export type VersionContent =
  | { note: string }
  | { name: string; size: number; mime: string; sha256: string; supabasePath: string };

const savedSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), document_id: z.string(), version_id: z.string() }),
  z.object({ outcome: z.literal('duplicate'), title: z.string() }),
  z.object({ outcome: z.enum(['access_denied', 'not_found', 'rate_limited']) }),
]);

const claimedSchema = z.nullable(
  z.object({
    id: z.string(),
    note: z.nullable(z.string()),
    name: z.nullable(z.string()),
    size: z.nullable(z.int()),
    sha256: z.nullable(z.string()),
    supabase_path: z.nullable(z.string()),
  }),
);

/** Version that this process reads, and the claim with which it stores the result. */
export type ClaimedVersion = NonNullable<z.output<typeof claimedSchema>> & { claimId: string };

/**
 * Store of documents in Postgres, through the functions that only the server may call. Every call may be retried after
 * its response was lost. The results of calls with a claim are false if another process has the claim.
 */
export class DocumentStore {
  readonly #service: DataClient;

  /** @param service a client that acts as the server */
  constructor(service: DataClient) {
    this.#service = service;
  }

  /** Adds a version on behalf of a user, who must have the right to edit. */
  add(
    { userId, target, title }: { userId: string; target: DocumentTarget; title: string },
    content: VersionContent,
  ): Promise<z.output<typeof savedSchema>> {
    const { supabasePath, ...fields } = { supabasePath: null, ...content };
    return readData(
      this.#service.rpc('add_document_version', {
        user_id: userId,
        document_id: target.documentId ?? null,
        assistant_id: target.assistantId ?? null,
        participant_id: target.participantId ?? null,
        title,
        ...fields,
        supabase_path: supabasePath,
      }),
      savedSchema,
    );
  }

  /** Claims the version that waits longest. @returns undefined if none waits, or enough are being read */
  async claim(): Promise<ClaimedVersion | undefined> {
    const claimId = crypto.randomUUID();
    const version = await readData(
      this.#service.rpc('claim_document_version', { claim_id: claimId }),
      claimedSchema,
    );
    return version ? { ...version, claimId } : undefined;
  }

  /** Stores the progress of a claimed version, in percent, and extends the claim. */
  report({ id, claimId }: ClaimedVersion, progress: number): Promise<boolean> {
    return readData(
      this.#service.rpc('report_document_progress', {
        version_id: id,
        claim_id: claimId,
        progress,
      }),
      z.boolean(),
    );
  }

  finish(
    { id, claimId }: ClaimedVersion,
    result: { chunks: DocumentChunk[]; remarks: string[]; scanner?: string },
  ): Promise<boolean> {
    return readData(
      this.#service.rpc('finish_document_version', {
        version_id: id,
        claim_id: claimId,
        chunks: result.chunks,
        remarks: result.remarks,
        scanned_by: result.scanner ?? null,
      }),
      z.boolean(),
    );
  }

  /**
   * Stores why a version could not be read.
   * @param isWithdrawn if its file is the reason: it is no longer served, also if it was read before
   */
  fail(
    { id, claimId }: ClaimedVersion,
    problem: string,
    { scanner, isWithdrawn = false }: { scanner?: string; isWithdrawn?: boolean } = {},
  ): Promise<boolean> {
    return readData(
      this.#service.rpc('fail_document_version', {
        version_id: id,
        claim_id: claimId,
        problem,
        scanned_by: scanner ?? null,
        is_withdrawn: isWithdrawn,
      }),
      z.boolean(),
    );
  }

  /** Ends all claims. Only for a process that knows that it is the only one. */
  async release(): Promise<void> {
    await readData(this.#service.rpc('release_document_claims'), z.int());
  }
}

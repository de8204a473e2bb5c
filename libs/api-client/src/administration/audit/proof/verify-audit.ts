import { AUDIT_VERIFY_STEP, type AuditKey, type AuditProblem } from '@homie/contracts';
import {
  auditKeysSchema,
  auditVerificationSchema,
  chainPieceSchema,
  unlinkedEntriesSchema,
} from '@homie/contracts/admin';
import type { Api } from '../../../http/api';
import type { AnswerSchema } from '../../../http/read-answer';
import { askRpc } from './ask-rpc';
import { callAuditFunction } from './call-audit-function';

/** What a verification found. */
export interface AuditVerification {
  /** Links that were checked, each with its entry. */
  links: number;
  /** Of these, entries that a recorded purge has taken. */
  purged: number;
  /** The first thing that does not fit; null when everything does. */
  problem: AuditProblem | null;
  /** The last checkpoint before, which the chain was compared with; null when there was none. */
  checkpoint: { seq: number; madeAt: string; keyId: string } | null;
}

/** How to verify. */
export interface VerifyAuditOptions {
  /** Told how many of `total` links and entries have been looked at. */
  onProgress?: (progress: { checked: number; total: number }) => void;
  signal?: AbortSignal;
  /** Links or entries at once. */
  step?: number;
}

/** The public keys that checkpoints and manifests are signed with. */
export async function listAuditKeys(api: Api): Promise<AuditKey[]> {
  const call = { endpoint: '/keys', method: 'GET' } as const;
  return (await callAuditFunction(api, auditKeysSchema, call)).keys;
}

/**
 * Verifies the audit log: every link of the chain with its entry, up to the first that does not fit, then every entry
 * for its link, then the chain against the last checkpoint. It is recorded as `audit_verified`.
 * @throws ApiError 'admin_required'; the signal's reason when aborted
 */
export async function verifyAudit(
  api: Api,
  { onProgress, signal, step = AUDIT_VERIFY_STEP }: VerifyAuditOptions = {},
): Promise<AuditVerification> {
  const { head, entries, checkpoint, problem } = await callAuditFunction(
    api,
    auditVerificationSchema,
    { endpoint: '/verifications', method: 'POST', signal },
  );
  const total = head.seq + entries;
  const tell = (checked: number) => onProgress?.({ checked: Math.min(checked, total), total });

  let links = 0;
  let purged = 0;
  for (let done = false; !done;) {
    // A piece tells where the next one begins.
    const piece = await ask(chainPieceSchema, 'verify_audit_chain', { after_seq: links });
    purged += piece.purged;
    if (piece.problem)
      return { links: piece.problem.seq ?? links, purged, problem: piece.problem, checkpoint };
    ({ done } = piece);
    links = piece.to;
    tell(links);
  }

  let checked = 0;
  for (let next: string | null | undefined; next !== null;) {
    const part = await ask(unlinkedEntriesSchema, 'verify_audit_entries', {
      after_id: next ?? null,
    });
    if (part.entryId !== null) {
      const unlinked = { code: 'entry_unlinked', seq: null, entryId: part.entryId } as const;
      return { links, purged, problem: unlinked, checkpoint };
    }
    checked += part.checked;
    ({ next } = part);
    tell(links + checked);
  }
  return { links, purged, problem, checkpoint };

  function ask<Answer>(
    schema: AnswerSchema<Answer>,
    name: string,
    place: Record<string, unknown>,
  ): Promise<Answer> {
    return askRpc(api, schema, { name, parameters: { ...place, row_limit: step }, signal });
  }
}

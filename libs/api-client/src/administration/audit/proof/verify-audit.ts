import type { AuditFilter, AuditKey, AuditProblem } from '@homie/contracts';
import {
  AUDIT_VERIFY_STEP,
  auditKeysSchema,
  auditRangeSchema,
  auditVerificationSchema,
  chainPieceSchema,
  unlinkedEntriesSchema,
} from '@homie/contracts/admin';
import type { DatabaseFunction } from '@homie/contracts/database';
import type { Api } from '../../../http/api';
import type { AnswerSchema } from '../../../http/read-answer';
import { callRpc } from './call-rpc';
import { callAuditFunction } from './call-audit-function';

/** A half-open time range of the log; unbounded on a side without a limit. */
type AuditTime = Pick<AuditFilter, 'from' | 'to'>;

/** The result of a verification. */
export interface AuditVerification {
  /** Links that were verified, each with its entry. */
  links: number;
  /** Entries among these that a recorded purge has deleted. */
  purged: number;
  /** The first inconsistency; null if there is none. */
  problem: AuditProblem | null;
  /** The last checkpoint before, with which the chain was compared; null if there was none. */
  checkpoint: { seq: number; madeAt: string; keyId: string; outsideDatabase: boolean } | null;
  /** The positions of the requested entries; null for the whole log. */
  range: { first: number; last: number } | null;
}

/** Options of a verification. */
export interface VerifyAuditOptions {
  /** Called with the number of links and entries verified so far, of `total`. */
  onProgress?: (progress: { checked: number; total: number }) => void;
  signal?: AbortSignal;
  /** Only entries of this time range; the whole log by default. */
  time?: AuditTime | undefined;
  /** Links or entries per request. */
  step?: number;
}

/** The public keys that checkpoints and manifests are signed with. */
export async function listAuditKeys(api: Api): Promise<AuditKey[]> {
  const call = { endpoint: '/keys', method: 'GET' } as const;
  return (await callAuditFunction(api, auditKeysSchema, call)).keys;
}

/**
 * Verifies the audit log: every link of the chain with its entry, up to the first inconsistency, then every entry for
 * its link, then the chain against the last checkpoint. For a time range, only its links and the adjacent ones are
 * verified. Recorded as `audit_verified`.
 * @throws ApiError 'admin_required'; the signal's reason when aborted
 */
export async function verifyAudit(
  api: Api,
  { onProgress, signal, time, step = AUDIT_VERIFY_STEP }: VerifyAuditOptions = {},
): Promise<AuditVerification> {
  const { head, entries, checkpoint, problem } = await callAuditFunction(
    api,
    auditVerificationSchema,
    { endpoint: '/verifications', method: 'POST', signal },
  );
  if (time) return verifyTime(time);
  const total = head.seq + entries;
  const reportProgress = (checked: number) =>
    onProgress?.({ checked: Math.min(checked, total), total });

  const range = null;
  let links = 0;
  let purged = 0;
  for (let done = false; !done;) {
    // Each response contains the position at which the next one starts.
    const piece = await callVerification(chainPieceSchema, 'verify_audit_chain', {
      after_seq: links,
    });
    purged += piece.purged;
    if (piece.problem)
      return {
        links: piece.problem.seq ?? links,
        purged,
        problem: piece.problem,
        checkpoint,
        range,
      };
    ({ done } = piece);
    links = piece.to;
    reportProgress(links);
  }

  let checked = 0;
  for (let next: string | null | undefined; next !== null;) {
    const part = await callVerification(unlinkedEntriesSchema, 'verify_audit_entries', {
      after_id: next ?? null,
    });
    if (part.entryId !== null) {
      const unlinked = { code: 'entry_unlinked', seq: null, entryId: part.entryId } as const;
      return { links, purged, problem: unlinked, checkpoint, range };
    }
    checked += part.checked;
    ({ next } = part);
    reportProgress(links + checked);
  }
  return { links, purged, problem, checkpoint, range };

  async function verifyTime({ from, to }: AuditTime): Promise<AuditVerification> {
    const found = await callRpc(api, auditRangeSchema, {
      name: 'audit_chain_range',
      parameters: { starts: from ?? null, ends: to ?? null },
      signal,
    });
    const { first, last } = found;
    if (first === null || last === null)
      return { links: 0, purged: 0, problem, checkpoint, range: { first: 0, last: 0 } };
    const all = last - first + 1;
    const scope = { checkpoint, range: { first, last } };
    let gone = 0;
    for (let at = first - 1; at < last;) {
      const piece = await callRpc(api, chainPieceSchema, {
        name: 'verify_audit_chain',
        parameters: { after_seq: at, row_limit: Math.min(step, last - at) },
        signal,
      });
      gone += piece.purged;
      if (piece.problem)
        return { links: at - first + 1, purged: gone, problem: piece.problem, ...scope };
      at = piece.to;
      onProgress?.({ checked: Math.min(at - first + 1, all), total: all });
      if (piece.done) break;
    }
    const unlinked = found.unlinked !== null && {
      code: 'entry_unlinked' as const,
      seq: null,
      entryId: found.unlinked,
    };
    return { links: all, purged: gone, problem: unlinked || problem, ...scope };
  }

  function callVerification<Answer>(
    schema: AnswerSchema<Answer>,
    name: DatabaseFunction,
    scope: Record<string, unknown>,
  ): Promise<Answer> {
    return callRpc(api, schema, { name, parameters: { ...scope, row_limit: step }, signal });
  }
}

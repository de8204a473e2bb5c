import { ApiError, useApi } from '@homie/api-client';
import { announce } from '@homie/ui';
import { useEffect, useState } from 'react';
import { useAuditApi } from '../../api/audit-api';
import type { AuditTime } from '../../state/audit-state';
import { describeOutcome, type Findings } from './model/describe-verification';

/** The state of a verification. */
export type VerificationState =
  | { phase: 'running'; checked: number; total: number | undefined }
  | { phase: 'done'; findings: Findings }
  | { phase: 'failed'; message: string };

const BEGIN: VerificationState = { phase: 'running', checked: 0, total: undefined };

/** Verifies the log, or a time range of it. Aborts on unmount; `again` repeats the verification. */
export function useVerification(time: AuditTime | undefined): {
  state: VerificationState;
  again: () => void;
} {
  const api = useApi();
  const { verifyAudit } = useAuditApi();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState(BEGIN);

  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const show = (next: VerificationState) => {
      if (!signal.aborted) setState(next);
    };
    verifyAudit(api, {
      signal,
      time,
      onProgress: ({ checked, total }) => show({ phase: 'running', checked, total }),
    }).then(
      (findings) => {
        show({ phase: 'done', findings });
        if (!signal.aborted) announce(describeOutcome(findings));
      },
      (error: unknown) =>
        show({
          phase: 'failed',
          message: error instanceof ApiError ? error.message : 'An unexpected error occurred.',
        }),
    );
    return () => abort.abort();
  }, [api, verifyAudit, time, attempt]);

  return {
    state,
    again() {
      setState(BEGIN);
      setAttempt(attempt + 1);
    },
  };
}

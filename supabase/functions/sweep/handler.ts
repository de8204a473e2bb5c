import { AppError } from '@homie/contracts/requests';
import { sweepAudit } from '../audit/sweep-audit.ts';
import { readWaitingDocuments } from '../conversations/document-reading.ts';
import { sweepTurns } from '../conversations/handler.ts';
import { sweepFiles } from '../conversations/sweep-files.ts';
import { functionPath } from '../_shared/http/function-path.ts';
import { respondWith } from '../_shared/http/respond-with.ts';
import { sha256 } from '../_shared/http/sha256.ts';
import type { SweepEnvironment } from './environment.ts';

/** Dependencies that the host provides. Each has a default. */
export interface SweepDependencies {
  /** Reaches the project's services. */
  fetch?: typeof fetch;
  /** Called with each failure, which is not reported anywhere else. */
  onError?: (error: unknown) => void;
  /** Writes a line to the log for each new checkpoint of the audit log; not logged by default. */
  log?: (line: string) => void;
}

/**
 * Creates the `sweep` function, which a schedule of a Supabase project calls: the work that our server does every ten
 * minutes. Interrupts replies without a writer, removes unreachable files, scans files again, reads documents, and purges and
 * signs the audit log.
 * @returns the request handler
 */
export function createSweepHandler(
  { key, conversations, audit }: SweepEnvironment,
  {
    fetch: reach = fetch,
    onError = () => undefined,
    log = () => undefined,
  }: SweepDependencies = {},
): (request: Request) => Promise<Response> {
  const works = {
    turns: () => sweepTurns(conversations, { fetch: reach }),
    files: () => sweepFiles(conversations, { fetch: reach, onError }),
    documents: () => readWaitingDocuments(conversations, { fetch: reach, onError }),
    audit: () => sweepAudit(audit, { fetch: reach, onError, log }),
  };

  async function answer(request: Request): Promise<Record<string, 'done' | 'failed'>> {
    if (functionPath(request) !== '/sweep') throw new AppError('not_found');
    if (request.method !== 'POST') throw new AppError('method_not_allowed');
    const given = request.headers.get('Authorization') ?? '';
    // Compares hashes, so that the timing does not reveal the key.
    if ((await hashText(given)) !== (await hashText(`Bearer ${key}`)))
      throw new AppError('not_authenticated');
    const outcomes: Record<string, 'done' | 'failed'> = {};
    for (const [name, work] of Object.entries(works)) {
      try {
        // Runs one after the other: a project has few connections.
        await work();
        outcomes[name] = 'done';
      } catch (error) {
        // A failure does not block the others.
        onError(error);
        outcomes[name] = 'failed';
      }
    }
    return outcomes;
  }

  return respondWith(answer, { allowedOrigins: [], onError });
}

function hashText(text: string): Promise<string> {
  return sha256(new TextEncoder().encode(text));
}

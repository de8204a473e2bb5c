import { AppError } from '@homie/contracts/requests';
import { sweepAudit } from '../audit/sweep-audit.ts';
import { sweepTurns } from '../conversations/handler.ts';
import { sweepFiles } from '../conversations/sweep-files.ts';
import { functionPath } from '../_shared/http/function-path.ts';
import { respondWith } from '../_shared/http/respond-with.ts';
import { sha256 } from '../_shared/http/sha256.ts';
import type { SweepEnvironment } from './environment.ts';

/** What the function uses of its host. Everything has a default. */
export interface SweepDependencies {
  /** Reaches the project's services. */
  fetch?: typeof fetch;
  /** Told of what failed, and that is told to nobody else. */
  onError?: (error: unknown) => void;
  /** Writes a line to the log for each new checkpoint of the audit log; nothing does unless given. */
  log?: (line: string) => void;
}

/**
 * The `sweep` function: what a server of ours does every ten minutes, for projects whose schedule calls it. Replies that
 * lost their writer are ended, files that nobody reaches removed, the audit log purged and signed.
 * @returns what answers its requests
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
    files: () => sweepFiles(conversations, { fetch: reach }),
    audit: () => sweepAudit(audit, { fetch: reach, onError, log }),
  };

  async function answer(request: Request): Promise<Record<string, 'done' | 'failed'>> {
    if (functionPath(request) !== '/sweep') throw new AppError('not_found');
    if (request.method !== 'POST') throw new AppError('method_not_allowed');
    const given = request.headers.get('Authorization') ?? '';
    // How long it takes to compare hashes says nothing of what was guessed.
    if ((await hashOf(given)) !== (await hashOf(`Bearer ${key}`)))
      throw new AppError('not_authenticated');
    const told: Record<string, 'done' | 'failed'> = {};
    for (const [name, work] of Object.entries(works)) {
      try {
        // One after the other: a project has few connections.
        await work();
        told[name] = 'done';
      } catch (error) {
        // One that fails keeps the others from nothing.
        onError(error);
        told[name] = 'failed';
      }
    }
    return told;
  }

  return respondWith(answer, { allowedOrigins: [], onError });
}

function hashOf(text: string): Promise<string> {
  return sha256(new TextEncoder().encode(text));
}

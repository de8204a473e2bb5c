import type { ScanResponse } from '@homie/contracts';
import { AppError, scanRequestSchema } from '@homie/contracts/requests';
import type { Check } from '../_shared/domain/scan/check.ts';
import { CHECKS } from '../_shared/domain/scan/scan-file.ts';
import { AttachmentStore } from '../_shared/files/attachment-store.ts';
import { authenticate } from '../_shared/http/authenticate.ts';
import { callerClient, serviceClient } from '../_shared/http/data-access.ts';
import { serverStorage } from '../_shared/http/file-storage.ts';
import { functionPath } from '../_shared/http/function-path.ts';
import { parseInput } from '../_shared/http/parse-input.ts';
import { readJsonBody } from '../_shared/http/read-json-body.ts';
import { respondWith } from '../_shared/http/respond-with.ts';
import { Turnstile } from '../_shared/http/turnstile.ts';
import type { ScanEnvironment } from './environment.ts';
import { scanStoredFile } from './scan-stored-file.ts';
import { currentScanner } from './scanner.ts';

/** Dependencies that the host provides. Each has a default. */
export interface ScanDependencies {
  /** Reaches `supabaseUrl`; a host that serves it itself may answer without the network. */
  fetch?: typeof fetch;
  /** Called with each failure that is not reported to callers. */
  onError?: (error: unknown) => void;
  /** Checks that run before the daemon of the environment; all by default. */
  checks?: readonly Check[];
}

/** Maximum size of a body: enough to describe the maximum number of files of a message. */
const MAX_BODY_BYTES = 64 * 1024;
/** Limit of concurrent scans: each file is in memory while it is scanned. */
const SCANS_AT_ONCE = { total: 2, perPerson: 1, waitMs: 60_000 };

/**
 * Creates the `security-scan` function, which validates uploaded files by their content.
 * @returns the request handler
 */
export function createSecurityScanHandler(
  environment: ScanEnvironment,
  { fetch: reach = fetch, onError = () => undefined, checks = CHECKS }: ScanDependencies = {},
): (request: Request) => Promise<Response> {
  const supabaseUrl = environment.supabaseUrl.replace(/\/+$/, '');
  const service = { ...environment, supabaseUrl, fetch: reach };
  const attachments = new AttachmentStore(serviceClient(service));
  const files = serverStorage(service);
  const scans = new Turnstile(SCANS_AT_ONCE);

  async function answer(request: Request): Promise<ScanResponse> {
    if (functionPath(request) !== '/security-scan') throw new AppError('not_found');
    if (request.method !== 'POST') throw new AppError('method_not_allowed');
    const caller = await authenticate(request, service);
    const { files: requested } = parseInput(
      scanRequestSchema,
      await readJsonBody(request, MAX_BODY_BYTES),
    );
    const data = callerClient(service, caller.token);
    const results: ScanResponse['results'] = [];
    await scans.pass(caller.id, async (enter) => {
      await enter();
      const scanner = await currentScanner(checks, environment.clamav);
      const context = { userId: caller.id, data, attachments, files, scanner, onError };
      for (const file of requested) results.push(await scanStoredFile(file, context));
    });
    return { results };
  }

  return respondWith(answer, { allowedOrigins: environment.allowedOrigins, onError });
}

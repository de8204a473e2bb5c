import { jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { hasSecretKey, identifyCaller } from '../auth/identify-caller.ts';
import type { LiveSessions } from '../auth/live-sessions.ts';
import { currentTrouble, DISK_FULL, type Leases } from '../../data/database/index.ts';
import { copyRequest } from '../../http/copy-request.ts';
import { isStorableAddress } from '../../http/storable-text.ts';
import type { Lite } from '../lite/create-lite.ts';
import type { Secrets } from '../../data/secrets/secrets.ts';
import { asRelease, isReleaseAddress } from './release-files.ts';

/** Creates a queue that runs work with the same key sequentially, in the order of the calls. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();

  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}

const PREFIX = '/storage/v1';
/** Lease of a write: if a process is killed during a write, another one may write the file after this time. */
const WRITING_SECONDS = 30;
const MAX_SIGNED_SECONDS = 60;

const signingSchema = z.object({
  expiresIn: z.number().check(z.positive(), z.maximum(MAX_SIGNED_SECONDS)),
});
const signedSchema = z.object({ signedUrl: z.string() });

function storageError(status: number, error: string, message: string): Response {
  return Response.json({ statusCode: String(status), code: error, error, message }, { status });
}

function failed(): Response {
  switch (currentTrouble()) {
    case 'full':
      return storageError(507, 'InsufficientStorage', DISK_FULL);
    case 'unavailable':
    case 'too slow':
      return storageError(
        503,
        'ServiceUnavailable',
        'The database is unavailable. Please try again.',
      );
    case undefined:
      return storageError(500, 'InternalError', 'An unexpected error occurred.');
  }
}

/** Handles everything under /storage/v1. */
export function createStorageGateway({
  lite,
  secrets,
  sessions,
  leases,
}: {
  lite: Lite;
  secrets: Secrets;
  sessions: LiveSessions;
  leases: Leases;
}) {
  const inTurn = createTurns();
  /** Writes of this process are queued here, so that at most one of them requests the lease. */
  const alone = (path: string, work: () => Promise<Response>) =>
    inTurn(path, () => leases.during(`write ${path}`, WRITING_SECONDS, work));

  async function refuse(request: Request, url: URL): Promise<Response | undefined> {
    if (!isStorableAddress(url) || !isStorableKey(url.pathname))
      return storageError(400, 'InvalidKey', 'Invalid key');
    const { refusal, needsFactor } = await identifyCaller(request, secrets, sessions);
    if (needsFactor) return storageError(403, 'AccessDenied', refusal ?? '');
    if (refusal !== undefined) return storageError(401, 'InvalidJWT', refusal);
    if (isSigning(url, request.method)) return refuseSigning(request);
    return isSignedAddress(url, request.method) ? refuseSignature(url) : undefined;
  }

  /**
   * Refuses users' requests to sign an address. A signed address works without a session: users could sign one that
   * outlives their access.
   */
  async function refuseSigning(request: Request): Promise<Response | undefined> {
    if (!hasSecretKey(request, secrets))
      return storageError(403, 'AccessDenied', 'Only the server signs addresses of files');
    const body = signingSchema.safeParse(
      await request
        .clone()
        .json()
        .catch(() => undefined),
    );
    return body.success
      ? undefined
      : storageError(400, 'InvalidRequest', `expiresIn is 1 to ${MAX_SIGNED_SECONDS} seconds`);
  }

  async function refuseSignature(url: URL): Promise<Response | undefined> {
    try {
      await jwtVerify(
        url.searchParams.get('token') ?? '',
        new TextEncoder().encode(secrets.jwtSecret),
        { algorithms: ['HS256'] },
      );
      return undefined;
    } catch {
      return storageError(400, 'InvalidJWT', 'The signed address is not valid or has expired');
    }
  }

  return async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    // Lite knows only the plain form of this address.
    url.pathname = url.pathname.replace(
      /^\/storage\/v1\/object\/authenticated\//,
      '/storage/v1/object/',
    );
    const refused = await refuse(request, url);
    if (refused) return refused;
    const forward = async () => lite.fetch(await withPlainBody(copyRequest(request, { url })));
    // Lite checks whether a file exists and writes its bytes afterwards: of two concurrent writes both would succeed.
    const response = await (isWriting(request) ? alone(url.pathname, forward) : forward());
    if (response.status >= 500) return failed();
    if (isSigning(url, request.method)) return withSignedUrl(response);
    if (request.method !== 'GET' || !url.pathname.startsWith(`${PREFIX}/object/`)) return response;
    return isReleaseAddress(url.pathname) ? asRelease(response, url) : asDownload(response, url);
  };
}

/** Unwraps an upload. supabase-js sends a Blob as the nameless field of a form; lite expects one named `file`. */
async function withPlainBody(request: Request): Promise<Request> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return request;
  const fields = Array.from((await request.formData()).entries());
  const file = fields.map(([, value]) => value).find((value) => value instanceof Blob);
  if (!file) return request;
  const headers = new Headers(request.headers);
  headers.set('content-type', file.type || 'application/octet-stream');
  headers.set('content-length', String(file.size));
  return new Request(request.url, { method: request.method, headers, body: file });
}

function isWriting({ method }: Request): boolean {
  return method === 'POST' || method === 'PUT';
}

/** Returns whether Supabase Storage accepts the characters of a key, and no segment leads elsewhere. */
function isStorableKey(pathname: string): boolean {
  const key = decodeURIComponent(pathname);
  return /^[\w/!\-.*'() &$@=;:+,?]*$/.test(key) && !/(^|\/)\.\.?(\/|$)/.test(key);
}

function isSigning({ pathname }: URL, method: string): boolean {
  return method === 'POST' && pathname.startsWith(`${PREFIX}/object/sign/`);
}

function isSignedAddress(url: URL, method: string): boolean {
  const { pathname } = url;
  return (
    (method === 'GET' && pathname.startsWith(`${PREFIX}/object/sign/`)) ||
    (method === 'PUT' && pathname.startsWith(`${PREFIX}/object/upload/sign/`))
  );
}

/**
 * Renames the property of a signed address: supabase-js reads `signedURL` relative to /storage/v1; lite writes
 * `signedUrl` with it.
 */
async function withSignedUrl(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const { signedUrl } = signedSchema.parse(await response.json());
  return Response.json({ signedURL: signedUrl.replace(PREFIX, '') });
}

/** Makes the response a download. A stored file is never displayed as a page of ours, whatever its content type. */
function asDownload(response: Response, url: URL): Response {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!response.ok && isJson) return response;
  const headers = new Headers(response.headers);
  headers.set('content-type', 'application/octet-stream');
  const name =
    url.searchParams.get('download') || decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
  headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  headers.set('content-security-policy', "default-src 'none'; sandbox");
  // Ranges are not served.
  headers.delete('accept-ranges');
  return new Response(response.body, { status: response.status, headers });
}

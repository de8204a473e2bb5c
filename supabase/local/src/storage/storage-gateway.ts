import { jwtVerify } from 'jose';
import { BadTokenError, type LiveSessions } from '../auth/index.ts';
import type { Leases } from '../database/index.ts';
import { copyRequest } from '../http/copy-request.ts';
import { isStorableAddress } from '../http/storable-text.ts';
import type { Lite } from '../lite/create-lite.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { asRelease, isReleaseAddress } from './release-files.ts';
import { signMany } from './sign-many.ts';
import { createTurns } from './turns.ts';

const PREFIX = '/storage/v1';
/** So long after a process was ended amid a file, another one may write it. */
const WRITING_SECONDS = 30;

function storageError(status: number, error: string, message: string): Response {
  return Response.json({ statusCode: String(status), error, message }, { status });
}

/** Everything under /storage/v1. */
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
  /** Those of this process wait for each other here, so that one of them at most asks for the lease. */
  const alone = (path: string, work: () => Promise<Response>) =>
    inTurn(path, () => leases.during(`write ${path}`, WRITING_SECONDS, work));

  async function refuse(request: Request, url: URL): Promise<Response | undefined> {
    if (!isStorableAddress(url) || hasTraversal(url.pathname))
      return storageError(400, 'InvalidKey', 'Invalid key');
    const header = request.headers.get('authorization');
    const token = header === null ? undefined : (/^Bearer (\S+)$/i.exec(header)?.[1] ?? '');
    if (token !== undefined && token !== request.headers.get('apikey')) {
      try {
        await sessions.verify(token);
      } catch (error) {
        if (error instanceof BadTokenError) return storageError(401, 'InvalidJWT', error.message);
        throw error;
      }
    }
    return isSignedAddress(url, request.method) ? refuseSignature(url) : undefined;
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
    // Lite knows the plain form of this address only.
    url.pathname = url.pathname.replace(
      /^\/storage\/v1\/object\/authenticated\//,
      '/storage/v1/object/',
    );
    const refused = await refuse(request, url);
    if (refused) return refused;
    if (request.method === 'POST' && /^\/storage\/v1\/object\/sign\/[^/]+$/.test(url.pathname))
      return signMany(request, answer);
    const ask = async () => lite.fetch(await withPlainBody(copyRequest(request, { url })));
    // Lite looks whether a file is there, and writes its bytes then: of two at once both would.
    const response = await (isWriting(request) ? alone(url.pathname, ask) : ask());
    if (response.status >= 500)
      return storageError(500, 'InternalError', 'An unexpected error occurred.');
    if (request.method === 'POST' && url.pathname.startsWith(`${PREFIX}/object/sign/`))
      return withSignedUrls(response);
    if (request.method !== 'GET' || !url.pathname.startsWith(`${PREFIX}/object/`)) return response;
    return isReleaseAddress(url.pathname) ? asRelease(response, url) : asDownload(response, url);
  };
}

/** supabase-js sends a Blob as the nameless field of a form; lite looks for one named `file`. */
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

function hasTraversal(pathname: string): boolean {
  return decodeURIComponent(pathname)
    .split(/[/\\]/)
    .some((segment) => segment === '..' || segment === '.');
}

function isSignedAddress(url: URL, method: string): boolean {
  const { pathname } = url;
  return (
    (method === 'GET' && pathname.startsWith(`${PREFIX}/object/sign/`)) ||
    (method === 'PUT' && pathname.startsWith(`${PREFIX}/object/upload/sign/`))
  );
}

/** supabase-js reads `signedURL` relative to /storage/v1; lite writes `signedUrl` with it. */
async function withSignedUrls(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const rename = (entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'signedUrl' in entry
      ? { ...entry, signedURL: String(entry.signedUrl).replace(PREFIX, '') || null }
      : entry;
  const body: unknown = await response.json();
  return Response.json(Array.isArray(body) ? body.map(rename) : rename(body));
}

/** A stored file is never shown as a page of ours: it is saved, whatever it claims to be. */
function asDownload(response: Response, url: URL): Response {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!response.ok && isJson) return response;
  const headers = new Headers(response.headers);
  headers.set('content-type', 'application/octet-stream');
  const name =
    url.searchParams.get('download') || decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
  headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  headers.set('content-security-policy', "default-src 'none'; sandbox");
  return new Response(response.body, { status: response.status, headers });
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { classifyTrouble, DISK_FULL } from '../../data/database/index.ts';
import type { Limiter } from '../../data/database/rate-limits.ts';
import type { Caller } from '../../http/caller.ts';
import { createDiscoveryRoutes } from './discovery-routes.ts';
import { createGroupRoutes } from './group-routes.ts';
import { BASE_PATH, type ScimContext } from './scim-context.ts';
import { errorResponse, ScimError, type ScimType } from './scim-response.ts';
import type { ScimSettings } from './scim-settings.ts';
import { createUserRoutes } from './user-routes.ts';

interface ScimOptions extends ScimContext {
  limiter: Limiter;
  /** Without it every request is answered 404. */
  settings: ScimSettings | undefined;
}

const TYPES: Readonly<Record<number, ScimType>> = { 400: 'invalidValue' };

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Returns the error for the directory; undefined for one that is ours. */
function toScimError(error: unknown): ScimError | undefined {
  if (error instanceof ScimError) return error;
  const trouble = classifyTrouble(error);
  if (trouble === 'full') return new ScimError(507, DISK_FULL);
  if (trouble) return new ScimError(503, 'The service is temporarily unavailable.');
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  // A function of the database refuses, with a message for the caller.
  const status = /^PT(4\d\d)$/.exec(code)?.[1];
  if (status !== undefined)
    return new ScimError(Number(status), error.message, TYPES[Number(status)]);
  if (code === '23505')
    return new ScimError(409, 'Another user has this userName or externalId.', 'uniqueness');
  return undefined;
}

/**
 * Creates the gateway of SCIM 2.0 (RFC 7643 and 7644), through which the directory of the organisation manages accounts.
 * The database decides what it may change.
 */
export function createScimGateway(
  options: ScimOptions,
): (request: Request, caller: Caller) => Promise<Response> {
  const { settings, limiter, siteUrl } = options;
  // Digests have equal lengths, as the comparison requires.
  const expected = settings && sha256(settings.token);

  async function refuse(request: Request, caller: Caller): Promise<Response | undefined> {
    if (!expected) return errorResponse(new ScimError(404, 'Provisioning is not configured.'));
    const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (token !== undefined && timingSafeEqual(sha256(token), expected)) return undefined;
    const wait = await limiter.use('scimPerAddress', caller.address ?? '');
    return wait > 0
      ? errorResponse(new ScimError(429, 'Too many attempts with a wrong token.'), {
          'retry-after': String(wait),
        })
      : errorResponse(new ScimError(401, 'The bearer token is missing or wrong.'), {
          'www-authenticate': 'Bearer realm="scim"',
        });
  }

  const app = new Hono({ getPath: (request) => new URL(request.url).pathname })
    .basePath(BASE_PATH)
    .onError((error) => {
      const answer = toScimError(error);
      if (!answer) throw error;
      return errorResponse(answer);
    })
    .notFound(() => errorResponse(new ScimError(404, 'This endpoint is not offered.')))
    .route('/', createDiscoveryRoutes(siteUrl))
    .route('/Users', createUserRoutes(options))
    .route('/Groups', createGroupRoutes(options));

  async function refuseTooMany(request: Request): Promise<Response | undefined> {
    const wait = request.method === 'GET' ? 0 : await limiter.use('changesPerDirectory', '');
    if (wait === 0) return undefined;
    const error = new ScimError(429, `Too many changes. Please wait ${wait} s and try again.`);
    return errorResponse(error, { 'retry-after': String(wait) });
  }

  return async (request, caller) =>
    (await refuse(request, caller)) ?? (await refuseTooMany(request)) ?? app.fetch(request);
}

import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { callerClient, readData } from './data-access.ts';

/** Sender of a request, as the authentication service confirmed. */
export interface Caller {
  id: string;
  /** The caller's access token, to act as the caller under row-level security. */
  token: string;
}

const serviceUserSchema = z.object({ id: z.guid() });

const stateSchema = z.nullable(z.string());

/** How long an account counts as active, in milliseconds: deactivating it ends its sessions, which the service knows. */
const ACTIVE_MS = 60_000;
/** Maximum number of tokens whose account is known to be active. */
const CAPACITY = 10_000;
/** The time until which the account of a token counts as active. */
const activeUntil = new Map<string, number>();

/** Queries the state of the account of a token, at most once a minute while it is active. */
async function readState(service: Service, token: string): Promise<string | null> {
  if (performance.now() < (activeUntil.get(token) ?? 0)) return 'active';
  const state = await readData(callerClient(service, token).rpc('own_state'), stateSchema);
  if (activeUntil.size >= CAPACITY) activeUntil.clear();
  if (state === 'active') activeUntil.set(token, performance.now() + ACTIVE_MS);
  return state;
}

/**
 * Verifies an access token and that its session is live. Resolves with the user's id, undefined if it is not valid.
 * @throws if that is not known
 */
export type VerifySession = (token: string) => Promise<string | undefined>;

interface Service {
  supabaseUrl: string;
  anonKey: string;
  fetch: typeof fetch;
  /** Verifies tokens instead of a request to the authentication service, for a host that is this service. */
  verifySession?: VerifySession | undefined;
}

/** Creates a `VerifySession` that queries the authentication service. */
function sessionsOver({ supabaseUrl, anonKey, fetch }: Service): VerifySession {
  return async (token) => {
    const headers = { Authorization: `Bearer ${token}`, apikey: anonKey };
    const response = await fetch(`${supabaseUrl}/auth/v1/user`, { headers });
    if (response.status >= 500) throw new Error(`The service answered ${response.status}`);
    return response.ok ? serviceUserSchema.safeParse(await response.json()).data?.id : undefined;
  };
}

/**
 * Queries the authentication service for the sender of a request. Only the service knows: a publishable key is not a
 * user, a signed token may belong to an ended session, and the signing method differs between deployments.
 * The database knows whether the account has access now.
 * @throws AppError not_authenticated, account_waiting, or unavailable if a service does not respond
 */
export async function authenticate(request: Request, service: Service): Promise<Caller> {
  const token = /^Bearer ([^\s,]+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  if (token === undefined || token === service.anonKey) throw new AppError('not_authenticated');
  const verifySession = service.verifySession ?? sessionsOver(service);
  const id = await verifySession(token).catch((cause: unknown) => {
    throw new AppError('unavailable', undefined, { cause });
  });
  if (id === undefined) throw new AppError('not_authenticated');
  // Only now: anyone can send any token, and the database would log it.
  const state = await readState(service, token);
  if (state === 'waiting') throw new AppError('account_waiting');
  if (state !== 'active') throw new AppError('not_authenticated');
  return { id, token };
}

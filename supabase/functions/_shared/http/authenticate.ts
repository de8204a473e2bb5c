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

/**
 * Queries the authentication service for the sender of a request. Only the service knows: a publishable key is not a
 * user, a signed token may belong to an ended session, and the signing method differs between deployments.
 * The database knows whether the account has access now.
 * @throws AppError not_authenticated, account_waiting, or unavailable if a service does not respond
 */
export async function authenticate(
  request: Request,
  service: { supabaseUrl: string; anonKey: string; fetch: typeof fetch },
): Promise<Caller> {
  const token = /^Bearer ([^\s,]+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  if (token === undefined || token === service.anonKey) throw new AppError('not_authenticated');
  const headers = { Authorization: `Bearer ${token}`, apikey: service.anonKey };
  const [response, state] = await Promise.all([
    service.fetch(`${service.supabaseUrl}/auth/v1/user`, { headers }).catch((cause: unknown) => {
      throw new AppError('unavailable', undefined, { cause });
    }),
    readData(callerClient(service, token).rpc('own_state'), stateSchema),
  ]);
  if (response.status >= 500) throw new AppError('unavailable');
  if (state === 'waiting') throw new AppError('account_waiting');
  if (state !== 'active') throw new AppError('not_authenticated');
  const user = serviceUserSchema.safeParse(response.ok ? await response.json() : undefined);
  if (!user.success) throw new AppError('not_authenticated');
  return { id: user.data.id, token };
}

import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';

/** Sender of a request, as the authentication service confirmed. */
export interface Caller {
  id: string;
  /** The caller's access token, to act as the caller under row-level security. */
  token: string;
}

const serviceUserSchema = z.object({ id: z.guid() });

/**
 * Queries the authentication service for the sender of a request. Only the service knows: a publishable key is not a
 * user, a signed token may belong to an ended session, and the signing method differs between deployments.
 * @throws AppError not_authenticated, or unavailable if the service does not respond
 */
export async function authenticate(
  request: Request,
  service: { supabaseUrl: string; anonKey: string; fetch: typeof fetch },
): Promise<Caller> {
  const token = /^Bearer ([^\s,]+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  if (token === undefined || token === service.anonKey) throw new AppError('not_authenticated');
  const response = await service
    .fetch(`${service.supabaseUrl}/auth/v1/user`, {
      headers: { Authorization: `Bearer ${token}`, apikey: service.anonKey },
    })
    .catch((cause: unknown) => {
      throw new AppError('unavailable', undefined, { cause });
    });
  if (response.status >= 500) throw new AppError('unavailable');
  const user = serviceUserSchema.safeParse(response.ok ? await response.json() : undefined);
  if (!user.success) throw new AppError('not_authenticated');
  return { id: user.data.id, token };
}

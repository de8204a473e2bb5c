import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';

/** Whoever sent a request, as the authentication service confirmed. */
export interface Caller {
  id: string;
  /** The caller's access token, to act as the caller under row-level security. */
  token: string;
}

const serviceUserSchema = z.object({ id: z.guid() });

/**
 * Asks the authentication service who sent the request. It alone can tell: a publishable key is no person, a signed
 * token may belong to a session that has ended, and the way tokens are signed differs between deployments.
 * @throws AppError not_authenticated, or unavailable when the service does not answer
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

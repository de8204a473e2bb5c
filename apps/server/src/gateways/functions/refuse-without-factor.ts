import { toPublicError, AppError } from '@homie/contracts/requests';
import type { Secrets } from '../../data/secrets/secrets.ts';
import { identifyCaller } from '../auth/identify-caller.ts';
import type { LiveSessions } from '../auth/live-sessions.ts';

/** Refuses the call of a function by a session that lacks its second factor. Functions refuse all other callers. */
export async function refuseWithoutFactor(
  request: Request,
  secrets: Secrets,
  sessions: LiveSessions,
): Promise<Response | undefined> {
  if (request.method === 'OPTIONS') return undefined;
  const { needsFactor } = await identifyCaller(request, secrets, sessions);
  if (!needsFactor) return undefined;
  const { status, body } = toPublicError(new AppError('second_factor_required'));
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}

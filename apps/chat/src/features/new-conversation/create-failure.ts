import { ApiError } from '@homie/api-client';

/** Describes why a conversation was not created: refusals, limits and an offline browser have separate messages. */
export function createFailure(
  error: Error,
  isOnline = globalThis.navigator?.onLine !== false,
): { title: string; description: string } {
  if (!isOnline)
    return { title: "You're offline", description: "Try again when you're back online." };
  if (/access/i.test(error.message)) return { title: 'Access Denied', description: error.message };
  const isLimit = error instanceof ApiError && error.code === 'rate_limited';
  return {
    title: 'Error',
    description: isLimit ? error.message : 'Failed to create conversation',
  };
}

/** Describes why a conversation was not created: refusals and an offline browser have separate messages. */
export function createFailure(
  error: Error,
  isOnline = globalThis.navigator?.onLine !== false,
): { title: string; description: string } {
  if (!isOnline)
    return { title: "You're offline", description: "Try again when you're back online." };
  return /access/i.test(error.message)
    ? { title: 'Access Denied', description: error.message }
    : { title: 'Error', description: 'Failed to create conversation' };
}

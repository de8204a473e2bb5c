/** What to show when a conversation could not be created. A refusal says why; all else is not the person's doing. */
export function createFailure(error: Error): { title: string; description: string } {
  return /access/i.test(error.message)
    ? { title: 'Access Denied', description: error.message }
    : { title: 'Error', description: 'Failed to create conversation' };
}

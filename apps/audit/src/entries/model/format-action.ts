/** Returns an action as display text, with spaces instead of underscores. */
export function formatAction(action: string): string {
  return action.replaceAll('_', ' ');
}

/** Tests whether an action needs attention: something failed or was denied. */
export function isException(action: string): boolean {
  return /(^|_)(failed|denied)$/.test(action);
}

/** The display form of a user: the chosen name or the email, with a placeholder for every missing value. */
export interface Identity {
  name: string;
  email: string;
}

/**
 * Returns the name and email line of the user with this email.
 * @param displayName the name that the user chose, as the service returns it
 */
export function describeIdentity(
  email: string | null | undefined,
  displayName?: unknown,
): Identity {
  const address = email?.trim() ?? '';
  const chosen = typeof displayName === 'string' ? displayName.trim() : '';
  const [part = ''] = address.split('@');
  return { name: chosen || part || 'User', email: address || 'No email' };
}

/** The display form of a user: the chosen name or the email, with a placeholder for every missing value. */
export interface Identity {
  name: string;
  email: string;
  initial: string;
}

/**
 * Returns the name, email line and initial of the user with this email.
 * @param displayName the name that the user chose, as the service returns it
 */
export function describeIdentity(
  email: string | null | undefined,
  displayName?: unknown,
): Identity {
  const address = email?.trim() ?? '';
  const chosen = typeof displayName === 'string' ? displayName.trim() : '';
  const [part = ''] = address.split('@');
  const name = chosen || part || 'User';
  const [first = 'U'] = chosen || address || name;
  return { name, email: address || 'No email', initial: first.toUpperCase() };
}

/** The display form of a user: based on their email, with a placeholder for every missing value. */
export interface Identity {
  name: string;
  email: string;
  initial: string;
}

/** Returns the name, email line and initial of the user with this email. */
export function describeIdentity(email: string | null | undefined): Identity {
  const address = email?.trim() ?? '';
  const [part = ''] = address.split('@');
  const name = part || 'User';
  const [first = 'U'] = address || name;
  return { name, email: address || 'No email', initial: first.toUpperCase() };
}

/** How a person is shown: by their email, with a stand-in for every part that is missing. */
export interface Identity {
  name: string;
  email: string;
  initial: string;
}

/** The name, email line and initial of the person with this email. */
export function describeIdentity(email: string | null | undefined): Identity {
  const address = email?.trim() ?? '';
  const [part = ''] = address.split('@');
  const name = part || 'User';
  const [first = 'U'] = address || name;
  return { name, email: address || 'No email', initial: first.toUpperCase() };
}

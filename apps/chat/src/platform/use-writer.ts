import { useSession } from '@homie/auth';

/** Returns the name of the user for printed and saved conversations: the display name, or else the email address. */
export function useWriter(): string {
  const user = useSession()?.user;
  const name: unknown = user?.user_metadata?.['display_name'];
  return (typeof name === 'string' && name.trim()) || user?.email || 'You';
}

import { useEffect, useState } from 'react';
import { useSession } from './auth-context';

/**
 * Whether the signed-in person is an admin. Until that is known, and when asking fails, they are
 * not: this only decides what is offered, the server decides what is allowed.
 * @param lookUp asks the server
 */
export function useIsAdmin(lookUp: () => Promise<boolean>): boolean {
  const userId = useSession()?.user.id;
  const [admin, setAdmin] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    const settle = (isAdmin: boolean) => {
      if (current) setAdmin(isAdmin && userId ? userId : null);
    };
    if (userId) lookUp().then(settle, () => settle(false));
    return () => {
      current = false;
    };
  }, [userId, lookUp]);
  return admin !== null && admin === userId;
}

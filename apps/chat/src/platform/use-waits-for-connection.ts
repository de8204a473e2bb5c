import { hasLocalCopies, lazyLocalCopies } from '@homie/api-client';
import { useEffect, useState } from 'react';

interface PausedQuery {
  isPaused: boolean;
  data: unknown;
}

/** Returns whether a query waits for a connection, and this device has no copy of its data. */
export function useWaitsForConnection({ isPaused, data }: PausedQuery): boolean {
  const isWaiting = isPaused && data === undefined;
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    let isCurrent = true;
    const finish = () => isCurrent && setRead(true);
    // Without copies, their code loads when the server has responded.
    const read = async () => {
      if (!(await hasLocalCopies())) return;
      const { getLocalCopies } = await lazyLocalCopies();
      await (await getLocalCopies())?.whenRead();
    };
    // Without storage there are no copies either.
    read().then(finish, finish);
    return () => {
      isCurrent = false;
      setRead(false);
    };
  }, [isWaiting]);
  return isWaiting && isRead;
}

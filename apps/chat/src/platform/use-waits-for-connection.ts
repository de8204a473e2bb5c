import { hasLocalCopies, lazyLocalCopies } from '@homie/api-client';
import { useEffect, useState } from 'react';

/** The time that copies may take, in milliseconds: the storage of a browser may hang and never answer. */
const LIMIT_MS = 3_000;

interface PausedQuery {
  isPaused: boolean;
  data: unknown;
}

/** Returns whether a query waits for a connection, and this device has no copy of its data, or does not read it. */
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
    const timer = setTimeout(finish, LIMIT_MS);
    return () => {
      clearTimeout(timer);
      isCurrent = false;
      setRead(false);
    };
  }, [isWaiting]);
  return isWaiting && isRead;
}

import { timeZone, useStore } from '@homie/composition';
import { useEffect, useState } from 'react';

/** Returns the current time, updated every minute and if the time zone changes, for texts like '5 min ago'. */
export function useNow(): Date {
  useStore(timeZone);
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

import { useIsMobile } from '@homie/ui';
import { useState } from 'react';

/** Of the device, not of a person: it says nothing about anybody. */
const KEY = 'homie-audit-filters';

function readKept(): boolean | undefined {
  try {
    const kept = window.localStorage.getItem(KEY);
    return kept === null ? undefined : kept === 'shown';
  } catch {
    return undefined;
  }
}

/**
 * Whether the filters are unfolded: as this device left them, else where there is room for them and the table.
 * @returns the state and what changes it
 */
export function useFold(): [shown: boolean, toggle: () => void] {
  const isMobile = useIsMobile();
  const [kept, setKept] = useState(readKept);
  const shown = kept ?? !isMobile;
  function toggle() {
    setKept(!shown);
    try {
      window.localStorage.setItem(KEY, shown ? 'hidden' : 'shown');
    } catch {
      // Without storage it holds until the page is left.
    }
  }
  return [shown, toggle];
}

import { useDebounced } from '@homie/widgets';
import { useState } from 'react';

/** The debounce of the search box, in milliseconds. */
const REST = 300;

/** The state of a search box and a page, for the life of their dialog. */
export interface PagedSearch {
  /** The search text. */
  q: string;
  /** Counted from 1. */
  page: number;
  typed: string;
  type: (text: string) => void;
  setPage: (page: number) => void;
}

/** Returns the state of a list in a dialog. Another search text resets to page 1. */
export function usePagedSearch(initial = ''): PagedSearch {
  const [typed, setTyped] = useState(initial);
  const [position, setPosition] = useState({ q: initial, page: 1 });
  const q = useDebounced(typed.trim(), REST);
  if (position.q !== q) setPosition({ q, page: 1 });
  return {
    q,
    page: position.q === q ? position.page : 1,
    typed,
    type: setTyped,
    setPage: (page) => setPosition({ q, page }),
  };
}

import { useDebounced } from '@homie/widgets';
import { useState } from 'react';

/** How long typing must rest before it is searched for, in milliseconds. */
const REST = 300;

/** A search box and a page that live as long as their dialog. */
export interface PagedSearch {
  /** What is searched for. */
  q: string;
  /** Counted from 1. */
  page: number;
  typed: string;
  type: (text: string) => void;
  setPage: (page: number) => void;
}

/** The state of a list in a dialog. Other words begin at page 1. */
export function usePagedSearch(): PagedSearch {
  const [typed, setTyped] = useState('');
  const [position, setPosition] = useState({ q: '', page: 1 });
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

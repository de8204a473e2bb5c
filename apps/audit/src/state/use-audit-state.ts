import { useSearchParams } from '@homie/composition';
import type { AuditFilter } from '@homie/contracts';
import { useMemo, useState } from 'react';
import { useAuditApi } from '../api/audit-api';
import { isOfState, readAddress, writeAddress } from './audit-address';
import {
  countActive,
  toDateRange,
  resetState,
  toFilter,
  type AuditState,
  type DateRange,
} from './audit-state';

/** The state of the screen, which lives in the address. */
export interface AuditControl {
  state: AuditState;
  /** The state as a filter of the audit log. */
  filter: AuditFilter;
  /** Error messages of the filter's schema for invalid parts of the address. */
  issues: readonly string[];
  /** The first and the last shown day, by the shown clock. */
  days: DateRange;
  /** The number of kinds of active filters. */
  active: number;
  /**
   * Changes some properties. Resets to page 1, unless the page itself is changed.
   * @param options `replace`: replaces the history entry, e.g. while the user types; `entry`: the open entry
   */
  change: (part: Partial<AuditState>, options?: ChangeOptions) => void;
  /** Resets to the whole log: no filter, no dates, the default order. */
  reset: () => void;
  /** The number of resets: a key that also clears typed text that is not in the address. */
  resets: number;
  /** Resolves relative times against now. */
  renew: () => void;
}

interface ChangeOptions {
  replace?: boolean;
  entry?: string;
}

/** The state of the audit screen, read from the address and written to it. */
export function useAuditState(): AuditControl {
  const { auditFilterSchema, defaultAuditFilter } = useAuditApi();
  const [query, setQuery] = useSearchParams();
  const openNow = () => {
    const now = new Date();
    return { now, recent: defaultAuditFilter(now) };
  };
  const [opened, setOpened] = useState(openNow);
  const { state, issues } = useMemo(
    () => readAddress(query, auditFilterSchema),
    [query, auditFilterSchema],
  );
  const [resets, setResets] = useState(0);
  const filter = useMemo(() => toFilter(state, opened), [state, opened]);

  function write(next: AuditState, { replace = false, entry }: ChangeOptions = {}) {
    setQuery(
      (current) => {
        const written = writeAddress(next);
        for (const [name, value] of current) if (!isOfState(name)) written.append(name, value);
        if (entry !== undefined) written.set('entry', entry);
        return written;
      },
      { replace },
    );
  }

  return {
    state,
    filter,
    issues,
    days: toDateRange(filter, state.zone),
    active: countActive(state),
    change: (part, options) => write({ ...state, page: 1, ...part }, options),
    reset: () => {
      write(resetState(state));
      setResets(resets + 1);
    },
    resets,
    renew: () => setOpened(openNow()),
  };
}

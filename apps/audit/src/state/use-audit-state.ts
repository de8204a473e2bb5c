import { useSearchParams } from '@homie/composition';
import type { AuditFilter } from '@homie/contracts';
import { useMemo, useState } from 'react';
import { useAuditApi } from '../api/audit-api';
import { isOfState, readAddress, writeAddress } from './audit-address';
import {
  countActive,
  daysOf,
  resetState,
  toFilter,
  type AuditState,
  type DateRange,
} from './audit-state';

/** The state of the screen, which lives in the address. */
export interface AuditControl {
  state: AuditState;
  /** The same as the audit log is asked. */
  filter: AuditFilter;
  /** What in the address makes no sense, in the filter's own words. */
  issues: readonly string[];
  /** The first and the last day that are looked at, by the shown clock. */
  days: DateRange;
  /** How many kinds of filters are set. */
  active: number;
  /**
   * Changes a part. Whatever is changed, reading begins at page 1, unless the page itself is.
   * @param options `replace`: not a step that going back takes back, e.g. while somebody types; `entry`: the open one
   */
  change: (part: Partial<AuditState>, options?: ChangeOptions) => void;
  /** All of the log: no filter, no dates, the usual order. */
  reset: () => void;
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
    days: daysOf(filter, state.zone),
    active: countActive(state),
    change: (part, options) => write({ ...state, page: 1, ...part }, options),
    reset: () => write(resetState(state)),
    renew: () => setOpened(openNow()),
  };
}

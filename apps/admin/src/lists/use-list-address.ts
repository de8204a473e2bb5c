import { useSearchParams } from '@homie/composition';
import {
  changeListAddress,
  countFilters,
  readListAddress,
  withoutFilters,
  type ListAddress,
  type ListPlan,
  type ListSort,
} from './model/list-address';

/** A list whose filters, order and page live in the address, so that they survive reload, back and sharing. */
export interface ListControl<Filter extends string> extends ListAddress<Filter> {
  /** How many filters are set. */
  active: number;
  /** A filter that is typed: its steps do not become steps back. */
  type: (name: Filter, text: string) => void;
  /** A filter that is chosen: the one before is a step back. */
  choose: (name: Filter, value: string) => void;
  clear: () => void;
  setSort: (sort: ListSort) => void;
  /** Another page; instead of the open one where there is no way back to that. */
  setPage: (page: number, options?: { replace: boolean }) => void;
}

/**
 * The state of a list in the address.
 * @param plan a constant, made outside the component
 */
export function useListAddress<Filter extends string>(plan: ListPlan<Filter>): ListControl<Filter> {
  const [query, setQuery] = useSearchParams();
  const address = readListAddress(plan, query);

  function change(
    ...[next, options]: [Parameters<typeof changeListAddress<Filter>>[2], { replace: boolean }?]
  ) {
    setQuery((current) => changeListAddress(plan, current, next), options);
  }

  return {
    ...address,
    active: countFilters(plan, address),
    type: (name, text) => {
      const filters: Partial<Record<Filter, string>> = {};
      filters[name] = text;
      change({ filters }, { replace: true });
    },
    choose: (name, value) => {
      const filters: Partial<Record<Filter, string>> = {};
      filters[name] = value;
      change({ filters });
    },
    clear: () => change(withoutFilters(plan)),
    setSort: (sort) => change({ sort }),
    setPage: (page, options) => change({ page }, options),
  };
}

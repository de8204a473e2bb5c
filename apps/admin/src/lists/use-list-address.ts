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

/** A list with filters, order and page in the address, so that they survive reload, back and sharing. */
export interface ListControl<Filter extends string> extends ListAddress<Filter> {
  /** The number of active filters. */
  active: number;
  /** Sets a filter that is typed, without a history entry for each step. */
  type: (name: Filter, text: string) => void;
  /** Sets a filter that is chosen, with a new history entry. */
  choose: (name: Filter, value: string) => void;
  clear: () => void;
  setSort: (sort: ListSort) => void;
  /** Opens another page; `replace` if the open page cannot be returned to. */
  setPage: (page: number, options?: { replace: boolean }) => void;
}

/**
 * Returns the state of a list in the address.
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

/** The order of a list: its column and direction. */
export interface ListSort {
  by: string;
  direction: 'ascending' | 'descending';
}

/**
 * The parameters that the address of a list can have. A filter is free text (`''`) or one of a few choices, of which
 * the first means 'no filter'. The first of the sorts is the default, with a minus if it is descending.
 */
export interface ListPlan<Filter extends string> {
  filters: Readonly<Record<Filter, '' | readonly [string, ...string[]]>>;
  sorts: readonly [string, ...string[]];
}

/** The state of a list in its address. */
export interface ListAddress<Filter extends string> {
  filters: Readonly<Record<Filter, string>>;
  sort: ListSort;
  /** Counted from 1. */
  page: number;
}

const PAGES = 1_000_000;

/** The parameter names of the page and the order. */
const PAGE = 'page';
const SORT = 'sort';

function toSort(text: string): ListSort {
  return text.startsWith('-')
    ? { by: text.slice(1), direction: 'descending' }
    : { by: text, direction: 'ascending' };
}

function fromSort({ by, direction }: ListSort): string {
  return direction === 'descending' ? `-${by}` : by;
}

function names<Filter extends string>({ filters }: ListPlan<Filter>): Filter[] {
  return Object.keys(filters) as Filter[]; /* the keys of the record are its filters */
}

function unset<Filter extends string>(plan: ListPlan<Filter>, name: Filter): string {
  const choices: '' | readonly [string, ...string[]] = plan.filters[name];
  return choices === '' ? '' : choices[0];
}

/** Parses an address, by default an empty one. Ignores parameters that the plan does not have, and invalid values. */
export function readListAddress<Filter extends string>(
  plan: ListPlan<Filter>,
  query: URLSearchParams = new URLSearchParams(),
): ListAddress<Filter> {
  const filters = Object.fromEntries(
    names(plan).map((name) => {
      const choices: '' | readonly string[] = plan.filters[name];
      const said = query.get(name) ?? '';
      return [name, choices === '' || choices.includes(said) ? said : unset(plan, name)];
    }),
  ) as Record<Filter, string>; /* one entry for each filter */
  const sort = toSort(query.get(SORT) ?? '');
  const known = plan.sorts.some((usual) => toSort(usual).by === sort.by);
  const page = Number(query.get(PAGE));
  return {
    filters,
    sort: known ? sort : toSort(plan.sorts[0]),
    page: Number.isInteger(page) && page >= 1 && page <= PAGES ? page : 1,
  };
}

/** A change of an address. */
export interface ListChange<Filter extends string> {
  filters?: Partial<Record<Filter, string>>;
  sort?: ListSort;
  page?: number;
}

/** Returns the query after a change. Another filter or order resets to page 1; default values are omitted. */
export function changeListAddress<Filter extends string>(
  plan: ListPlan<Filter>,
  query: URLSearchParams,
  change: ListChange<Filter>,
): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string, usual: string) =>
    value === usual ? next.delete(name) : next.set(name, value);

  for (const name of names(plan)) {
    const value = change.filters?.[name];
    if (value !== undefined) put(name, value, unset(plan, name));
  }
  if (change.sort) put(SORT, fromSort(change.sort), plan.sorts[0]);
  put(PAGE, String(change.page ?? 1), '1');
  return next;
}

/** Counts the active filters. */
export function countFilters<Filter extends string>(
  plan: ListPlan<Filter>,
  { filters }: ListAddress<Filter>,
): number {
  return names(plan).filter((name) => filters[name].trim() !== unset(plan, name)).length;
}

/** Returns the change that clears every filter. */
export function withoutFilters<Filter extends string>(plan: ListPlan<Filter>): ListChange<Filter> {
  const filters: Partial<Record<Filter, string>> = {};
  for (const name of names(plan)) filters[name] = unset(plan, name);
  return { filters };
}

export { ChosenFilter } from './chosen-filter';
export { ListRow } from './list-row';
export { PagedList } from './paged-list';
export { QueryList } from './query-list';
export { usePagedSearch } from './paged-search';
export { pageOf } from './model/page-of';
export { useListAddress } from './use-list-address';
export type { ListPlan } from './model/list-address';

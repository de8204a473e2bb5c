export { ListScreen, type ListedTableProps } from './list-screen';
export { PagedList } from './paged-list';
export { usePagedSearch } from './paged-search';
export { pageOf } from './model/page-of';
export { useListAddress } from './use-list-address';
export type { ListPlan } from './model/list-address';

export { ChosenFilter } from './chosen-filter';
export { useListAddress, type ListControl } from './use-list-address';
export type { ListPlan } from './model/list-address';

export { ChosenFilter } from './chosen-filter';
export { TypedFilter } from './typed-filter';
export { useDialogAddress, type DialogAddress } from './use-dialog-address';
export { useListAddress, usePageInRange, type ListControl } from './use-list-address';
export { useListFailure } from './use-list-failure';
export type { ListPlan } from './model/list-address';

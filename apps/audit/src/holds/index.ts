export { HoldsInForce } from './holds-in-force';
export { HoldsDialog } from './holds-dialog';

export { DeleteDialog } from './delete-dialog';

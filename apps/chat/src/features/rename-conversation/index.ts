export { RenameDialog } from './rename-dialog';

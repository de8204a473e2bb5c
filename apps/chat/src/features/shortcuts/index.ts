export { ShortcutsDialog } from './shortcuts-dialog';

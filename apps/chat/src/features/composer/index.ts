export { Composer } from './composer';
export { FileDrop } from './file-drop';

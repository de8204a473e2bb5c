/** Files of messages: most people attach one now and then, so this is loaded when somebody does. */
export { uploadFile } from './upload-file';
export { scanFiles } from './scan-files';
export { removeUpload } from './remove-upload';
export { openFile } from './open-file';

/** The uploader: loaded when the user chooses a file. */
export { createFileTransport } from './file-transport';
export { uploadToasts } from './upload-notices';
export { createUploader } from './uploader';

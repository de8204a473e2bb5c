/** What takes files into a message: loaded when somebody chooses one. */
export { createFileTransport } from './file-transport';
export { uploadToasts } from './upload-notices';
export { createUploader } from './uploader';

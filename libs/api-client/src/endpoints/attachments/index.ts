/** Attachments of messages. Most users attach a file only now and then, so this module is loaded on first use. */
export { uploadFile } from './upload-file';
export { scanFiles } from './scan-files';
export { removeUpload } from './remove-upload';
export { openFile } from './open-file';
export { downloadDocument, linkDocument } from './download-document';
export { listFiles, previewFile } from './read-files';

export { createFolderStorage, storedFile } from './folder-storage.ts';
export { createStorageGateway } from './storage-gateway.ts';
export { isReleaseAddress } from './release-files.ts';

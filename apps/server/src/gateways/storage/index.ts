export { createFolderStorage, storedFile } from '../../data/files/folder-storage.ts';
export { createStorageGateway } from './storage-gateway.ts';
export { isReleaseAddress } from './release-files.ts';

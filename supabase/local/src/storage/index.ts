export { createFolderStorage } from './folder-storage.ts';
export { createStorageGateway } from './storage-gateway.ts';

export { createStorageGateway } from './storage-gateway.ts';
export { isReleaseAddress } from './release-files.ts';

export { defineResource } from './define-resource';
export type { Resource } from './resource';

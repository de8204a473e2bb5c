/** The embedded backend: one process that replaces a Supabase project, and its database. */
export * from './data/database/index.ts';
export { startBackend, type Backend } from './start-backend.ts';
export type { BackendOptions } from './server-options.ts';

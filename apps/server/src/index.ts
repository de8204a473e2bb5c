/** The embedded backend: one process in place of a Supabase project, and the database under it. */
export * from './data/database/index.ts';
export { startBackend, type Backend, type BackendOptions } from './start-backend.ts';

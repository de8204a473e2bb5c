export { createServer, type Server } from './create-server.ts';
export * from './database/index.ts';
export type { ServerOptions } from './server-options.ts';
export { startBackend, type Backend, type BackendOptions } from './start-backend.ts';

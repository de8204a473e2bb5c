export { MAIL_PAGES } from '../mail/compose-mail.ts';
export { PATIENCE } from './patience.ts';
export { sampleOf } from './sample.ts';
export { startBackend } from '../start-backend.ts';
export { copyDataFolder } from './data-folder.ts';
export { runHomie } from './run-homie.ts';
export { makeCertificate } from './make-certificate.ts';
export { createPostgresCluster, type PostgresCluster } from './postgres-cluster.ts';
export type { Preparation } from './prepared-databases.ts';
export {
  createScratchDatabase,
  testPostgresUrl,
  type ScratchDatabase,
} from './scratch-postgres.ts';
export { startIdentityProvider, type IdentityProvider } from './identity-provider.ts';
export { freePort } from '../http/free-port.ts';
export { gate, type Gate } from './gate.ts';
export { startServerProcess, type ServerProcess } from './server-process.ts';
export {
  CONTRACT_STORAGE_URL,
  openStorage,
  startStorageServer,
  type OpenStorage,
} from './start-storage-server.ts';
export {
  createDataFolder,
  startTestServer,
  type Session,
  type TestServer,
  type TestServerOptions,
  type TestStorage,
  type TestUser,
} from './start-test-server.ts';
export { inTurns, openTestDatabase } from './test-databases.ts';
export { RowDigest } from '../data/archive/row-digest.ts';

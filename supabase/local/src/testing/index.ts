export { PATIENCE } from './patience.ts';
export { startBackend } from '../start-backend.ts';
export { runAudit } from '../audit/run-audit.ts';
export { runBackup } from '../archive/run-backup.ts';
export { runMove } from '../archive/run-move.ts';
export { makeCertificate } from './make-certificate.ts';
export { createPostgresCluster, type PostgresCluster } from './postgres-cluster.ts';
export { preparedImage, type Preparation } from './prepared-databases.ts';
export { createScratchDatabase, type ScratchDatabase } from './scratch-postgres.ts';
export { freePort } from './free-port.ts';
export { gate, type Gate } from './gate.ts';
export { startServerProcess, type ServerProcess } from './server-process.ts';
export {
  startTestServer,
  type Session,
  type TestServer,
  type TestServerOptions,
  type TestStorage,
  type TestUser,
} from './start-test-server.ts';
export {
  inTurns,
  TEST_POSTGRES_URL,
  testDatabases,
  testStorages,
  type TestDatabase,
} from './test-databases.ts';

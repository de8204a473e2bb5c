export { findBaseline } from './adopt-baseline.ts';
export { applyMigrations } from './apply-migrations.ts';
export { applySeed, hasDemoAccounts } from './apply-seed.ts';
export { applySystemSchema, refuseProject, SupabaseProjectError } from './apply-system-schema.ts';
export { checkDatabase, requireSuitableDatabase } from './check-database.ts';
export { isUnavailable } from './is-unavailable.ts';
export {
  cancelQueriesOn,
  currentTrouble,
  DISK_FULL,
  duringRequest,
  noteTrouble,
  classifyTrouble,
  type Trouble,
} from './request-scope.ts';
export { createNotifications, type Notifications } from './notifications.ts';
export { createLeases, type Leases } from './leases.ts';
export { MigrationHistoryError } from './migration-history-error.ts';
export { listMigrations, readMigrations } from './read-migrations.ts';
export { readPostgresTls } from './postgres-tls.ts';
export { callerSettings, callSettings } from './request-settings.ts';
export { acquirePreparationLock } from './preparation-lock.ts';
export type { Database, Queryable, Row } from './database.ts';
export { openDatabase, type DatabaseLocation } from './open-database.ts';
export type { ConnectionLimits } from './open-postgres.ts';
export { prepareDatabase, type PrepareOptions } from './prepare-database.ts';

export { applyMigrations, MigrationHistoryError } from './apply-migrations.ts';
export { applySeed } from './apply-seed.ts';
export { applySystemSchema, SupabaseProjectError } from './apply-system-schema.ts';
export { INCOMPLETE } from './create-wholly.ts';
export { isUnavailable } from './is-unavailable.ts';
export type { Database, Queryable, Row } from './database.ts';
export { openDatabase, type DatabaseLocation } from './open-database.ts';
export { prepareDatabase, type PrepareOptions } from './prepare-database.ts';
export { tendTables } from './tend-tables.ts';

/** The database and the migrations of this release do not fit together. */
export class MigrationHistoryError extends Error {}

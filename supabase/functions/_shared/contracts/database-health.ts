import * as z from 'zod/mini';

/** State of the database of an installation. */
export const databaseHealthSchema = z.object({
  /** It is a standby, or was set to be read-only. */
  read_only: z.boolean(),
  /** Number of connections that it can have. */
  most: z.number(),
  free: z.number(),
  /** Extensions that the schema uses and that are not installed. */
  missing: z.array(z.string()),
  /** Extensions that are older than the installed package. */
  outdated: z.array(z.string()),
});
export type DatabaseHealth = z.infer<typeof databaseHealthSchema>;

/** Describes problems of a database, with the remedy. */
export const DATABASE_PROBLEMS = {
  readOnly:
    'The database accepts no changes: it is a standby, or read-only. Set DATABASE_URL to the primary.',
  fewConnections: ({ free, most }: Pick<DatabaseHealth, 'free' | 'most'>, needed?: number) =>
    `PostgreSQL has ${Math.max(0, free)} of ${most} connections left${needed === undefined ? '' : `; each process uses up to ${needed}`}. Raise max_connections, or end other clients.`,
  unavailable: (extension: string) =>
    `The extension ${extension} is not installed. Install the package of PostgreSQL's additional modules (postgresql-contrib).`,
  missing: (extension: string) =>
    `The extension ${extension} is missing, so searches are slow. As an administrator of PostgreSQL: create extension ${extension} with schema extensions;`,
  outdated: (extension: string) =>
    `The extension ${extension} is older than PostgreSQL. As an administrator of PostgreSQL: alter extension ${extension} update;`,
} as const;

/** Returns what will trouble people, each with the remedy. */
export function findDatabaseProblems(health: DatabaseHealth): string[] {
  const { free, most } = health;
  return [
    ...(health.read_only ? [DATABASE_PROBLEMS.readOnly] : []),
    ...(free < Math.max(5, most / 10) ? [DATABASE_PROBLEMS.fewConnections(health)] : []),
    ...health.missing.map(DATABASE_PROBLEMS.missing),
    ...health.outdated.map(DATABASE_PROBLEMS.outdated),
  ];
}

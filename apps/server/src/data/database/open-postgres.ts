import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { Kysely } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import postgres, { type Sql } from 'postgres';
import { countedConnections } from './counted-connections.ts';
import type { Database, Queryable, Row, SettingsCall } from './database.ts';
import type { ClusterAddress } from './embedded/cluster.ts';
import { PoolUse } from './pool-use.ts';
import { readPostgresTls } from './postgres-tls.ts';
import { batchRequestSettings } from './request-settings.ts';
import { asText, BOOLEAN_TYPE, refuseOddLists } from './text-parameter.ts';

/** OID of `timestamptz`, under which drivers register a parser. */
const TIMESTAMPTZ = 1184;
const TIMESTAMP = 1114;
const DATE = 1082;

/** Formats PostgreSQL's text form of a timestamp like PostgREST: `2026-11-20T22:35:42.28+00:00`. */
function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

const POOL_SIZE = 10;
const RECONNECT_AFTER_SECONDS = 0.25;
const JSON_TYPES = { json: 114, jsonb: 3802 } as const;

/**
 * Returns a JSON type that serializes strings verbatim. The arguments of a function are already JSON: encoded again
 * they would be one long string.
 */
function jsonType(oid: number) {
  return {
    to: oid,
    from: [oid],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  };
}

/**
 * Preserves the privileges that the migrations set.
 *
 * On the first request `@supabase/lite` 0.10.0 grants everything on all tables to `anon`, `authenticated` and
 * `service_role`, unless its flag says that this is done. The flag is private, hence the cast; the exact version is
 * pinned and a contract test compares the grants.
 */
function preserveGrants(connection: PostgresConnection): void {
  (connection as unknown as { rlsState: 'unknown' | 'active' | 'inactive' }).rlsState = 'active';
}

function queryable(sql: Pick<Sql, 'unsafe'>): Queryable {
  return {
    // Without parameters, the text may contain any number of statements.
    exec: async (text) => void (await sql.unsafe(text)),
    query: async <T extends Row>(
      text: string,
      parameters: readonly unknown[] = [],
      options?: { prepare: boolean },
    ) => [
      // postgres.js derives a parameter's type from its JavaScript class; the server decides which types it accepts.
      ...(await sql.unsafe<T[]>(text, [...parameters] as never[], options)),
    ],
  };
}

/** Runs `work` in a transaction on one connection. */
async function inTransaction<T>(
  sql: Sql,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  const connection = await sql.reserve();
  try {
    await connection.unsafe('begin');
    const result = await work(queryable(connection));
    await connection.unsafe('commit');
    return result;
  } catch (error) {
    await connection.unsafe('rollback').catch(() => undefined);
    throw error;
  } finally {
    connection.release();
  }
}

/** Runs a statement with settings on one connection, where only it can be cancelled. */
async function runWithSettings(
  sql: Sql,
  { name, settings, statement, input }: SettingsCall,
): Promise<string | null> {
  const connection = await sql.reserve();
  try {
    const [row] = await connection.unsafe<{ answer: string | null }[]>(
      `select embedded.run_with_settings($1::text::jsonb, $2, $3::text::jsonb) as "answer" /* ${name} */`,
      [JSON.stringify(settings), statement, input],
      // Without a separate round trip to describe the parameters.
      { prepare: true },
    );
    return row?.answer ?? null;
  } finally {
    connection.release();
  }
}

/** Timeouts that PostgreSQL enforces, as on a hosted project. */
export interface ConnectionLimits {
  /** Longest duration of one statement. */
  statementMs: number;
  /** Longest time that a transaction may wait for its next statement. */
  idleInTransactionMs: number;
}

/**
 * Connects to PostgreSQL 15 or later.
 * @param address `url`: `postgres://user:password@host:port/database?sslmode=…`, as an owner of the database
 * @param limits none unless given
 */
export async function openPostgres(
  { url: databaseUrl, socketFolder }: ClusterAddress,
  limits?: ConnectionLimits,
): Promise<Database> {
  const { url, tls } = readPostgresTls(databaseUrl);
  // The driver would look an IPv6 address up with its brackets.
  const [, ipv6] = /^\[(.*)\]$/.exec(new URL(url).hostname) ?? [];
  const host = socketFolder ?? ipv6;
  const connectionOptions = {
    ssl: tls,
    ...(host !== undefined && { host }),
    connect_timeout: 10,
    onnotice: () => {},
  };
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      ...connectionOptions,
      max: POOL_SIZE,
      ...(limits && {
        connection: {
          statement_timeout: limits.statementMs,
          idle_in_transaction_session_timeout: limits.idleInTransactionMs,
        },
      }),
      // Reconnects after a constant interval, so that a database that is available again is found at once after any
      // outage.
      backoff: () => RECONNECT_AFTER_SECONDS,
      types: {
        json: jsonType(JSON_TYPES.json),
        jsonb: jsonType(JSON_TYPES.jsonb),
        timestamptz: {
          to: TIMESTAMPTZ,
          from: [TIMESTAMPTZ],
          serialize: asText,
          parse: isoTimestamp,
        },
        // The driver would convert an invalid value into a valid one.
        boolean: {
          to: BOOLEAN_TYPE,
          from: [BOOLEAN_TYPE],
          serialize: asText,
          parse: (text: string) => text === 't',
        },
        timestamp: {
          to: TIMESTAMP,
          from: [TIMESTAMP],
          serialize: asText,
          parse: (text: string) => new Date(text),
        },
        // A day has no time, and must not get one.
        date: { to: DATE, from: [DATE], serialize: asText, parse: (text: string) => text },
      },
    },
  });
  preserveGrants(connection);
  batchRequestSettings(connection);
  const sql: Sql = connection.driver;
  const pool = new PoolUse(POOL_SIZE);
  const counted = countedConnections(sql, pool);
  connection.kysely = new Kysely({ dialect: new PostgresJSDialect({ postgres: counted }) });
  try {
    await sql`select 1`;
    // All connections share the array types that the first one has loaded: 10 KB less for each of the others.
    sql.options.fetch_types = false;
    refuseOddLists(sql.options.serializers);
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }

  const direct = queryable(sql);
  let closed: Promise<void> | undefined;
  return {
    connection,
    exec: (text) => pool.during(() => direct.exec(text)),
    query: (text, parameters, options) =>
      pool.during(() => direct.query(text, parameters, options)),
    runWithSettings: (call) => runWithSettings(counted, call),
    connectAlone: () => postgres(url, { ...connectionOptions, max: 1, fetch_types: false }),
    use: () => pool.now,
    downFor: () => 0,
    transaction: (work) => inTransaction(counted, work),
    close: () => (closed ??= sql.end({ timeout: 5 })),
  };
}

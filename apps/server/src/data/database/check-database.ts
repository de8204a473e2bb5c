import { DATABASE_PROBLEMS } from '@homie/contracts/admin';
import type { Database, Queryable } from './database.ts';

/** What a server process needs of a PostgreSQL that it does not run itself. */
export interface DatabaseCheck {
  /** Reasons why the server cannot start, each with the remedy. */
  errors: string[];
  /** What will trouble people later, each with the remedy. */
  warnings: string[];
  /** What the server does not need, but a command does. */
  notes: string[];
}

/** The server cannot use the database. */
class UnsuitableDatabaseError extends Error {}

interface Facts {
  role: string;
  database: string;
  read_only: boolean;
  is_superuser: boolean;
  may_create: boolean;
  may_load: boolean;
  may_bypass: boolean | null;
  roles: string[];
  granted: string[];
  unavailable: string[];
  outdated: string[];
  free: number;
  most: number;
  [column: string]: unknown;
}

/** The first version with the privileges and options that the schema uses. */
const OLDEST = 15;
const EXTENSIONS = ['btree_gin', 'pg_trgm', 'pgcrypto'];
const ROLES = ['anon', 'authenticated', 'service_role'] as const;

const FACTS = `
select
  current_user::text as role,
  current_database()::text as database,
  current_setting('transaction_read_only')::boolean as read_only,
  (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
  has_database_privilege(current_database(), 'create') as may_create,
  has_parameter_privilege('session_replication_role', 'set') as may_load,
  (select rolbypassrls from pg_roles where rolname = 'service_role') as may_bypass,
  array(select rolname::text from pg_roles where rolname = any($1::text[])) as roles,
  array(
    select rolname::text from pg_roles
    where rolname = any($1::text[])
      and pg_has_role(
        current_user, oid,
        case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end
      )
  ) as granted,
  array(
    select name from unnest($2::text[]) as name
    where not exists (select from pg_available_extensions as available where available.name = name.name)
  ) as unavailable,
  array(
    select name::text from pg_available_extensions
    where name = any($2::text[]) and installed_version <> default_version
  ) as outdated,
  current_setting('max_connections')::integer as most,
  current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
    - (select count(*) from pg_stat_activity where datid is not null)::integer as free`;

/** Checks the version, the privileges of the role, and whether there are connections left. Changes nothing. */
export async function checkDatabase(
  database: Pick<Database, 'use' | 'connectAlone'> & Queryable,
): Promise<DatabaseCheck> {
  const [server] = await database.query<{ version: number }>(
    "select current_setting('server_version_num')::integer / 10000 as version",
  );
  const version = server?.version ?? 0;
  if (version < OLDEST)
    return {
      errors: [`PostgreSQL ${version} is too old. Update it to ${OLDEST} or later.`],
      warnings: [],
      notes: [],
    };
  const [facts] = await database.query<Facts>(FACTS, [[...ROLES], EXTENSIONS]);
  if (!facts) throw new Error('the database returned no facts');
  const errors = [...findErrors(facts)];
  const warnings = [...findWarnings(facts, database.use().max)];
  const notes = facts.may_load
    ? []
    : [
        `"homie restore" and "homie move" cannot load data. As a superuser: grant set on parameter session_replication_role to "${facts.role}";`,
      ];
  if (await sharesConnections(database))
    warnings.push(
      'A pooler shares connections between transactions, so that sign-outs and changes arrive seconds late. Use session pooling (PgBouncer: pool_mode = session).',
    );
  return { errors, warnings, notes };
}

/**
 * Reports the warnings of a check.
 * @throws {UnsuitableDatabaseError} which lists the errors
 */
export async function requireSuitableDatabase(
  database: Database,
  warn: (line: string) => void,
): Promise<void> {
  const { errors, warnings } = await checkDatabase(database);
  if (errors.length > 0)
    throw new UnsuitableDatabaseError(
      ['The server cannot use the database of DATABASE_URL:', ...errors].join('\n- '),
    );
  for (const warning of warnings) warn(warning);
}

function* findErrors(facts: Facts): Generator<string> {
  const { role, database } = facts;
  if (facts.read_only) yield DATABASE_PROBLEMS.readOnly;
  if (!facts.may_create)
    yield `The role ${role} may not create schemas. As an administrator of PostgreSQL: grant create on database "${database}" to "${role}";`;
  yield* facts.unavailable.map(DATABASE_PROBLEMS.unavailable);
  if (facts.is_superuser) return;
  for (const name of ROLES)
    if (!facts.roles.includes(name))
      yield `The role ${name} is missing. As an administrator of PostgreSQL: create role ${name} nologin noinherit${name === 'service_role' ? ' bypassrls' : ''}; grant ${name} to "${role}";`;
    else if (!facts.granted.includes(name))
      yield `The role ${role} is no member of ${name}. As an administrator of PostgreSQL: grant ${name} to "${role}";`;
  if (facts.may_bypass === false)
    yield 'The role service_role does not bypass row security. As an administrator of PostgreSQL: alter role service_role bypassrls;';
}

function* findWarnings(facts: Facts, pool: number): Generator<string> {
  const needed = pool + 1;
  if (facts.free < needed) yield DATABASE_PROBLEMS.fewConnections(facts, needed);
  yield* facts.outdated.map(DATABASE_PROBLEMS.outdated);
}

/**
 * Returns whether a pooler moves a client to another connection between two transactions: when a second client occupies
 * the one that the first has released.
 */
async function sharesConnections({
  connectAlone,
}: Pick<Database, 'connectAlone'>): Promise<boolean> {
  const [first, second] = [connectAlone(), connectAlone()];
  const readProcess = async (sql: typeof first) => {
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return row?.pid;
  };
  try {
    const before = await readProcess(first);
    return await second.begin(async (transaction) => {
      const [row] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
      return row?.pid === before || (await readProcess(first)) !== before;
    });
  } finally {
    await Promise.all([first.end({ timeout: 0 }), second.end({ timeout: 0 })]);
  }
}

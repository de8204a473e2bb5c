import type { Queryable } from '@homie/server';
import { dropChecks, dropConjuncts } from './mutate-sql.ts';

/** A change that makes the database grant more than the reviewed one. */
export interface Mutant {
  name: string;
  /** Word in the stories about it: the table or the function, or `permitted` for a grant. */
  subject: string;
  /** Statements of the change, for a database with all migrations. */
  sql: string;
}

/** Lists the mutants of a database's policies, grants and functions. */
export async function findMutants(database: Queryable): Promise<Mutant[]> {
  const mutants = [
    ...(await mutatePolicies(database)),
    ...(await mutateGrants(database)),
    ...(await mutateFunctions(database)),
  ];
  return mutants.sort((one, other) => (one.name < other.name ? -1 : 1));
}

type Policy = {
  name: string;
  subject: string;
  target: string;
  using: string | null;
  check: string | null;
};

async function mutatePolicies(database: Queryable): Promise<Mutant[]> {
  const policies = await database.query<Policy>(
    `select policyname as name, tablename as subject, qual as "using", with_check as "check",
       format('%I on %I.%I', policyname, schemaname, tablename) as target
     from pg_policies
     where schemaname in ('public', 'private', 'storage')`,
  );
  return policies.flatMap(({ name, subject, target, using, check }) =>
    // An update policy with the same condition in `using` and `with check` is mutated in both: either would refuse.
    dropConjuncts(using ?? check ?? 'true').map(({ title, sql }) => ({
      name: `policy ${subject}: ${name}: without ${oneLine(title)}`,
      subject,
      sql: `alter policy ${target}${using === null ? '' : ` using (${sql})`}${
        check === null ? '' : ` with check (${using === null || using === check ? sql : check})`
      }`,
    })),
  );
}

/** Grants each missing privilege on tables, and execution of functions that only the server may call. */
async function mutateGrants(database: Queryable): Promise<Mutant[]> {
  const grants = await database.query<{ change: string }>(
    `select format('%s on public.%I', privilege, name) as change
     from tests.our_tables
     cross join unnest(array['select', 'insert', 'update', 'delete']) as privilege
     where oid::regclass::text not like 'private.%'
       and case
         when privilege = 'delete' then not has_table_privilege('authenticated', oid, privilege)
         else exists (
           select 1
           from pg_attribute
           where attrelid = our_tables.oid and attnum > 0 and not attisdropped and attgenerated = ''
             and not has_column_privilege('authenticated', our_tables.oid, attnum, privilege)
         )
       end
     union all
     select format('execute on function %s', pg_proc.oid::regprocedure)
     from pg_proc
     where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
       and not has_function_privilege('authenticated', pg_proc.oid, 'execute')`,
  );
  return grants.map(({ change }) => ({
    name: `grant ${change}`,
    subject: 'permitted',
    sql: `grant ${change} to authenticated`,
  }));
}

async function mutateFunctions(database: Queryable): Promise<Mutant[]> {
  const functions = await database.query<{ subject: string; name: string; definition: string }>(
    `select proname as subject, our_functions.name, pg_get_functiondef(pg_proc.oid) as definition
     from tests.our_functions
     join pg_proc using (oid)
     where prokind = 'f'`,
  );
  return functions.flatMap(({ subject, name, definition }) =>
    dropChecks(definition).map(({ title, sql }, index) => ({
      name: `function ${name.replace(/\(.*/s, '')}: without check ${index + 1}, ${title}`,
      subject,
      sql,
    })),
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

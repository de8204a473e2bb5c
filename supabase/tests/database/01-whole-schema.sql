/*
 * Rules that hold for every table, policy and function, also for the ones that nobody has written yet. Each function
 * lists the violations it finds; `whole-schema.test.sql` proves for each that it can find one.
 */
create view tests.our_tables as
select pg_class.oid, pg_class.relname as name, pg_class.relrowsecurity as has_row_security, pg_class.relacl
from pg_class
join pg_namespace on pg_namespace.oid = pg_class.relnamespace
where pg_namespace.nspname in ('public', 'private') and pg_class.relkind in ('r', 'p');

create view tests.our_functions as
select
  pg_proc.oid,
  pg_namespace.nspname || '.' || pg_proc.proname
    || '(' || pg_get_function_identity_arguments(pg_proc.oid) || ')' as name,
  pg_namespace.nspname as schema,
  pg_proc.prosecdef as is_definer,
  pg_proc.proconfig as settings
from pg_proc
join pg_namespace on pg_namespace.oid = pg_proc.pronamespace
where pg_namespace.nspname in ('public', 'private');

create function tests.tables_without_row_security()
returns setof text
language sql
as $$
  select name::text from tests.our_tables where not has_row_security;
$$;

create function tests.views_that_look_past_row_security()
returns setof text
language sql
as $$
  select pg_class.relname::text
  from pg_class
  join pg_namespace on pg_namespace.oid = pg_class.relnamespace
  where pg_namespace.nspname = 'public'
    and (
      pg_class.relkind = 'm'
      or (pg_class.relkind = 'v' and not coalesce(pg_class.reloptions @> array['security_invoker=true'], false))
    );
$$;

-- PostgreSQL cuts longer names without an error, and half a sentence says something else.
create function tests.policies_with_a_cut_name()
returns setof text
language sql
as $$
  select tablename || ': ' || policyname
  from pg_policies
  where schemaname in ('public', 'private', 'storage') and octet_length(policyname::text) >= 63;
$$;

create function tests.policies_for_everybody()
returns setof text
language sql
as $$
  select tablename || ': ' || policyname
  from pg_policies
  where schemaname in ('public', 'private') and roles && array['public', 'anon']::name[];
$$;

create function tests.updates_without_check()
returns setof text
language sql
as $$
  select tablename || ': ' || policyname
  from pg_policies
  where schemaname in ('public', 'private') and cmd in ('UPDATE', 'ALL') and with_check is null;
$$;

create function tests.policies_that_trust_claims()
returns setof text
language sql
as $$
  select tablename || ': ' || policyname
  from pg_policies
  where schemaname in ('public', 'private')
    and concat(qual, with_check) ~ 'jwt|auth\.role|auth\.email|request\.';
$$;

create function tests.policies_that_ask_for_every_row()
returns setof text
language sql
as $$
  select tablename || ': ' || policyname
  from pg_policies
  where schemaname in ('public', 'private')
    and regexp_replace(
      concat(qual, with_check), 'SELECT (auth\.uid|private\.[a-z_]+)\(\)', '', 'g'
    ) ~ '(auth\.uid|private\.[a-z_]+)\(\)';
$$;

create function tests.privileges_of_visitors()
returns setof text
language sql
as $$
  select tables.name || ': ' || privilege
  from tests.our_tables as tables
  cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
  where has_table_privilege('anon', tables.oid, privilege)
  union all
  select tables.name || ': ' || privilege || ' of some column'
  from tests.our_tables as tables
  cross join unnest(array['select', 'insert', 'update', 'references']) as privilege
  where has_any_column_privilege('anon', tables.oid, privilege)
  union all
  select functions.name || ': execute'
  from tests.our_functions as functions
  where has_function_privilege('anon', functions.oid, 'execute');
$$;

create function tests.privileges_beyond_rows()
returns setof text
language sql
as $$
  select tables.name || ': ' || privilege || ' for ' || grantee
  from tests.our_tables as tables
  cross join unnest(array['truncate', 'references', 'trigger']) as privilege
  cross join unnest(array['authenticated', 'service_role']) as grantee
  where has_table_privilege(grantee, tables.oid, privilege);
$$;

create function tests.grants_on_whole_tables()
returns setof text
language sql
as $$
  select tables.name || ': ' || lower(privileges.privilege_type) || ' on every column, for '
    || privileges.grantee::regrole::text
  from tests.our_tables as tables
  cross join aclexplode(tables.relacl) as privileges
  where privileges.grantee = 'authenticated'::regrole and privileges.privilege_type in ('SELECT', 'INSERT', 'UPDATE');
$$;

create function tests.functions_with_open_search_path()
returns setof text
language sql
as $$
  select name
  from tests.our_functions
  where not coalesce(settings @> array['search_path=""'], false);
$$;

create function tests.definer_functions_open_to_clients()
returns setof text
language sql
as $$
  select name
  from tests.our_functions
  where is_definer and schema = 'public' and has_function_privilege('authenticated', oid, 'execute');
$$;

create function tests.foreign_keys_without_index()
returns setof text
language sql
as $$
  select pg_constraint.conrelid::regclass || ': ' || pg_constraint.conname
  from pg_constraint
  join tests.our_tables as tables on tables.oid = pg_constraint.conrelid
  where pg_constraint.contype = 'f'
    and not exists (
      select 1
      from pg_index
      where pg_index.indrelid = pg_constraint.conrelid
        and pg_index.indpred is null
        and (pg_index.indkey::smallint[])[0:cardinality(pg_constraint.conkey) - 1] @> pg_constraint.conkey
    );
$$;

create function tests.clients_that_write_audit()
returns setof text
language sql
as $$
  select grantee || ': ' || privilege
  from unnest(array['anon', 'authenticated', 'service_role']) as grantee
  cross join unnest(array['insert', 'update', 'delete', 'truncate']) as privilege
  where has_table_privilege(grantee, 'public.audit_logs', privilege)
    or (privilege in ('insert', 'update') and has_any_column_privilege(grantee, 'public.audit_logs', privilege));
$$;

-- Operations of users on tables without a trigger that inserts an audit entry. Rows that belong to the user who writes them
-- are no administration: their own conversations, handovers, ratings, saved views and account.
create function tests.unrecorded_operations()
returns setof text
language sql
as $$
  select tables.name || ': ' || operation
  from tests.our_tables as tables
  cross join (values ('insert', 4), ('delete', 8), ('update', 16)) as operations (operation, bit)
  where tables.name not in ('audit_views', 'conversations', 'handovers', 'reply_feedback')
    and (tables.name, operation) <> ('users', 'insert')
    and case operation
      when 'delete' then has_table_privilege('authenticated', tables.oid, operation)
      else has_any_column_privilege('authenticated', tables.oid, operation)
    end
    and not exists (
      select 1
      from pg_trigger
      join pg_proc on pg_proc.oid = pg_trigger.tgfoid
      where pg_trigger.tgrelid = tables.oid
        and pg_trigger.tgtype & bit > 0
        and pg_proc.prosrc ~ 'private\.record_|into public\.audit_logs'
    );
$$;

create function tests.count_audit_entries()
returns bigint
language sql security definer
as $$
  select count(*) from public.audit_logs;
$$;

-- Columns that the signed-in administrator may change without an audit entry, in the first row of each of the same tables.
-- `examples` has a value for a column whose constraints reject the usual one of its type.
create function tests.unrecorded_columns(examples jsonb)
returns setof text
language plpgsql
as $$
declare
  changed record;
  entries bigint;
begin
  for changed in
    select relname as table_name, attname as name, format_type(atttypid, null) as type, keys.name as key
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    cross join lateral (
      -- The last column of the primary key identifies a row well enough.
      select key.attname as name
      from pg_index
      join pg_attribute as key on key.attrelid = indrelid and key.attnum = indkey[indnkeyatts - 1]
      where indrelid = pg_class.oid and indisprimary
    ) as keys
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('audit_views', 'conversations', 'handovers', 'reply_feedback')
      and has_column_privilege('authenticated', pg_class.oid, attnum, 'update')
    order by relname, attnum
  loop
    begin
      entries := tests.count_audit_entries();
      execute format(
        'update public.%1$I set %2$I = %4$s
         where %3$I = (select %3$I from public.%1$I where %3$I <> auth.uid() order by 1 limit 1)',
        changed.table_name,
        changed.name,
        changed.key,
        coalesce(
          unrecorded_columns.examples ->> (changed.table_name || '.' || changed.name),
          case changed.type
            when 'boolean' then format('not %I', changed.name)
            when 'text' then $text$'Another text'$text$
            when 'date' then 'current_date'
            else '1'
          end
        )
      );
      if entries = tests.count_audit_entries() then
        return next changed.table_name || '.' || changed.name;
      end if;
      raise exception 'undo the change' using errcode = 'XX999';
    exception
      when sqlstate 'XX999' then null;
      when others then
        return next format('%s.%s: add an example, because %s', changed.table_name, changed.name, sqlerrm);
    end;
  end loop;
end;
$$;

/*
 * Everything that decides who may do what, as sorted lines: the text that a reviewer reads and the repository keeps.
 */
create function tests.policies_and_grants()
returns setof text
language sql
as $$
  select line
  from (
    select 1 as part, format(
      '%spolicy on %s.%s for %s to %s: %s%s%s',
      case permissive when 'RESTRICTIVE' then 'restrictive ' end, schemaname, tablename, lower(cmd), array_to_string(roles, ', '), policyname,
      coalesce(e'\n    using ' || regexp_replace(qual, '\s+', ' ', 'g'), ''),
      coalesce(e'\n    with check ' || regexp_replace(with_check, '\s+', ' ', 'g'), '')
    ) as line
    from pg_policies
    where schemaname in ('public', 'private', 'storage')
    union all
    select 2, format(
      'grant %s on %s to %s', string_agg(lower(privileges.privilege_type), ', ' order by privileges.privilege_type),
      tables.oid::regclass, privileges.grantee::regrole
    )
    from tests.our_tables as tables
    cross join aclexplode(tables.relacl) as privileges
    where privileges.grantee <> (select relowner from pg_class where oid = tables.oid)
    group by tables.oid, privileges.grantee
    union all
    select 3, format(
      'grant %s (%s) on %s to %s', lower(privileges.privilege_type),
      string_agg(pg_attribute.attname, ', ' order by pg_attribute.attnum), tables.oid::regclass,
      privileges.grantee::regrole
    )
    from tests.our_tables as tables
    join pg_attribute on pg_attribute.attrelid = tables.oid
    cross join aclexplode(pg_attribute.attacl) as privileges
    group by tables.oid, privileges.grantee, privileges.privilege_type
    union all
    select 4, format('grant execute on function %s to %s', functions.name, grantee)
    from tests.our_functions as functions
    cross join unnest(array['anon', 'authenticated', 'service_role']) as grantee
    where has_function_privilege(grantee, functions.oid, 'execute')
  ) as lines
  order by part, line collate "C";
$$;

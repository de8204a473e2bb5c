import type { Database } from '@homie/local';

/** One line for everything that a migration can make, without who owns it and in which order it came. */
const CATALOG = `
with ours as (
  select oid, nspname from pg_namespace where nspname in ('public', 'private')
), kept as (
  -- What an extension brought is the extension's.
  select objid from pg_depend where deptype = 'e'
), relations as (
  select pg_class.*, format('%I.%I', nspname, relname) as name
  from pg_class join ours on ours.oid = relnamespace
  where pg_class.oid not in (select objid from kept)
), routines as (
  select pg_proc.*, pg_proc.oid::regprocedure::text as name
  from pg_proc join ours on ours.oid = pronamespace
  where pg_proc.oid not in (select objid from kept)
), privileges as (
  select 'schema ' || nspname as object, nspacl as acl, nspowner as owner
  from pg_namespace where nspname in ('public', 'private')
  union all
  select 'relation ' || name, relacl, relowner from relations where relkind in ('r', 'v', 'm', 'S', 'p')
  union all
  select format('column %s.%I', name, attname), attacl, relowner
  from relations join pg_attribute on attrelid = relations.oid where attacl is not null
  union all
  select 'function ' || name, coalesce(proacl, acldefault('f', proowner)), proowner from routines
)
select format('relation %s kind=%s rows=%s forced=%s options=%s', name, relkind, relrowsecurity, relforcerowsecurity, reloptions)
  as line from relations where relkind in ('r', 'v', 'm', 'S', 'p')
union all
select format('column %s.%s %s notnull=%s default=%s identity=%s generated=%s', name, attname,
    format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attidentity, attgenerated)
  from relations join pg_attribute on attrelid = relations.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind in ('r', 'v', 'm', 'p') and attnum > 0 and not attisdropped
union all
select format('view %s %s', name, pg_get_viewdef(oid)) from relations where relkind in ('v', 'm')
union all
select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
  from pg_constraint join relations on relations.oid = conrelid
union all
select 'index ' || pg_get_indexdef(oid) from relations where relkind = 'i'
union all
select format('policy %s.%s %s %s %s %s using=%s check=%s', schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check)
  from pg_policies where schemaname in ('public', 'private', 'storage')
union all
select 'trigger ' || pg_get_triggerdef(pg_trigger.oid)
  from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
  where not tgisinternal and nspname in ('public', 'private', 'auth', 'storage')
union all
select format('function %s', pg_get_functiondef(oid)) from routines where prokind <> 'a'
union all
select format('privilege %s: %s to %s%s', object, privilege_type,
    case grantee when 0 then 'public' else grantee::regrole::text end, case when is_grantable then ' with grant option' else '' end)
  from privileges cross join aclexplode(acl)
  -- The owner's own, whoever that is, and the schema that the platform made.
  where grantee <> owner and grantee <> (select oid from pg_roles where rolname = 'postgres')
    and grantee::regrole::text <> 'pg_database_owner'
union all
select format('type %I.%I %s', nspname, typname, (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid))
  from pg_type join ours on ours.oid = typnamespace where typtype in ('e', 'd')
union all
select format('comment %s %s', pg_describe_object(classoid, objoid, objsubid), description)
  from pg_description
  where (classoid = 'pg_class'::regclass and objoid in (select oid from relations))
    or (classoid = 'pg_proc'::regclass and objoid in (select oid from routines))
union all
select format('extension %s in %s', extname, extnamespace::regnamespace) from pg_extension
  where extname in ('pg_trgm', 'btree_gin', 'pgcrypto')
union all
select format('bucket %s public=%s limit=%s types=%s', id, public, file_size_limit, allowed_mime_types) from storage.buckets
union all
select format('row of roles: %s', name) from public.roles`;

/** What migrations have made in a database, as sorted lines that do not depend on who applied them and where. */
export async function readCatalog(database: Database): Promise<string[]> {
  const rows = await database.query<{ line: string }>(CATALOG);
  return rows.map(({ line }) => line).sort();
}

import type { Queryable } from '@homie/server';

/** Selects one line per object that a migration can create, independent of its owner and of the order of creation. */
const CATALOG = `
with ours as (
  select oid, nspname from pg_namespace where nspname in ('public', 'private')
), of_extensions as (
  select objid from pg_depend where deptype = 'e'
), relations as (
  select pg_class.*, format('%I.%I', nspname, relname) as name
  from pg_class join ours on ours.oid = relnamespace
  where pg_class.oid not in (select objid from of_extensions)
), routines as (
  select pg_proc.*, pg_proc.oid::regprocedure::text as name
  from pg_proc join ours on ours.oid = pronamespace
  where pg_proc.oid not in (select objid from of_extensions)
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
  union all
  select format('default of %s in %s', defaclobjtype, coalesce(nspname, 'any schema')), defaclacl, defaclrole
  from pg_default_acl left join ours on ours.oid = defaclnamespace where defaclnamespace = 0 or nspname is not null
)
select format('relation %s kind=%s persistence=%s rows=%s forced=%s options=%s', name, relkind, relpersistence,
    relrowsecurity, relforcerowsecurity, reloptions)
  as line from relations where relkind in ('r', 'v', 'm', 'S', 'p', 'c')
union all
select format('column %s.%s %s position=%s notnull=%s default=%s identity=%s generated=%s', name, attname,
    format_type(atttypid, atttypmod), row_number() over (partition by attrelid order by attnum), attnotnull,
    pg_get_expr(adbin, adrelid), attidentity, attgenerated)
  from relations join pg_attribute on attrelid = relations.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind in ('r', 'v', 'm', 'p', 'c') and attnum > 0 and not attisdropped
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
select format('trigger %s enabled=%s', pg_get_triggerdef(pg_trigger.oid), tgenabled)
  from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
  where not tgisinternal and nspname in ('public', 'private', 'auth', 'storage')
    -- Those of our own server, which a hosted project does not have, and those of its storage, which ours does not have.
    and not exists (
      select from pg_proc
      where pg_proc.oid = tgfoid and pronamespace in (to_regnamespace('embedded'), to_regnamespace('storage'))
    )
union all
select format('function %s', pg_get_functiondef(oid)) from routines where prokind <> 'a'
union all
select format('privilege %s: %s to %s%s', object, privilege_type,
    case grantee when 0 then 'public' else grantee::regrole::text end, case when is_grantable then ' with grant option' else '' end)
  from privileges cross join aclexplode(acl)
  -- The owner's own, whoever that is, and the schema that the platform created.
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
    or (classoid = 'pg_type'::regclass and objoid in (select pg_type.oid from pg_type join ours on ours.oid = typnamespace))
    or (classoid = 'pg_constraint'::regclass and objoid in (select pg_constraint.oid from pg_constraint join ours on ours.oid = connamespace))
    or (classoid = 'pg_trigger'::regclass and objoid in (select pg_trigger.oid from pg_trigger join relations on relations.oid = tgrelid))
    or (classoid = 'pg_policy'::regclass and objoid in (select pg_policy.oid from pg_policy join relations on relations.oid = polrelid))
union all
select format('extension %s in %s', extname, extnamespace::regnamespace) from pg_extension
  where extname not in ('plpgsql', 'uuid-ossp')
union all
select format('publication %s %s', pg_publication.pubname, (select array_agg(format('%I.%I', schemaname, tablename) order by 1) from pg_publication_tables where pg_publication_tables.pubname = pg_publication.pubname))
  from pg_publication
union all
select format('bucket %s public=%s limit=%s types=%s', id, public, file_size_limit, allowed_mime_types) from storage.buckets
union all
select format('role %s %s', id, name) from public.roles`;

/** Reads the objects created by migrations as sorted lines, independent of the role and server that applied them. */
export async function readCatalog(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ line: string }>(CATALOG);
  return rows.map(({ line }) => line).sort();
}

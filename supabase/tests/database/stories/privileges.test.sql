-- What people are given to do at all, whatever the rows. An administrator passes row-level security, so each attempt below
-- is refused for the missing privilege alone.
select tests.add_person('ann', 'admin');

create function tests.is_permitted(statement text)
returns boolean
language plpgsql
as $$
declare
  message text;
begin
  execute statement;
  return true;
exception when others then
  get stacked diagnostics message = message_text;
  -- No role writes generated columns.
  return sqlstate <> '428C9' and message not like 'permission denied for %';
end;
$$;

-- Lists what the signed-in person is permitted to do, each as the line of a grant.
create function tests.permitted()
returns setof text
language sql
as $$
  select format(
    'grant %s (%s) on %s to authenticated', privilege, string_agg(attname, ', ' order by attnum), tables.relname
  )
  from (
    values
      ('select', 'select %2$I from public.%1$I limit 0'),
      ('insert', 'insert into public.%1$I (%2$I) select null where false'),
      ('update', 'update public.%1$I set %2$I = null where false')
  ) as attempts (privilege, statement)
  cross join pg_class as tables
  join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
  where tables.relnamespace = 'public'::regnamespace and tables.relkind = 'r'
    and tests.is_permitted(format(statement, tables.relname, attname))
  group by privilege, tables.relname
  union all
  select format('grant delete on %s to authenticated', relname)
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r'
    and tests.is_permitted(format('delete from public.%I where false', relname))
  union all
  select format('grant execute on function public.%s(%s) to authenticated', proname, identity)
  from pg_proc
  cross join lateral (
    select coalesce(string_agg('null::' || format_type(argument, null), ', ' order by position), '') as nulls
    from unnest(proargtypes::oid[]) with ordinality as arguments (argument, position)
  ) as arguments
  cross join pg_get_function_identity_arguments(pg_proc.oid) as identity
  where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
    and tests.is_permitted(format('select public.%I(%s)', proname, nulls));
$$;

-- test: a person reads and changes no column, and calls no function, but those of the reviewed grants
select tests.sign_in('ann');
create temporary table permitted as select line from tests.permitted() as line;
select tests.as_owner();
select tests.same_lines(
  array(select line from permitted),
  array(
    select line
    from tests.policies_and_grants() as line
    where line ~ '^grant (select|insert|update) \(.*\) on [a-z_]+ to authenticated$'
      or line ~ '^grant delete on [a-z_]+ to authenticated$'
      or line ~ '^grant execute on function public\..* to authenticated$'
  ),
  'differ from the snapshot'
);
select tests.holds((select count(*) > 100 from permitted), 'there are grants');

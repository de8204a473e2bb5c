-- Limits of what a person changes, and of the rows and bytes of an organisation. docs/security/limits.md lists them all.

-- Refuses a change of the caller if the log has `most` entries of these actions from the last hour: entries remain when
-- what they record is deleted.
create function private.limit_per_hour(actions text[], most integer, message text)
returns void
language plpgsql set search_path = '' as $$
declare
  entry_count integer;
  earliest timestamptz;
begin
  select count(*), min(created_at) into entry_count, earliest
  from public.audit_logs
  where user_id = auth.uid() and action = any (limit_per_hour.actions)
    and created_at > clock_timestamp() - interval '1 hour';
  if entry_count >= limit_per_hour.most then
    raise exception '%', limit_per_hour.message using
      errcode = 'PT429',
      hint = format('Retry after %s s', ceil(extract(epoch from earliest + interval '1 hour' - clock_timestamp())));
  end if;
end;
$$;

-- Refuses rows beyond the most that a table may have; or, with the name of a column, that may have the same value in it.
create function private.limit_rows()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := tg_argv[0];
  row_count integer;
begin
  if tg_nargs = 1 then
    execute format('select count(*) from (select 1 from %I.%I limit $1 + 1) as present', tg_table_schema, tg_table_name)
    into row_count using most;
  else
    execute format(
      'select coalesce(max(row_count), 0) from (
         select count(*) as row_count from %1$I.%2$I where %3$I in (select %3$I from added) group by %3$I
       ) as counts', tg_table_schema, tg_table_name, tg_argv[1]
    ) into row_count;
  end if;
  if row_count > most then
    raise exception 'There can be at most % of these. Delete some first.', most using errcode = 'PT409';
  end if;
  return null;
end;
$$;

create trigger limit_rows
  after insert on public.assistants
  referencing new table as added
  for each statement execute function private.limit_rows(5000);

create trigger limit_rows
  after insert on public.participants
  referencing new table as added
  for each statement execute function private.limit_rows(100000);

create trigger limit_rows
  after insert on public.documents
  referencing new table as added
  for each statement execute function private.limit_rows(100000);

create trigger limit_rows
  after insert on public.audit_views
  referencing new table as added
  for each statement execute function private.limit_rows(200, 'user_id');

create trigger limit_rows
  after insert on public.synonyms
  referencing new table as added
  for each statement execute function private.limit_rows(500);

-- Returns the bytes of all stored files: attachments, and versions of documents.
create function public.stored_bytes()
returns bigint
language sql stable security definer set search_path = '' as $$
  select
    (select coalesce(sum(size), 0) from public.attachments)::bigint
    + (select coalesce(sum(size), 0) from public.document_versions)::bigint;
$$;
grant execute on function public.stored_bytes() to service_role;

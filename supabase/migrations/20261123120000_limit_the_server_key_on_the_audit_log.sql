-- What the server's key may do to the audit log: purge by a retention that only the owner sets, and record what people do,
-- not what administrators do. See docs/decisions/0073.

drop function public.purge_audit(integer, integer);

-- How long entries are kept: one row, which only the owner of the database changes. The server's key cannot, so that it
-- does not empty the log by itself.
create table private.audit_retention (
  only_row boolean primary key default true,
  -- null: nothing is purged
  days integer,
  constraint audit_retention_one_row check (only_row),
  constraint audit_retention_days check (days between 1 and 99999)
);
alter table private.audit_retention enable row level security;

-- Sets the retention, for the owner: at the server's start, or with `homie audit retention`.
create function private.set_audit_retention(days integer)
returns void
language sql set search_path = '' as $$
  insert into private.audit_retention (days) values (set_audit_retention.days)
  on conflict (only_row) do update set days = excluded.days where audit_retention.days is distinct from excluded.days;
$$;

create function public.read_audit_retention()
returns integer
language sql stable security definer set search_path = '' as $$
  select days from private.audit_retention;
$$;
grant execute on function public.read_audit_retention() to service_role;

-- Returns why the server may not purge what is older than `before`: the clock may be wrong, or it is more than a tenth of
-- the log. An operator may: `homie audit purge`.
create function private.purge_problem(before timestamptz)
returns text
language plpgsql stable set search_path = '' as $$
declare
  newest constant timestamptz := (select max(created_at) from public.audit_logs where action <> 'audit_purged');
  total constant bigint := (
    (select coalesce(sum(entries), 0) from private.audit_counts)
    + (select coalesce(sum(entries), 0) from private.audit_count_changes)
  );
begin
  if newest < now() - interval '30 days' then
    return 'The newest entry is more than 30 days old, so the clock may be wrong.';
  end if;
  if (
    select count(*) > total / 10
    from (
      select from public.audit_logs
      where created_at < purge_problem.before and action <> 'audit_purged'
      limit total / 10 + 1
    ) as old
  ) then
    return 'More than a tenth of the log would be deleted at once.';
  end if;
  return null;
end;
$$;

-- Runs one step of the purge, for the server: deletes entries that are older than the retention. Returns `refused`, a
-- sentence, if that could be a mistake.
create function public.purge_audit(row_limit integer default 5000)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  before constant timestamptz := now() - (select days from private.audit_retention) * interval '1 day';
  problem constant text := private.purge_problem(before);
begin
  if before is null then
    return '{"purged": 0, "more": false}';
  end if;
  if problem is not null then
    return jsonb_build_object('purged', 0, 'more', false, 'refused', problem);
  end if;
  return private.purge_audit(before, least(purge_audit.row_limit, 20000));
end;
$$;
grant execute on function public.purge_audit(integer) to service_role;

-- Inserts an entry, for functions that have made sure of what they record.
create function private.record_audit(
  action text,
  user_id uuid,
  assistant_id uuid default null,
  conversation_id uuid default null,
  meta jsonb default '{}'
)
returns uuid
language sql set search_path = '' as $$
  insert into public.audit_logs (action, user_id, assistant_id, conversation_id, meta)
  values (
    record_audit.action,
    record_audit.user_id,
    record_audit.assistant_id,
    record_audit.conversation_id,
    coalesce(record_audit.meta, '{}')
  )
  returning id;
$$;

create or replace function public.record_audit(
  action text,
  user_id uuid,
  assistant_id uuid default null,
  conversation_id uuid default null,
  meta jsonb default '{}'
)
returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  if record_audit.action in (
    'assistant_created', 'assistant_updated', 'assistant_deleted', 'participant_created', 'participant_updated',
    'participant_deleted', 'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
    'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed', 'record_viewed',
    'audit_exported', 'audit_verified', 'audit_purged', 'audit_hold_set', 'audit_hold_lifted'
  ) then
    raise exception 'This action is recorded by the database itself.' using errcode = 'PT403';
  end if;
  return private.record_audit(
    record_audit.action,
    record_audit.user_id,
    record_audit.assistant_id,
    record_audit.conversation_id,
    record_audit.meta
  );
end;
$$;

-- Functions that record what administrators do.
do $do$
declare
  caller oid;
begin
  for caller in select oid from pg_proc where prosrc like '%public.record\_audit(%' loop
    execute replace(pg_get_functiondef(caller), 'public.record_audit(', 'private.record_audit(');
  end loop;
end;
$do$;

revoke all on function
  private.record_audit(text, uuid, uuid, uuid, jsonb), private.set_audit_retention(integer), public.read_audit_retention(), private.purge_problem(timestamptz),
  public.purge_audit(integer)
from public;

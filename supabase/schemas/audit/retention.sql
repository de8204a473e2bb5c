-- Retention: a purge deletes entries that are old enough, except those on hold. It leaves their links, so that the
-- chain stays complete, and records which links have no entry any more.

-- Deletes up to `row_limit` entries older than `before`, oldest first, except those on hold and the records of purges,
-- and records the links that lost their entries as ranges. Returns `purged`, and `more`: whether to call it again.
create function private.purge_audit(before timestamptz, row_limit integer)
returns jsonb
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  -- As many as fit into the audit row.
  max_ranges constant integer := 150;
  entries uuid[];
  ranges jsonb;
  entry_count integer;
begin
  -- Waits for holds that are being set, and blocks new ones.
  lock table private.audit_holds in share mode;
  if exists (select 1 from private.audit_holds where kind = 'all' and lifted_at is null) then
    return '{"purged": 0, "more": false}';
  end if;

  with old as (
    select audit_logs.id, audit_chain.seq
    from public.audit_logs
    join private.audit_chain on audit_chain.entry_id = audit_logs.id
    where audit_logs.created_at < purge_audit.before
      and audit_logs.action <> 'audit_purged'
      and not exists (
        select 1
        from private.audit_holds
        where lifted_at is null
          and (
            kind = 'user' and subject_id in (audit_logs.user_id, audit_logs.target_user_id)
            or kind = 'participant' and subject_id = audit_logs.participant_id
            or kind = 'assistant' and subject_id = audit_logs.assistant_id
            or kind = 'conversation' and subject_id = audit_logs.conversation_id
          )
      )
    order by audit_logs.created_at, audit_logs.id
    limit greatest(purge_audit.row_limit, 1)
  ), islands as (
    select id, seq, seq - row_number() over (order by seq) as island from old
  ), numbered as (
    select id, seq, dense_rank() over (order by island) as number from islands
  ), selected as (
    select id, seq, number from numbered where number <= max_ranges
  )
  select
    array_agg(id),
    (
      select jsonb_agg(jsonb_build_array(first_seq, last_seq) order by first_seq)
      from (select min(seq) as first_seq, max(seq) as last_seq from selected group by number) as spans
    )
  into entries, ranges
  from selected;

  entry_count := coalesce(cardinality(entries), 0);
  if entry_count = 0 then
    return '{"purged": 0, "more": false}';
  end if;
  perform set_config('audit.purging', pg_current_xact_id()::text, true);
  delete from public.audit_logs where id = any (entries);
  perform set_config('audit.purging', '', true);
  insert into public.audit_logs (action, user_id, meta)
  values (
    'audit_purged',
    auth.uid(),
    jsonb_build_object('before', private.utc_text(purge_audit.before), 'count', entry_count, 'ranges', ranges)
  );
  return jsonb_build_object('purged', entry_count, 'more', true);
end;
$$;

-- Retention period of the entries: one row, which only the owner of the database can change. The server's key cannot
-- change it, and so cannot empty the log.
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

-- Returns the reason why the server may not purge the entries older than `before`: the clock may be wrong, or they are
-- more than a tenth of the log. An operator may: `homie audit purge`.
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

-- Runs one step of the purge, for the server: deletes entries that are older than the retention. Returns `refused`,
-- an error message, if that could be a mistake.
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

-- Retention: a purge deletes entries that are old enough, except those on hold. It leaves their links, so that the
-- chain stays complete, and records which links have no entry any more.

-- `set_by` and `lifted_by` are null if an operator did it.
create table private.audit_holds (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject_id uuid,
  reason text not null,
  set_by uuid,
  set_by_email text,
  set_at timestamptz not null default now(),
  lifted_by uuid,
  lifted_by_email text,
  lifted_at timestamptz,
  constraint audit_holds_kind_known
    check (kind in ('all', 'user', 'participant', 'assistant', 'conversation')),
  constraint audit_holds_subject_fits check ((kind = 'all') = (subject_id is null)),
  constraint audit_holds_reason_length check (char_length(btrim(reason)) between 1 and 500)
);

comment on table private.audit_holds is 'Entries of the audit log that a purge must leave, and why.';

create index audit_holds_active_idx on private.audit_holds (kind, subject_id) where lifted_at is null;

alter table private.audit_holds enable row level security;

-- Returns a hold with the name of its subject, for administrators and operators.
create function private.told_of_hold(hold private.audit_holds)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', hold.id,
    'kind', hold.kind,
    'subjectId', hold.subject_id,
    'reason', hold.reason,
    'setBy', hold.set_by_email,
    'setAt', private.utc_text(hold.set_at),
    'liftedBy', hold.lifted_by_email,
    'liftedAt', private.utc_text(hold.lifted_at)
  );
$$;

-- Sets a hold, as the signed-in user, else as an operator. The reason is not recorded in the log.
create function private.hold_audit(kind text, subject_id uuid, reason text)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  hold private.audit_holds;
begin
  insert into private.audit_holds (kind, subject_id, reason, set_by, set_by_email)
  values (
    hold_audit.kind, hold_audit.subject_id, btrim(hold_audit.reason), auth.uid(),
    (select email from public.users where id = auth.uid())
  )
  returning * into hold;
  perform private.record_hold('audit_hold_set', hold);
  return private.told_of_hold(hold);
end;
$$;

create function private.record_hold(action text, hold private.audit_holds)
returns void
language sql set search_path = '' as $$
  insert into public.audit_logs (
    action, user_id, target_user_id, target_user_email, participant_id, participant_name, assistant_id,
    conversation_id, meta
  )
  values (
    record_hold.action,
    auth.uid(),
    case hold.kind when 'user' then hold.subject_id end,
    (select email from public.users where hold.kind = 'user' and id = hold.subject_id),
    case hold.kind when 'participant' then hold.subject_id end,
    (select display_name from public.participants where hold.kind = 'participant' and id = hold.subject_id),
    case hold.kind when 'assistant' then hold.subject_id end,
    case hold.kind when 'conversation' then hold.subject_id end,
    jsonb_build_object('hold', hold.id, 'kind', hold.kind)
  );
$$;

create function private.lift_audit_hold(hold_id uuid)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  hold private.audit_holds;
begin
  update private.audit_holds
  set lifted_at = now(),
      lifted_by = auth.uid(),
      lifted_by_email = (select email from public.users where users.id = auth.uid())
  where audit_holds.id = lift_audit_hold.hold_id and audit_holds.lifted_at is null
  returning * into hold;
  if not found then
    raise exception 'There is no such hold, or it was lifted already.' using errcode = 'PT404';
  end if;
  perform private.record_hold('audit_hold_lifted', hold);
  return private.told_of_hold(hold);
end;
$$;

create function private.list_audit_holds()
returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(private.told_of_hold(audit_holds) order by lifted_at desc nulls first, set_at desc, id), '[]'
  )
  from private.audit_holds;
$$;

-- Sets or lifts a hold, for administrators.
create function private.change_audit_holds(kind text, subject_id uuid, reason text, lifted_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if change_audit_holds.lifted_id is not null then
    return private.lift_audit_hold(change_audit_holds.lifted_id);
  end if;
  return private.hold_audit(change_audit_holds.kind, change_audit_holds.subject_id, change_audit_holds.reason);
end;
$$;
grant execute on function private.change_audit_holds(text, uuid, text, uuid) to authenticated;

create function private.read_audit_holds()
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.list_audit_holds();
end;
$$;
grant execute on function private.read_audit_holds() to authenticated;

create function public.set_audit_hold(kind text, subject_id uuid, reason text)
returns jsonb
language sql set search_path = '' as $$
  select private.change_audit_holds(set_audit_hold.kind, set_audit_hold.subject_id, set_audit_hold.reason, null);
$$;
grant execute on function public.set_audit_hold(text, uuid, text) to authenticated;

create function public.lift_audit_hold(hold_id uuid)
returns jsonb
language sql set search_path = '' as $$
  select private.change_audit_holds(null, null, null, lift_audit_hold.hold_id);
$$;
grant execute on function public.lift_audit_hold(uuid) to authenticated;

create function public.list_audit_holds()
returns jsonb
language sql stable set search_path = '' as $$
  select private.read_audit_holds();
$$;
grant execute on function public.list_audit_holds() to authenticated;

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
  chosen integer;
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
  ), kept as (
    select id, seq, number from numbered where number <= max_ranges
  )
  select
    array_agg(id),
    (
      select jsonb_agg(jsonb_build_array(first_seq, last_seq) order by first_seq)
      from (select min(seq) as first_seq, max(seq) as last_seq from kept group by number) as spans
    )
  into entries, ranges
  from kept;

  chosen := coalesce(cardinality(entries), 0);
  if chosen = 0 then
    return '{"purged": 0, "more": false}';
  end if;
  perform set_config('audit.purging', pg_current_xact_id()::text, true);
  delete from public.audit_logs where id = any (entries);
  perform set_config('audit.purging', '', true);
  insert into public.audit_logs (action, user_id, meta)
  values (
    'audit_purged',
    auth.uid(),
    jsonb_build_object('before', private.utc_text(purge_audit.before), 'count', chosen, 'ranges', ranges)
  );
  return jsonb_build_object('purged', chosen, 'more', true);
end;
$$;

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

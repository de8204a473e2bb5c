-- Searches of the administration screens.
--
-- Row-level security prevents a "contains" condition from using an index, because evaluating it might leak data. The
-- searches therefore bypass it for ids only, after checking that the caller may see all rows or together with a
-- condition on what the caller may see, and the rows are read by the caller. Each runs with a custom plan, because the
-- best index depends on the search text. None is compiled: without sequential scans, a small table that has to be read
-- that way, also within the check of the caller, seems to cost enough for 200 ms of it.

create index users_email_search_idx on public.users using gin (email extensions.gin_trgm_ops);
create index users_display_name_search_idx on public.users using gin (display_name extensions.gin_trgm_ops);
create index participants_display_name_search_idx
  on public.participants using gin (display_name extensions.gin_trgm_ops);
create index assistants_label_search_idx on public.assistants using gin (label extensions.gin_trgm_ops);

-- Raises an error unless the caller is an administrator.
create function private.require_admin()
returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Admin access required' using errcode = 'insufficient_privilege';
  end if;
end;
$$;
grant execute on function private.require_admin() to authenticated;

create function private.search_user_ids(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  return query
    select id
    from public.users
    where email ~* private.search_pattern(search_user_ids.q)
      or display_name ~* private.search_pattern(search_user_ids.q);
end;
$$;
grant execute on function private.search_user_ids(text) to authenticated;

create function private.search_participant_ids(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  return query
    select id from public.participants where display_name ~* private.search_pattern(search_participant_ids.q);
end;
$$;
grant execute on function private.search_participant_ids(text) to authenticated;

-- Callers need not be administrators: of these ids they read only the assistants that they may use.
create function private.search_assistant_ids(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set jit = off as $$
begin
  return query select id from public.assistants where label ~* private.search_pattern(search_assistant_ids.q);
end;
$$;
grant execute on function private.search_assistant_ids(text) to authenticated;

-- The next two return whole rows instead of ids, to administrators, who may read all of them: a search with many
-- results reads each row once.
create function private.search_users(q text)
returns setof public.users
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  return query
    select *
    from public.users
    where email ~* private.search_pattern(search_users.q)
      or display_name ~* private.search_pattern(search_users.q);
end;
$$;
grant execute on function private.search_users(text) to authenticated;

create function private.search_participants(q text)
returns setof public.participants
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  return query
    select * from public.participants where display_name ~* private.search_pattern(search_participants.q);
end;
$$;
grant execute on function private.search_participants(text) to authenticated;

-- Returns users whose email or name contains the text, for administrators. Can be filtered, ordered and counted like the
-- table.
create function public.search_users(q text)
returns setof public.users
language sql stable rows 50 set search_path = '' as $$
  select * from private.search_users(search_users.q);
$$;
grant execute on function public.search_users(text) to authenticated;

-- Returns participants whose name contains the text, likewise.
create function public.search_participants(q text)
returns setof public.participants
language sql stable rows 50 set search_path = '' as $$
  select * from private.search_participants(search_participants.q);
$$;
grant execute on function public.search_participants(text) to authenticated;

-- Returns those of the caller's assistants whose label contains the text.
create function public.search_assistants(q text)
returns setof public.assistants
language sql stable rows 50 set search_path = '' as $$
  select assistants.*
  from public.assistants
  where id = any (array(select private.search_assistant_ids(search_assistants.q)));
$$;
grant execute on function public.search_assistants(text) to authenticated;

-- Returns participants for whom an assistant can be created: active and without an assistant, plus the participant of
-- the assistant being edited, regardless of its status.
create function public.participant_options(q text default '', assistant_id uuid default null, row_limit integer default 1000)
returns table (id uuid, display_name text)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    with current_participant as (
      select participants.id, participants.display_name
      from public.assistants
      join public.participants on participants.id = assistants.participant_id
      where assistants.id = participant_options.assistant_id
    ), available as (
      select participants.id, participants.display_name
      from public.participants
      where status = 'active'
        and (
          participant_options.q = ''
          or participants.id = any (array(select private.search_participant_ids(participant_options.q)))
        )
        and not exists (select 1 from public.assistants where assistants.participant_id = participants.id)
      order by participants.display_name, participants.id
      limit least(participant_options.row_limit, 1000)
    )
    select id, display_name from current_participant union all select id, display_name from available
    order by display_name, id;
end;
$$;
grant execute on function public.participant_options(text, uuid, integer) to authenticated;

-- Administration: what its screens look for.
--
-- Row-level security keeps a condition like "contains" from using an index, for it might leak what it compares. So the
-- searches look past it for ids only, after the check that the caller may see all there is or with what the caller sees
-- as the second condition, and the rows are read by the caller. Each runs with a plan of its own: which index helps
-- depends on what was typed.
create index users_email_search_idx on public.users using gin (email extensions.gin_trgm_ops);
create index participants_display_name_search_idx
  on public.participants using gin (display_name extensions.gin_trgm_ops);
create index assistants_label_search_idx on public.assistants using gin (label extensions.gin_trgm_ops);

-- The pattern of a text that is meant literally.
create function private.containing(text text)
returns text
language sql
immutable
set search_path = ''
as $$
  select '%' || regexp_replace(containing.text, '([\\%_])', '\\\1', 'g') || '%';
$$;

create function private.require_admin()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception 'Admin access required' using errcode = 'insufficient_privilege';
  end if;
end;
$$;
grant execute on function private.require_admin() to authenticated;

create function private.user_ids_with_email(q text)
returns setof uuid
language plpgsql
stable
security definer
set search_path = ''
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
begin
  perform private.require_admin();
  return query select id from public.users where email ilike private.containing(user_ids_with_email.q);
end;
$$;
grant execute on function private.user_ids_with_email(text) to authenticated;

create function private.participant_ids_named(q text)
returns setof uuid
language plpgsql
stable
security definer
set search_path = ''
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
begin
  perform private.require_admin();
  return query
    select id from public.participants where display_name ilike private.containing(participant_ids_named.q);
end;
$$;
grant execute on function private.participant_ids_named(text) to authenticated;

-- Also for people who are no administrators: of these ids they read those of the assistants that they may use.
create function private.assistant_ids_labelled(q text)
returns setof uuid
language plpgsql
stable
security definer
set search_path = ''
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
begin
  return query select id from public.assistants where label ilike private.containing(assistant_ids_labelled.q);
end;
$$;
grant execute on function private.assistant_ids_labelled(text) to authenticated;

-- Searches that find much, read once: the search gives whole rows to administrators, who may read all of them, instead of
-- ids to look up again.
create function private.users_with_email(q text)
returns setof public.users
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
begin
  perform private.require_admin();
  return query select * from public.users where email ilike private.containing(users_with_email.q);
end;
$$;
grant execute on function private.users_with_email(text) to authenticated;

create function private.participants_named(q text)
returns setof public.participants
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
begin
  perform private.require_admin();
  return query
    select * from public.participants where display_name ilike private.containing(participants_named.q);
end;
$$;
grant execute on function private.participants_named(text) to authenticated;

-- The users whose email contains the text, for an administrator. Filtered, ordered and counted like the table.
create function public.search_users(q text)
returns setof public.users
language sql
stable
rows 50
set search_path = ''
as $$
  select * from private.users_with_email(search_users.q);
$$;
grant execute on function public.search_users(text) to authenticated;

-- The participants whose name contains the text, likewise.
create function public.search_participants(q text)
returns setof public.participants
language sql
stable
rows 50
set search_path = ''
as $$
  select * from private.participants_named(search_participants.q);
$$;
grant execute on function public.search_participants(text) to authenticated;

-- Those of the caller's assistants whose label contains the text.
create function public.search_assistants(q text)
returns setof public.assistants
language sql
stable
rows 50
set search_path = ''
as $$
  select assistants.*
  from public.assistants
  where id = any (array(select private.assistant_ids_labelled(search_assistants.q)));
$$;
grant execute on function public.search_assistants(text) to authenticated;

-- Whom an assistant can be made for: participants who are active and have none, and the one of the assistant that is
-- being edited, whatever their status is by now.
create function public.participant_options(q text default '', assistant_id uuid default null, row_limit integer default 1000)
returns table (id uuid, display_name text)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    with chosen as (
      select participants.id, participants.display_name
      from public.assistants
      join public.participants on participants.id = assistants.participant_id
      where assistants.id = participant_options.assistant_id
    ), free as (
      select participants.id, participants.display_name
      from public.participants
      where status = 'active'
        and (
          participant_options.q = ''
          or participants.id = any (array(select private.participant_ids_named(participant_options.q)))
        )
        and not exists (select 1 from public.assistants where assistants.participant_id = participants.id)
      order by participants.display_name, participants.id
      limit least(participant_options.row_limit, 1000)
    )
    select id, display_name from chosen union all select id, display_name from free
    order by display_name, id;
end;
$$;
grant execute on function public.participant_options(text, uuid, integer) to authenticated;

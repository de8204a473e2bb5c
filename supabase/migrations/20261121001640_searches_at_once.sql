/*
 * Searches that find much, read once: the search gives whole rows to administrators, who may read all of them, instead of
 * ids to look up again.
 */
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

revoke all on function private.users_with_email(text) from public;
revoke all on function private.participants_named(text) from public;
grant execute on function private.users_with_email(text) to authenticated;
grant execute on function private.participants_named(text) to authenticated;

create or replace function public.search_users(q text)
returns setof public.users
language sql
stable
rows 50
set search_path = ''
as $$
  select * from private.users_with_email(search_users.q);
$$;

create or replace function public.search_participants(q text)
returns setof public.participants
language sql
stable
rows 50
set search_path = ''
as $$
  select * from private.participants_named(search_participants.q);
$$;

/*
 * Null for an assistant that is not there, so that whoever asks needs one answer.
 */
create or replace function public.read_grants(assistant_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_admin();
  if not exists (select 1 from public.assistants where id = read_grants.assistant_id) then
    return null;
  end if;
  return jsonb_build_object(
    'roleGrants', (
      select jsonb_agg(
        jsonb_build_object('roleName', roles.name, 'granted', assistant_role_access.role_id is not null)
        order by roles.name
      )
      from public.roles
      left join public.assistant_role_access
        on assistant_role_access.role_id = roles.id
        and assistant_role_access.assistant_id = read_grants.assistant_id
    ),
    'userGrants', (
      select coalesce(
        jsonb_agg(jsonb_build_object('userId', users.id, 'userEmail', users.email) order by users.email, users.id), '[]'
      )
      from public.assistant_access
      join public.users on users.id = assistant_access.user_id
      where assistant_access.assistant_id = read_grants.assistant_id
    )
  );
end;
$$;

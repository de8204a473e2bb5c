-- Shows administrators which accounts are disabled or not confirmed.

-- Returns the state of an account: `active`, `unconfirmed` (the email address is not confirmed, so signing in is refused)
-- or `disabled`. Null unless the caller is an administrator.
create function private.account_state(user_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select
    case
      when users.banned_until > now() then 'disabled'
      when users.email_confirmed_at is null then 'unconfirmed'
      else 'active'
    end
  from auth.users
  where users.id = account_state.user_id and (select private.is_admin());
$$;
revoke all on function private.account_state(uuid) from public;
grant execute on function private.account_state(uuid) to authenticated;

-- The same as a computed column.
create function public.account_state(public.users)
returns text
language sql stable set search_path = '' as $$
  select private.account_state($1.id);
$$;
revoke all on function public.account_state(public.users) from public;
grant execute on function public.account_state(public.users) to authenticated;

-- Returns who can see an assistant, or a participant and their assistant, by email, each with the reasons: `direct`,
-- `role` and `admin` give access to the assistant, `assignment` and `admin` to the participant.
create or replace function private.who_can_see(
  kind text,
  record_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  assistant uuid;
  participant uuid;
  page_size constant integer := greatest(least(who_can_see.page_size, 100), 1);
begin
  perform private.require_admin();
  if who_can_see.kind = 'participant' then
    participant := who_can_see.record_id;
    select id into assistant from public.assistants where participant_id = participant;
  else
    assistant := who_can_see.record_id;
    select participant_id into participant from public.assistants where id = assistant;
  end if;

  return (
    with seeing as (
      select
        users.id,
        users.email,
        roles.name as role_name,
        assistant_access.user_id is not null as is_direct,
        assistant_role_access.role_id is not null as is_by_role,
        roles.name = 'admin' as is_admin,
        participant_assignments.user_id is not null as is_assigned
      from public.users
      join public.roles on roles.id = users.role_id
      left join public.assistant_access
        on assistant_access.assistant_id = assistant and assistant_access.user_id = users.id
      left join public.assistant_role_access
        on assistant_role_access.assistant_id = assistant and assistant_role_access.role_id = users.role_id
      left join public.participant_assignments
        on participant_assignments.participant_id = participant and participant_assignments.user_id = users.id
      where who_can_see.q = '' or users.id = any (array(select private.user_ids_with_email(who_can_see.q)))
    ), counted as (
      select seeing.*, count(*) over () as total
      from seeing
      where is_direct or is_by_role or is_admin or is_assigned and who_can_see.kind = 'participant'
      order by email, id
      limit page_size
      offset (greatest(who_can_see.page, 1)::bigint - 1) * page_size
    )
    select jsonb_build_object(
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'userId', id,
            'userEmail', email,
            'roleName', role_name,
            'accountState', private.account_state(id),
            'reasons', array_remove(
              array[
                case when is_admin then 'admin' end,
                case when is_direct then 'direct' end,
                case when is_by_role then 'role' end,
                case when is_assigned then 'assignment' end
              ],
              null
            )
          )
          order by email, id
        ),
        '[]'
      ),
      'total', coalesce(max(total), 0)
    )
    from counted
  );
end;
$$;

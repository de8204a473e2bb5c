-- Queries of the access to records, and the effect of a deletion.

-- Returns the state of an account: `active`, `waiting` for approval, `deactivated`, `unconfirmed` (the email address is not
-- confirmed, so signing in is refused), `invited` or `invitation_expired`. Null unless the caller is an administrator.
create function private.account_state(user_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select state
  from private.account_states
  where account_states.user_id = account_state.user_id and (select private.is_admin());
$$;
grant execute on function private.account_state(uuid) to authenticated;

-- Returns the state of a user's account, as a computed column.
create function public.account_state(public.users)
returns text
language sql stable set search_path = '' as $$
  select private.account_state($1.id);
$$;
grant execute on function public.account_state(public.users) to authenticated;

-- Returns the users who can see an assistant, or a participant and their assistant, by email, with the reasons:
-- `direct`, `role` and `admin` give access to the assistant, `assignment` and `admin` to the participant.
create function private.who_can_see(
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
    with candidates as (
      select
        users.id,
        users.email,
        users.display_name,
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
      where who_can_see.q = '' or users.id = any (array(select private.search_user_ids(who_can_see.q)))
    ), page_rows as (
      select candidates.*, count(*) over () as total
      from candidates
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
            'userName', display_name,
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
    from page_rows
  );
end;
$$;
grant execute on function private.who_can_see(text, uuid, text, integer, integer) to authenticated;

-- Returns a user's access to every assistant, or only to those that the user may use, by label.
create function private.user_access(
  user_id uuid,
  q text default '',
  usable_only boolean default false,
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  page_size constant integer := greatest(least(user_access.page_size, 100), 1);
  user_role_id uuid;
  is_admin boolean;
begin
  perform private.require_admin();
  select users.role_id, roles.name = 'admin'
  into user_role_id, is_admin
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = user_access.user_id;

  return (
    with candidates as (
      select
        assistants.id,
        assistants.label,
        assistants.label_order,
        assistants.kind,
        assistant_access.user_id is not null as is_direct,
        assistant_role_access.role_id is not null as is_by_role
      from public.assistants
      left join public.assistant_access
        on assistant_access.assistant_id = assistants.id and assistant_access.user_id = user_access.user_id
      left join public.assistant_role_access
        on assistant_role_access.assistant_id = assistants.id and assistant_role_access.role_id = user_role_id
      where user_access.q = ''
        or assistants.id = any (array(select private.search_assistant_ids(user_access.q)))
    ), page_rows as (
      select candidates.*, count(*) over () as total
      from candidates
      where not user_access.usable_only or is_direct or is_by_role or is_admin
      order by label_order, id
      limit page_size
      offset (greatest(user_access.page, 1)::bigint - 1) * page_size
    )
    select jsonb_build_object(
      'isAdmin', coalesce(is_admin, false),
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'assistantId', id,
            'assistantLabel', label,
            'assistantKind', kind,
            'hasDirectAccess', is_direct,
            'hasRoleAccess', is_by_role,
            'hasAccess', is_direct or is_by_role
          )
          order by label_order, id
        ),
        '[]'
      ),
      'total', coalesce(max(total), 0)
    )
    from page_rows
  );
end;
$$;
grant execute on function private.user_access(uuid, text, boolean, integer, integer) to authenticated;

-- Returns the participants whom a user can see, by name, each with the reasons: `admin`, `assignment`.
create function private.user_participants(
  user_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  page_size constant integer := greatest(least(user_participants.page_size, 100), 1);
  is_admin boolean;
begin
  perform private.require_admin();
  select roles.name = 'admin'
  into is_admin
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = user_participants.user_id;

  return (
    with page_rows as (
      select
        participants.id,
        participants.display_name,
        participants.status,
        participant_assignments.user_id is not null as is_assigned,
        count(*) over () as total
      from public.participants
      left join public.participant_assignments
        on participant_assignments.participant_id = participants.id
        and participant_assignments.user_id = user_participants.user_id
      where (is_admin or participant_assignments.user_id is not null)
        and (
          user_participants.q = ''
          or participants.id = any (array(select private.search_participant_ids(user_participants.q)))
        )
      order by participants.display_name, participants.id
      limit page_size
      offset (greatest(user_participants.page, 1)::bigint - 1) * page_size
    )
    select jsonb_build_object(
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'participantId', id,
            'participantName', display_name,
            'status', status,
            'reasons', array_remove(
              array[case when is_admin then 'admin' end, case when is_assigned then 'assignment' end], null
            )
          )
          order by display_name, id
        ),
        '[]'
      ),
      'total', coalesce(max(total), 0)
    )
    from page_rows
  );
end;
$$;
grant execute on function private.user_participants(uuid, text, integer, integer) to authenticated;

create function public.who_can_see(
  kind text,
  record_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  if coalesce(who_can_see.kind, '') not in ('participant', 'assistant') then
    raise exception 'Unknown kind of record.' using errcode = 'PT400';
  end if;
  perform private.record_view(who_can_see.kind, who_can_see.record_id);
  return private.who_can_see(
    who_can_see.kind, who_can_see.record_id, who_can_see.q, who_can_see.page, who_can_see.page_size
  );
end;
$$;
grant execute on function public.who_can_see(text, uuid, text, integer, integer) to authenticated;

create function public.user_access(
  user_id uuid,
  q text default '',
  usable_only boolean default false,
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.record_view('user', user_access.user_id);
  return private.user_access(
    user_access.user_id, user_access.q, user_access.usable_only, user_access.page, user_access.page_size
  );
end;
$$;
grant execute on function public.user_access(uuid, text, boolean, integer, integer) to authenticated;

create function public.user_participants(
  user_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.record_view('user', user_participants.user_id);
  return private.user_participants(
    user_participants.user_id, user_participants.q, user_participants.page, user_participants.page_size
  );
end;
$$;
grant execute on function public.user_participants(uuid, text, integer, integer) to authenticated;

-- Returns the grants of an assistant as one JSON value, because REST would truncate more than a thousand rows silently.
-- Null if the assistant does not exist, so that callers need one request only.
create function public.read_grants(assistant_id uuid)
returns jsonb
language plpgsql stable set search_path = '' as $$
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
        jsonb_agg(
          jsonb_build_object(
            'userId', users.id,
            'userEmail', users.email,
            'userName', users.display_name,
            'canEdit', assistant_access.can_edit
          )
          order by users.email, users.id
        ),
        '[]'
      )
      from public.assistant_access
      join public.users on users.id = assistant_access.user_id
      where assistant_access.assistant_id = read_grants.assistant_id
    )
  );
end;
$$;
grant execute on function public.read_grants(uuid) to authenticated;

-- Counts the rows that would be deleted together with a record.
create function private.deletion_effect(kind text, record_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.count_cascade(deletion_effect.kind, deletion_effect.record_id);
end;
$$;
grant execute on function private.deletion_effect(text, uuid) to authenticated;

create function public.deletion_effect(kind text, record_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select private.deletion_effect(deletion_effect.kind, deletion_effect.record_id);
$$;
grant execute on function public.deletion_effect(text, uuid) to authenticated;

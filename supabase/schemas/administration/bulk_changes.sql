-- Bulk changes of grants and assignments, each as one transaction with a preview.

-- Returns the effect of a change on access: keeps, loses, gains or none.
create function private.access_outcome(had_access boolean, has_access boolean)
returns text
language sql immutable set search_path = '' as $$
  select case
    when had_access and has_access then 'keeps'
    when had_access then 'loses'
    when has_access then 'gains'
    else 'none'
  end;
$$;
grant execute on function private.access_outcome(boolean, boolean) to authenticated;

-- Raises an error if a bulk change is too large.
create function private.require_at_most(item_count bigint, max_count bigint)
returns void
language plpgsql immutable set search_path = '' as $$
begin
  if require_at_most.item_count > require_at_most.max_count then
    raise exception 'At most % at once.', require_at_most.max_count using errcode = 'PT422';
  end if;
end;
$$;
grant execute on function private.require_at_most(bigint, bigint) to authenticated;

-- Raises an error if a required flag is null, e.g. the direction of a bulk change.
create function private.require_not_null(name text, value boolean)
returns void
language plpgsql immutable set search_path = '' as $$
begin
  if require_not_null.value is null then
    raise exception '% must be true or false', require_not_null.name using errcode = 'PT422';
  end if;
end;
$$;
grant execute on function private.require_not_null(text, boolean) to authenticated;

-- Grants or revokes direct access of several users to several assistants as one change; with `preview`, only returns
-- what it would do. Returns each pair with `outcome`: gains, keeps (has access before and after), loses, none.
create function private.change_grants(
  assistant_ids uuid[],
  user_ids uuid[],
  granted boolean,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  outcomes jsonb;
begin
  perform private.require_admin();
  perform private.require_at_most(
    coalesce(cardinality(change_grants.assistant_ids), 0)::bigint * coalesce(cardinality(change_grants.user_ids), 0), 500
  );

  -- Concurrent changes wait, so that the returned outcomes are those of this change.
  perform 1
  from public.assistants
  where id = any (change_grants.assistant_ids) and not change_grants.preview
  order by id
  for no key update;

  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'assistantId', assistants.id,
        'assistantLabel', assistants.label,
        'userId', users.id,
        'userEmail', users.email,
        'outcome', private.access_outcome(
          grants.is_direct or grants.is_indirect, change_grants.granted or grants.is_indirect
        )
      )
      order by users.email, users.id, assistants.label_order, assistants.id
    ),
    '[]'
  )
  into outcomes
  from public.assistants
  cross join public.users
  join public.roles on roles.id = users.role_id
  cross join lateral (
    select
      exists (
        select 1 from public.assistant_access where assistant_id = assistants.id and user_id = users.id
      ) as is_direct,
      roles.name = 'admin' or exists (
        select 1 from public.assistant_role_access where assistant_id = assistants.id and role_id = users.role_id
      ) as is_indirect
  ) as grants
  where assistants.id = any (change_grants.assistant_ids) and users.id = any (change_grants.user_ids);

  if not change_grants.preview then
    if change_grants.granted then
      insert into public.assistant_access (assistant_id, user_id)
      select (outcome ->> 'assistantId')::uuid, (outcome ->> 'userId')::uuid
      from jsonb_array_elements(outcomes) as outcome
      order by 1, 2
      on conflict do nothing;
    else
      delete from public.assistant_access
      where assistant_id = any (change_grants.assistant_ids) and user_id = any (change_grants.user_ids);
    end if;
  end if;
  return jsonb_build_object('rows', outcomes);
end;
$$;
grant execute on function private.change_grants(uuid[], uuid[], boolean, boolean) to authenticated;

-- Assigns or unassigns several workers and, with `with_access`, grants or revokes their direct access to the
-- participant's assistant, as one change; with `preview`, only returns what it would do. Returns each user with
-- `assignment` and `access`: gains, keeps, loses, none; `access` is null without an assistant or without `with_access`.
create function private.change_workers(
  participant_id uuid,
  user_ids uuid[],
  assigned boolean,
  with_access boolean default false,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  assistant uuid;
  access jsonb := '[]';
  outcomes jsonb;
begin
  perform private.require_admin();
  perform private.require_at_most(coalesce(cardinality(change_workers.user_ids), 0), 500);
  perform 1 from public.participants where id = change_workers.participant_id;
  if not found then
    raise exception 'Participant not found' using errcode = 'PT404';
  end if;

  select id into assistant from public.assistants where assistants.participant_id = change_workers.participant_id;
  if change_workers.with_access and assistant is not null then
    access := public.change_grants(
      array[assistant], change_workers.user_ids, change_workers.assigned, change_workers.preview
    ) -> 'rows';
  end if;

  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'userId', users.id,
        'userEmail', users.email,
        'assignment', private.access_outcome(participant_assignments.user_id is not null, change_workers.assigned),
        'access', jsonb_path_query_first(
          access, '$[*] ? (@.userId == $id).outcome', jsonb_build_object('id', users.id)
        )
      )
      order by users.email, users.id
    ),
    '[]'
  )
  into outcomes
  from public.users
  left join public.participant_assignments
    on participant_assignments.participant_id = change_workers.participant_id
    and participant_assignments.user_id = users.id
  where users.id = any (change_workers.user_ids);

  if not change_workers.preview then
    if change_workers.assigned then
      insert into public.participant_assignments (participant_id, user_id)
      select change_workers.participant_id, (outcome ->> 'userId')::uuid
      from jsonb_array_elements(outcomes) as outcome
      order by 2
      on conflict do nothing;
    else
      delete from public.participant_assignments
      where participant_id = change_workers.participant_id and user_id = any (change_workers.user_ids);
    end if;
  end if;
  return jsonb_build_object('rows', outcomes, 'assistantId', assistant);
end;
$$;
grant execute on function private.change_workers(uuid, uuid[], boolean, boolean, boolean) to authenticated;

create function public.change_grants(
  assistant_ids uuid[],
  user_ids uuid[],
  granted boolean,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.require_not_null('granted', change_grants.granted);
  return private.change_grants(
    change_grants.assistant_ids, change_grants.user_ids, change_grants.granted, change_grants.preview
  );
end;
$$;
grant execute on function public.change_grants(uuid[], uuid[], boolean, boolean) to authenticated;

create function public.change_workers(
  participant_id uuid,
  user_ids uuid[],
  assigned boolean,
  with_access boolean default false,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.require_not_null('assigned', change_workers.assigned);
  return private.change_workers(
    change_workers.participant_id,
    change_workers.user_ids,
    change_workers.assigned,
    change_workers.with_access,
    change_workers.preview
  );
end;
$$;
grant execute on function public.change_workers(uuid, uuid[], boolean, boolean, boolean) to authenticated;

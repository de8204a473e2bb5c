/*
 * A change of many says whether it gives or takes: where that is left open it is refused, not read as taking.
 */
alter function public.change_grants(uuid[], uuid[], boolean, boolean) set schema private;
alter function public.change_workers(uuid, uuid[], boolean, boolean, boolean) set schema private;

create function private.require_said(name text, said boolean)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if require_said.said is null then
    raise exception '% must be true or false', require_said.name using errcode = 'PT422';
  end if;
end;
$$;

create function public.change_grants(
  assistant_ids uuid[],
  user_ids uuid[],
  granted boolean,
  preview boolean default false
)
returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.require_said('granted', change_grants.granted);
  return private.change_grants(
    change_grants.assistant_ids, change_grants.user_ids, change_grants.granted, change_grants.preview
  );
end;
$$;

create function public.change_workers(
  participant_id uuid,
  user_ids uuid[],
  assigned boolean,
  with_access boolean default false,
  preview boolean default false
)
returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.require_said('assigned', change_workers.assigned);
  return private.change_workers(
    change_workers.participant_id,
    change_workers.user_ids,
    change_workers.assigned,
    change_workers.with_access,
    change_workers.preview
  );
end;
$$;

revoke all on function private.require_said(text, boolean) from public;
grant execute on function private.require_said(text, boolean) to authenticated;
revoke all on function public.change_grants(uuid[], uuid[], boolean, boolean) from public, anon;
revoke all on function public.change_workers(uuid, uuid[], boolean, boolean, boolean) from public, anon;
grant execute on function public.change_grants(uuid[], uuid[], boolean, boolean) to authenticated;
grant execute on function public.change_workers(uuid, uuid[], boolean, boolean, boolean) to authenticated;

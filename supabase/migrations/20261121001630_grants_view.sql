/*
 * Who was granted an assistant, as one answer: read as rows, a list of more than a thousand people would be cut without a
 * word.
 */
create function public.read_grants(assistant_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_admin();
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

revoke all on function public.read_grants(uuid) from public, anon;
grant execute on function public.read_grants(uuid) to authenticated;

-- Administrators see which second factors they remove.

create function private.list_user_factors(user_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return jsonb_build_object(
    'factors', (
      select coalesce(jsonb_agg(to_jsonb(factor) order by created_at), '[]')
      from (
        select 'app' as kind, friendly_name as name, created_at
        from auth.mfa_factors
        where user_id = list_user_factors.user_id and status = 'verified'
        union all
        select 'passkey', friendly_name, created_at
        from auth.webauthn_credentials
        where user_id = list_user_factors.user_id
      ) as factor
    ),
    'recovery_codes', (
      select count(*) from private.recovery_codes where user_id = list_user_factors.user_id and used_at is null
    )
  );
end;
$$;
revoke all on function private.list_user_factors(uuid) from public;
grant execute on function private.list_user_factors(uuid) to authenticated;

create function public.list_user_factors(user_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select private.list_user_factors(list_user_factors.user_id);
$$;
revoke all on function public.list_user_factors(uuid) from public, anon, service_role;
grant execute on function public.list_user_factors(uuid) to authenticated;

-- Administrators see on the health page whether the database accepts changes, has connections left and has current
-- extensions.

create function private.database_health()
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      -- A request may have a read-only transaction on a database that accepts changes.
      'read_only', pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean,
      'most', current_setting('max_connections')::integer,
      'free', current_setting('max_connections')::integer
        - current_setting('superuser_reserved_connections')::integer
        - (select count(*) from pg_stat_activity where datid is not null),
      'missing', coalesce(jsonb_agg(name order by name) filter (where installed_version is null), '[]'),
      'outdated', coalesce(jsonb_agg(name order by name) filter (where installed_version <> default_version), '[]')
    )
    from unnest(array['btree_gin', 'pg_trgm', 'pgcrypto']) as name
    left join pg_available_extensions using (name)
  );
end;
$$;
revoke all on function private.database_health() from public;
grant execute on function private.database_health() to authenticated;

create function public.database_health()
returns jsonb
language sql stable set search_path = '' as $$
  select private.database_health();
$$;
revoke all on function public.database_health() from public, anon, service_role;
grant execute on function public.database_health() to authenticated;

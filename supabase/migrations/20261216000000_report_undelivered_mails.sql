-- Mails that wait in the outbox were visible in the log only.

create function private.mail_health()
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if to_regclass('embedded.outbox') is null then
    return null;
  end if;
  return (
    with late as (
      select recipient_hash, created_at, given_up_at is not null as is_failed
      from embedded.outbox
      where given_up_at is not null or created_at < now() - interval '1 minute'
    ),
    accounts as (
      select users.email, min(late.created_at) as since, bool_or(is_failed) as is_failed
      from late
      join auth.users on encode(sha256(convert_to(users.email, 'UTF8')), 'hex') = recipient_hash
      group by users.email
      order by since, users.email
      limit 50
    )
    select jsonb_build_object(
      'waiting', count(*) filter (where not is_failed),
      'failed', count(*) filter (where is_failed),
      'oldest', min(late.created_at) filter (where not is_failed),
      'accounts', (select coalesce(jsonb_agg(to_jsonb(accounts) order by since, email), '[]') from accounts)
    )
    from late
  );
end;
$$;
revoke all on function private.mail_health() from public;
grant execute on function private.mail_health() to authenticated;

create function public.mail_health()
returns jsonb
language sql stable set search_path = '' as $$
  select private.mail_health();
$$;
revoke all on function public.mail_health() from public, anon, service_role;
grant execute on function public.mail_health() to authenticated;

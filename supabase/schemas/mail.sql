-- Mails that the embedded server has not delivered. In a Supabase project its auth service delivers them, and there is no
-- outbox.

-- Returns the mails of the outbox that have waited for more than a minute or were given up within the last week:
-- `{waiting, failed, oldest, accounts: [{email, since, is_failed}]}`, with up to 50 accounts, the oldest first. Null
-- without an outbox.
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
grant execute on function private.mail_health() to authenticated;

create function public.mail_health()
returns jsonb
language sql stable set search_path = '' as $$
  select private.mail_health();
$$;
grant execute on function public.mail_health() to authenticated;

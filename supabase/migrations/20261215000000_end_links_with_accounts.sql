-- What belongs to an account ends with it, wherever it ends: mailed links, sessions, and what was added before its address
-- was proven. A recovery code that several sessions send at once opens one of them.

-- The time at which the mailed links of an account last ended: one that was mailed before opens nothing.
create table private.ended_links (
  user_id uuid primary key references auth.users (id) on delete cascade,
  ended_at timestamptz not null
);

alter table private.ended_links enable row level security;
revoke all on table private.ended_links from anon, authenticated, service_role;

-- Ends all mailed links of an account, and with them a change of its address that waits for confirmation. Clears the
-- tokens too: the auth service of a Supabase project does not read the table.
create function private.end_links(user_id uuid)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  insert into private.ended_links (user_id, ended_at)
  values (end_links.user_id, clock_timestamp())
  on conflict (user_id) do update set ended_at = excluded.ended_at;
  update auth.users
  set confirmation_token = '', recovery_token = '', email_change = '', email_change_token_current = '',
      email_change_token_new = ''
  where id = end_links.user_id
    and concat(
      confirmation_token, recovery_token, email_change, email_change_token_current, email_change_token_new
    ) <> '';
  if to_regclass('auth.one_time_tokens') is not null then
    delete from auth.one_time_tokens where user_id = end_links.user_id;
  end if;
end;
$$;
revoke all on function private.end_links(uuid) from public;

-- Checks whether a link that was mailed to an account at a time may open it. Every kind of link is checked when it is
-- spent.
create function private.is_link_open(user_id uuid, mailed_at timestamptz)
returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
    from auth.users
    left join private.ended_links on ended_links.user_id = users.id
    where users.id = is_link_open.user_id
      and (banned_until is null or banned_until <= now())
      and is_link_open.mailed_at > coalesce(ended_at, '-infinity')
  );
$$;
revoke all on function private.is_link_open(uuid, timestamptz) from public;

create function private.end_links_of_changed_account()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_links(new.id);
  return null;
end;
$$;
revoke all on function private.end_links_of_changed_account() from public;

-- The password of an account whose address is not confirmed belongs to the link of its sign-up.
create trigger end_links
  after update of banned_until, email, encrypted_password, email_confirmed_at on auth.users
  for each row
  when (
    old.banned_until is distinct from new.banned_until
    or old.email is distinct from new.email
    or old.email_confirmed_at is null and new.email_confirmed_at is not null
    or old.email_confirmed_at is not null and old.encrypted_password is distinct from new.encrypted_password
  )
  execute function private.end_links_of_changed_account();

-- Refuses a session of a deactivated account, whatever it was started with.
create function private.refuse_session()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from auth.users where id = new.user_id and banned_until > now()) then
    raise exception 'This account is deactivated.' using errcode = 'PT403';
  end if;
  return new;
end;
$$;
revoke all on function private.refuse_session() from public;

create trigger refuse_session
  before insert on auth.sessions
  for each row execute function private.refuse_session();

-- Drops what was added to an account before its address was proven for the first time: anyone can sign up with another
-- user's address.
create function private.drop_unproven()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.mfa_factors where user_id = new.id;
  delete from auth.webauthn_credentials where user_id = new.id;
  delete from private.recovery_codes where user_id = new.id;
  delete from auth.sessions where user_id = new.id;
  return null;
end;
$$;
revoke all on function private.drop_unproven() from public;

create trigger drop_unproven
  after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.drop_unproven();

-- Drops the password of a sign-up when another link than that of the sign-up proves the address: one for a new password,
-- or for signing in. The auth service clears the token of the link before it confirms the address.
create function private.drop_unproven_password()
returns trigger
language plpgsql set search_path = '' as $$
begin
  new.encrypted_password := '';
  return new;
end;
$$;
revoke all on function private.drop_unproven_password() from public;

create trigger drop_unproven_password
  before update of recovery_token on auth.users
  for each row
  when (
    old.email_confirmed_at is null
    and coalesce(old.recovery_token, '') <> ''
    and coalesce(new.recovery_token, '') = ''
  )
  execute function private.drop_unproven_password();

drop trigger end_access on auth.users;
create trigger end_access
  after update of banned_until on auth.users
  for each row when (old.banned_until is distinct from new.banned_until)
  execute function private.end_access();

create or replace function private.set_deactivated(user_id uuid, deactivated boolean)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_other_account(set_deactivated.user_id);
  update auth.users
  set banned_until = case when set_deactivated.deactivated then now() + interval '1000 years' end
  where id = set_deactivated.user_id
    and coalesce(banned_until > now(), false) <> set_deactivated.deactivated;
  if found then
    perform private.record_change(
      'account_changed',
      jsonb_build_object(
        'before', jsonb_build_object('deactivated', not set_deactivated.deactivated),
        'after', jsonb_build_object('deactivated', set_deactivated.deactivated)
      ),
      target_user_id => set_deactivated.user_id
    );
  end if;
end;
$$;

create or replace function private.deactivate_provisioned_user(user_id uuid)
returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  until constant timestamptz := now() + interval '1000 years';
begin
  if public.is_administrator(deactivate_provisioned_user.user_id) and not exists (
    select 1 from public.users where id <> deactivate_provisioned_user.user_id and public.is_administrator(id)
  ) then
    raise exception 'The last administrator must stay.' using errcode = 'PT409';
  end if;
  update auth.users
  set banned_until = until
  where id = deactivate_provisioned_user.user_id;
  update private.provisioned_users set banned_until = until where user_id = deactivate_provisioned_user.user_id;
end;
$$;

create or replace function private.activate_provisioned_user(user_id uuid)
returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  if exists (
    select 1
    from auth.users as accounts
    join private.provisioned_users on user_id = accounts.id
    where accounts.id = activate_provisioned_user.user_id
      and accounts.banned_until > now()
      and provisioned_users.banned_until is distinct from accounts.banned_until
  ) then
    raise exception 'An administrator deactivated this account, and has to reactivate it.' using errcode = 'PT409';
  end if;
  if private.is_invited_above_limit(activate_provisioned_user.user_id) then
    raise exception 'This user was invited with a role above the limit, and opens the mailed link first.'
      using errcode = 'PT403';
  end if;
  update auth.users
  set banned_until = null,
      encrypted_password = case when email_confirmed_at is not null then encrypted_password end,
      email_confirmed_at = coalesce(email_confirmed_at, now())
  where id = activate_provisioned_user.user_id;
  update public.users set approved_at = now() where id = activate_provisioned_user.user_id and approved_at is null;
  update private.provisioned_users set banned_until = null where user_id = activate_provisioned_user.user_id;
end;
$$;

create or replace function private.change_provisioned_email(user_id uuid, email text)
returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  if private.is_invited_above_limit(change_provisioned_email.user_id) or not exists (
    select 1
    from public.users
    join private.provisionable_groups on provisionable_groups.id = role_id
    where users.id = change_provisioned_email.user_id
  ) then
    raise exception 'The address of this user is changed by an administrator.' using errcode = 'PT403';
  end if;
  update auth.users
  set email = change_provisioned_email.email,
      raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', change_provisioned_email.email)
  where id = change_provisioned_email.user_id;
end;
$$;

create or replace function private.end_own_sessions(id uuid)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ended integer;
begin
  delete from auth.sessions
  where user_id = auth.uid()
    and case
      when end_own_sessions.id is null then id is distinct from private.session_id()
      else id = end_own_sessions.id
    end;
  get diagnostics ended = row_count;
  if ended = 0 and end_own_sessions.id is not null then
    raise exception 'This session has already ended.' using errcode = 'PT404';
  end if;
  if end_own_sessions.id is null then
    perform private.end_links(auth.uid());
  end if;
  return ended;
end;
$$;

create or replace function private.end_user_sessions(user_id uuid, reason text, session_id uuid default null)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ended integer;
begin
  perform private.require_account_reason(end_user_sessions.reason);
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  select
    'sessions_ended', auth.uid(), id, email,
    jsonb_strip_nulls(
      jsonb_build_object('reason', btrim(end_user_sessions.reason), 'session', end_user_sessions.session_id)
    )
  from public.users
  where id = end_user_sessions.user_id;
  if not found then
    raise exception 'This user no longer exists.' using errcode = 'PT404';
  end if;
  delete from auth.sessions
  where user_id = end_user_sessions.user_id and id = coalesce(end_user_sessions.session_id, id);
  get diagnostics ended = row_count;
  if ended = 0 and end_user_sessions.session_id is not null then
    raise exception 'This session has already ended.' using errcode = 'PT404';
  end if;
  if end_user_sessions.session_id is null then
    perform private.end_links(end_user_sessions.user_id);
  end if;
  return ended;
end;
$$;

create or replace function private.reset_factors(user_id uuid, reason text)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  removed integer;
  removed_passkeys integer;
begin
  perform private.require_account_reason(reset_factors.reason);
  if reset_factors.user_id = auth.uid() then
    raise exception 'Remove your own factors in your settings.' using errcode = 'PT409';
  end if;
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  select 'factors_reset', auth.uid(), id, email, jsonb_build_object('reason', btrim(reset_factors.reason))
  from public.users
  where id = reset_factors.user_id;
  if not found then
    raise exception 'This user no longer exists.' using errcode = 'PT404';
  end if;
  delete from auth.mfa_factors where user_id = reset_factors.user_id;
  get diagnostics removed = row_count;
  delete from auth.webauthn_credentials where user_id = reset_factors.user_id;
  get diagnostics removed_passkeys = row_count;
  delete from private.recovery_codes where user_id = reset_factors.user_id;
  delete from auth.sessions where user_id = reset_factors.user_id;
  perform private.end_links(reset_factors.user_id);
  return removed + removed_passkeys;
end;
$$;

create or replace function private.redeem_recovery_code(code text)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  attempts_max constant integer := 5;
  attempt_count integer;
  typed text := lower(regexp_replace(coalesce(redeem_recovery_code.code, ''), '[^A-Za-z0-9]', '', 'g'));
  found_id uuid;
begin
  if not exists (select 1 from auth.sessions where id = private.session_id() and user_id = auth.uid()) then
    raise exception 'Sign in first.' using errcode = 'PT403';
  end if;
  delete from private.recovery_attempts
  where user_id = auth.uid() and session_id <> private.session_id() and since < now() - interval '15 minutes';
  -- The row is locked until the end: attempts of one session run one after the other.
  insert into private.recovery_attempts (session_id, user_id, since, attempts)
  values (private.session_id(), auth.uid(), now(), 1)
  on conflict (session_id) do update set
    attempts = case when recovery_attempts.since > now() - interval '15 minutes' then recovery_attempts.attempts + 1 else 1 end,
    since = case when recovery_attempts.since > now() - interval '15 minutes' then recovery_attempts.since else now() end
  returning attempts into attempt_count;
  if attempt_count > attempts_max then
    perform private.record_audit('denied', auth.uid(), meta => '{"attempted": "recovery_code"}');
    return 'too_many';
  end if;

  -- One statement: of sessions that send the same code at once, one finds it unused.
  update private.recovery_codes
  set used_at = now()
  where user_id = auth.uid()
    and used_at is null
    and char_length(typed) = 12
    and code_hash = extensions.crypt(typed, code_hash)
  returning id into found_id;
  if found_id is null then
    perform private.record_audit('denied', auth.uid(), meta => '{"attempted": "recovery_code"}');
    return 'wrong';
  end if;
  delete from private.recovery_attempts where session_id = private.session_id();
  update auth.sessions set aal = 'aal2' where id = private.session_id();
  -- Supabase Auth works out the level of a session from these. It knows no recovery codes.
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  values (gen_random_uuid(), private.session_id(), now(), now(), 'totp')
  on conflict (session_id, authentication_method) do update set updated_at = now();
  insert into public.audit_logs (action, user_id, meta)
  values ('recovery_code_used', auth.uid(), jsonb_build_object('left', private.count_recovery_codes()));
  return 'accepted';
end;
$$;

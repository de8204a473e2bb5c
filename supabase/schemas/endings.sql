-- What ends together with something else of an account: the table in docs/security/threat-model.md. The triggers apply
-- for every change: by an administrator, the directory, an operator, or the auth service itself.

-- The time at which the mailed links of an account last ended: one that was mailed before opens nothing.
create table private.ended_links (
  user_id uuid primary key references auth.users (id) on delete cascade,
  ended_at timestamptz not null
);

alter table private.ended_links enable row level security;

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

create function private.end_links_of_changed_account()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_links(new.id);
  return null;
end;
$$;

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

create trigger drop_unproven_password
  before update of recovery_token on auth.users
  for each row
  when (
    old.email_confirmed_at is null
    and coalesce(old.recovery_token, '') <> ''
    and coalesce(new.recovery_token, '') = ''
  )
  execute function private.drop_unproven_password();

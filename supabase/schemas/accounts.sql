-- Sessions, second factors and recovery codes of accounts. The tables of sessions and factors belong to the auth
-- service; these functions let users manage their own, and administrators those of others.

-- Codes that replace the second factor of a user who lost it. Each is valid once.
create table private.recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

-- Attempts of a session to use a recovery code since a time, right or wrong. They are not counted per user: anyone who
-- knows the password could use up the attempts of the user.
create table private.recovery_attempts (
  session_id uuid primary key,
  user_id uuid not null references public.users (id) on delete cascade,
  since timestamptz not null,
  attempts integer not null
);

create index recovery_codes_user_id_idx on private.recovery_codes (user_id);
create index recovery_attempts_user_id_idx on private.recovery_attempts (user_id);

alter table private.recovery_codes enable row level security;
alter table private.recovery_attempts enable row level security;

-- Records that a second factor was added: it counts from its first code on.
create function private.audit_added_factor()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Not a condition of the trigger: the type of the column is another one in a Supabase project.
  if old.status <> 'verified' and new.status = 'verified' then
    insert into public.audit_logs (action, user_id, meta)
    values ('factor_added', new.user_id, jsonb_build_object('factor', new.id));
  end if;
  return null;
end;
$$;

create trigger audit_added_factor
  after update of status on auth.mfa_factors
  for each row execute function private.audit_added_factor();

-- Records that a second factor was removed, by its user or by an administrator. The factors of a deleted account have no
-- separate entry.
create function private.audit_removed_factor()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  select
    'factor_removed',
    coalesce(auth.uid(), users.id),
    case when auth.uid() <> users.id then users.id end,
    case when auth.uid() <> users.id then users.email end,
    jsonb_build_object('factor', old.id)
  from public.users
  where users.id = old.user_id and old.status = 'verified';
  return null;
end;
$$;

create trigger audit_removed_factor
  after delete on auth.mfa_factors
  for each row execute function private.audit_removed_factor();

-- Returns the session of the caller.
create function private.session_id()
returns uuid
language sql stable set search_path = '' as $$
  select nullif(auth.jwt() ->> 'session_id', '')::uuid;
$$;

-- Describes the sessions of a user, this one first, then the most recently used, as
-- `[{id, created_at, last_seen_at, user_agent, ip, is_current}, …]`.
create function private.describe_sessions(user_id uuid)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', id,
        'created_at', created_at,
        'last_seen_at', last_seen_at,
        'user_agent', user_agent,
        'ip', host(ip),
        'is_current', is_current
      )
      order by is_current desc, last_seen_at desc, id
    ),
    '[]'
  )
  from (
    select
      sessions.*,
      greatest(created_at, updated_at, refreshed_at at time zone 'utc') as last_seen_at,
      id is not distinct from private.session_id() as is_current
    from auth.sessions
    where sessions.user_id = describe_sessions.user_id
  ) as described;
$$;

-- Lists the caller's sessions, as `private.describe_sessions` describes them.
create function private.list_own_sessions()
returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.describe_sessions(auth.uid());
$$;
grant execute on function private.list_own_sessions() to authenticated;

create function public.list_own_sessions()
returns jsonb
language sql stable set search_path = '' as $$
  select private.list_own_sessions();
$$;
grant execute on function public.list_own_sessions() to authenticated;

-- Ends one session of the caller, or without an id all but the current one, and the mailed links. Returns the number of ended sessions.
create function private.end_own_sessions(id uuid)
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
grant execute on function private.end_own_sessions(uuid) to authenticated;

create function public.end_own_session(id uuid)
returns integer
language plpgsql set search_path = '' as $$
begin
  if end_own_session.id is null then
    raise exception 'A session is required.' using errcode = 'PT400';
  end if;
  return private.end_own_sessions(end_own_session.id);
end;
$$;
grant execute on function public.end_own_session(uuid) to authenticated;

create function public.end_other_sessions()
returns integer
language sql set search_path = '' as $$
  select private.end_own_sessions(null);
$$;
grant execute on function public.end_other_sessions() to authenticated;

-- Lists the sessions of a user for administrators, as `private.describe_sessions` describes them.
create function private.list_user_sessions(user_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.describe_sessions(list_user_sessions.user_id);
end;
$$;
grant execute on function private.list_user_sessions(uuid) to authenticated;

create function public.list_user_sessions(user_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select private.list_user_sessions(list_user_sessions.user_id);
$$;
grant execute on function public.list_user_sessions(uuid) to authenticated;

-- Lists what a user signs in with besides the password, for administrators: authenticator apps and passkeys, and the
-- number of unused recovery codes: `{factors: [{kind, name, created_at}], recovery_codes}`.
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
grant execute on function private.list_user_factors(uuid) to authenticated;

create function public.list_user_factors(user_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select private.list_user_factors(list_user_factors.user_id);
$$;
grant execute on function public.list_user_factors(uuid) to authenticated;

-- Ends all sessions and mailed links of a user, or one session, for administrators, with a reason. Returns the number of ended sessions.
create function private.end_user_sessions(user_id uuid, reason text, session_id uuid default null)
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

-- Refuses callers who are no administrators, and changes of accounts without a reason.
create function private.require_account_reason(reason text)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Admin access required' using errcode = 'insufficient_privilege';
  end if;
  if coalesce(char_length(btrim(require_account_reason.reason)), 0) not between 3 and 500 then
    raise exception 'Enter a reason of 3 to 500 characters.' using errcode = 'PT400';
  end if;
end;
$$;
grant execute on function private.end_user_sessions(uuid, text, uuid) to authenticated;

create function public.end_user_sessions(user_id uuid, reason text, session_id uuid default null)
returns integer
language sql set search_path = '' as $$
  select private.end_user_sessions(end_user_sessions.user_id, end_user_sessions.reason, end_user_sessions.session_id);
$$;
grant execute on function public.end_user_sessions(uuid, text, uuid) to authenticated;

-- Removes the second factors, passkeys and recovery codes of a user who lost them, for administrators, with a reason. All
-- sessions and mailed links of the user end: the finder of the device may have them too. Returns the number of removed factors and
-- passkeys.
create function private.reset_factors(user_id uuid, reason text)
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
grant execute on function private.reset_factors(uuid, text) to authenticated;

create function public.reset_factors(user_id uuid, reason text)
returns integer
language sql set search_path = '' as $$
  select private.reset_factors(reset_factors.user_id, reset_factors.reason);
$$;
grant execute on function public.reset_factors(uuid, text) to authenticated;

-- Creates ten recovery codes for the caller and returns them once; earlier ones are no longer valid. The session must
-- have passed a second factor a few minutes ago: codes made with a stolen session would outlive it.
create function private.create_recovery_codes()
returns text[]
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  code_count constant integer := 10;
  per_hour constant integer := 10;
  alphabet constant text := 'abcdefghijkmnpqrstuvwxyz23456789';
  bytes bytea;
  code text;
  codes text[] := '{}';
begin
  if
    coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2'
    or not exists (
      select 1
      from auth.sessions
      left join auth.mfa_amr_claims on session_id = sessions.id
      where sessions.id = private.session_id()
        and sessions.user_id = auth.uid()
        and greatest(sessions.created_at, mfa_amr_claims.updated_at) > now() - interval '15 minutes'
    )
  then
    raise exception 'Enter the code of your authenticator app again first.' using errcode = 'PT403';
  end if;
  perform private.limit_per_hour(
    '{recovery_codes_created}', per_hour,
    format('You have created recovery codes %s times within an hour. Please try again later.', per_hour)
  );
  delete from private.recovery_codes where user_id = auth.uid();
  for i in 1..code_count loop
    bytes := extensions.gen_random_bytes(12);
    select string_agg(substr(alphabet, (get_byte(bytes, position) & 31) + 1, 1), '' order by position)
    into code
    from generate_series(0, 11) as position;
    insert into private.recovery_codes (user_id, code_hash)
    values (auth.uid(), extensions.crypt(code, extensions.gen_salt('bf', 8)));
    codes := codes || regexp_replace(code, '^(.{4})(.{4})', '\1-\2-');
  end loop;
  insert into public.audit_logs (action, user_id) values ('recovery_codes_created', auth.uid());
  return codes;
end;
$$;
grant execute on function private.create_recovery_codes() to authenticated;

create function public.create_recovery_codes()
returns text[]
language sql set search_path = '' as $$
  select private.create_recovery_codes();
$$;
grant execute on function public.create_recovery_codes() to authenticated;

-- Returns how many recovery codes of the caller are left.
create function private.count_recovery_codes()
returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.recovery_codes where user_id = auth.uid() and used_at is null;
$$;
grant execute on function private.count_recovery_codes() to authenticated;

create function public.count_recovery_codes()
returns integer
language sql stable set search_path = '' as $$
  select private.count_recovery_codes();
$$;
grant execute on function public.count_recovery_codes() to authenticated;

-- Raises the caller's session to aal2 with a recovery code, as a code of the authenticator app does: the next token has
-- the new level. Returns `accepted`, `wrong` or `too_many`, and no error, which would undo the count of attempts.
create function private.redeem_recovery_code(code text)
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
grant execute on function private.redeem_recovery_code(text) to authenticated;

create function public.redeem_recovery_code(code text)
returns text
language sql set search_path = '' as $$
  select private.redeem_recovery_code(redeem_recovery_code.code);
$$;
grant execute on function public.redeem_recovery_code(text) to authenticated;

-- Counts attempts to use a recovery code per session. Attempts that were counted per user are forgotten.
drop table private.recovery_attempts;

-- Attempts of a session to use a recovery code since a time, right or wrong. They are not counted per user: anyone who
-- knows the password could use up the attempts of the user.
create table private.recovery_attempts (
  session_id uuid primary key,
  user_id uuid not null references public.users (id) on delete cascade,
  since timestamptz not null,
  attempts integer not null
);

create index recovery_attempts_user_id_idx on private.recovery_attempts (user_id);

alter table private.recovery_attempts enable row level security;

-- Raises the caller's session to aal2 with a recovery code, as a code of the authenticator app does: the next token has
-- the new level. Returns `accepted`, `wrong` or `too_many`, and no error, which would undo the count of attempts.
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

  select id into found_id
  from private.recovery_codes
  where user_id = auth.uid()
    and used_at is null
    and char_length(typed) = 12
    and code_hash = extensions.crypt(typed, code_hash);
  if found_id is null then
    perform private.record_audit('denied', auth.uid(), meta => '{"attempted": "recovery_code"}');
    return 'wrong';
  end if;
  update private.recovery_codes set used_at = now() where id = found_id;
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

-- Records sign-ups, ended sessions, changed passwords and failed sign-ins. See docs/decisions/0081.

alter table public.audit_logs drop constraint audit_logs_action_known;
alter table public.audit_logs add constraint audit_logs_action_known check (
    action in (
      'login', 'conversation_created', 'send_message', 'run_started', 'run_succeeded', 'run_failed',
      'run_stream_started', 'run_stream_completed', 'upload_file', 'web_research', 'conversation_deleted', 'denied',
      'assistant_created', 'assistant_updated', 'assistant_deleted',
      'participant_created', 'participant_updated', 'participant_deleted',
      'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
      'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed',
      'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged', 'audit_hold_set', 'audit_hold_lifted',
      'signed_up', 'session_ended', 'password_changed'
    )
  );

-- Records sign-ups. Accounts that an operator creates are confirmed from the start; `account_changed` records those.
create function private.audit_sign_up()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, user_email) values ('signed_up', new.id, new.email);
  return null;
end;
$$;

create trigger audit_sign_up
  after insert on auth.users
  for each row when (new.email_confirmed_at is null) execute function private.audit_sign_up();

-- Records the end of a session, after a sign-out, a new password or `disable`. The sessions of a deleted account have no
-- separate entry.
create function private.audit_session_end()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id)
  select 'session_ended', users.id from auth.users where users.id = old.user_id;
  return null;
end;
$$;

create trigger audit_session_end
  after delete on auth.sessions
  for each row execute function private.audit_session_end();

-- Records that a password was set or changed, without the password.
create function private.audit_password()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id) values ('password_changed', new.id);
  return null;
end;
$$;

create trigger audit_password
  after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.audit_password();

revoke execute on function private.audit_sign_up(), private.audit_session_end(), private.audit_password() from public;

alter table private.denials alter column user_id drop not null;

create or replace function private.record_audit(
  action text,
  user_id uuid,
  assistant_id uuid default null,
  conversation_id uuid default null,
  meta jsonb default '{}'
)
returns uuid
language plpgsql set search_path = '' as $$
declare
  entry_id uuid;
begin
  if
    record_audit.action = 'denied'
    and record_audit.meta ? 'attempted'
    and private.is_repeated_denial(record_audit.user_id, record_audit.meta ->> 'attempted', record_audit.assistant_id)
  then
    return null;
  end if;
  insert into public.audit_logs (action, user_id, assistant_id, conversation_id, meta)
  values (
    record_audit.action,
    record_audit.user_id,
    record_audit.assistant_id,
    record_audit.conversation_id,
    coalesce(record_audit.meta, '{}')
  )
  returning id into entry_id;
  return entry_id;
end;
$$;

create or replace function public.record_audit(
  action text,
  user_id uuid,
  assistant_id uuid default null,
  conversation_id uuid default null,
  meta jsonb default '{}'
)
returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  if record_audit.action in (
    'assistant_created', 'assistant_updated', 'assistant_deleted', 'participant_created', 'participant_updated',
    'participant_deleted', 'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
    'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed', 'record_viewed',
    'audit_exported', 'audit_verified', 'audit_purged', 'audit_hold_set', 'audit_hold_lifted', 'signed_up',
    'session_ended', 'password_changed'
  ) then
    raise exception 'This action is recorded by the database itself.' using errcode = 'PT403';
  end if;
  return private.record_audit(
    record_audit.action,
    record_audit.user_id,
    record_audit.assistant_id,
    record_audit.conversation_id,
    record_audit.meta
  );
end;
$$;

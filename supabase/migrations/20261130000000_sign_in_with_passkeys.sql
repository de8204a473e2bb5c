-- Adds sign-in with passkeys: audit entries, and their removal with the second factors of a user. See docs/decisions/0131.

alter table public.audit_logs drop constraint audit_logs_action_known;
alter table public.audit_logs add constraint audit_logs_action_known check (
    action in (
      'login', 'conversation_created', 'send_message', 'run_started', 'run_succeeded', 'run_failed',
      'run_stream_started', 'run_stream_completed', 'upload_file', 'web_research', 'conversation_deleted', 'denied',
      'assistant_created', 'assistant_updated', 'assistant_deleted',
      'participant_created', 'participant_updated', 'participant_deleted',
      'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
      'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed',
      'document_added', 'document_changed', 'document_removed', 'assistant_tried',
      'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged', 'audit_hold_set', 'audit_hold_lifted',
      'signed_up', 'session_ended', 'password_changed', 'feedback_given', 'feedback_removed', 'feedback_reviewed',
      'handed_over', 'handover_opened', 'handover_revoked',
      'user_invited', 'invitation_revoked', 'invitation_accepted', 'user_approved', 'user_rejected', 'user_deleted',
      'reset_sent',
      'factor_added', 'factor_removed', 'factors_reset', 'recovery_codes_created', 'recovery_code_used',
      'sessions_ended', 'identity_linked', 'passkey_added', 'passkey_removed'
    )
  );

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
    'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed', 'document_added',
    'document_changed', 'document_removed', 'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged',
    'audit_hold_set', 'audit_hold_lifted', 'signed_up', 'session_ended', 'password_changed', 'feedback_given',
    'feedback_removed', 'feedback_reviewed', 'assistant_tried', 'handed_over', 'handover_opened', 'handover_revoked',
    'factor_added', 'factor_removed', 'factors_reset', 'recovery_codes_created', 'recovery_code_used', 'sessions_ended',
    'identity_linked', 'passkey_added', 'passkey_removed'
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

-- Records sign-ins. The server sets `homie.sign_in_provider` for a sign-in through an identity provider, and
-- `homie.sign_in_method` for one with a passkey.
create or replace function private.audit_login()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, meta)
  values (
    'login',
    new.user_id,
    jsonb_strip_nulls(jsonb_build_object(
      'provider', nullif(current_setting('homie.sign_in_provider', true), ''),
      'method', nullif(current_setting('homie.sign_in_method', true), '')
    ))
  );
  return null;
end;
$$;

-- Removes the second factors, passkeys and recovery codes of a user who lost them, for administrators, with a reason. All
-- sessions of the user end: the finder of the device may have them too. Returns the number of removed factors and
-- passkeys.
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
  return removed + removed_passkeys;
end;
$$;

-- Records that a passkey was added.
create function private.audit_added_passkey()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, meta)
  values ('passkey_added', new.user_id, jsonb_build_object('passkey', new.id));
  return null;
end;
$$;

create trigger audit_added_passkey
  after insert on auth.webauthn_credentials
  for each row execute function private.audit_added_passkey();

-- Records that a passkey was removed, by its user or by an administrator. The passkeys of a deleted account have no
-- separate entry.
create function private.audit_removed_passkey()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  select
    'passkey_removed',
    coalesce(auth.uid(), users.id),
    case when auth.uid() <> users.id then users.id end,
    case when auth.uid() <> users.id then users.email end,
    jsonb_build_object('passkey', old.id)
  from public.users
  where users.id = old.user_id;
  return null;
end;
$$;

create trigger audit_removed_passkey
  after delete on auth.webauthn_credentials
  for each row execute function private.audit_removed_passkey();

revoke all on function private.audit_added_passkey(), private.audit_removed_passkey() from public;

-- Lets users change their email address: refusal for managed accounts, audit entries, cancelling. See docs/decisions/0135.

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
      'sessions_ended', 'identity_linked', 'passkey_added', 'passkey_removed',
      'email_change_requested', 'email_changed'
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
    'identity_linked', 'passkey_added', 'passkey_removed', 'email_change_requested', 'email_changed'
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

-- Returns who manages the address of an account: `directory` (SCIM), `provider` (single sign-on), or null for its user.
create function private.email_manager(user_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select case
    when exists (
      select 1 from private.provisioned_users where provisioned_users.user_id = email_manager.user_id
    ) then 'directory'
    when exists (
      select 1
      from auth.identities
      where identities.user_id = email_manager.user_id and provider not in ('email', 'phone')
    ) then 'provider'
  end;
$$;

create function private.own_email_manager()
returns text
language sql stable security definer set search_path = '' as $$
  select private.email_manager(auth.uid());
$$;
grant execute on function private.own_email_manager() to authenticated;

create function public.own_email_manager()
returns text
language sql stable set search_path = '' as $$
  select private.own_email_manager();
$$;
grant execute on function public.own_email_manager() to authenticated;

-- Refuses a change of a managed address. The embedded server refuses it first, with the reason.
create function private.refuse_managed_email_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.email_manager(new.id) is not null then
    raise exception 'Your organisation manages this email address.' using errcode = 'PT403';
  end if;
  return new;
end;
$$;

create trigger refuse_managed_email_change
  before update of email_change on auth.users
  for each row when (coalesce(new.email_change, '') not in ('', coalesce(old.email_change, '')))
  execute function private.refuse_managed_email_change();

-- Records that a change was requested, or that both links were opened and the address has changed.
create function private.audit_email_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, user_email, meta)
  values (
    case when new.email is distinct from old.email then 'email_changed' else 'email_change_requested' end,
    new.id,
    new.email,
    jsonb_build_object(
      'from', old.email, 'to', case when new.email is distinct from old.email then new.email else new.email_change end
    )
  );
  return null;
end;
$$;

create trigger audit_email_change_request
  after update of email_change_sent_at on auth.users
  for each row
  when (coalesce(new.email_change, '') <> '' and old.email_change_sent_at is distinct from new.email_change_sent_at)
  execute function private.audit_email_change();

create trigger audit_email_change
  after update of email on auth.users
  for each row when (old.email is distinct from new.email and old.email_change = new.email)
  execute function private.audit_email_change();

-- Cancels the change that the caller requested. The links no longer work.
create function private.cancel_email_change()
returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users
  set email_change = '', email_change_token_current = '', email_change_token_new = ''
  where id = auth.uid() and coalesce(email_change, '') <> '';
  return found;
end;
$$;
grant execute on function private.cancel_email_change() to authenticated;

create function public.cancel_email_change()
returns boolean
language sql set search_path = '' as $$
  select private.cancel_email_change();
$$;
grant execute on function public.cancel_email_change() to authenticated;

revoke all on function private.email_manager(uuid), private.own_email_manager(), public.own_email_manager(),
  private.refuse_managed_email_change(), private.audit_email_change(), private.cancel_email_change(),
  public.cancel_email_change() from public, anon;

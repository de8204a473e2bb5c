-- Records who opened documents and files.

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
      'handed_over', 'handover_opened', 'handover_revoked', 'document_opened', 'file_opened',
      'user_invited', 'invitation_revoked', 'invitation_accepted', 'user_approved', 'user_rejected', 'user_deleted',
      'reset_sent',
      'factor_added', 'factor_removed', 'factors_reset', 'recovery_codes_created', 'recovery_code_used',
      'sessions_ended', 'identity_linked', 'passkey_added', 'passkey_removed',
      'email_change_requested', 'email_changed'
    )
);

-- Inserts an entry about an action of a user, for the server. Actions of administrators are recorded by triggers and
-- functions: the server's key cannot forge their entries.
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
    'identity_linked', 'passkey_added', 'passkey_removed', 'email_change_requested', 'email_changed', 'document_opened',
    'file_opened'
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

-- Inserts an entry, unless there is one of the last hour for the same id.
-- @param id_key the key of `meta` with the id
create function private.record_open(
  action text, id_key text, meta jsonb, assistant_id uuid, participant_id uuid, conversation_id uuid
)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended(auth.uid()::text || (record_open.meta ->> record_open.id_key), 3));
  if auth.uid() is null or exists (
    select 1
    from public.audit_logs
    where user_id = auth.uid()
      and action = record_open.action
      and meta ->> record_open.id_key = record_open.meta ->> record_open.id_key
      and created_at > now() - interval '1 hour'
  ) then
    return;
  end if;
  insert into public.audit_logs (
    action, user_id, assistant_id, participant_id, participant_name, conversation_id, meta
  )
  values (
    record_open.action,
    auth.uid(),
    record_open.assistant_id,
    record_open.participant_id,
    (select display_name from public.participants where id = record_open.participant_id),
    record_open.conversation_id,
    record_open.meta
  );
end;
$$;
revoke all on function private.record_open(text, text, jsonb, uuid, uuid, uuid) from public;

create function private.record_document_open(version_id uuid)
returns void
language sql security definer set search_path = '' as $$
  select private.record_open(
    'document_opened',
    'document_id',
    jsonb_build_object('document_id', documents.id, 'title', documents.title, 'version', versions.number),
    documents.assistant_id,
    documents.participant_id,
    null
  )
  from public.document_versions as versions
  join public.documents on documents.id = versions.document_id
  where versions.id = record_document_open.version_id;
$$;
revoke all on function private.record_document_open(uuid) from public;
grant execute on function private.record_document_open(uuid) to authenticated;

create function private.record_file_open(attachment_id uuid)
returns void
language sql security definer set search_path = '' as $$
  select private.record_open(
    'file_opened', 'attachment_id', jsonb_build_object('attachment_id', id), null, null, conversation_id
  )
  from public.attachments
  where id = record_file_open.attachment_id;
$$;
revoke all on function private.record_file_open(uuid) from public;
grant execute on function private.record_file_open(uuid) to authenticated;

-- Returns a version of a document that the caller may read, and records that they opened it; null if there is none.
create function public.open_document(version_id uuid)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  opened jsonb;
begin
  select jsonb_build_object(
    'title', documents.title,
    'archived', documents.archived,
    'version', versions.number,
    'fileName', versions.name,
    'note', versions.note,
    'passages', versions.chunk_count,
    'latestVersion', coalesce(
      (
        select max(number)
        from public.document_versions as others
        where others.document_id = documents.id and others.ready_at is not null
      ),
      versions.number
    )
  )
  into opened
  from public.document_versions as versions
  join public.documents on documents.id = versions.document_id
  where versions.id = open_document.version_id;
  if found then
    perform private.record_document_open(open_document.version_id);
  end if;
  return opened;
end;
$$;
revoke all on function public.open_document(uuid) from public;
grant execute on function public.open_document(uuid) to authenticated;

-- Records that the caller opened a file of a conversation that they may read.
create function public.record_file_open(attachment_id uuid)
returns void
language sql set search_path = '' as $$
  select private.record_file_open(id) from public.attachments where id = record_file_open.attachment_id;
$$;
revoke all on function public.record_file_open(uuid) from public;
grant execute on function public.record_file_open(uuid) to authenticated;

-- The record of who opened documents, cited passages, previews and files: an audit entry once an hour per user and
-- document or file, so that reading back and forth adds no more entries than sending a message does.
--
-- A user who may read a document may also select its passages, as the server does for replies. That is not recorded here.
-- The paths of files are not readable, so every download is.

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
grant execute on function public.open_document(uuid) to authenticated;

-- Records that the caller opened a file of a conversation that they may read.
create function public.record_file_open(attachment_id uuid)
returns void
language sql set search_path = '' as $$
  select private.record_file_open(id) from public.attachments where id = record_file_open.attachment_id;
$$;
grant execute on function public.record_file_open(uuid) to authenticated;

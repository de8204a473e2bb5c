-- A file that was uploaded twice became two documents, and both were quoted.

create or replace function public.add_document_version(
  user_id uuid,
  document_id uuid,
  assistant_id uuid,
  participant_id uuid,
  title text,
  note text default null,
  name text default null,
  size bigint default null,
  mime text default null,
  sha256 text default null,
  supabase_path text default null
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  document public.documents;
  version public.document_versions;
  other_title text;
  most_per_minute constant integer := 60;
  holder_assistant_id uuid := add_document_version.assistant_id;
  holder_participant_id uuid := add_document_version.participant_id;
begin
  if add_document_version.document_id is not null then
    select assistant_id, participant_id
    into holder_assistant_id, holder_participant_id
    from public.documents
    where id = add_document_version.document_id;
  end if;
  -- Revoking the right waits for this call, or this call sees that it was revoked.
  perform private.lock_access_shared(
    coalesce(holder_assistant_id, (select id from public.assistants where participant_id = holder_participant_id))
  );
  if not public.is_administrator(add_document_version.user_id)
    and (
      coalesce(holder_assistant_id, holder_participant_id)
      = any (array(select private.holders_editable_by(add_document_version.user_id)))
    ) is not true
  then
    perform private.record_audit(
      'denied', add_document_version.user_id, holder_assistant_id, null, '{"attempted": "document_changed"}'
    );
    return '{"outcome": "access_denied"}';
  end if;

  select * into version
  from public.document_versions
  where supabase_path = add_document_version.supabase_path;
  if found then
    return jsonb_build_object('outcome', 'saved', 'document_id', version.document_id, 'version_id', version.id);
  end if;

  -- Calls of one user wait for each other, so that they count each other.
  perform pg_advisory_xact_lock(hashtextextended(add_document_version.user_id::text, 4));
  if most_per_minute <= (
    select count(*)
    from public.document_versions
    where created_by = add_document_version.user_id and created_at > clock_timestamp() - interval '1 minute'
  ) then
    return '{"outcome": "rate_limited"}';
  end if;

  select other.title into other_title
  from public.documents as other
  where (other.assistant_id = add_document_version.assistant_id or other.participant_id = add_document_version.participant_id)
    and not other.archived
    and add_document_version.sha256 = (
      select sha256 from public.document_versions where document_versions.document_id = other.id
      order by number desc limit 1
    )
  limit 1;
  if add_document_version.document_id is not null then
    select * into document from public.documents where id = add_document_version.document_id for update;
  elsif other_title is not null then
    return jsonb_build_object('outcome', 'duplicate', 'title', other_title);
  elsif exists (select 1 from public.assistants where id = holder_assistant_id)
    or exists (select 1 from public.participants where id = holder_participant_id)
  then
    insert into public.documents (assistant_id, participant_id, title, owner_id)
    values (
      add_document_version.assistant_id,
      add_document_version.participant_id,
      add_document_version.title,
      add_document_version.user_id
    )
    returning * into document;
  end if;
  if document.id is null then
    return '{"outcome": "not_found"}';
  end if;

  insert into public.document_versions (
    document_id, number, note, name, size, mime, sha256, supabase_path, created_by
  )
  values (
    document.id,
    coalesce(
      (select max(number) from public.document_versions where document_versions.document_id = document.id), 0
    ) + 1,
    add_document_version.note,
    add_document_version.name,
    add_document_version.size,
    add_document_version.mime,
    add_document_version.sha256,
    add_document_version.supabase_path,
    add_document_version.user_id
  )
  returning * into version;

  perform private.record_document(
    document,
    case version.number when 1 then 'document_added' else 'document_changed' end,
    add_document_version.user_id,
    jsonb_strip_nulls(jsonb_build_object('version', version.number, 'file', version.name, 'size', version.size))
  );
  return jsonb_build_object('outcome', 'saved', 'document_id', document.id, 'version_id', version.id);
end;
$$;

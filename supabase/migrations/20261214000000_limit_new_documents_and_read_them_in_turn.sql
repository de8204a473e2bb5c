-- One user could fill the queue of documents to read: others waited for all of them.

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

  if add_document_version.document_id is not null then
    select * into document from public.documents where id = add_document_version.document_id for update;
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

create or replace function public.claim_document_version(
  claim_id uuid,
  claimed_for interval default '2 minutes',
  at_once integer default 2
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  version public.document_versions;
begin
  update public.document_versions
  set status = 'failed',
      problem = 'The file could not be read: reading it was interrupted three times.',
      claim_id = null
  where status = 'reading' and claimed_until <= clock_timestamp() and attempts >= 3;

  if claim_document_version.at_once <= (
    select count(*) from public.document_versions where status = 'reading' and claimed_until > clock_timestamp()
  ) then
    return null;
  end if;

  update public.document_versions
  set status = 'reading',
      progress = 0,
      attempts = attempts + 1,
      claim_id = claim_document_version.claim_id,
      claimed_until = clock_timestamp() + claim_document_version.claimed_for
  where id = (
    select id
    from public.document_versions as waiting
    where status = 'waiting' or status = 'reading' and claimed_until <= clock_timestamp()
    order by
      (
        select max(others.claimed_until)
        from public.document_versions as others
        where others.created_by = waiting.created_by
      ) nulls first,
      created_at
    limit 1
    for update skip locked
  )
  returning * into version;
  if version.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'id', version.id,
    'note', version.note,
    'name', version.name,
    'size', version.size,
    'sha256', version.sha256,
    'supabase_path', version.supabase_path
  );
end;
$$;

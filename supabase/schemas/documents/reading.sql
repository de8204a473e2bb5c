-- How the server reads versions of documents in the background: any process claims the next one, and another process
-- claims it again if the first one does not finish.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

-- Claims a version that waits, unless `at_once` are being read already: of the user whose last reading is longest ago,
-- the oldest one, so that no one waits for all files of another user. A version whose reading was interrupted three times
-- has failed. Returns null if there is none.
create function public.claim_document_version(
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
grant execute on function public.claim_document_version(uuid, interval, integer) to service_role;

-- Stores the progress of a reading and extends its claim. Returns false if the claim was lost.
create function public.report_document_progress(
  version_id uuid,
  claim_id uuid,
  progress integer,
  claimed_for interval default '2 minutes'
)
returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  update public.document_versions
  set progress = report_document_progress.progress,
      claimed_until = clock_timestamp() + report_document_progress.claimed_for
  where id = report_document_progress.version_id
    and claim_id = report_document_progress.claim_id
    and status = 'reading';
  return found;
end;
$$;
grant execute on function public.report_document_progress(uuid, uuid, integer, interval) to service_role;

-- Stores the chunks of a version, from which it is searched from now on, instead of earlier versions. A version that was
-- read before gets these chunks instead of its earlier ones. Returns false if the claim was lost.
create function public.finish_document_version(
  version_id uuid,
  claim_id uuid,
  chunks jsonb,
  remarks jsonb,
  scanned_by text default null
)
returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  version public.document_versions;
  document public.documents;
begin
  -- The document is locked first, in the order of all other changes.
  select documents.* into document
  from public.documents
  join public.document_versions on document_versions.document_id = documents.id
  where document_versions.id = finish_document_version.version_id
  for no key update of documents;

  update public.document_versions
  set status = 'ready',
      progress = 100,
      ready_at = clock_timestamp(),
      claim_id = null,
      remarks = finish_document_version.remarks,
      chunk_count = jsonb_array_length(finish_document_version.chunks),
      scanned_by = finish_document_version.scanned_by,
      embedded_model = null
  where id = finish_document_version.version_id
    and claim_id = finish_document_version.claim_id
    and status = 'reading'
  returning * into version;
  if not found then
    return false;
  end if;

  delete from public.document_chunks where document_chunks.version_id = version.id;
  insert into public.document_chunks (version_id, position, content, place, context, scope_id)
  select
    version.id,
    ordinality,
    chunk ->> 'content',
    chunk -> 'place',
    concat_ws(' ', document.title, chunk -> 'place' ->> 'heading'),
    case when private.searched_version_id(document.id) = version.id then private.document_scope(document) end
  from jsonb_array_elements(finish_document_version.chunks) with ordinality as chunks (chunk, ordinality);

  update public.document_chunks
  set scope_id = null
  where document_chunks.version_id in (
      select id from public.document_versions where document_id = document.id and number < version.number
    )
    and scope_id is not null;
  delete from private.chunk_embeddings
  where chunk_embeddings.version_id in (
    select id from public.document_versions where document_id = document.id and number < version.number
  );
  return true;
end;
$$;
grant execute on function public.finish_document_version(uuid, uuid, jsonb, jsonb, text) to service_role;

-- Withdraws a version whose file is not to be trusted: its passages are deleted, its file is no longer served, and the
-- version before it is searched again.
create function private.withdraw_document_version(version_id uuid, problem text)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  document public.documents;
begin
  -- The document is locked first, in the order of all other changes.
  select documents.* into document
  from public.documents
  join public.document_versions on document_versions.document_id = documents.id
  where document_versions.id = withdraw_document_version.version_id
  for no key update of documents;

  update public.document_versions
  set status = 'failed',
      problem = withdraw_document_version.problem,
      claim_id = null,
      ready_at = null,
      chunk_count = 0,
      remarks = '[]'
  where id = withdraw_document_version.version_id;
  delete from public.document_chunks where document_chunks.version_id = withdraw_document_version.version_id;

  update public.document_chunks
  set scope_id = private.document_scope(document),
      context = concat_ws(' ', document.title, place ->> 'heading')
  where document_chunks.version_id = private.searched_version_id(document.id) and scope_id is null;
  if found then
    update public.document_versions set embedded_model = null where id = private.searched_version_id(document.id);
  end if;
end;
$$;

-- Stores why a version could not be read, and withdraws it if its file is the reason. Returns false if the claim was lost.
create function public.fail_document_version(
  version_id uuid,
  claim_id uuid,
  problem text,
  scanned_by text default null,
  is_withdrawn boolean default false
)
returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  update public.document_versions
  set status = 'failed',
      problem = fail_document_version.problem,
      scanned_by = fail_document_version.scanned_by,
      claim_id = null
  where id = fail_document_version.version_id
    and claim_id = fail_document_version.claim_id
    and status = 'reading';
  if not found then
    return false;
  end if;
  if fail_document_version.is_withdrawn then
    perform private.withdraw_document_version(fail_document_version.version_id, fail_document_version.problem);
  end if;
  return true;
end;
$$;
grant execute on function public.fail_document_version(uuid, uuid, text, text, boolean) to service_role;

-- Stores the verdict of another scanner on the file of a version that was read: a bad one withdraws the version.
create function public.record_document_scan(
  supabase_path text,
  sha256 text,
  scanned_by text,
  problem text default null
)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  version_id uuid;
begin
  update public.document_versions
  set scanned_by = record_document_scan.scanned_by
  where supabase_path = record_document_scan.supabase_path
    and sha256 = record_document_scan.sha256
    and ready_at is not null
  returning id into version_id;
  if version_id is not null and record_document_scan.problem is not null then
    perform private.withdraw_document_version(version_id, record_document_scan.problem);
  end if;
end;
$$;
grant execute on function public.record_document_scan(text, text, text, text) to service_role;

-- Returns the first file after this path, of a message or a document, that another scanner found clean. Null if there is
-- none.
create function public.next_outdated_scan(scanner text, after_path text default '')
returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(outdated)
  from (
    select supabase_path, name, size, sha256
    from public.attachments
    where scan_status = 'clean'
      and scanned_by is distinct from next_outdated_scan.scanner
      and supabase_path > next_outdated_scan.after_path
    union all
    select supabase_path, name, size, sha256
    from public.document_versions
    where ready_at is not null
      and scanned_by is distinct from next_outdated_scan.scanner
      and supabase_path > next_outdated_scan.after_path
    order by supabase_path
    limit 1
  ) as outdated;
$$;
grant execute on function public.next_outdated_scan(text, text) to service_role;

-- Ends the claims of processes that no longer run, so that their versions can be claimed at once. Called by a process
-- that knows that it is the only one.
create function public.release_document_claims()
returns integer
language sql security definer set search_path = '' as $$
  with released as (
    update public.document_versions set claimed_until = clock_timestamp() where status = 'reading' returning 1
  )
  select count(*)::integer from released;
$$;
grant execute on function public.release_document_claims() to service_role;

-- Queues versions to be read again: one document, for a caller who may edit it, or all if `document_id` is null, for
-- administrators. The latest version of each remains searchable in the meantime. Returns how many.
create function private.read_documents_again(document_id uuid)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  queued integer;
begin
  if read_documents_again.document_id is null then
    perform private.require_admin();
  elsif not private.is_admin() and not exists (
    select 1
    from public.documents
    where id = read_documents_again.document_id
      and coalesce(assistant_id, participant_id) in (select private.editable_holder_ids())
  ) then
    raise exception 'You don''t have access to edit these documents.' using errcode = 'insufficient_privilege';
  end if;
  update public.document_versions
  set status = 'waiting', progress = 0, problem = null, attempts = 0, claim_id = null
  where id in (
      select distinct on (document_id) id
      from public.document_versions
      where read_documents_again.document_id is null or document_id = read_documents_again.document_id
      order by document_id, number desc
    )
    and status in ('ready', 'failed');
  get diagnostics queued = row_count;
  return queued;
end;
$$;
grant execute on function private.read_documents_again(uuid) to authenticated;

create function public.read_documents_again(document_id uuid default null)
returns integer
language sql set search_path = '' as $$
  select private.read_documents_again(read_documents_again.document_id);
$$;
grant execute on function public.read_documents_again(uuid) to authenticated;

-- How the server reads versions of documents in the background: any process claims the next one, and another process
-- claims it again if the first one does not finish.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

-- Claims the version that waits longest, unless `at_once` are being read already. A version whose reading was
-- interrupted three times has failed. Returns null if there is none.
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
    from public.document_versions
    where status = 'waiting' or status = 'reading' and claimed_until <= clock_timestamp()
    order by created_at
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

-- Stores why a version could not be read. Returns false if the claim was lost.
create function public.fail_document_version(
  version_id uuid,
  claim_id uuid,
  problem text,
  scanned_by text default null
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
  return found;
end;
$$;
grant execute on function public.fail_document_version(uuid, uuid, text, text) to service_role;

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

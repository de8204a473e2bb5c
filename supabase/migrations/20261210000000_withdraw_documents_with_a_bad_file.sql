-- Withdraws documents whose file is found to be harmful or damaged, and scans files again with a newer scanner.

drop function public.fail_document_version(uuid, uuid, text, text);

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
revoke all on function private.withdraw_document_version(uuid, text) from public;

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
revoke all on function public.fail_document_version(uuid, uuid, text, text, boolean) from public;
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
revoke all on function public.record_document_scan(text, text, text, text) from public;
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
revoke all on function public.next_outdated_scan(text, text) from public;
grant execute on function public.next_outdated_scan(text, text) to service_role;

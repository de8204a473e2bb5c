/*
 * Files: how the server takes one, judges it and removes it again.
 *
 * The functions below are the only writers of attachments, and the server alone may call them. A file is stored first
 * and gets its row afterwards, so that a row never names an object that was not written; an object without a row is
 * reachable for nobody and is swept. The other way round, whatever deletes a row (the person, a cascade, the sweep)
 * leaves the object's path in a list that the server works off.
 *
 * Parameters are written with the function's name before them; a bare name is a column.
 */

/*
 * Why a file was not passed, in words for the person.
 */
alter table public.attachments add column scan_reason text;
grant select (scan_reason) on table public.attachments to authenticated;

create index attachments_unsent_idx on public.attachments (created_at) where message_id is null;

/*
 * Objects whose row is gone. A process that removes some claims them, and whatever it could not remove is claimed
 * again later.
 */
create table private.removed_files (
  supabase_path text primary key,
  removed_at timestamptz not null default now(),
  claimed_at timestamptz
);

comment on table private.removed_files is 'Stored objects that are to be removed. The server alone sees them.';

revoke all on table private.removed_files from anon, authenticated, service_role;
alter table private.removed_files enable row level security;

create function private.note_removed_file()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.removed_files (supabase_path) values (old.supabase_path) on conflict do nothing;
  return null;
end;
$$;

revoke all on function private.note_removed_file() from public;

create trigger note_removed_file
  after delete on public.attachments
  for each row execute function private.note_removed_file();

/*
 * Whether a person may upload into a conversation now: ok, conversation_not_found, access_denied (which is recorded),
 * rate_limited or too_many_unsent. Uploads are counted in the audit log: what was removed again counts too.
 */
create function private.upload_outcome(user_id uuid, conversation_id uuid, uploads_per_minute integer)
returns text
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  unsent_max constant integer := 100;
  conversation public.conversations;
begin
  select * into conversation
  from public.conversations
  where id = upload_outcome.conversation_id and user_id = upload_outcome.user_id
  for key share;
  if not found then
    return 'conversation_not_found';
  end if;

  if not private.can_use_assistant(conversation.assistant_id, upload_outcome.user_id) then
    perform public.record_audit(
      'denied', upload_outcome.user_id, conversation.assistant_id, conversation.id, '{"attempted": "upload_file"}'
    );
    return 'access_denied';
  end if;

  if upload_outcome.uploads_per_minute <= (
    select count(*)
    from public.audit_logs
    where user_id = upload_outcome.user_id
      and action = 'upload_file'
      and created_at > clock_timestamp() - interval '1 minute'
  ) then
    return 'rate_limited';
  end if;

  if unsent_max <= (
    select count(*) from public.attachments where user_id = upload_outcome.user_id and message_id is null
  ) then
    return 'too_many_unsent';
  end if;
  return 'ok';
end;
$$;

revoke all on function private.upload_outcome(uuid, uuid, integer) from public;

/*
 * Asked before a file is stored, for what would be refused afterwards.
 */
create function public.check_upload(user_id uuid, conversation_id uuid, uploads_per_minute integer default 30)
returns jsonb
language sql
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'outcome',
    private.upload_outcome(check_upload.user_id, check_upload.conversation_id, check_upload.uploads_per_minute)
  );
$$;

/*
 * Gives a stored object its row. May be repeated after a lost answer. Answers `outcome`: added, or why not as above.
 */
create function public.add_attachment(
  user_id uuid,
  conversation_id uuid,
  name text,
  size bigint,
  mime text,
  sha256 text,
  supabase_path text,
  uploads_per_minute integer default 30
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  found_outcome text;
  added public.attachments;
begin
  -- One person's uploads queue here: two at once would otherwise both find room under the limit.
  perform pg_advisory_xact_lock(hashtextextended(add_attachment.user_id::text, 1));

  if exists (
    select 1
    from public.attachments
    where supabase_path = add_attachment.supabase_path and user_id = add_attachment.user_id
  ) then
    return '{"outcome": "added"}';
  end if;

  found_outcome := private.upload_outcome(
    add_attachment.user_id, add_attachment.conversation_id, add_attachment.uploads_per_minute
  );
  if found_outcome <> 'ok' then
    return jsonb_build_object('outcome', found_outcome);
  end if;

  insert into public.attachments (conversation_id, user_id, name, size, mime, sha256, supabase_path)
  values (
    add_attachment.conversation_id,
    add_attachment.user_id,
    add_attachment.name,
    add_attachment.size,
    add_attachment.mime,
    add_attachment.sha256,
    add_attachment.supabase_path
  )
  returning * into added;

  perform public.record_audit(
    'upload_file',
    added.user_id,
    null,
    added.conversation_id,
    jsonb_build_object('attachment_id', added.id, 'size', added.size, 'mime', added.mime)
  );
  return '{"outcome": "added"}';
end;
$$;

/*
 * Takes back a file that was not sent yet. Answers `outcome`: removed, sent (it belongs to a message) or not_found.
 */
create function public.remove_attachment(user_id uuid, conversation_id uuid, supabase_path text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  attachment public.attachments;
begin
  select * into attachment
  from public.attachments
  where supabase_path = remove_attachment.supabase_path
    and conversation_id = remove_attachment.conversation_id
    and user_id = remove_attachment.user_id
    and exists (
      select 1
      from public.conversations
      where conversations.id = remove_attachment.conversation_id
        and private.can_use_assistant(conversations.assistant_id, remove_attachment.user_id)
    )
  for update;
  if not found then
    return '{"outcome": "not_found"}';
  end if;
  if attachment.message_id is not null then
    return '{"outcome": "sent"}';
  end if;
  delete from public.attachments where id = attachment.id;
  return '{"outcome": "removed"}';
end;
$$;

/*
 * Writes down the verdict on a file's bytes, named by their checksum: a verdict on other bytes changes nothing, and one
 * that was given stays. Only 'error' is no verdict. Answers the status that holds, null when there is no such file.
 */
create function public.record_scan(supabase_path text, sha256 text, status text, reason text default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  holds text;
begin
  update public.attachments
  set scan_status = record_scan.status, scan_reason = record_scan.reason
  where supabase_path = record_scan.supabase_path
    and sha256 = record_scan.sha256
    and scan_status in ('pending', 'error');

  select scan_status into holds
  from public.attachments
  where supabase_path = record_scan.supabase_path and sha256 = record_scan.sha256;
  return holds;
end;
$$;

/*
 * The sweep: forgets files that nobody sent for so long, and lists objects that have had no row for so long. Answers how
 * many objects wait to be removed.
 */
create function public.sweep_files(unsent_for interval default '7 days', orphaned_for interval default '1 day')
returns integer
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  delete from public.attachments
  where id in (
    select id
    from public.attachments
    where message_id is null and created_at < clock_timestamp() - sweep_files.unsent_for
    for update skip locked
  );

  -- A database without a storage service (some tests) has no objects.
  if to_regclass('storage.objects') is not null then
    insert into private.removed_files (supabase_path)
    select 'attachments/' || objects.name
    from storage.objects
    where objects.bucket_id = 'attachments'
      and objects.created_at < clock_timestamp() - sweep_files.orphaned_for
      and not exists (
        select 1 from public.attachments where attachments.supabase_path = 'attachments/' || objects.name
      )
    on conflict do nothing;
  end if;
  return (select count(*) from private.removed_files);
end;
$$;

/*
 * Hands out paths of objects to remove, to one process at a time. Those that were not forgotten by then are handed out
 * again after `claimed_for`.
 */
create function public.claim_removed_files(most integer default 100, claimed_for interval default '5 minutes')
returns jsonb
language sql
security definer
set search_path = ''
as $$
  with claimed as (
    update private.removed_files
    set claimed_at = clock_timestamp()
    where supabase_path in (
      select supabase_path
      from private.removed_files
      where claimed_at is null or claimed_at <= clock_timestamp() - claim_removed_files.claimed_for
      order by removed_at
      limit claim_removed_files.most
      for update skip locked
    )
    returning supabase_path
  )
  select coalesce(jsonb_agg(supabase_path), '[]') from claimed;
$$;

/*
 * To be told once the objects are gone.
 */
create function public.forget_removed_files(paths text[])
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.removed_files where supabase_path = any (forget_removed_files.paths);
$$;

revoke all on function public.check_upload(uuid, uuid, integer) from public, anon, authenticated;
revoke all on function public.add_attachment(uuid, uuid, text, bigint, text, text, text, integer)
  from public, anon, authenticated;
revoke all on function public.remove_attachment(uuid, uuid, text) from public, anon, authenticated;
revoke all on function public.record_scan(text, text, text, text) from public, anon, authenticated;
revoke all on function public.sweep_files(interval, interval) from public, anon, authenticated;
revoke all on function public.claim_removed_files(integer, interval) from public, anon, authenticated;
revoke all on function public.forget_removed_files(text[]) from public, anon, authenticated;

grant execute on function public.check_upload(uuid, uuid, integer) to service_role;
grant execute on function public.add_attachment(uuid, uuid, text, bigint, text, text, text, integer) to service_role;
grant execute on function public.remove_attachment(uuid, uuid, text) to service_role;
grant execute on function public.record_scan(text, text, text, text) to service_role;
grant execute on function public.sweep_files(interval, interval) to service_role;
grant execute on function public.claim_removed_files(integer, interval) to service_role;
grant execute on function public.forget_removed_files(text[]) to service_role;

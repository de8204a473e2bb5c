-- Attachments: how the server stores, scans and removes uploaded files.
--
-- Only the functions below write attachments, and only the server may call them. A file is stored first and gets its
-- row afterwards, so that a row never refers to a missing object; no one can read an object without a row, and the
-- sweep removes it. When a row is deleted (by the user, a cascade or the sweep), a trigger adds the object's path to
-- `removed_files`, from which the server removes it.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

-- One row per file that reached the server, with the verdict of the security scan, which only the server writes.
-- `supabase_path` is bucket/key; the key contains nothing that the user typed.
create table public.attachments (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  message_id uuid references public.messages (id) on delete set null,
  name text not null,
  size bigint not null,
  mime text not null,
  sha256 text not null,
  supabase_path text not null unique,
  openai_file_id text,
  scan_status text not null default 'pending',
  created_at timestamptz not null default now(),
  -- The reason why the file was blocked, shown to the user.
  scan_reason text,
  -- The scanner and the version of its signatures. Only the server and the operator can read it, because it would help
  -- an attacker.
  scanned_by text,
  constraint attachments_name_valid check (char_length(name) between 1 and 255 and name = private.plain_line(name)),
  constraint attachments_size_limit check (size between 0 and 26214400),
  constraint attachments_sha256_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint attachments_supabase_path_in_bucket check (supabase_path ~ '^attachments/.+'),
  constraint attachments_scan_status_known check (scan_status in ('pending', 'clean', 'blocked', 'error'))
);

-- Objects whose row was deleted. A process claims some and removes them from storage; objects that it could not remove
-- are claimed again later.
create table private.removed_files (
  supabase_path text primary key,
  removed_at timestamptz not null default now(),
  claimed_at timestamptz
);

comment on table private.removed_files is 'Stored objects to be removed. Accessible to the server only.';

-- Only the server writes objects, after scanning their bytes.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'attachments',
  'attachments',
  false,
  26214400,
  array[
    'application/pdf',
    'text/csv',
    'text/plain',
    'application/vnd.ms-excel',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  ]
)
on conflict (id) do nothing;

create index attachments_conversation_id_idx on public.attachments (conversation_id, created_at, id);
create index attachments_user_id_idx on public.attachments (user_id);
create index attachments_message_id_idx on public.attachments (message_id);
create index attachments_unsent_idx on public.attachments (created_at) where message_id is null;

grant
  select (
    id, conversation_id, user_id, message_id, name, size, mime, sha256,
    supabase_path, openai_file_id, scan_status, created_at, scan_reason
  )
on table public.attachments to authenticated;
grant select, insert, update, delete on table public.attachments to service_role;

alter table public.attachments enable row level security;
alter table private.removed_files enable row level security;

create function private.queue_file_removal()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.removed_files (supabase_path) values (old.supabase_path) on conflict do nothing;
  return null;
end;
$$;

create trigger queue_file_removal
  after delete on public.attachments
  for each row execute function private.queue_file_removal();

-- Users read an object through its attachment: it is hidden together with the conversation, and while it is not clean.
create policy "People read clean files of conversations that they may read"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'attachments'
    and exists (
      select 1
      from public.attachments
      where attachments.supabase_path = 'attachments/' || objects.name
        and attachments.scan_status = 'clean'
    )
  );

-- Checks whether a user may upload into a conversation: ok, conversation_not_found, access_denied (which is recorded),
-- rate_limited or too_many_unsent. Uploads are counted in the audit log, so removed ones count too.
create function private.upload_outcome(user_id uuid, conversation_id uuid, uploads_per_minute integer)
returns text
language plpgsql set search_path = '' as $$
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
    perform private.record_audit(
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

-- Returns `outcome`: the result of the same check, before a file is stored.
create function public.check_upload(user_id uuid, conversation_id uuid, uploads_per_minute integer default 30)
returns jsonb
language sql security definer set search_path = '' as $$
  select jsonb_build_object(
    'outcome',
    private.upload_outcome(check_upload.user_id, check_upload.conversation_id, check_upload.uploads_per_minute)
  );
$$;
grant execute on function public.check_upload(uuid, uuid, integer) to service_role;

-- Adds the row of a stored object. Safe to retry. Returns `outcome`: added, or one of the above.
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
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  outcome text;
  attachment public.attachments;
begin
  -- Serialises one user's uploads: two concurrent ones would otherwise both pass the limit.
  perform pg_advisory_xact_lock(hashtextextended(add_attachment.user_id::text, 1));

  if exists (
    select 1
    from public.attachments
    where supabase_path = add_attachment.supabase_path and user_id = add_attachment.user_id
  ) then
    return '{"outcome": "added"}';
  end if;

  outcome := private.upload_outcome(
    add_attachment.user_id, add_attachment.conversation_id, add_attachment.uploads_per_minute
  );
  if outcome <> 'ok' then
    return jsonb_build_object('outcome', outcome);
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
  returning * into attachment;

  perform private.record_audit(
    'upload_file',
    attachment.user_id,
    null,
    attachment.conversation_id,
    jsonb_build_object('attachment_id', attachment.id, 'size', attachment.size, 'mime', attachment.mime)
  );
  return '{"outcome": "added"}';
end;
$$;
grant execute on function public.add_attachment(uuid, uuid, text, bigint, text, text, text, integer) to service_role;

-- Removes a file that was not sent yet. Returns `outcome`: removed, sent (it belongs to a message) or not_found.
create function public.remove_attachment(user_id uuid, conversation_id uuid, supabase_path text)
returns jsonb
language plpgsql security definer set search_path = '' as $$
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
grant execute on function public.remove_attachment(uuid, uuid, text) to service_role;

-- Records the verdict on a file's bytes, identified by checksum: a verdict on other bytes has no effect. A verdict is
-- final, unless it was 'clean' and a different scanner scans again; 'error' is not a verdict. Returns the effective
-- status, null if there is no such file.
create function public.record_scan(
  supabase_path text,
  sha256 text,
  status text,
  reason text default null,
  scanned_by text default null
)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  effective_status text;
begin
  update public.attachments
  set
    scan_status = record_scan.status,
    scan_reason = record_scan.reason,
    scanned_by = record_scan.scanned_by
  where supabase_path = record_scan.supabase_path
    and sha256 = record_scan.sha256
    and (
      scan_status in ('pending', 'error')
      or (
        scan_status = 'clean'
        and record_scan.status <> 'error'
        and scanned_by is distinct from record_scan.scanned_by
      )
    );

  select scan_status into effective_status
  from public.attachments
  where supabase_path = record_scan.supabase_path and sha256 = record_scan.sha256;
  return effective_status;
end;
$$;
grant execute on function public.record_scan(text, text, text, text, text) to service_role;

-- Deletes attachments that were not sent within `unsent_for`, lists objects without a row that are old enough for
-- removal, and returns how many objects wait to be removed.
create function public.sweep_files(unsent_for interval default '7 days', orphaned_for interval default '1 day')
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  delete from public.attachments
  where id in (
    select id
    from public.attachments
    where message_id is null
      and created_at < clock_timestamp() - sweep_files.unsent_for
      and private.reason_of_conversation_hold(conversation_id) is null
    for update skip locked
  );

  -- Databases without a storage service (some tests) have no objects.
  if to_regclass('storage.objects') is not null then
    insert into private.removed_files (supabase_path)
    select objects.bucket_id || '/' || objects.name
    from storage.objects
    where objects.bucket_id in ('attachments', 'documents')
      and objects.created_at < clock_timestamp() - sweep_files.orphaned_for
      and not exists (
        select 1 from public.attachments where supabase_path = objects.bucket_id || '/' || objects.name
      )
      and not exists (
        select 1 from public.document_versions where supabase_path = objects.bucket_id || '/' || objects.name
      )
    on conflict do nothing;
  end if;
  return (select count(*) from private.removed_files);
end;
$$;
grant execute on function public.sweep_files(interval, interval) to service_role;

-- Claims paths of objects to remove, for one process at a time. Paths that were not confirmed by forget_removed_files
-- within `claimed_for` can be claimed again.
create function public.claim_removed_files(most integer default 100, claimed_for interval default '5 minutes')
returns jsonb
language sql security definer set search_path = '' as $$
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
grant execute on function public.claim_removed_files(integer, interval) to service_role;

-- Confirms that objects were removed.
create function public.forget_removed_files(paths text[])
returns void
language sql security definer set search_path = '' as $$
  delete from private.removed_files where supabase_path = any (forget_removed_files.paths);
$$;
grant execute on function public.forget_removed_files(text[]) to service_role;

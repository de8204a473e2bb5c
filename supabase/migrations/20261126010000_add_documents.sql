-- Adds documents of assistants and participants, their versions and chunks, and the retrieval of passages.

alter table public.audit_logs drop constraint audit_logs_action_known;
alter table public.audit_logs add constraint audit_logs_action_known check (
    action in (
      'login', 'conversation_created', 'send_message', 'run_started', 'run_succeeded', 'run_failed',
      'run_stream_started', 'run_stream_completed', 'upload_file', 'web_research', 'conversation_deleted', 'denied',
      'assistant_created', 'assistant_updated', 'assistant_deleted',
      'participant_created', 'participant_updated', 'participant_deleted',
      'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
      'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed',
      'document_added', 'document_changed', 'document_removed',
      'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged', 'audit_hold_set', 'audit_hold_lifted',
      'signed_up', 'session_ended', 'password_changed'
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
    'audit_hold_set', 'audit_hold_lifted', 'signed_up', 'session_ended', 'password_changed'
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

drop index public.audit_logs_assistant_history_idx;
drop index public.audit_logs_participant_history_idx;
create index audit_logs_assistant_history_idx on public.audit_logs (assistant_id, created_at desc, id desc)
  where action in (
    'assistant_created', 'assistant_updated', 'assistant_deleted',
    'participant_created', 'participant_updated', 'participant_deleted',
    'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
    'role_access_granted', 'role_access_revoked', 'role_changed', 'model_changed',
    'document_added', 'document_changed', 'document_removed'
  );
create index audit_logs_participant_history_idx on public.audit_logs (participant_id, created_at desc, id desc)
  where action in (
    'assistant_created', 'assistant_updated', 'assistant_deleted',
    'participant_created', 'participant_updated', 'participant_deleted',
    'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
    'role_access_granted', 'role_access_revoked', 'role_changed', 'model_changed',
    'document_added', 'document_changed', 'document_removed'
  );

create or replace function private.read_history(
  kind text,
  record_id uuid,
  after_moment bigint default null,
  after_id uuid default null,
  row_limit integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  before_time timestamptz := timestamptz 'epoch' + read_history.after_moment * interval '1 microsecond';
  page_size constant integer := greatest(least(read_history.row_limit, 100), 1);
  found_rows jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(to_jsonb(found) order by created_at desc, id desc), '[]')
  into found_rows
  from (
    select
      id, user_id, assistant_id, conversation_id, action, meta, created_at, updated_at, user_email, assistant_label,
      assistant_kind, participant_id, participant_name, target_user_id, target_user_email
    from public.audit_logs
    where action in (
        'assistant_created', 'assistant_updated', 'assistant_deleted',
        'participant_created', 'participant_updated', 'participant_deleted',
        'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
        'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed',
        'document_added', 'document_changed', 'document_removed'
      )
      and (
        read_history.kind = 'assistant' and assistant_id = read_history.record_id
        or read_history.kind = 'participant' and participant_id = read_history.record_id
        or read_history.kind = 'user' and target_user_id = read_history.record_id
      )
      and (before_time is null or (created_at, id) < (before_time, read_history.after_id))
    order by created_at desc, id desc
    limit page_size + 1
  ) as found;

  return jsonb_build_object(
    'rows', case when jsonb_array_length(found_rows) > page_size then found_rows - page_size else found_rows end,
    'next', case
      when jsonb_array_length(found_rows) > page_size then
        jsonb_build_object(
          'moment',
          (extract(epoch from (found_rows -> (page_size - 1) ->> 'created_at')::timestamptz) * 1000000)::bigint,
          'id', found_rows -> (page_size - 1) ->> 'id'
        )
    end
  );
end;
$$;

create or replace function private.are_citations(citations jsonb)
returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(are_citations.citations) <> 'array' then false
    else jsonb_array_length(are_citations.citations) <= 50
      and octet_length(are_citations.citations::text) <= 262144
      and not jsonb_path_exists(
        are_citations.citations, '$[*] ? (!(@.url like_regex "^(https?://[^ ]+|/app\\?document=[0-9a-f-]{36}&passage=[0-9]+)$" && @.title.type() == "string"))'
      )
  end;
$$;

comment on column public.messages.citations is
  'Web pages and passages of documents that the reply cites: [{url, title}, …], passages with their number in the text.';

-- Documents of the organisation, from which assistants answer.
--
-- A document belongs to an assistant or to a participant. Users may open it if they may use the assistant, or the
-- participant's assistant. Administrators manage documents; only the server writes versions and chunks.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  assistant_id uuid references public.assistants (id) on delete cascade,
  participant_id uuid references public.participants (id) on delete cascade,
  title text not null,
  -- The user who is responsible for the content.
  owner_id uuid references public.users (id) on delete set null,
  review_on date,
  -- Assistants do not search archived documents. Earlier replies still open them.
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint documents_belong_to_one check (num_nonnulls(assistant_id, participant_id) = 1),
  constraint documents_title_valid check (title ~ '^[^[:cntrl:]]{1,160}$' and btrim(title) <> '')
);

-- Each upload or saved note is a version. The latest version that was read is searched; earlier ones remain for the
-- replies that cite them. `claim_id` identifies the process that reads a version, until `claimed_until`.
create table public.document_versions (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null references public.documents (id) on delete cascade,
  number integer not null,
  -- The text of a note. All others are files.
  note text,
  name text,
  size bigint,
  mime text,
  sha256 text,
  supabase_path text unique,
  status text not null default 'waiting',
  progress smallint not null default 0,
  -- The reason why the version could not be read, shown to administrators.
  problem text,
  -- Notes about content that was not read, e.g. pages beyond the limit.
  remarks jsonb not null default '[]',
  chunk_count integer not null default 0,
  attempts smallint not null default 0,
  claim_id uuid,
  claimed_until timestamptz,
  scanned_by text,
  created_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Set once the version was read; it stays readable while it is read again.
  ready_at timestamptz,
  unique (document_id, number),
  constraint document_versions_number_positive check (number > 0),
  constraint document_versions_note_or_file check (
    num_nonnulls(note, supabase_path) = 1
    and (supabase_path is null) = (num_nonnulls(name, size, mime, sha256) = 0)
    and num_nonnulls(name, size, mime, sha256) in (0, 4)
  ),
  constraint document_versions_note_length check (char_length(note) between 1 and 60000),
  constraint document_versions_name_length check (char_length(name) between 1 and 255),
  constraint document_versions_size_limit check (size between 1 and 26214400),
  constraint document_versions_sha256_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint document_versions_supabase_path_in_bucket check (supabase_path ~ '^documents/.+'),
  constraint document_versions_status_known check (status in ('waiting', 'reading', 'ready', 'failed')),
  constraint document_versions_progress_percent check (progress between 0 and 100),
  constraint document_versions_problem_of_failed check ((status = 'failed') = (problem is not null)),
  constraint document_versions_remarks_valid check (private.are_notes(remarks))
);

-- The text of a version in passages, in reading order. `place` is the position in the document: `{page}`, `{heading}`,
-- `{line}`, `{row}` or `{sheet, row}`. `scope_id` is the assistant or participant that the chunk is searched for; null
-- if it is not searched.
create table public.document_chunks (
  version_id uuid not null references public.document_versions (id) on delete cascade,
  position integer not null,
  content text not null,
  place jsonb,
  scope_id uuid,
  -- The title of the document and the heading, which a search finds a chunk by too.
  context text not null,
  search tsvector not null generated always as (
    setweight(to_tsvector('pg_catalog.english'::regconfig, context), 'B')
    || to_tsvector('pg_catalog.english'::regconfig, content)
  ) stored,
  primary key (version_id, position),
  constraint document_chunks_content_length check (char_length(content) between 1 and 4000),
  constraint document_chunks_place_object check (jsonb_typeof(place) = 'object')
);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'documents',
  'documents',
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

create index documents_assistant_id_idx on public.documents (assistant_id, title, id);
create index documents_participant_id_idx on public.documents (participant_id, title, id);
create index documents_owner_id_idx on public.documents (owner_id);
create index document_versions_created_by_idx on public.document_versions (created_by);
create index document_versions_unread_idx on public.document_versions (created_at)
  where status in ('waiting', 'reading');

grant
  select (id, assistant_id, participant_id, title, owner_id, review_on, archived, created_at, updated_at),
  update (title, owner_id, review_on, archived),
  delete
on table public.documents to authenticated;
grant select, insert, update, delete on table public.documents to service_role;

grant
  select (
    id, document_id, number, note, name, size, mime, status, progress, problem, remarks, chunk_count, created_by,
    created_at, ready_at
  )
on table public.document_versions to authenticated;
grant select, insert, update, delete on table public.document_versions to service_role;

grant select (version_id, position, content, place) on table public.document_chunks to authenticated;
grant select, insert, update, delete on table public.document_chunks to service_role;

revoke all on table public.documents, public.document_versions, public.document_chunks from anon;
alter table public.documents enable row level security;
alter table public.document_versions enable row level security;
alter table public.document_chunks enable row level security;

create trigger touch_updated_at
  before update on public.documents
  for each row execute function private.touch_updated_at();

create trigger admins_only
  before update or delete on public.documents
  for each statement execute function private.refuse_unless_admin();

create trigger queue_file_removal
  after delete on public.document_versions
  for each row
  when (old.supabase_path is not null)
  execute function private.queue_file_removal();

create policy "Users read documents of assistants they may use, admins all"
  on public.documents for select to authenticated
  using (
    (select private.is_admin())
    or assistant_id in (select private.usable_assistant_ids())
    or participant_id in (
      select assistants.participant_id
      from public.assistants
      where assistants.id in (select private.usable_assistant_ids())
    )
  );

create policy "Admins change documents"
  on public.documents for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins delete documents"
  on public.documents for delete to authenticated
  using ((select private.is_admin()));

create policy "Users read versions of their documents, admins unread ones too"
  on public.document_versions for select to authenticated
  using (
    exists (select 1 from public.documents where documents.id = document_versions.document_id)
    and (ready_at is not null or (select private.is_admin()))
  );

create policy "Users read chunks of versions that they may read"
  on public.document_chunks for select to authenticated
  using (exists (select 1 from public.document_versions where document_versions.id = document_chunks.version_id));

-- Returns the scope in which the chunks of a document are searched; null for an archived one.
create function private.document_scope(document public.documents)
returns uuid
language sql immutable set search_path = '' as $$
  select case when not document.archived then coalesce(document.assistant_id, document.participant_id) end;
$$;
revoke all on function private.document_scope(public.documents) from public;

-- Updates the chunks of a document that was renamed, archived or restored: only those of the latest version that was
-- read are searched.
create function private.follow_document_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.document_chunks
  set scope_id = private.document_scope(new),
      context = concat_ws(' ', new.title, place ->> 'heading')
  where version_id = private.searched_version_id(new.id);
  return null;
end;
$$;
revoke all on function private.follow_document_change() from public;

create trigger follow_document_change
  after update on public.documents
  for each row
  when ((old.title, old.archived) is distinct from (new.title, new.archived))
  execute function private.follow_document_change();

-- Returns the latest version of a document that was read.
create function private.searched_version_id(document_id uuid)
returns uuid
language sql stable set search_path = '' as $$
  select id
  from public.document_versions
  where document_versions.document_id = searched_version_id.document_id and ready_at is not null
  order by number desc
  limit 1;
$$;
revoke all on function private.searched_version_id(uuid) from public;

-- Returns the fields of a document for the audit row.
create function private.document_to_jsonb(document public.documents)
returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'title', document.title,
    'owner_id', document.owner_id,
    'review_on', document.review_on,
    'archived', document.archived
  );
$$;
revoke all on function private.document_to_jsonb(public.documents) from public;

-- Inserts one audit row about a document. Without an actor nothing is recorded: the server itself, or an operator.
create function private.record_document(document public.documents, action text, actor_id uuid, meta jsonb)
returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_logs (action, user_id, assistant_id, participant_id, participant_name, meta)
  select
    record_document.action,
    record_document.actor_id,
    document.assistant_id,
    document.participant_id,
    (select display_name from public.participants where id = document.participant_id),
    jsonb_build_object('document_id', document.id, 'title', document.title) || record_document.meta
  where record_document.actor_id is not null;
$$;
revoke all on function private.record_document(public.documents, text, uuid, jsonb) from public;

-- Records changed and deleted documents. A document that is deleted with its assistant or participant is counted in
-- that entry.
create function private.record_document_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb;
begin
  if tg_op = 'DELETE' then
    if exists (select 1 from public.assistants where id = old.assistant_id)
      or exists (select 1 from public.participants where id = old.participant_id)
    then
      perform private.record_document(
        old, 'document_removed', auth.uid(), jsonb_build_object('before', private.document_to_jsonb(old))
      );
    end if;
    return null;
  end if;
  changes := private.difference(private.document_to_jsonb(old), private.document_to_jsonb(new));
  if changes is not null then
    perform private.record_document(new, 'document_changed', auth.uid(), changes);
  end if;
  return null;
end;
$$;
revoke all on function private.record_document_change() from public;

create trigger record_change
  after update or delete on public.documents
  for each row execute function private.record_document_change();

-- Adds a version on behalf of an administrator: a note, or a stored file. Without a document it creates one for the
-- assistant or participant. A repeated call for the same stored file returns the same version. Returns `outcome`
-- (saved, admin_required or not_found), document_id and version_id.
create function public.add_document_version(
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
begin
  if not public.is_administrator(add_document_version.user_id) then
    perform private.record_audit(
      'denied', add_document_version.user_id, add_document_version.assistant_id, null,
      '{"attempted": "document_changed"}'
    );
    return '{"outcome": "admin_required"}';
  end if;

  select * into version
  from public.document_versions
  where supabase_path = add_document_version.supabase_path;
  if found then
    return jsonb_build_object('outcome', 'saved', 'document_id', version.document_id, 'version_id', version.id);
  end if;

  if add_document_version.document_id is not null then
    select * into document from public.documents where id = add_document_version.document_id for update;
  elsif exists (select 1 from public.assistants where id = add_document_version.assistant_id)
    or exists (select 1 from public.participants where id = add_document_version.participant_id)
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
revoke all on function public.add_document_version(uuid, uuid, uuid, uuid, text, text, text, bigint, text, text, text) from public;
grant execute on function public.add_document_version(
  uuid, uuid, uuid, uuid, text, text, text, bigint, text, text, text
) to service_role;

-- Returns a page of the documents of an assistant or a participant whose titles contain `q`, with their versions, as the
-- caller may read them; archived ones last.
create function public.list_documents(
  assistant_id uuid,
  participant_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language sql stable set search_path = '' as $$
  with matching as (
    select *
    from public.documents
    where (documents.assistant_id = list_documents.assistant_id
        or documents.participant_id = list_documents.participant_id)
      and (list_documents.q = '' or strpos(lower(documents.title), lower(list_documents.q)) > 0)
  ), shown as (
    select *
    from matching
    order by archived, lower(title), id
    limit least(greatest(list_documents.page_size, 1), 100)
    offset (greatest(list_documents.page, 1) - 1)::bigint * least(greatest(list_documents.page_size, 1), 100)
  )
  select jsonb_build_object(
    'total', (select count(*) from matching),
    'rows', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', shown.id,
          'title', shown.title,
          'owner_id', shown.owner_id,
          'owner_email', (select email from public.users where users.id = shown.owner_id),
          'review_on', shown.review_on,
          'archived', shown.archived,
          'updated_at', shown.updated_at,
          'versions', (
            select coalesce(
              jsonb_agg(
                jsonb_build_object(
                  'id', versions.id,
                  'number', versions.number,
                  'name', versions.name,
                  'size', versions.size,
                  'status', versions.status,
                  'progress', versions.progress,
                  'problem', versions.problem,
                  'remarks', versions.remarks,
                  'chunk_count', versions.chunk_count,
                  'is_searchable', versions.ready_at is not null,
                  'created_at', versions.created_at
                )
                order by versions.number desc
              ),
              '[]'
            )
            from public.document_versions as versions
            where versions.document_id = shown.id
          )
        )
        order by shown.archived, lower(shown.title), shown.id
      ),
      '[]'
    )
  )
  from shown;
$$;
revoke all on function public.list_documents(uuid, uuid, text, integer, integer) from public;
grant execute on function public.list_documents(uuid, uuid, text, integer, integer) to authenticated;

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
revoke all on function public.claim_document_version(uuid, interval, integer) from public;
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
revoke all on function public.report_document_progress(uuid, uuid, integer, interval) from public;
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
      scanned_by = finish_document_version.scanned_by
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
  return true;
end;
$$;
revoke all on function public.finish_document_version(uuid, uuid, jsonb, jsonb, text) from public;
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
revoke all on function public.fail_document_version(uuid, uuid, text, text) from public;
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
revoke all on function public.release_document_claims() from public;
grant execute on function public.release_document_claims() to service_role;

-- Queues versions to be read again, on behalf of an administrator: one document, or all if `document_id` is null. The
-- latest version of each remains searchable in the meantime. Returns how many.
create function private.read_documents_again(document_id uuid)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  queued integer;
begin
  perform private.require_admin();
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
revoke all on function private.read_documents_again(uuid) from public;
grant execute on function private.read_documents_again(uuid) to authenticated;

create function public.read_documents_again(document_id uuid default null)
returns integer
language sql set search_path = '' as $$
  select private.read_documents_again(read_documents_again.document_id);
$$;
revoke all on function public.read_documents_again(uuid) from public;
grant execute on function public.read_documents_again(uuid) to authenticated;

-- Retrieval of passages for replies.
--
-- As in search.sql, row-level security would keep PostgreSQL from using the index. The search bypasses it, applies the
-- same rule for the same caller and returns positions only; the caller reads the passages.

-- One index for scope, words and trigrams: given several, PostgreSQL might choose the one of the scope alone.
create index document_chunks_search_idx on public.document_chunks
  using gin (scope_id, search, content extensions.gin_trgm_ops)
  where scope_id is not null;

-- Returns the share of chunks that contain a word, as far as it is known: the statistics of the table list the most
-- common words. All other words are rarer than those.
create function private.common_words()
returns table (word text, share real)
language sql stable security definer set search_path = '' as $$
  select common.word, common.share
  from pg_catalog.pg_stats
  cross join unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, share)
  where schemaname = 'public' and tablename = 'document_chunks' and attname = 'search' and common.word is not null;
$$;
revoke all on function private.common_words() from public;

-- Returns the passages of an assistant's documents that match a question best, for a caller who may use the assistant.
--
-- Two rankings are merged by reciprocal rank. The first one is by words: the rarer the words that a chunk shares with
-- the question, the better. Candidates are the chunks with all words, with two of the rarest, and with one of the rarest
-- as far as those are expected to be few. Each is limited, so that the time hardly grows with the number of chunks: of
-- thousands of chunks with the same common words, not all are compared. The second ranking is by trigrams: of the best
-- candidates, and of chunks that may contain a missing word in another spelling. A misspelled word has one half that is
-- spelled correctly.
create function private.find_passages(assistant_id uuid, question text, row_limit integer)
returns table (version_id uuid, "position" integer)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  set plan_cache_mode = force_custom_plan set jit = off as $$
#variable_conflict use_column
declare
  max_candidates constant integer := 300;
  max_expected constant real := 3000;
  -- Chunks below this share of the best weight are noise.
  least_share constant real := 0.4;
  least_similarity constant real := 0.4;
  scope_ids uuid[];
  chunk_count real;
  common text[];
  shares real[];
  rare_share real;
  weights real[];
  queries tsquery[];
  all_words tsquery;
  any_word tsquery;
  two_words tsquery;
  rare_words tsquery;
  expected real := 0;
  missing text[] := '{}';
  misspelled text[];
  halves text[];
  term record;
begin
  if find_passages.assistant_id not in (select private.usable_assistant_ids()) then
    return;
  end if;
  select array_remove(array[id, participant_id], null) into scope_ids
  from public.assistants
  where id = find_passages.assistant_id;
  if not exists (
    select from public.documents
    where not archived and (documents.assistant_id = any (scope_ids) or participant_id = any (scope_ids))
  ) then
    return;
  end if;

  select array_agg(word), array_agg(share), least(min(share) / 2, 0.001)
  into common, shares, rare_share
  from private.common_words();
  select greatest(reltuples, 1) into chunk_count
  from pg_catalog.pg_class
  where oid = 'public.document_chunks'::regclass;

  for term in
    with question_words as (
      select lexeme, positions[1] as first_position
      from unnest(to_tsvector('pg_catalog.english'::regconfig, left(find_passages.question, 1000)))
      order by first_position
      limit 24
    )
    select
      lexeme,
      common_words.word is not null as is_common,
      coalesce(common_words.share, rare_share) as share,
      ('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''')::tsquery as query
    from question_words
    left join unnest(common, shares) as common_words (word, share) on common_words.word = lexeme
    order by share, char_length(lexeme) desc
  loop
    if not term.is_common and not exists (
      select from public.document_chunks where scope_id = any (scope_ids) and search @@ term.query
    ) then
      missing := missing || term.lexeme;
      continue;
    end if;
    -- Two of the four rarest words.
    if cardinality(queries) between 1 and 3 then
      two_words := coalesce(two_words || (any_word && term.query), any_word && term.query);
    end if;
    weights := weights || ln(1 / least(term.share, 0.9))::real;
    queries := queries || term.query;
    all_words := coalesce(all_words && term.query, term.query);
    any_word := coalesce(any_word || term.query, term.query);
    expected := expected + term.share * chunk_count;
    if rare_words is null or expected <= max_expected then
      rare_words := coalesce(rare_words || term.query, term.query);
    end if;
  end loop;

  select array_agg(word) into misspelled
  from (
    select distinct word
    from regexp_split_to_table(lower(left(find_passages.question, 1000)), '[^[:alnum:]]+') as word
    where char_length(word) >= 6
      and tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, word)) && missing
    limit 3
  ) as missing_words;
  select array_agg('%' || half || '%') into halves
  from unnest(misspelled) as word
  cross join lateral unnest(array[
    left(word, char_length(word) / 2), right(word, char_length(word) - char_length(word) / 2)
  ]) as half;

  return query
    with candidates as (
      (
        select version_id, position
        from public.document_chunks
        where scope_id = any (scope_ids) and search @@ all_words
        limit max_candidates
      )
      union
      (
        select version_id, position
        from public.document_chunks
        where scope_id = any (scope_ids) and search @@ two_words
        limit max_candidates
      )
      union
      (
        select version_id, position
        from public.document_chunks
        where scope_id = any (scope_ids) and search @@ rare_words
        limit max_candidates
      )
    ), weighed as materialized (
      select
        chunks.version_id,
        chunks.position,
        chunks.content,
        chunks.search,
        (
          select sum(weight)
          from unnest(queries, weights) as terms (query, weight)
          where chunks.search @@ query
        ) as weight
      from candidates
      join public.document_chunks as chunks
        on chunks.version_id = candidates.version_id and chunks.position = candidates.position
      order by weight desc
      limit 100
    ), by_words as (
      select
        version_id,
        position,
        content,
        row_number() over (
          order by weight + ts_rank_cd(search, any_word, 1) desc, version_id, position
        ) as rank
      from weighed
      where weight >= least_share * (select max(weight) from weighed)
      order by rank
      limit 30
    ), respelled as (
      select version_id, position, content
      from (
        select version_id, position, content
        from public.document_chunks
        where scope_id = any (scope_ids) and content ilike any (halves)
        limit 100
      ) as similar_chunks
      where (
        select max(extensions.word_similarity(word, similar_chunks.content)) from unnest(misspelled) as word
      ) >= least_similarity
    ), by_trigrams as (
      select
        version_id,
        position,
        row_number() over (order by similarity desc, version_id, position) as rank
      from (
        select
          version_id,
          position,
          case
            when misspelled is null then extensions.word_similarity(left(find_passages.question, 200), content)
            else (select sum(extensions.word_similarity(word, content)) from unnest(misspelled) as word)
          end as similarity
        from (
          select version_id, position, content from by_words
          union
          select version_id, position, content from respelled
        ) as considered
      ) as compared
      order by rank
      limit 60
    )
    select version_id, position
    from (
      select version_id, position, rank from by_words
      union all
      select version_id, position, rank from by_trigrams
    ) as ranked
    group by version_id, position
    order by sum(1.0 / (60 + rank)) desc, version_id, position
    limit least(greatest(find_passages.row_limit, 1), 20);
end;
$$;
revoke all on function private.find_passages(uuid, text, integer) from public;
grant execute on function private.find_passages(uuid, text, integer) to authenticated;

-- Returns the passages for a reply as the caller may read them, best first, and whether the assistant has documents at
-- all.
create function public.search_documents(assistant_id uuid, question text, row_limit integer default 8)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'hasDocuments', exists (
      select 1
      from public.documents
      join public.document_versions on document_versions.document_id = documents.id
      where not documents.archived
        and document_versions.ready_at is not null
        and (
          documents.assistant_id = search_documents.assistant_id
          or documents.participant_id = (
            select assistants.participant_id from public.assistants where assistants.id = search_documents.assistant_id
          )
        )
    ),
    'passages', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'versionId', chunks.version_id,
            'position', chunks.position,
            'title', documents.title,
            'version', document_versions.number,
            'text', chunks.content,
            'place', chunks.place
          )
          order by found.ordinality
        ),
        '[]'
      )
      from private.find_passages(
        search_documents.assistant_id, search_documents.question, search_documents.row_limit
      ) with ordinality as found
      join public.document_chunks as chunks
        on chunks.version_id = found.version_id and chunks.position = found.position
      join public.document_versions on document_versions.id = chunks.version_id
      join public.documents on documents.id = document_versions.document_id
    )
  );
$$;
revoke all on function public.search_documents(uuid, text, integer) from public;
grant execute on function public.search_documents(uuid, text, integer) to authenticated;

create or replace function private.count_cascade(kind text, record_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  with deleted_assistants as (
    select id
    from public.assistants
    where count_cascade.kind = 'assistant' and id = count_cascade.record_id
      or count_cascade.kind = 'participant' and participant_id = count_cascade.record_id
  ), deleted_conversations as (
    select id, user_id from public.conversations where assistant_id in (select id from deleted_assistants)
  )
  select jsonb_build_object(
    'documents', (
      select count(*)
      from public.documents
      where assistant_id in (select id from deleted_assistants)
        or count_cascade.kind = 'participant' and participant_id = count_cascade.record_id
    ),
    'conversations', (select count(*) from deleted_conversations),
    'people', (select count(distinct user_id) from deleted_conversations),
    'messages', (select count(*) from public.messages where conversation_id in (select id from deleted_conversations)),
    'files', (select count(*) from public.attachments where conversation_id in (select id from deleted_conversations)),
    'direct_grants', (
      select count(*) from public.assistant_access where assistant_id in (select id from deleted_assistants)
    ),
    'role_grants', (
      select count(*) from public.assistant_role_access where assistant_id in (select id from deleted_assistants)
    )
  ) || case count_cascade.kind
    when 'participant' then
      jsonb_build_object(
        'assistants', (select count(*) from deleted_assistants),
        'assignments', (
          select count(*) from public.participant_assignments where participant_id = count_cascade.record_id
        )
      )
    else '{}'
  end;
$$;

-- Returns the reason of a hold that protects a document: on its assistant, or on its participant; null without one.
create function private.reason_of_document_hold(document_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select private.reason_of_hold(participant_id => assistants.participant_id, assistant_id => assistants.id)
  from public.documents
  left join public.assistants
    on assistants.id = documents.assistant_id or assistants.participant_id = documents.participant_id
  where documents.id = reason_of_document_hold.document_id
  union all
  select private.reason_of_hold(participant_id => documents.participant_id)
  from public.documents
  where documents.id = reason_of_document_hold.document_id
  order by 1
  limit 1;
$$;
revoke all on function private.reason_of_document_hold(uuid) from public;

create or replace function private.refuse_deletion_on_hold()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reason text;
begin
  -- Waits for holds that are being set, and blocks new ones.
  lock table private.audit_holds in share mode;
  reason := case tg_table_name
    when 'users' then private.reason_of_hold(user_id => old.id)
    when 'participants' then private.reason_of_hold(participant_id => old.id)
    when 'assistants' then private.reason_of_hold(assistant_id => old.id)
    when 'conversations' then private.reason_of_conversation_hold(old.id)
    when 'attachments' then private.reason_of_conversation_hold(
      (to_jsonb(old) ->> 'conversation_id')::uuid
    )
    when 'documents' then private.reason_of_document_hold(old.id)
  end;
  if reason is not null then
    raise exception 'This is on legal hold and cannot be deleted: %', reason using errcode = 'PT409';
  end if;
  return old;
end;
$$;

create trigger refuse_deletion_on_hold
  before delete on public.documents
  for each row execute function private.refuse_deletion_on_hold();

create or replace function public.sweep_files(unsent_for interval default '7 days', orphaned_for interval default '1 day')
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

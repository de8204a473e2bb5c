-- Documents of the organisation, from which assistants answer.
--
-- A document belongs to an assistant or to a participant. Users may open it if they may use the assistant, or the
-- participant's assistant. Administrators, and users with the right to edit, manage documents; only the server writes
-- versions and chunks.
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
  constraint documents_title_valid
    check (char_length(title) <= 160 and btrim(title) <> '' and title = private.plain_line(title))
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
  -- The reason why the version could not be read, shown to those who may edit the document.
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
  -- The model with which all chunks were embedded.
  embedded_model text,
  unique (document_id, number),
  constraint document_versions_number_positive check (number > 0),
  constraint document_versions_note_or_file check (
    num_nonnulls(note, supabase_path) = 1
    and (supabase_path is null) = (num_nonnulls(name, size, mime, sha256) = 0)
    and num_nonnulls(name, size, mime, sha256) in (0, 4)
  ),
  constraint document_versions_note_length check (char_length(note) between 1 and 60000),
  constraint document_versions_name_valid
    check (char_length(name) between 1 and 255 and name = private.plain_line(name)),
  constraint document_versions_size_limit check (size between 1 and 26214400),
  constraint document_versions_sha256_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint document_versions_supabase_path_in_bucket check (supabase_path ~ '^documents/.+'),
  constraint document_versions_status_known check (status in ('waiting', 'reading', 'ready', 'failed')),
  constraint document_versions_progress_percent check (progress between 0 and 100),
  constraint document_versions_problem_of_failed check ((status = 'failed') = (problem is not null)),
  constraint document_versions_remarks_valid check (private.are_notes(remarks))
);

-- The text of a version in passages, in reading order. `place` is the position in the document: `{page}`, `{heading}`,
-- `{line}`, `{row}` or `{sheet, row}`, with `lastRow` if it covers several rows. `scope_id` is the assistant or
-- participant that the chunk is searched for; null if it is not searched.
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

alter table public.documents enable row level security;
alter table public.document_versions enable row level security;
alter table public.document_chunks enable row level security;

create trigger touch_updated_at
  before update on public.documents
  for each row execute function private.touch_updated_at();

-- Returns the assistants whose documents a user may edit without being an administrator, and their participants. This is
-- the only definition of that rule.
create function private.holders_editable_by(user_id uuid)
returns setof uuid
language sql stable security definer set search_path = '' as $$
  select holders.id
  from public.assistant_access
  join public.assistants on assistants.id = assistant_access.assistant_id
  cross join lateral (values (assistants.id), (assistants.participant_id)) as holders (id)
  where assistant_access.user_id = holders_editable_by.user_id
    and assistant_access.can_edit
    and holders.id is not null;
$$;

-- Returns the same for the caller, as a set that a policy evaluates once per query.
create function private.editable_holder_ids()
returns setof uuid
language sql stable security definer set search_path = '' as $$
  select private.holders_editable_by(auth.uid());
$$;
grant execute on function private.editable_holder_ids() to authenticated;

-- Checks whether the caller may edit any documents, for screens and functions.
create function public.can_edit_documents()
returns boolean
language sql stable set search_path = '' as $$
  select private.is_admin() or exists (select private.editable_holder_ids());
$$;
grant execute on function public.can_edit_documents() to authenticated;

-- Raises an error if a client that may not edit any documents changes some: see refuse_unless_admin.
create function private.refuse_unless_editor()
returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and not public.can_edit_documents() then
    raise exception 'You don''t have access to edit documents.' using errcode = 'insufficient_privilege';
  end if;
  return null;
end;
$$;

create trigger editors_only
  before update or delete on public.documents
  for each statement execute function private.refuse_unless_editor();

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

create policy "Admins and editors change documents"
  on public.documents for update to authenticated
  using (
    (select private.is_admin()) or coalesce(assistant_id, participant_id) in (select private.editable_holder_ids())
  )
  with check (
    (select private.is_admin()) or coalesce(assistant_id, participant_id) in (select private.editable_holder_ids())
  );

create policy "Admins and editors delete documents"
  on public.documents for delete to authenticated
  using (
    (select private.is_admin()) or coalesce(assistant_id, participant_id) in (select private.editable_holder_ids())
  );

create policy "Users read versions of their documents, editors unread too"
  on public.document_versions for select to authenticated
  using (
    exists (
      select 1
      from public.documents
      where documents.id = document_versions.document_id
        and (
          document_versions.ready_at is not null
          or (select private.is_admin())
          or coalesce(documents.assistant_id, documents.participant_id) in (select private.editable_holder_ids())
        )
    )
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

-- Returns the fields of a document for the audit row; without what the row itself contains.
create function private.document_to_jsonb(document public.documents)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(document) - array['id', 'assistant_id', 'participant_id', 'created_at', 'updated_at'];
$$;

-- Inserts audit rows about documents, each with its `meta`, as one insert: see record_assignments. Without an actor
-- nothing is recorded: the server itself, or an operator.
create function private.record_documents(documents public.documents[], action text, actor_id uuid, metas jsonb[])
returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_logs (action, user_id, assistant_id, participant_id, participant_name, meta)
  select
    record_documents.action,
    record_documents.actor_id,
    document.assistant_id,
    document.participant_id,
    (select display_name from public.participants where id = document.participant_id),
    jsonb_build_object('document_id', document.id, 'title', document.title)
      || record_documents.metas[document.ordinality]
  from unnest(record_documents.documents) with ordinality as document
  where record_documents.actor_id is not null and record_documents.metas[document.ordinality] is not null
  order by document.ordinality;
$$;

create function private.record_document(document public.documents, action text, actor_id uuid, meta jsonb)
returns void
language sql security definer set search_path = '' as $$
  select private.record_documents(
    array[record_document.document], record_document.action, record_document.actor_id, array[record_document.meta]
  );
$$;

-- Records changed and deleted documents. A document that is deleted with its assistant or participant is counted in
-- that entry.
create function private.record_document_changes()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  documents public.documents[];
  old_documents public.documents[];
  metas jsonb[];
begin
  if tg_op = 'DELETE' then
    select
      array_agg(before::public.documents),
      array_agg(jsonb_build_object('before', private.document_to_jsonb(before)))
    into documents, metas
    from before
    where exists (select 1 from public.assistants where id = before.assistant_id)
      or exists (select 1 from public.participants where id = before.participant_id);
    perform private.record_documents(documents, 'document_removed', auth.uid(), metas);
  else
    -- Both transition tables have the rows in the same order.
    documents := array(select after::public.documents from after);
    old_documents := array(select before::public.documents from before);
    metas := array(
      select private.difference(
        private.document_to_jsonb(old_documents[position]), private.document_to_jsonb(documents[position])
      )
      from generate_subscripts(documents, 1) as position
    );
    perform private.record_documents(documents, 'document_changed', auth.uid(), metas);
  end if;
  return null;
end;
$$;

create trigger record_changes
  after update on public.documents
  referencing old table as before new table as after
  for each statement execute function private.record_document_changes();

create trigger record_removals
  after delete on public.documents
  referencing old table as before
  for each statement execute function private.record_document_changes();

-- Adds a version on behalf of a user who may edit the document: a note, or a stored file. Without a document it creates
-- one for the assistant or participant. A repeated call for the same stored file returns the same version. A file
-- that is the content of another document there is not added a second time. Returns `outcome` (saved, access_denied,
-- not_found, rate_limited, or duplicate with the title of the other document), document_id and version_id.
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
grant execute on function public.add_document_version(
  uuid, uuid, uuid, uuid, text, text, text, bigint, text, text, text
) to service_role;

/*
 * Conversations: what a person and an assistant said to each other.
 *
 * A conversation belongs to the person who began it, and to nobody else: not to a colleague, not to an administrator.
 * Whoever loses access to the assistant loses sight of the conversation with it at once, and sees it again with the
 * access; nothing is deleted.
 */

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  assistant_id uuid not null references public.assistants (id) on delete cascade,
  title text not null default 'New conversation',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.conversations
  add constraint conversations_title_length check (char_length(title) <= 120 and char_length(btrim(title)) >= 1);

comment on column public.conversations.updated_at is
  'Time of the last message. Renaming is not activity and leaves the order of the list alone.';

create index conversations_newest_activity_idx on public.conversations (user_id, updated_at desc, id);
create index conversations_assistant_id_idx on public.conversations (assistant_id);

revoke all on table public.conversations from anon, authenticated, service_role;
grant
  select (id, user_id, assistant_id, title, created_at, updated_at),
  insert (assistant_id, title),
  update (title),
  delete
on table public.conversations to authenticated;
grant select, insert, update, delete on table public.conversations to service_role;

alter table public.conversations enable row level security;

create policy "People read their own conversations while they have access"
  on public.conversations for select to authenticated
  using (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "People begin conversations with assistants they may use"
  on public.conversations for insert to authenticated
  with check (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "People rename their own conversations while they have access"
  on public.conversations for update to authenticated
  using (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()))
  with check (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "People delete their own conversations while they have access"
  on public.conversations for delete to authenticated
  using (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

/*
 * Messages. Written by the server alone, for a client that could write one could put words into the assistant's mouth.
 * `files` repeats what was attached when the message was sent, as it is shown.
 */
create table public.messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  role text not null,
  content text not null default '',
  files jsonb not null default '[]',
  openai_message_id text,
  created_at timestamptz not null default now()
);

alter table public.messages
  add constraint messages_role_known check (role in ('user', 'assistant')),
  add constraint messages_files_listed
    check (case when jsonb_typeof(files) = 'array' then jsonb_array_length(files) <= 4 else false end),
  add constraint messages_user_says_something
    check (role <> 'user' or (char_length(content) <= 16000 and (content <> '' or files <> '[]')));

create index messages_in_order_idx on public.messages (conversation_id, created_at, id);

revoke all on table public.messages from anon, authenticated, service_role;
grant
  select (id, conversation_id, role, content, files, openai_message_id, created_at)
on table public.messages to authenticated;
grant select, insert, update, delete on table public.messages to service_role;

alter table public.messages enable row level security;

create policy "People read messages of conversations that they may read"
  on public.messages for select to authenticated
  using (exists (select 1 from public.conversations where conversations.id = messages.conversation_id));

create function private.note_activity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.conversations
  set updated_at = greatest(updated_at, new.created_at)
  where id = new.conversation_id;
  return null;
end;
$$;

revoke all on function private.note_activity() from public;

create trigger note_activity
  after insert on public.messages
  for each row execute function private.note_activity();

/*
 * Attachments: one row a file that reached the server, with the verdict of the security scan, which only the server
 * writes. `supabase_path` is bucket/key, and the key carries nothing that the person typed.
 */
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
  created_at timestamptz not null default now()
);

alter table public.attachments
  add constraint attachments_name_length check (char_length(name) between 1 and 255),
  add constraint attachments_size_limit check (size between 0 and 26214400),
  add constraint attachments_sha256_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  add constraint attachments_supabase_path_in_bucket check (supabase_path ~ '^attachments/.+'),
  add constraint attachments_scan_status_known check (scan_status in ('pending', 'clean', 'blocked', 'error'));

create index attachments_conversation_id_idx on public.attachments (conversation_id, created_at, id);
create index attachments_user_id_idx on public.attachments (user_id);
create index attachments_message_id_idx on public.attachments (message_id);

revoke all on table public.attachments from anon, authenticated, service_role;
grant
  select (
    id, conversation_id, user_id, message_id, name, size, mime, sha256,
    supabase_path, openai_file_id, scan_status, created_at
  )
on table public.attachments to authenticated;
grant select, insert, update, delete on table public.attachments to service_role;

alter table public.attachments enable row level security;

create policy "People read attachments of conversations that they may read"
  on public.attachments for select to authenticated
  using (exists (select 1 from public.conversations where conversations.id = attachments.conversation_id));

/*
 * Turns: one sending of a message and the reply to it. A turn outlives the request that began it: `text` holds the reply
 * as far as it came, `turn_events` what a reader missed, `heartbeat_at` tells a dead turn from a slow one. A conversation
 * has one running turn at most, and a repeated `idempotency_key` names the turn that exists already.
 */
create table public.turns (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  user_message_id uuid not null references public.messages (id) on delete cascade,
  assistant_message_id uuid references public.messages (id) on delete set null,
  idempotency_key text not null,
  status text not null default 'running',
  provider text,
  model text,
  text text not null default '',
  last_seq integer not null default 0,
  openai_message_id text,
  run_id text,
  error_code text,
  error_message text,
  stop_requested boolean not null default false,
  usage jsonb,
  heartbeat_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (conversation_id, idempotency_key)
);

alter table public.turns
  add constraint turns_idempotency_key_length check (char_length(idempotency_key) between 1 and 200),
  add constraint turns_status_known
    check (status in ('running', 'completed', 'stopped', 'interrupted', 'failed', 'requires_action')),
  add constraint turns_ended_when_not_running check ((status = 'running') = (ended_at is null));

create unique index turns_one_running_per_conversation_idx on public.turns (conversation_id) where status = 'running';
create index turns_running_heartbeat_idx on public.turns (heartbeat_at) where status = 'running';
create index turns_user_id_idx on public.turns (user_id, created_at desc);
create index turns_user_message_id_idx on public.turns (user_message_id);
create index turns_assistant_message_id_idx on public.turns (assistant_message_id);

revoke all on table public.turns from anon, authenticated, service_role;
grant
  select (
    id, conversation_id, user_id, user_message_id, assistant_message_id, idempotency_key, status, text, last_seq,
    openai_message_id, error_code, error_message, stop_requested, created_at, ended_at
  )
on table public.turns to authenticated;
grant select, insert, update, delete on table public.turns to service_role;

alter table public.turns enable row level security;

create policy "People read turns of conversations that they may read"
  on public.turns for select to authenticated
  using (exists (select 1 from public.conversations where conversations.id = turns.conversation_id));

create table public.turn_events (
  turn_id uuid not null references public.turns (id) on delete cascade,
  seq integer not null,
  event text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (turn_id, seq)
);

alter table public.turn_events
  add constraint turn_events_seq_positive check (seq > 0),
  add constraint turn_events_event_known
    check (event in ('info', 'created', 'delta', 'final', 'requires_action', 'error'));

revoke all on table public.turn_events from anon, authenticated, service_role;
grant select (turn_id, seq, event, data, created_at) on table public.turn_events to authenticated;
grant select, insert, update, delete on table public.turn_events to service_role;

alter table public.turn_events enable row level security;

create policy "People read events of turns that they may read"
  on public.turn_events for select to authenticated
  using (exists (select 1 from public.turns where turns.id = turn_events.turn_id));

/*
 * The files themselves. The server alone stores and removes them, after it looked at their bytes. A person reads a file
 * through its attachment, so whatever hides the conversation hides the file, and one that was not found clean has no
 * way out. A database without a storage service (some tests) has nothing to protect here.
 */
do $storage$
begin
  if to_regclass('storage.objects') is null then
    raise notice 'No storage service: the bucket for attachments is not created.';
    return;
  end if;

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
end;
$storage$;

-- Conversations and their messages.

-- Checks that `citations` is `[{url, title}, …]`. Only http and https addresses are allowed, because clients render
-- them as links.
create function private.are_citations(citations jsonb)
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
grant execute on function private.are_citations(jsonb) to service_role;

-- Checks that `notes` is a short list of texts. Notes inform the reader about how the reply was made, e.g. that only a
-- part of a file was read.
create function private.are_notes(notes jsonb)
returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(are_notes.notes) <> 'array' then false
    else jsonb_array_length(are_notes.notes) <= 20
      and octet_length(are_notes.notes::text) <= 65536
      and not jsonb_path_exists(are_notes.notes, '$[*] ? (!(@.type() == "string" && @ != ""))')
  end;
$$;
grant execute on function private.are_notes(jsonb) to service_role;

-- A conversation belongs to the user who started it and to no one else, administrators included. A user who loses
-- access to the assistant no longer sees the conversation, and sees it again when access is granted again; nothing is
-- deleted.
create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  assistant_id uuid not null references public.assistants (id) on delete cascade,
  title text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  head_id uuid,
  title_settled boolean not null default false,
  -- Set by the user; none of the three is activity.
  pinned boolean not null default false,
  archived boolean not null default false,
  unread boolean not null default false,
  -- The handover that it continues; null if there is none, or if it was revoked.
  handover_id uuid,
  constraint conversations_title_length check (char_length(title) <= 120 and char_length(btrim(title)) >= 1),
  constraint conversations_title_plain check (title = private.plain_line(title))
);

comment on column public.conversations.updated_at is
  'Time of the last message. Renaming does not change it, nor the order of the list.';
comment on column public.conversations.head_id is
  'Last message of the path that is shown; null if there are no messages.';
comment on column public.conversations.title_settled is
  'The title was set by the user or taken from the first message; from then on only the user changes it.';
comment on column public.conversations.unread is
  'A reply finished or failed since the user last opened the conversation.';

-- The messages of a conversation form a tree (`parent_id`): an edited message and a regenerated reply are siblings of
-- the earlier one, and nothing is overwritten. A conversation shows one path, the one that leads to its `head_id`.
--
-- Only the server writes messages, because a client that could would be able to forge replies of the assistant. `files`
-- is a snapshot of the attachments at the time of sending.
create table public.messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  role text not null,
  content text not null default '',
  files jsonb not null default '[]',
  openai_message_id text,
  created_at timestamptz not null default now(),
  parent_id uuid,
  superseded boolean not null default false,
  -- Copy of the conversation's user_id, for the search index: a search reads index entries of the caller's messages
  -- only.
  user_id uuid not null,
  citations jsonb not null default '[]',
  notes jsonb not null default '[]',
  constraint messages_conversation_id_id_unique unique (conversation_id, id),
  constraint messages_parent_in_same_conversation
    foreign key (conversation_id, parent_id) references public.messages (conversation_id, id),
  constraint messages_role_known check (role in ('user', 'assistant')),
  constraint messages_files_valid
    check (case when jsonb_typeof(files) = 'array' then jsonb_array_length(files) <= 4 else false end),
  constraint messages_user_content_not_empty
    check (role <> 'user' or (char_length(content) <= 16000 and (content <> '' or files <> '[]'))),
  constraint messages_citations_valid check (private.are_citations(citations)),
  constraint messages_notes_valid check (private.are_notes(notes)),
  constraint messages_citations_of_assistant_only check (role = 'assistant' or (citations = '[]' and notes = '[]'))
);

comment on column public.messages.parent_id is
  'The preceding message; null for a first message.';
comment on column public.messages.superseded is
  'A later reply continues this one and is shown instead of it.';
comment on column public.messages.citations is
  'Web pages and passages of documents that the reply cites: [{url, title}, …], passages with their number in the text.';
comment on column public.messages.notes is 'Notes to the reader about how the reply was made.';

-- A separate statement because the two tables reference each other.
alter table public.conversations
  add constraint conversations_head_in_same_conversation
    foreign key (id, head_id) references public.messages (conversation_id, id);

create index conversations_newest_activity_idx on public.conversations (user_id, updated_at desc, id);
create index conversations_assistant_id_idx on public.conversations (assistant_id);
create index conversations_head_idx on public.conversations (id, head_id);
create index conversations_list_idx
  on public.conversations (user_id, archived, pinned desc, updated_at desc, id);
create index messages_created_at_idx on public.messages (conversation_id, created_at, id);
create index messages_siblings_idx on public.messages (conversation_id, parent_id, created_at, id);

grant
  select (
    id, user_id, assistant_id, title, created_at, updated_at, head_id, title_settled, pinned, archived, unread,
    handover_id
  ),
  insert (assistant_id, title, handover_id),
  update (title, pinned, archived, unread),
  delete
on table public.conversations to authenticated;
grant select, insert, update, delete on table public.conversations to service_role;

-- All columns, so that `select *` works.
grant
  select (
    id, conversation_id, role, content, files, openai_message_id, created_at, parent_id, superseded, user_id,
    citations, notes
  )
on table public.messages to authenticated;
grant select, insert, update, delete on table public.messages to service_role;

alter table public.conversations enable row level security;
alter table public.messages enable row level security;

-- Sets a placeholder title and records whether the title is final. A conversation created without a title gets one from
-- its first message.
create function private.settle_title()
returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.title_settled := true;
  else
    new.title_settled := new.title is not null;
    new.title := coalesce(new.title, 'New conversation');
  end if;
  return new;
end;
$$;

create trigger settle_title
  before insert or update of title on public.conversations
  for each row execute function private.settle_title();

-- Moves the conversation to the top of the list.
create function private.touch_conversation()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.conversations
  set updated_at = greatest(updated_at, new.created_at)
  where id = new.conversation_id;
  return null;
end;
$$;

create trigger touch_conversation
  after insert on public.messages
  for each row execute function private.touch_conversation();

-- Copies user_id from the conversation.
create function private.set_message_owner()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select user_id into new.user_id from public.conversations where id = new.conversation_id;
  return new;
end;
$$;

create trigger set_message_owner
  before insert on public.messages
  for each row execute function private.set_message_owner();

create policy "Users read their own conversations while they have access"
  on public.conversations for select to authenticated
  using (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "Users start conversations with assistants they may use"
  on public.conversations for insert to authenticated
  with check (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "Users delete their own conversations while they have access"
  on public.conversations for delete to authenticated
  using (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "Users change their own conversations while they have access"
  on public.conversations for update to authenticated
  using (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()))
  with check (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "Users read messages of conversations that they may read"
  on public.messages for select to authenticated
  using (exists (select 1 from public.conversations where conversations.id = messages.conversation_id));

-- Returns the caller's newest empty, untitled conversation with an assistant, which "Create Chat" reuses.
create function public.find_empty_conversation(with_assistant uuid)
returns uuid
language sql stable security invoker set search_path = '' as $$
  select conversations.id
  from public.conversations
  where conversations.user_id = (select auth.uid())
    and conversations.assistant_id = with_assistant
    and conversations.title = 'New conversation'
    and not conversations.archived
    and not exists (select from public.messages where messages.conversation_id = conversations.id)
  order by conversations.created_at desc
  limit 1;
$$;
grant execute on function public.find_empty_conversation(uuid) to authenticated;

-- Deletes conversations that have been empty and untitled for `empty_for` and returns how many. Retains those that
-- the user pinned, archived or attached a file to.
create function public.sweep_empty_conversations(empty_for interval default '1 day')
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  deleted_count integer;
begin
  -- Prevents audit_conversation from naming the owner as the actor.
  perform set_config('homie.deletion_reason', 'empty', true);
  delete from public.conversations
  where conversations.title = 'New conversation'
    and not conversations.pinned
    and not conversations.archived
    and conversations.created_at < clock_timestamp() - sweep_empty_conversations.empty_for
    and not exists (select from public.messages where messages.conversation_id = conversations.id)
    and not exists (select from public.attachments where attachments.conversation_id = conversations.id)
    and private.reason_of_conversation_hold(conversations.id) is null;
  get diagnostics deleted_count = row_count;
  perform set_config('homie.deletion_reason', '', true);
  return deleted_count;
end;
$$;
grant execute on function public.sweep_empty_conversations(interval) to service_role;

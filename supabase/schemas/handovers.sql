-- Handing a conversation over: the owner gives a colleague who may use the assistant a snapshot of the path that is
-- shown, and can revoke it at any time. The colleague reads the snapshot and the files in it while they may use the
-- assistant. No one else does, administrators included.

-- One snapshot of a conversation for one recipient. Handing it over again replaces the snapshot.
create table public.handovers (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  -- That of the conversation, which is deleted with it.
  assistant_id uuid not null,
  owner_id uuid not null references public.users (id) on delete cascade,
  recipient_id uuid not null references public.users (id) on delete cascade,
  title text not null,
  owner_email text not null,
  recipient_email text not null,
  -- Only `open_handover` returns it: [{id, role, content, files, created_at, citations?, notes?}, …].
  messages jsonb not null,
  file_paths text[] not null default '{}',
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  -- Names at the time of the handover, like the emails.
  owner_name text not null,
  recipient_name text not null,
  -- What the owner wrote to the recipient.
  note text,
  -- The recipient was to get a mail, because this snapshot was not opened within an hour.
  mailed_at timestamptz,
  constraint handovers_one_per_recipient unique (conversation_id, recipient_id),
  constraint handovers_to_another_user check (owner_id <> recipient_id),
  constraint handovers_title_plain check (title = private.plain_line(title)),
  constraint handovers_names_plain
    check (owner_name = private.plain_line(owner_name) and recipient_name = private.plain_line(recipient_name)),
  constraint handovers_note_valid check (char_length(note) between 1 and 200 and note = private.plain_line(note))
);

comment on column public.handovers.file_paths is 'The files of the messages, which the recipient may read.';
comment on column public.handovers.opened_at is 'The recipient first opened this snapshot.';

-- A conversation that continues a handover loses it with the handover.
alter table public.conversations
  add constraint conversations_handover_id_fkey
    foreign key (handover_id) references public.handovers (id) on delete set null;

create index conversations_handover_id_idx on public.conversations (handover_id);

create index handovers_unopened_idx on public.handovers (created_at) where opened_at is null and mailed_at is null;
create index handovers_owner_id_idx on public.handovers (owner_id);
create index handovers_recipient_id_idx on public.handovers (recipient_id, created_at desc, id);

grant
  select (
    id, conversation_id, assistant_id, owner_id, recipient_id, title, owner_email, recipient_email, file_paths,
    created_at, opened_at, owner_name, recipient_name, note
  ),
  delete
on table public.handovers to authenticated;

alter table public.handovers enable row level security;

-- Updates the list of the recipient.
create function private.track_handover()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array[(coalesce(new, old)).recipient_id], array[null::uuid]);
  return null;
end;
$$;

create trigger track_handover
  after insert or delete on public.handovers
  for each row execute function private.track_handover();

create trigger track_replaced_handover
  after update of messages on public.handovers
  for each row execute function private.track_handover();

-- Refuses a conversation that continues a handover to someone else, or with another assistant.
create function private.check_continued_handover()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select 1
    from public.handovers
    where id = new.handover_id
      and recipient_id = new.user_id
      and assistant_id = new.assistant_id
      and private.can_use_assistant(assistant_id, new.user_id)
  ) then
    raise exception 'This handover is no longer available.' using errcode = 'PT404';
  end if;
  return new;
end;
$$;

create trigger check_continued_handover
  before insert or update of handover_id, user_id, assistant_id on public.conversations
  for each row when (new.handover_id is not null) execute function private.check_continued_handover();

create function private.audit_handover(action text, handover public.handovers)
returns void
language sql set search_path = '' as $$
  insert into public.audit_logs (
    action, user_id, assistant_id, conversation_id, target_user_id, target_user_email, meta
  )
  values (
    audit_handover.action,
    auth.uid(),
    (audit_handover.handover).assistant_id,
    (audit_handover.handover).conversation_id,
    case auth.uid()
      when (audit_handover.handover).recipient_id then (audit_handover.handover).owner_id
      else (audit_handover.handover).recipient_id
    end,
    case auth.uid()
      when (audit_handover.handover).recipient_id then (audit_handover.handover).owner_email
      else (audit_handover.handover).recipient_email
    end,
    jsonb_build_object('handover', (audit_handover.handover).id)
  );
$$;

-- Records a revocation. A handover that is deleted together with its conversation or a user has no separate entry.
create function private.audit_revoked_handover()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.conversations where id = old.conversation_id)
    and exists (select 1 from public.users where id = old.recipient_id)
  then
    perform private.audit_handover('handover_revoked', old);
  end if;
  return null;
end;
$$;

create trigger audit_revoked_handover
  after delete on public.handovers
  for each row execute function private.audit_revoked_handover();

create policy "Owners read their handovers, recipients while they have access"
  on public.handovers for select to authenticated
  using (
    owner_id = (select auth.uid())
    or (recipient_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()))
  );

create policy "Owners revoke their handovers"
  on public.handovers for delete to authenticated
  using (owner_id = (select auth.uid()));

-- One policy for own conversations and handovers: PostgreSQL evaluates each permissive policy for each row. Objects of
-- these files are readable through their attachments.
create policy "Users read attachments of own conversations and of handovers"
  on public.attachments for select to authenticated
  using (
    exists (select 1 from public.conversations where conversations.id = attachments.conversation_id)
    or (
      scan_status = 'clean'
      and exists (
        select 1
        from public.handovers
        where handovers.conversation_id = attachments.conversation_id
          and handovers.recipient_id = (select auth.uid())
          and attachments.supabase_path = any (handovers.file_paths)
      )
    )
  );

-- Lists up to 20 users to whom the caller may hand a conversation over, as `[{id, name, email}, …]`: those who may use
-- its assistant. Returns none for a conversation of another user.
create function private.list_handover_recipients(conversation_id uuid, q text)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', found.id, 'name', found.name, 'email', found.email) order by found.sort_name, found.email
    ),
    '[]'
  )
  from (
    select users.id, private.shown_name(users) as name, users.email, users.sort_name
    from public.conversations
    join public.users on users.id <> conversations.user_id
    where conversations.id = list_handover_recipients.conversation_id
      and conversations.user_id = auth.uid()
      and private.can_use_assistant(conversations.assistant_id, auth.uid())
      and (
        users.email ~* (select private.search_pattern(list_handover_recipients.q))
        or users.display_name ~* (select private.search_pattern(list_handover_recipients.q))
      )
      and private.can_use_assistant(conversations.assistant_id, users.id)
    order by users.sort_name, users.id
    limit 20
  ) as found;
$$;
grant execute on function private.list_handover_recipients(uuid, text) to authenticated;

create function public.list_handover_recipients(conversation_id uuid, q text default '')
returns jsonb
language sql stable set search_path = '' as $$
  select private.list_handover_recipients(list_handover_recipients.conversation_id, list_handover_recipients.q);
$$;
grant execute on function public.list_handover_recipients(uuid, text) to authenticated;

-- Hands the path that is shown over to a colleague, and records that. Returns the id of the handover.
-- @param note what the owner writes to the recipient, on one line
create function private.hand_over(conversation_id uuid, recipient_id uuid, note text)
returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  recipients_max constant integer := 20;
  per_hour constant integer := 30;
  conversation public.conversations;
  owner public.users;
  recipient public.users;
  snapshot jsonb;
  handover public.handovers;
begin
  select * into conversation
  from public.conversations
  where id = hand_over.conversation_id
    and user_id = auth.uid()
    and private.can_use_assistant(assistant_id, auth.uid())
  for no key update;
  if not found then
    raise exception 'This conversation no longer exists.' using errcode = 'PT404';
  end if;
  -- Access cannot be revoked in the meantime.
  perform private.lock_access_shared(conversation.assistant_id);
  select * into recipient from public.users where id = hand_over.recipient_id and id <> auth.uid();
  -- The same message for an unknown user, so that it does not reveal who has an account.
  if not found or not private.can_use_assistant(conversation.assistant_id, recipient.id) then
    raise exception 'This person may not use the assistant.' using errcode = 'PT403';
  end if;
  if recipients_max <= (
    select count(*)
    from public.handovers
    where conversation_id = conversation.id and recipient_id <> recipient.id
  ) then
    raise exception 'A conversation can be handed over to at most % people.', recipients_max using errcode = 'PT409';
  end if;
  perform private.limit_per_hour(
    '{handed_over}', per_hour,
    format('You have handed over %s conversations within an hour. Please try again later.', per_hour)
  );

  select jsonb_agg(message - 'parent_id' - 'alternatives' - 'turn' - 'openai_message_id' order by position)
  into snapshot
  from jsonb_array_elements(private.read_path(conversation.id, null, null, null) -> 'rows')
    with ordinality as rows (message, position);
  if snapshot is null then
    raise exception 'This conversation has no messages yet.' using errcode = 'PT409';
  end if;

  select * into owner from public.users where id = auth.uid();
  insert into public.handovers (
    conversation_id, assistant_id, owner_id, recipient_id, title, owner_email, recipient_email, messages, file_paths,
    owner_name, recipient_name, note
  )
  values (
    conversation.id, conversation.assistant_id, owner.id, recipient.id, conversation.title, owner.email,
    recipient.email, snapshot,
    array(select path #>> '{}' from jsonb_path_query(snapshot, '$[*].files[*].supabasePath') as path),
    private.shown_name(owner), private.shown_name(recipient), nullif(btrim(hand_over.note), '')
  )
  on conflict on constraint handovers_one_per_recipient do update set
    title = excluded.title, owner_email = excluded.owner_email, recipient_email = excluded.recipient_email,
    messages = excluded.messages, file_paths = excluded.file_paths, owner_name = excluded.owner_name,
    recipient_name = excluded.recipient_name, note = excluded.note, created_at = now(), opened_at = null,
    mailed_at = null
  returning * into handover;
  perform private.audit_handover('handed_over', handover);
  return handover.id;
end;
$$;
grant execute on function private.hand_over(uuid, uuid, text) to authenticated;

create function public.hand_over(conversation_id uuid, recipient_id uuid, note text default null)
returns uuid
language sql set search_path = '' as $$
  select private.hand_over(hand_over.conversation_id, hand_over.recipient_id, hand_over.note);
$$;
grant execute on function public.hand_over(uuid, uuid, text) to authenticated;

-- Returns a snapshot to its recipient, and records the first time; null if it was revoked or access has ended.
create function private.open_handover(handover_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  handover public.handovers;
begin
  select * into handover
  from public.handovers
  where id = open_handover.handover_id
    and recipient_id = auth.uid()
    and private.can_use_assistant(assistant_id, auth.uid())
  for no key update;
  if not found then
    return null;
  end if;
  if handover.opened_at is null then
    update public.handovers set opened_at = now() where id = handover.id;
    perform private.audit_handover('handover_opened', handover);
  end if;
  return jsonb_build_object(
    'id', handover.id,
    'conversation_id', handover.conversation_id,
    'assistant_id', handover.assistant_id,
    'assistant_label', (select label from public.assistants where id = handover.assistant_id),
    'title', handover.title,
    'owner_name', handover.owner_name,
    'owner_email', handover.owner_email,
    'note', handover.note,
    'created_at', handover.created_at,
    'messages', handover.messages
  );
end;
$$;
grant execute on function private.open_handover(uuid) to authenticated;

create function public.open_handover(handover_id uuid)
returns jsonb
language sql set search_path = '' as $$
  select private.open_handover(open_handover.handover_id);
$$;
grant execute on function public.open_handover(uuid) to authenticated;

-- Returns the latest messages of the handover that a conversation continues, oldest first, as context of a reply; an
-- empty list if the caller may not read it. At most `page_size`, and no more than fit into `max_characters`.
create function private.read_continued_messages(conversation_id uuid, page_size integer, max_characters integer)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(latest.message order by latest.position), '[]')
    from (
      select
        message,
        position,
        row_number() over newest as step,
        sum(char_length(message ->> 'content')) over newest as characters
      from public.conversations
      join public.handovers on handovers.id = conversations.handover_id
      cross join jsonb_array_elements(handovers.messages) with ordinality as rows (message, position)
      where conversations.id = read_continued_messages.conversation_id
        and conversations.user_id = auth.uid()
        and handovers.recipient_id = auth.uid()
        and private.can_use_assistant(handovers.assistant_id, auth.uid())
      window newest as (order by position desc)
    ) as latest
    where latest.step <= read_continued_messages.page_size
      and (read_continued_messages.max_characters is null or latest.characters <= read_continued_messages.max_characters)
  );
end;
$$;
grant execute on function private.read_continued_messages(uuid, integer, integer) to authenticated;

-- Returns whether a handover to an address still waits to be opened by someone who may use its assistant.
create function private.is_handover_waiting(handover_id uuid, recipient_email text)
returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select 1
    from public.handovers
    join public.users on users.id = handovers.recipient_id
    where handovers.id = is_handover_waiting.handover_id
      and users.email = is_handover_waiting.recipient_email
      and handovers.opened_at is null
      and private.can_use_assistant(handovers.assistant_id, users.id)
  );
$$;

-- Claims up to 50 handovers that no one opened within an hour, each once, and returns those that still wait. The embedded
-- server mails their recipients.
create function private.claim_unopened_handovers()
returns table (handover_id uuid, recipient_email text)
language sql set search_path = '' as $$
  with claimed as (
    update public.handovers
    set mailed_at = now()
    where id in (
      select id
      from public.handovers
      where opened_at is null and mailed_at is null and created_at < now() - interval '1 hour'
      order by created_at
      limit 50
      for update skip locked
    )
    returning id, recipient_id
  )
  select claimed.id, users.email
  from claimed
  join public.users on users.id = claimed.recipient_id
  where private.is_handover_waiting(claimed.id, users.email);
$$;

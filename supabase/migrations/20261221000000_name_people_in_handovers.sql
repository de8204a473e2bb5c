-- A handover names both people and carries a note, and colleagues are found by name too.

-- Returns the name to show of a user: the one that they chose, else their email. It is shown only to those who may see
-- the email.
create function private.shown_name(person public.users)
returns text
language sql immutable set search_path = '' as $$
  select private.plain_line(coalesce((shown_name.person).display_name, (shown_name.person).email));
$$;
revoke all on function private.shown_name(public.users) from public;

alter table public.handovers
  add column owner_name text,
  add column recipient_name text,
  add column note text;

update public.handovers set
  owner_name = (select private.shown_name(users) from public.users where id = owner_id),
  recipient_name = (select private.shown_name(users) from public.users where id = recipient_id);

alter table public.handovers
  alter column owner_name set not null,
  alter column recipient_name set not null,
  add constraint handovers_names_plain
    check (owner_name = private.plain_line(owner_name) and recipient_name = private.plain_line(recipient_name)),
  add constraint handovers_note_valid check (char_length(note) between 1 and 200 and note = private.plain_line(note));

grant select (owner_name, recipient_name, note) on table public.handovers to authenticated;

create or replace function private.list_handover_recipients(conversation_id uuid, q text)
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

drop function public.hand_over(uuid, uuid);
drop function private.hand_over(uuid, uuid);

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
    recipient_name = excluded.recipient_name, note = excluded.note, created_at = now(), opened_at = null
  returning * into handover;
  perform private.audit_handover('handed_over', handover);
  return handover.id;
end;
$$;
revoke all on function private.hand_over(uuid, uuid, text) from public;
grant execute on function private.hand_over(uuid, uuid, text) to authenticated;

create function public.hand_over(conversation_id uuid, recipient_id uuid, note text default null)
returns uuid
language sql set search_path = '' as $$
  select private.hand_over(hand_over.conversation_id, hand_over.recipient_id, hand_over.note);
$$;
revoke all on function public.hand_over(uuid, uuid, text) from public;
grant execute on function public.hand_over(uuid, uuid, text) to authenticated;

create or replace function private.open_handover(handover_id uuid)
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

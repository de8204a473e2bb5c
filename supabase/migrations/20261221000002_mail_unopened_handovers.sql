-- A handover that no one opens within an hour is mailed once. Those of before are not.

alter table public.handovers add column mailed_at timestamptz;

update public.handovers set mailed_at = now() where opened_at is null;

create index handovers_unopened_idx on public.handovers (created_at) where opened_at is null and mailed_at is null;

create or replace function private.hand_over(conversation_id uuid, recipient_id uuid, note text)
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
revoke all on function private.is_handover_waiting(uuid, text) from public;

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
revoke all on function private.claim_unopened_handovers() from public;

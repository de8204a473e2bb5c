-- Stores a user's message and starts the reply to it, or starts another reply to an existing message.
--
-- A new message follows the head, or becomes a sibling of the message that it `replaces`. `attachment_paths` names
-- files that this user uploaded into this conversation, that were found clean and that were not sent before, except
-- with the replaced message; the metadata stored with the message comes from `attachments`. `title` is the title of a
-- conversation whose first message this is and that has none yet. With `reply_to`, no message is stored: that message
-- is answered again, continuing the text of the unfinished turn `continues` if given. `research` is recorded: the web
-- is searched for this reply.
--
-- `daily_replies` limits how many replies a user may start within 24 hours, by role name, else under 'default'; null is
-- no limit. Every reply counts, including failed ones and those of deleted conversations, because they cost as much.
--
-- Returns `outcome`: started (the caller must write the reply) or existing (another request does or did), both with
-- turn_id, user_message_id, continuation (the text that the reply already has, or null) and, the first time in 24 hours
-- that four fifths of the limit are used, replies_used and daily_limit; daily_limit_reached, with daily_limit and
-- seconds_left; budget_reached, if the assistant has used its tokens of this month; conversation_not_found,
-- access_denied, turn_running, message_not_found, rate_limited, attachment_unavailable.
create function public.start_turn(
  user_id uuid,
  conversation_id uuid,
  content text,
  attachment_paths text[],
  idempotency_key text,
  provider text,
  writer_id uuid,
  stale_after interval default '10 seconds',
  sends_per_minute integer default 20,
  replaces uuid default null,
  reply_to uuid default null,
  continues uuid default null,
  title text default null,
  research boolean default false,
  daily_replies jsonb default '{}'
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  conversation public.conversations;
  turn public.turns;
  target_message public.messages;
  continuation text;
  question_id uuid;
  message_files jsonb;
  limits jsonb;
begin
  -- Serialises one user's sends: two concurrent ones would otherwise both pass the limit.
  perform pg_advisory_xact_lock(hashtextextended(start_turn.user_id::text, 0));

  -- Acquired before the conversation's lock, in the same order as by a transaction that revokes access and then ends
  -- the reply.
  perform private.lock_access_shared(
    (select assistant_id from public.conversations where id = start_turn.conversation_id)
  );

  select * into conversation
  from public.conversations
  where id = start_turn.conversation_id and user_id = start_turn.user_id
  for no key update;
  if not found then
    return jsonb_build_object('outcome', 'conversation_not_found');
  end if;

  if not private.can_use_assistant(conversation.assistant_id, start_turn.user_id) then
    perform private.record_audit(
      'denied', start_turn.user_id, conversation.assistant_id, conversation.id, '{"attempted": "send_message"}'
    );
    return jsonb_build_object('outcome', 'access_denied');
  end if;

  select * into turn
  from public.turns
  where conversation_id = conversation.id and idempotency_key = start_turn.idempotency_key;
  if found then
    return jsonb_build_object(
      'outcome', case when turn.writer_id = start_turn.writer_id then 'started' else 'existing' end,
      'turn_id', turn.id,
      'user_message_id', turn.user_message_id,
      'continuation', (select text from public.turns where id = turn.continues_turn_id)
    );
  end if;

  perform private.interrupt_stale_turns(start_turn.stale_after, null, conversation.id);
  if exists (select 1 from public.turns where conversation_id = conversation.id and status = 'running') then
    return jsonb_build_object('outcome', 'turn_running');
  end if;

  if start_turn.replaces is not null or start_turn.reply_to is not null then
    select * into target_message
    from public.messages
    where id = coalesce(start_turn.reply_to, start_turn.replaces)
      and conversation_id = conversation.id
      and role = 'user';
    if not found then
      return jsonb_build_object('outcome', 'message_not_found');
    end if;
  end if;

  if start_turn.continues is not null then
    select text into continuation
    from public.turns
    where id = start_turn.continues
      and user_message_id = start_turn.reply_to
      and status in ('stopped', 'interrupted', 'failed')
      and text <> '';
    if not found then
      return jsonb_build_object('outcome', 'message_not_found');
    end if;
  end if;

  -- Sums the tokens only if the assistant has a budget.
  if exists (
    select 1
    from public.assistants
    where id = conversation.assistant_id
      and case when monthly_token_budget is not null then private.tokens_this_month(id) >= monthly_token_budget end
  ) then
    return jsonb_build_object('outcome', 'budget_reached');
  end if;

  limits := private.check_reply_limits(
    start_turn.user_id, start_turn.sends_per_minute, start_turn.daily_replies
  );
  if limits ->> 'outcome' <> 'allowed' then
    return limits;
  end if;

  if start_turn.reply_to is not null then
    question_id := target_message.id;
  else
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'name', attachments.name,
          'size', attachments.size,
          'mime', attachments.mime,
          'sha256', attachments.sha256,
          'supabasePath', attachments.supabase_path,
          'openaiFileId', attachments.openai_file_id
        )
        order by requested.position
      ),
      '[]'
    )
    into message_files
    from unnest(start_turn.attachment_paths) with ordinality as requested (path, position)
    join public.attachments on attachments.supabase_path = requested.path
    where attachments.conversation_id = conversation.id
      and attachments.user_id = start_turn.user_id
      and (
        attachments.message_id is null
        or target_message.files @> jsonb_build_array(jsonb_build_object('supabasePath', attachments.supabase_path))
      )
      and attachments.scan_status = 'clean';
    if jsonb_array_length(message_files) <> cardinality(start_turn.attachment_paths) then
      return jsonb_build_object('outcome', 'attachment_unavailable');
    end if;

    insert into public.messages (conversation_id, parent_id, role, content, files, created_at)
    values (
      conversation.id,
      case when start_turn.replaces is null then conversation.head_id else target_message.parent_id end,
      'user',
      coalesce(start_turn.content, ''),
      message_files,
      private.next_message_time(conversation.id)
    )
    returning id into question_id;

    update public.attachments
    set message_id = question_id
    where supabase_path = any (start_turn.attachment_paths) and message_id is null;

    if start_turn.title is not null and conversation.head_id is null and not conversation.title_settled then
      update public.conversations set title = start_turn.title where id = conversation.id;
    end if;
  end if;

  update public.conversations set head_id = question_id where id = conversation.id;

  insert into public.turns (
    conversation_id, user_id, user_message_id, idempotency_key, provider, writer_id, continues_turn_id,
    warned, last_seq, heartbeat_at, created_at
  )
  values (
    conversation.id, start_turn.user_id, question_id, start_turn.idempotency_key, start_turn.provider,
    start_turn.writer_id, start_turn.continues, limits ? 'replies_used',
    case when continuation is null then 1 else 2 end, clock_timestamp(), clock_timestamp()
  )
  returning * into turn;

  insert into public.turn_events (turn_id, seq, event, data)
  values (turn.id, 1, 'info', jsonb_build_object('turnId', turn.id, 'userMessageId', question_id));
  if continuation is not null then
    insert into public.turn_events (turn_id, seq, event, data)
    values (turn.id, 2, 'delta', jsonb_build_object('text', continuation));
  end if;

  if start_turn.reply_to is null then
    perform private.audit_turn(turn, 'send_message', jsonb_build_object('files', jsonb_array_length(message_files)));
  end if;
  if start_turn.research then
    perform private.audit_turn(turn, 'web_research');
  end if;
  perform private.audit_turn(turn, 'run_started');

  return jsonb_build_object(
    'outcome', 'started', 'turn_id', turn.id, 'user_message_id', question_id, 'continuation', continuation
  ) || (limits - 'outcome');
end;
$$;
grant execute
  on function public.start_turn(uuid, uuid, text, text[], text, text, uuid, interval, integer, uuid, uuid, uuid, text, boolean, jsonb)
  to service_role;

-- Lets administrators try an assistant without storing the conversation.

alter table private.deleted_replies rename to unstored_replies;
alter index private.deleted_replies_user_id_idx rename to unstored_replies_user_id_idx;
comment on table private.unstored_replies is
  'Times of replies within the last 24 hours that are not stored: their conversation was deleted, or an administrator '
  'tried an assistant. They count towards the limits.';

create or replace function private.retain_deleted_replies()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.unstored_replies
  where user_id in (select deleted.user_id from deleted) and started_at <= clock_timestamp() - interval '1 day';

  insert into private.unstored_replies (user_id, started_at, warned)
  select deleted.user_id, deleted.created_at, deleted.warned
  from deleted
  join public.users on users.id = deleted.user_id
  where deleted.created_at > clock_timestamp() - interval '1 day';
  return null;
end;
$$;

create or replace function private.recent_replies(user_id uuid)
returns table (started_at timestamptz, warned boolean)
language sql stable set search_path = '' as $$
  select turns.created_at, turns.warned
  from public.turns
  where turns.user_id = recent_replies.user_id and turns.created_at > clock_timestamp() - interval '1 day'
  union all
  select unstored_replies.started_at, unstored_replies.warned
  from private.unstored_replies
  where unstored_replies.user_id = recent_replies.user_id
    and unstored_replies.started_at > clock_timestamp() - interval '1 day';
$$;

-- Checks whether a user may start a reply now. Returns `outcome`: allowed, with replies_used and daily_limit the first time
-- in 24 hours that four fifths of the limit are used; rate_limited; daily_limit_reached, with daily_limit and
-- seconds_left. The caller has serialised the replies of the user.
create function private.check_reply_limits(user_id uuid, sends_per_minute integer, daily_replies jsonb)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  daily_limit constant integer := private.daily_limit(check_reply_limits.user_id, check_reply_limits.daily_replies);
  replies_used integer;
  was_warned boolean;
begin
  if check_reply_limits.sends_per_minute <= (
    select count(*)
    from private.recent_replies(check_reply_limits.user_id)
    where started_at > clock_timestamp() - interval '1 minute'
  ) then
    return jsonb_build_object('outcome', 'rate_limited');
  end if;

  if daily_limit is null then
    return jsonb_build_object('outcome', 'allowed');
  end if;
  select count(*), coalesce(bool_or(warned), false)
  into replies_used, was_warned
  from private.recent_replies(check_reply_limits.user_id);
  if replies_used >= daily_limit then
    return jsonb_build_object(
      'outcome', 'daily_limit_reached',
      'daily_limit', daily_limit,
      'seconds_left', (
        select ceil(extract(epoch from started_at + interval '1 day' - clock_timestamp()))
        from private.recent_replies(check_reply_limits.user_id)
        order by started_at desc
        offset daily_limit - 1
        limit 1
      )
    );
  end if;
  replies_used := replies_used + 1;
  return jsonb_build_object('outcome', 'allowed') || case
    when not was_warned and replies_used >= ceil(daily_limit * 0.8) then
      jsonb_build_object('replies_used', replies_used, 'daily_limit', daily_limit)
    else '{}'
  end;
end;
$$;
revoke all on function private.check_reply_limits(uuid, integer, jsonb) from public;

create or replace function public.start_turn(
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

alter table public.audit_logs
  drop constraint audit_logs_action_known,
  add constraint audit_logs_action_known check (
    action in (
      'login', 'conversation_created', 'send_message', 'run_started', 'run_succeeded', 'run_failed',
      'run_stream_started', 'run_stream_completed', 'upload_file', 'web_research', 'conversation_deleted', 'denied',
      'assistant_created', 'assistant_updated', 'assistant_deleted',
      'participant_created', 'participant_updated', 'participant_deleted',
      'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
      'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed',
      'document_added', 'document_changed', 'document_removed', 'assistant_tried',
      'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged', 'audit_hold_set', 'audit_hold_lifted',
      'signed_up', 'session_ended', 'password_changed', 'feedback_given', 'feedback_removed', 'feedback_reviewed'
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
    'audit_hold_set', 'audit_hold_lifted', 'signed_up', 'session_ended', 'password_changed', 'feedback_given',
    'feedback_removed', 'feedback_reviewed', 'assistant_tried'
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

-- Starts a reply of an assistant that an administrator tries, possibly with instructions that are not saved. Nothing of it
-- is stored but its time, which counts towards the same limits, and an audit entry. Returns `outcome`: started, with
-- replies_used and daily_limit as start_turn; admin_required, not_found, rate_limited, or daily_limit_reached with
-- daily_limit and seconds_left.
create function public.start_trial(
  user_id uuid,
  assistant_id uuid,
  sends_per_minute integer default 20,
  daily_replies jsonb default '{}'
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  limits jsonb;
begin
  -- The lock that serialises this user's sends.
  perform pg_advisory_xact_lock(hashtextextended(start_trial.user_id::text, 0));

  if not public.is_administrator(start_trial.user_id) then
    perform private.record_audit(
      'denied', start_trial.user_id, start_trial.assistant_id, null, '{"attempted": "assistant_tried"}'
    );
    return '{"outcome": "admin_required"}';
  end if;
  if not exists (select 1 from public.assistants where id = start_trial.assistant_id) then
    return '{"outcome": "not_found"}';
  end if;
  limits := private.check_reply_limits(
    start_trial.user_id, start_trial.sends_per_minute, start_trial.daily_replies
  );
  if limits ->> 'outcome' <> 'allowed' then
    return limits;
  end if;

  delete from private.unstored_replies
  where user_id = start_trial.user_id and started_at <= clock_timestamp() - interval '1 day';
  insert into private.unstored_replies (user_id, started_at, warned)
  values (start_trial.user_id, clock_timestamp(), limits ? 'replies_used');
  perform private.record_audit('assistant_tried', start_trial.user_id, start_trial.assistant_id);
  return limits || '{"outcome": "started"}';
end;
$$;
revoke all on function public.start_trial(uuid, uuid, integer, jsonb) from public;
grant execute on function public.start_trial(uuid, uuid, integer, jsonb) to service_role;

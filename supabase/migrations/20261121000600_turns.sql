/*
 * Turns: how the server begins, writes and ends a reply.
 *
 * The functions below are the only writers of messages, turns and their events, and the server alone may call them. Each
 * is one transaction and may be repeated after a lost answer: beginning finds the turn that its key names, appending
 * skips what is there, ending an ended turn changes nothing. An answer that the caller must expect (somebody else's
 * conversation, another reply running) is an outcome, not an exception, so that what goes with it is kept.
 *
 * Parameters are written with the function's name before them; a bare name is a column.
 */

/*
 * Which request writes the turn, so that it knows its own turn again when it has to ask twice.
 */
alter table public.turns add column writer_id uuid;

/*
 * One audit row about a turn. Several rows of one transaction, or of one tick of a coarse clock, keep their order.
 */
create function private.audit_turn(turn public.turns, action text, extra jsonb default '{}')
returns void
language sql
set search_path = ''
as $$
  insert into public.audit_logs (action, user_id, conversation_id, created_at, meta)
  values (
    audit_turn.action,
    (audit_turn.turn).user_id,
    (audit_turn.turn).conversation_id,
    greatest(
      clock_timestamp(),
      (
        select max(created_at)
        from public.audit_logs
        where conversation_id = (audit_turn.turn).conversation_id
      ) + interval '1 microsecond'
    ),
    jsonb_strip_nulls(jsonb_build_object(
      'turn_id', (audit_turn.turn).id,
      'thread_id', (audit_turn.turn).conversation_id,
      'run_id', (audit_turn.turn).run_id,
      'openai_message_id', (audit_turn.turn).openai_message_id,
      'provider', (audit_turn.turn).provider,
      'model', (audit_turn.turn).model
    )) || audit_turn.extra
  );
$$;

/*
 * The text of a reply as far as its events tell it. Written into the turn only when it ends: rewriting a growing text
 * with every flush would cost the square of its length.
 */
create function private.turn_text(turn_id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(string_agg(turn_events.data ->> 'text', '' order by turn_events.seq), '')
  from public.turn_events
  where turn_events.turn_id = turn_text.turn_id and turn_events.event = 'delta';
$$;

/*
 * The time of a new message: later than every other of its conversation, whatever the clock says.
 */
create function private.next_message_time(conversation_id uuid)
returns timestamptz
language sql
volatile
set search_path = ''
as $$
  select greatest(clock_timestamp(), max(messages.created_at) + interval '1 microsecond')
  from public.messages
  where messages.conversation_id = next_message_time.conversation_id;
$$;

/*
 * Ends a running turn whose row the caller has locked: the assistant's message, the closing event, the audit rows.
 */
create function private.end_turn(
  turn public.turns,
  status text,
  error_code text default null,
  error_message text default null,
  retryable boolean default false,
  usage jsonb default null
)
returns public.turns
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  reply text := private.turn_text((end_turn.turn).id);
  reply_id uuid;
  ended public.turns;
  closing_event text;
  closing_data jsonb;
begin
  if end_turn.status in ('completed', 'stopped') and reply <> '' then
    insert into public.messages (conversation_id, role, content, openai_message_id, created_at)
    values (
      (end_turn.turn).conversation_id,
      'assistant',
      reply,
      (end_turn.turn).openai_message_id,
      private.next_message_time((end_turn.turn).conversation_id)
    )
    returning id into reply_id;
  end if;

  update public.turns
  set status = end_turn.status,
      text = reply,
      assistant_message_id = reply_id,
      error_code = end_turn.error_code,
      error_message = end_turn.error_message,
      usage = end_turn.usage,
      last_seq = last_seq + 1,
      ended_at = clock_timestamp()
  where id = (end_turn.turn).id
  returning * into ended;

  case
    when end_turn.status in ('completed', 'stopped') then
      closing_event := 'final';
      closing_data := jsonb_build_object(
        'messageId', reply_id, 'text', reply, 'openaiMessageId', ended.openai_message_id
      );
      if end_turn.status = 'stopped' then
        closing_data := closing_data || '{"stopped": true}';
      end if;
    when end_turn.status = 'requires_action' then
      closing_event := 'requires_action';
      closing_data := jsonb_build_object('message', end_turn.error_message);
    else
      closing_event := 'error';
      closing_data := jsonb_build_object(
        'message', end_turn.error_message, 'code', end_turn.error_code, 'retryable', end_turn.retryable
      );
  end case;

  insert into public.turn_events (turn_id, seq, event, data)
  values (ended.id, ended.last_seq, closing_event, closing_data);

  if end_turn.status in ('completed', 'stopped') then
    if ended.openai_message_id is not null then
      perform private.audit_turn(ended, 'run_stream_completed');
    end if;
    perform private.audit_turn(
      ended, 'run_succeeded', case end_turn.status when 'stopped' then '{"stopped": true}'::jsonb else '{}' end
    );
  else
    perform private.audit_turn(
      ended, 'run_failed', jsonb_build_object('error_code', coalesce(end_turn.error_code, end_turn.status))
    );
  end if;

  return ended;
end;
$$;

/*
 * Ends running turns that nobody writes any more: the process that did has died. What it wrote is kept.
 */
create function private.interrupt_stale_turns(stale_after interval, turn_id uuid, conversation_id uuid)
returns integer
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  turn public.turns;
  interrupted integer := 0;
begin
  for turn in
    select *
    from public.turns
    where status = 'running'
      and heartbeat_at <= clock_timestamp() - interrupt_stale_turns.stale_after
      and (interrupt_stale_turns.turn_id is null or id = interrupt_stale_turns.turn_id)
      and (
        interrupt_stale_turns.conversation_id is null
        or conversation_id = interrupt_stale_turns.conversation_id
      )
    for update skip locked
  loop
    perform private.end_turn(
      turn, 'interrupted', 'interrupted', 'The reply was interrupted before it was complete.', true
    );
    interrupted := interrupted + 1;
  end loop;
  return interrupted;
end;
$$;

revoke all on function private.audit_turn(public.turns, text, jsonb) from public;
revoke all on function private.turn_text(uuid) from public;
revoke all on function private.next_message_time(uuid) from public;
revoke all on function private.end_turn(public.turns, text, text, text, boolean, jsonb) from public;
revoke all on function private.interrupt_stale_turns(interval, uuid, uuid) from public;

/*
 * Takes a person's message and begins the reply to it.
 *
 * `attachment_paths` names files that were uploaded into this conversation by this person and found clean; what the
 * message keeps of them comes from our own records. Answers `outcome`: started (the caller is to write the reply) or
 * existing (somebody else is, or did), both with turn_id and user_message_id; conversation_not_found, access_denied,
 * turn_running, rate_limited, attachment_unavailable.
 */
create function public.start_turn(
  user_id uuid,
  conversation_id uuid,
  content text,
  attachment_paths text[],
  idempotency_key text,
  provider text,
  writer_id uuid,
  stale_after interval default '10 seconds',
  sends_per_minute integer default 20
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  conversation public.conversations;
  turn public.turns;
  sent_id uuid;
  message_files jsonb;
begin
  -- One person's sends queue here: two at once would otherwise both find room under the limit.
  perform pg_advisory_xact_lock(hashtextextended(start_turn.user_id::text, 0));

  select * into conversation
  from public.conversations
  where id = start_turn.conversation_id and user_id = start_turn.user_id
  for no key update;
  if not found then
    return jsonb_build_object('outcome', 'conversation_not_found');
  end if;

  if not private.can_use_assistant(conversation.assistant_id, start_turn.user_id) then
    perform public.record_audit(
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
      'user_message_id', turn.user_message_id
    );
  end if;

  perform private.interrupt_stale_turns(start_turn.stale_after, null, conversation.id);
  if exists (select 1 from public.turns where conversation_id = conversation.id and status = 'running') then
    return jsonb_build_object('outcome', 'turn_running');
  end if;

  if start_turn.sends_per_minute <= (
    select count(*)
    from public.turns
    where user_id = start_turn.user_id and created_at > clock_timestamp() - interval '1 minute'
  ) then
    return jsonb_build_object('outcome', 'rate_limited');
  end if;

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
      order by wanted.position
    ),
    '[]'
  )
  into message_files
  from unnest(start_turn.attachment_paths) with ordinality as wanted (path, position)
  join public.attachments on attachments.supabase_path = wanted.path
  where attachments.conversation_id = conversation.id
    and attachments.user_id = start_turn.user_id
    and attachments.message_id is null
    and attachments.scan_status = 'clean';
  if jsonb_array_length(message_files) <> cardinality(start_turn.attachment_paths) then
    return jsonb_build_object('outcome', 'attachment_unavailable');
  end if;

  insert into public.messages (conversation_id, role, content, files, created_at)
  values (
    conversation.id,
    'user',
    coalesce(start_turn.content, ''),
    message_files,
    private.next_message_time(conversation.id)
  )
  returning id into sent_id;

  update public.attachments
  set message_id = sent_id
  where supabase_path = any (start_turn.attachment_paths);

  insert into public.turns (
    conversation_id, user_id, user_message_id, idempotency_key, provider, writer_id,
    last_seq, heartbeat_at, created_at
  )
  values (
    conversation.id, start_turn.user_id, sent_id, start_turn.idempotency_key, start_turn.provider,
    start_turn.writer_id, 1, clock_timestamp(), clock_timestamp()
  )
  returning * into turn;

  insert into public.turn_events (turn_id, seq, event, data)
  values (turn.id, 1, 'info', jsonb_build_object('turnId', turn.id, 'userMessageId', sent_id));

  perform private.audit_turn(turn, 'send_message', jsonb_build_object('files', jsonb_array_length(message_files)));
  perform private.audit_turn(turn, 'run_started');

  return jsonb_build_object('outcome', 'started', 'turn_id', turn.id, 'user_message_id', sent_id);
end;
$$;

/*
 * Adds events `[{seq, event, data}, …]` to a running turn, in order and without a gap; an empty list is a sign of life.
 * Answers the turn's status (null once the conversation was deleted), and whether its reader asked to stop.
 */
create function public.append_turn_events(
  turn_id uuid,
  events jsonb,
  run_id text default null,
  model text default null
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  turn public.turns;
  added integer;
  seq_before integer;
  message_before text;
begin
  select * into turn from public.turns where id = append_turn_events.turn_id for no key update;
  if not found or turn.status <> 'running' then
    return jsonb_build_object('status', turn.status, 'stop_requested', false);
  end if;
  seq_before := turn.last_seq;
  message_before := turn.openai_message_id;

  insert into public.turn_events (turn_id, seq, event, data)
  select turn.id, event.seq, event.event, event.data
  from jsonb_to_recordset(append_turn_events.events) as event (seq integer, event text, data jsonb)
  where event.seq > turn.last_seq;
  get diagnostics added = row_count;

  update public.turns
  set last_seq = greatest(last_seq, (append_turn_events.events -> -1 ->> 'seq')::integer),
      run_id = coalesce(run_id, append_turn_events.run_id),
      model = coalesce(model, append_turn_events.model),
      openai_message_id = coalesce(
        openai_message_id,
        (
          select turn_events.data ->> 'openaiMessageId'
          from public.turn_events
          where turn_events.turn_id = turn.id and turn_events.event = 'created' and turn_events.seq > turn.last_seq
          order by turn_events.seq
          limit 1
        )
      ),
      heartbeat_at = clock_timestamp()
  where id = turn.id
  returning * into turn;

  if turn.last_seq <> seq_before + added then
    raise exception 'The events of turn % would have a gap', turn.id;
  end if;

  if message_before is null and turn.openai_message_id is not null then
    perform private.audit_turn(turn, 'run_stream_started');
  end if;
  return jsonb_build_object('status', turn.status, 'stop_requested', turn.stop_requested);
end;
$$;

/*
 * Ends a turn: completed, stopped, requires_action, failed or interrupted. A turn that has ended stays as it ended.
 * Answers its closing event `{seq, event, data}`; null once the conversation was deleted.
 */
create function public.finish_turn(
  turn_id uuid,
  status text,
  error_code text default null,
  error_message text default null,
  retryable boolean default false,
  usage jsonb default null
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  turn public.turns;
begin
  select * into turn from public.turns where id = finish_turn.turn_id for no key update;
  if found and turn.status = 'running' then
    turn := private.end_turn(
      turn,
      finish_turn.status,
      finish_turn.error_code,
      finish_turn.error_message,
      finish_turn.retryable,
      finish_turn.usage
    );
  end if;
  return (
    select jsonb_build_object('seq', turn_events.seq, 'event', turn_events.event, 'data', turn_events.data)
    from public.turn_events
    where turn_events.turn_id = turn.id and turn_events.seq = turn.last_seq
  );
end;
$$;

/*
 * What a reader needs: the events after the one that it has seen, the turn's status, and whether its writer is dead.
 */
create function public.read_turn(turn_id uuid, after_seq integer, stale_after interval default '10 seconds')
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'status', turns.status,
    'stale', turns.status = 'running' and turns.heartbeat_at <= clock_timestamp() - read_turn.stale_after,
    'events', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('seq', turn_events.seq, 'event', turn_events.event, 'data', turn_events.data)
          order by turn_events.seq
        ),
        '[]'
      )
      from public.turn_events
      where turn_events.turn_id = turns.id and turn_events.seq > read_turn.after_seq
    )
  )
  from public.turns
  where turns.id = read_turn.turn_id;
$$;

/*
 * Asks the writer of a turn to stop. Answers `outcome`: stopping, ended (too late) or not_found.
 */
create function public.request_turn_stop(user_id uuid, conversation_id uuid, turn_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  turn_status text;
begin
  update public.turns
  set stop_requested = stop_requested or status = 'running'
  where id = request_turn_stop.turn_id
    and conversation_id = request_turn_stop.conversation_id
    and user_id = request_turn_stop.user_id
  returning status into turn_status;

  return jsonb_build_object(
    'outcome',
    case when turn_status is null then 'not_found' when turn_status = 'running' then 'stopping' else 'ended' end
  );
end;
$$;

/*
 * The sweeper: ends running turns without a sign of life for so long, all of them or the one named. Answers how many.
 */
create function public.interrupt_stale_turns(stale_after interval default '10 seconds', turn_id uuid default null)
returns integer
language sql
security definer
set search_path = ''
as $$
  select private.interrupt_stale_turns(interrupt_stale_turns.stale_after, interrupt_stale_turns.turn_id, null);
$$;

revoke all on function public.start_turn(uuid, uuid, text, text[], text, text, uuid, interval, integer)
  from public, anon, authenticated;
revoke all on function public.append_turn_events(uuid, jsonb, text, text) from public, anon, authenticated;
revoke all on function public.finish_turn(uuid, text, text, text, boolean, jsonb) from public, anon, authenticated;
revoke all on function public.read_turn(uuid, integer, interval) from public, anon, authenticated;
revoke all on function public.request_turn_stop(uuid, uuid, uuid) from public, anon, authenticated;
revoke all on function public.interrupt_stale_turns(interval, uuid) from public, anon, authenticated;

grant execute on function public.start_turn(uuid, uuid, text, text[], text, text, uuid, interval, integer) to service_role;
grant execute on function public.append_turn_events(uuid, jsonb, text, text) to service_role;
grant execute on function public.finish_turn(uuid, text, text, text, boolean, jsonb) to service_role;
grant execute on function public.read_turn(uuid, integer, interval) to service_role;
grant execute on function public.request_turn_stop(uuid, uuid, uuid) to service_role;
grant execute on function public.interrupt_stale_turns(interval, uuid) to service_role;

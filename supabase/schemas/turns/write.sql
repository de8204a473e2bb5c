-- The journal of turns: a process appends the events of all its replies in one transaction.

-- Appends events to running turns: `[{turn_id, events: [{seq, event, data}, …], run_id, model, provider, region, deployment,
-- citations, notes, request_characters}, …]`, each turn once, its events in order and without a gap; an empty list of events
-- is a heartbeat. `citations` and `notes`, if given, replace those of the turn. All events are stored, or none. Safe to retry.
--
-- Returns `[{turn_id, status, stop_requested}, …]`; the status is null if the conversation was deleted. A turn that is
-- locked by another transaction is omitted, so that it does not delay the others, and must be retried.
create function public.append_turns_events(appends jsonb)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked_ids uuid[];
  started_turn public.turns;
begin
  select coalesce(array_agg(id), '{}')
  into locked_ids
  from (
    select id
    from public.turns
    where id in (select (append ->> 'turn_id')::uuid from jsonb_array_elements(append_turns_events.appends) as append)
    for no key update skip locked
  ) as available;

  -- Rows read before the locks may be outdated; statements from here on see the locked state.
  if exists (
    select 1
    from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid, events jsonb)
    join public.turns on turns.id = append.turn_id and turns.id = any (locked_ids) and turns.status = 'running'
    cross join lateral (
      select count(*) as added_count, max((event ->> 'seq')::integer) as last_seq
      from jsonb_array_elements(append.events) as event
      where (event ->> 'seq')::integer > turns.last_seq
    ) as new_events
    where new_events.last_seq <> turns.last_seq + new_events.added_count
  ) then
    raise exception 'The events of a turn would have a gap';
  end if;

  insert into public.turn_events (turn_id, seq, event, data)
  select turns.id, event.seq, event.event, event.data
  from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid, events jsonb)
  join public.turns on turns.id = append.turn_id and turns.id = any (locked_ids) and turns.status = 'running'
  cross join lateral jsonb_to_recordset(append.events) as event (seq integer, event text, data jsonb)
  where event.seq > turns.last_seq;

  for started_turn in
    with updated as (
      update public.turns
      set last_seq = greatest(turns.last_seq, (append.events -> -1 ->> 'seq')::integer),
          run_id = coalesce(turns.run_id, append.run_id),
          model = coalesce(turns.model, append.model),
          provider = coalesce(append.provider, turns.provider),
          region = coalesce(append.region, turns.region),
          deployment = coalesce(append.deployment, turns.deployment),
          request_characters = coalesce(turns.request_characters, append.request_characters),
          openai_message_id = coalesce(
            turns.openai_message_id,
            jsonb_path_query_first(append.events, '$[*] ? (@.event == "created").data.openaiMessageId') #>> '{}'
          ),
          citations = coalesce(append.citations, turns.citations),
          notes = coalesce(append.notes, turns.notes),
          heartbeat_at = clock_timestamp()
      from jsonb_to_recordset(append_turns_events.appends)
        as append (
          turn_id uuid, events jsonb, run_id text, model text, citations jsonb, notes jsonb, request_characters integer,
          provider text, region text, deployment text
        ),
        public.turns as before
      where turns.id = append.turn_id
        and turns.id = any (locked_ids)
        and turns.status = 'running'
        and before.id = turns.id
      returning turns, before.openai_message_id is null and turns.openai_message_id is not null as has_started
    )
    select (updated.turns).* from updated where has_started
  loop
    perform private.audit_turn(started_turn, 'run_stream_started');
  end loop;

  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'turn_id', append.turn_id, 'status', turns.status, 'stop_requested', coalesce(turns.stop_requested, false)
        )
      ),
      '[]'
    )
    from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid)
    left join public.turns on turns.id = append.turn_id
    where turns.id is null or turns.id = any (locked_ids)
  );
end;
$$;
grant execute on function public.append_turns_events(jsonb) to service_role;

-- Finishes a turn as completed, stopped, requires_action, failed or interrupted. A finished turn does not change.
-- Returns its closing event `{seq, event, data}`; null if the conversation was deleted.
create function public.finish_turn(
  turn_id uuid,
  status text,
  error_code text default null,
  error_message text default null,
  retryable boolean default false,
  usage jsonb default null
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
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
grant execute on function public.finish_turn(uuid, text, text, text, boolean, jsonb) to service_role;

-- Requests the writer of a turn to stop. Returns `outcome`: stopping, ended (too late) or not_found.
create function public.request_turn_stop(user_id uuid, conversation_id uuid, turn_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
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

  -- Notifies the process that writes the reply.
  if turn_status = 'running' then
    perform pg_notify('homie', 'stop:' || request_turn_stop.turn_id);
  end if;

  return jsonb_build_object(
    'outcome',
    case when turn_status is null then 'not_found' when turn_status = 'running' then 'stopping' else 'ended' end
  );
end;
$$;
grant execute on function public.request_turn_stop(uuid, uuid, uuid) to service_role;

-- Replaces the text events of turns that ended `ended_for` ago by one event each, oldest turns first, and returns how
-- many turns. Remaining events retain their number, so a reader that resumes later still gets the events after the last
-- one that it has seen. Called whenever a turn ends, so that events cannot accumulate.
create function public.fold_turn_events(ended_for interval default '1 day', at_most integer default 20)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  turn_ids uuid[];
begin
  select coalesce(array_agg(id), '{}')
  into turn_ids
  from (
    select id
    from public.turns
    where ended_at <= clock_timestamp() - fold_turn_events.ended_for and not folded
    order by ended_at
    limit fold_turn_events.at_most
    for no key update skip locked
  ) as ended;

  with merged as (
    select turn_id, min(seq) as seq, private.turn_text(turn_id) as text
    from public.turn_events
    where turn_id = any (turn_ids) and event = 'delta'
    group by turn_id
  ), removed as (
    delete from public.turn_events
    using merged
    where turn_events.turn_id = merged.turn_id and turn_events.seq > merged.seq and turn_events.event = 'delta'
  )
  update public.turn_events
  set data = jsonb_build_object('text', merged.text)
  from merged
  where turn_events.turn_id = merged.turn_id and turn_events.seq = merged.seq;

  update public.turns set folded = true where id = any (turn_ids);
  return cardinality(turn_ids);
end;
$$;
grant execute on function public.fold_turn_events(interval, integer) to service_role;

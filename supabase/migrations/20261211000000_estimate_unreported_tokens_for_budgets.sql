-- Budgets count an estimate for replies whose tokens the provider has not reported, e.g. because they were stopped.

alter table public.turns add column request_characters integer;
comment on column public.turns.request_characters is 'The length of what was sent to the provider, for an estimate of its tokens.';
alter table private.reply_usage add column estimated_tokens bigint;

create or replace function public.append_turns_events(appends jsonb)
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
          turn_id uuid, events jsonb, run_id text, model text, citations jsonb, notes jsonb, request_characters integer
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

create or replace function private.record_usage()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.reply_usage (
    turn_id, user_id, assistant_id, status, model, input_tokens, output_tokens, estimated_tokens, started_at,
    first_text_at, ended_at
  )
  select
    new.id, new.user_id, conversations.assistant_id, new.status, new.model,
    private.token_count(new.usage, 'input_tokens'), private.token_count(new.usage, 'output_tokens'),
    -- The demo is free of charge.
    case
      when new.provider <> 'demo'
        and num_nonnulls(
          private.token_count(new.usage, 'input_tokens'), private.token_count(new.usage, 'output_tokens')
        ) = 0
      then (new.request_characters + char_length(new.text)) / 4
    end,
    new.created_at,
    (
      select min(turn_events.created_at)
      from public.turn_events
      where turn_id = new.id
        and event = 'delta'
        and seq > case when new.continues_turn_id is null then 1 else 2 end
    ),
    new.ended_at
  from public.conversations
  where conversations.id = new.conversation_id
  on conflict (turn_id) do nothing;
  return null;
end;
$$;

create or replace function private.tokens_this_month(assistant_id uuid)
returns bigint
language sql stable set search_path = '' as $$
  select (coalesce(sum(input_tokens), 0) + coalesce(sum(output_tokens), 0) + coalesce(sum(estimated_tokens), 0))::bigint
  from private.reply_usage
  where reply_usage.assistant_id = tokens_this_month.assistant_id
    and ended_at >= private.start_of_day(date_trunc('month', now() at time zone 'Australia/Melbourne')::date);
$$;

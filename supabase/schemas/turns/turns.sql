-- Turns: how the server starts, writes and finishes a reply.
--
-- Only the functions in this folder write messages, turns and events, and only the server may call them. Each is one
-- transaction and idempotent: starting returns the existing turn of a key, appending skips events that exist, finishing
-- a finished turn changes nothing. Results that a caller must expect (not the caller's conversation, another reply is
-- running) are returned as an outcome rather than raised, so that audit rows written with them are committed.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

-- A turn is one sent message and the reply to it. It outlives the request that started it: `text` holds the reply so
-- far, `turn_events` the events that a reader may have missed, and `heartbeat_at` distinguishes a dead turn from a slow
-- one. A conversation has at most one running turn, and a repeated `idempotency_key` returns the existing turn.
--
-- The fillfactor leaves space for heap-only updates: each appended event updates the row.
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
  -- The request that writes the turn, so that a retry of that request recognises its own turn.
  writer_id uuid,
  continues_turn_id uuid references public.turns (id) on delete set null,
  folded boolean not null default false,
  citations jsonb not null default '[]',
  notes jsonb not null default '[]',
  warned boolean not null default false,
  request_characters integer,
  region text,
  deployment text,
  unique (conversation_id, idempotency_key),
  constraint turns_idempotency_key_length check (char_length(idempotency_key) between 1 and 200),
  constraint turns_status_known
    check (status in ('running', 'completed', 'stopped', 'interrupted', 'failed', 'requires_action')),
  constraint turns_ended_when_not_running check ((status = 'running') = (ended_at is null)),
  constraint turns_citations_valid check (private.are_citations(citations)),
  constraint turns_notes_valid check (private.are_notes(notes))
) with (fillfactor = 70);

comment on column public.turns.continues_turn_id is 'The unfinished turn whose text this one continues.';
comment on column public.turns.folded is 'The text events were replaced by a single one.';
comment on column public.turns.request_characters is 'The length of what was sent to the provider, for an estimate of its tokens.';
comment on column public.turns.region is 'The region of the connection that wrote the reply, as configured.';
comment on column public.turns.deployment is 'The kind of deployment of that connection, as configured.';
comment on column public.turns.warned is 'The reader was warned that most of the daily limit is used.';

-- The events of a turn in order, from which a reader resumes its stream.
create table public.turn_events (
  turn_id uuid not null references public.turns (id) on delete cascade,
  seq integer not null,
  event text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (turn_id, seq),
  constraint turn_events_seq_positive check (seq > 0),
  constraint turn_events_event_known
    check (event in ('info', 'created', 'delta', 'final', 'requires_action', 'error'))
);

create unique index turns_one_running_per_conversation_idx on public.turns (conversation_id) where status = 'running';
create index turns_user_id_idx on public.turns (user_id, created_at desc);
create index turns_user_message_id_idx on public.turns (user_message_id);
create index turns_assistant_message_id_idx on public.turns (assistant_message_id);
create index turns_continues_turn_id_idx on public.turns (continues_turn_id);
create index turns_to_fold_idx on public.turns (ended_at) where ended_at is not null and not folded;
create index turns_cut_off_idx on public.turns (conversation_id) where assistant_message_id is null and text <> '';

grant
  select (
    id, conversation_id, user_id, user_message_id, assistant_message_id, idempotency_key, status, text, last_seq,
    openai_message_id, error_code, error_message, stop_requested, created_at, ended_at, citations, notes
  )
on table public.turns to authenticated;
grant select, insert, update, delete on table public.turns to service_role;

grant select (turn_id, seq, event, data, created_at) on table public.turn_events to authenticated;
grant select, insert, update, delete on table public.turn_events to service_role;

alter table public.turns enable row level security;
alter table public.turn_events enable row level security;

create policy "Users read turns of conversations that they may read"
  on public.turns for select to authenticated
  using (exists (select 1 from public.conversations where conversations.id = turns.conversation_id));

create policy "Users read events of turns that they may read"
  on public.turn_events for select to authenticated
  using (exists (select 1 from public.turns where turns.id = turn_events.turn_id));

-- Inserts one audit row about a turn. Rows of one transaction, or of one tick of a coarse clock, retain their order.
create function private.audit_turn(turn public.turns, action text, extra jsonb default '{}')
returns void
language sql set search_path = '' as $$
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
      'model', (audit_turn.turn).model,
      'region', (audit_turn.turn).region,
      'deployment', (audit_turn.turn).deployment
    )) || audit_turn.extra
  );
$$;

-- Concatenates the text of a reply from its events, from the last one on that replaces all text before it. The turn
-- stores it only when it ends: rewriting a growing text on every flush would take quadratic time.
create function private.turn_text(turn_id uuid)
returns text
language sql stable set search_path = '' as $$
  select coalesce(string_agg(turn_events.data ->> 'text', '' order by turn_events.seq), '')
  from public.turn_events
  where turn_events.turn_id = turn_text.turn_id
    and turn_events.event = 'delta'
    and turn_events.seq >= (
      select coalesce(max(replacing.seq), 0)
      from public.turn_events as replacing
      where replacing.turn_id = turn_text.turn_id
        and replacing.event = 'delta'
        and replacing.data ? 'replaces'
    );
$$;

-- Returns the time for a new message: later than every other message of the conversation, even if the clock was set
-- back.
create function private.next_message_time(conversation_id uuid)
returns timestamptz
language sql volatile set search_path = '' as $$
  select greatest(clock_timestamp(), max(messages.created_at) + interval '1 microsecond')
  from public.messages
  where messages.conversation_id = next_message_time.conversation_id;
$$;

-- Finishes a running turn whose row the caller has locked: inserts the assistant's message, the closing event and the
-- audit rows. The reply becomes the head of the conversation unless the user has switched to another branch in the
-- meantime. A reply that continues an unfinished one also inherits its citations and notes.
create function private.end_turn(
  turn public.turns,
  status text,
  error_code text default null,
  error_message text default null,
  retryable boolean default false,
  usage jsonb default null
)
returns public.turns
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  reply text := private.turn_text((end_turn.turn).id);
  reply_id uuid;
  all_citations jsonb := (end_turn.turn).citations;
  all_notes jsonb := (end_turn.turn).notes;
  ended public.turns;
  closing_event text;
  closing_data jsonb;
begin
  if (end_turn.turn).continues_turn_id is not null then
    select
      private.merge_lists(turns.citations, all_citations, 50),
      private.merge_lists(turns.notes, all_notes, 20)
    into all_citations, all_notes
    from public.turns
    where id = (end_turn.turn).continues_turn_id;
  end if;

  if end_turn.status in ('completed', 'stopped') and reply <> '' then
    insert into public.messages (
      conversation_id, parent_id, role, content, openai_message_id, citations, notes, created_at
    )
    values (
      (end_turn.turn).conversation_id,
      (end_turn.turn).user_message_id,
      'assistant',
      reply,
      (end_turn.turn).openai_message_id,
      all_citations,
      all_notes,
      private.next_message_time((end_turn.turn).conversation_id)
    )
    returning id into reply_id;

    update public.conversations
    set head_id = reply_id
    where id = (end_turn.turn).conversation_id and head_id = (end_turn.turn).user_message_id;

    with recursive continued as (
      select turns.continues_turn_id, turns.assistant_message_id
      from public.turns
      where turns.id = (end_turn.turn).continues_turn_id
      union all
      select turns.continues_turn_id, turns.assistant_message_id
      from continued
      join public.turns on turns.id = continued.continues_turn_id
    )
    update public.messages
    set superseded = true
    where id in (select assistant_message_id from continued);
  end if;

  update public.turns
  set status = end_turn.status,
      text = reply,
      assistant_message_id = reply_id,
      error_code = end_turn.error_code,
      error_message = end_turn.error_message,
      usage = end_turn.usage,
      citations = all_citations,
      notes = all_notes,
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
      if all_citations <> '[]' then
        closing_data := closing_data || jsonb_build_object('citations', all_citations);
      end if;
      if all_notes <> '[]' then
        closing_data := closing_data || jsonb_build_object('notes', all_notes);
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

-- Finishes running turns without a heartbeat: the process that wrote them has died. Their text so far is retained.
create function private.interrupt_stale_turns(stale_after interval, turn_id uuid, conversation_id uuid)
returns integer
language plpgsql set search_path = '' as $$
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

-- Finishes running turns without a heartbeat for `stale_after`, all of them or one, and returns how many. Called by the
-- sweep.
create function public.interrupt_stale_turns(stale_after interval default '10 seconds', turn_id uuid default null)
returns integer
language sql security definer set search_path = '' as $$
  select private.interrupt_stale_turns(interrupt_stale_turns.stale_after, interrupt_stale_turns.turn_id, null);
$$;
grant execute on function public.interrupt_stale_turns(interval, uuid) to service_role;

-- Appends the second list to the first without duplicates, up to `most` elements. Pages are compared by their address.
create function private.merge_lists(first jsonb, second jsonb, max_length integer)
returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(merged.value order by merged.position), '[]')
  from (
    select (array_agg(value order by position))[1] as value, min(position) as position
    from jsonb_array_elements(merge_lists.first || merge_lists.second) with ordinality as elements (value, position)
    group by coalesce(value -> 'url', value)
    order by min(position)
    limit merge_lists.max_length
  ) as merged;
$$;

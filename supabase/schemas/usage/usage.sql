-- What replies cost and how fast they are. One row per reply that has ended; it remains when the conversation, the user
-- or the assistant is deleted, so that past months do not change. No client reads the table itself.

create table private.reply_usage (
  turn_id uuid primary key,
  user_id uuid references public.users (id) on delete set null,
  assistant_id uuid references public.assistants (id) on delete set null,
  status text not null,
  model text,
  -- Null if the provider has not reported them.
  input_tokens bigint,
  output_tokens bigint,
  started_at timestamptz not null,
  first_text_at timestamptz,
  ended_at timestamptz not null,
  -- All tokens of a reply of which the provider has reported none, from the length of what was sent and received.
  estimated_tokens bigint
);

create index reply_usage_ended_at_idx on private.reply_usage (ended_at);
create index reply_usage_user_id_idx on private.reply_usage (user_id);
create index reply_usage_assistant_id_idx on private.reply_usage (assistant_id, ended_at);

alter table private.reply_usage enable row level security;

-- Returns a number of tokens as the provider reported it, or null if it is missing or cannot be a number of tokens.
create function private.token_count(usage jsonb, name text)
returns bigint
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(token_count.usage -> token_count.name) = 'number'
      and (token_count.usage ->> token_count.name)::numeric between 0 and 1e12
    then (token_count.usage ->> token_count.name)::numeric::bigint
  end;
$$;

-- Records a reply that ends. The text of an unfinished reply that this one continues is its second event and does not
-- count as its first text.
create function private.record_usage()
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

create trigger record_usage
  after update of status on public.turns
  for each row
  when (old.status = 'running' and new.status <> 'running')
  execute function private.record_usage();

-- Returns the start of a day in Melbourne.
create function private.start_of_day(day date)
returns timestamptz
language sql immutable set search_path = '' as $$
  select start_of_day.day::timestamp at time zone 'Australia/Melbourne';
$$;

-- Returns the input and output tokens of the replies of an assistant that ended in the current month in Melbourne,
-- estimated where the provider has reported none.
create function private.tokens_this_month(assistant_id uuid)
returns bigint
language sql stable set search_path = '' as $$
  select (coalesce(sum(input_tokens), 0) + coalesce(sum(output_tokens), 0) + coalesce(sum(estimated_tokens), 0))::bigint
  from private.reply_usage
  where reply_usage.assistant_id = tokens_this_month.assistant_id
    and ended_at >= private.start_of_day(date_trunc('month', now() at time zone 'Australia/Melbourne')::date);
$$;

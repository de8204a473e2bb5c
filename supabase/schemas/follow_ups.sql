-- Follow-up questions: what a user may ask next, shown below the last reply of a conversation. The server requests them
-- from the AI provider once per reply, after the reply is stored. No client reads the table itself.

create table private.follow_ups (
  message_id uuid primary key references public.messages (id) on delete cascade,
  -- Null while they are requested; empty if there are none.
  questions text[],
  requested_at timestamptz not null default now(),
  constraint follow_ups_questions_valid check (cardinality(questions) <= 3 and private.are_questions(questions)),
  constraint follow_ups_questions_flat check (coalesce(array_ndims(questions), 1) = 1)
);

alter table private.follow_ups enable row level security;

-- Removes the questions of a reply that another message follows.
create function private.remove_follow_ups()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.follow_ups where message_id = new.parent_id;
  return null;
end;
$$;

create trigger remove_follow_ups
  after insert on public.messages
  for each row execute function private.remove_follow_ups();

-- Returns the follow-up questions of a reply, and claims the request for them if there was none: then the caller must
-- request them and store the result. Only the last reply of a branch has any, and only if it is complete, its assistant
-- suggests them, and the assistant has not used its budget.
-- Returns `outcome`: requested, with assistant_id, label, openai_assistant_id, turn_id, question and reply; pending, if
-- another caller requests them; stored, with questions; message_not_found.
create function public.request_follow_ups(user_id uuid, conversation_id uuid, message_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  -- After this time, the process that requested them must have died.
  max_wait constant interval := interval '1 minute';
  reply public.messages;
  turn public.turns;
  assistant public.assistants;
  stored private.follow_ups;
begin
  select messages.* into reply
  from public.messages
  join public.conversations on conversations.id = messages.conversation_id
  where messages.id = request_follow_ups.message_id
    and messages.role = 'assistant'
    and conversations.id = request_follow_ups.conversation_id
    and conversations.user_id = request_follow_ups.user_id
    and private.can_use_assistant(conversations.assistant_id, request_follow_ups.user_id);
  if not found then
    return '{"outcome": "message_not_found"}';
  end if;

  select assistants.* into assistant
  from public.conversations
  join public.assistants on assistants.id = conversations.assistant_id
  where conversations.id = reply.conversation_id;
  select * into turn from public.turns where assistant_message_id = reply.id and status = 'completed';
  if turn.id is null
    or not assistant.suggest_follow_ups
    or exists (select 1 from public.messages where parent_id = reply.id)
  then
    return '{"outcome": "stored", "questions": []}';
  end if;

  select * into stored from private.follow_ups where message_id = reply.id;
  if not found then
    -- Sums the tokens only if the assistant has a budget.
    if (
      case
        when assistant.monthly_token_budget is not null
          then private.tokens_this_month(assistant.id) >= assistant.monthly_token_budget
      end
    ) then
      return '{"outcome": "stored", "questions": []}';
    end if;
    insert into private.follow_ups (message_id) values (reply.id) on conflict do nothing;
    if found then
      return jsonb_build_object(
        'outcome', 'requested',
        'assistant_id', assistant.id,
        'label', assistant.label,
        'openai_assistant_id', assistant.openai_assistant_id,
        'turn_id', turn.id,
        'question', (select content from public.messages where id = reply.parent_id),
        'reply', reply.content
      );
    end if;
    return '{"outcome": "pending"}';
  end if;
  if stored.questions is null and stored.requested_at > now() - max_wait then
    return '{"outcome": "pending"}';
  end if;
  return jsonb_build_object('outcome', 'stored', 'questions', coalesce(to_jsonb(stored.questions), '[]'));
end;
$$;
grant execute on function public.request_follow_ups(uuid, uuid, uuid) to service_role;

-- Stores the follow-up questions that were requested for a reply, unless another message follows it by now. Their tokens
-- count as those of the reply.
create function public.store_follow_ups(turn_id uuid, message_id uuid, questions text[], usage jsonb)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  more_input constant bigint := private.token_count(store_follow_ups.usage, 'input_tokens');
  more_output constant bigint := private.token_count(store_follow_ups.usage, 'output_tokens');
begin
  update private.follow_ups
  set questions = store_follow_ups.questions
  where message_id = store_follow_ups.message_id;

  update private.reply_usage
  set input_tokens = coalesce(input_tokens + more_input, more_input, input_tokens),
      output_tokens = coalesce(output_tokens + more_output, more_output, output_tokens)
  where turn_id = store_follow_ups.turn_id and coalesce(more_input, more_output) is not null;
end;
$$;
grant execute on function public.store_follow_ups(uuid, uuid, text[], jsonb) to service_role;

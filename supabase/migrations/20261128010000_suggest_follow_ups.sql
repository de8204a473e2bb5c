-- Suggests questions that the user may ask next, below the last reply of assistants that are set up to.

alter table public.assistants add column suggest_follow_ups boolean not null default false;

grant select (suggest_follow_ups), insert (suggest_follow_ups), update (suggest_follow_ups)
on table public.assistants to authenticated;

create or replace function private.assistant_to_jsonb(assistant public.assistants)
returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'label', assistant.label,
    'kind', assistant.kind,
    'openai_assistant_id', assistant.openai_assistant_id,
    'participant_id', assistant.participant_id,
    'web_research_enabled', assistant.web_research_enabled,
    'use_org_domains', assistant.use_org_domains,
    'web_domains', private.list_to_jsonb(assistant.web_domains, 1500),
    'description', assistant.description,
    'suggested_questions', private.list_to_jsonb(assistant.suggested_questions, 800),
    'monthly_token_budget', assistant.monthly_token_budget,
    'suggest_follow_ups', assistant.suggest_follow_ups
  );
$$;

create or replace view public.conversation_rows
with (security_invoker = true)
as
select
  conversations.id,
  conversations.title,
  conversations.assistant_id,
  conversations.updated_at,
  conversations.unread,
  conversations.pinned,
  conversations.archived,
  exists (
    select 1 from public.turns where turns.conversation_id = conversations.id and turns.status = 'running'
  ) as running,
  jsonb_build_object(
    'kind', assistants.kind,
    'label', assistants.label,
    'participant_name', participants.display_name,
    'suggest_follow_ups', assistants.suggest_follow_ups
  ) as assistants
from public.conversations
join public.assistants on assistants.id = conversations.assistant_id
left join public.participants on participants.id = assistants.participant_id;

create table private.follow_ups (
  message_id uuid primary key references public.messages (id) on delete cascade,
  -- Null while they are requested; empty if there are none.
  questions text[],
  requested_at timestamptz not null default now(),
  constraint follow_ups_questions_valid check (cardinality(questions) <= 3 and private.are_questions(questions)),
  constraint follow_ups_questions_flat check (coalesce(array_ndims(questions), 1) = 1)
);

revoke all on table private.follow_ups from anon, authenticated, service_role;
alter table private.follow_ups enable row level security;

create function private.remove_follow_ups()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.follow_ups where message_id = new.parent_id;
  return null;
end;
$$;

revoke all on function private.remove_follow_ups() from public;

create trigger remove_follow_ups
  after insert on public.messages
  for each row execute function private.remove_follow_ups();

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
revoke all on function public.request_follow_ups(uuid, uuid, uuid) from public;
grant execute on function public.request_follow_ups(uuid, uuid, uuid) to service_role;

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
revoke all on function public.store_follow_ups(uuid, uuid, text[], jsonb) from public;
grant execute on function public.store_follow_ups(uuid, uuid, text[], jsonb) to service_role;

-- A conversation continues a handover: its messages are context of the replies while the handover exists.

alter table public.conversations add column handover_id uuid;

grant select (handover_id), insert (handover_id) on table public.conversations to authenticated;

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
  ) as assistants,
  conversations.handover_id
from public.conversations
join public.assistants on assistants.id = conversations.assistant_id
left join public.participants on participants.id = assistants.participant_id;

grant select (id, title, assistant_id, updated_at, unread, pinned, archived, running, assistants, handover_id)
on table public.conversation_rows to authenticated;

alter table public.conversations
  add constraint conversations_handover_id_fkey
    foreign key (handover_id) references public.handovers (id) on delete set null;

create index conversations_handover_id_idx on public.conversations (handover_id);

create function private.check_continued_handover()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select 1
    from public.handovers
    where id = new.handover_id
      and recipient_id = new.user_id
      and assistant_id = new.assistant_id
      and private.can_use_assistant(assistant_id, new.user_id)
  ) then
    raise exception 'This handover is no longer available.' using errcode = 'PT404';
  end if;
  return new;
end;
$$;
revoke all on function private.check_continued_handover() from public;

create trigger check_continued_handover
  before insert or update of handover_id, user_id, assistant_id on public.conversations
  for each row when (new.handover_id is not null) execute function private.check_continued_handover();

create function private.read_continued_messages(conversation_id uuid, page_size integer, max_characters integer)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(latest.message order by latest.position), '[]')
    from (
      select
        message,
        position,
        row_number() over newest as step,
        sum(char_length(message ->> 'content')) over newest as characters
      from public.conversations
      join public.handovers on handovers.id = conversations.handover_id
      cross join jsonb_array_elements(handovers.messages) with ordinality as rows (message, position)
      where conversations.id = read_continued_messages.conversation_id
        and conversations.user_id = auth.uid()
        and handovers.recipient_id = auth.uid()
        and private.can_use_assistant(handovers.assistant_id, auth.uid())
      window newest as (order by position desc)
    ) as latest
    where latest.step <= read_continued_messages.page_size
      and (read_continued_messages.max_characters is null or latest.characters <= read_continued_messages.max_characters)
  );
end;
$$;
revoke all on function private.read_continued_messages(uuid, integer, integer) from public;
grant execute on function private.read_continued_messages(uuid, integer, integer) to authenticated;

create or replace function public.read_turn_request(
  conversation_id uuid,
  message_id uuid,
  page_size integer,
  max_characters integer default null
)
returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'assistant_id', assistants.id,
      'assistant', jsonb_build_object(
        'label', assistants.label,
        'openai_assistant_id', assistants.openai_assistant_id,
        'web_research_enabled', assistants.web_research_enabled,
        'use_org_domains', assistants.use_org_domains,
        'web_domains', assistants.web_domains
      ),
      'has_documents', private.has_documents(assistants.id),
      'question', jsonb_build_object('content', messages.content, 'files', messages.files),
      'history', private.read_path(
        conversations.id, read_turn_request.page_size, messages.id, null, read_turn_request.max_characters
      ),
      'handover', (
        select jsonb_build_object(
          'note', handovers.note,
          'messages', private.read_continued_messages(
            conversations.id, read_turn_request.page_size, read_turn_request.max_characters
          )
        )
        from public.handovers
        where handovers.id = conversations.handover_id and handovers.recipient_id = auth.uid()
      ),
      'cut_replies', (
        select coalesce(jsonb_object_agg(latest.user_message_id, latest.text), '{}')
        from (
          select distinct on (turns.user_message_id) turns.user_message_id, turns.text
          from public.turns
          where turns.conversation_id = conversations.id
            and turns.assistant_message_id is null and turns.ended_at is not null and turns.text <> ''
          order by turns.user_message_id, turns.created_at desc
        ) as latest
      )
    )
    from public.conversations
    join public.assistants on assistants.id = conversations.assistant_id
    join public.messages on messages.conversation_id = conversations.id and messages.id = read_turn_request.message_id
    where conversations.id = read_turn_request.conversation_id
  );
end;
$$;

-- The model reads the partial text of a reply that failed, as the user does.

create index turns_cut_off_idx on public.turns (conversation_id) where assistant_message_id is null and text <> '';

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

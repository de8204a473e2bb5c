-- Returns what the caller may read for the reply to a message: the assistant, whether it has documents to search, the
-- message, the last messages before it, at most `page_size` and no more than needed for `max_characters`, those of the
-- handover that the conversation continues, and the texts of replies that failed, by the message that they answer; null if the caller may not read the conversation. One call in
-- PL/pgSQL, because each call and each plan delays the provider's request.
create function public.read_turn_request(
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
grant execute on function public.read_turn_request(uuid, uuid, integer, integer) to authenticated;

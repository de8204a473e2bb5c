-- Reads everything that the request to a provider needs in one call.
create function public.read_turn_request(conversation_id uuid, message_id uuid, page_size integer)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'assistant_id', assistants.id,
    'assistant', jsonb_build_object(
      'label', assistants.label,
      'openai_assistant_id', assistants.openai_assistant_id,
      'web_research_enabled', assistants.web_research_enabled,
      'use_org_domains', assistants.use_org_domains,
      'web_domains', assistants.web_domains
    ),
    'question', jsonb_build_object('content', messages.content, 'files', messages.files),
    'history', public.read_path(conversations.id, read_turn_request.page_size, messages.id)
  )
  from public.conversations
  join public.assistants on assistants.id = conversations.assistant_id
  join public.messages on messages.conversation_id = conversations.id and messages.id = read_turn_request.message_id
  where conversations.id = read_turn_request.conversation_id;
$$;
revoke all on function public.read_turn_request(uuid, uuid, integer) from public;
grant execute on function public.read_turn_request(uuid, uuid, integer) to authenticated;

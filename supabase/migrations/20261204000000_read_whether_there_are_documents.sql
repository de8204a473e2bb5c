-- Returns with the request for a reply whether there are documents to search, so that a reply without any waits for no search.
-- Returns whether an assistant has documents that the caller may read and that can be searched.
create function private.has_documents(assistant_id uuid)
returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select 1
    from public.documents
    join public.document_versions on document_versions.document_id = documents.id
    where not documents.archived
      and document_versions.ready_at is not null
      and (
        documents.assistant_id = has_documents.assistant_id
        or documents.participant_id = (
          select assistants.participant_id from public.assistants where assistants.id = has_documents.assistant_id
        )
      )
  );
$$;
revoke all on function private.has_documents(uuid) from public;
grant execute on function private.has_documents(uuid) to authenticated;

-- Returns the passages for a reply as the caller may read them, best first, and whether the assistant has documents at
-- all.
create or replace function public.search_documents(
  assistant_id uuid,
  question text,
  row_limit integer default 8,
  embedding real[] default null,
  model text default null
)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'hasDocuments', private.has_documents(search_documents.assistant_id),
    'passages', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'versionId', chunks.version_id,
            'position', chunks.position,
            'title', documents.title,
            'version', document_versions.number,
            'text', chunks.content,
            'place', chunks.place
          )
          order by found.ordinality
        ),
        '[]'
      )
      from private.find_passages(
        search_documents.assistant_id,
        search_documents.question,
        search_documents.row_limit,
        search_documents.embedding,
        search_documents.model
      ) with ordinality as found
      join public.document_chunks as chunks
        on chunks.version_id = found.version_id and chunks.position = found.position
      join public.document_versions on document_versions.id = chunks.version_id
      join public.documents on documents.id = document_versions.document_id
    )
  );
$$;

-- Returns what the caller may read for the reply to a message: the assistant, whether it has documents to search, the
-- message, and the last messages before it; null if the caller may not read the conversation. One call, because each one
-- delays the provider's request.
create or replace function public.read_turn_request(conversation_id uuid, message_id uuid, page_size integer)
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
    'has_documents', private.has_documents(assistants.id),
    'question', jsonb_build_object('content', messages.content, 'files', messages.files),
    'history', public.read_path(conversations.id, read_turn_request.page_size, messages.id)
  )
  from public.conversations
  join public.assistants on assistants.id = conversations.assistant_id
  join public.messages on messages.conversation_id = conversations.id and messages.id = read_turn_request.message_id
  where conversations.id = read_turn_request.conversation_id;
$$;

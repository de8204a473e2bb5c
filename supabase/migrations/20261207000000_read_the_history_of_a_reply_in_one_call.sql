-- A message in a long conversation waited for one call per 50 earlier messages, and each of those for two more queries.
drop function public.read_turn_request(uuid, uuid, integer);
drop function public.read_path(uuid, integer, uuid, uuid);
drop function private.read_path(uuid, integer, uuid, uuid);

-- Returns the path that is shown to the caller, or its end: the last `page_size` messages, or all from `until` on; with
-- `before`, of those that lead to that message; with `max_characters`, until their texts are longer. Walks up from the
-- end, so a page takes the same time in a long conversation.
--
-- Returns `outcome`: found, with rows (oldest first), has_earlier and `version`, after which the changes feed continues
-- the path; conversation_not_found, message_not_found.
create function private.read_path(
  conversation_id uuid,
  page_size integer,
  before uuid,
  until uuid,
  max_characters integer default null
)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  last_id uuid;
  path_ids uuid[];
  page jsonb;
  has_earlier boolean;
begin
  select head_id into last_id
  from public.conversations
  where id = read_path.conversation_id
    and user_id = auth.uid()
    and assistant_id in (select private.usable_assistant_ids());
  if not found then
    return jsonb_build_object('outcome', 'conversation_not_found');
  end if;

  if read_path.before is not null then
    select parent_id into last_id
    from public.messages
    where id = read_path.before and conversation_id = read_path.conversation_id;
    if not found then
      return jsonb_build_object('outcome', 'message_not_found');
    end if;
  end if;

  with recursive path as (
    select messages.id, messages.parent_id, 1 as step, char_length(messages.content) as characters
    from public.messages
    where messages.id = last_id
    union all
    select messages.id, messages.parent_id, path.step + 1, path.characters + char_length(messages.content)
    from path
    join public.messages on messages.id = path.parent_id
    where case
      when read_path.until is not null then path.id <> read_path.until
      else read_path.page_size is null or path.step < read_path.page_size
    end
      and (read_path.max_characters is null or path.characters <= read_path.max_characters)
  )
  select array_agg(path.id order by path.step desc) into path_ids from path;
  if read_path.until is not null and path_ids[1] is distinct from read_path.until then
    return jsonb_build_object('outcome', 'message_not_found');
  end if;

  select
    jsonb_agg(
      jsonb_build_object(
        'id', messages.id,
        'parent_id', messages.parent_id,
        'alternatives', alternatives.ids,
        'role', messages.role,
        'content', messages.content,
        'files', messages.files,
        'created_at', messages.created_at,
        'openai_message_id', messages.openai_message_id
      )
        || case when messages.citations = '[]' then '{}' else jsonb_build_object('citations', messages.citations) end
        || case when messages.notes = '[]' then '{}' else jsonb_build_object('notes', messages.notes) end
        || case when unfinished.turn is null then '{}' else jsonb_build_object('turn', unfinished.turn) end
      order by path.position
    ),
    bool_or(path.position = 1 and messages.parent_id is not null)
  into page, has_earlier
  from unnest(path_ids) with ordinality as path (id, position)
  join public.messages on messages.id = path.id
  cross join lateral (
    -- Most messages have no siblings, and `max_characters` is given for replies only, which need none. `is not distinct
    -- from` uses no index.
    select case
      when read_path.max_characters is not null then false
      when messages.parent_id is null then exists (
        select from public.messages as sibling
        where sibling.conversation_id = messages.conversation_id
          and sibling.parent_id is null
          and sibling.id <> messages.id
      )
      else exists (
        select from public.messages as sibling
        where sibling.conversation_id = messages.conversation_id
          and sibling.parent_id = messages.parent_id
          and sibling.id <> messages.id
      )
    end as found
  ) as siblings
  cross join lateral (
    select case
      when siblings.found
      then private.alternative_ids(messages.conversation_id, messages.parent_id, messages.id)
    end as ids
  ) as shown
  cross join lateral (
    select case when jsonb_array_length(shown.ids) > 1 then shown.ids else '[]' end as ids
  ) as alternatives
  cross join lateral (
    select case
      when messages.role = 'user' and read_path.max_characters is null then private.unfinished_turn(
        messages.conversation_id, messages.id, coalesce(path_ids[path.position::integer + 1], read_path.before)
      )
    end as turn
  ) as unfinished;

  return jsonb_build_object(
    'outcome', 'found',
    'rows', coalesce(page, '[]'),
    'has_earlier', coalesce(has_earlier, false),
    'version', private.read_change_version()
  );
end;
$$;
revoke all on function private.read_path(uuid, integer, uuid, uuid, integer) from public;
grant execute on function private.read_path(uuid, integer, uuid, uuid, integer) to authenticated;

create function public.read_path(
  conversation_id uuid,
  page_size integer default null,
  before uuid default null,
  until uuid default null
)
returns jsonb
language sql stable set search_path = '' as $$
  select private.read_path(
    read_path.conversation_id, read_path.page_size, read_path.before, read_path.until
  );
$$;
revoke all on function public.read_path(uuid, integer, uuid, uuid) from public, anon;
grant execute on function public.read_path(uuid, integer, uuid, uuid) to authenticated;

-- Returns what the caller may read for the reply to a message: the assistant, whether it has documents to search, the
-- message, and the last messages before it, at most `page_size` and no more than needed for `max_characters`; null if the
-- caller may not read the conversation. One call in PL/pgSQL, because each call and each plan delays the provider's
-- request.
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
      )
    )
    from public.conversations
    join public.assistants on assistants.id = conversations.assistant_id
    join public.messages on messages.conversation_id = conversations.id and messages.id = read_turn_request.message_id
    where conversations.id = read_turn_request.conversation_id
  );
end;
$$;
revoke all on function public.read_turn_request(uuid, uuid, integer, integer) from public, anon;
grant execute on function public.read_turn_request(uuid, uuid, integer, integer) to authenticated;

-- In PL/pgSQL, which plans the query once per connection: most requests evaluate it several times.
create or replace function private.assistants_usable_by(user_id uuid)
returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select granted.assistant_id
    from (
      select assistant_id from public.assistant_access where assistant_access.user_id = assistants_usable_by.user_id
      union
      select assistant_role_access.assistant_id
      from public.assistant_role_access
      join public.users on users.role_id = assistant_role_access.role_id
      where users.id = assistants_usable_by.user_id
      union
      select assistants.id
      from public.assistants
      join public.users on users.id = assistants_usable_by.user_id
      join public.roles on roles.id = users.role_id and roles.name = 'admin'
    ) as granted (assistant_id)
    where (select private.access_state(assistants_usable_by.user_id)) = 'active';
end;
$$;

create or replace function private.has_documents(assistant_id uuid)
returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
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
end;
$$;

create or replace function private.is_admin()
returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1
    from public.users
    join public.roles on roles.id = users.role_id
    where users.id = auth.uid() and roles.name = 'admin' and private.is_active()
  )
  and private.has_second_factor();
end;
$$;

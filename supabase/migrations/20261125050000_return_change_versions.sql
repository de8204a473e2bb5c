-- Returns the version of the changes feed with conversations and messages: a client knows which of them to read again
-- when it connects to the feed.

create function private.read_change_version()
returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select version from private.conversation_feeds where user_id = (select auth.uid())), 0);
$$;
revoke all on function private.read_change_version() from public;
grant execute on function private.read_change_version() to authenticated;

create or replace function public.list_conversations(
  archived boolean default false,
  assistant_id uuid default null,
  after_pinned boolean default null,
  after_moment bigint default null,
  after_id uuid default null,
  row_limit integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  before_time timestamptz := timestamptz 'epoch' + list_conversations.after_moment * interval '1 microsecond';
  page_size constant integer := least(list_conversations.row_limit, 100);
  conversation_ids uuid[] := '{}';
begin
  if list_conversations.after_pinned is not false then
    conversation_ids := private.list_section(
      true, list_conversations.archived, list_conversations.assistant_id, before_time, list_conversations.after_id,
      page_size + 1
    );
    before_time := null;
  end if;
  if cardinality(conversation_ids) <= page_size then
    conversation_ids := conversation_ids || private.list_section(
      false, list_conversations.archived, list_conversations.assistant_id, before_time, list_conversations.after_id,
      page_size + 1 - cardinality(conversation_ids)
    );
  end if;

  return (
    select jsonb_build_object(
      'version', private.read_change_version(),
      'rows', coalesce(jsonb_agg(to_jsonb(conversation_rows) order by position), '[]'),
      'next', case
        when cardinality(conversation_ids) > page_size then
          jsonb_agg(
            jsonb_build_object(
              'pinned', conversation_rows.pinned,
              'moment', (extract(epoch from conversation_rows.updated_at) * 1000000)::bigint,
              'id', conversation_rows.id
            )
            order by position
          ) -> -1
      end
    )
    from unnest(conversation_ids[:page_size]) with ordinality as page (id, position)
    join public.conversation_rows using (id)
  );
end;
$$;

create function public.read_conversation(conversation_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(conversation_rows) || jsonb_build_object('version', private.read_change_version())
  from public.conversation_rows
  where id = read_conversation.conversation_id;
$$;
revoke all on function public.read_conversation(uuid) from public;
grant execute on function public.read_conversation(uuid) to authenticated;

create or replace function private.read_path(conversation_id uuid, page_size integer, before uuid, until uuid)
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
    select messages.id, messages.parent_id, 1 as step
    from public.messages
    where messages.id = last_id
    union all
    select messages.id, messages.parent_id, path.step + 1
    from path
    join public.messages on messages.id = path.parent_id
    where case
      when read_path.until is not null then path.id <> read_path.until
      else read_path.page_size is null or path.step < read_path.page_size
    end
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
    select private.alternative_ids(messages.conversation_id, messages.parent_id, messages.id) as ids
  ) as siblings
  cross join lateral (
    select case when jsonb_array_length(siblings.ids) > 1 then siblings.ids else '[]' end as ids
  ) as alternatives
  cross join lateral (
    select case
      when messages.role = 'user' then private.unfinished_turn(
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

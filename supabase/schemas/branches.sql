-- Branches: which path through the tree of messages a conversation shows.

-- Shows the newest path through a message: follows the newest child at each step, up to a reply that is being written.
-- Returns `outcome`: chosen, conversation_not_found or message_not_found.
create function public.choose_branch(user_id uuid, conversation_id uuid, message_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  conversation public.conversations;
  leaf_id uuid;
begin
  select * into conversation
  from public.conversations
  where id = choose_branch.conversation_id and user_id = choose_branch.user_id
  for no key update;
  if not found or not private.can_use_assistant(conversation.assistant_id, choose_branch.user_id) then
    return jsonb_build_object('outcome', 'conversation_not_found');
  end if;

  with recursive path as (
    select messages.id, 1 as step
    from public.messages
    where messages.id = choose_branch.message_id and messages.conversation_id = conversation.id
    union all
    select newest.id, path.step + 1
    from path
    cross join lateral (
      select messages.id
      from public.messages
      where messages.conversation_id = conversation.id and messages.parent_id = path.id
      order by messages.created_at desc, messages.id desc
      limit 1
    ) as newest
    where not exists (
      select 1 from public.turns where turns.user_message_id = path.id and turns.status = 'running'
    )
  )
  select path.id into leaf_id from path order by path.step desc limit 1;
  if leaf_id is null then
    return jsonb_build_object('outcome', 'message_not_found');
  end if;

  update public.conversations set head_id = leaf_id where id = conversation.id;
  return jsonb_build_object('outcome', 'chosen');
end;
$$;
grant execute on function public.choose_branch(uuid, uuid, uuid) to service_role;

-- Returns the alternatives at one point of a conversation: the children of a message, or the first messages if
-- `parent_id` is null, oldest first. Omits a superseded reply, unless a message follows it that could not be reached
-- otherwise.
create function private.alternative_ids(conversation_id uuid, parent_id uuid, shown_id uuid default null)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  -- Separate, because `is not distinct from` uses no index. First messages are not replies, so none is superseded.
  if alternative_ids.parent_id is null then
    return (
      select jsonb_agg(id order by created_at, id)
      from public.messages
      where conversation_id = alternative_ids.conversation_id and parent_id is null
    );
  end if;
  return (
    select coalesce(jsonb_agg(sibling.id order by sibling.created_at, sibling.id), '[]')
    from public.messages as sibling
    where sibling.conversation_id = alternative_ids.conversation_id
      and sibling.parent_id = alternative_ids.parent_id
      and (
        not sibling.superseded
        or sibling.id = alternative_ids.shown_id
        or exists (
          select 1
          from public.messages as follower
          where follower.conversation_id = alternative_ids.conversation_id and follower.parent_id = sibling.id
        )
      )
  );
end;
$$;

-- Returns the unfinished turn of a user's message, in the form of the contract: the turn of the reply that follows it
-- on the path, else the latest one that left no message. Null if there is none or it is complete.
create function private.unfinished_turn(conversation_id uuid, question_id uuid, next_id uuid)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  turn public.turns;
begin
  select * into turn
  from public.turns
  where user_message_id = unfinished_turn.question_id and assistant_message_id = unfinished_turn.next_id;
  if not found then
    if exists (select 1 from public.messages where id = unfinished_turn.next_id and role = 'assistant') then
      return null;
    end if;
    select * into turn
    from public.turns
    where user_message_id = unfinished_turn.question_id and assistant_message_id is null
    order by created_at desc, id desc
    limit 1;
  end if;
  if turn.id is null or turn.status = 'completed' then
    return null;
  end if;
  return jsonb_build_object(
    'id', turn.id,
    'status', turn.status,
    'text', case when turn.status = 'running' then private.turn_text(turn.id) else turn.text end,
    'error_message', turn.error_message,
    'error_code', turn.error_code,
    'last_seq', turn.last_seq,
    'replies', private.alternative_ids(unfinished_turn.conversation_id, unfinished_turn.question_id)
  );
end;
$$;

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
grant execute on function public.read_path(uuid, integer, uuid, uuid) to authenticated;

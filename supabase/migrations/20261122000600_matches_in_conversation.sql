/*
 * Search within one conversation of the caller: the ids of the messages that have the text, of those on the path that is
 * shown, oldest first; the newest 500 of very many. Null when there is no such conversation. The same rule as read_path,
 * which the search of one's own conversations looks past row-level security with too, and ids are all that is given away.
 */
create function private.matches_in_conversation(conversation_id uuid, query text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  pattern constant text := '%' || regexp_replace(matches_in_conversation.query, '([\\%_])', '\\\1', 'g') || '%';
  last_id uuid;
begin
  select head_id into last_id
  from public.conversations
  where id = matches_in_conversation.conversation_id
    and user_id = auth.uid()
    and assistant_id in (select private.usable_assistant_ids());
  if not found then
    return null;
  end if;
  -- What a person types is shorter; comparing longer texts takes as much longer as they are.
  if char_length(matches_in_conversation.query) > 120 then
    return '[]';
  end if;

  return (
    with recursive path as (
      select messages.id, messages.parent_id, 1 as step
      from public.messages
      where messages.id = last_id
      union all
      select messages.id, messages.parent_id, path.step + 1
      from path
      join public.messages on messages.id = path.parent_id
    ), newest as (
      select path.id, path.step
      from path
      join public.messages on messages.id = path.id
      where messages.content ilike pattern
      order by path.step
      limit 500
    )
    select coalesce(jsonb_agg(id order by step desc), '[]') from newest
  );
end;
$$;

create function public.matches_in_conversation(conversation_id uuid, query text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.matches_in_conversation(matches_in_conversation.conversation_id, matches_in_conversation.query);
$$;

revoke all on function private.matches_in_conversation(uuid, text) from public;
revoke all on function public.matches_in_conversation(uuid, text) from public, anon;
grant execute on function private.matches_in_conversation(uuid, text) to authenticated;
grant execute on function public.matches_in_conversation(uuid, text) to authenticated;

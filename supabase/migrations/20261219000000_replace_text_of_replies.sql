-- Text of a reply that replaces all text before it, and the code of a failed reply.

create or replace function private.turn_text(turn_id uuid)
returns text
language sql stable set search_path = '' as $$
  select coalesce(string_agg(turn_events.data ->> 'text', '' order by turn_events.seq), '')
  from public.turn_events
  where turn_events.turn_id = turn_text.turn_id
    and turn_events.event = 'delta'
    and turn_events.seq >= (
      select coalesce(max(replacing.seq), 0)
      from public.turn_events as replacing
      where replacing.turn_id = turn_text.turn_id
        and replacing.event = 'delta'
        and replacing.data ? 'replaces'
    );
$$;

create or replace function public.fold_turn_events(ended_for interval default '1 day', at_most integer default 20)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  turn_ids uuid[];
begin
  select coalesce(array_agg(id), '{}')
  into turn_ids
  from (
    select id
    from public.turns
    where ended_at <= clock_timestamp() - fold_turn_events.ended_for and not folded
    order by ended_at
    limit fold_turn_events.at_most
    for no key update skip locked
  ) as ended;

  with merged as (
    select turn_id, min(seq) as seq, private.turn_text(turn_id) as text
    from public.turn_events
    where turn_id = any (turn_ids) and event = 'delta'
    group by turn_id
  ), removed as (
    delete from public.turn_events
    using merged
    where turn_events.turn_id = merged.turn_id and turn_events.seq > merged.seq and turn_events.event = 'delta'
  )
  update public.turn_events
  set data = jsonb_build_object('text', merged.text)
  from merged
  where turn_events.turn_id = merged.turn_id and turn_events.seq = merged.seq;

  update public.turns set folded = true where id = any (turn_ids);
  return cardinality(turn_ids);
end;
$$;

create or replace function private.unfinished_turn(conversation_id uuid, question_id uuid, next_id uuid)
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


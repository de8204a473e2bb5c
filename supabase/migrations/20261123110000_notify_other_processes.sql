-- Other server processes hear of changes and stops at once: see docs/decisions/0070.

create or replace function private.number_changes()
returns trigger
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  people uuid[];
  person uuid;
  number_before bigint;
begin
  with numbered as (
    delete from private.feeds_to_number where transaction = pg_current_xact_id() returning user_id
  )
  select array_agg(user_id order by user_id) into people from numbered;

  foreach person in array coalesce(people, '{}') loop
    insert into private.conversation_feeds (user_id)
    select id from public.users where id = person
    on conflict do nothing;
    select version into number_before from private.conversation_feeds where user_id = person for update;
    -- The user was deleted in the same transaction.
    continue when not found;

    with numbered as (
      update private.conversation_changes
      set version = number_before + waiting.position
      from (
        select ctid as place, row_number() over (order by changed_at, conversation_id) as position
        from private.conversation_changes
        where user_id = person and version is null
      ) as waiting
      where conversation_changes.ctid = waiting.place
      returning version
    ), forgotten as (
      delete from private.conversation_changes
      where user_id = person
        and version in (
          select oldest.version
          from (
            select version, changed_at
            from private.conversation_changes
            where user_id = person and version is not null
            order by version
            limit 100
          ) as oldest
          where oldest.changed_at < now() - interval '7 days'
        )
      returning version
    )
    update private.conversation_feeds
    set version = (select coalesce(max(version), number_before) from numbered),
        pruned_version = greatest(pruned_version, (select max(version) from forgotten))
    where user_id = person;

    -- To processes whose users have the list open.
    perform pg_notify('homie', 'changes:' || person);
  end loop;
  return null;
end;
$$;

create or replace function public.request_turn_stop(user_id uuid, conversation_id uuid, turn_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  turn_status text;
begin
  update public.turns
  set stop_requested = stop_requested or status = 'running'
  where id = request_turn_stop.turn_id
    and conversation_id = request_turn_stop.conversation_id
    and user_id = request_turn_stop.user_id
  returning status into turn_status;

  -- To the process that writes the reply.
  if turn_status = 'running' then
    perform pg_notify('homie', 'stop:' || request_turn_stop.turn_id);
  end if;

  return jsonb_build_object(
    'outcome',
    case when turn_status is null then 'not_found' when turn_status = 'running' then 'stopping' else 'ended' end
  );
end;
$$;

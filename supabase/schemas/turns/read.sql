-- Returns the events after `after_seq`, the status of the turn, and whether its writer is dead.
create function public.read_turn(turn_id uuid, after_seq integer, stale_after interval default '10 seconds')
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'status', turns.status,
    'stale', turns.status = 'running' and turns.heartbeat_at <= clock_timestamp() - read_turn.stale_after,
    'events', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('seq', turn_events.seq, 'event', turn_events.event, 'data', turn_events.data)
          order by turn_events.seq
        ),
        '[]'
      )
      from public.turn_events
      where turn_events.turn_id = turns.id and turn_events.seq > read_turn.after_seq
    )
  )
  from public.turns
  where turns.id = read_turn.turn_id;
$$;
grant execute on function public.read_turn(uuid, integer, interval) to service_role;

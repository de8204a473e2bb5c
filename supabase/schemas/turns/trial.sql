-- Starts a reply of an assistant that an administrator tries, possibly with instructions that are not saved. Nothing of it
-- is stored but its time, which counts towards the same limits, and an audit entry. Returns `outcome`: started, with
-- replies_used and daily_limit as start_turn; admin_required, not_found, rate_limited, or daily_limit_reached with
-- daily_limit and seconds_left.
create function public.start_trial(
  user_id uuid,
  assistant_id uuid,
  sends_per_minute integer default 20,
  daily_replies jsonb default '{}'
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  limits jsonb;
begin
  -- The lock that serialises this user's sends.
  perform pg_advisory_xact_lock(hashtextextended(start_trial.user_id::text, 0));

  if not public.is_administrator(start_trial.user_id) then
    perform private.record_audit(
      'denied', start_trial.user_id, start_trial.assistant_id, null, '{"attempted": "assistant_tried"}'
    );
    return '{"outcome": "admin_required"}';
  end if;
  if not exists (select 1 from public.assistants where id = start_trial.assistant_id) then
    return '{"outcome": "not_found"}';
  end if;
  limits := private.check_reply_limits(
    start_trial.user_id, start_trial.sends_per_minute, start_trial.daily_replies
  );
  if limits ->> 'outcome' <> 'allowed' then
    return limits;
  end if;

  delete from private.unstored_replies
  where user_id = start_trial.user_id and started_at <= clock_timestamp() - interval '1 day';
  insert into private.unstored_replies (user_id, started_at, warned)
  values (start_trial.user_id, clock_timestamp(), limits ? 'replies_used');
  perform private.record_audit('assistant_tried', start_trial.user_id, start_trial.assistant_id);
  return limits || '{"outcome": "started"}';
end;
$$;
grant execute on function public.start_trial(uuid, uuid, integer, jsonb) to service_role;

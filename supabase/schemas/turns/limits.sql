-- The daily limit of replies per user.

create table private.unstored_replies (
  user_id uuid not null,
  started_at timestamptz not null,
  warned boolean not null
);

comment on table private.unstored_replies is
  'Times of replies within the last 24 hours that are not stored: their conversation was deleted, or an administrator '
  'tried an assistant. They count towards the limits.';

create index unstored_replies_user_id_idx on private.unstored_replies (user_id, started_at desc);

alter table private.unstored_replies enable row level security;

create function private.retain_deleted_replies()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.unstored_replies
  where user_id in (select deleted.user_id from deleted) and started_at <= clock_timestamp() - interval '1 day';

  insert into private.unstored_replies (user_id, started_at, warned)
  select deleted.user_id, deleted.created_at, deleted.warned
  from deleted
  join public.users on users.id = deleted.user_id
  where deleted.created_at > clock_timestamp() - interval '1 day';
  return null;
end;
$$;

create trigger retain_deleted_replies
  after delete on public.turns
  referencing old table as deleted
  for each statement execute function private.retain_deleted_replies();

-- Returns the daily limit of a user by role; null if there is none.
create function private.daily_limit(user_id uuid, daily_replies jsonb)
returns integer
language sql stable set search_path = '' as $$
  select (case
    when daily_limit.daily_replies ? roles.name then daily_limit.daily_replies ->> roles.name
    else daily_limit.daily_replies ->> 'default'
  end)::integer
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = daily_limit.user_id;
$$;

-- Returns the replies that a user has started within the last 24 hours, including those that are not stored.
create function private.recent_replies(user_id uuid)
returns table (started_at timestamptz, warned boolean)
language sql stable set search_path = '' as $$
  select turns.created_at, turns.warned
  from public.turns
  where turns.user_id = recent_replies.user_id and turns.created_at > clock_timestamp() - interval '1 day'
  union all
  select unstored_replies.started_at, unstored_replies.warned
  from private.unstored_replies
  where unstored_replies.user_id = recent_replies.user_id
    and unstored_replies.started_at > clock_timestamp() - interval '1 day';
$$;

-- Checks whether a user may start a reply now. Returns `outcome`: allowed, with replies_used and daily_limit the first time
-- in 24 hours that four fifths of the limit are used; rate_limited; daily_limit_reached, with daily_limit and
-- seconds_left. The caller has serialised the replies of the user.
create function private.check_reply_limits(user_id uuid, sends_per_minute integer, daily_replies jsonb)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  daily_limit constant integer := private.daily_limit(check_reply_limits.user_id, check_reply_limits.daily_replies);
  replies_used integer;
  was_warned boolean;
begin
  if check_reply_limits.sends_per_minute <= (
    select count(*)
    from private.recent_replies(check_reply_limits.user_id)
    where started_at > clock_timestamp() - interval '1 minute'
  ) then
    return jsonb_build_object('outcome', 'rate_limited');
  end if;

  if daily_limit is null then
    return jsonb_build_object('outcome', 'allowed');
  end if;
  select count(*), coalesce(bool_or(warned), false)
  into replies_used, was_warned
  from private.recent_replies(check_reply_limits.user_id);
  if replies_used >= daily_limit then
    return jsonb_build_object(
      'outcome', 'daily_limit_reached',
      'daily_limit', daily_limit,
      'seconds_left', (
        select ceil(extract(epoch from started_at + interval '1 day' - clock_timestamp()))
        from private.recent_replies(check_reply_limits.user_id)
        order by started_at desc
        offset daily_limit - 1
        limit 1
      )
    );
  end if;
  replies_used := replies_used + 1;
  return jsonb_build_object('outcome', 'allowed') || case
    when not was_warned and replies_used >= ceil(daily_limit * 0.8) then
      jsonb_build_object('replies_used', replies_used, 'daily_limit', daily_limit)
    else '{}'
  end;
end;
$$;

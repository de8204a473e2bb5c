-- The daily limit of replies per user.

create table private.removed_replies (
  user_id uuid not null,
  begun_at timestamptz not null,
  warned boolean not null
);

comment on table private.removed_replies is
  'Replies of the last 24 hours whose conversation was deleted, which still count towards the daily limit.';

create index removed_replies_user_id_idx on private.removed_replies (user_id, begun_at desc);

alter table private.removed_replies enable row level security;

create function private.keep_removed_replies()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.removed_replies
  where user_id in (select removed.user_id from removed) and begun_at <= clock_timestamp() - interval '1 day';

  insert into private.removed_replies (user_id, begun_at, warned)
  select removed.user_id, removed.created_at, removed.warned
  from removed
  join public.users on users.id = removed.user_id
  where removed.created_at > clock_timestamp() - interval '1 day';
  return null;
end;
$$;

create trigger keep_removed_replies
  after delete on public.turns
  referencing old table as removed
  for each statement execute function private.keep_removed_replies();

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

-- Returns the replies that a user has started within the last 24 hours, including deleted ones.
create function private.replies_begun(user_id uuid)
returns table (begun_at timestamptz, warned boolean)
language sql stable set search_path = '' as $$
  select turns.created_at, turns.warned
  from public.turns
  where turns.user_id = replies_begun.user_id and turns.created_at > clock_timestamp() - interval '1 day'
  union all
  select removed_replies.begun_at, removed_replies.warned
  from private.removed_replies
  where removed_replies.user_id = replies_begun.user_id
    and removed_replies.begun_at > clock_timestamp() - interval '1 day';
$$;

-- The daily limit of replies per user.

create table private.deleted_replies (
  user_id uuid not null,
  started_at timestamptz not null,
  warned boolean not null
);

comment on table private.deleted_replies is
  'Replies of the last 24 hours whose conversation was deleted, which still count towards the daily limit.';

create index deleted_replies_user_id_idx on private.deleted_replies (user_id, started_at desc);

alter table private.deleted_replies enable row level security;

create function private.retain_deleted_replies()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deleted_replies
  where user_id in (select deleted.user_id from deleted) and started_at <= clock_timestamp() - interval '1 day';

  insert into private.deleted_replies (user_id, started_at, warned)
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

-- Returns the replies that a user has started within the last 24 hours, including deleted ones.
create function private.recent_replies(user_id uuid)
returns table (started_at timestamptz, warned boolean)
language sql stable set search_path = '' as $$
  select turns.created_at, turns.warned
  from public.turns
  where turns.user_id = recent_replies.user_id and turns.created_at > clock_timestamp() - interval '1 day'
  union all
  select deleted_replies.started_at, deleted_replies.warned
  from private.deleted_replies
  where deleted_replies.user_id = recent_replies.user_id
    and deleted_replies.started_at > clock_timestamp() - interval '1 day';
$$;

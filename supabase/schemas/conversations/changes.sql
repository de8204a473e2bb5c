-- The changes feed of each user, from which open lists are updated. Every change of a user's conversation gets a
-- version from the user's own series, and no version becomes visible before all smaller ones are: a reader that has
-- read up to a version has missed nothing.
--
-- To guarantee that, transactions that change conversations of the same user must get versions in the order in which
-- they commit, so assigning them holds a lock until the commit. A deferred trigger therefore assigns them as the last
-- step of a transaction, user by user: a transaction that holds such a lock waits for no other lock.

-- Version counter of each user's changes feed.
create table private.conversation_feeds (
  user_id uuid primary key references public.users (id) on delete cascade,
  -- The last version assigned.
  version bigint not null default 0,
  -- Changes up to this version may be deleted already.
  pruned_version bigint not null default 0
);

-- The last change of each conversation, deleted ones included. A row without a conversation is a change of the user's
-- access. `version` is null until the transaction commits.
create table private.conversation_changes (
  user_id uuid not null references public.users (id) on delete cascade,
  conversation_id uuid,
  version bigint,
  changed_at timestamptz not null default now(),
  constraint conversation_changes_unique unique nulls not distinct (user_id, conversation_id)
);

-- Users whose changes have no versions yet, by transaction.
create table private.pending_feeds (
  transaction xid8 not null default pg_current_xact_id(),
  user_id uuid not null,
  primary key (transaction, user_id)
);

create index conversation_changes_version_idx on private.conversation_changes (user_id, version);

alter table private.conversation_feeds enable row level security;
alter table private.conversation_changes enable row level security;
alter table private.pending_feeds enable row level security;

-- Assigns versions to the changes of this transaction, and deletes changes of the same users that are older than a
-- week.
create function private.assign_versions()
returns trigger
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  user_ids uuid[];
  feed_user_id uuid;
  last_version bigint;
begin
  with pending as (
    delete from private.pending_feeds where transaction = pg_current_xact_id() returning user_id
  )
  select array_agg(user_id order by user_id) into user_ids from pending;

  foreach feed_user_id in array coalesce(user_ids, '{}') loop
    insert into private.conversation_feeds (user_id)
    select id from public.users where id = feed_user_id
    on conflict do nothing;
    select version into last_version from private.conversation_feeds where user_id = feed_user_id for update;
    -- The user was deleted in the same transaction.
    continue when not found;

    with versioned as (
      update private.conversation_changes
      set version = last_version + unversioned.position
      from (
        select ctid as row_ctid, row_number() over (order by changed_at, conversation_id) as position
        from private.conversation_changes
        where user_id = feed_user_id and version is null
      ) as unversioned
      where conversation_changes.ctid = unversioned.row_ctid
      returning version
    ), pruned as (
      delete from private.conversation_changes
      where user_id = feed_user_id
        and version in (
          select oldest.version
          from (
            select version, changed_at
            from private.conversation_changes
            where user_id = feed_user_id and version is not null
            order by version
            limit 100
          ) as oldest
          where oldest.changed_at < now() - interval '7 days'
        )
      returning version
    )
    update private.conversation_feeds
    set version = (select coalesce(max(version), last_version) from versioned),
        pruned_version = greatest(pruned_version, (select max(version) from pruned))
    where user_id = feed_user_id;

    -- Notifies the processes whose users have the list open.
    perform pg_notify('homie', 'changes:' || feed_user_id);
  end loop;
  return null;
end;
$$;

create constraint trigger assign_versions
  after insert on private.pending_feeds
  deferrable initially deferred
  for each row execute function private.assign_versions();

create function private.track_conversations()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array_agg(user_id), array_agg(id)) from changed having count(*) > 0;
  return null;
end;
$$;

create trigger track_new_conversations
  after insert on public.conversations
  referencing new table as changed
  for each statement execute function private.track_conversations();

create function private.track_changed_conversations()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array_agg(after.user_id), array_agg(after.id))
  from after
  join before using (id)
  -- Includes the head: a client that has the conversation open would otherwise continue on a path that is no longer
  -- shown.
  where (before.title, before.pinned, before.archived, before.unread, before.updated_at, before.head_id)
    is distinct from (after.title, after.pinned, after.archived, after.unread, after.updated_at, after.head_id)
  having count(*) > 0;
  return null;
end;
$$;

create trigger track_changed_conversations
  after update on public.conversations
  referencing old table as before new table as after
  for each statement execute function private.track_changed_conversations();

create trigger track_deleted_conversations
  after delete on public.conversations
  referencing old table as changed
  for each statement execute function private.track_conversations();

-- Granting or revoking access changes the whole list.
create function private.track_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array_agg(user_id), array_agg(null::uuid)) from changed having count(*) > 0;
  return null;
end;
$$;

create trigger track_granted_access
  after insert on public.assistant_access
  referencing new table as changed
  for each statement execute function private.track_access();

create trigger track_revoked_access
  after delete on public.assistant_access
  referencing old table as changed
  for each statement execute function private.track_access();

create function private.track_role_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array_agg(users.id), array_agg(null::uuid))
  from public.users
  where users.role_id in (select changed.role_id from changed)
  having count(*) > 0;
  return null;
end;
$$;

create trigger track_granted_access
  after insert on public.assistant_role_access
  referencing new table as changed
  for each statement execute function private.track_role_access();

create trigger track_revoked_access
  after delete on public.assistant_role_access
  referencing old table as changed
  for each statement execute function private.track_role_access();

create function private.track_role_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array[new.id], array[null::uuid]);
  return null;
end;
$$;

create trigger track_role_change
  after update of role_id on public.users
  for each row
  when (old.role_id <> new.role_id)
  execute function private.track_role_change();

-- A reply that ends marks its conversation unread, unless the user stopped it. A reply that starts marks it read and
-- unarchives it, because the user asked for it. Both are changes, because the list shows which replies are running.
create function private.track_reply_end()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> 'stopped' then
    update public.conversations set unread = true where id = new.conversation_id and not unread;
  end if;
  perform private.track_changes(array[new.user_id], array[new.conversation_id]);
  return null;
end;
$$;

create trigger track_reply_end
  after update of status on public.turns
  for each row
  when (old.status = 'running' and new.status <> 'running')
  execute function private.track_reply_end();

create function private.track_reply_start()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.conversations
  set unread = false, archived = false
  where id = new.conversation_id and (unread or archived);
  perform private.track_changes(array[new.user_id], array[new.conversation_id]);
  return null;
end;
$$;

create trigger track_reply_start
  after insert on public.turns
  for each row
  when (new.status = 'running')
  execute function private.track_reply_start();

-- Moving a grant to another user changes the lists of both.
create trigger track_moved_access_before
  after update on public.assistant_access
  referencing old table as changed
  for each statement execute function private.track_access();

create trigger track_moved_access_after
  after update on public.assistant_access
  referencing new table as changed
  for each statement execute function private.track_access();

-- Records changes, in a fixed order so that concurrent calls do not deadlock. Skips users who are being deleted.
create function private.track_changes(user_ids uuid[], conversation_ids uuid[])
returns void
language sql set search_path = '' as $$
  with changed as (
    select distinct changed.user_id, changed.conversation_id
    from unnest(track_changes.user_ids, track_changes.conversation_ids) as changed (user_id, conversation_id)
    join public.users on users.id = changed.user_id
  ), recorded as (
    insert into private.conversation_changes (user_id, conversation_id)
    select user_id, conversation_id
    from changed
    order by user_id, conversation_id
    on conflict on constraint conversation_changes_unique
      do update set version = null, changed_at = excluded.changed_at
  )
  insert into private.pending_feeds (user_id)
  select distinct user_id
  from changed
  on conflict do nothing;
$$;

-- Returns the caller's changes after a version: `version`, up to which was read; `reset`, if there are too many changes
-- or they are too old to list; `changes`, ids by version, and whether the conversation exists. Without `after`, only
-- the version.
create function private.read_change_ids(after bigint)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  feed private.conversation_feeds;
  row_limit constant integer := 200;
  changes jsonb;
  needs_reset boolean;
begin
  select * into feed from private.conversation_feeds where user_id = (select auth.uid()) and (select private.is_active());
  feed.version := coalesce(feed.version, 0);
  if read_change_ids.after is null or read_change_ids.after = feed.version then
    return jsonb_build_object('version', feed.version, 'reset', false, 'changes', '[]'::jsonb);
  end if;

  select jsonb_agg(
           jsonb_build_object('version', version, 'id', conversation_id, 'exists', conversations.id is not null)
           order by version
         ),
         count(*) > row_limit or bool_or(conversation_id is null)
  into changes, needs_reset
  from (
    select version, conversation_id
    from private.conversation_changes
    where user_id = feed.user_id and version > read_change_ids.after
    order by version
    limit row_limit + 1
  ) as newer
  left join public.conversations on conversations.id = conversation_id;
  -- A version from the future: the database is older than the last version of this reader, e.g. after a restore.
  if read_change_ids.after < feed.pruned_version or read_change_ids.after > feed.version then
    needs_reset := true;
  end if;
  return jsonb_build_object(
    'version', feed.version,
    'reset', coalesce(needs_reset, false),
    'changes', case when needs_reset then '[]' else coalesce(changes, '[]') end
  );
end;
$$;
grant execute on function private.read_change_ids(bigint) to authenticated;

-- Returns the caller's changes with the conversations, as the caller may read them now; null for a deleted one. One that
-- the caller may no longer read is not among them: the change of access has reset the list.
create function public.read_conversation_changes(after bigint default null)
returns jsonb
language sql stable set search_path = '' as $$
  select own.feed || jsonb_build_object(
    'changes',
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'version', change.version,
            'id', change.id,
            'row', case when conversation_rows.id is not null then to_jsonb(conversation_rows) end
          )
          order by change.version
        ),
        '[]'
      )
      from jsonb_to_recordset(own.feed -> 'changes') as change (version bigint, id uuid, "exists" boolean)
      left join public.conversation_rows using (id)
      where conversation_rows.id is not null or not change."exists"
    )
  )
  from (select private.read_change_ids(read_conversation_changes.after) as feed) as own;
$$;
grant execute on function public.read_conversation_changes(bigint) to authenticated;

-- Returns the version of the caller's feed. What is read in the same statement includes all changes up to it.
create function private.read_change_version()
returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (
      select version
      from private.conversation_feeds
      where user_id = (select auth.uid()) and (select private.is_active())
    ),
    0
  );
$$;
grant execute on function private.read_change_version() to authenticated;

-- Returns one conversation as a row of the list, with the `version` after which the changes feed continues it.
create function public.read_conversation(conversation_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(conversation_rows) || jsonb_build_object('version', private.read_change_version())
  from public.conversation_rows
  where id = read_conversation.conversation_id;
$$;
grant execute on function public.read_conversation(uuid) to authenticated;

-- Returns the latest version of each user as an object by id, so that a server can poll for all listeners at once.
create function public.conversation_versions(user_ids uuid[])
returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(user_id, version), '{}')
  from private.conversation_feeds
  where user_id = any (conversation_versions.user_ids);
$$;
grant execute on function public.conversation_versions(uuid[]) to service_role;

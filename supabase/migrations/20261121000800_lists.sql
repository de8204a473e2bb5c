/*
 * Lists: the conversations of one person as a list that is long, searched, and open in several tabs.
 *
 * Parameters are written with the function's name before them; a bare name is a column.
 */

/*
 * Pinned, put away and unread are the person's own marks. None of them is activity.
 */
alter table public.conversations
  add column pinned boolean not null default false,
  add column archived boolean not null default false,
  add column unread boolean not null default false;

comment on column public.conversations.unread is 'A reply has come, or has failed, that the person has not looked at.';

grant select (pinned, archived, unread), update (pinned, archived, unread)
on table public.conversations to authenticated;

alter policy "People rename their own conversations while they have access" on public.conversations
  rename to "People change their own conversations while they have access";

create index conversations_listed_idx
  on public.conversations (user_id, archived, pinned desc, updated_at desc, id);

/*
 * A conversation as lists show it, in the form in which clients get it.
 */
create view public.conversation_rows
with (security_invoker = true)
as
select
  conversations.id,
  conversations.title,
  conversations.assistant_id,
  conversations.updated_at,
  conversations.unread,
  conversations.pinned,
  conversations.archived,
  exists (
    select 1 from public.turns where turns.conversation_id = conversations.id and turns.status = 'running'
  ) as running,
  jsonb_build_object(
    'kind', assistants.kind, 'label', assistants.label, 'participant_name', participants.display_name
  ) as assistants
from public.conversations
join public.assistants on assistants.id = conversations.assistant_id
left join public.participants on participants.id = assistants.participant_id;

revoke all on table public.conversation_rows from anon, authenticated, service_role;
grant
  select (id, title, assistant_id, updated_at, unread, pinned, archived, running, assistants)
on table public.conversation_rows to authenticated;

/*
 * The ids of one part of the list (the pinned or the others) from a place on, read from the index in its order.
 */
create function private.list_part(
  pinned boolean,
  archived boolean,
  assistant_id uuid,
  place timestamptz,
  after_id uuid,
  row_limit integer
)
returns uuid[]
language sql
stable
set search_path = ''
as $$
  select array(
    select id
    from public.conversations
    where user_id = (select auth.uid())
      and conversations.archived = list_part.archived
      and conversations.pinned = list_part.pinned
      and (list_part.assistant_id is null or conversations.assistant_id = list_part.assistant_id)
      and updated_at <= coalesce(list_part.place, 'infinity')
      and (list_part.place is null or updated_at < list_part.place or id > list_part.after_id)
    order by updated_at desc, id
    limit list_part.row_limit
  );
$$;

revoke all on function private.list_part(boolean, boolean, uuid, timestamptz, uuid, integer) from public;
grant execute on function private.list_part(boolean, boolean, uuid, timestamptz, uuid, integer) to authenticated;

/*
 * The caller's list from a place on: pinned first, then the newest activity. The place is that of the last row before
 * it, with its time in microseconds. Answers `rows` and `next`, the place to go on from, null at the end.
 *
 * Each reading is of the list as it is then. A row that moves between two readings may be read twice (moved down) or
 * not at all (moved up, to where the reader has been): what moved is told by the changes below.
 */
create function public.list_conversations(
  archived boolean default false,
  assistant_id uuid default null,
  after_pinned boolean default null,
  after_moment bigint default null,
  after_id uuid default null,
  row_limit integer default 25
)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  place timestamptz := timestamptz 'epoch' + list_conversations.after_moment * interval '1 microsecond';
  page_size constant integer := least(list_conversations.row_limit, 100);
  listed uuid[] := '{}';
begin
  if list_conversations.after_pinned is not false then
    listed := private.list_part(
      true, list_conversations.archived, list_conversations.assistant_id, place, list_conversations.after_id,
      page_size + 1
    );
    place := null;
  end if;
  if cardinality(listed) <= page_size then
    listed := listed || private.list_part(
      false, list_conversations.archived, list_conversations.assistant_id, place, list_conversations.after_id,
      page_size + 1 - cardinality(listed)
    );
  end if;

  return (
    select jsonb_build_object(
      'rows', coalesce(jsonb_agg(to_jsonb(conversation_rows) order by position), '[]'),
      'next', case
        when cardinality(listed) > page_size then
          jsonb_agg(
            jsonb_build_object(
              'pinned', conversation_rows.pinned,
              'moment', (extract(epoch from conversation_rows.updated_at) * 1000000)::bigint,
              'id', conversation_rows.id
            )
            order by position
          ) -> -1
      end
    )
    from unnest(listed[:page_size]) with ordinality as places (id, position)
    join public.conversation_rows using (id)
  );
end;
$$;

revoke all on function public.list_conversations(boolean, uuid, boolean, bigint, uuid, integer) from public, anon;
grant execute on function public.list_conversations(boolean, uuid, boolean, bigint, uuid, integer) to authenticated;

/*
 * Changes: what an open list has to learn. Every change of a person's conversation has a number of the person's own
 * series, and nobody sees a number before all smaller ones can be seen: a reader who has read up to one has missed
 * nothing.
 *
 * For that, transactions that change conversations of the same person must be numbered in the order in which they are
 * committed, so numbering takes a lock until the commit. It is therefore the last thing that a transaction does, by a
 * deferred trigger and person by person: whoever holds such a lock waits for no other one.
 */
create table private.conversation_feeds (
  user_id uuid primary key references public.users (id) on delete cascade,
  /* The last number given. */
  version bigint not null default 0,
  /* Changes up to here may be gone from the list of changes. */
  pruned_version bigint not null default 0
);

/*
 * The last change of each conversation, also of a deleted one; without a conversation, a change of what the person may
 * see at all. A change has no number until its transaction ends.
 */
create table private.conversation_changes (
  user_id uuid not null references public.users (id) on delete cascade,
  conversation_id uuid,
  version bigint,
  changed_at timestamptz not null default now(),
  constraint conversation_changes_once unique nulls not distinct (user_id, conversation_id)
);

create index conversation_changes_in_order_idx on private.conversation_changes (user_id, version);

/*
 * Whose changes a transaction still has to number.
 */
create table private.feeds_to_number (
  transaction xid8 not null default pg_current_xact_id(),
  user_id uuid not null,
  primary key (transaction, user_id)
);

alter table private.conversation_feeds enable row level security;
alter table private.conversation_changes enable row level security;
alter table private.feeds_to_number enable row level security;
revoke all on table private.conversation_feeds, private.conversation_changes, private.feeds_to_number
  from anon, authenticated, service_role;

/*
 * Notes changes, in one order so that two who note the same ones do not block each other. People who are just being
 * deleted are told nothing.
 */
create function private.note_changes(user_ids uuid[], conversation_ids uuid[])
returns void
language sql
set search_path = ''
as $$
  with changed as (
    select distinct changed.user_id, changed.conversation_id
    from unnest(note_changes.user_ids, note_changes.conversation_ids) as changed (user_id, conversation_id)
    join public.users on users.id = changed.user_id
  ), noted as (
    insert into private.conversation_changes (user_id, conversation_id)
    select user_id, conversation_id
    from changed
    order by user_id, conversation_id
    on conflict on constraint conversation_changes_once
      do update set version = null, changed_at = excluded.changed_at
  )
  insert into private.feeds_to_number (user_id)
  select distinct user_id
  from changed
  on conflict do nothing;
$$;

/*
 * Numbers what the transaction has changed and forgets the oldest changes of the same people when a week has passed.
 */
create function private.number_changes()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
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
    -- Whoever went in the same transaction has no list any more.
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
  end loop;
  return null;
end;
$$;

create constraint trigger number_changes
  after insert on private.feeds_to_number
  deferrable initially deferred
  for each row execute function private.number_changes();

create function private.note_conversations()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.note_changes(array_agg(user_id), array_agg(id)) from changed having count(*) > 0;
  return null;
end;
$$;

create function private.note_changed_conversations()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.note_changes(array_agg(after.user_id), array_agg(after.id))
  from after
  join before using (id)
  -- The head counts: who has the conversation open would otherwise go on writing on a path that is not shown any more.
  where (before.title, before.pinned, before.archived, before.unread, before.updated_at, before.head_id)
    is distinct from (after.title, after.pinned, after.archived, after.unread, after.updated_at, after.head_id)
  having count(*) > 0;
  return null;
end;
$$;

create trigger note_new_conversations
  after insert on public.conversations
  referencing new table as changed
  for each statement execute function private.note_conversations();

create trigger note_changed_conversations
  after update on public.conversations
  referencing old table as before new table as after
  for each statement execute function private.note_changed_conversations();

create trigger note_deleted_conversations
  after delete on public.conversations
  referencing old table as changed
  for each statement execute function private.note_conversations();

/*
 * Whoever is granted access, or loses it, has another list altogether.
 */
create function private.note_access()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.note_changes(array_agg(user_id), array_agg(null::uuid)) from changed having count(*) > 0;
  return null;
end;
$$;

create function private.note_role_access()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.note_changes(array_agg(users.id), array_agg(null::uuid))
  from public.users
  where users.role_id in (select changed.role_id from changed)
  having count(*) > 0;
  return null;
end;
$$;

create function private.note_role()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.note_changes(array[new.id], array[null::uuid]);
  return null;
end;
$$;

create trigger note_granted_access
  after insert on public.assistant_access
  referencing new table as changed
  for each statement execute function private.note_access();

create trigger note_revoked_access
  after delete on public.assistant_access
  referencing old table as changed
  for each statement execute function private.note_access();

create trigger note_granted_access
  after insert on public.assistant_role_access
  referencing new table as changed
  for each statement execute function private.note_role_access();

create trigger note_revoked_access
  after delete on public.assistant_role_access
  referencing old table as changed
  for each statement execute function private.note_role_access();

create trigger note_role
  after update of role_id on public.users
  for each row
  when (old.role_id <> new.role_id)
  execute function private.note_role();

revoke all on function private.note_changes(uuid[], uuid[]) from public;
revoke all on function private.number_changes() from public;
revoke all on function private.note_conversations() from public;
revoke all on function private.note_changed_conversations() from public;
revoke all on function private.note_access() from public;
revoke all on function private.note_role_access() from public;
revoke all on function private.note_role() from public;

/*
 * A reply that ends leaves its conversation unread, unless the person ended it; one that begins was asked for by the
 * person, who has read what is above it and wants the conversation at hand. Both are changes: the list shows what is
 * running.
 */
create function private.note_reply_ended()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.status <> 'stopped' then
    update public.conversations set unread = true where id = new.conversation_id and not unread;
  end if;
  perform private.note_changes(array[new.user_id], array[new.conversation_id]);
  return null;
end;
$$;

create function private.note_reply_begun()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.conversations
  set unread = false, archived = false
  where id = new.conversation_id and (unread or archived);
  perform private.note_changes(array[new.user_id], array[new.conversation_id]);
  return null;
end;
$$;

revoke all on function private.note_reply_ended() from public;
revoke all on function private.note_reply_begun() from public;

create trigger note_reply_ended
  after update of status on public.turns
  for each row
  when (old.status = 'running' and new.status <> 'running')
  execute function private.note_reply_ended();

create trigger note_reply_begun
  after insert on public.turns
  for each row
  when (new.status = 'running')
  execute function private.note_reply_begun();

/*
 * The caller's changes after a number: `version`, the number read up to; `reset`, whether too much has happened, or too
 * long ago, to tell it one by one; `changes`, ids by number. Without a number to go on from, only the version.
 */
create function private.own_changes(after bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  feed private.conversation_feeds;
  row_limit constant integer := 200;
  changes jsonb;
  starts_anew boolean;
begin
  select * into feed from private.conversation_feeds where user_id = (select auth.uid());
  feed.version := coalesce(feed.version, 0);
  if own_changes.after is null or own_changes.after = feed.version then
    return jsonb_build_object('version', feed.version, 'reset', false, 'changes', '[]'::jsonb);
  end if;

  select jsonb_agg(jsonb_build_object('version', version, 'id', conversation_id) order by version),
         count(*) > row_limit or bool_or(conversation_id is null)
  into changes, starts_anew
  from (
    select version, conversation_id
    from private.conversation_changes
    where user_id = feed.user_id and version > own_changes.after
    order by version
    limit row_limit + 1
  ) as following;
  -- A number from the future: the database is older than what this reader has seen.
  if own_changes.after < feed.pruned_version or own_changes.after > feed.version then
    starts_anew := true;
  end if;
  return jsonb_build_object(
    'version', feed.version,
    'reset', coalesce(starts_anew, false),
    'changes', case when starts_anew then '[]' else coalesce(changes, '[]') end
  );
end;
$$;

revoke all on function private.own_changes(bigint) from public;
grant execute on function private.own_changes(bigint) to authenticated;

/*
 * The same with the conversations themselves, as the caller may read them now; null for one that is gone.
 */
create function public.read_conversation_changes(after bigint default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
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
      from jsonb_to_recordset(own.feed -> 'changes') as change (version bigint, id uuid)
      left join public.conversation_rows using (id)
    )
  )
  from (select private.own_changes(read_conversation_changes.after) as feed) as own;
$$;

/*
 * How far the numbers of these people have come, as an object by id. Lets a server ask for all who are listening at once.
 */
create function public.conversation_versions(user_ids uuid[])
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(user_id, version), '{}')
  from private.conversation_feeds
  where user_id = any (conversation_versions.user_ids);
$$;

revoke all on function public.read_conversation_changes(bigint) from public, anon;
revoke all on function public.conversation_versions(uuid[]) from public, anon, authenticated;
grant execute on function public.read_conversation_changes(bigint) to authenticated;
grant execute on function public.conversation_versions(uuid[]) to service_role;

/*
 * Search: a literal piece of a title or of a message, in capitals or not, among what the caller may read.
 *
 * Row-level security keeps a condition like this one from using an index, for it might leak what it compares. So the
 * search itself looks past it, asks for the caller's conversations by the same rule, and gives away ids only.
 */
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

/*
 * Whose conversation a message is in, so that the index below is as good as one of the caller's messages only: what
 * others write often costs nothing.
 */
alter table public.messages add column user_id uuid;

update public.messages
set user_id = conversations.user_id
from public.conversations
where conversations.id = messages.conversation_id;

alter table public.messages alter column user_id set not null;
grant select (user_id) on table public.messages to authenticated;

create function private.note_message_owner()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  select user_id into new.user_id from public.conversations where id = new.conversation_id;
  return new;
end;
$$;

revoke all on function private.note_message_owner() from public;

create trigger note_message_owner
  before insert on public.messages
  for each row execute function private.note_message_owner();

-- What was written last waits in a list that every search reads: kept short, at some cost to whoever writes.
create index messages_content_idx on public.messages
  using gin (user_id, content extensions.gin_trgm_ops) with (gin_pending_list_limit = 256);

/*
 * The conversations of the caller that have the text, newest activity first, each with its newest message that has it.
 *
 * What is common is found at once among the newest conversations: they are walked first, for as long as that reads no
 * more than a part of all text. What is then missing is rare, and the index knows where it is. The index knows pieces of
 * three letters or digits: a text without any is looked for further among the newest conversations, and in all titles.
 */
create function private.search_own_conversations(query text, row_limit integer)
returns table (place integer, conversation_id uuid, message_id uuid)
language plpgsql
stable
security definer
set search_path = ''
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  pattern text := '%' || regexp_replace(search_own_conversations.query, '([\\%_])', '\\\1', 'g') || '%';
  most constant integer := least(search_own_conversations.row_limit, 50);
  is_indexed boolean := search_own_conversations.query ~ '[[:alnum:]]{3}';
  -- In characters, with something for each message.
  budget integer := case when is_indexed then 1000000 else 4000000 end;
  person uuid := auth.uid();
  usable uuid[] := array(select private.assistants_usable_by(person));
  conversation record;
  effort integer;
  is_cut boolean := false;
begin
  -- What a person types is shorter; comparing longer texts takes as much longer as they are.
  if most < 1 or char_length(search_own_conversations.query) > 120 then
    return;
  end if;

  place := 0;
  for conversation in
    select id, title, updated_at
    from public.conversations
    where user_id = person and assistant_id = any (usable)
    order by updated_at desc, id
  loop
    if budget < 0 then
      is_cut := true;
      exit;
    end if;
    select
      coalesce(sum(octet_length(content) + 200), 0),
      (array_agg(id order by created_at desc, id desc) filter (where content ilike pattern))[1]
    into effort, message_id
    from public.messages
    where messages.conversation_id = conversation.id;
    budget := budget - effort - 200;
    if message_id is not null or conversation.title ilike pattern then
      place := place + 1;
      conversation_id := conversation.id;
      return next;
      exit when place = most;
    end if;
  end loop;

  if is_cut then
    return query execute $rest$
      with matching as materialized (
        select id, conversation_id, created_at from public.messages where $1 and user_id = $3 and content ilike $2
      ), own as (
        select id, title, updated_at
        from public.conversations
        where user_id = $3 and assistant_id = any ($4) and (updated_at < $5 or updated_at = $5 and id >= $6)
      )
      select ($7 + row_number() over (order by own.updated_at desc, own.id))::integer, own.id, newest.id
      from own
      left join (
        select distinct on (conversation_id) conversation_id, id
        from matching
        order by conversation_id, created_at desc, id desc
      ) as newest on newest.conversation_id = own.id
      where newest.id is not null or own.title ilike $2
      order by 1
      limit $8
    $rest$
    using is_indexed, pattern, person, usable, conversation.updated_at, conversation.id, place,
      most - place;
  end if;
end;
$$;

revoke all on function private.search_own_conversations(text, integer) from public;
grant execute on function private.search_own_conversations(text, integer) to authenticated;

/*
 * What was found, read by the caller: the conversation, and the piece of the message with enough around it to show.
 */
create function public.search_conversations(query text, row_limit integer default 20)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'conversation', to_jsonb(conversation_rows),
        'match',
        case
          when messages.id is not null then
            jsonb_build_object(
              'messageId', messages.id,
              'role', messages.role,
              'created_at', messages.created_at,
              'before', substr(messages.content, greatest(start - 200, 1), least(start - 1, 200)),
              'text', substr(messages.content, start, char_length(search_conversations.query)),
              'after', substr(messages.content, start + char_length(search_conversations.query), 200)
            )
        end
      )
      order by found.place
    ),
    '[]'
  )
  from private.search_own_conversations(search_conversations.query, search_conversations.row_limit) as found
  join public.conversation_rows on conversation_rows.id = found.conversation_id
  left join public.messages on messages.id = found.message_id
  left join lateral greatest(strpos(lower(messages.content), lower(search_conversations.query)), 1) as start on true;
$$;

revoke all on function public.search_conversations(text, integer) from public, anon;
grant execute on function public.search_conversations(text, integer) to authenticated;

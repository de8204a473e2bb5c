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
  listed uuid[] := '{}';
begin
  if list_conversations.after_pinned is not false then
    listed := private.list_part(
      true, list_conversations.archived, list_conversations.assistant_id, place, list_conversations.after_id,
      list_conversations.row_limit + 1
    );
    place := null;
  end if;
  if cardinality(listed) <= list_conversations.row_limit then
    listed := listed || private.list_part(
      false, list_conversations.archived, list_conversations.assistant_id, place, list_conversations.after_id,
      list_conversations.row_limit + 1 - cardinality(listed)
    );
  end if;

  return (
    select jsonb_build_object(
      'rows', coalesce(jsonb_agg(to_jsonb(conversation_rows) order by position), '[]'),
      'next', case
        when cardinality(listed) > list_conversations.row_limit then
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
    from unnest(listed[:list_conversations.row_limit]) with ordinality as places (id, position)
    join public.conversation_rows using (id)
  );
end;
$$;

revoke all on function public.list_conversations(boolean, uuid, boolean, bigint, uuid, integer) from public, anon;
grant execute on function public.list_conversations(boolean, uuid, boolean, bigint, uuid, integer) to authenticated;

/*
 * A reply that ends leaves its conversation unread, unless the person ended it; one that begins was asked for by the
 * person, who has read what is above it and wants the conversation at hand.
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

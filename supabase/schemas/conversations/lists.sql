-- A conversation as lists show it, in the form that clients receive.
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
    'kind', assistants.kind,
    'label', assistants.label,
    'participant_name', participants.display_name,
    'suggest_follow_ups', assistants.suggest_follow_ups
  ) as assistants,
  conversations.handover_id
from public.conversations
join public.assistants on assistants.id = conversations.assistant_id
left join public.participants on participants.id = assistants.participant_id;

grant select (id, title, assistant_id, updated_at, unread, pinned, archived, running, assistants, handover_id)
on table public.conversation_rows to authenticated;

-- Returns the ids of one section of the list (pinned or not) after a cursor, read from the index in its order.
create function private.list_section(
  pinned boolean,
  archived boolean,
  assistant_id uuid,
  before_time timestamptz,
  after_id uuid,
  row_limit integer
)
returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select id
    from public.conversations
    where user_id = (select auth.uid())
      and conversations.archived = list_section.archived
      and conversations.pinned = list_section.pinned
      and (list_section.assistant_id is null or conversations.assistant_id = list_section.assistant_id)
      and updated_at <= coalesce(list_section.before_time, 'infinity')
      and (list_section.before_time is null or updated_at < list_section.before_time or id > list_section.after_id)
    order by updated_at desc, id
    limit list_section.row_limit
  );
$$;
grant execute on function private.list_section(boolean, boolean, uuid, timestamptz, uuid, integer) to authenticated;

-- Returns a page of the caller's list: pinned first, then by latest activity. The cursor is the last row of the
-- previous page, with its time in microseconds. Returns `rows`, `next`, the cursor of the next page, null at the end,
-- and `version`, after which the changes feed continues this list.
--
-- Each page shows the list as it is at that time. A row that moves between two pages may be returned twice (moved down)
-- or not at all (moved up): clients receive moved rows from the changes feed.
create function public.list_conversations(
  archived boolean default false,
  assistant_id uuid default null,
  after_pinned boolean default null,
  after_moment bigint default null,
  after_id uuid default null,
  row_limit integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  before_time timestamptz := timestamptz 'epoch' + list_conversations.after_moment * interval '1 microsecond';
  page_size constant integer := least(list_conversations.row_limit, 100);
  conversation_ids uuid[] := '{}';
begin
  if list_conversations.after_pinned is not false then
    conversation_ids := private.list_section(
      true, list_conversations.archived, list_conversations.assistant_id, before_time, list_conversations.after_id,
      page_size + 1
    );
    before_time := null;
  end if;
  if cardinality(conversation_ids) <= page_size then
    conversation_ids := conversation_ids || private.list_section(
      false, list_conversations.archived, list_conversations.assistant_id, before_time, list_conversations.after_id,
      page_size + 1 - cardinality(conversation_ids)
    );
  end if;

  return (
    select jsonb_build_object(
      'version', private.read_change_version(),
      'rows', coalesce(jsonb_agg(to_jsonb(conversation_rows) order by position), '[]'),
      'next', case
        when cardinality(conversation_ids) > page_size then
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
    from unnest(conversation_ids[:page_size]) with ordinality as page (id, position)
    join public.conversation_rows using (id)
  );
end;
$$;
grant execute on function public.list_conversations(boolean, uuid, boolean, bigint, uuid, integer) to authenticated;

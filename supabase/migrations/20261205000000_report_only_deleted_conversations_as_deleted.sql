-- A conversation that changed just after its user lost access to it was reported as deleted.
-- Returns the caller's changes after a version: `version`, up to which was read; `reset`, if there are too many changes
-- or they are too old to list; `changes`, ids by version, and whether the conversation exists. Without `after`, only
-- the version.
create or replace function private.read_change_ids(after bigint)
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

-- Returns the caller's changes with the conversations, as the caller may read them now; null for a deleted one. One that
-- the caller may no longer read is not among them: the change of access has reset the list.
create or replace function public.read_conversation_changes(after bigint default null)
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

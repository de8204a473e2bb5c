-- Renames private objects, parameters and variables to the standard terms, and rewords comments and two messages.
-- Functions whose parameters are renamed are dropped and created: `create or replace` cannot rename parameters.

alter table private.feeds_to_number rename to pending_feeds;
alter index private.feeds_to_number_pkey rename to pending_feeds_pkey;
alter table private.removed_replies rename to deleted_replies;
alter table private.deleted_replies rename column begun_at to started_at;
alter table private.audit_exports rename column begun_at to started_at;
alter type private.audit_histogram rename attribute fitting to matching;

alter table public.assistants rename constraint assistants_participant_only_for_its_kind to assistants_participant_matches_kind;
alter table public.ai_assistant_profiles rename constraint ai_assistant_profiles_model_named to ai_assistant_profiles_model_valid;
alter table public.ai_assistant_profiles rename constraint ai_assistant_profiles_vector_stores_listed to ai_assistant_profiles_vector_stores_valid;
alter table public.assistant_records rename constraint assistant_records_titled to assistant_records_title_length;
alter table public.assistant_records rename constraint assistant_records_short to assistant_records_content_length;
alter table public.messages rename constraint messages_once_in_its_conversation to messages_conversation_id_id_unique;
alter table public.messages rename constraint messages_files_listed to messages_files_valid;
alter table public.messages rename constraint messages_user_says_something to messages_user_content_not_empty;
alter table public.messages rename constraint messages_citations_listed to messages_citations_valid;
alter table public.messages rename constraint messages_notes_listed to messages_notes_valid;
alter table public.messages rename constraint messages_of_people_cite_nothing to messages_citations_of_assistant_only;
alter table private.denials rename constraint denials_counted_once to denials_unique;
alter table public.turns rename constraint turns_citations_listed to turns_citations_valid;
alter table public.turns rename constraint turns_notes_listed to turns_notes_valid;
alter table private.conversation_changes rename constraint conversation_changes_once to conversation_changes_unique;
alter table public.audit_views rename constraint audit_views_name_once to audit_views_name_unique;
alter table private.audit_chain rename constraint audit_chain_counts_from_one to audit_chain_seq_positive;
alter table private.audit_holds rename constraint audit_holds_subject_fits to audit_holds_subject_matches_kind;
alter table public.remote_loads rename constraint remote_loads_counted to remote_loads_counts_valid;

alter index public.conversations_listed_idx rename to conversations_list_idx;
alter index public.messages_in_order_idx rename to messages_created_at_idx;
alter index private.conversation_changes_in_order_idx rename to conversation_changes_version_idx;
alter index private.removed_replies_user_id_idx rename to deleted_replies_user_id_idx;
alter index private.audit_skeletons_once_idx rename to audit_skeletons_skeleton_idx;

alter policy "Signed-in people read the roles" on public.roles
  rename to "Signed-in users read the roles";
alter policy "People read their own record, admins read all" on public.users
  rename to "Users read their own record, admins read all";
alter policy "People file their own record, as support worker only" on public.users
  rename to "Users create their own record, as support worker only";
alter policy "Assigned people read their participants, admins read all" on public.participants
  rename to "Assigned users read their participants, admins read all";
alter policy "People read their own assignments, admins read all" on public.participant_assignments
  rename to "Users read their own assignments, admins read all";
alter policy "People read the assistants that they may use, admins read all" on public.assistants
  rename to "Users read the assistants that they may use, admins read all";
alter policy "People read their own direct access, admins read all" on public.assistant_access
  rename to "Users read their own direct access, admins read all";
alter policy "People read the access of their own role, admins read all" on public.assistant_role_access
  rename to "Users read the access of their own role, admins read all";
alter policy "People read the records of assistants that they can use" on public.assistant_records
  rename to "Users read the records of assistants that they can use";
alter policy "People read their own conversations while they have access" on public.conversations
  rename to "Users read their own conversations while they have access";
alter policy "People begin conversations with assistants they may use" on public.conversations
  rename to "Users start conversations with assistants they may use";
alter policy "People delete their own conversations while they have access" on public.conversations
  rename to "Users delete their own conversations while they have access";
alter policy "People change their own conversations while they have access" on public.conversations
  rename to "Users change their own conversations while they have access";
alter policy "People read messages of conversations that they may read" on public.messages
  rename to "Users read messages of conversations that they may read";
alter policy "People read turns of conversations that they may read" on public.turns
  rename to "Users read turns of conversations that they may read";
alter policy "People read events of turns that they may read" on public.turn_events
  rename to "Users read events of turns that they may read";
alter policy "People read attachments of conversations that they may read" on public.attachments
  rename to "Users read attachments of conversations that they may read";
alter policy "Admins keep views of their own" on public.audit_views
  rename to "Admins create their own views";
alter policy "Admins read how remotes load" on public.remote_loads
  rename to "Admins read the counters of remotes";

alter trigger keep_an_admin on public.users rename to protect_last_admin;
alter trigger note_activity on public.messages rename to touch_conversation;
alter trigger note_message_owner on public.messages rename to set_message_owner;
alter trigger end_conversations_first on public.participants rename to delete_conversations_first;
alter trigger end_conversations_first on public.assistants rename to delete_conversations_first;
alter trigger end_conversations_first on public.users rename to delete_conversations_first;
alter trigger note_new_conversations on public.conversations rename to track_new_conversations;
alter trigger note_changed_conversations on public.conversations rename to track_changed_conversations;
alter trigger note_deleted_conversations on public.conversations rename to track_deleted_conversations;
alter trigger note_granted_access on public.assistant_access rename to track_granted_access;
alter trigger note_revoked_access on public.assistant_access rename to track_revoked_access;
alter trigger note_granted_access on public.assistant_role_access rename to track_granted_access;
alter trigger note_revoked_access on public.assistant_role_access rename to track_revoked_access;
alter trigger note_role on public.users rename to track_role_change;
alter trigger note_reply_ended on public.turns rename to track_reply_end;
alter trigger note_reply_begun on public.turns rename to track_reply_start;
alter trigger note_moved_access_before on public.assistant_access rename to track_moved_access_before;
alter trigger note_moved_access_after on public.assistant_access rename to track_moved_access_after;
alter trigger keep_removed_replies on public.turns rename to retain_deleted_replies;
alter trigger end_turns_of_revoked on public.assistant_access rename to end_turns_on_revocation;
alter trigger end_turns_of_moved_access on public.assistant_access rename to end_turns_on_moved_access;
alter trigger end_turns_of_role on public.assistant_role_access rename to end_turns_on_role_revocation;
alter trigger end_turns_of_changed_role on public.users rename to end_turns_on_role_change;
alter trigger note_removed_file on public.attachments rename to queue_file_removal;
alter trigger note_entries on public.audit_logs rename to queue_entries;

alter function private.keep_an_admin() rename to protect_last_admin;
alter function private.note_activity() rename to touch_conversation;
alter function private.note_message_owner() rename to set_message_owner;
alter function private.end_conversations_first() rename to delete_conversations_first;
alter function private.number_changes() rename to assign_versions;
alter function private.note_conversations() rename to track_conversations;
alter function private.note_changed_conversations() rename to track_changed_conversations;
alter function private.note_access() rename to track_access;
alter function private.note_role_access() rename to track_role_access;
alter function private.note_role() rename to track_role_change;
alter function private.note_reply_ended() rename to track_reply_end;
alter function private.note_reply_begun() rename to track_reply_start;
alter function private.note_changes(uuid[], uuid[]) rename to track_changes;
alter function private.own_changes(bigint) rename to read_change_ids;
alter function private.keep_removed_replies() rename to retain_deleted_replies;
alter function private.end_turns_of_revoked() rename to end_turns_on_revocation;
alter function private.end_turns_of_role() rename to end_turns_on_role_revocation;
alter function private.end_turns_of_changed_role() rename to end_turns_on_role_change;
alter function private.keep_access(uuid) rename to lock_access_shared;
alter function private.take_access(uuid[]) rename to lock_access;
alter function private.message_ids_after(uuid, uuid, uuid) rename to alternative_ids;
alter function private.note_removed_file() rename to queue_file_removal;
alter function private.told_of_assistant(public.assistants) rename to assistant_to_jsonb;
alter function private.told_of_participant(public.participants) rename to participant_to_jsonb;
alter function private.removed_with(text, uuid) rename to count_cascade;
alter function private.containing(text) rename to like_pattern;
alter function private.user_ids_with_email(text) rename to search_user_ids;
alter function private.participant_ids_named(text) rename to search_participant_ids;
alter function private.assistant_ids_labelled(text) rename to search_assistant_ids;
alter function private.users_with_email(text) rename to search_users;
alter function private.participants_named(text) rename to search_participants;
alter function private.told_of_profile(public.ai_assistant_profiles) rename to profile_to_jsonb;
alter function private.fold_audit_counts() rename to merge_audit_counts;
alter function private.audit_candidates(text, text, bigint, bigint) rename to sort_audit_ids;
alter function private.audit_stretch(text, text, bigint, bigint) rename to scan_audit_ids;
alter function private.audit_page_of_one(jsonb, boolean, bigint, bigint) rename to audit_subject_page;
alter function private.audit_page_of_all(jsonb, boolean, bigint, bigint) rename to audit_log_page;
alter function private.link_at_the_end() rename to link_on_commit;
alter function private.note_entries() rename to queue_entries;
alter function private.told_of_hold(private.audit_holds) rename to hold_to_jsonb;
alter function private.exists_for_hold(text, uuid) rename to hold_subject_exists;

drop function private.assistants_usable_by(uuid);
drop function private.can_use_assistant(uuid, uuid);
drop function private.record_repeats(uuid);
drop function private.joined_list(jsonb, jsonb, integer);
drop function private.list_part(boolean, boolean, uuid, timestamptz, uuid, integer);
drop function private.replies_begun(uuid);
drop function private.end_turns_without_access(uuid[]);
drop function private.search_own_conversations(text, integer);
drop function private.access_outcome(boolean, boolean);
drop function private.require_at_most(bigint, bigint);
drop function private.require_said(text, boolean);
drop function private.audit_terms(jsonb);
drop function private.audit_keyword(text, text);
drop function private.audit_counted(jsonb, text);

create function private.assistants_usable_by(user_id uuid)
returns setof uuid
language sql stable security definer set search_path = '' as $$
  select assistant_id from public.assistant_access where assistant_access.user_id = assistants_usable_by.user_id
  union
  select assistant_role_access.assistant_id
  from public.assistant_role_access
  join public.users on users.role_id = assistant_role_access.role_id
  where users.id = assistants_usable_by.user_id
  union
  select assistants.id
  from public.assistants
  join public.users on users.id = assistants_usable_by.user_id
  join public.roles on roles.id = users.role_id and roles.name = 'admin';
$$;
revoke all on function private.assistants_usable_by(uuid) from public;
grant execute on function private.assistants_usable_by(uuid) to service_role;

create function private.can_use_assistant(assistant_id uuid, user_id uuid default auth.uid())
returns boolean
language sql stable security definer set search_path = '' as $$
  select can_use_assistant.assistant_id in (select private.assistants_usable_by(can_use_assistant.user_id));
$$;
revoke all on function private.can_use_assistant(uuid, uuid) from public;
grant execute on function private.can_use_assistant(uuid, uuid) to service_role;

create or replace function public.sweep_empty_conversations(empty_for interval default '1 day')
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  deleted_count integer;
begin
  -- Prevents audit_conversation from naming the owner as the actor.
  perform set_config('homie.deletion_reason', 'empty', true);
  delete from public.conversations
  where conversations.title = 'New conversation'
    and not conversations.pinned
    and not conversations.archived
    and conversations.created_at < clock_timestamp() - sweep_empty_conversations.empty_for
    and not exists (select from public.messages where messages.conversation_id = conversations.id)
    and not exists (select from public.attachments where attachments.conversation_id = conversations.id)
    and private.reason_of_conversation_hold(conversations.id) is null;
  get diagnostics deleted_count = row_count;
  perform set_config('homie.deletion_reason', '', true);
  return deleted_count;
end;
$$;

create or replace function private.limit_conversations()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  per_hour constant integer := 60;
begin
  if auth.uid() is null then
    return null;
  end if;
  if (select count(*) from new_conversations) > 1 then
    raise exception 'Conversations are started one at a time.' using errcode = 'PT400';
  end if;
  if per_hour < (
    select count(*)
    from public.audit_logs
    where user_id = auth.uid() and action = 'conversation_created' and created_at > clock_timestamp() - interval '1 hour'
  ) then
    raise exception 'You have started % conversations within an hour. Please try again later.', per_hour
      using errcode = 'PT429';
  end if;
  return null;
end;
$$;

create function private.record_repeated_denials(user_id uuid default null)
returns void
language sql security definer set search_path = '' as $$
  with ended as (
    delete from private.denials
    where since < clock_timestamp() - interval '1 minute'
      and (record_repeated_denials.user_id is null or denials.user_id = record_repeated_denials.user_id)
    returning *
  )
  insert into public.audit_logs (action, user_id, assistant_id, meta)
  select
    'denied',
    user_id,
    assistant_id,
    jsonb_build_object('attempted', attempted, 'repeats', repeats, 'since', since)
  from ended
  where repeats > 0;
$$;
revoke all on function private.record_repeated_denials(uuid) from public;

create or replace function public.record_repeated_denials()
returns void
language sql security definer set search_path = '' as $$
  select private.record_repeated_denials();
$$;

create or replace function private.is_repeated_denial(user_id uuid, attempted text, assistant_id uuid)
returns boolean
language plpgsql set search_path = '' as $$
declare
  repeat_count integer;
begin
  perform private.record_repeated_denials(is_repeated_denial.user_id);
  insert into private.denials (user_id, attempted, assistant_id)
  values (
    is_repeated_denial.user_id,
    is_repeated_denial.attempted,
    (select id from public.assistants where id = is_repeated_denial.assistant_id)
  )
  on conflict on constraint denials_unique do update set repeats = denials.repeats + 1
  returning repeats into repeat_count;
  return repeat_count > 0;
end;
$$;

create or replace function private.end_turn(
  turn public.turns,
  status text,
  error_code text default null,
  error_message text default null,
  retryable boolean default false,
  usage jsonb default null
)
returns public.turns
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  reply text := private.turn_text((end_turn.turn).id);
  reply_id uuid;
  all_citations jsonb := (end_turn.turn).citations;
  all_notes jsonb := (end_turn.turn).notes;
  ended public.turns;
  closing_event text;
  closing_data jsonb;
begin
  if (end_turn.turn).continues_turn_id is not null then
    select
      private.merge_lists(turns.citations, all_citations, 50),
      private.merge_lists(turns.notes, all_notes, 20)
    into all_citations, all_notes
    from public.turns
    where id = (end_turn.turn).continues_turn_id;
  end if;

  if end_turn.status in ('completed', 'stopped') and reply <> '' then
    insert into public.messages (
      conversation_id, parent_id, role, content, openai_message_id, citations, notes, created_at
    )
    values (
      (end_turn.turn).conversation_id,
      (end_turn.turn).user_message_id,
      'assistant',
      reply,
      (end_turn.turn).openai_message_id,
      all_citations,
      all_notes,
      private.next_message_time((end_turn.turn).conversation_id)
    )
    returning id into reply_id;

    update public.conversations
    set head_id = reply_id
    where id = (end_turn.turn).conversation_id and head_id = (end_turn.turn).user_message_id;

    with recursive continued as (
      select turns.continues_turn_id, turns.assistant_message_id
      from public.turns
      where turns.id = (end_turn.turn).continues_turn_id
      union all
      select turns.continues_turn_id, turns.assistant_message_id
      from continued
      join public.turns on turns.id = continued.continues_turn_id
    )
    update public.messages
    set superseded = true
    where id in (select assistant_message_id from continued);
  end if;

  update public.turns
  set status = end_turn.status,
      text = reply,
      assistant_message_id = reply_id,
      error_code = end_turn.error_code,
      error_message = end_turn.error_message,
      usage = end_turn.usage,
      citations = all_citations,
      notes = all_notes,
      last_seq = last_seq + 1,
      ended_at = clock_timestamp()
  where id = (end_turn.turn).id
  returning * into ended;

  case
    when end_turn.status in ('completed', 'stopped') then
      closing_event := 'final';
      closing_data := jsonb_build_object(
        'messageId', reply_id, 'text', reply, 'openaiMessageId', ended.openai_message_id
      );
      if end_turn.status = 'stopped' then
        closing_data := closing_data || '{"stopped": true}';
      end if;
      if all_citations <> '[]' then
        closing_data := closing_data || jsonb_build_object('citations', all_citations);
      end if;
      if all_notes <> '[]' then
        closing_data := closing_data || jsonb_build_object('notes', all_notes);
      end if;
    when end_turn.status = 'requires_action' then
      closing_event := 'requires_action';
      closing_data := jsonb_build_object('message', end_turn.error_message);
    else
      closing_event := 'error';
      closing_data := jsonb_build_object(
        'message', end_turn.error_message, 'code', end_turn.error_code, 'retryable', end_turn.retryable
      );
  end case;

  insert into public.turn_events (turn_id, seq, event, data)
  values (ended.id, ended.last_seq, closing_event, closing_data);

  if end_turn.status in ('completed', 'stopped') then
    if ended.openai_message_id is not null then
      perform private.audit_turn(ended, 'run_stream_completed');
    end if;
    perform private.audit_turn(
      ended, 'run_succeeded', case end_turn.status when 'stopped' then '{"stopped": true}'::jsonb else '{}' end
    );
  else
    perform private.audit_turn(
      ended, 'run_failed', jsonb_build_object('error_code', coalesce(end_turn.error_code, end_turn.status))
    );
  end if;

  return ended;
end;
$$;

create function private.merge_lists(first jsonb, second jsonb, max_length integer)
returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(merged.value order by merged.position), '[]')
  from (
    select (array_agg(value order by position))[1] as value, min(position) as position
    from jsonb_array_elements(merge_lists.first || merge_lists.second) with ordinality as elements (value, position)
    group by coalesce(value -> 'url', value)
    order by min(position)
    limit merge_lists.max_length
  ) as merged;
$$;
revoke all on function private.merge_lists(jsonb, jsonb, integer) from public;

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
revoke all on function private.list_section(boolean, boolean, uuid, timestamptz, uuid, integer) from public;
grant execute on function private.list_section(boolean, boolean, uuid, timestamptz, uuid, integer) to authenticated;

create or replace function public.list_conversations(
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

create or replace function private.assign_versions()
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

create or replace function private.track_conversations()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array_agg(user_id), array_agg(id)) from changed having count(*) > 0;
  return null;
end;
$$;

create or replace function private.track_changed_conversations()
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

create or replace function private.track_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array_agg(user_id), array_agg(null::uuid)) from changed having count(*) > 0;
  return null;
end;
$$;

create or replace function private.track_role_access()
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

create or replace function private.track_role_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array[new.id], array[null::uuid]);
  return null;
end;
$$;

create or replace function private.track_reply_end()
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

create or replace function private.track_reply_start()
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

create or replace function private.track_changes(user_ids uuid[], conversation_ids uuid[])
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
  select * into feed from private.conversation_feeds where user_id = (select auth.uid());
  feed.version := coalesce(feed.version, 0);
  if read_change_ids.after is null or read_change_ids.after = feed.version then
    return jsonb_build_object('version', feed.version, 'reset', false, 'changes', '[]'::jsonb);
  end if;

  select jsonb_agg(jsonb_build_object('version', version, 'id', conversation_id) order by version),
         count(*) > row_limit or bool_or(conversation_id is null)
  into changes, needs_reset
  from (
    select version, conversation_id
    from private.conversation_changes
    where user_id = feed.user_id and version > read_change_ids.after
    order by version
    limit row_limit + 1
  ) as newer;
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
      from jsonb_to_recordset(own.feed -> 'changes') as change (version bigint, id uuid)
      left join public.conversation_rows using (id)
    )
  )
  from (select private.read_change_ids(read_conversation_changes.after) as feed) as own;
$$;

create or replace function private.retain_deleted_replies()
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
revoke all on function private.recent_replies(uuid) from public;

create or replace function private.end_turns_on_revocation()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_access(array(select distinct assistant_id from changed));
  perform private.end_turns_without_access(array(select distinct user_id from changed));
  return null;
end;
$$;

create or replace function private.end_turns_on_role_revocation()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_access(array(select distinct assistant_id from changed));
  perform private.end_turns_without_access(
    array(select id from public.users where role_id in (select changed.role_id from changed))
  );
  return null;
end;
$$;

create or replace function private.lock_access_shared(assistant_id uuid)
returns void
language sql set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock_shared(hashtextextended(lock_access_shared.assistant_id::text, 1));
$$;

create or replace function private.lock_access(assistant_ids uuid[])
returns void
language plpgsql set search_path = '' as $$
declare
  assistant_id uuid;
begin
  -- Deleted assistants are skipped: their conversations are deleted too and have no running reply.
  for assistant_id in
    select id from public.assistants where id = any (lock_access.assistant_ids) order by id
  loop
    perform pg_advisory_xact_lock(hashtextextended(assistant_id::text, 1));
  end loop;
end;
$$;

create function private.end_turns_without_access(user_ids uuid[])
returns void
language plpgsql security definer set search_path = '' as $$
declare
  turn public.turns;
begin
  for turn in
    select turns.*
    from public.turns
    join public.conversations on conversations.id = turns.conversation_id
    where turns.status = 'running'
      and turns.user_id = any (end_turns_without_access.user_ids)
      and not private.can_use_assistant(conversations.assistant_id, turns.user_id)
    order by turns.id
    for no key update of turns
  loop
    -- The turn may have ended before the lock was acquired.
    continue when turn.status <> 'running';
    perform private.end_turn(
      turn, 'failed', 'assistant_access_denied', 'You don''t have access to this assistant.', false
    );
  end loop;
end;
$$;
revoke all on function private.end_turns_without_access(uuid[]) from public;

create or replace function public.start_turn(
  user_id uuid,
  conversation_id uuid,
  content text,
  attachment_paths text[],
  idempotency_key text,
  provider text,
  writer_id uuid,
  stale_after interval default '10 seconds',
  sends_per_minute integer default 20,
  replaces uuid default null,
  reply_to uuid default null,
  continues uuid default null,
  title text default null,
  research boolean default false,
  daily_replies jsonb default '{}'
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  conversation public.conversations;
  turn public.turns;
  target_message public.messages;
  continuation text;
  question_id uuid;
  message_files jsonb;
  daily_limit integer;
  replies_used integer;
  must_warn boolean := false;
begin
  -- Serialises one user's sends: two concurrent ones would otherwise both pass the limit.
  perform pg_advisory_xact_lock(hashtextextended(start_turn.user_id::text, 0));

  -- Acquired before the conversation's lock, in the same order as by a transaction that revokes access and then ends
  -- the reply.
  perform private.lock_access_shared(
    (select assistant_id from public.conversations where id = start_turn.conversation_id)
  );

  select * into conversation
  from public.conversations
  where id = start_turn.conversation_id and user_id = start_turn.user_id
  for no key update;
  if not found then
    return jsonb_build_object('outcome', 'conversation_not_found');
  end if;

  if not private.can_use_assistant(conversation.assistant_id, start_turn.user_id) then
    perform private.record_audit(
      'denied', start_turn.user_id, conversation.assistant_id, conversation.id, '{"attempted": "send_message"}'
    );
    return jsonb_build_object('outcome', 'access_denied');
  end if;

  select * into turn
  from public.turns
  where conversation_id = conversation.id and idempotency_key = start_turn.idempotency_key;
  if found then
    return jsonb_build_object(
      'outcome', case when turn.writer_id = start_turn.writer_id then 'started' else 'existing' end,
      'turn_id', turn.id,
      'user_message_id', turn.user_message_id,
      'continuation', (select text from public.turns where id = turn.continues_turn_id)
    );
  end if;

  perform private.interrupt_stale_turns(start_turn.stale_after, null, conversation.id);
  if exists (select 1 from public.turns where conversation_id = conversation.id and status = 'running') then
    return jsonb_build_object('outcome', 'turn_running');
  end if;

  if start_turn.replaces is not null or start_turn.reply_to is not null then
    select * into target_message
    from public.messages
    where id = coalesce(start_turn.reply_to, start_turn.replaces)
      and conversation_id = conversation.id
      and role = 'user';
    if not found then
      return jsonb_build_object('outcome', 'message_not_found');
    end if;
  end if;

  if start_turn.continues is not null then
    select text into continuation
    from public.turns
    where id = start_turn.continues
      and user_message_id = start_turn.reply_to
      and status in ('stopped', 'interrupted', 'failed')
      and text <> '';
    if not found then
      return jsonb_build_object('outcome', 'message_not_found');
    end if;
  end if;

  if start_turn.sends_per_minute <= (
    select count(*)
    from private.recent_replies(start_turn.user_id)
    where started_at > clock_timestamp() - interval '1 minute'
  ) then
    return jsonb_build_object('outcome', 'rate_limited');
  end if;

  daily_limit := private.daily_limit(start_turn.user_id, start_turn.daily_replies);
  if daily_limit is not null then
    select count(*), coalesce(bool_or(warned), false)
    into replies_used, must_warn
    from private.recent_replies(start_turn.user_id);
    if replies_used >= daily_limit then
      return jsonb_build_object(
        'outcome', 'daily_limit_reached',
        'daily_limit', daily_limit,
        'seconds_left', (
          select ceil(extract(epoch from started_at + interval '1 day' - clock_timestamp()))
          from private.recent_replies(start_turn.user_id)
          order by started_at desc
          offset daily_limit - 1
          limit 1
        )
      );
    end if;
    replies_used := replies_used + 1;
    must_warn := not must_warn and replies_used >= ceil(daily_limit * 0.8);
  end if;

  if start_turn.reply_to is not null then
    question_id := target_message.id;
  else
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'name', attachments.name,
          'size', attachments.size,
          'mime', attachments.mime,
          'sha256', attachments.sha256,
          'supabasePath', attachments.supabase_path,
          'openaiFileId', attachments.openai_file_id
        )
        order by requested.position
      ),
      '[]'
    )
    into message_files
    from unnest(start_turn.attachment_paths) with ordinality as requested (path, position)
    join public.attachments on attachments.supabase_path = requested.path
    where attachments.conversation_id = conversation.id
      and attachments.user_id = start_turn.user_id
      and (
        attachments.message_id is null
        or target_message.files @> jsonb_build_array(jsonb_build_object('supabasePath', attachments.supabase_path))
      )
      and attachments.scan_status = 'clean';
    if jsonb_array_length(message_files) <> cardinality(start_turn.attachment_paths) then
      return jsonb_build_object('outcome', 'attachment_unavailable');
    end if;

    insert into public.messages (conversation_id, parent_id, role, content, files, created_at)
    values (
      conversation.id,
      case when start_turn.replaces is null then conversation.head_id else target_message.parent_id end,
      'user',
      coalesce(start_turn.content, ''),
      message_files,
      private.next_message_time(conversation.id)
    )
    returning id into question_id;

    update public.attachments
    set message_id = question_id
    where supabase_path = any (start_turn.attachment_paths) and message_id is null;

    if start_turn.title is not null and conversation.head_id is null and not conversation.title_settled then
      update public.conversations set title = start_turn.title where id = conversation.id;
    end if;
  end if;

  update public.conversations set head_id = question_id where id = conversation.id;

  insert into public.turns (
    conversation_id, user_id, user_message_id, idempotency_key, provider, writer_id, continues_turn_id,
    warned, last_seq, heartbeat_at, created_at
  )
  values (
    conversation.id, start_turn.user_id, question_id, start_turn.idempotency_key, start_turn.provider,
    start_turn.writer_id, start_turn.continues, must_warn,
    case when continuation is null then 1 else 2 end, clock_timestamp(), clock_timestamp()
  )
  returning * into turn;

  insert into public.turn_events (turn_id, seq, event, data)
  values (turn.id, 1, 'info', jsonb_build_object('turnId', turn.id, 'userMessageId', question_id));
  if continuation is not null then
    insert into public.turn_events (turn_id, seq, event, data)
    values (turn.id, 2, 'delta', jsonb_build_object('text', continuation));
  end if;

  if start_turn.reply_to is null then
    perform private.audit_turn(turn, 'send_message', jsonb_build_object('files', jsonb_array_length(message_files)));
  end if;
  if start_turn.research then
    perform private.audit_turn(turn, 'web_research');
  end if;
  perform private.audit_turn(turn, 'run_started');

  return jsonb_build_object(
    'outcome', 'started', 'turn_id', turn.id, 'user_message_id', question_id, 'continuation', continuation
  ) || case
    when must_warn then jsonb_build_object('replies_used', replies_used, 'daily_limit', daily_limit)
    else '{}'
  end;
end;
$$;

create or replace function public.append_turns_events(appends jsonb)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked_ids uuid[];
  started_turn public.turns;
begin
  select coalesce(array_agg(id), '{}')
  into locked_ids
  from (
    select id
    from public.turns
    where id in (select (append ->> 'turn_id')::uuid from jsonb_array_elements(append_turns_events.appends) as append)
    for no key update skip locked
  ) as available;

  -- Rows read before the locks may be outdated; statements from here on see the locked state.
  if exists (
    select 1
    from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid, events jsonb)
    join public.turns on turns.id = append.turn_id and turns.id = any (locked_ids) and turns.status = 'running'
    cross join lateral (
      select count(*) as added_count, max((event ->> 'seq')::integer) as last_seq
      from jsonb_array_elements(append.events) as event
      where (event ->> 'seq')::integer > turns.last_seq
    ) as new_events
    where new_events.last_seq <> turns.last_seq + new_events.added_count
  ) then
    raise exception 'The events of a turn would have a gap';
  end if;

  insert into public.turn_events (turn_id, seq, event, data)
  select turns.id, event.seq, event.event, event.data
  from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid, events jsonb)
  join public.turns on turns.id = append.turn_id and turns.id = any (locked_ids) and turns.status = 'running'
  cross join lateral jsonb_to_recordset(append.events) as event (seq integer, event text, data jsonb)
  where event.seq > turns.last_seq;

  for started_turn in
    with updated as (
      update public.turns
      set last_seq = greatest(turns.last_seq, (append.events -> -1 ->> 'seq')::integer),
          run_id = coalesce(turns.run_id, append.run_id),
          model = coalesce(turns.model, append.model),
          openai_message_id = coalesce(
            turns.openai_message_id,
            jsonb_path_query_first(append.events, '$[*] ? (@.event == "created").data.openaiMessageId') #>> '{}'
          ),
          citations = coalesce(append.citations, turns.citations),
          notes = coalesce(append.notes, turns.notes),
          heartbeat_at = clock_timestamp()
      from jsonb_to_recordset(append_turns_events.appends)
        as append (turn_id uuid, events jsonb, run_id text, model text, citations jsonb, notes jsonb),
        public.turns as before
      where turns.id = append.turn_id
        and turns.id = any (locked_ids)
        and turns.status = 'running'
        and before.id = turns.id
      returning turns, before.openai_message_id is null and turns.openai_message_id is not null as has_started
    )
    select (updated.turns).* from updated where has_started
  loop
    perform private.audit_turn(started_turn, 'run_stream_started');
  end loop;

  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'turn_id', append.turn_id, 'status', turns.status, 'stop_requested', coalesce(turns.stop_requested, false)
        )
      ),
      '[]'
    )
    from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid)
    left join public.turns on turns.id = append.turn_id
    where turns.id is null or turns.id = any (locked_ids)
  );
end;
$$;

create or replace function public.request_turn_stop(user_id uuid, conversation_id uuid, turn_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  turn_status text;
begin
  update public.turns
  set stop_requested = stop_requested or status = 'running'
  where id = request_turn_stop.turn_id
    and conversation_id = request_turn_stop.conversation_id
    and user_id = request_turn_stop.user_id
  returning status into turn_status;

  -- Notifies the process that writes the reply.
  if turn_status = 'running' then
    perform pg_notify('homie', 'stop:' || request_turn_stop.turn_id);
  end if;

  return jsonb_build_object(
    'outcome',
    case when turn_status is null then 'not_found' when turn_status = 'running' then 'stopping' else 'ended' end
  );
end;
$$;

create or replace function public.fold_turn_events(ended_for interval default '1 day', at_most integer default 20)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  turn_ids uuid[];
begin
  select coalesce(array_agg(id), '{}')
  into turn_ids
  from (
    select id
    from public.turns
    where ended_at <= clock_timestamp() - fold_turn_events.ended_for and not folded
    order by ended_at
    limit fold_turn_events.at_most
    for no key update skip locked
  ) as ended;

  with merged as (
    select turn_id, min(seq) as seq, string_agg(data ->> 'text', '' order by seq) as text
    from public.turn_events
    where turn_id = any (turn_ids) and event = 'delta'
    group by turn_id
  ), removed as (
    delete from public.turn_events
    using merged
    where turn_events.turn_id = merged.turn_id and turn_events.seq > merged.seq and turn_events.event = 'delta'
  )
  update public.turn_events
  set data = jsonb_build_object('text', merged.text)
  from merged
  where turn_events.turn_id = merged.turn_id and turn_events.seq = merged.seq;

  update public.turns set folded = true where id = any (turn_ids);
  return cardinality(turn_ids);
end;
$$;

create or replace function private.alternative_ids(conversation_id uuid, parent_id uuid, shown_id uuid default null)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  -- Separate, because `is not distinct from` uses no index. First messages are not replies, so none is superseded.
  if alternative_ids.parent_id is null then
    return (
      select jsonb_agg(id order by created_at, id)
      from public.messages
      where conversation_id = alternative_ids.conversation_id and parent_id is null
    );
  end if;
  return (
    select coalesce(jsonb_agg(sibling.id order by sibling.created_at, sibling.id), '[]')
    from public.messages as sibling
    where sibling.conversation_id = alternative_ids.conversation_id
      and sibling.parent_id = alternative_ids.parent_id
      and (
        not sibling.superseded
        or sibling.id = alternative_ids.shown_id
        or exists (
          select 1
          from public.messages as follower
          where follower.conversation_id = alternative_ids.conversation_id and follower.parent_id = sibling.id
        )
      )
  );
end;
$$;

create or replace function private.unfinished_turn(conversation_id uuid, question_id uuid, next_id uuid)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  turn public.turns;
begin
  select * into turn
  from public.turns
  where user_message_id = unfinished_turn.question_id and assistant_message_id = unfinished_turn.next_id;
  if not found then
    if exists (select 1 from public.messages where id = unfinished_turn.next_id and role = 'assistant') then
      return null;
    end if;
    select * into turn
    from public.turns
    where user_message_id = unfinished_turn.question_id and assistant_message_id is null
    order by created_at desc, id desc
    limit 1;
  end if;
  if turn.id is null or turn.status = 'completed' then
    return null;
  end if;
  return jsonb_build_object(
    'id', turn.id,
    'status', turn.status,
    'text', case when turn.status = 'running' then private.turn_text(turn.id) else turn.text end,
    'error_message', turn.error_message,
    'last_seq', turn.last_seq,
    'replies', private.alternative_ids(unfinished_turn.conversation_id, unfinished_turn.question_id)
  );
end;
$$;

create or replace function private.read_path(conversation_id uuid, page_size integer, before uuid, until uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  last_id uuid;
  path_ids uuid[];
  page jsonb;
  has_earlier boolean;
begin
  select head_id into last_id
  from public.conversations
  where id = read_path.conversation_id
    and user_id = auth.uid()
    and assistant_id in (select private.usable_assistant_ids());
  if not found then
    return jsonb_build_object('outcome', 'conversation_not_found');
  end if;

  if read_path.before is not null then
    select parent_id into last_id
    from public.messages
    where id = read_path.before and conversation_id = read_path.conversation_id;
    if not found then
      return jsonb_build_object('outcome', 'message_not_found');
    end if;
  end if;

  with recursive path as (
    select messages.id, messages.parent_id, 1 as step
    from public.messages
    where messages.id = last_id
    union all
    select messages.id, messages.parent_id, path.step + 1
    from path
    join public.messages on messages.id = path.parent_id
    where case
      when read_path.until is not null then path.id <> read_path.until
      else read_path.page_size is null or path.step < read_path.page_size
    end
  )
  select array_agg(path.id order by path.step desc) into path_ids from path;
  if read_path.until is not null and path_ids[1] is distinct from read_path.until then
    return jsonb_build_object('outcome', 'message_not_found');
  end if;

  select
    jsonb_agg(
      jsonb_build_object(
        'id', messages.id,
        'parent_id', messages.parent_id,
        'alternatives', alternatives.ids,
        'role', messages.role,
        'content', messages.content,
        'files', messages.files,
        'created_at', messages.created_at,
        'openai_message_id', messages.openai_message_id
      )
        || case when messages.citations = '[]' then '{}' else jsonb_build_object('citations', messages.citations) end
        || case when messages.notes = '[]' then '{}' else jsonb_build_object('notes', messages.notes) end
        || case when unfinished.turn is null then '{}' else jsonb_build_object('turn', unfinished.turn) end
      order by path.position
    ),
    bool_or(path.position = 1 and messages.parent_id is not null)
  into page, has_earlier
  from unnest(path_ids) with ordinality as path (id, position)
  join public.messages on messages.id = path.id
  cross join lateral (
    select private.alternative_ids(messages.conversation_id, messages.parent_id, messages.id) as ids
  ) as siblings
  cross join lateral (
    select case when jsonb_array_length(siblings.ids) > 1 then siblings.ids else '[]' end as ids
  ) as alternatives
  cross join lateral (
    select case
      when messages.role = 'user' then private.unfinished_turn(
        messages.conversation_id, messages.id, coalesce(path_ids[path.position::integer + 1], read_path.before)
      )
    end as turn
  ) as unfinished;

  return jsonb_build_object(
    'outcome', 'found', 'rows', coalesce(page, '[]'), 'has_earlier', coalesce(has_earlier, false)
  );
end;
$$;

create function private.search_own_conversations(query text, row_limit integer)
returns table (rank integer, conversation_id uuid, message_id uuid)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set parallel_setup_cost = 0
  set parallel_tuple_cost = 0 as $$
#variable_conflict use_column
declare
  pattern text := '%' || regexp_replace(search_own_conversations.query, '([\\%_])', '\\\1', 'g') || '%';
  lowercase constant text := lower(search_own_conversations.query collate "C");
  is_ascii constant boolean := octet_length(lowercase) = char_length(lowercase);
  -- Empty if there is none, which matches every text.
  ascii_part constant text := coalesce(private.longest_match(lowercase, '[\x01-\x7f]+'), '');
  word constant text := coalesce(private.longest_match(ascii_part, '[[:alnum:]]+'), ascii_part);
  max_rows constant integer := least(search_own_conversations.row_limit, 50);
  is_indexed boolean := search_own_conversations.query ~ '[[:alnum:]]{3}';
  -- In characters, with a surcharge per message.
  budget integer := case when is_indexed then 1000000 else 4000000 end;
  caller_id uuid := auth.uid();
  usable_ids uuid[] := array(select private.assistants_usable_by(caller_id));
  conversation record;
  scan record;
  scanned_messages integer := 0;
  scanned_with_word integer := 0;
  -- A text with the substring has all of `junctions`, or one of `possible_junctions`.
  junctions integer[];
  possible_junctions integer[];
  is_budget_spent boolean := false;
begin
  -- Users type shorter texts; comparing longer ones takes proportionally longer.
  if max_rows < 1 or char_length(search_own_conversations.query) > 120 then
    return;
  end if;

  rank := 0;
  for conversation in
    select id, title, updated_at
    from public.conversations
    where user_id = caller_id and assistant_id = any (usable_ids)
    order by updated_at desc, id
  loop
    if budget < 0 then
      is_budget_spent := true;
      exit;
    end if;
    select
      coalesce(sum(octet_length(content) + 200), 0) as effort,
      count(*) as total,
      count(*) filter (where strpos(text, word) > 0) as with_word,
      (
        array_agg(id order by created_at desc, id desc)
        filter (where case when strpos(text, ascii_part) > 0 then is_ascii or content ilike pattern else false end)
      )[1] as message_id
    into scan
    from (
      select id, created_at, content, case when ascii_part = '' then content else lower(content collate "C") end as text
      from public.messages
      where messages.conversation_id = conversation.id
      offset 0
    ) as messages;
    budget := budget - scan.effort - 200;
    scanned_messages := scanned_messages + scan.total;
    scanned_with_word := scanned_with_word + scan.with_word;
    if scan.message_id is not null or conversation.title ilike pattern then
      rank := rank + 1;
      conversation_id := conversation.id;
      message_id := scan.message_id;
      return next;
      exit when rank = max_rows;
    end if;
  end loop;

  if is_budget_spent then
    -- A single letter at an end may belong to a longer word, of which at most two letters count.
    junctions := private.word_junctions(
      regexp_replace(ascii_part, '^[^a-z0-9]*[a-z0-9]?[^a-z0-9]+|[^a-z0-9]+[a-z0-9]?[^a-z0-9]*$', '', 'g')
    );
    possible_junctions := array(
      select unnest(private.word_junctions(completed))
      from unnest(regexp_split_to_array('abcdefghijklmnopqrstuvwxyz0123456789', '') || ''::text) as letter
      cross join lateral (
        select case
          when ascii_part ~ '^[a-z0-9][^a-z0-9]' then letter || ascii_part
          else ascii_part || letter
        end as completed
      ) as phrases
      where ascii_part ~ '^[a-z0-9][^a-z0-9]+[a-z0-9]{2}|[a-z0-9]{2}[^a-z0-9]+[a-z0-9]$'
    );
    return query execute format(
      $rest$
        with matching as materialized (
          select id, conversation_id, created_at from public.messages where $1 and user_id = $3 and %s
        ), remaining as (
          select id, title, updated_at
          from public.conversations
          where user_id = $3 and assistant_id = any ($4) and (updated_at < $5 or updated_at = $5 and id >= $6)
        )
        select
          ($7 + row_number() over (order by remaining.updated_at desc, remaining.id))::integer, remaining.id, newest.id
        from remaining
        left join (
          select distinct on (conversation_id) conversation_id, id
          from matching
          order by conversation_id, created_at desc, id desc
        ) as newest on newest.conversation_id = remaining.id
        where newest.id is not null or remaining.title ilike $2
        order by 1
        limit $8
      $rest$,
      case
        when char_length(word) < 3 or scanned_with_word * 50 <= scanned_messages then 'content ilike $2'
        else
          case
            when junctions <> '{}' then 'private.word_junctions(content) @> $11 and '
            when possible_junctions <> '{}' then 'private.word_junctions(content) && $12 and '
            else ''
          end
          || 'case when strpos(lower(content collate "C"), $9) > 0 then $10 or content ilike $2 else false end'
      end
    )
    using is_indexed, pattern, caller_id, usable_ids, conversation.updated_at, conversation.id, rank, max_rows - rank,
      ascii_part, is_ascii, junctions, possible_junctions;
  end if;
end;
$$;
revoke all on function private.search_own_conversations(text, integer) from public;
grant execute on function private.search_own_conversations(text, integer) to authenticated;

create or replace function public.search_conversations(query text, row_limit integer default 20)
returns jsonb
language sql stable set search_path = '' as $$
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
      order by found.rank
    ),
    '[]'
  )
  from private.search_own_conversations(search_conversations.query, search_conversations.row_limit) as found
  join public.conversation_rows on conversation_rows.id = found.conversation_id
  left join public.messages on messages.id = found.message_id
  left join lateral greatest(strpos(lower(messages.content), lower(search_conversations.query)), 1) as start on true;
$$;

create or replace function public.add_attachment(
  user_id uuid,
  conversation_id uuid,
  name text,
  size bigint,
  mime text,
  sha256 text,
  supabase_path text,
  uploads_per_minute integer default 30
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  outcome text;
  attachment public.attachments;
begin
  -- Serialises one user's uploads: two concurrent ones would otherwise both pass the limit.
  perform pg_advisory_xact_lock(hashtextextended(add_attachment.user_id::text, 1));

  if exists (
    select 1
    from public.attachments
    where supabase_path = add_attachment.supabase_path and user_id = add_attachment.user_id
  ) then
    return '{"outcome": "added"}';
  end if;

  outcome := private.upload_outcome(
    add_attachment.user_id, add_attachment.conversation_id, add_attachment.uploads_per_minute
  );
  if outcome <> 'ok' then
    return jsonb_build_object('outcome', outcome);
  end if;

  insert into public.attachments (conversation_id, user_id, name, size, mime, sha256, supabase_path)
  values (
    add_attachment.conversation_id,
    add_attachment.user_id,
    add_attachment.name,
    add_attachment.size,
    add_attachment.mime,
    add_attachment.sha256,
    add_attachment.supabase_path
  )
  returning * into attachment;

  perform private.record_audit(
    'upload_file',
    attachment.user_id,
    null,
    attachment.conversation_id,
    jsonb_build_object('attachment_id', attachment.id, 'size', attachment.size, 'mime', attachment.mime)
  );
  return '{"outcome": "added"}';
end;
$$;

create or replace function public.record_scan(
  supabase_path text,
  sha256 text,
  status text,
  reason text default null,
  scanned_by text default null
)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  effective_status text;
begin
  update public.attachments
  set
    scan_status = record_scan.status,
    scan_reason = record_scan.reason,
    scanned_by = record_scan.scanned_by
  where supabase_path = record_scan.supabase_path
    and sha256 = record_scan.sha256
    and (
      scan_status in ('pending', 'error')
      or (
        scan_status = 'clean'
        and record_scan.status <> 'error'
        and scanned_by is distinct from record_scan.scanned_by
      )
    );

  select scan_status into effective_status
  from public.attachments
  where supabase_path = record_scan.supabase_path and sha256 = record_scan.sha256;
  return effective_status;
end;
$$;

create or replace function public.keep_provider_file(
  account text,
  supabase_path text,
  file_id text,
  expires_at timestamptz,
  good_for interval default '1 hour'
)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored_file_id text;
begin
  insert into private.provider_files as existing (account, supabase_path, file_id, expires_at)
  values (
    keep_provider_file.account,
    keep_provider_file.supabase_path,
    keep_provider_file.file_id,
    keep_provider_file.expires_at
  )
  on conflict (account, supabase_path) do update
  set file_id = excluded.file_id, expires_at = excluded.expires_at, claimed_at = null
  where existing.expires_at <= clock_timestamp() + keep_provider_file.good_for;

  select provider_files.file_id into stored_file_id
  from private.provider_files
  where account = keep_provider_file.account and supabase_path = keep_provider_file.supabase_path;
  return stored_file_id;
end;
$$;

create or replace function private.record_assistant_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb;
begin
  if auth.uid() is null or pg_trigger_depth() > 1 then
    return coalesce(new, old);
  end if;
  case tg_op
    when 'INSERT' then
      perform private.record_change(
        'assistant_created', jsonb_build_object('after', private.assistant_to_jsonb(new)), new.id
      );
    when 'UPDATE' then
      changes := private.difference(private.assistant_to_jsonb(old), private.assistant_to_jsonb(new));
      if changes is not null then
        perform private.record_change('assistant_updated', changes, new.id);
      end if;
    else
      perform private.record_change(
        'assistant_deleted',
        jsonb_build_object(
          'before', private.assistant_to_jsonb(old), 'removed', private.count_cascade('assistant', old.id)
        ),
        old.id
      );
  end case;
  return coalesce(new, old);
end;
$$;

create or replace function private.record_participant_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb;
begin
  if auth.uid() is null or pg_trigger_depth() > 1 then
    return coalesce(new, old);
  end if;
  case tg_op
    when 'INSERT' then
      perform private.record_change(
        'participant_created',
        jsonb_build_object('after', private.participant_to_jsonb(new)),
        participant_id => new.id
      );
    when 'UPDATE' then
      changes := private.difference(private.participant_to_jsonb(old), private.participant_to_jsonb(new));
      if changes is not null then
        perform private.record_change('participant_updated', changes, participant_id => new.id);
      end if;
    else
      -- Deleting a participant deletes the assistant, and this row is the last of the assistant's history too.
      perform private.record_change(
        'participant_deleted',
        jsonb_build_object(
          'before', private.participant_to_jsonb(old), 'removed', private.count_cascade('participant', old.id)
        ),
        (select id from public.assistants where participant_id = old.id),
        old.id
      );
  end case;
  return coalesce(new, old);
end;
$$;

create or replace function private.record_role_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  action_name constant text := case tg_op when 'DELETE' then 'role_access_revoked' else 'role_access_granted' end;
begin
  if not exists (select 1 from public.assistants where id = coalesce(new.assistant_id, old.assistant_id)) then
    return null;
  end if;
  perform private.record_change(
    action_name,
    jsonb_build_object('role', (select name from public.roles where id = coalesce(new.role_id, old.role_id))),
    coalesce(new.assistant_id, old.assistant_id)
  );
  return null;
end;
$$;

create or replace function private.count_cascade(kind text, record_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  with deleted_assistants as (
    select id
    from public.assistants
    where count_cascade.kind = 'assistant' and id = count_cascade.record_id
      or count_cascade.kind = 'participant' and participant_id = count_cascade.record_id
  ), deleted_conversations as (
    select id, user_id from public.conversations where assistant_id in (select id from deleted_assistants)
  )
  select jsonb_build_object(
    'conversations', (select count(*) from deleted_conversations),
    'people', (select count(distinct user_id) from deleted_conversations),
    'messages', (select count(*) from public.messages where conversation_id in (select id from deleted_conversations)),
    'files', (select count(*) from public.attachments where conversation_id in (select id from deleted_conversations)),
    'direct_grants', (
      select count(*) from public.assistant_access where assistant_id in (select id from deleted_assistants)
    ),
    'role_grants', (
      select count(*) from public.assistant_role_access where assistant_id in (select id from deleted_assistants)
    )
  ) || case count_cascade.kind
    when 'participant' then
      jsonb_build_object(
        'assistants', (select count(*) from deleted_assistants),
        'assignments', (
          select count(*) from public.participant_assignments where participant_id = count_cascade.record_id
        )
      )
    else '{}'
  end;
$$;

create or replace function private.like_pattern(text text)
returns text
language sql immutable set search_path = '' as $$
  select '%' || regexp_replace(like_pattern.text, '([\\%_])', '\\\1', 'g') || '%';
$$;

create or replace function private.search_user_ids(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query select id from public.users where email ilike private.like_pattern(search_user_ids.q);
end;
$$;

create or replace function private.search_participant_ids(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query
    select id from public.participants where display_name ilike private.like_pattern(search_participant_ids.q);
end;
$$;

create or replace function private.search_assistant_ids(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  return query select id from public.assistants where label ilike private.like_pattern(search_assistant_ids.q);
end;
$$;

create or replace function private.search_users(q text)
returns setof public.users
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query select * from public.users where email ilike private.like_pattern(search_users.q);
end;
$$;

create or replace function private.search_participants(q text)
returns setof public.participants
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query
    select * from public.participants where display_name ilike private.like_pattern(search_participants.q);
end;
$$;

create or replace function public.search_users(q text)
returns setof public.users
language sql stable rows 50 set search_path = '' as $$
  select * from private.search_users(search_users.q);
$$;

create or replace function public.search_participants(q text)
returns setof public.participants
language sql stable rows 50 set search_path = '' as $$
  select * from private.search_participants(search_participants.q);
$$;

create or replace function public.search_assistants(q text)
returns setof public.assistants
language sql stable rows 50 set search_path = '' as $$
  select assistants.*
  from public.assistants
  where id = any (array(select private.search_assistant_ids(search_assistants.q)));
$$;

create or replace function public.participant_options(q text default '', assistant_id uuid default null, row_limit integer default 1000)
returns table (id uuid, display_name text)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    with current_participant as (
      select participants.id, participants.display_name
      from public.assistants
      join public.participants on participants.id = assistants.participant_id
      where assistants.id = participant_options.assistant_id
    ), available as (
      select participants.id, participants.display_name
      from public.participants
      where status = 'active'
        and (
          participant_options.q = ''
          or participants.id = any (array(select private.search_participant_ids(participant_options.q)))
        )
        and not exists (select 1 from public.assistants where assistants.participant_id = participants.id)
      order by participants.display_name, participants.id
      limit least(participant_options.row_limit, 1000)
    )
    select id, display_name from current_participant union all select id, display_name from available
    order by display_name, id;
end;
$$;

create or replace function private.who_can_see(
  kind text,
  record_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  assistant uuid;
  participant uuid;
  page_size constant integer := greatest(least(who_can_see.page_size, 100), 1);
begin
  perform private.require_admin();
  if who_can_see.kind = 'participant' then
    participant := who_can_see.record_id;
    select id into assistant from public.assistants where participant_id = participant;
  else
    assistant := who_can_see.record_id;
    select participant_id into participant from public.assistants where id = assistant;
  end if;

  return (
    with candidates as (
      select
        users.id,
        users.email,
        roles.name as role_name,
        assistant_access.user_id is not null as is_direct,
        assistant_role_access.role_id is not null as is_by_role,
        roles.name = 'admin' as is_admin,
        participant_assignments.user_id is not null as is_assigned
      from public.users
      join public.roles on roles.id = users.role_id
      left join public.assistant_access
        on assistant_access.assistant_id = assistant and assistant_access.user_id = users.id
      left join public.assistant_role_access
        on assistant_role_access.assistant_id = assistant and assistant_role_access.role_id = users.role_id
      left join public.participant_assignments
        on participant_assignments.participant_id = participant and participant_assignments.user_id = users.id
      where who_can_see.q = '' or users.id = any (array(select private.search_user_ids(who_can_see.q)))
    ), page_rows as (
      select candidates.*, count(*) over () as total
      from candidates
      where is_direct or is_by_role or is_admin or is_assigned and who_can_see.kind = 'participant'
      order by email, id
      limit page_size
      offset (greatest(who_can_see.page, 1)::bigint - 1) * page_size
    )
    select jsonb_build_object(
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'userId', id,
            'userEmail', email,
            'roleName', role_name,
            'accountState', private.account_state(id),
            'reasons', array_remove(
              array[
                case when is_admin then 'admin' end,
                case when is_direct then 'direct' end,
                case when is_by_role then 'role' end,
                case when is_assigned then 'assignment' end
              ],
              null
            )
          )
          order by email, id
        ),
        '[]'
      ),
      'total', coalesce(max(total), 0)
    )
    from page_rows
  );
end;
$$;

create or replace function private.user_access(
  user_id uuid,
  q text default '',
  usable_only boolean default false,
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  page_size constant integer := greatest(least(user_access.page_size, 100), 1);
  user_role_id uuid;
  is_admin boolean;
begin
  perform private.require_admin();
  select users.role_id, roles.name = 'admin'
  into user_role_id, is_admin
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = user_access.user_id;

  return (
    with candidates as (
      select
        assistants.id,
        assistants.label,
        assistants.label_order,
        assistants.kind,
        assistant_access.user_id is not null as is_direct,
        assistant_role_access.role_id is not null as is_by_role
      from public.assistants
      left join public.assistant_access
        on assistant_access.assistant_id = assistants.id and assistant_access.user_id = user_access.user_id
      left join public.assistant_role_access
        on assistant_role_access.assistant_id = assistants.id and assistant_role_access.role_id = user_role_id
      where user_access.q = ''
        or assistants.id = any (array(select private.search_assistant_ids(user_access.q)))
    ), page_rows as (
      select candidates.*, count(*) over () as total
      from candidates
      where not user_access.usable_only or is_direct or is_by_role or is_admin
      order by label_order, id
      limit page_size
      offset (greatest(user_access.page, 1)::bigint - 1) * page_size
    )
    select jsonb_build_object(
      'isAdmin', coalesce(is_admin, false),
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'assistantId', id,
            'assistantLabel', label,
            'assistantKind', kind,
            'hasDirectAccess', is_direct,
            'hasRoleAccess', is_by_role,
            'hasAccess', is_direct or is_by_role
          )
          order by label_order, id
        ),
        '[]'
      ),
      'total', coalesce(max(total), 0)
    )
    from page_rows
  );
end;
$$;

create or replace function private.user_participants(
  user_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  page_size constant integer := greatest(least(user_participants.page_size, 100), 1);
  is_admin boolean;
begin
  perform private.require_admin();
  select roles.name = 'admin'
  into is_admin
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = user_participants.user_id;

  return (
    with page_rows as (
      select
        participants.id,
        participants.display_name,
        participants.status,
        participant_assignments.user_id is not null as is_assigned,
        count(*) over () as total
      from public.participants
      left join public.participant_assignments
        on participant_assignments.participant_id = participants.id
        and participant_assignments.user_id = user_participants.user_id
      where (is_admin or participant_assignments.user_id is not null)
        and (
          user_participants.q = ''
          or participants.id = any (array(select private.search_participant_ids(user_participants.q)))
        )
      order by participants.display_name, participants.id
      limit page_size
      offset (greatest(user_participants.page, 1)::bigint - 1) * page_size
    )
    select jsonb_build_object(
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'participantId', id,
            'participantName', display_name,
            'status', status,
            'reasons', array_remove(
              array[case when is_admin then 'admin' end, case when is_assigned then 'assignment' end], null
            )
          )
          order by display_name, id
        ),
        '[]'
      ),
      'total', coalesce(max(total), 0)
    )
    from page_rows
  );
end;
$$;

create or replace function private.deletion_effect(kind text, record_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.count_cascade(deletion_effect.kind, deletion_effect.record_id);
end;
$$;

create function private.access_outcome(had_access boolean, has_access boolean)
returns text
language sql immutable set search_path = '' as $$
  select case
    when had_access and has_access then 'keeps'
    when had_access then 'loses'
    when has_access then 'gains'
    else 'none'
  end;
$$;
revoke all on function private.access_outcome(boolean, boolean) from public;
grant execute on function private.access_outcome(boolean, boolean) to authenticated;

create function private.require_at_most(item_count bigint, max_count bigint)
returns void
language plpgsql immutable set search_path = '' as $$
begin
  if require_at_most.item_count > require_at_most.max_count then
    raise exception 'At most % at once.', require_at_most.max_count using errcode = 'PT422';
  end if;
end;
$$;
revoke all on function private.require_at_most(bigint, bigint) from public;
grant execute on function private.require_at_most(bigint, bigint) to authenticated;

create function private.require_not_null(name text, value boolean)
returns void
language plpgsql immutable set search_path = '' as $$
begin
  if require_not_null.value is null then
    raise exception '% must be true or false', require_not_null.name using errcode = 'PT422';
  end if;
end;
$$;
revoke all on function private.require_not_null(text, boolean) from public;
grant execute on function private.require_not_null(text, boolean) to authenticated;

create or replace function private.change_grants(
  assistant_ids uuid[],
  user_ids uuid[],
  granted boolean,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  outcomes jsonb;
begin
  perform private.require_admin();
  perform private.require_at_most(
    coalesce(cardinality(change_grants.assistant_ids), 0)::bigint * coalesce(cardinality(change_grants.user_ids), 0), 500
  );

  -- Concurrent changes wait, so that the returned outcomes are those of this change.
  perform 1
  from public.assistants
  where id = any (change_grants.assistant_ids) and not change_grants.preview
  order by id
  for no key update;

  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'assistantId', assistants.id,
        'assistantLabel', assistants.label,
        'userId', users.id,
        'userEmail', users.email,
        'outcome', private.access_outcome(
          grants.is_direct or grants.is_indirect, change_grants.granted or grants.is_indirect
        )
      )
      order by users.email, users.id, assistants.label_order, assistants.id
    ),
    '[]'
  )
  into outcomes
  from public.assistants
  cross join public.users
  join public.roles on roles.id = users.role_id
  cross join lateral (
    select
      exists (
        select 1 from public.assistant_access where assistant_id = assistants.id and user_id = users.id
      ) as is_direct,
      roles.name = 'admin' or exists (
        select 1 from public.assistant_role_access where assistant_id = assistants.id and role_id = users.role_id
      ) as is_indirect
  ) as grants
  where assistants.id = any (change_grants.assistant_ids) and users.id = any (change_grants.user_ids);

  if not change_grants.preview then
    if change_grants.granted then
      insert into public.assistant_access (assistant_id, user_id)
      select (outcome ->> 'assistantId')::uuid, (outcome ->> 'userId')::uuid
      from jsonb_array_elements(outcomes) as outcome
      order by 1, 2
      on conflict do nothing;
    else
      delete from public.assistant_access
      where assistant_id = any (change_grants.assistant_ids) and user_id = any (change_grants.user_ids);
    end if;
  end if;
  return jsonb_build_object('rows', outcomes);
end;
$$;

create or replace function public.change_grants(
  assistant_ids uuid[],
  user_ids uuid[],
  granted boolean,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.require_not_null('granted', change_grants.granted);
  return private.change_grants(
    change_grants.assistant_ids, change_grants.user_ids, change_grants.granted, change_grants.preview
  );
end;
$$;

create or replace function public.change_workers(
  participant_id uuid,
  user_ids uuid[],
  assigned boolean,
  with_access boolean default false,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.require_not_null('assigned', change_workers.assigned);
  return private.change_workers(
    change_workers.participant_id,
    change_workers.user_ids,
    change_workers.assigned,
    change_workers.with_access,
    change_workers.preview
  );
end;
$$;

create or replace function private.record_view(kind text, record_id uuid)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  viewed_record constant jsonb := jsonb_build_object('kind', record_view.kind, 'id', record_view.record_id);
begin
  perform private.require_admin();
  if record_view.record_id = auth.uid() or record_view.record_id is null then
    return;
  end if;
  -- Screens call several of these functions concurrently.
  perform pg_advisory_xact_lock(hashtextextended(auth.uid()::text || record_view.record_id::text, 3));
  if exists (
    select 1
    from public.audit_logs
    where user_id = auth.uid()
      and action = 'record_viewed'
      and meta = viewed_record
      and created_at > now() - interval '1 hour'
  ) then
    return;
  end if;
  insert into public.audit_logs (
    action, user_id, target_user_id, target_user_email, participant_id, participant_name, assistant_id, meta
  )
  values (
    'record_viewed',
    auth.uid(),
    case record_view.kind when 'user' then record_view.record_id end,
    (select email from public.users where record_view.kind = 'user' and id = record_view.record_id),
    case record_view.kind when 'participant' then record_view.record_id end,
    (
      select display_name from public.participants
      where record_view.kind = 'participant' and id = record_view.record_id
    ),
    case record_view.kind when 'assistant' then record_view.record_id end,
    viewed_record
  );
end;
$$;

create or replace function private.read_history(
  kind text,
  record_id uuid,
  after_moment bigint default null,
  after_id uuid default null,
  row_limit integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  before_time timestamptz := timestamptz 'epoch' + read_history.after_moment * interval '1 microsecond';
  page_size constant integer := greatest(least(read_history.row_limit, 100), 1);
  found_rows jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(to_jsonb(found) order by created_at desc, id desc), '[]')
  into found_rows
  from (
    select
      id, user_id, assistant_id, conversation_id, action, meta, created_at, updated_at, user_email, assistant_label,
      assistant_kind, participant_id, participant_name, target_user_id, target_user_email
    from public.audit_logs
    where action in (
        'assistant_created', 'assistant_updated', 'assistant_deleted',
        'participant_created', 'participant_updated', 'participant_deleted',
        'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
        'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed'
      )
      and (
        read_history.kind = 'assistant' and assistant_id = read_history.record_id
        or read_history.kind = 'participant' and participant_id = read_history.record_id
        or read_history.kind = 'user' and target_user_id = read_history.record_id
      )
      and (before_time is null or (created_at, id) < (before_time, read_history.after_id))
    order by created_at desc, id desc
    limit page_size + 1
  ) as found;

  return jsonb_build_object(
    'rows', case when jsonb_array_length(found_rows) > page_size then found_rows - page_size else found_rows end,
    'next', case
      when jsonb_array_length(found_rows) > page_size then
        jsonb_build_object(
          'moment',
          (extract(epoch from (found_rows -> (page_size - 1) ->> 'created_at')::timestamptz) * 1000000)::bigint,
          'id', found_rows -> (page_size - 1) ->> 'id'
        )
    end
  );
end;
$$;

create or replace function public.set_assistant_model(
  user_id uuid,
  assistant_id uuid,
  provider text,
  model text,
  instructions text,
  max_output_tokens integer,
  vector_store_ids text[]
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  assistant_key text;
  old_profile public.ai_assistant_profiles;
  new_profile public.ai_assistant_profiles;
begin
  if not exists (
    select 1
    from public.users
    join public.roles on roles.id = users.role_id and roles.name = 'admin'
    where users.id = set_assistant_model.user_id
  ) then
    perform private.record_audit(
      'denied', set_assistant_model.user_id, set_assistant_model.assistant_id, null, '{"attempted": "model_changed"}'
    );
    return jsonb_build_object('outcome', 'admin_required');
  end if;

  select openai_assistant_id into assistant_key
  from public.assistants
  where id = set_assistant_model.assistant_id
  for share;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;

  -- Inserts the row in order to lock it: the recorded "before" is what this change replaces.
  insert into public.ai_assistant_profiles (openai_assistant_id) values (assistant_key) on conflict do nothing;
  select * into old_profile
  from public.ai_assistant_profiles
  where openai_assistant_id = assistant_key
  for update;

  update public.ai_assistant_profiles
  set provider = set_assistant_model.provider,
      model = set_assistant_model.model,
      instructions = set_assistant_model.instructions,
      max_output_tokens = set_assistant_model.max_output_tokens,
      vector_store_ids = set_assistant_model.vector_store_ids,
      version = version + 1
  where openai_assistant_id = assistant_key
    and (provider, model, instructions, max_output_tokens, vector_store_ids) is distinct from (
      set_assistant_model.provider,
      set_assistant_model.model,
      set_assistant_model.instructions,
      set_assistant_model.max_output_tokens,
      set_assistant_model.vector_store_ids
    )
  returning * into new_profile;

  if found then
    perform private.record_audit(
      'model_changed',
      set_assistant_model.user_id,
      set_assistant_model.assistant_id,
      null,
      jsonb_build_object(
        'openai_assistant_id', assistant_key,
        'before', private.profile_to_jsonb(old_profile),
        'after', private.profile_to_jsonb(new_profile),
        'instructions_changed', old_profile.instructions <> new_profile.instructions
      )
    );
  end if;
  return jsonb_build_object('outcome', 'saved');
end;
$$;

create or replace function private.count_audit_logs()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_due boolean;
begin
  with texts as materialized (
    select id, created_at, action, meta::text as meta_text, private.audit_skeleton(meta::text) as skeleton
    from changed_rows
  ), counted as (
    insert into private.audit_count_changes (day, action, skeleton, entries)
    select
      (created_at at time zone 'UTC')::date, action, skeleton, case tg_op when 'INSERT' then count(*) else -count(*) end
    from texts
    group by 1, 2, 3
    returning id
  ), inserted_texts as (
    insert into private.audit_bare_texts (entry_id, meta_text)
    select id, meta_text from texts where skeleton is null and tg_op = 'INSERT'
  ), deleted_texts as (
    delete from private.audit_bare_texts
    where tg_op = 'DELETE' and entry_id in (select id from texts where skeleton is null)
  )
  select bool_or(id % 500 = 0) from counted into is_due;
  if is_due then
    perform private.merge_audit_counts();
  end if;
  return null;
end;
$$;

create or replace function private.merge_audit_counts()
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('private.audit_counts', 0))
  then
    return;
  end if;

  insert into private.audit_skeletons (skeleton)
  select distinct skeleton
  from private.audit_count_changes as changes
  where skeleton is not null
    and not exists (
      select 1 from private.audit_skeletons as existing where md5(existing.skeleton) = md5(changes.skeleton)
    );

  with deleted_changes as (
    delete from private.audit_count_changes as changes
    where skeleton is null
      or exists (select 1 from private.audit_skeletons as existing where md5(existing.skeleton) = md5(changes.skeleton))
    returning day, action, skeleton, entries
  )
  insert into private.audit_counts as counts (day, action, skeleton_id, entries)
  select day, action, coalesce(existing.id, 0), sum(entries)
  from deleted_changes
  left join private.audit_skeletons as existing on md5(existing.skeleton) = md5(deleted_changes.skeleton)
  group by 1, 2, 3
  on conflict (action, skeleton_id, day) do update set entries = counts.entries + excluded.entries;
end;
$$;

create or replace function private.recount_audit_logs()
returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.audit_logs in share row exclusive mode;
  delete from private.audit_count_changes where true;
  delete from private.audit_counts where true;
  delete from private.audit_bare_texts where true;
  with texts as materialized (
    select id, created_at, action, meta::text as meta_text, private.audit_skeleton(meta::text) as skeleton
    from public.audit_logs
  ), inserted_texts as (
    insert into private.audit_bare_texts (entry_id, meta_text) select id, meta_text from texts where skeleton is null
  )
  insert into private.audit_count_changes (day, action, skeleton, entries)
  select (created_at at time zone 'UTC')::date, action, skeleton, count(*) from texts group by 1, 2, 3;
  perform private.merge_audit_counts();
end;
$$;

create function private.audit_terms(filter jsonb)
returns text[]
language plpgsql stable set search_path = '' as $$
declare
  actions text[];
  terms text[] := '{}';
begin
  if filter ->> 'userId' is not null then
    terms := terms || format('user_id = %L::uuid', (filter ->> 'userId')::uuid);
  end if;
  if filter ->> 'assistantId' is not null then
    terms := terms || format('assistant_id = %L::uuid', (filter ->> 'assistantId')::uuid);
  end if;
  if filter ->> 'participantId' is not null then
    terms := terms || format('participant_id = %L::uuid', (filter ->> 'participantId')::uuid);
  end if;
  if filter ->> 'conversationId' is not null then
    terms := terms || format('conversation_id = %L::uuid', (filter ->> 'conversationId')::uuid);
  end if;
  if jsonb_typeof(filter -> 'actions') <> 'null' then
    actions := array(select jsonb_array_elements_text(filter -> 'actions'));
    perform private.require_at_most(cardinality(actions), 25);
    if cardinality(actions) > 0 then
      terms := terms || format('action = any (%L::text[])', actions);
    end if;
  end if;
  if coalesce(filter ->> 'q', '') <> '' then
    perform private.require_at_most(char_length(filter ->> 'q'), 120);
    terms := terms || format(
      '(action = any (%L::text[]) or meta::text ilike %L)',
      private.audit_actions_with(filter ->> 'q'), private.like_pattern(filter ->> 'q')
    );
  end if;
  return terms;
end;
$$;
revoke all on function private.audit_terms(jsonb) from public;

create or replace function private.audit_actions_with(q text)
returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(action order by action), '{}')
  from private.audit_actions() as action
  where action ilike private.like_pattern(audit_actions_with.q)
    or replace(action, '_', ' ') ilike private.like_pattern(audit_actions_with.q);
$$;

create function private.audit_keyword(q text, source text)
returns text
language sql stable set search_path = '' as $$
  select case
    when not private.is_in_skeletons(audit_keyword.q) then
      format('action = any (%L::text[])', private.audit_actions_with(audit_keyword.q))
    when audit_keyword.source = 'counts' then
      format(
        '(action = any (%L::text[]) or skeleton_id = any (%L::integer[]))',
        private.audit_actions_with(audit_keyword.q),
        array(select id from private.audit_skeletons where skeleton ilike private.like_pattern(audit_keyword.q))
      )
    else
      format(
        '(action = any (%L::text[]) or coalesce(%s ilike %L, false))',
        private.audit_actions_with(audit_keyword.q),
        case audit_keyword.source when 'changes' then 'skeleton' else 'private.audit_skeleton(meta::text)' end,
        private.like_pattern(audit_keyword.q)
      )
  end;
$$;
revoke all on function private.audit_keyword(text, text) from public;

create function private.audit_counted(filter jsonb, source text)
returns text
language plpgsql stable set search_path = '' as $$
declare
  negated constant jsonb := coalesce(nullif(filter -> 'not', 'null'), '{}');
  terms text[] := private.audit_terms(jsonb_build_object('actions', filter -> 'actions'));
  term text;
begin
  foreach term in array private.audit_terms(jsonb_build_object('actions', negated -> 'actions')) loop
    terms := terms || format('not %s', term);
  end loop;
  if coalesce(filter ->> 'q', '') <> '' then
    terms := terms || private.audit_keyword(filter ->> 'q', audit_counted.source);
  end if;
  if coalesce(negated ->> 'q', '') <> '' then
    terms := terms || format('not %s', private.audit_keyword(negated ->> 'q', audit_counted.source));
  end if;
  return coalesce(nullif(array_to_string(terms, ' and '), ''), 'true');
end;
$$;
revoke all on function private.audit_counted(jsonb, text) from public;

create or replace function private.audit_keyword_in_texts(q text)
returns text
language sql stable set search_path = '' as $$
  select format(
    case
      when private.is_in_skeletons(audit_keyword_in_texts.q) then
        'id in (select entry_id from private.audit_bare_texts where meta_text ilike %L)'
      else 'meta::text ilike %L'
    end,
    private.like_pattern(audit_keyword_in_texts.q)
  );
$$;

create or replace function private.audit_overcounted(filter jsonb)
returns text
language plpgsql stable set search_path = '' as $$
declare
  negated constant jsonb := coalesce(nullif(filter -> 'not', 'null'), '{}');
  reasons text[] := private.audit_terms(negated - 'actions' - 'q');
begin
  if coalesce(negated ->> 'q', '') <> '' then
    reasons := reasons || private.audit_keyword_in_texts(negated ->> 'q');
  end if;
  if reasons <> '{}' then
    return format('(%s) and %s', array_to_string(reasons, ' or '), private.audit_counted(filter, 'entries'));
  end if;
  return null;
end;
$$;

create or replace function private.audit_histogram(filter jsonb)
returns private.audit_histogram
language plpgsql stable set search_path = '' as $$
declare
  from_at constant timestamptz := coalesce((filter ->> 'from')::timestamptz, '-infinity');
  to_at constant timestamptz := coalesce((filter ->> 'to')::timestamptz, 'infinity');
  uncounted constant text := private.audit_uncounted(filter);
  overcounted constant text := private.audit_overcounted(filter);
  condition constant text := private.audit_condition(filter - 'from' - 'to');
  -- Whole days, from `first_day` up to but excluding `last_day`.
  first_day date := (from_at at time zone 'UTC')::date;
  last_day date := (to_at at time zone 'UTC')::date;
  days_start timestamptz;
  days_end timestamptz;
  entries_query text :=
    $sql$select (created_at at time zone 'UTC')::date, %s count(*), 0 from public.audit_logs where %s group by 1$sql$;
  sources text[];
  source text;
  histogram private.audit_histogram;
begin
  if first_day::timestamp at time zone 'UTC' < from_at then
    first_day := first_day + 1;
  end if;
  if first_day > last_day then
    last_day := first_day;
  end if;
  days_start := least(first_day::timestamp at time zone 'UTC', to_at);
  days_end := greatest(last_day::timestamp at time zone 'UTC', days_start);

  if first_day < last_day then
    foreach source in array array['counts', 'changes'] loop
      sources := sources || format(
        'select day, coalesce(sum(entries) filter (where %s), 0), sum(entries) from private.%I
         where day >= %L and day < %L group by 1',
        private.audit_counted(filter, source),
        case source when 'counts' then 'audit_counts' else 'audit_count_changes' end, first_day, last_day
      );
    end loop;
    if uncounted is not null then
      sources := sources || format(
        entries_query, '',
        format('created_at >= %L and created_at < %L and %s and %s', days_start, days_end, uncounted, condition)
      );
    end if;
    if overcounted is not null then
      sources := sources || format(
        entries_query, '-', format('created_at >= %L and created_at < %L and %s', days_start, days_end, overcounted)
      );
    end if;
  end if;
  if from_at < days_start then
    sources := sources || format(
      entries_query, '', format('created_at >= %L and created_at < %L and %s', from_at, days_start, condition)
    );
  end if;
  if days_end < to_at then
    sources := sources || format(
      entries_query, '', format('created_at >= %L and created_at < %L and %s', days_end, to_at, condition)
    );
  end if;
  if sources is not null then
    execute format(
      'select array_agg(day order by day), array_agg(matching order by day), array_agg(entries order by day)
       from (
         select day, sum(matching)::bigint, sum(entries)::bigint from (%s) as sources (day, matching, entries) group by 1
       ) as days (day, matching, entries)',
      array_to_string(sources, ' union all ')
    ) into histogram.days, histogram.matching, histogram.entries;
  end if;
  return histogram;
end;
$$;

create or replace function private.sort_audit_ids(condition text, direction text, row_limit bigint, row_offset bigint)
returns setof uuid
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return query execute format(
    'with found as materialized (select id, created_at from public.audit_logs where %1$s)
     select id from found order by created_at %2$s, id %2$s limit %3$s offset %4$s',
    sort_audit_ids.condition, sort_audit_ids.direction, sort_audit_ids.row_limit, sort_audit_ids.row_offset
  );
end;
$$;

create or replace function private.scan_audit_ids(condition text, direction text, row_limit bigint, row_offset bigint)
returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query execute format(
    'select id from public.audit_logs where %1$s order by created_at %2$s, id %2$s limit %3$s offset %4$s',
    scan_audit_ids.condition, scan_audit_ids.direction, scan_audit_ids.row_limit, scan_audit_ids.row_offset
  );
end;
$$;

create or replace function private.audit_subject_page(
  filter jsonb, descending boolean, page_size bigint, first_row bigint, out ids uuid[], out total bigint
)
language plpgsql stable set search_path = '' as $$
declare
  condition constant text := private.audit_condition(filter);
begin
  execute format('select count(*) from public.audit_logs where %s', condition) into total;
  ids := case
    when first_row >= total then '{}'
    when first_row <= total / 2 then
      array(
        select private.scan_audit_ids(condition, case when descending then 'desc' else 'asc' end, page_size, first_row)
      )
    else
      array(
        select private.scan_audit_ids(
          condition, case when descending then 'asc' else 'desc' end,
          least(page_size, total - first_row), greatest(total - first_row - page_size, 0)
        )
      )
  end;
end;
$$;

create or replace function private.audit_log_page(
  filter jsonb, descending boolean, page_size bigint, first_row bigint, out ids uuid[], out total bigint
)
language plpgsql stable set search_path = '' as $$
declare
  histogram constant private.audit_histogram := private.audit_histogram(filter);
  day_count constant integer := coalesce(cardinality(histogram.days), 0);
  direction constant text := case when descending then 'desc' else 'asc' end;
  condition text;
  day_index integer;
  rows_to_skip bigint := first_row;
  matched_rows bigint := 0;
  counted_rows bigint := 0;
  first_day date;
  last_day date;
begin
  total := coalesce((select sum(number) from unnest(histogram.matching) as number), 0);
  ids := '{}';
  if first_row >= total then
    return;
  end if;

  for step in 1..day_count loop
    day_index := case when descending then day_count + 1 - step else step end;
    if first_day is null and rows_to_skip >= histogram.matching[day_index] then
      rows_to_skip := rows_to_skip - histogram.matching[day_index];
      continue;
    end if;
    first_day := coalesce(first_day, histogram.days[day_index]);
    last_day := histogram.days[day_index];
    matched_rows := matched_rows + histogram.matching[day_index];
    counted_rows := counted_rows + histogram.entries[day_index];
    exit when matched_rows >= rows_to_skip + page_size;
  end loop;

  condition := format(
    'created_at >= %L and created_at < %L',
    least(first_day, last_day)::timestamp at time zone 'UTC',
    (greatest(first_day, last_day) + 1)::timestamp at time zone 'UTC'
  );
  if coalesce(filter ->> 'q', '') = '' then
    ids := array(
      select private.scan_audit_ids(
        condition || ' and ' || private.audit_condition(filter), direction, page_size, rows_to_skip
      )
    );
  elsif counted_rows <= 5000 + 3 * total then
    -- No index helps with the keyword, so the days are read.
    ids := array(
      select private.scan_audit_ids(
        format(
          '%s and %s and (action = any (%L::text[]) or (meta::text || '''') ilike %L)',
          condition, private.audit_condition(filter - 'q'), private.audit_actions_with(filter ->> 'q'),
          private.like_pattern(filter ->> 'q')
        ),
        direction, page_size, rows_to_skip
      )
    );
  else
    ids := array(
      select private.sort_audit_ids(
        condition || ' and ' || private.audit_condition(filter), direction, page_size, rows_to_skip
      )
    );
  end if;
end;
$$;

create or replace function private.query_audit_logs(filter jsonb)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant bigint := least(greatest(coalesce((filter ->> 'pageSize')::bigint, 50), 1), 100);
  page constant bigint := least(greatest(coalesce((filter ->> 'page')::bigint, 1), 1), 1000000000);
  descending constant boolean := coalesce(filter ->> 'sort', '') <> 'created_at_asc';
  has_subject constant boolean := coalesce(
    filter ->> 'userId', filter ->> 'assistantId', filter ->> 'participantId', filter ->> 'conversationId'
  ) is not null;
  ids uuid[];
  total bigint;
  found jsonb;
begin
  perform private.require_admin();
  if has_subject then
    select * into ids, total from private.audit_subject_page(filter, descending, page_size, (page - 1) * page_size);
  else
    select * into ids, total from private.audit_log_page(filter, descending, page_size, (page - 1) * page_size);
  end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(found) order by created_at %2$s, id %2$s), ''[]'')
     from (select %1$s from public.audit_logs where id = any ($1)) as found',
    private.audit_columns(), case when descending then 'desc' else 'asc' end
  ) into found using ids;
  return jsonb_build_object('rows', found, 'total', total);
end;
$$;

create or replace function private.audit_neighbour(entry public.audit_logs, condition text, is_older boolean)
returns uuid
language plpgsql stable set search_path = '' as $$
declare
  direction constant text := case when is_older then 'desc' else 'asc' end;
  after_entry constant text := format(
    '(created_at, id) %s (%L::timestamptz, %L::uuid)', case when is_older then '<' else '>' end, entry.created_at, entry.id
  );
  neighbour uuid;
begin
  -- The neighbour is usually near, so a short range is tried first.
  execute format(
    'select id
     from (select * from public.audit_logs where %1$s order by created_at %2$s, id %2$s limit 500) as near
     where %3$s order by created_at %2$s, id %2$s limit 1',
    after_entry, direction, audit_neighbour.condition
  ) into neighbour;
  return coalesce(
    neighbour,
    (select id from private.sort_audit_ids(after_entry || ' and ' || audit_neighbour.condition, direction, 1, 0) as id)
  );
end;
$$;

create or replace function private.count_audit_entries(filter jsonb, edges timestamptz[])
returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
declare
  buckets constant integer := cardinality(edges) - 1;
  has_subject constant boolean := coalesce(
    filter ->> 'userId', filter ->> 'assistantId', filter ->> 'participantId', filter ->> 'conversationId'
  ) is not null;
  counts bigint[];
begin
  perform private.require_admin();
  perform private.require_at_most(cardinality(edges), 121);
  if coalesce(buckets, 0) < 1 then
    return '{}';
  end if;
  if has_subject or edges[cardinality(edges)] - edges[1] <= interval '32 days' then
    -- A short range, or one that has its own index: the entries are read once.
    execute format(
      'with found as (
         select width_bucket(created_at, %L::timestamptz[]) as bucket, count(*) as entries
         from public.audit_logs where %s group by 1
       )
       select array_agg(coalesce(entries, 0) order by bucket)
       from generate_series(1, %s) as bucket left join found using (bucket)',
      edges,
      private.audit_condition(
        filter || jsonb_build_object('from', edges[1], 'to', edges[cardinality(edges)])
      ),
      buckets
    ) into counts;
    return counts;
  end if;
  -- A long range: whole days are counted already, only the days at the edges are read.
  return array(
    select (
      select coalesce(sum(matching), 0)
      from unnest(
        (private.audit_histogram(
          filter || jsonb_build_object('from', edges[bucket], 'to', edges[bucket + 1])
        )).matching
      ) as matching
    )
    from generate_series(1, buckets) as bucket
    order by bucket
  );
end;
$$;

create or replace function private.queue_entries()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.audit_unlinked (entry_id, digest)
  select new_entries.id, private.audit_digest(new_entries) from new_entries;
  insert into private.audit_transactions (is_last) values (false) on conflict do nothing;
  return null;
end;
$$;

create or replace function private.check_audit_chain(after_seq bigint, row_limit integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  start_seq constant bigint := greatest(check_audit_chain.after_seq, 0);
  end_seq constant bigint := start_seq + greatest(check_audit_chain.row_limit, 1);
  purged constant int8multirange := private.purged_links();
  head private.audit_head;
  last_link private.audit_chain;
  result jsonb;
begin
  select * into strict head from private.audit_head;
  select * into last_link from private.audit_chain order by seq desc limit 1;

  with links as (
    select
      audit_chain.*,
      lag(seq) over (order by seq) as previous_seq,
      lag(hash) over (order by seq) as previous_hash
    from private.audit_chain
    -- Includes the previous link; before the first one there is none, regardless of its number.
    where seq <= end_seq and (seq >= start_seq or start_seq = 0)
  ), verified as (
    select
      links.seq,
      links.entry_id,
      audit_logs.id is null as is_missing,
      case
        when previous_seq is distinct from nullif(links.seq - 1, 0) then 'link_missing'
        when links.hash <> sha256(coalesce(previous_hash, decode(repeat('00', 32), 'hex')) || links.digest)
          then 'link_changed'
        when audit_logs.id is null and not links.seq <@ purged then 'entry_missing'
        when links.digest <> private.audit_digest(audit_logs) and audit_logs.id is not null then 'entry_changed'
      end as code,
      previous_seq
    from links
    left join public.audit_logs on audit_logs.id = links.entry_id
    where links.seq > start_seq or start_seq = 0
  )
  select jsonb_build_object(
    'to', coalesce(max(seq), start_seq),
    'done', coalesce(max(seq), start_seq) >= coalesce(last_link.seq, 0),
    'purged', count(*) filter (where is_missing and code is null),
    'problem', (
      select case code
        when 'link_missing' then
          jsonb_build_object('seq', coalesce(previous_seq + 1, greatest(start_seq, 1)), 'entryId', null, 'code', code)
        else jsonb_build_object('seq', seq, 'entryId', entry_id, 'code', code)
      end
      from verified
      where code is not null
      order by seq
      limit 1
    )
  )
  into result
  from verified;

  -- All links between this range and the next one may be missing.
  if not (result ->> 'done')::boolean and (result ->> 'to')::bigint < end_seq and result -> 'problem' = 'null' then
    result := result || jsonb_build_object(
      'problem',
      jsonb_build_object('seq', (result ->> 'to')::bigint + 1, 'entryId', null, 'code', 'link_missing')
    );
  end if;
  if (result ->> 'done')::boolean
    and result -> 'problem' = 'null'
    and (head.seq, head.hash)
      is distinct from (coalesce(last_link.seq, 0), coalesce(last_link.hash, decode(repeat('00', 32), 'hex')))
  then
    result := result || jsonb_build_object(
      'problem',
      jsonb_build_object(
        'seq', least(head.seq, coalesce(last_link.seq, 0)) + 1, 'entryId', null, 'code', 'end_missing'
      )
    );
  end if;
  return result;
end;
$$;

create or replace function private.find_unlinked_entries(after_id uuid, row_limit integer)
returns jsonb
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
  with checked as (
    select audit_logs.id, audit_logs.created_at
    from public.audit_logs
    where find_unlinked_entries.after_id is null or audit_logs.id > find_unlinked_entries.after_id
    order by audit_logs.id
    limit greatest(find_unlinked_entries.row_limit, 1)
  ), unlinked as (
    select id, created_at
    from checked
    where not exists (select 1 from private.audit_chain where audit_chain.entry_id = checked.id)
  )
  select jsonb_build_object(
    'checked', (select count(*) from checked),
    'unlinked', (select count(*) from unlinked),
    'entryId', (select id from unlinked order by created_at, id limit 1),
    'next', (select id from checked order by id offset greatest(find_unlinked_entries.row_limit, 1) - 1)
  );
$$;

create or replace function private.audit_chain_range(starts timestamptz, ends timestamptz)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  starts constant timestamptz := coalesce(audit_chain_range.starts, '-infinity');
  ends constant timestamptz := coalesce(audit_chain_range.ends, 'infinity');
  result jsonb;
begin
  perform private.require_admin();
  with period as (
    select audit_logs.id, audit_logs.created_at, audit_chain.seq
    from public.audit_logs
    left join private.audit_chain on audit_chain.entry_id = audit_logs.id
    where audit_logs.created_at >= starts and audit_logs.created_at < ends
  ), before as (
    select audit_logs.id from public.audit_logs where created_at < starts order by created_at desc, id desc limit 1
  ), after as (
    select audit_logs.id from public.audit_logs where created_at >= ends order by created_at, id limit 1
  ), edges as (
    select
      (select seq + 1 from private.audit_chain join before on before.id = entry_id) as lower_edge,
      (select seq - 1 from private.audit_chain join after on after.id = entry_id) as upper_edge,
      (select min(seq) from private.audit_chain) as lowest,
      (select max(seq) from private.audit_chain) as highest
  )
  select jsonb_build_object(
    'first', case when count(*) > 0 then least(min(seq), coalesce(lower_edge, lowest)) end,
    'last', case when count(*) > 0 then greatest(max(seq), coalesce(upper_edge, highest)) end,
    'entries', count(*),
    'unlinked', (select id from period where seq is null order by created_at, id limit 1)
  )
  into result
  from edges left join period on true
  where period.id is not null
  group by lower_edge, upper_edge, lowest, highest;
  return coalesce(result, jsonb_build_object('first', null, 'last', null, 'entries', 0, 'unlinked', null));
end;
$$;

create or replace function public.begin_audit_export(user_id uuid, filter jsonb, format text, exports_per_hour integer)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  export private.audit_exports;
  export_filter constant jsonb := begin_audit_export.filter - array['page', 'pageSize'];
  seconds_left integer;
begin
  if not public.is_administrator(begin_audit_export.user_id) then
    perform private.record_audit('denied', begin_audit_export.user_id, meta => '{"attempted": "audit_exported"}');
    return '{"outcome": "admin_required"}';
  end if;

  perform pg_advisory_xact_lock(hashtextextended(begin_audit_export.user_id::text, 2));
  delete from private.audit_exports
  where user_id = begin_audit_export.user_id and started_at < now() - interval '1 day';
  select ceil(extract(epoch from started_at + interval '1 hour' - now()))
  into seconds_left
  from private.audit_exports
  where user_id = begin_audit_export.user_id and started_at > now() - interval '1 hour'
  order by started_at desc
  offset begin_audit_export.exports_per_hour - 1
  limit 1;
  if found then
    return jsonb_build_object('outcome', 'rate_limited', 'secondsLeft', seconds_left);
  end if;

  insert into private.audit_exports (user_id, filter, format, up_to)
  select begin_audit_export.user_id, export_filter, begin_audit_export.format, audit_head.seq
  from private.audit_head
  returning * into export;
  perform private.record_audit(
    'audit_exported',
    begin_audit_export.user_id,
    meta => jsonb_build_object(
      'export', export.id,
      'format', export.format,
      'up_to', export.up_to,
      'filter', export_filter #- '{q}' #- '{not,q}'
    ) || case
      when coalesce(export_filter ->> 'q', '') <> '' or coalesce(export_filter #>> '{not,q}', '') <> ''
        then '{"keyword": true}'
      else '{}'
    end::jsonb
  );
  return jsonb_build_object('outcome', 'begun', 'id', export.id, 'upTo', export.up_to);
end;
$$;

create or replace function private.audit_export_of(user_id uuid, export_id uuid)
returns private.audit_exports
language plpgsql stable set search_path = '' as $$
declare
  export private.audit_exports;
begin
  select audit_exports.*
  into export
  from private.audit_exports
  where audit_exports.id = audit_export_of.export_id
    and audit_exports.user_id = audit_export_of.user_id
    and audit_exports.started_at > now() - interval '1 day';
  if not found then
    raise exception 'This export no longer exists. Start it again.' using errcode = 'PT404';
  end if;
  return export;
end;
$$;

create or replace function private.read_audit_export(export_id uuid, after_moment bigint, after_id uuid, row_limit integer)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  export private.audit_exports;
  page_size constant integer := greatest(least(read_audit_export.row_limit, 1000), 1);
  result json;
begin
  perform private.require_admin();
  export := private.audit_export_of(auth.uid(), read_audit_export.export_id);
  execute format(
    'with found as materialized (%s), page as (select *, row_number() over () as position from found)
     select json_build_object(
       ''rows'', coalesce(
         json_agg(
           json_build_object(
             ''seq'', page.seq,
             ''previous'', encode(coalesce(previous_link.hash, decode(repeat(''00'', 32), ''hex'')), ''hex''),
             ''hash'', encode(page.hash, ''hex''),
             ''entry'', private.audit_text(page.entry)
           )
           order by page.position
         ),
         ''[]''
       ),
       ''next'', (
         select json_build_object(
           ''moment'', (extract(epoch from created_at) * 1000000)::bigint, ''id'', id
         )
         from page as last_row
         where position = $3
       )
     )
     from page
     left join private.audit_chain as previous_link on previous_link.seq = page.seq - 1',
    private.audit_export_query(export, page_size)
  )
  into result
  using
    timestamptz 'epoch' + read_audit_export.after_moment * interval '1 microsecond',
    read_audit_export.after_id,
    page_size;
  return result;
end;
$$;

create or replace function public.sum_up_audit_export(user_id uuid, export_id uuid, row_cap integer)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  export private.audit_exports;
  result jsonb;
begin
  if not public.is_administrator(sum_up_audit_export.user_id) then
    return '{"outcome": "admin_required"}';
  end if;
  export := private.audit_export_of(sum_up_audit_export.user_id, sum_up_audit_export.export_id);
  execute format(
    'with found as materialized (%s), numbered as (select *, row_number() over () as position from found)
     select jsonb_build_object(
       ''outcome'', ''summed_up'',
       ''rows'', count(*) filter (where position <= $3),
       ''limited'', count(*) > $3,
       ''firstSeq'', min(seq) filter (where position <= $3),
       ''lastSeq'', max(seq) filter (where position <= $3),
       ''hashes'', encode(
         sha256(coalesce(string_agg(hash, ''''::bytea order by position) filter (where position <= $3), '''')), ''hex''
       )
     )
     from numbered',
    private.audit_export_query(export, sum_up_audit_export.row_cap + 1)
  )
  into result
  using null::timestamptz, null::uuid, sum_up_audit_export.row_cap;
  return result || jsonb_build_object(
    'filter', export.filter,
    'format', export.format,
    'upTo', export.up_to,
    'begunAt', private.utc_text(export.started_at)
  );
end;
$$;

create or replace function private.hold_audit(kind text, subject_id uuid, reason text)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  hold private.audit_holds;
begin
  -- Without an ID a constraint refuses it.
  if hold_audit.subject_id is not null and not private.hold_subject_exists(hold_audit.kind, hold_audit.subject_id) then
    raise exception 'No % has this ID, and no entry is about one.', hold_audit.kind using errcode = 'PT404';
  end if;
  insert into private.audit_holds (kind, subject_id, reason, set_by, set_by_email)
  values (
    hold_audit.kind, hold_audit.subject_id, btrim(hold_audit.reason), auth.uid(),
    (select email from public.users where id = auth.uid())
  )
  returning * into hold;
  perform private.record_hold('audit_hold_set', hold);
  return private.hold_to_jsonb(hold);
end;
$$;

create or replace function private.lift_audit_hold(hold_id uuid)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  hold private.audit_holds;
begin
  update private.audit_holds
  set lifted_at = now(),
      lifted_by = auth.uid(),
      lifted_by_email = (select email from public.users where users.id = auth.uid())
  where audit_holds.id = lift_audit_hold.hold_id and audit_holds.lifted_at is null
  returning * into hold;
  if not found then
    raise exception 'This hold does not exist, or was lifted already.' using errcode = 'PT404';
  end if;
  perform private.record_hold('audit_hold_lifted', hold);
  return private.hold_to_jsonb(hold);
end;
$$;

create or replace function private.list_audit_holds()
returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(private.hold_to_jsonb(audit_holds) order by lifted_at desc nulls first, set_at desc, id), '[]'
  )
  from private.audit_holds;
$$;

create or replace function private.purge_audit(before timestamptz, row_limit integer)
returns jsonb
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  -- As many as fit into the audit row.
  max_ranges constant integer := 150;
  entries uuid[];
  ranges jsonb;
  entry_count integer;
begin
  -- Waits for holds that are being set, and blocks new ones.
  lock table private.audit_holds in share mode;
  if exists (select 1 from private.audit_holds where kind = 'all' and lifted_at is null) then
    return '{"purged": 0, "more": false}';
  end if;

  with old as (
    select audit_logs.id, audit_chain.seq
    from public.audit_logs
    join private.audit_chain on audit_chain.entry_id = audit_logs.id
    where audit_logs.created_at < purge_audit.before
      and audit_logs.action <> 'audit_purged'
      and not exists (
        select 1
        from private.audit_holds
        where lifted_at is null
          and (
            kind = 'user' and subject_id in (audit_logs.user_id, audit_logs.target_user_id)
            or kind = 'participant' and subject_id = audit_logs.participant_id
            or kind = 'assistant' and subject_id = audit_logs.assistant_id
            or kind = 'conversation' and subject_id = audit_logs.conversation_id
          )
      )
    order by audit_logs.created_at, audit_logs.id
    limit greatest(purge_audit.row_limit, 1)
  ), islands as (
    select id, seq, seq - row_number() over (order by seq) as island from old
  ), numbered as (
    select id, seq, dense_rank() over (order by island) as number from islands
  ), selected as (
    select id, seq, number from numbered where number <= max_ranges
  )
  select
    array_agg(id),
    (
      select jsonb_agg(jsonb_build_array(first_seq, last_seq) order by first_seq)
      from (select min(seq) as first_seq, max(seq) as last_seq from selected group by number) as spans
    )
  into entries, ranges
  from selected;

  entry_count := coalesce(cardinality(entries), 0);
  if entry_count = 0 then
    return '{"purged": 0, "more": false}';
  end if;
  perform set_config('audit.purging', pg_current_xact_id()::text, true);
  delete from public.audit_logs where id = any (entries);
  perform set_config('audit.purging', '', true);
  insert into public.audit_logs (action, user_id, meta)
  values (
    'audit_purged',
    auth.uid(),
    jsonb_build_object('before', private.utc_text(purge_audit.before), 'count', entry_count, 'ranges', ranges)
  );
  return jsonb_build_object('purged', entry_count, 'more', true);
end;
$$;

create or replace function private.count_remote_loads(loads jsonb)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_rows_per_day constant integer := 500;
  retention_days constant integer := 90;
  today constant date := (now() at time zone 'utc')::date;
  load jsonb;
  bucket integer;
begin
  if jsonb_typeof(loads) is distinct from 'array' or jsonb_array_length(loads) not between 1 and 50 then
    raise exception 'Reports are a list of 1 to 50' using errcode = 'PT400';
  end if;
  if exists (select 1 from jsonb_array_elements(loads) as each (load) where private.is_remote_load(each.load) is not true) then
    raise exception 'A report is not valid' using errcode = 'PT400';
  end if;
  -- Serialises reports, so that the row limit holds and transactions do not wait for rows in different orders.
  perform pg_advisory_xact_lock(hashtextextended('public.remote_loads', 0));
  delete from public.remote_loads where day < today - retention_days;
  for load in select value from jsonb_array_elements(loads) loop
    bucket := 1 + width_bucket((load ->> 'milliseconds')::numeric, array[251, 501, 1001, 2001, 4001, 8001]::numeric[]);
    update public.remote_loads
    set
      count = remote_loads.count + 1,
      milliseconds = remote_loads.milliseconds + (load ->> 'milliseconds')::bigint,
      durations[bucket] = durations[bucket] + 1
    where day = today
      and environment = load ->> 'environment'
      and remote = load ->> 'remote'
      and version = load ->> 'version'
      and source = load ->> 'source'
      and outcome = load ->> 'outcome';
    -- Ignores new kinds of reports beyond the limit: the sender could do nothing about an error.
    continue when found or (select count(*) from public.remote_loads where day = today) >= max_rows_per_day;
    insert into public.remote_loads (day, environment, remote, version, source, outcome, count, milliseconds, durations)
    values (
      today,
      load ->> 'environment',
      load ->> 'remote',
      load ->> 'version',
      load ->> 'source',
      load ->> 'outcome',
      1,
      (load ->> 'milliseconds')::bigint,
      array(select (each = bucket)::integer from generate_series(1, 7) as each order by each)
    );
  end loop;
end;
$$;

create or replace function public.remote_health(days integer default 7)
returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  if (remote_health.days between 1 and 90) is not true then
    raise exception 'days must be from 1 to 90' using errcode = 'PT400';
  end if;
  return (
    with counters as (
      select * from public.remote_loads where day > (now() at time zone 'utc')::date - remote_health.days
    ),
    buckets as (
      select environment, remote, version, source, outcome, bucket, sum(amount) as amount
      from counters, unnest(durations) with ordinality as each (amount, bucket)
      group by environment, remote, version, source, outcome, bucket
    ),
    totals as (
      select
        environment, remote, version, source, outcome,
        sum(count) as count, sum(milliseconds) as milliseconds, max(day) as last_day
      from counters
      group by environment, remote, version, source, outcome
    )
    select coalesce(
      jsonb_agg(
        to_jsonb(totals)
          || jsonb_build_object(
            'durations',
            (
              select jsonb_agg(buckets.amount order by buckets.bucket)
              from buckets
              where (buckets.environment, buckets.remote, buckets.version, buckets.source, buckets.outcome)
                = (totals.environment, totals.remote, totals.version, totals.source, totals.outcome)
            )
          )
        order by totals.count desc, totals.environment, totals.remote, totals.version, totals.source, totals.outcome
      ),
      '[]'
    )
    from totals
  );
end;
$$;

comment on column public.messages.notes is 'Notes to the reader about how the reply was made.';

create or replace trigger limit_conversations
  after insert on public.conversations
  referencing new table as new_conversations
  for each statement execute function private.limit_conversations();

create or replace trigger retain_deleted_replies
  after delete on public.turns
  referencing old table as deleted
  for each statement execute function private.retain_deleted_replies();

create or replace trigger count_audit_logs
  after insert on public.audit_logs
  referencing new table as changed_rows
  for each statement execute function private.count_audit_logs();

create or replace trigger count_purged_audit_logs
  after delete on public.audit_logs
  referencing old table as changed_rows
  for each statement execute function private.count_audit_logs();

create or replace trigger queue_entries
  after insert on public.audit_logs
  referencing new table as new_entries
  for each statement execute function private.queue_entries();

-- Renaming a constraint trigger would not rename its constraint.
drop trigger number_changes on private.pending_feeds;
create constraint trigger assign_versions
  after insert on private.pending_feeds
  deferrable initially deferred
  for each row execute function private.assign_versions();

drop trigger link_at_the_end on private.audit_transactions;
create constraint trigger link_on_commit
  after insert on private.audit_transactions
  deferrable initially deferred
  for each row execute function private.link_on_commit();

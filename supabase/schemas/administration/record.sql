-- The record of administration: every change by an administrator, on any path, inserts one audit row in the same
-- transaction. It contains the administrator, the changed record, the values before and after, and copies of names that
-- may be deleted later.
--
-- One row corresponds to one action. Rows that a cascade deletes are counted in that row and have no separate entries,
-- except for conversations, whose deletion is always recorded. Changes without a signed-in user (the server, an
-- operator) are not recorded here. Changes of an assistant's model are recorded in models.sql.

create function private.record_assistant_change()
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

create trigger record_change
  after insert or update on public.assistants
  for each row execute function private.record_assistant_change();

-- Fires before the delete, while everything that it cascades to can still be counted, and because of its name before
-- `delete_conversations_first`, which deletes some of it.
create trigger count_and_record_deletion
  before delete on public.assistants
  for each row execute function private.record_assistant_change();

create function private.record_participant_change()
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

create trigger record_change
  after insert or update on public.participants
  for each row execute function private.record_participant_change();

create trigger count_and_record_deletion
  before delete on public.participants
  for each row execute function private.record_participant_change();

-- Records assignments and grants: one insert per statement, because each insert into the log also links and counts it.
-- A pair whose assistant, participant or user is deleted is part of that deletion: cascades by foreign keys do not
-- increase pg_trigger_depth. Moving one is recorded as a removal and an addition.
create function private.record_assignments()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null or pg_trigger_depth() > 1 then
    return null;
  end if;
  insert into public.audit_logs (
    action, user_id, participant_id, participant_name, target_user_id, target_user_email
  )
  select
    case tg_op when 'INSERT' then 'worker_assigned' else 'worker_unassigned' end,
    auth.uid(),
    participant_id,
    participant_name,
    user_id,
    user_email
  from (
    select
      participant_id,
      (select display_name from public.participants where id = participant_id) as participant_name,
      user_id,
      (select email from public.users where id = user_id) as user_email,
      row_number() over () as position
    from changed
  ) as pairs
  where participant_name is not null and user_email is not null
  order by position;
  return null;
end;
$$;

create trigger record_assignments
  after insert on public.participant_assignments
  referencing new table as changed
  for each statement execute function private.record_assignments();

create trigger record_removed_assignments
  after delete on public.participant_assignments
  referencing old table as changed
  for each statement execute function private.record_assignments();

create function private.record_moved_assignment()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_change(
    'worker_unassigned', '{}', participant_id => old.participant_id, target_user_id => old.user_id
  );
  perform private.record_change(
    'worker_assigned', '{}', participant_id => new.participant_id, target_user_id => new.user_id
  );
  return null;
end;
$$;

create trigger record_moved_assignment
  after update on public.participant_assignments
  for each row
  when ((old.participant_id, old.user_id) is distinct from (new.participant_id, new.user_id))
  execute function private.record_moved_assignment();

-- Records grants. The right to edit documents has an entry of its own; it ends with the access, without one.
create function private.record_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null or pg_trigger_depth() > 1 then
    return null;
  end if;
  insert into public.audit_logs (action, user_id, assistant_id, target_user_id, target_user_email, meta)
  select
    case tg_op when 'INSERT' then 'access_granted' else 'access_revoked' end,
    auth.uid(),
    assistant_id,
    user_id,
    user_email,
    entry.meta
  from (
    select
      assistant_id,
      exists (select 1 from public.assistants where id = assistant_id) as has_assistant,
      user_id,
      (select email from public.users where id = user_id) as user_email,
      can_edit,
      row_number() over () as position
    from changed
  ) as pairs
  cross join (values ('{}'::jsonb, false), ('{"right": "edit_documents"}', true)) as entry (meta, is_edit_right)
  where has_assistant
    and user_email is not null
    and (not entry.is_edit_right or can_edit and tg_op = 'INSERT')
  order by position, entry.is_edit_right;
  return null;
end;
$$;

create trigger record_access
  after insert on public.assistant_access
  referencing new table as changed
  for each statement execute function private.record_access();

create trigger record_removed_access
  after delete on public.assistant_access
  referencing old table as changed
  for each statement execute function private.record_access();

create function private.record_moved_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_change('access_revoked', '{}', old.assistant_id, target_user_id => old.user_id);
  perform private.record_change('access_granted', '{}', new.assistant_id, target_user_id => new.user_id);
  return null;
end;
$$;

create trigger record_moved_access
  after update on public.assistant_access
  for each row
  when ((old.assistant_id, old.user_id) is distinct from (new.assistant_id, new.user_id))
  execute function private.record_moved_access();

-- Records that the right to edit documents was granted or revoked afterwards.
create function private.record_edit_right()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_change(
    case when new.can_edit then 'access_granted' else 'access_revoked' end,
    '{"right": "edit_documents"}',
    new.assistant_id,
    target_user_id => new.user_id
  );
  return null;
end;
$$;

create trigger record_edit_right
  after update on public.assistant_access
  for each row
  when (
    old.can_edit <> new.can_edit
    or new.can_edit and (old.assistant_id, old.user_id) is distinct from (new.assistant_id, new.user_id)
  )
  execute function private.record_edit_right();

create function private.record_role_access()
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

create trigger record_role_access
  after insert or delete on public.assistant_role_access
  for each row execute function private.record_role_access();

create function private.record_role_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_change(
    'role_changed',
    jsonb_build_object(
      'before', jsonb_build_object('role', (select name from public.roles where id = old.role_id)),
      'after', jsonb_build_object('role', (select name from public.roles where id = new.role_id))
    ),
    target_user_id => new.id
  );
  return null;
end;
$$;

create trigger record_role_change
  after update of role_id on public.users
  for each row
  when (old.role_id <> new.role_id)
  execute function private.record_role_change();

create function private.record_synonym_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  written constant text[] := '{id,word_stems,also_stems,updated_at}';
begin
  if to_jsonb(old) - written is distinct from to_jsonb(new) - written then
    perform private.record_change(
      'synonyms_changed',
      jsonb_strip_nulls(jsonb_build_object('before', to_jsonb(old) - written, 'after', to_jsonb(new) - written))
    );
  end if;
  return null;
end;
$$;

create trigger record_synonym_change
  after insert or update or delete on public.synonyms
  for each row execute function private.record_synonym_change();

-- Inserts the audit row, unless a trigger was fired by another one: that is a cascade.
create function private.record_change(
  action text,
  meta jsonb,
  assistant_id uuid default null,
  participant_id uuid default null,
  target_user_id uuid default null
)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null or pg_trigger_depth() > 1 then
    return;
  end if;
  insert into public.audit_logs (
    action, user_id, assistant_id, participant_id, participant_name, target_user_id, target_user_email, meta
  )
  values (
    record_change.action,
    auth.uid(),
    record_change.assistant_id,
    record_change.participant_id,
    (select display_name from public.participants where id = record_change.participant_id),
    record_change.target_user_id,
    (select email from public.users where id = record_change.target_user_id),
    record_change.meta
  );
end;
$$;

-- Returns the differing fields of two versions of a record as `{before, after}`; null if they are equal.
create function private.difference(before jsonb, after jsonb)
returns jsonb
language sql immutable set search_path = '' as $$
  select case
    when count(*) > 0 then
      jsonb_build_object(
        'before', jsonb_object_agg(key, difference.before -> key),
        'after', jsonb_object_agg(key, difference.after -> key)
      )
  end
  from jsonb_object_keys(difference.after) as key
  where difference.before -> key is distinct from difference.after -> key;
$$;

-- Returns a list for the audit row: verbatim up to a size in bytes, else its length and digest.
create function private.list_to_jsonb(list text[], max_bytes integer)
returns jsonb
language sql immutable set search_path = '' as $$
  select case
    when octet_length(array_to_string(list_to_jsonb.list, ',')) <= list_to_jsonb.max_bytes then
      to_jsonb(list_to_jsonb.list)
    else
      jsonb_build_object(
        'count', cardinality(list_to_jsonb.list), 'md5', md5(array_to_string(list_to_jsonb.list, ','))
      )
  end;
$$;

-- Returns the fields of an assistant for the audit row: all columns but those that only the database writes, so that a
-- new one is recorded too. Audit rows are small: long lists are recorded by their length and digest.
create function private.assistant_to_jsonb(assistant public.assistants)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(assistant) - array['id', 'created_at', 'updated_at', 'label_order'] || jsonb_build_object(
    'web_domains', private.list_to_jsonb(assistant.web_domains, 1500),
    'suggested_questions', private.list_to_jsonb(assistant.suggested_questions, 800)
  );
$$;

create function private.participant_to_jsonb(participant public.participants)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(participant) - array['id', 'created_at', 'updated_at'];
$$;

-- Counts the rows that are deleted together with a record.
create function private.count_cascade(kind text, record_id uuid)
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
    'documents', (
      select count(*)
      from public.documents
      where assistant_id in (select id from deleted_assistants)
        or count_cascade.kind = 'participant' and participant_id = count_cascade.record_id
    ),
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

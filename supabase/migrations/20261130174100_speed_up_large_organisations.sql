-- Each assignment, grant and document inserted its audit entry alone, in 2 to 3 ms: offboarding a user with thousands of
-- them took longer than a request may. Each statement inserts its entries together.

drop trigger record_assignment on public.participant_assignments;
drop trigger record_moved_assignment on public.participant_assignments;
drop function private.record_assignment();
drop trigger record_access on public.assistant_access;
drop trigger record_moved_access on public.assistant_access;
drop trigger record_granted_edit_right on public.assistant_access;
drop trigger record_change on public.documents;
drop function private.record_document_change();

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
revoke all on function private.record_assignments() from public;

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
revoke all on function private.record_moved_assignment() from public;

create trigger record_moved_assignment
  after update on public.participant_assignments
  for each row
  when ((old.participant_id, old.user_id) is distinct from (new.participant_id, new.user_id))
  execute function private.record_moved_assignment();

create or replace function private.record_access()
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
revoke all on function private.record_moved_access() from public;

create trigger record_moved_access
  after update on public.assistant_access
  for each row
  when ((old.assistant_id, old.user_id) is distinct from (new.assistant_id, new.user_id))
  execute function private.record_moved_access();

create function private.record_documents(documents public.documents[], action text, actor_id uuid, metas jsonb[])
returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_logs (action, user_id, assistant_id, participant_id, participant_name, meta)
  select
    record_documents.action,
    record_documents.actor_id,
    document.assistant_id,
    document.participant_id,
    (select display_name from public.participants where id = document.participant_id),
    jsonb_build_object('document_id', document.id, 'title', document.title)
      || record_documents.metas[document.ordinality]
  from unnest(record_documents.documents) with ordinality as document
  where record_documents.actor_id is not null and record_documents.metas[document.ordinality] is not null
  order by document.ordinality;
$$;
revoke all on function private.record_documents(public.documents[], text, uuid, jsonb[]) from public;

create or replace function private.record_document(document public.documents, action text, actor_id uuid, meta jsonb)
returns void
language sql security definer set search_path = '' as $$
  select private.record_documents(
    array[record_document.document], record_document.action, record_document.actor_id, array[record_document.meta]
  );
$$;

create function private.record_document_changes()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  documents public.documents[];
  old_documents public.documents[];
  metas jsonb[];
begin
  if tg_op = 'DELETE' then
    select
      array_agg(before::public.documents),
      array_agg(jsonb_build_object('before', private.document_to_jsonb(before)))
    into documents, metas
    from before
    where exists (select 1 from public.assistants where id = before.assistant_id)
      or exists (select 1 from public.participants where id = before.participant_id);
    perform private.record_documents(documents, 'document_removed', auth.uid(), metas);
  else
    -- Both transition tables have the rows in the same order.
    documents := array(select after::public.documents from after);
    old_documents := array(select before::public.documents from before);
    metas := array(
      select private.difference(
        private.document_to_jsonb(old_documents[position]), private.document_to_jsonb(documents[position])
      )
      from generate_subscripts(documents, 1) as position
    );
    perform private.record_documents(documents, 'document_changed', auth.uid(), metas);
  end if;
  return null;
end;
$$;
revoke all on function private.record_document_changes() from public;

create trigger record_changes
  after update on public.documents
  referencing old table as before new table as after
  for each statement execute function private.record_document_changes();

create trigger record_removals
  after delete on public.documents
  referencing old table as before
  for each statement execute function private.record_document_changes();

create or replace function private.complete_audit_log()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := new.created_at;
  new.user_email := coalesce(new.user_email, (select email from public.users where id = new.user_id));
  if new.assistant_id is null and new.conversation_id is not null then
    select assistant_id into new.assistant_id from public.conversations where id = new.conversation_id;
  end if;
  if new.assistant_id is not null and new.assistant_label is null then
    select assistants.label, assistants.kind, participants.id, participants.display_name
    into new.assistant_label, new.assistant_kind, new.participant_id, new.participant_name
    from public.assistants
    left join public.participants on participants.id = assistants.participant_id
    where assistants.id = new.assistant_id;
  end if;
  return new;
end;
$$;

-- Searches took 0.2 to 1 s where PostgreSQL compiles queries: without sequential scans, reading the one row of the
-- account rules within the check of the caller seems to cost enough for it.

alter function private.search_user_ids(text) set jit = off;
alter function private.search_participant_ids(text) set jit = off;
alter function private.search_assistant_ids(text) set jit = off;
alter function private.search_users(text) set jit = off;
alter function private.search_participants(text) set jit = off;
alter function private.sort_audit_ids(text, text, bigint, bigint) set jit = off;
alter function private.search_own_conversations(text, integer) set jit = off;

-- Legal holds: records on hold cannot be deleted, and entries on hold cannot be purged, by any caller.

-- `set_by` and `lifted_by` are null if an operator did it.
create table private.audit_holds (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject_id uuid,
  reason text not null,
  set_by uuid,
  set_by_email text,
  set_at timestamptz not null default now(),
  lifted_by uuid,
  lifted_by_email text,
  lifted_at timestamptz,
  constraint audit_holds_kind_known
    check (kind in ('all', 'user', 'participant', 'assistant', 'conversation')),
  constraint audit_holds_subject_matches_kind check ((kind = 'all') = (subject_id is null)),
  constraint audit_holds_reason_length check (char_length(btrim(reason)) between 1 and 500)
);

comment on table private.audit_holds is 'Legal holds: records and entries that must not be deleted, and why.';

create index audit_holds_active_idx on private.audit_holds (kind, subject_id) where lifted_at is null;

alter table private.audit_holds enable row level security;

-- Returns a hold with the name of its subject, for administrators and operators.
create function private.hold_to_jsonb(hold private.audit_holds)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', hold.id,
    'kind', hold.kind,
    'subjectId', hold.subject_id,
    'reason', hold.reason,
    'setBy', hold.set_by_email,
    'setAt', private.utc_text(hold.set_at),
    'liftedBy', hold.lifted_by_email,
    'liftedAt', private.utc_text(hold.lifted_at)
  );
$$;

-- Checks whether a record has this ID, or an entry of the log is about it: the record may be deleted already.
create function private.hold_subject_exists(kind text, subject_id uuid)
returns boolean
language sql stable set search_path = '' as $$
  select case kind
    when 'user' then
      exists (select from public.users where id = subject_id)
      or exists (select from public.audit_logs where user_id = subject_id)
      or exists (select from public.audit_logs where target_user_id = subject_id)
    when 'participant' then
      exists (select from public.participants where id = subject_id)
      or exists (select from public.audit_logs where participant_id = subject_id)
    when 'assistant' then
      exists (select from public.assistants where id = subject_id)
      or exists (select from public.audit_logs where assistant_id = subject_id)
    when 'conversation' then
      exists (select from public.conversations where id = subject_id)
      or exists (select from public.audit_logs where conversation_id = subject_id)
    else true
  end;
$$;

-- Sets a hold, as the signed-in user, else as an operator. The reason is not recorded in the log.
create function private.hold_audit(kind text, subject_id uuid, reason text)
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

create function private.record_hold(action text, hold private.audit_holds)
returns void
language sql set search_path = '' as $$
  insert into public.audit_logs (
    action, user_id, target_user_id, target_user_email, participant_id, participant_name, assistant_id,
    conversation_id, meta
  )
  values (
    record_hold.action,
    auth.uid(),
    case hold.kind when 'user' then hold.subject_id end,
    (select email from public.users where hold.kind = 'user' and id = hold.subject_id),
    case hold.kind when 'participant' then hold.subject_id end,
    (select display_name from public.participants where hold.kind = 'participant' and id = hold.subject_id),
    case hold.kind when 'assistant' then hold.subject_id end,
    case hold.kind when 'conversation' then hold.subject_id end,
    jsonb_build_object('hold', hold.id, 'kind', hold.kind)
  );
$$;

create function private.lift_audit_hold(hold_id uuid)
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

create function private.list_audit_holds()
returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(private.hold_to_jsonb(audit_holds) order by lifted_at desc nulls first, set_at desc, id), '[]'
  )
  from private.audit_holds;
$$;

-- Sets or lifts a hold, for administrators.
create function private.change_audit_holds(kind text, subject_id uuid, reason text, lifted_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if change_audit_holds.lifted_id is not null then
    return private.lift_audit_hold(change_audit_holds.lifted_id);
  end if;
  return private.hold_audit(change_audit_holds.kind, change_audit_holds.subject_id, change_audit_holds.reason);
end;
$$;
grant execute on function private.change_audit_holds(text, uuid, text, uuid) to authenticated;

create function private.read_audit_holds()
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.list_audit_holds();
end;
$$;
grant execute on function private.read_audit_holds() to authenticated;

create function public.set_audit_hold(kind text, subject_id uuid, reason text)
returns jsonb
language sql set search_path = '' as $$
  select private.change_audit_holds(set_audit_hold.kind, set_audit_hold.subject_id, set_audit_hold.reason, null);
$$;
grant execute on function public.set_audit_hold(text, uuid, text) to authenticated;

create function public.lift_audit_hold(hold_id uuid)
returns jsonb
language sql set search_path = '' as $$
  select private.change_audit_holds(null, null, null, lift_audit_hold.hold_id);
$$;
grant execute on function public.lift_audit_hold(uuid) to authenticated;

create function public.list_audit_holds()
returns jsonb
language sql stable set search_path = '' as $$
  select private.read_audit_holds();
$$;
grant execute on function public.list_audit_holds() to authenticated;

-- Returns the reason of a hold on one of these, or on everything; null without one.
create function private.reason_of_hold(
  user_id uuid default null,
  participant_id uuid default null,
  assistant_id uuid default null,
  conversation_id uuid default null
)
returns text
language sql stable security definer set search_path = '' as $$
  select reason
  from private.audit_holds
  where lifted_at is null
    and (
      kind = 'all'
      or kind = 'user' and subject_id = reason_of_hold.user_id
      or kind = 'participant' and subject_id = reason_of_hold.participant_id
      or kind = 'assistant' and subject_id = reason_of_hold.assistant_id
      or kind = 'conversation' and subject_id = reason_of_hold.conversation_id
    )
  order by set_at
  limit 1;
$$;

-- Returns the reason of a hold that protects a conversation and its files; null without one.
create function private.reason_of_conversation_hold(conversation_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select private.reason_of_hold(
    conversations.user_id, assistants.participant_id, conversations.assistant_id, conversations.id
  )
  from public.conversations
  join public.assistants on assistants.id = conversations.assistant_id
  where conversations.id = reason_of_conversation_hold.conversation_id;
$$;

-- Returns the reason of a hold that protects a document: on its assistant, or on its participant; null without one.
create function private.reason_of_document_hold(document_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select private.reason_of_hold(participant_id => assistants.participant_id, assistant_id => assistants.id)
  from public.documents
  left join public.assistants
    on assistants.id = documents.assistant_id or assistants.participant_id = documents.participant_id
  where documents.id = reason_of_document_hold.document_id
  union all
  select private.reason_of_hold(participant_id => documents.participant_id)
  from public.documents
  where documents.id = reason_of_document_hold.document_id
  order by 1
  limit 1;
$$;

-- Refuses to delete records on hold. Deleting a user, a participant or an assistant deletes conversations first, so a
-- hold on a conversation protects them too.
create function private.refuse_deletion_on_hold()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reason text;
begin
  -- Waits for holds that are being set, and blocks new ones.
  lock table private.audit_holds in share mode;
  reason := case tg_table_name
    when 'users' then private.reason_of_hold(user_id => old.id)
    when 'participants' then private.reason_of_hold(participant_id => old.id)
    when 'assistants' then private.reason_of_hold(assistant_id => old.id)
    when 'conversations' then private.reason_of_conversation_hold(old.id)
    when 'attachments' then private.reason_of_conversation_hold(
      (to_jsonb(old) ->> 'conversation_id')::uuid
    )
    when 'documents' then private.reason_of_document_hold(old.id)
  end;
  if reason is not null then
    raise exception 'This is on legal hold and cannot be deleted: %', reason using errcode = 'PT409';
  end if;
  return old;
end;
$$;

create trigger refuse_deletion_on_hold
  before delete on public.users
  for each row execute function private.refuse_deletion_on_hold();

create trigger refuse_deletion_on_hold
  before delete on public.participants
  for each row execute function private.refuse_deletion_on_hold();

create trigger refuse_deletion_on_hold
  before delete on public.assistants
  for each row execute function private.refuse_deletion_on_hold();

create trigger refuse_deletion_on_hold
  before delete on public.conversations
  for each row execute function private.refuse_deletion_on_hold();

create trigger refuse_deletion_on_hold
  before delete on public.attachments
  for each row execute function private.refuse_deletion_on_hold();

create trigger refuse_deletion_on_hold
  before delete on public.documents
  for each row execute function private.refuse_deletion_on_hold();

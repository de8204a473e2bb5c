-- Rows are inserted once, by the database or the server, and never updated or deleted, except by a purge. There are no
-- foreign keys: each row has copies of the names it refers to, so it stays readable after the user, assistant or
-- participant is deleted.
--
-- Titles and messages are not stored here: access to the audit log is not access to conversations.
create table public.audit_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  assistant_id uuid,
  conversation_id uuid,
  action text not null,
  meta jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_email text,
  assistant_label text,
  assistant_kind text,
  participant_id uuid,
  participant_name text,
  target_user_id uuid,
  target_user_email text,
  constraint audit_logs_action_known check (
    action in (
      'login', 'conversation_created', 'send_message', 'run_started', 'run_succeeded', 'run_failed',
      'run_stream_started', 'run_stream_completed', 'upload_file', 'web_research', 'conversation_deleted', 'denied',
      'assistant_created', 'assistant_updated', 'assistant_deleted',
      'participant_created', 'participant_updated', 'participant_deleted',
      'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
      'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed',
      'document_added', 'document_changed', 'document_removed', 'assistant_tried', 'synonyms_changed',
      'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged', 'audit_hold_set', 'audit_hold_lifted',
      'signed_up', 'session_ended', 'password_changed', 'feedback_given', 'feedback_removed', 'feedback_reviewed',
      'handed_over', 'handover_opened', 'handover_revoked', 'document_opened', 'file_opened',
      'user_invited', 'invitation_revoked', 'invitation_accepted', 'user_approved', 'user_rejected', 'user_deleted',
      'reset_sent',
      'factor_added', 'factor_removed', 'factors_reset', 'recovery_codes_created', 'recovery_code_used',
      'sessions_ended', 'identity_linked', 'passkey_added', 'passkey_removed',
      'email_change_requested', 'email_changed'
    )
  ),
  constraint audit_logs_meta_is_small_object
    check (jsonb_typeof(meta) = 'object' and octet_length(meta::text) <= 8192)
);

comment on column public.audit_logs.target_user_id is 'The user whose role, access or assignment was changed.';

create index audit_logs_newest_idx on public.audit_logs (created_at desc, id desc);
create index audit_logs_user_idx on public.audit_logs (user_id, created_at desc, id desc);
create index audit_logs_assistant_idx on public.audit_logs (assistant_id, created_at desc, id desc);
create index audit_logs_participant_idx on public.audit_logs (participant_id, created_at desc, id desc);
create index audit_logs_conversation_idx on public.audit_logs (conversation_id, created_at desc, id desc);
create index audit_logs_action_idx on public.audit_logs (action, created_at desc, id desc);

grant
  select (
    id, user_id, assistant_id, conversation_id, action, meta, created_at, updated_at,
    user_email, assistant_label, assistant_kind, participant_id, participant_name, target_user_id, target_user_email
  )
on table public.audit_logs to authenticated;
grant select on table public.audit_logs to service_role;

alter table public.audit_logs enable row level security;

-- Copies the current names of the records that the row refers to.
create function private.complete_audit_log()
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

create trigger complete_audit_log
  before insert on public.audit_logs
  for each row execute function private.complete_audit_log();

-- Refuses updates and deletes of audit rows, also to the owner of the table, whom privileges do not restrict. Only a
-- purge is exempt: it sets a variable for its own delete, within its own transaction.
create function private.refuse_audit_change()
returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and current_setting('audit.purging', true) = pg_current_xact_id()::text then
    return null;
  end if;
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end;
$$;

create trigger refuse_audit_change
  before update or delete or truncate on public.audit_logs
  for each statement execute function private.refuse_audit_change();

-- Records sign-ins. A session row is inserted exactly once per sign-in, by password or by link, and is reused by token
-- refreshes. `last_sign_in_at` would not do, because the embedded auth service also updates it on every refresh. The
-- server sets `homie.sign_in_provider` for a sign-in through an identity provider, and `homie.sign_in_method` for one with
-- a passkey.
create function private.audit_login()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, meta)
  values (
    'login',
    new.user_id,
    jsonb_strip_nulls(jsonb_build_object(
      'provider', nullif(current_setting('homie.sign_in_provider', true), ''),
      'method', nullif(current_setting('homie.sign_in_method', true), '')
    ))
  );
  return null;
end;
$$;

create trigger audit_login
  after insert on auth.sessions
  for each row execute function private.audit_login();

-- Records sign-ups. Accounts that an operator creates are confirmed from the start; `account_changed` records those, and
-- `user_invited` those of invited people.
create function private.audit_sign_up()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from private.invitations where invitations.email = new.email) then
    insert into public.audit_logs (action, user_id, user_email) values ('signed_up', new.id, new.email);
  end if;
  return null;
end;
$$;

create trigger audit_sign_up
  after insert on auth.users
  for each row when (new.email_confirmed_at is null) execute function private.audit_sign_up();

-- Records the end of a session, after a sign-out, a new password or `disable`, or because the user or an administrator
-- ended it. The sessions of a deleted account have no separate entry.
create function private.audit_session_end()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email)
  select
    'session_ended',
    coalesce(auth.uid(), users.id),
    case when auth.uid() <> users.id then users.id end,
    case when auth.uid() <> users.id then users.email end
  from auth.users
  where users.id = old.user_id;
  return null;
end;
$$;

create trigger audit_session_end
  after delete on auth.sessions
  for each row execute function private.audit_session_end();

-- Records that a password was set or changed, without the password.
create function private.audit_password()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id) values ('password_changed', new.id);
  return null;
end;
$$;

create trigger audit_password
  after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.audit_password();

-- Records the creation and deletion of conversations in the same transaction. The actor of a deletion is the signed-in
-- user (an administrator who deletes an assistant deletes conversations of other users), else the owner.
create function private.audit_conversation()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reason text := nullif(current_setting('homie.deletion_reason', true), '');
begin
  if tg_op = 'INSERT' then
    insert into public.audit_logs (action, user_id, assistant_id, conversation_id, created_at)
    values ('conversation_created', new.user_id, new.assistant_id, new.id, new.created_at);
  else
    insert into public.audit_logs (action, user_id, assistant_id, conversation_id, meta)
    values (
      'conversation_deleted',
      case when reason is null then coalesce(auth.uid(), old.user_id) end,
      old.assistant_id,
      old.id,
      case
        when reason is not null then jsonb_build_object('owner_id', old.user_id, 'reason', reason)
        when auth.uid() <> old.user_id then jsonb_build_object('owner_id', old.user_id)
        else '{}'
      end
    );
  end if;
  return null;
end;
$$;

create trigger audit_conversation
  after insert or delete on public.conversations
  for each row execute function private.audit_conversation();

-- Limits the conversations that a user starts within an hour. They are counted in the log, so deleted ones count too.
create function private.limit_conversations()
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
  -- The new one is in the log already.
  perform private.limit_per_hour(
    '{conversation_created}', per_hour + 1,
    format('You have started %s conversations within an hour. Please try again later.', per_hour)
  );
  return null;
end;
$$;

create trigger limit_conversations
  after insert on public.conversations
  referencing new table as new_conversations
  for each statement execute function private.limit_conversations();

-- Deletes conversations before their user, assistant or participant. A cascade deletes the parent first, and the audit
-- row of a deleted conversation could no longer name it.
create function private.delete_conversations_first()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  case tg_table_name
    when 'participants' then delete from public.assistants where participant_id = old.id;
    when 'assistants' then delete from public.conversations where assistant_id = old.id;
    when 'users' then delete from public.conversations where user_id = old.id;
  end case;
  return old;
end;
$$;

create trigger delete_conversations_first
  before delete on public.participants
  for each row execute function private.delete_conversations_first();

create trigger delete_conversations_first
  before delete on public.assistants
  for each row execute function private.delete_conversations_first();

create trigger delete_conversations_first
  before delete on public.users
  for each row execute function private.delete_conversations_first();

create policy "Admins read the audit log"
  on public.audit_logs for select to authenticated
  using ((select private.is_admin()));

-- Computed columns that embed the current user and assistant of a row, next to the copies: `users(email)`,
-- `assistants(label,kind,participant_id,participants(display_name))`. Null if deleted.
create function public.users(public.audit_logs)
returns setof public.users
rows 1
language sql stable set search_path = '' as $$
  select * from public.users where users.id = $1.user_id;
$$;
grant execute on function public.users(public.audit_logs) to authenticated, service_role;

create function public.assistants(public.audit_logs)
returns setof public.assistants
rows 1
language sql stable set search_path = '' as $$
  select * from public.assistants where assistants.id = $1.assistant_id;
$$;
grant execute on function public.assistants(public.audit_logs) to authenticated, service_role;

-- Refused attempts of a user that were repeated within a minute: they are counted here and not recorded one by one.
create table private.denials (
  -- null: no known user, e.g. a sign-in with an address that has no account
  user_id uuid,
  attempted text not null,
  -- null: none, or one that does not exist, of which a caller could invent any number
  assistant_id uuid,
  since timestamptz not null default clock_timestamp(),
  repeats integer not null default 0,
  constraint denials_unique unique nulls not distinct (user_id, attempted, assistant_id)
);

alter table private.denials enable row level security;

-- Records the repeats of refused attempts, once their minute is over: those of one user, or of all.
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

-- Records the repeats of all users, for the server, every few minutes.
create function public.record_repeated_denials()
returns void
language sql security definer set search_path = '' as $$
  select private.record_repeated_denials();
$$;
grant execute on function public.record_repeated_denials() to service_role;

-- Checks whether the same attempt was refused within the last minute, and if so counts it.
create function private.is_repeated_denial(user_id uuid, attempted text, assistant_id uuid)
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

-- Inserts an entry, for functions that have verified it. Repeated denials are counted instead; then
-- null is returned.
create function private.record_audit(
  action text,
  user_id uuid,
  assistant_id uuid default null,
  conversation_id uuid default null,
  meta jsonb default '{}'
)
returns uuid
language plpgsql set search_path = '' as $$
declare
  entry_id uuid;
begin
  if
    record_audit.action = 'denied'
    and record_audit.meta ? 'attempted'
    and private.is_repeated_denial(record_audit.user_id, record_audit.meta ->> 'attempted', record_audit.assistant_id)
  then
    return null;
  end if;
  insert into public.audit_logs (action, user_id, assistant_id, conversation_id, meta)
  values (
    record_audit.action,
    record_audit.user_id,
    record_audit.assistant_id,
    record_audit.conversation_id,
    coalesce(record_audit.meta, '{}')
  )
  returning id into entry_id;
  return entry_id;
end;
$$;

-- Inserts an entry about an action of a user, for the server. Actions of administrators are recorded by triggers and
-- functions: the server's key cannot forge their entries.
create function public.record_audit(
  action text,
  user_id uuid,
  assistant_id uuid default null,
  conversation_id uuid default null,
  meta jsonb default '{}'
)
returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  if record_audit.action in (
    'assistant_created', 'assistant_updated', 'assistant_deleted', 'participant_created', 'participant_updated',
    'participant_deleted', 'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
    'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed', 'document_added',
    'document_changed', 'document_removed', 'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged',
    'audit_hold_set', 'audit_hold_lifted', 'signed_up', 'session_ended', 'password_changed', 'feedback_given',
    'feedback_removed', 'feedback_reviewed', 'assistant_tried', 'handed_over', 'handover_opened', 'handover_revoked',
    'factor_added', 'factor_removed', 'factors_reset', 'recovery_codes_created', 'recovery_code_used', 'sessions_ended',
    'identity_linked', 'passkey_added', 'passkey_removed', 'email_change_requested', 'email_changed', 'document_opened',
    'file_opened', 'synonyms_changed'
  ) then
    raise exception 'This action is recorded by the database itself.' using errcode = 'PT403';
  end if;
  return private.record_audit(
    record_audit.action,
    record_audit.user_id,
    record_audit.assistant_id,
    record_audit.conversation_id,
    record_audit.meta
  );
end;
$$;
grant execute on function public.record_audit(text, uuid, uuid, uuid, jsonb) to service_role;

-- Adds invitations, and what administrators do with accounts: approve, deactivate, delete, send a reset.

alter table public.audit_logs drop constraint audit_logs_action_known;
alter table public.audit_logs
  add constraint audit_logs_action_known check (
    action in (
      'login', 'conversation_created', 'send_message', 'run_started', 'run_succeeded', 'run_failed',
      'run_stream_started', 'run_stream_completed', 'upload_file', 'web_research', 'conversation_deleted', 'denied',
      'assistant_created', 'assistant_updated', 'assistant_deleted',
      'participant_created', 'participant_updated', 'participant_deleted',
      'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
      'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed',
      'document_added', 'document_changed', 'document_removed', 'assistant_tried',
      'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged', 'audit_hold_set', 'audit_hold_lifted',
      'signed_up', 'session_ended', 'password_changed', 'feedback_given', 'feedback_removed', 'feedback_reviewed',
      'handed_over', 'handover_opened', 'handover_revoked',
      'user_invited', 'invitation_revoked', 'invitation_accepted', 'user_approved', 'user_rejected', 'user_deleted',
      'reset_sent'
    )
  );

-- Invitations: an administrator invites an email address with a role and participants. The authentication service mails
-- the link; the account receives what it was invited to once its address is confirmed, and not before.

-- Pending invitations. An accepted or revoked one is in the audit log only.
create table private.invitations (
  email text primary key,
  role_id uuid not null references public.roles (id),
  participant_ids uuid[] not null default '{}',
  invited_by uuid,
  expires_at timestamptz not null,
  sent_at timestamptz,
  constraint invitations_email_plausible check (email ~ '^[^\s@]{1,64}@[^\s@]{1,190}$' and email = lower(email))
);

create index invitations_role_id_idx on private.invitations (role_id);

comment on table private.invitations is 'Pending invitations by email address, with what the account receives.';

revoke all on table private.invitations from anon, authenticated, service_role;
alter table private.invitations enable row level security;

create view private.account_states as
select
  users.id as user_id,
  case
    when accounts.banned_until > now() then 'deactivated'
    when accounts.email_confirmed_at is null and invitations.expires_at > now() then 'invited'
    when accounts.email_confirmed_at is null and invitations.email is not null then 'invitation_expired'
    when accounts.email_confirmed_at is null then 'unconfirmed'
    when users.is_waiting then 'waiting'
    else 'active'
  end as state,
  accounts.last_sign_in_at,
  case when accounts.email_confirmed_at is null then roles.name end as invited_role
from public.users
join auth.users as accounts on accounts.id = users.id
left join private.invitations on invitations.email = users.email
left join public.roles on roles.id = invitations.role_id;
revoke all on table private.account_states from anon, authenticated, service_role;

-- Accepts the invitation of an address when it is confirmed, which proves that the user reads its mail. An invitation
-- that has expired gives nothing.
create function private.accept_invitation()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  invitation private.invitations;
begin
  delete from private.invitations where email = new.email returning * into invitation;
  if invitation.expires_at > now() then
    update public.users set approved_at = now() where id = new.id;
    perform private.prepare_user(new.id, invitation.role_id, invitation.participant_ids);
    insert into public.audit_logs (action, user_id, meta)
    values (
      'invitation_accepted',
      new.id,
      jsonb_build_object('role', (select name from public.roles where id = invitation.role_id))
    );
  end if;
  return null;
end;
$$;
revoke all on function private.accept_invitation() from public;

create trigger accept_invitation
  after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.accept_invitation();

-- Invites an address, or changes its invitation. A password that someone else chose for the address is removed.
-- @returns the address as it is stored
create function private.invite_user(email text, role_name text, participant_ids uuid[])
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  per_hour constant integer := 200;
  address constant text := lower(btrim(invite_user.email));
  role_id uuid;
begin
  perform private.require_admin();
  role_id := private.require_start(invite_user.role_name, invite_user.participant_ids);
  if address is null or address !~ '^[^\s@]{1,64}@[^\s@]{1,190}$' then
    raise exception 'Enter an email address.' using errcode = 'PT422';
  end if;
  if exists (select 1 from auth.users where users.email = address and email_confirmed_at is not null) then
    raise exception 'This address has an account already.' using errcode = 'PT409';
  end if;
  if per_hour <= (
    select count(*)
    from public.audit_logs
    where user_id = auth.uid() and action = 'user_invited' and created_at > clock_timestamp() - interval '1 hour'
  ) then
    raise exception 'You have sent % invitations within an hour. Please try again later.', per_hour
      using errcode = 'PT429';
  end if;
  insert into private.invitations (email, role_id, participant_ids, invited_by, expires_at)
  values (
    address, role_id, coalesce(invite_user.participant_ids, '{}'), auth.uid(), now() + interval '7 days'
  )
  on conflict (email) do update set
    role_id = excluded.role_id, participant_ids = excluded.participant_ids, invited_by = excluded.invited_by,
    expires_at = excluded.expires_at, sent_at = null;
  perform private.clear_unproven_password(address);
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  values (
    'user_invited', auth.uid(), (select id from auth.users where users.email = address), address,
    jsonb_build_object(
      'after', jsonb_build_object(
        'role', invite_user.role_name, 'participants', coalesce(cardinality(invite_user.participant_ids), 0)
      )
    )
  );
  return address;
end;
$$;
revoke all on function private.invite_user(text, text, uuid[]) from public;
grant execute on function private.invite_user(text, text, uuid[]) to authenticated;

create function public.invite_user(email text, role_name text, participant_ids uuid[] default '{}')
returns text
language sql set search_path = '' as $$
  select private.invite_user(invite_user.email, invite_user.role_name, invite_user.participant_ids);
$$;
revoke all on function public.invite_user(text, text, uuid[]) from public;
grant execute on function public.invite_user(text, text, uuid[]) to authenticated;

-- Removes the password of an account whose address is not confirmed: anyone can sign up with another user's address.
create function private.clear_unproven_password(email text)
returns void
language sql set search_path = '' as $$
  update auth.users
  set encrypted_password = ''
  where users.email = clear_unproven_password.email and email_confirmed_at is null and encrypted_password <> '';
$$;
revoke all on function private.clear_unproven_password(text) from public;

-- Extends the invitation of a user for another mail. Returns the address.
create function private.renew_invitation(user_id uuid)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address text;
begin
  perform private.require_admin();
  update private.invitations
  set expires_at = now() + interval '7 days'
  where email = (select users.email from public.users where id = renew_invitation.user_id)
  returning email into address;
  if not found then
    raise exception 'This invitation no longer exists.' using errcode = 'PT404';
  end if;
  perform private.record_change(
    'user_invited', jsonb_build_object('sent_again', true), target_user_id => renew_invitation.user_id
  );
  return address;
end;
$$;
revoke all on function private.renew_invitation(uuid) from public;
grant execute on function private.renew_invitation(uuid) to authenticated;

create function public.renew_invitation(user_id uuid)
returns text
language sql set search_path = '' as $$
  select private.renew_invitation(renew_invitation.user_id);
$$;
revoke all on function public.renew_invitation(uuid) from public;
grant execute on function public.renew_invitation(uuid) to authenticated;

-- Records that the mail of an invitation was sent. A user who signed up with the address until then has no password.
create function public.record_invitation_sent(email text)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.invitations set sent_at = now() where invitations.email = record_invitation_sent.email;
  perform private.clear_unproven_password(record_invitation_sent.email);
end;
$$;
revoke all on function public.record_invitation_sent(text) from public;
grant execute on function public.record_invitation_sent(text) to service_role;

-- Revokes an invitation, with the account that was created for it.
create function private.revoke_invitation(user_id uuid)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_other_account(revoke_invitation.user_id);
  delete from private.invitations
  where email = (select users.email from public.users where id = revoke_invitation.user_id);
  if not found then
    raise exception 'This invitation no longer exists.' using errcode = 'PT404';
  end if;
  perform private.record_change('invitation_revoked', '{}', target_user_id => revoke_invitation.user_id);
  delete from auth.users where id = revoke_invitation.user_id and email_confirmed_at is null;
end;
$$;
revoke all on function private.revoke_invitation(uuid) from public;
grant execute on function private.revoke_invitation(uuid) to authenticated;

create function public.revoke_invitation(user_id uuid)
returns void
language sql set search_path = '' as $$
  select private.revoke_invitation(revoke_invitation.user_id);
$$;
revoke all on function public.revoke_invitation(uuid) from public;
grant execute on function public.revoke_invitation(uuid) to authenticated;

-- Records that an administrator has a link for a new password mailed to a user. Returns the address.
create function private.request_reset(user_id uuid)
returns text
language plpgsql security definer set search_path = '' as $$
declare
  address text;
begin
  perform private.require_admin();
  select users.email into address
  from public.users
  join private.account_states on account_states.user_id = users.id and account_states.state in ('active', 'waiting')
  where users.id = request_reset.user_id;
  if not found then
    raise exception 'Only a user with a confirmed, active account can get a reset.' using errcode = 'PT409';
  end if;
  perform private.record_change('reset_sent', '{}', target_user_id => request_reset.user_id);
  return address;
end;
$$;
revoke all on function private.request_reset(uuid) from public;
grant execute on function private.request_reset(uuid) to authenticated;

create function public.request_reset(user_id uuid)
returns text
language sql set search_path = '' as $$
  select private.request_reset(request_reset.user_id);
$$;
revoke all on function public.request_reset(uuid) from public;
grant execute on function public.request_reset(uuid) to authenticated;

create or replace function private.account_state(user_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select state
  from private.account_states
  where account_states.user_id = account_state.user_id and (select private.is_admin());
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
        'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed',
        'user_approved', 'user_rejected', 'user_deleted', 'user_invited', 'invitation_revoked', 'reset_sent',
        'document_added', 'document_changed', 'document_removed'
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

create or replace function public.read_overview()
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  today constant date := (now() at time zone 'Australia/Melbourne')::date;
begin
  perform private.require_admin();
  return jsonb_build_object(
    'days', private.recent_activity(),
    'users_waiting', (select count(*) from public.users_in_state('waiting')),
    'users_without_access', (select count(*) from public.users_without_access()),
    'assistants_without_access', (select count(*) from public.assistants_without_access()),
    'assistants_near_budget', jsonb_array_length(private.assistants_near_budget()),
    'reported_replies', (select count(*) from public.reply_feedback where urgent),
    'documents_due', (select count(*) from public.documents where review_on <= today and not archived),
    'documents', (
      select coalesce(jsonb_agg(to_jsonb(due) order by due.review_on, due.title, due.id), '[]')
      from (
        select
          documents.id, documents.title, documents.review_on, documents.assistant_id, documents.participant_id,
          coalesce(assistants.label, participants.display_name) as holder
        from public.documents
        left join public.assistants on assistants.id = documents.assistant_id
        left join public.participants on participants.id = documents.participant_id
        where review_on <= today and not archived
        order by review_on, title, id
        limit 5
      ) as due
    )
  );
end;
$$;

-- Changes of accounts by administrators: approve, deactivate, reactivate, delete.

-- Ends the access of a deactivated account at once, whichever way it was deactivated: its sessions, with their streams,
-- and its running replies.
create function private.end_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = new.id;
  -- The lock that serialises this user's sends.
  perform pg_advisory_xact_lock(hashtextextended(new.id::text, 0));
  perform private.end_turns_without_access(array[new.id]);
  return null;
end;
$$;
revoke all on function private.end_access() from public;

create trigger end_access
  after update of banned_until on auth.users
  for each row when (new.banned_until is not null and old.banned_until is distinct from new.banned_until)
  execute function private.end_access();

-- Raises an error unless the caller may change this account: administrators change other users' accounts only. Locks
-- the role first, as every change of administrators does: of two who deactivate or delete each other concurrently, the
-- second one has lost the rights by then. The caller remains, so an active administrator always does.
create function private.require_other_account(user_id uuid)
returns void
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform 1 from public.roles where name = 'admin' for no key update;
  perform private.require_admin();
  if require_other_account.user_id = auth.uid() then
    raise exception 'Another administrator has to do this to your account.' using errcode = 'PT409';
  end if;
  if not exists (select 1 from public.users where id = require_other_account.user_id) then
    raise exception 'User not found' using errcode = 'PT404';
  end if;
end;
$$;
revoke all on function private.require_other_account(uuid) from public;

-- Deactivates or reactivates an account. Mailed links of a deactivated account stop working.
create function private.set_deactivated(user_id uuid, deactivated boolean)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_other_account(set_deactivated.user_id);
  update auth.users
  set banned_until = case when set_deactivated.deactivated then now() + interval '1000 years' end,
      recovery_token = '',
      confirmation_token = ''
  where id = set_deactivated.user_id
    and coalesce(banned_until > now(), false) <> set_deactivated.deactivated;
  if found then
    perform private.record_change(
      'account_changed',
      jsonb_build_object(
        'before', jsonb_build_object('deactivated', not set_deactivated.deactivated),
        'after', jsonb_build_object('deactivated', set_deactivated.deactivated)
      ),
      target_user_id => set_deactivated.user_id
    );
  end if;
end;
$$;
revoke all on function private.set_deactivated(uuid, boolean) from public;
grant execute on function private.set_deactivated(uuid, boolean) to authenticated;

create function public.deactivate_user(user_id uuid)
returns void
language sql set search_path = '' as $$
  select private.set_deactivated(deactivate_user.user_id, true);
$$;
revoke all on function public.deactivate_user(uuid) from public;
grant execute on function public.deactivate_user(uuid) to authenticated;

create function public.reactivate_user(user_id uuid)
returns void
language sql set search_path = '' as $$
  select private.set_deactivated(reactivate_user.user_id, false);
$$;
revoke all on function public.reactivate_user(uuid) from public;
grant execute on function public.reactivate_user(uuid) to authenticated;

-- Gives a user the role, the participants, and the use of the participants' assistants.
create function private.prepare_user(user_id uuid, role_id uuid, participant_ids uuid[])
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  update public.users set role_id = prepare_user.role_id where id = prepare_user.user_id;
  insert into public.participant_assignments (participant_id, user_id)
  select id, prepare_user.user_id
  from public.participants
  where id = any (prepare_user.participant_ids)
  order by id
  on conflict do nothing;
  insert into public.assistant_access (assistant_id, user_id)
  select id, prepare_user.user_id
  from public.assistants
  where participant_id = any (prepare_user.participant_ids)
  order by id
  on conflict do nothing;
end;
$$;
revoke all on function private.prepare_user(uuid, uuid, uuid[]) from public;

-- Returns the id of a role. Raises an error if there is none, or if there are too many participants for one user.
create function private.require_start(role_name text, participant_ids uuid[])
returns uuid
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  role_id uuid;
begin
  perform private.require_at_most(coalesce(cardinality(require_start.participant_ids), 0), 100);
  select id into role_id from public.roles where name = require_start.role_name;
  if not found then
    raise exception 'Unknown role' using errcode = 'PT422';
  end if;
  return role_id;
end;
$$;
revoke all on function private.require_start(text, uuid[]) from public;

-- Approves a user who waits. Approving again changes nothing.
create function private.approve_user(user_id uuid, role_name text, participant_ids uuid[])
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  role_id uuid;
begin
  perform private.require_other_account(approve_user.user_id);
  role_id := private.require_start(approve_user.role_name, approve_user.participant_ids);
  update public.users set approved_at = now() where id = approve_user.user_id and is_waiting;
  if not found then
    return;
  end if;
  perform private.prepare_user(approve_user.user_id, role_id, approve_user.participant_ids);
  perform private.record_change(
    'user_approved',
    jsonb_build_object('after', jsonb_build_object('role', approve_user.role_name)),
    target_user_id => approve_user.user_id
  );
end;
$$;
revoke all on function private.approve_user(uuid, text, uuid[]) from public;
grant execute on function private.approve_user(uuid, text, uuid[]) to authenticated;

create function public.approve_user(user_id uuid, role_name text, participant_ids uuid[] default '{}')
returns void
language sql set search_path = '' as $$
  select private.approve_user(approve_user.user_id, approve_user.role_name, approve_user.participant_ids);
$$;
revoke all on function public.approve_user(uuid, text, uuid[]) from public;
grant execute on function public.approve_user(uuid, text, uuid[]) to authenticated;

-- Counts what is deleted together with a user, and the documents that lose their owner. `hold` is the reason of a legal
-- hold that prevents it; null without one.
create function private.user_deletion_effect(user_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  conversation_ids uuid[];
begin
  perform private.require_admin();
  conversation_ids := array(select id from public.conversations where user_id = user_deletion_effect.user_id);
  return jsonb_build_object(
    'conversations', cardinality(conversation_ids),
    'messages', (select count(*) from public.messages where conversation_id = any (conversation_ids)),
    'files', (select count(*) from public.attachments where conversation_id = any (conversation_ids)),
    'assignments', (
      select count(*) from public.participant_assignments where user_id = user_deletion_effect.user_id
    ),
    'documents', (select count(*) from public.documents where owner_id = user_deletion_effect.user_id),
    'hold', coalesce(
      private.reason_of_hold(user_id => user_deletion_effect.user_id),
      (select min(private.reason_of_conversation_hold(id)) from unnest(conversation_ids) as held (id))
    )
  );
end;
$$;
revoke all on function private.user_deletion_effect(uuid) from public;
grant execute on function private.user_deletion_effect(uuid) to authenticated;

create function public.user_deletion_effect(user_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select private.user_deletion_effect(user_deletion_effect.user_id);
$$;
revoke all on function public.user_deletion_effect(uuid) from public;
grant execute on function public.user_deletion_effect(uuid) to authenticated;

-- Deletes an account with everything that belongs to it. A user who waits for approval is rejected by it.
create function private.delete_user(user_id uuid)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_other_account(delete_user.user_id);
  perform private.record_change(
    case private.access_state(delete_user.user_id) when 'waiting' then 'user_rejected' else 'user_deleted' end,
    jsonb_build_object(
      'before', (
        select jsonb_build_object('email', users.email, 'role', roles.name)
        from public.users
        join public.roles on roles.id = users.role_id
        where users.id = delete_user.user_id
      ),
      'removed', private.user_deletion_effect(delete_user.user_id) - 'hold'
    ),
    target_user_id => delete_user.user_id
  );
  delete from auth.users where id = delete_user.user_id;
end;
$$;
revoke all on function private.delete_user(uuid) from public;
grant execute on function private.delete_user(uuid) to authenticated;

create function public.delete_user(user_id uuid)
returns void
language sql set search_path = '' as $$
  select private.delete_user(delete_user.user_id);
$$;
revoke all on function public.delete_user(uuid) from public;
grant execute on function public.delete_user(uuid) to authenticated;

-- Returns when a user last signed in, as a computed column. Null unless the caller is an administrator.
create function private.last_sign_in_at(user_id uuid)
returns timestamptz
language sql stable security definer set search_path = '' as $$
  select last_sign_in_at
  from private.account_states
  where account_states.user_id = last_sign_in_at.user_id and (select private.is_admin());
$$;
revoke all on function private.last_sign_in_at(uuid) from public;
grant execute on function private.last_sign_in_at(uuid) to authenticated;

create function public.last_sign_in_at(public.users)
returns timestamptz
language sql stable set search_path = '' as $$
  select private.last_sign_in_at($1.id);
$$;
revoke all on function public.last_sign_in_at(public.users) from public;
grant execute on function public.last_sign_in_at(public.users) to authenticated;

-- Returns the role that an invited user will have, likewise. Null for others.
create function private.invited_role(user_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select invited_role
  from private.account_states
  where account_states.user_id = invited_role.user_id and (select private.is_admin());
$$;
revoke all on function private.invited_role(uuid) from public;
grant execute on function private.invited_role(uuid) to authenticated;

create function public.invited_role(public.users)
returns text
language sql stable set search_path = '' as $$
  select private.invited_role($1.id);
$$;
revoke all on function public.invited_role(public.users) from public;
grant execute on function public.invited_role(public.users) to authenticated;

-- Returns users in a state of their account whose email contains the text, for administrators. Can be filtered, ordered
-- and counted like the table.
create function private.user_ids_in_state(state text)
returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select user_id from private.account_states where account_states.state = user_ids_in_state.state;
end;
$$;
revoke all on function private.user_ids_in_state(text) from public;
grant execute on function private.user_ids_in_state(text) to authenticated;

create function public.users_in_state(state text, q text default '')
returns setof public.users
language sql stable rows 50 set search_path = '' as $$
  select users.*
  from public.users
  where id = any (array(select private.user_ids_in_state(users_in_state.state)))
    and (users_in_state.q = '' or id = any (array(select private.search_user_ids(users_in_state.q))));
$$;
revoke all on function public.users_in_state(text, text) from public;
grant execute on function public.users_in_state(text, text) to authenticated;

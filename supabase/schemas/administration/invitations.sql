-- Invitations: an administrator invites an email address with a role and participants. The authentication service mails
-- the link; the account receives what it was invited to once its address is confirmed, and not before. An invitation
-- belongs to the account with its address, or to none yet: it ends with the account and follows a change of the address.
-- Functions lock the account before its invitation, as the confirmation of an address does.

-- Pending invitations. An accepted or revoked one is in the audit log only.
create table private.invitations (
  email text primary key,
  role_id uuid not null references public.roles (id),
  participant_ids uuid[] not null default '{}',
  invited_by uuid,
  expires_at timestamptz not null,
  sent_at timestamptz,
  display_name text,
  import_id uuid,
  -- null: no one has signed up with the address yet. Without a foreign key: with one to accounts and one to roles, the
  -- embedded REST interface takes the table for a relationship between users and roles.
  user_id uuid unique,
  constraint invitations_email_valid check (private.is_email_address(email) and email = lower(email))
);

create index invitations_role_id_idx on private.invitations (role_id);

comment on table private.invitations is 'Pending invitations by email address, with what the account receives.';

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
left join private.invitations on invitations.user_id = users.id
left join public.roles on roles.id = invitations.role_id;

-- Gives the invitation of an address to the account that now has it. A confirmed account needs none, and an account has
-- one at most: others for the address end.
create function private.bind_invitation()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at is not null or exists (select from private.invitations where user_id = new.id) then
    delete from private.invitations where email = new.email and user_id is distinct from new.id;
  end if;
  update private.invitations
  set email = new.email, user_id = new.id
  where user_id = new.id or email = new.email and user_id is null;
  return null;
end;
$$;

create trigger bind_invitation
  after insert or update of email on auth.users
  for each row when (new.email is not null) execute function private.bind_invitation();

-- Ends the invitation of a deleted account, whatever deletes it.
create function private.end_invitation()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.invitations where user_id = old.id;
  return null;
end;
$$;

create trigger end_invitation
  after delete on auth.users
  for each row execute function private.end_invitation();

-- Accepts the invitation of an account when its address is confirmed, which proves that the user reads its mail. An
-- invitation that has expired gives nothing.
create function private.accept_invitation()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  invitation private.invitations;
begin
  delete from private.invitations where user_id = new.id returning * into invitation;
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

create trigger accept_invitation
  after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.accept_invitation();

-- Invites an address, or changes its invitation. A password that someone else chose for the address is removed.
-- @param display_name the name of the account, until its user chooses another one
-- @param import_id the import that the invitation is a row of: an address is invited once, however often it is imported
-- @returns the address as it is stored; null if the import has nothing to send
create function private.invite_user(
  email text,
  role_name text,
  participant_ids uuid[],
  display_name text default null,
  import_id uuid default null
)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  per_hour constant integer := 200;
  address constant text := lower(btrim(invite_user.email));
  account auth.users;
  pending private.invitations;
  role_id uuid;
begin
  perform private.require_admin();
  role_id := private.require_start(invite_user.role_name, invite_user.participant_ids);
  if private.is_email_address(address) is not true then
    raise exception 'Enter an email address.' using errcode = 'PT422';
  end if;
  select * into account from auth.users where users.email = address for no key update;
  if account.email_confirmed_at is not null then
    raise exception 'This address has an account already.' using errcode = 'PT409';
  end if;
  if invite_user.import_id is not null then
    select * into pending from private.invitations where email = address and expires_at > now();
    if pending.sent_at is not null then
      return null;
    elsif pending.import_id = invite_user.import_id then
      return address;
    end if;
  end if;
  perform private.limit_per_hour(
    '{user_invited}', per_hour,
    format('You have sent %s invitations within an hour. Please try again later.', per_hour)
  );
  insert into private.invitations (
    email, role_id, participant_ids, invited_by, expires_at, display_name, import_id, user_id
  )
  values (
    address, role_id, coalesce(invite_user.participant_ids, '{}'), auth.uid(), now() + interval '7 days',
    private.account_display_name(jsonb_build_object('display_name', invite_user.display_name)), invite_user.import_id,
    account.id
  )
  on conflict (email) do update set
    role_id = excluded.role_id, participant_ids = excluded.participant_ids, invited_by = excluded.invited_by,
    expires_at = excluded.expires_at, sent_at = null, display_name = excluded.display_name,
    import_id = excluded.import_id, user_id = excluded.user_id;
  perform private.clear_unproven_password(address);
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  values (
    'user_invited', auth.uid(), account.id, address,
    jsonb_build_object(
      'after', jsonb_build_object(
        'role', invite_user.role_name, 'participants', coalesce(cardinality(invite_user.participant_ids), 0)
      )
    ) || jsonb_strip_nulls(jsonb_build_object('import', invite_user.import_id))
  );
  return address;
end;
$$;
grant execute on function private.invite_user(text, text, uuid[], text, uuid) to authenticated;

create function public.invite_user(
  email text,
  role_name text,
  participant_ids uuid[] default '{}',
  display_name text default null,
  import_id uuid default null
)
returns text
language sql set search_path = '' as $$
  select private.invite_user(
    invite_user.email, invite_user.role_name, invite_user.participant_ids, invite_user.display_name,
    invite_user.import_id
  );
$$;
grant execute on function public.invite_user(text, text, uuid[], text, uuid) to authenticated;

-- Removes the password of an account whose address is not confirmed: anyone can sign up with another user's address.
create function private.clear_unproven_password(email text)
returns void
language sql set search_path = '' as $$
  update auth.users
  set encrypted_password = ''
  where users.email = clear_unproven_password.email and email_confirmed_at is null and encrypted_password <> '';
$$;

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
  where user_id = renew_invitation.user_id
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
grant execute on function private.renew_invitation(uuid) to authenticated;

create function public.renew_invitation(user_id uuid)
returns text
language sql set search_path = '' as $$
  select private.renew_invitation(renew_invitation.user_id);
$$;
grant execute on function public.renew_invitation(uuid) to authenticated;

-- Records that the mail of an invitation was sent, and names the account if the invitation has a name. A user who signed
-- up with the address until then has no password.
create function public.record_invitation_sent(email text)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  account_id uuid;
begin
  select id into account_id
  from auth.users
  where users.email = record_invitation_sent.email and email_confirmed_at is null
  for no key update;
  update private.invitations
  set sent_at = now(), user_id = account_id
  where invitations.email = record_invitation_sent.email;
  update auth.users
  set raw_user_meta_data =
    coalesce(raw_user_meta_data, '{}') || jsonb_build_object('display_name', invitations.display_name)
  from private.invitations
  where users.id = account_id and invitations.user_id = users.id and invitations.display_name is not null;
  perform private.clear_unproven_password(record_invitation_sent.email);
end;
$$;
grant execute on function public.record_invitation_sent(text) to service_role;

-- Revokes an invitation, with the account that was created for it.
create function private.revoke_invitation(user_id uuid)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_other_account(revoke_invitation.user_id);
  perform 1 from auth.users where id = revoke_invitation.user_id for no key update;
  delete from private.invitations where user_id = revoke_invitation.user_id;
  if not found then
    raise exception 'This invitation no longer exists.' using errcode = 'PT404';
  end if;
  perform private.record_change('invitation_revoked', '{}', target_user_id => revoke_invitation.user_id);
  delete from auth.users where id = revoke_invitation.user_id and email_confirmed_at is null;
end;
$$;
grant execute on function private.revoke_invitation(uuid) to authenticated;

create function public.revoke_invitation(user_id uuid)
returns void
language sql set search_path = '' as $$
  select private.revoke_invitation(revoke_invitation.user_id);
$$;
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
grant execute on function private.request_reset(uuid) to authenticated;

create function public.request_reset(user_id uuid)
returns text
language sql set search_path = '' as $$
  select private.request_reset(request_reset.user_id);
$$;
grant execute on function public.request_reset(uuid) to authenticated;

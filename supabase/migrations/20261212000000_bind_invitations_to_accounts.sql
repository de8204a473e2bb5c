-- An invitation belongs to the account with its address, or to none yet. It was keyed by the address alone: after its
-- account was deleted, the next person who confirmed the address accepted it.

alter table private.invitations add column user_id uuid unique;

update private.invitations
set user_id = users.id
from auth.users
where users.email = invitations.email
  and users.email_confirmed_at is null
  and (sent_at is null or users.created_at <= sent_at);

-- The others are left over from accounts that were deleted or confirmed.
delete from private.invitations where user_id is null;

create or replace view private.account_states as
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
revoke all on function private.bind_invitation() from public;

create trigger bind_invitation
  after insert or update of email on auth.users
  for each row when (new.email is not null) execute function private.bind_invitation();

create function private.end_invitation()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.invitations where user_id = old.id;
  return null;
end;
$$;
revoke all on function private.end_invitation() from public;

create trigger end_invitation
  after delete on auth.users
  for each row execute function private.end_invitation();

create or replace function private.accept_invitation()
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

create or replace function private.invite_user(
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
  if address is null or address !~ '^[^\s@]{1,64}@[^\s@]{1,190}$' then
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
  if per_hour <= (
    select count(*)
    from public.audit_logs
    where user_id = auth.uid() and action = 'user_invited' and created_at > clock_timestamp() - interval '1 hour'
  ) then
    raise exception 'You have sent % invitations within an hour. Please try again later.', per_hour
      using errcode = 'PT429';
  end if;
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

create or replace function private.renew_invitation(user_id uuid)
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

create or replace function public.record_invitation_sent(email text)
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

create or replace function private.revoke_invitation(user_id uuid)
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

create or replace function private.undo_import(import_id uuid)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  user_ids uuid[];
  revoked_count integer;
begin
  perform private.require_admin();
  perform 1
  from auth.users
  where id in (select user_id from private.invitations where import_id = undo_import.import_id)
  order by id
  for no key update;
  with revoked as (
    delete from private.invitations where import_id = undo_import.import_id returning email, user_id
  ),
  recorded as (
    insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
    select
      'invitation_revoked', auth.uid(), user_id, email, jsonb_build_object('import', undo_import.import_id)
    from revoked
    order by email
  )
  select count(*), coalesce(array_agg(user_id), '{}') into revoked_count, user_ids from revoked;
  delete from auth.users where id = any (user_ids) and email_confirmed_at is null;
  return revoked_count;
end;
$$;

create function private.is_invited_above_limit(user_id uuid)
returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select 1
    from private.invitations
    where invitations.user_id = is_invited_above_limit.user_id
      and expires_at > now()
      and role_id not in (select id from private.provisionable_groups)
  );
$$;
revoke all on function private.is_invited_above_limit(uuid) from public;

create or replace function private.activate_provisioned_user(user_id uuid)
returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  if exists (
    select 1
    from auth.users as accounts
    join private.provisioned_users on user_id = accounts.id
    where accounts.id = activate_provisioned_user.user_id
      and accounts.banned_until > now()
      and provisioned_users.banned_until is distinct from accounts.banned_until
  ) then
    raise exception 'An administrator deactivated this account, and has to reactivate it.' using errcode = 'PT409';
  end if;
  if private.is_invited_above_limit(activate_provisioned_user.user_id) then
    raise exception 'This user was invited with a role above the limit, and opens the mailed link first.'
      using errcode = 'PT403';
  end if;
  update auth.users
  set banned_until = null,
      encrypted_password = case when email_confirmed_at is not null then encrypted_password end,
      email_confirmed_at = coalesce(email_confirmed_at, now()),
      recovery_token = '',
      confirmation_token = ''
  where id = activate_provisioned_user.user_id;
  update public.users set approved_at = now() where id = activate_provisioned_user.user_id and approved_at is null;
  update private.provisioned_users set banned_until = null where user_id = activate_provisioned_user.user_id;
end;
$$;

create or replace function private.change_provisioned_email(user_id uuid, email text)
returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  if private.is_invited_above_limit(change_provisioned_email.user_id) or not exists (
    select 1
    from public.users
    join private.provisionable_groups on provisionable_groups.id = role_id
    where users.id = change_provisioned_email.user_id
  ) then
    raise exception 'The address of this user is changed by an administrator.' using errcode = 'PT403';
  end if;
  update auth.users
  set email = change_provisioned_email.email,
      raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', change_provisioned_email.email),
      recovery_token = '',
      confirmation_token = ''
  where id = change_provisioned_email.user_id;
end;
$$;

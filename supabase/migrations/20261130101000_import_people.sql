-- Imports users and participants from a table: invitations have a name and belong to an import, which can be undone.

alter table private.invitations
  add column display_name text,
  add column import_id uuid;

drop function public.invite_user(text, text, uuid[]);
drop function private.invite_user(text, text, uuid[]);

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
  pending private.invitations;
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
    email, role_id, participant_ids, invited_by, expires_at, display_name, import_id
  )
  values (
    address, role_id, coalesce(invite_user.participant_ids, '{}'), auth.uid(), now() + interval '7 days',
    private.account_display_name(jsonb_build_object('display_name', invite_user.display_name)), invite_user.import_id
  )
  on conflict (email) do update set
    role_id = excluded.role_id, participant_ids = excluded.participant_ids, invited_by = excluded.invited_by,
    expires_at = excluded.expires_at, sent_at = null, display_name = excluded.display_name,
    import_id = excluded.import_id;
  perform private.clear_unproven_password(address);
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  values (
    'user_invited', auth.uid(), (select id from auth.users where users.email = address), address,
    jsonb_build_object(
      'after', jsonb_build_object(
        'role', invite_user.role_name, 'participants', coalesce(cardinality(invite_user.participant_ids), 0)
      )
    ) || jsonb_strip_nulls(jsonb_build_object('import', invite_user.import_id))
  );
  return address;
end;
$$;
revoke all on function private.invite_user(text, text, uuid[], text, uuid) from public;
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
revoke all on function public.invite_user(text, text, uuid[], text, uuid) from public;
grant execute on function public.invite_user(text, text, uuid[], text, uuid) to authenticated;

-- Records that the mail of an invitation was sent, and names the account if the invitation has a name. A user who signed
-- up with the address until then has no password.
create or replace function public.record_invitation_sent(email text)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.invitations set sent_at = now() where invitations.email = record_invitation_sent.email;
  update auth.users
  set raw_user_meta_data =
    coalesce(raw_user_meta_data, '{}') || jsonb_build_object('display_name', invitations.display_name)
  from private.invitations
  where users.email = record_invitation_sent.email
    and invitations.email = users.email
    and users.email_confirmed_at is null
    and invitations.display_name is not null;
  perform private.clear_unproven_password(record_invitation_sent.email);
end;
$$;

-- Returns what exists of the rows of an import: `existing` are addresses with an account, `invited` those whose
-- invitation was sent and has not expired, `participants` those with one of the names, in any case.
create function private.check_import(emails text[], names text[])
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  addresses constant text[] := array(select lower(btrim(email)) from unnest(check_import.emails) as email);
  wanted constant text[] := array(select lower(btrim(name)) from unnest(check_import.names) as name);
begin
  perform private.require_admin();
  perform private.require_at_most(cardinality(addresses), 500);
  perform private.require_at_most(cardinality(wanted), 5000);
  return jsonb_build_object(
    'existing', (
      select coalesce(jsonb_agg(users.email), '[]')
      from public.users
      join private.account_states on account_states.user_id = users.id
      where users.email = any (addresses) and account_states.state in ('active', 'waiting', 'deactivated')
    ),
    'invited', (
      select coalesce(jsonb_agg(invitations.email), '[]')
      from private.invitations
      where invitations.email = any (addresses) and invitations.sent_at is not null and invitations.expires_at > now()
    ),
    'participants', (
      select coalesce(
        jsonb_agg(jsonb_build_object('id', id, 'display_name', display_name, 'status', status) order by display_name, id),
        '[]'
      )
      from public.participants
      where lower(display_name) = any (wanted)
    )
  );
end;
$$;
revoke all on function private.check_import(text[], text[]) from public;
grant execute on function private.check_import(text[], text[]) to authenticated;

create function public.check_import(emails text[], names text[])
returns jsonb
language sql stable set search_path = '' as $$
  select private.check_import(check_import.emails, check_import.names);
$$;
revoke all on function public.check_import(text[], text[]) from public;
grant execute on function public.check_import(text[], text[]) to authenticated;

-- Revokes the invitations of an import that were not accepted yet, with the accounts that were created for them. Returns
-- how many.
create function private.undo_import(import_id uuid)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  addresses text[];
begin
  perform private.require_admin();
  with revoked as (
    delete from private.invitations where invitations.import_id = undo_import.import_id returning email
  )
  select coalesce(array_agg(email order by email), '{}') into addresses from revoked;
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  select
    'invitation_revoked', auth.uid(), (select id from public.users where users.email = address), address,
    jsonb_build_object('import', undo_import.import_id)
  from unnest(addresses) as address;
  delete from auth.users where email = any (addresses) and email_confirmed_at is null;
  return cardinality(addresses);
end;
$$;
revoke all on function private.undo_import(uuid) from public;
grant execute on function private.undo_import(uuid) to authenticated;

create function public.undo_import(import_id uuid)
returns integer
language sql set search_path = '' as $$
  select private.undo_import(undo_import.import_id);
$$;
revoke all on function public.undo_import(uuid) from public;
grant execute on function public.undo_import(uuid) to authenticated;

-- Deletes those of the participants that nothing refers to yet. Returns how many.
create function private.undo_participant_import(participant_ids uuid[])
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  deleted integer;
begin
  perform private.require_admin();
  perform private.require_at_most(cardinality(undo_participant_import.participant_ids), 500);
  delete from public.participants
  where id = any (undo_participant_import.participant_ids)
    and not exists (select 1 from public.participant_assignments where participant_id = participants.id)
    and not exists (select 1 from public.assistants where participant_id = participants.id)
    and not exists (select 1 from public.documents where participant_id = participants.id)
    and not exists (select 1 from private.invitations where participants.id = any (invitations.participant_ids));
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;
revoke all on function private.undo_participant_import(uuid[]) from public;
grant execute on function private.undo_participant_import(uuid[]) to authenticated;

create function public.undo_participant_import(participant_ids uuid[])
returns integer
language sql set search_path = '' as $$
  select private.undo_participant_import(undo_participant_import.participant_ids);
$$;
revoke all on function public.undo_participant_import(uuid[]) from public;
grant execute on function public.undo_participant_import(uuid[]) to authenticated;

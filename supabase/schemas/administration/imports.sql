-- Imports of users and participants from a table: what exists already, and undo.

-- Returns what exists of the rows of an import: `existing` are addresses with an account, `invited` those whose
-- invitation was sent and has not expired, `participants` those with one of the names, in any case and form.
create function private.check_import(emails text[], names text[])
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  addresses constant text[] := array(select lower(btrim(email)) from unnest(check_import.emails) as email);
  wanted constant text[] := array(
    select lower(private.fold_search(btrim(name))) from unnest(check_import.names) as name
  );
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
      where lower(private.fold_search(display_name)) = any (wanted)
    )
  );
end;
$$;
grant execute on function private.check_import(text[], text[]) to authenticated;

create function public.check_import(emails text[], names text[])
returns jsonb
language sql stable set search_path = '' as $$
  select private.check_import(check_import.emails, check_import.names);
$$;
grant execute on function public.check_import(text[], text[]) to authenticated;

-- Revokes the invitations of an import that were not accepted yet, with the accounts that were created for them. Returns
-- how many.
create function private.undo_import(import_id uuid)
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
grant execute on function private.undo_import(uuid) to authenticated;

create function public.undo_import(import_id uuid)
returns integer
language sql set search_path = '' as $$
  select private.undo_import(undo_import.import_id);
$$;
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
grant execute on function private.undo_participant_import(uuid[]) to authenticated;

create function public.undo_participant_import(participant_ids uuid[])
returns integer
language sql set search_path = '' as $$
  select private.undo_participant_import(undo_participant_import.participant_ids);
$$;
grant execute on function public.undo_participant_import(uuid[]) to authenticated;

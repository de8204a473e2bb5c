-- Changes of accounts by administrators: approve, deactivate, reactivate, delete.

-- Ends the access of a deactivated account at once, whichever way it was deactivated: its sessions, with their streams,
-- and its running replies. One that is reactivated starts without sessions.
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

create trigger end_access
  after update of banned_until on auth.users
  for each row when (old.banned_until is distinct from new.banned_until)
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

-- Deactivates or reactivates an account.
create function private.set_deactivated(user_id uuid, deactivated boolean)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_other_account(set_deactivated.user_id);
  update auth.users
  set banned_until = case when set_deactivated.deactivated then now() + interval '1000 years' end
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
grant execute on function private.set_deactivated(uuid, boolean) to authenticated;

create function public.deactivate_user(user_id uuid)
returns void
language sql set search_path = '' as $$
  select private.set_deactivated(deactivate_user.user_id, true);
$$;
grant execute on function public.deactivate_user(uuid) to authenticated;

create function public.reactivate_user(user_id uuid)
returns void
language sql set search_path = '' as $$
  select private.set_deactivated(reactivate_user.user_id, false);
$$;
grant execute on function public.reactivate_user(uuid) to authenticated;

-- Names another user. An empty name removes it: the user is shown by their email then.
create function private.rename_user(user_id uuid, display_name text)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  old_name text;
  new_name constant text := nullif(btrim(private.plain_line(rename_user.display_name)), '');
begin
  perform private.require_other_account(rename_user.user_id);
  if char_length(new_name) > 80 then
    raise exception 'Use at most 80 characters' using errcode = 'PT422';
  end if;
  select display_name into old_name from public.users where id = rename_user.user_id for update;
  if new_name is not distinct from old_name then
    return;
  end if;
  update auth.users
  set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('display_name', new_name)
  where id = rename_user.user_id;
  perform private.record_change(
    'account_changed',
    jsonb_build_object(
      'before', jsonb_build_object('display_name', old_name),
      'after', jsonb_build_object('display_name', new_name)
    ),
    target_user_id => rename_user.user_id
  );
end;
$$;
grant execute on function private.rename_user(uuid, text) to authenticated;

create function public.rename_user(user_id uuid, display_name text)
returns void
language sql set search_path = '' as $$
  select private.rename_user(rename_user.user_id, rename_user.display_name);
$$;
grant execute on function public.rename_user(uuid, text) to authenticated;

-- Counts what changes if a user leaves: worker assignments and direct access, which are removed, documents that need
-- another owner, and conversations, which stay.
create function private.offboarding_effect(user_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return jsonb_build_object(
    'assignments', (
      select count(*) from public.participant_assignments where user_id = offboarding_effect.user_id
    ),
    'grants', (select count(*) from public.assistant_access where user_id = offboarding_effect.user_id),
    'documents', (select count(*) from public.documents where owner_id = offboarding_effect.user_id),
    'conversations', (select count(*) from public.conversations where user_id = offboarding_effect.user_id)
  );
end;
$$;
grant execute on function private.offboarding_effect(uuid) to authenticated;

create function public.offboarding_effect(user_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select private.offboarding_effect(offboarding_effect.user_id);
$$;
grant execute on function public.offboarding_effect(uuid) to authenticated;

-- Ends the access of a user who leaves, as one change: deactivates the account, removes assignments and direct access,
-- and makes a colleague the owner of the user's documents. Role, conversations and history stay. Triggers record each
-- removal and each document. Repeating it changes nothing.
create function private.offboard_user(user_id uuid, new_owner_id uuid)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_other_account(offboard_user.user_id);
  if offboard_user.new_owner_id = offboard_user.user_id
    or private.access_state(offboard_user.new_owner_id) is distinct from 'active'
    and (
      offboard_user.new_owner_id is not null
      or exists (select 1 from public.documents where owner_id = offboard_user.user_id)
    )
  then
    raise exception 'Choose an active colleague for the documents.' using errcode = 'PT422';
  end if;
  perform private.set_deactivated(offboard_user.user_id, true);
  delete from public.participant_assignments where user_id = offboard_user.user_id;
  delete from public.assistant_access where user_id = offboard_user.user_id;
  update public.documents set owner_id = offboard_user.new_owner_id where owner_id = offboard_user.user_id;
end;
$$;
grant execute on function private.offboard_user(uuid, uuid) to authenticated;

create function public.offboard_user(user_id uuid, new_owner_id uuid default null)
returns void
language sql set search_path = '' as $$
  select private.offboard_user(offboard_user.user_id, offboard_user.new_owner_id);
$$;
grant execute on function public.offboard_user(uuid, uuid) to authenticated;

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

-- Returns the id of a role. Raises an error if there is none, if there are too many participants for one user, or if a
-- user with this role is not assigned to participants.
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
  if require_start.role_name <> 'support_worker' and cardinality(require_start.participant_ids) > 0 then
    raise exception 'Only support workers are assigned to participants.' using errcode = 'PT422';
  end if;
  return role_id;
end;
$$;

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
grant execute on function private.approve_user(uuid, text, uuid[]) to authenticated;

create function public.approve_user(user_id uuid, role_name text, participant_ids uuid[] default '{}')
returns void
language sql set search_path = '' as $$
  select private.approve_user(approve_user.user_id, approve_user.role_name, approve_user.participant_ids);
$$;
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
grant execute on function private.user_deletion_effect(uuid) to authenticated;

create function public.user_deletion_effect(user_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select private.user_deletion_effect(user_deletion_effect.user_id);
$$;
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
grant execute on function private.delete_user(uuid) to authenticated;

create function public.delete_user(user_id uuid)
returns void
language sql set search_path = '' as $$
  select private.delete_user(delete_user.user_id);
$$;
grant execute on function public.delete_user(uuid) to authenticated;

-- Returns the role that an invited user will have, as a computed column. Null for others, and unless the caller is an
-- administrator.
create function private.invited_role(user_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select invited_role
  from private.account_states
  where account_states.user_id = invited_role.user_id and (select private.is_admin());
$$;
grant execute on function private.invited_role(uuid) to authenticated;

create function public.invited_role(public.users)
returns text
language sql stable set search_path = '' as $$
  select private.invited_role($1.id);
$$;
grant execute on function public.invited_role(public.users) to authenticated;

-- Returns users in a state of their account whose email or name contains the text, for administrators. Can be filtered,
-- ordered and counted like the table.
create function private.user_ids_in_state(state text)
returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select user_id from private.account_states where account_states.state = user_ids_in_state.state;
end;
$$;
grant execute on function private.user_ids_in_state(text) to authenticated;

create function public.users_in_state(state text, q text default '')
returns setof public.users
language sql stable rows 50 set search_path = '' as $$
  select users.*
  from public.users
  where id = any (array(select private.user_ids_in_state(users_in_state.state)))
    and (users_in_state.q = '' or id = any (array(select private.search_user_ids(users_in_state.q))));
$$;
grant execute on function public.users_in_state(text, text) to authenticated;

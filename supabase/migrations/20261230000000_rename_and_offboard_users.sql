-- Administrators name other users, and end the access of those who leave as one change.

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

revoke all on function private.rename_user(uuid, text), public.rename_user(uuid, text) from public;
revoke all on function private.offboarding_effect(uuid), public.offboarding_effect(uuid) from public;
revoke all on function private.offboard_user(uuid, uuid), public.offboard_user(uuid, uuid) from public;

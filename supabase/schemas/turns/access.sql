-- Revoking access takes effect at once, also on a reply that is being written.

create function private.end_turns_on_revocation()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_access(array(select distinct assistant_id from changed));
  perform private.end_turns_without_access(array(select distinct user_id from changed));
  return null;
end;
$$;

create trigger end_turns_on_revocation
  after delete on public.assistant_access
  referencing old table as changed
  for each statement execute function private.end_turns_on_revocation();

create trigger end_turns_on_moved_access
  after update on public.assistant_access
  referencing old table as changed
  for each statement execute function private.end_turns_on_revocation();

create function private.end_turns_on_role_revocation()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_access(array(select distinct assistant_id from changed));
  perform private.end_turns_without_access(
    array(select id from public.users where role_id in (select changed.role_id from changed))
  );
  return null;
end;
$$;

create trigger end_turns_on_role_revocation
  after delete on public.assistant_role_access
  referencing old table as changed
  for each statement execute function private.end_turns_on_role_revocation();

create function private.end_turns_on_role_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The lock that serialises this user's sends.
  perform pg_advisory_xact_lock(hashtextextended(new.id::text, 0));
  perform private.end_turns_without_access(array[new.id]);
  return null;
end;
$$;

create trigger end_turns_on_role_change
  after update of role_id on public.users
  for each row
  when (old.role_id <> new.role_id)
  execute function private.end_turns_on_role_change();

-- Locks an assistant's access while a reply starts. Starting a reply and revoking access wait for each other: neither
-- would see what the other has not committed yet, and the reply would continue without access.
create function private.lock_access_shared(assistant_id uuid)
returns void
language sql set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock_shared(hashtextextended(lock_access_shared.assistant_id::text, 1));
$$;

-- Locks the access of several assistants while it is revoked.
create function private.lock_access(assistant_ids uuid[])
returns void
language plpgsql set search_path = '' as $$
declare
  assistant_id uuid;
begin
  -- Deleted assistants are skipped: their conversations are deleted too and have no running reply.
  for assistant_id in
    select id from public.assistants where id = any (lock_access.assistant_ids) order by id
  loop
    perform pg_advisory_xact_lock(hashtextextended(assistant_id::text, 1));
  end loop;
end;
$$;

-- Fails the running replies of users who have lost access, in the transaction that revokes it, so that no one reads on
-- and no further request is sent to the model.
create function private.end_turns_without_access(user_ids uuid[])
returns void
language plpgsql security definer set search_path = '' as $$
declare
  turn public.turns;
begin
  for turn in
    select turns.*
    from public.turns
    join public.conversations on conversations.id = turns.conversation_id
    where turns.status = 'running'
      and turns.user_id = any (end_turns_without_access.user_ids)
      and not private.can_use_assistant(conversations.assistant_id, turns.user_id)
    order by turns.id
    for no key update of turns
  loop
    -- The turn may have ended before the lock was acquired.
    continue when turn.status <> 'running';
    perform private.end_turn(
      turn, 'failed', 'assistant_access_denied', 'You don''t have access to this assistant.', false
    );
  end loop;
end;
$$;

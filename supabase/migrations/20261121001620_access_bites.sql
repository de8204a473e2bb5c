/*
 * Access that is taken is taken at once, also from a reply that is being written: it ends in the transaction that takes
 * the access, so that nobody reads on, and nothing more is asked of the model.
 */
create function private.end_turns_without_access(people uuid[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  turn public.turns;
begin
  for turn in
    select turns.*
    from public.turns
    join public.conversations on conversations.id = turns.conversation_id
    where turns.status = 'running'
      and turns.user_id = any (end_turns_without_access.people)
      and not private.can_use_assistant(conversations.assistant_id, turns.user_id)
    order by turns.id
    for no key update of turns
  loop
    -- What was read before the lock may have ended meanwhile.
    continue when turn.status <> 'running';
    perform private.end_turn(
      turn, 'failed', 'assistant_access_denied', 'You don''t have access to this assistant.', false
    );
  end loop;
end;
$$;

create function private.end_turns_of_revoked()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.end_turns_without_access(array(select distinct user_id from changed));
  return null;
end;
$$;

create function private.end_turns_of_role()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.end_turns_without_access(
    array(select id from public.users where role_id in (select changed.role_id from changed))
  );
  return null;
end;
$$;

create function private.end_turns_of_changed_role()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.end_turns_without_access(array[new.id]);
  return null;
end;
$$;

create trigger end_turns_of_revoked
  after delete on public.assistant_access
  referencing old table as changed
  for each statement execute function private.end_turns_of_revoked();

create trigger end_turns_of_moved_access
  after update on public.assistant_access
  referencing old table as changed
  for each statement execute function private.end_turns_of_revoked();

create trigger end_turns_of_role
  after delete on public.assistant_role_access
  referencing old table as changed
  for each statement execute function private.end_turns_of_role();

create trigger end_turns_of_changed_role
  after update of role_id on public.users
  for each row
  when (old.role_id <> new.role_id)
  execute function private.end_turns_of_changed_role();

/*
 * A grant that is moved to somebody else changes two lists.
 */
create trigger note_moved_access_before
  after update on public.assistant_access
  referencing old table as changed
  for each statement execute function private.note_access();

create trigger note_moved_access_after
  after update on public.assistant_access
  referencing new table as changed
  for each statement execute function private.note_access();

revoke all on function private.end_turns_without_access(uuid[]) from public;
revoke all on function private.end_turns_of_revoked() from public;
revoke all on function private.end_turns_of_role() from public;
revoke all on function private.end_turns_of_changed_role() from public;

/*
 * Conversations without a word in them: Create Chat reuses one, and the sweep removes those that nobody came back to.
 */

/* The caller's newest empty, untitled conversation with an assistant. */
create function public.find_empty_conversation(with_assistant uuid)
returns uuid
language sql
stable
security invoker
set search_path = ''
as $$
  select conversations.id
  from public.conversations
  where conversations.user_id = (select auth.uid())
    and conversations.assistant_id = with_assistant
    and conversations.title = 'New conversation'
    and not conversations.archived
    and not exists (select from public.messages where messages.conversation_id = conversations.id)
  order by conversations.created_at desc
  limit 1;
$$;

/*
 * The sweep: deletes conversations that were left empty and untitled for so long, and returns how many. Those that the
 * user pinned, archived or attached a file to stay.
 */
create function public.sweep_empty_conversations(empty_for interval default '1 day')
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  swept integer;
begin
  -- The audit log must not report that the owner deleted them.
  perform set_config('homie.deletion_reason', 'empty', true);
  delete from public.conversations
  where conversations.title = 'New conversation'
    and not conversations.pinned
    and not conversations.archived
    and conversations.created_at < clock_timestamp() - sweep_empty_conversations.empty_for
    and not exists (select from public.messages where messages.conversation_id = conversations.id)
    and not exists (select from public.attachments where attachments.conversation_id = conversations.id);
  get diagnostics swept = row_count;
  perform set_config('homie.deletion_reason', '', true);
  return swept;
end;
$$;

create or replace function private.audit_conversation()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
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

revoke all on function public.find_empty_conversation(uuid) from public, anon, service_role;
grant execute on function public.find_empty_conversation(uuid) to authenticated;
revoke all on function public.sweep_empty_conversations(interval) from public, anon, authenticated;
grant execute on function public.sweep_empty_conversations(interval) to service_role;

-- Users heard nothing of a new password, a removed second factor or a used recovery code.

-- Queues a mail to the user of a change: its kind is the action of the audit log. None within a quarter of an hour after
-- the address was confirmed, while the user sets the account up. The server adds the device of changes that the database
-- does not know the session of.
create function private.queue_account_notice()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('embedded.account_notice') is null then
    return null;
  end if;
  insert into embedded.account_notice (user_id, kind, user_agent, is_by_administrator)
  select
    users.id,
    new.action,
    (select user_agent from auth.sessions where sessions.id = private.session_id() and user_id = users.id),
    new.target_user_id is not null
  from auth.users
  where users.id = coalesce(new.target_user_id, new.user_id)
    and email_confirmed_at < now() - interval '15 minutes';
  return null;
end;
$$;

create trigger queue_account_notice
  after insert on public.audit_logs
  for each row
  when (
    new.action in (
      'password_changed', 'factor_added', 'factor_removed', 'passkey_added', 'passkey_removed', 'recovery_code_used'
    )
  )
  execute function private.queue_account_notice();

revoke all on function private.queue_account_notice() from public, anon, authenticated, service_role;

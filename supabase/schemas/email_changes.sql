-- Changes of the email address by its user. The auth service stores a requested change in the account and completes it
-- once links sent to the old and the new address were opened. These functions refuse it for managed accounts, record it
-- and cancel it.

-- Returns who manages the address of an account: `directory` (SCIM), `provider` (single sign-on), or null for its user.
create function private.email_manager(user_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select case
    when exists (
      select 1 from private.provisioned_users where provisioned_users.user_id = email_manager.user_id
    ) then 'directory'
    when exists (
      select 1
      from auth.identities
      where identities.user_id = email_manager.user_id and provider not in ('email', 'phone')
    ) then 'provider'
  end;
$$;

create function private.own_email_manager()
returns text
language sql stable security definer set search_path = '' as $$
  select private.email_manager(auth.uid());
$$;
grant execute on function private.own_email_manager() to authenticated;

create function public.own_email_manager()
returns text
language sql stable set search_path = '' as $$
  select private.own_email_manager();
$$;
grant execute on function public.own_email_manager() to authenticated;

-- Refuses a change of a managed address. The embedded server refuses it first, with the reason.
create function private.refuse_managed_email_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.email_manager(new.id) is not null then
    raise exception 'Your organisation manages this email address.' using errcode = 'PT403';
  end if;
  return new;
end;
$$;

create trigger refuse_managed_email_change
  before update of email_change on auth.users
  for each row when (coalesce(new.email_change, '') not in ('', coalesce(old.email_change, '')))
  execute function private.refuse_managed_email_change();

-- Records that a change was requested, or that both links were opened and the address has changed.
create function private.audit_email_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, user_email, meta)
  values (
    case when new.email is distinct from old.email then 'email_changed' else 'email_change_requested' end,
    new.id,
    new.email,
    jsonb_build_object(
      'from', old.email, 'to', case when new.email is distinct from old.email then new.email else new.email_change end
    )
  );
  return null;
end;
$$;

create trigger audit_email_change_request
  after update of email_change_sent_at on auth.users
  for each row
  when (coalesce(new.email_change, '') <> '' and old.email_change_sent_at is distinct from new.email_change_sent_at)
  execute function private.audit_email_change();

create trigger audit_email_change
  after update of email on auth.users
  for each row when (old.email is distinct from new.email and old.email_change = new.email)
  execute function private.audit_email_change();

-- Cancels the change that the caller requested. The links no longer work. A Supabase project finds them in a table: there,
-- they would replace the address by the one that is no longer requested, which is none.
create function private.cancel_email_change()
returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users
  set email_change = '', email_change_token_current = '', email_change_token_new = ''
  where id = auth.uid() and coalesce(email_change, '') <> '';
  if not found then
    return false;
  end if;
  if to_regclass('auth.one_time_tokens') is not null then
    delete from auth.one_time_tokens where user_id = auth.uid() and token_type::text like 'email_change%';
  end if;
  return true;
end;
$$;
grant execute on function private.cancel_email_change() to authenticated;

create function public.cancel_email_change()
returns boolean
language sql set search_path = '' as $$
  select private.cancel_email_change();
$$;
grant execute on function public.cancel_email_change() to authenticated;

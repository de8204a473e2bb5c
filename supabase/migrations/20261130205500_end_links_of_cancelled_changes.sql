-- The links of a cancelled change of an email address worked on a Supabase project, where the second one left the account
-- without an address.

create or replace function private.cancel_email_change()
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

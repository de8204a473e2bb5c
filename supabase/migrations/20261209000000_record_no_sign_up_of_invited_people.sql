-- The account of an invited person was recorded as a sign-up, which nobody had made.

create or replace function private.audit_sign_up()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from private.invitations where invitations.email = new.email) then
    insert into public.audit_logs (action, user_id, user_email) values ('signed_up', new.id, new.email);
  end if;
  return null;
end;
$$;

-- Passkeys of users, with which they sign in without a password. The tables belong to the auth service: only the server
-- reads the keys, and users manage theirs through its endpoints. These triggers record what happens to them.

-- Records that a passkey was added.
create function private.audit_added_passkey()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, meta)
  values ('passkey_added', new.user_id, jsonb_build_object('passkey', new.id));
  return null;
end;
$$;

create trigger audit_added_passkey
  after insert on auth.webauthn_credentials
  for each row execute function private.audit_added_passkey();

-- Records that a passkey was removed, by its user or by an administrator. The passkeys of a deleted account have no
-- separate entry.
create function private.audit_removed_passkey()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  select
    'passkey_removed',
    coalesce(auth.uid(), users.id),
    case when auth.uid() <> users.id then users.id end,
    case when auth.uid() <> users.id then users.email end,
    jsonb_build_object('passkey', old.id)
  from public.users
  where users.id = old.user_id;
  return null;
end;
$$;

create trigger audit_removed_passkey
  after delete on auth.webauthn_credentials
  for each row execute function private.audit_removed_passkey();

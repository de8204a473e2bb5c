-- One rule for the addresses of accounts, the same as in the contracts. Apostrophes and the other characters that RFC 5321
-- allows without quotes are valid.

create function private.is_email_address(address text)
returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  word constant text :=
    e'A-Za-z0-9\u00a1-\u00ac\u00ae-\u034e\u0350-\u061b\u061d-\u115e\u1161-\u167f\u1681-\u180a\u1810-\u1fff'
    || e'\u2c00-\u2fff\u3001-\u3163\u3165-\ud7ff\uf900-\ufdff';
  atom constant text := '[' || word || '!#$%&''*+/=?^_`{|}~-]+';
  label constant text := format('[%1$s](?:[%1$s-]{0,61}[%1$s])?', word);
begin
  return char_length(is_email_address.address) <= 254
    and strpos(is_email_address.address, '@') <= 65
    and is_email_address.address ~ format('^%1$s(?:\.%1$s)*@%2$s(?:\.%2$s)+$', atom, label);
end;
$$;
revoke all on function private.is_email_address(text) from public;
grant execute on function private.is_email_address(text) to authenticated, service_role;

create or replace function private.invite_user(
  email text,
  role_name text,
  participant_ids uuid[],
  display_name text default null,
  import_id uuid default null
)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  per_hour constant integer := 200;
  address constant text := lower(btrim(invite_user.email));
  account auth.users;
  pending private.invitations;
  role_id uuid;
begin
  perform private.require_admin();
  role_id := private.require_start(invite_user.role_name, invite_user.participant_ids);
  if private.is_email_address(address) is not true then
    raise exception 'Enter an email address.' using errcode = 'PT422';
  end if;
  select * into account from auth.users where users.email = address for no key update;
  if account.email_confirmed_at is not null then
    raise exception 'This address has an account already.' using errcode = 'PT409';
  end if;
  if invite_user.import_id is not null then
    select * into pending from private.invitations where email = address and expires_at > now();
    if pending.sent_at is not null then
      return null;
    elsif pending.import_id = invite_user.import_id then
      return address;
    end if;
  end if;
  perform private.limit_per_hour(
    '{user_invited}', per_hour,
    format('You have sent %s invitations within an hour. Please try again later.', per_hour)
  );
  insert into private.invitations (
    email, role_id, participant_ids, invited_by, expires_at, display_name, import_id, user_id
  )
  values (
    address, role_id, coalesce(invite_user.participant_ids, '{}'), auth.uid(), now() + interval '7 days',
    private.account_display_name(jsonb_build_object('display_name', invite_user.display_name)), invite_user.import_id,
    account.id
  )
  on conflict (email) do update set
    role_id = excluded.role_id, participant_ids = excluded.participant_ids, invited_by = excluded.invited_by,
    expires_at = excluded.expires_at, sent_at = null, display_name = excluded.display_name,
    import_id = excluded.import_id, user_id = excluded.user_id;
  perform private.clear_unproven_password(address);
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  values (
    'user_invited', auth.uid(), account.id, address,
    jsonb_build_object(
      'after', jsonb_build_object(
        'role', invite_user.role_name, 'participants', coalesce(cardinality(invite_user.participant_ids), 0)
      )
    ) || jsonb_strip_nulls(jsonb_build_object('import', invite_user.import_id))
  );
  return address;
end;
$$;

-- No mail server accepts these addresses: no one could open the invitations.
delete from private.invitations where not private.is_email_address(email);
alter table private.invitations
  drop constraint invitations_email_plausible,
  add constraint invitations_email_valid check (private.is_email_address(email) and email = lower(email));

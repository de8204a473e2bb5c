-- Sign-in through the identity providers of an organisation: the highest role that each may give, and the record of
-- linked accounts. The server authenticates; the database decides which role follows from the groups of a user.

-- The providers of the environment. The server writes them when it starts: HOMIE_SSO_FILE, and `scim` if it serves the
-- directory of the organisation.
create table private.sign_in_providers (
  id text primary key,
  role_limit_id uuid not null references public.roles (id)
);

create index sign_in_providers_role_limit_id_idx on private.sign_in_providers (role_limit_id);

alter table private.sign_in_providers enable row level security;

-- Replaces the providers. `limits` contains the highest role of each: `{"entra": "office"}`.
create function private.set_sign_in_providers(limits jsonb)
returns void
language sql set search_path = '' as $$
  delete from private.sign_in_providers where not set_sign_in_providers.limits ? id;
  insert into private.sign_in_providers (id, role_limit_id)
  select given.key, roles.id
  from jsonb_each_text(set_sign_in_providers.limits) as given
  join public.roles on roles.name = given.value
  on conflict (id) do update set role_limit_id = excluded.role_limit_id;
$$;

-- Returns the rank of a role: a higher one may do more. Null for any other text.
create function private.role_rank(role_name text)
returns integer
language sql immutable set search_path = '' as $$
  select array_position(array['support_worker', 'office', 'admin'], role_rank.role_name);
$$;

-- Gives a user the highest of the roles that follow from the groups at a provider, but none above the provider's limit;
-- without one, that of a support worker. A role above the limit was given by an administrator: it stays. So does the
-- last administrator. A user who has one of the roles does not wait for approval.
-- @returns the role afterwards
create function private.apply_provider_role(user_id uuid, provider text, role_names text[])
returns text
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  highest integer;
  former text;
  chosen text;
begin
  -- Locks roles first, as every change of administrators does.
  perform 1 from public.roles where name = 'admin' for no key update;
  select private.role_rank(roles.name) into highest
  from private.sign_in_providers
  join public.roles on roles.id = role_limit_id
  where sign_in_providers.id = apply_provider_role.provider;
  select roles.name into former
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = apply_provider_role.user_id;
  if highest is null or former is null then
    raise exception 'Unknown provider or user' using errcode = 'PT404';
  end if;
  if private.role_rank(former) > highest then
    return former;
  end if;
  select name into chosen
  from unnest(apply_provider_role.role_names) as name
  where private.role_rank(name) <= highest
  order by private.role_rank(name) desc
  limit 1;
  if chosen is not null then
    update public.users set approved_at = now() where id = apply_provider_role.user_id and approved_at is null;
  end if;
  chosen := coalesce(chosen, 'support_worker');
  if chosen = former then
    return former;
  end if;
  begin
    update public.users
    set role_id = (select id from public.roles where name = chosen)
    where id = apply_provider_role.user_id;
  exception when sqlstate 'PT409' then
    -- The last administrator.
    perform private.record_audit(
      'denied', apply_provider_role.user_id,
      meta => jsonb_build_object('attempted', 'provider_role', 'provider', apply_provider_role.provider, 'role', chosen)
    );
    return former;
  end;
  insert into public.audit_logs (action, user_email, target_user_id, target_user_email, meta)
  select
    'role_changed', case apply_provider_role.provider when 'scim' then 'SCIM' else 'single sign-on' end, id, email,
    jsonb_build_object(
      'provider', apply_provider_role.provider,
      'before', jsonb_build_object('role', former),
      'after', jsonb_build_object('role', chosen)
    )
  from public.users
  where id = apply_provider_role.user_id;
  return chosen;
end;
$$;

-- Records that an account was linked to an identity at a provider. Without the identifier: it belongs to the provider.
create function private.audit_linked_identity()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, meta)
  values ('identity_linked', new.user_id, jsonb_build_object('provider', new.provider));
  return null;
end;
$$;

create trigger audit_linked_identity
  after insert on auth.identities
  for each row when (new.provider not in ('email', 'phone')) execute function private.audit_linked_identity();

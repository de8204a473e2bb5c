-- Provisioning: the directory of the organisation creates, changes and deactivates accounts through SCIM, and puts them
-- into groups, each of which is a role. The server authenticates the directory and calls these functions as the owner
-- of the database; neither clients nor the server key may. The database decides what a directory may change, and
-- records it.

-- What the directory stores about a user. An account that it never changed has no row.
create table private.provisioned_users (
  user_id uuid primary key references public.users (id) on delete cascade,
  -- The directory's own identifier.
  external_id text unique,
  given_name text,
  family_name text,
  -- A copy of the account's `banned_until` if the directory deactivated it: it reactivates no account that an
  -- administrator deactivated.
  banned_until timestamptz,
  updated_at timestamptz not null default now(),
  constraint provisioned_users_texts_short check (
    char_length(external_id) between 1 and 255
    and char_length(given_name) between 1 and 100
    and char_length(family_name) between 1 and 100
  )
);

-- The members of groups, as the directory names them. The role of a user follows from all of them: see
-- apply_provider_role.
create table private.provisioned_members (
  user_id uuid not null references public.users (id) on delete cascade,
  role_id uuid not null references public.roles (id),
  primary key (user_id, role_id)
);

create index provisioned_members_role_id_idx on private.provisioned_members (role_id);

alter table private.provisioned_users enable row level security;
alter table private.provisioned_members enable row level security;

-- The groups that the directory may fill: the roles up to the limit. None unless provisioning is configured.
create view private.provisionable_groups as
select roles.id, roles.name
from public.roles
where private.role_rank(roles.name) <= (
  select private.role_rank(limits.name)
  from private.sign_in_providers
  join public.roles as limits on limits.id = role_limit_id
  where sign_in_providers.id = 'scim'
);

create view private.provisionable_users as
select
  users.id,
  users.email,
  provisioned_users.external_id,
  provisioned_users.given_name,
  provisioned_users.family_name,
  accounts.raw_user_meta_data ->> 'display_name' as display_name,
  account_states.state,
  account_states.state = 'active' as active,
  users.role_id,
  users.created_at,
  greatest(users.updated_at, provisioned_users.updated_at) as updated_at,
  (
    select coalesce(
      jsonb_agg(jsonb_build_object('value', groups.id, 'display', groups.name) order by groups.name), '[]'
    )
    from private.provisioned_members
    join private.provisionable_groups as groups on groups.id = provisioned_members.role_id
    where provisioned_members.user_id = users.id
  ) as groups
from public.users
join auth.users as accounts on accounts.id = users.id
join private.account_states on account_states.user_id = users.id
left join private.provisioned_users on provisioned_users.user_id = users.id;

-- Returns a page of the users that meet all conditions, oldest first. A condition is
-- `{"attribute": "email", "value": "a@b.example"}`.
create function private.list_provisionable_users(conditions jsonb, start_index integer, page_size integer)
returns jsonb
language sql stable set search_path = '' as $$
  with matches as (
    select *
    from private.provisionable_users
    where not exists (
      select 1
      from jsonb_to_recordset(list_provisionable_users.conditions) as condition (attribute text, value text)
      where case attribute
        when 'id' then id::text <> value
        when 'email' then email <> value
        when 'externalId' then external_id is distinct from value
        when 'active' then active::text <> value
        else true
      end
    )
  )
  select jsonb_build_object(
    'total', (select count(*) from matches),
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(page) order by page.created_at, page.id), '[]')
      from (
        select *
        from matches
        order by created_at, id
        limit list_provisionable_users.page_size
        offset list_provisionable_users.start_index - 1
      ) as page
    )
  );
$$;

-- Records a change by the directory.
create function private.record_provisioning(user_id uuid, before jsonb, after jsonb)
returns void
language sql set search_path = '' as $$
  insert into public.audit_logs (action, user_email, target_user_id, target_user_email, meta)
  select
    'account_changed', 'SCIM', id, email,
    jsonb_build_object('before', record_provisioning.before, 'after', record_provisioning.after)
  from public.users
  where id = record_provisioning.user_id;
$$;

-- Returns the fields of a user for the audit row.
create function private.provisioned_user_to_jsonb(provisioned private.provisionable_users)
returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'email', provisioned.email,
    'external_id', provisioned.external_id,
    'display_name', provisioned.display_name,
    'given_name', provisioned.given_name,
    'family_name', provisioned.family_name,
    'deactivated', provisioned.state = 'deactivated',
    'active', provisioned.active
  );
$$;

-- Ends the access of a user. The last active administrator stays.
create function private.deactivate_provisioned_user(user_id uuid)
returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  until constant timestamptz := now() + interval '1000 years';
begin
  if public.is_administrator(deactivate_provisioned_user.user_id) and not exists (
    select 1 from public.users where id <> deactivate_provisioned_user.user_id and public.is_administrator(id)
  ) then
    raise exception 'The last administrator must stay.' using errcode = 'PT409';
  end if;
  update auth.users
  set banned_until = until
  where id = deactivate_provisioned_user.user_id;
  update private.provisioned_users set banned_until = until where user_id = deactivate_provisioned_user.user_id;
end;
$$;

-- Checks whether an administrator invited the user with a role above the limit. Only the mailed link accepts it: the
-- directory has not proven who reads the mailbox.
create function private.is_invited_above_limit(user_id uuid)
returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select 1
    from private.invitations
    where invitations.user_id = is_invited_above_limit.user_id
      and expires_at > now()
      and role_id not in (select id from private.provisionable_groups)
  );
$$;

-- Gives a user access: the directory vouches for the address, which accepts an invitation up to its limit, and approves
-- the sign-up. A password from before the address was confirmed belongs to a user who has not proven to own it.
create function private.activate_provisioned_user(user_id uuid)
returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  if exists (
    select 1
    from auth.users as accounts
    join private.provisioned_users on user_id = accounts.id
    where accounts.id = activate_provisioned_user.user_id
      and accounts.banned_until > now()
      and provisioned_users.banned_until is distinct from accounts.banned_until
  ) then
    raise exception 'An administrator deactivated this account, and has to reactivate it.' using errcode = 'PT409';
  end if;
  if private.is_invited_above_limit(activate_provisioned_user.user_id) then
    raise exception 'This user was invited with a role above the limit, and opens the mailed link first.'
      using errcode = 'PT403';
  end if;
  update auth.users
  set banned_until = null,
      encrypted_password = case when email_confirmed_at is not null then encrypted_password end,
      email_confirmed_at = coalesce(email_confirmed_at, now())
  where id = activate_provisioned_user.user_id;
  update public.users set approved_at = now() where id = activate_provisioned_user.user_id and approved_at is null;
  update private.provisioned_users set banned_until = null where user_id = activate_provisioned_user.user_id;
end;
$$;

-- Changes the address of an account. Mailed links open it, so that of an account above the limit is changed by an
-- administrator only.
create function private.change_provisioned_email(user_id uuid, email text)
returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  if private.is_invited_above_limit(change_provisioned_email.user_id) or not exists (
    select 1
    from public.users
    join private.provisionable_groups on provisionable_groups.id = role_id
    where users.id = change_provisioned_email.user_id
  ) then
    raise exception 'The address of this user is changed by an administrator.' using errcode = 'PT403';
  end if;
  update auth.users
  set email = change_provisioned_email.email,
      raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', change_provisioned_email.email)
  where id = change_provisioned_email.user_id;
end;
$$;

-- Changes the fields of a user that `changes` contains: `email`, `externalId`, `displayName`, `givenName`, `familyName`
-- and `active`. An account that was just created has had no access before.
create function private.change_provisioned_user(user_id uuid, changes jsonb, is_new boolean default false)
returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  given constant jsonb := change_provisioned_user.changes;
  former private.provisionable_users;
  later private.provisionable_users;
  difference jsonb;
begin
  -- Locks roles first, as every change of administrators does.
  perform 1 from public.roles where name = 'admin' for no key update;
  select * into former from private.provisionable_users where id = change_provisioned_user.user_id;
  if not found then
    raise exception 'User not found' using errcode = 'PT404';
  end if;
  insert into private.provisioned_users (user_id) values (former.id) on conflict do nothing;
  if given ->> 'email' <> former.email then
    perform private.change_provisioned_email(former.id, given ->> 'email');
  end if;
  update private.provisioned_users
  set external_id = case when given ? 'externalId' then given ->> 'externalId' else external_id end,
      given_name = case when given ? 'givenName' then given ->> 'givenName' else given_name end,
      family_name = case when given ? 'familyName' then given ->> 'familyName' else family_name end
  where user_id = former.id;
  update auth.users
  set raw_user_meta_data =
    coalesce(raw_user_meta_data, '{}') || jsonb_build_object('display_name', given ->> 'displayName')
  where id = former.id and given ? 'displayName' and given ->> 'displayName' is distinct from former.display_name;
  if (given ->> 'active')::boolean and former.state <> 'active' then
    perform private.activate_provisioned_user(former.id);
  elsif not (given ->> 'active')::boolean and former.state <> 'deactivated' then
    perform private.deactivate_provisioned_user(former.id);
  end if;
  select * into later from private.provisionable_users where id = former.id;
  difference := case
    when change_provisioned_user.is_new then
      jsonb_build_object('before', '{}'::jsonb, 'after', jsonb_strip_nulls(private.provisioned_user_to_jsonb(later)))
    else
      private.difference(private.provisioned_user_to_jsonb(former), private.provisioned_user_to_jsonb(later))
  end;
  if difference is not null then
    update private.provisioned_users set updated_at = now() where user_id = former.id;
    perform private.record_provisioning(former.id, difference -> 'before', difference -> 'after');
  end if;
end;
$$;

-- Adds users to a group, and removes others. Their roles follow, within the limit; a role above it stays.
create function private.change_provisioned_members(group_id uuid, added uuid[], removed uuid[])
returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  member_id uuid;
  former jsonb;
  later jsonb;
  names text[];
  role_name text;
begin
  perform 1 from public.roles where name = 'admin' for no key update;
  if not exists (select 1 from private.provisionable_groups where id = change_provisioned_members.group_id) then
    raise exception 'Group not found' using errcode = 'PT404';
  end if;
  for member_id in
    select distinct id
    from unnest(change_provisioned_members.added || change_provisioned_members.removed) as id
    order by id
  loop
    select groups into former from private.provisionable_users where id = member_id;
    if not found then
      continue when not member_id = any (change_provisioned_members.added);
      raise exception 'No user has the id %', member_id using errcode = 'PT400';
    end if;
    if member_id = any (change_provisioned_members.added) then
      insert into private.provisioned_members (user_id, role_id)
      values (member_id, change_provisioned_members.group_id)
      on conflict do nothing;
    else
      delete from private.provisioned_members
      where user_id = member_id and role_id = change_provisioned_members.group_id;
    end if;
    select groups into later from private.provisionable_users where id = member_id;
    continue when former = later;
    names := array(select value ->> 'display' from jsonb_array_elements(later));
    role_name := private.apply_provider_role(member_id, 'scim', names);
    if
      role_name <> all (case when names = '{}' then array['support_worker'] else names end)
      and exists (select 1 from private.provisionable_groups where name = role_name)
    then
      raise exception 'The last administrator must stay.' using errcode = 'PT409';
    end if;
    perform private.record_provisioning(
      member_id,
      jsonb_build_object('groups', jsonb_path_query_array(former, '$[*].display')),
      jsonb_build_object('groups', jsonb_path_query_array(later, '$[*].display'))
    );
    insert into private.provisioned_users (user_id) values (member_id)
    on conflict (user_id) do update set updated_at = now();
  end loop;
end;
$$;

-- The three roles are part of the product: every environment has them, with the same ids.
create table public.roles (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  constraint roles_name_known check (name in ('admin', 'office', 'support_worker'))
);

insert into public.roles (id, name)
values
  ('00000000-0000-4000-8000-0000000000a1', 'admin'),
  ('00000000-0000-4000-8000-0000000000a2', 'office'),
  ('00000000-0000-4000-8000-0000000000a3', 'support_worker');

-- Returns the name that the user of an account chose; null if there is none.
create function private.account_display_name(metadata jsonb)
returns text
language sql immutable set search_path = '' as $$
  select nullif(left(btrim(private.plain_line(account_display_name.metadata ->> 'display_name')), 80), '');
$$;

-- One row per account of the auth service. The role is stored here only, never in a token, so that a role change takes
-- effect on the next request. Email, name and last sign-in are copies, by which administrators search and sort.
create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  role_id uuid not null references public.roles (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- null: waits for approval
  approved_at timestamptz default private.approval_time(),
  is_waiting boolean not null generated always as (approved_at is null) stored,
  display_name text,
  last_sign_in_at timestamptz,
  sort_name text not null generated always as (lower(coalesce(display_name, email))) stored,
  constraint users_display_name_plain check (display_name = private.plain_line(display_name))
);

-- The people whom the organisation supports. They do not sign in.
create table public.participants (
  id uuid primary key default gen_random_uuid(),
  display_name text not null,
  status text not null default 'active',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint participants_display_name_printable
    check (display_name ~ '^[ -~]{2,80}$' and char_length(btrim(display_name)) >= 2),
  constraint participants_status_known check (status in ('active', 'inactive'))
);

-- Assignments of workers to the participants whom they support.
create table public.participant_assignments (
  participant_id uuid not null references public.participants (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (participant_id, user_id)
);

create index users_email_idx on public.users (email, id);
create index users_waiting_email_idx on public.users (is_waiting desc, email, id);
create index users_waiting_name_idx on public.users (is_waiting desc, sort_name, id);
create index users_waiting_sign_in_idx on public.users (is_waiting desc, last_sign_in_at desc nulls last, id);
create index users_role_email_idx on public.users (role_id, email, id);
create index participants_newest_idx on public.participants (created_at desc, id desc);
create index participants_status_newest_idx on public.participants (status, created_at desc, id desc);
create index participants_display_name_idx on public.participants (display_name, id);
create index participant_assignments_user_id_idx on public.participant_assignments (user_id);

grant select (id, name) on table public.roles to authenticated;
grant select on table public.roles to service_role;

grant
  select (
    id, email, role_id, created_at, updated_at, approved_at, is_waiting, display_name, last_sign_in_at, sort_name
  ),
  insert (id, email, role_id),
  update (role_id)
on table public.users to authenticated;
grant select, insert, update, delete on table public.users to service_role;

grant
  select (id, display_name, status, created_at, updated_at),
  insert (id, display_name, status),
  update (display_name, status),
  delete
on table public.participants to authenticated;
grant select, insert, update, delete on table public.participants to service_role;

grant
  select (participant_id, user_id, created_at),
  insert (participant_id, user_id),
  delete
on table public.participant_assignments to authenticated;
grant select, insert, update, delete on table public.participant_assignments to service_role;

alter table public.roles enable row level security;
alter table public.users enable row level security;
alter table public.participants enable row level security;
alter table public.participant_assignments enable row level security;

-- A sign-in is no change of the user.
create trigger touch_updated_at
  before update of email, display_name, role_id, approved_at on public.users
  for each row execute function private.touch_updated_at();

-- Raises an error if a client other than an administrator changes a table. Row-level security would silently affect no
-- rows and report success, which hides mistakes on records that only administrators manage. Row-level security still
-- decides; this makes the refusal visible. The server and cascading deletes are not clients.
create function private.refuse_unless_admin()
returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and not (select private.is_admin()) then
    raise exception 'Admin access required' using errcode = 'insufficient_privilege';
  end if;
  return null;
end;
$$;

create trigger admins_only
  before update on public.users
  for each statement execute function private.refuse_unless_admin();

-- Ensures that at least one administrator remains. Administrators cannot remove their own role, and the last one cannot
-- be removed, even if two administrators demote each other concurrently: both lock the role's row, and the second one
-- sees what the first one committed. The REST interface maps PT409 to status 409 with the message of the exception.
create function private.protect_last_admin()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  admin_role_id uuid;
begin
  select id into strict admin_role_id from public.roles where name = 'admin';

  -- A delete has no new row, so the second comparison is null and only the first one counts.
  if old.role_id <> admin_role_id or new.role_id = admin_role_id then
    return coalesce(new, old);
  end if;

  if tg_op = 'UPDATE' and old.id = auth.uid() then
    raise exception 'Cannot remove your own admin privileges.' using errcode = 'PT409';
  end if;

  perform 1 from public.roles where id = admin_role_id for no key update;

  if auth.uid() is not null and not private.is_admin() then
    raise exception 'Admin access required' using errcode = 'insufficient_privilege';
  end if;
  if not exists (
    select 1
    from public.users
    where role_id = admin_role_id and id <> old.id and private.access_state(id) = 'active'
  ) then
    raise exception 'The last administrator must stay.' using errcode = 'PT409';
  end if;
  return coalesce(new, old);
end;
$$;

create trigger protect_last_admin
  before update of role_id or delete on public.users
  for each row execute function private.protect_last_admin();

create trigger touch_updated_at
  before update on public.participants
  for each row execute function private.touch_updated_at();

create trigger admins_only
  before insert or update or delete on public.participants
  for each statement execute function private.refuse_unless_admin();

create trigger admins_only
  before insert or update or delete on public.participant_assignments
  for each statement execute function private.refuse_unless_admin();

-- Creates the user of a new account, always as a support worker: the sign-up form and its metadata cannot set a role.
create function private.file_new_user()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.users (id, email, role_id, display_name, last_sign_in_at)
  values (
    new.id,
    coalesce(new.email, ''),
    private.support_worker_role_id(),
    private.account_display_name(new.raw_user_meta_data),
    new.last_sign_in_at
  )
  on conflict (id) do nothing;
  return new;
end;
$$;

create trigger file_new_user
  after insert on auth.users
  for each row execute function private.file_new_user();

-- Copies a changed email address or name from the account.
create function private.follow_account_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.users
  set email = coalesce(new.email, ''), display_name = private.account_display_name(new.raw_user_meta_data)
  where id = new.id;
  return new;
end;
$$;

create trigger follow_account_change
  after update of email, raw_user_meta_data on auth.users
  for each row
  when (
    old.email is distinct from new.email
    or old.raw_user_meta_data ->> 'display_name' is distinct from new.raw_user_meta_data ->> 'display_name'
  )
  execute function private.follow_account_change();

-- Copies the time of a sign-in from the account.
create function private.follow_sign_in()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.users set last_sign_in_at = new.last_sign_in_at where id = new.id;
  return new;
end;
$$;

create trigger follow_sign_in
  after update of last_sign_in_at on auth.users
  for each row
  when (old.last_sign_in_at is distinct from new.last_sign_in_at)
  execute function private.follow_sign_in();

create policy "Signed-in users read the roles"
  on public.roles for select to authenticated
  using (true);

-- What the environment demands of accounts. The server sets it as it starts.
create table private.account_rules (
  only_row boolean primary key default true check (only_row),
  second_factor text not null default 'optional',
  constraint account_rules_second_factor_known check (second_factor in ('optional', 'admins', 'all'))
);

insert into private.account_rules default values;

alter table private.account_rules enable row level security;

-- Sets who needs a second factor: those who have one (`optional`), also all administrators (`admins`), or everyone (`all`).
create function private.set_second_factor_rule(demand text)
returns void
language sql set search_path = '' as $$
  update private.account_rules
  set second_factor = set_second_factor_rule.demand
  where second_factor <> set_second_factor_rule.demand;
$$;

-- Checks whether the sessions of a user need a second factor: the user has one, or the environment demands it.
create function private.needs_second_factor(user_id uuid)
returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
    from auth.mfa_factors
    where mfa_factors.user_id = needs_second_factor.user_id and status = 'verified'
  )
  or exists (
    select 1
    from private.account_rules
    where second_factor = 'all'
      or second_factor = 'admins'
      and exists (
        select 1
        from public.users
        join public.roles on roles.id = users.role_id
        where users.id = needs_second_factor.user_id and roles.name = 'admin'
      )
  );
$$;

-- Checks whether the caller's session has passed the second factor that it needs.
create function private.has_second_factor()
returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' or not private.needs_second_factor(auth.uid());
$$;

-- Refuses requests of sessions that lack their second factor. The embedded server makes the same check before each
-- request; a Supabase project calls this function, as its `pgrst.db_pre_request`.
create function private.require_second_factor()
returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if
    auth.role() = 'authenticated'
    and coalesce(current_setting('request.path', true), '') not like '%/rpc/redeem_recovery_code'
    and not private.has_second_factor()
  then
    raise exception 'Enter the code of your second factor first.' using errcode = 'PT403';
  end if;
end;
$$;
grant execute on function private.require_second_factor() to authenticated, service_role;

-- Checks whether the caller is an administrator now, in a session with the second factor that it needs. Bypasses
-- row-level security because the policies on users call it.
create function private.is_admin()
returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1
    from public.users
    join public.roles on roles.id = users.role_id
    where users.id = auth.uid() and roles.name = 'admin' and private.is_active()
  )
  and private.has_second_factor();
end;
$$;
grant execute on function private.is_admin() to authenticated, service_role;

create policy "Users read their own record, admins read all"
  on public.users for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));

create function private.support_worker_role_id()
returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.roles where name = 'support_worker';
$$;
grant execute on function private.support_worker_role_id() to authenticated, service_role;

-- Returns the email address with which the caller signs in, so that users cannot create a record with another address.
create function private.sign_in_email()
returns text
language sql stable security definer set search_path = '' as $$
  select email from auth.users where id = auth.uid();
$$;
grant execute on function private.sign_in_email() to authenticated;

create policy "Users create their own record, as support worker only"
  on public.users for insert to authenticated
  with check (
    id = (select auth.uid())
    and role_id = (select private.support_worker_role_id())
    and email = (select private.sign_in_email())
  );

create policy "Admins change roles"
  on public.users for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Assigned users read their participants, admins read all"
  on public.participants for select to authenticated
  using (
    (select private.is_admin())
    or id in (
      select participant_id
      from public.participant_assignments
      where user_id = (select auth.uid())
    )
  );

create policy "Admins add participants"
  on public.participants for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins change participants"
  on public.participants for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins delete participants"
  on public.participants for delete to authenticated
  using ((select private.is_admin()));

create policy "Users read their own assignments, admins read all"
  on public.participant_assignments for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Admins assign workers"
  on public.participant_assignments for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins unassign workers"
  on public.participant_assignments for delete to authenticated
  using ((select private.is_admin()));

-- Returns the name to show of a user: the one that they chose, else their email. It is shown only to those who may see
-- the email.
create function private.shown_name(person public.users)
returns text
language sql immutable set search_path = '' as $$
  select private.plain_line(coalesce((shown_name.person).display_name, (shown_name.person).email));
$$;

-- Checks whether the caller is an administrator, for screens and functions.
create function public.is_admin()
returns boolean
language sql stable set search_path = '' as $$
  select private.is_admin();
$$;
grant execute on function public.is_admin() to authenticated, service_role;

create function public.is_administrator(user_id uuid)
returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
    from public.users
    join public.roles on roles.id = users.role_id
    where users.id = is_administrator.user_id
      and roles.name = 'admin'
      and private.access_state(users.id) = 'active'
  );
$$;
grant execute on function public.is_administrator(uuid) to service_role;

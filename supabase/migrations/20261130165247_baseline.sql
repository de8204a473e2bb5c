-- The files of supabase/schemas as of 2026-11-30, in the order of config.toml. Read and change the database there;
-- a change also needs a migration of its own. This file is not edited: existing databases compare it with what they have.
--
-- Replaces 20261123100000 20261123110000 20261123120000 20261123130000 20261123160000 20261123170000 20261124030000
-- Replaces 20261124040000 20261125040000 20261125050000 20261125060000 20261126010000 20261126020000 20261126021000
-- Replaces 20261126030000 20261126040000 20261127010000 20261127011000 20261127020000 20261127021000 20261127030000
-- Replaces 20261127040000 20261128010000 20261128011000 20261128020000 20261128021000 20261128030000 20261128031000
-- Replaces 20261128040000 20261128050000 20261129000000 20261129030000 20261130000000 20261130100000 20261130101000
-- Replaces 20261201000000 20261201100000 20261202000000 20261203000000 20261204000000 20261205000000 20261206000000
-- Replaces 20261207000000 20261208000000 20261209000000 20261210000000 20261211000000 20261212000000 20261213000000
-- Replaces 20261214000000 20261215000000 20261216000000 20261217000000 20261218000000 20261218000001 20261219000000
-- Replaces 20261219000001 20261219000002 20261219000003 20261219000004 20261220000000 20261221000000 20261221000001
-- Replaces 20261221000002 20261222000000 20261225000000 20261227000000 20261227000001 20261227000002 20261227000003
-- Replaces 20261228000000 20261228000001 20261229000000 20261230000000 20261230000001 20261231000000 20261231000001
-- Replaces 20261231000101 20261231000102 20261231000103
-- Last commit before it: c9e83bef9b2b

-- Three roles reach this database through the REST interface: `anon` is a visitor without a session and gets no access
-- at all; `authenticated` is any signed-in user, whose rows are selected by policies on each request; `service_role` is
-- the server and gets only the privileges that it uses.
--
-- Privileges are closed by default: a table or function without a grant is accessible to its owner only, on every
-- platform. (A hosted project would otherwise grant each new table to all three roles.)
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

grant usage on schema public to authenticated, service_role;

-- Helpers that bypass row-level security are in `private`, which the REST interface does not expose.
create schema private;
grant usage on schema private to authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

-- A name or title as all readers see it: one line, without characters that have no width or change the direction of
-- the text around them. Joiners remain, because emoji and several scripts need them. Contracts clean what users type
-- (`plainLine`); constraints refuse what does not come from them.
create function private.plain_line(line text)
returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(
    regexp_replace(plain_line.line, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]', ' ', 'g'),
    '[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]',
    '', 'g'
  );
$$;
grant execute on function private.plain_line(text) to authenticated, service_role;

-- Folds the forms of a character that look alike: accents are composed, quotation marks, apostrophes, dashes and blanks
-- are plain. Accents and letter case stay. The contracts fold alike (`foldSearch`).
create function private.fold_search(text text)
returns text
language sql immutable set search_path = '' as $$
  select translate(
    regexp_replace(
      normalize(fold_search.text, nfc), e'[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g'
    ),
    '`´ʹʻʼʽ‘’‚‛′‵‹›ꞌ＇｀' || '«»ʺˮ“”„‟″‶〝〞〟＂' || '‐‑‒–—―⁃−﹘﹣－',
    repeat('''', 17) || repeat('"', 14) || repeat('-', 11)
  );
$$;
grant execute on function private.fold_search(text) to authenticated, service_role;

-- Returns the regular expression that matches a text literally, anywhere, in all forms that `private.fold_search` folds;
-- null for a text that is longer than any search. Compare with `~*`, which uses the trigrams of the text as it is
-- written. The same in the contracts (`searchPattern`).
create function private.search_pattern(text text)
returns text
language sql immutable set search_path = '' as $$
  select string_agg(
    case character
      when '''' then '[`´ʹʻʼʽ‘’‚‛′‵‹›ꞌ＇｀'']'
      when '"' then '[«»ʺˮ“”„‟″‶〝〞〟＂"]'
      when '-' then '[‐‑‒–—―⁃−﹘﹣－-]'
      when ' ' then e'[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000 ]'
      else coalesce('(?:' || forms || ')', regexp_replace(character, '[][\\^$.*+?(){}|/]', '\\\&'))
    end,
    '' order by position
  )
  from regexp_split_to_table(private.fold_search(search_pattern.text), '') with ordinality as split (character, position)
  -- All ways to write a letter with its accents: composed, decomposed, and partly composed.
  cross join lateral (
    select string_agg(normalize(left(marks, length), nfc) || substr(marks, length + 1), '|' order by length desc) as forms
    from normalize(character, nfd) as marks
    cross join generate_series(1, char_length(marks)) as length
    where char_length(marks) > 1
  ) as written
  where char_length(search_pattern.text) <= 320;
$$;
grant execute on function private.search_pattern(text) to authenticated, service_role;

-- Returns whether a text is an address that an account can have: RFC 5321 without quotes, with a domain of at least two
-- labels, and without invisible characters. The contracts have the same rule (`isEmailAddress`).
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
grant execute on function private.is_email_address(text) to authenticated, service_role;

create function private.touch_updated_at()
returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

-- The state of an account decides whether its user has access at all: `active`, `waiting` (an administrator has not
-- approved the sign-up yet) or `deactivated`. Every policy and function that serves a user requires an active account,
-- on each request, so that a token which is still valid gives no access.

-- The rule for sign-ups, in one row. The server writes it when it starts: HOMIE_SIGN_UP.
create table private.sign_up_rule (
  only_row boolean primary key default true check (only_row),
  needs_approval boolean not null default false
);

insert into private.sign_up_rule default values;

alter table private.sign_up_rule enable row level security;

-- Returns the time at which a new account is approved: now, or never if sign-ups need approval.
create function private.approval_time()
returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when not needs_approval then now() end from private.sign_up_rule;
$$;
grant execute on function private.approval_time() to authenticated, service_role;

-- Returns the state of an account; null if it does not exist.
create function private.access_state(user_id uuid)
returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select
      case
        when accounts.banned_until > now() then 'deactivated'
        when users.id is not null and users.approved_at is null then 'waiting'
        else 'active'
      end
    from auth.users as accounts
    left join public.users on users.id = accounts.id
    where accounts.id = access_state.user_id
  );
end;
$$;

-- Returns the state of the caller's account, for functions and for the screen of users who wait for approval.
create function private.own_state()
returns text
language sql stable security definer set search_path = '' as $$
  select private.access_state(auth.uid());
$$;
grant execute on function private.own_state() to authenticated;

create function public.own_state()
returns text
language sql stable set search_path = '' as $$
  select private.own_state();
$$;
grant execute on function public.own_state() to authenticated;

create function private.is_active()
returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.access_state(auth.uid()) = 'active', false);
$$;
grant execute on function private.is_active() to authenticated;

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

-- Assistants, the access to them, and the profiles with which the server answers for them.

-- Checks that every element is a domain name.
create function private.are_domains(domains text[])
returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(coalesce(domain ~ '^[A-Za-z0-9.-]+$', false)), true) from unnest(domains) as domain;
$$;
grant execute on function private.are_domains(text[]) to authenticated, service_role;

-- Checks that every element is a short question in one line.
create function private.are_questions(questions text[])
returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    bool_and(
      coalesce(
        char_length(question) <= 120 and btrim(question) <> '' and question = private.plain_line(question), false
      )
    ),
    true
  )
  from unnest(questions) as question;
$$;
grant execute on function private.are_questions(text[]) to authenticated, service_role;

-- An assistant serves the whole organisation (`org`) or one participant (`participant`); a participant has at most one.
-- `openai_assistant_id` is an opaque key into `ai_assistant_profiles`, which only the server reads.
create table public.assistants (
  id uuid primary key default gen_random_uuid(),
  label text not null,
  kind text not null default 'org',
  openai_assistant_id text not null,
  participant_id uuid unique references public.participants (id) on delete cascade,
  web_research_enabled boolean not null default false,
  use_org_domains boolean not null default true,
  web_domains text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Sorts labels case-insensitively.
  label_order text generated always as (lower(label)) stored,
  -- One line that says what the assistant is for.
  description text not null default '',
  -- Questions that are offered while a conversation is empty.
  suggested_questions text[] not null default '{}',
  -- Input and output tokens that its replies may use in a month; null is no limit.
  monthly_token_budget bigint,
  -- The last reply is followed by questions that the user may ask next.
  suggest_follow_ups boolean not null default false,
  constraint assistants_label_printable check (label ~ '^[ -~]{3,60}$' and char_length(btrim(label)) >= 3),
  constraint assistants_kind_known check (kind in ('org', 'participant')),
  constraint assistants_participant_matches_kind check (participant_id is null or kind = 'participant'),
  constraint assistants_openai_assistant_id_prefixed check (openai_assistant_id ~ '^asst_[A-Za-z0-9_-]{1,120}$'),
  constraint assistants_web_domains_valid check (cardinality(web_domains) <= 50 and private.are_domains(web_domains)),
  constraint assistants_web_domains_flat check (coalesce(array_ndims(web_domains), 1) = 1),
  constraint assistants_description_one_line
    check (char_length(description) <= 120 and description = private.plain_line(description)),
  constraint assistants_suggested_questions_valid
    check (cardinality(suggested_questions) <= 4 and private.are_questions(suggested_questions)),
  constraint assistants_suggested_questions_flat check (coalesce(array_ndims(suggested_questions), 1) = 1),
  constraint assistants_monthly_token_budget_valid check (monthly_token_budget between 1000 and 1000000000000)
);

-- Direct access of one user to one assistant. Bulk grants are upserts, so granting twice is not an error.
create table public.assistant_access (
  assistant_id uuid not null references public.assistants (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- True if the user may edit the documents of the assistant and of its participant too.
  can_edit boolean not null default false,
  primary key (assistant_id, user_id)
);

-- Access of every user with a role to one assistant.
create table public.assistant_role_access (
  assistant_id uuid not null references public.assistants (id) on delete cascade,
  role_id uuid not null references public.roles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (assistant_id, role_id)
);

-- Provider, model, instructions and limits with which the server answers for an assistant. `provider` names a connection of
-- the server, or a kind of its default one; `fallback` another connection, which is used before the first word only.
-- Instructions are confidential to the organisation: clients have no privileges on this table and it has no policy.
create table public.ai_assistant_profiles (
  openai_assistant_id text primary key,
  provider text not null default 'default',
  model text,
  instructions text not null default '',
  vector_store_ids text[] not null default '{}',
  max_output_tokens integer,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  max_input_tokens integer,
  fallback text,
  constraint ai_assistant_profiles_id_prefixed check (openai_assistant_id ~ '^asst_[A-Za-z0-9_-]{1,120}$'),
  constraint ai_assistant_profiles_max_output_tokens_positive check (max_output_tokens > 0),
  constraint ai_assistant_profiles_version_positive check (version > 0),
  constraint ai_assistant_profiles_provider_valid check (provider ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  constraint ai_assistant_profiles_fallback_valid check (fallback ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  constraint ai_assistant_profiles_max_input_tokens_limit check (max_input_tokens between 1000 and 2000000),
  constraint ai_assistant_profiles_model_valid check (model ~ '^[!-~]{1,200}$'),
  constraint ai_assistant_profiles_instructions_length check (char_length(instructions) <= 20000),
  constraint ai_assistant_profiles_max_output_tokens_limit check (max_output_tokens between 16 and 200000),
  constraint ai_assistant_profiles_vector_stores_valid check (
    cardinality(vector_store_ids) <= 10
    and array_to_string(vector_store_ids, ' ', '*') ~ '^(vs_[A-Za-z0-9_-]{1,100}( vs_[A-Za-z0-9_-]{1,100})*)?$'
  )
);

-- The instructions of a profile after each change: the latest 50, the last of them the current ones. `created_by` is null
-- if the server or an operator changed them. A trigger inserts them on every path, and no role may change them.
create table public.instruction_versions (
  openai_assistant_id text not null references public.ai_assistant_profiles (openai_assistant_id) on delete cascade,
  number integer not null,
  instructions text not null,
  created_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (openai_assistant_id, number)
);

create index assistants_label_idx on public.assistants (label, id);
create index assistants_label_order_idx on public.assistants (label_order, id);
create index assistant_access_user_id_idx on public.assistant_access (user_id);
create index assistant_role_access_role_id_idx on public.assistant_role_access (role_id);
create index instruction_versions_created_by_idx on public.instruction_versions (created_by);

grant
  select (
    id, label, kind, openai_assistant_id, participant_id,
    web_research_enabled, use_org_domains, web_domains, created_at, updated_at, label_order, description,
    suggested_questions, monthly_token_budget, suggest_follow_ups
  ),
  insert (
    id, label, kind, openai_assistant_id, participant_id, web_research_enabled, use_org_domains, web_domains,
    description, suggested_questions, monthly_token_budget, suggest_follow_ups
  ),
  update (
    label, kind, openai_assistant_id, participant_id, web_research_enabled, use_org_domains, web_domains,
    description, suggested_questions, monthly_token_budget, suggest_follow_ups
  ),
  delete
on table public.assistants to authenticated;
grant select, insert, update, delete on table public.assistants to service_role;

grant
  select (assistant_id, user_id, created_at, can_edit),
  insert (assistant_id, user_id, can_edit),
  update (assistant_id, user_id, can_edit),
  delete
on table public.assistant_access to authenticated;
grant select, insert, update, delete on table public.assistant_access to service_role;

grant
  select (assistant_id, role_id, created_at),
  insert (assistant_id, role_id),
  delete
on table public.assistant_role_access to authenticated;
grant select, insert, update, delete on table public.assistant_role_access to service_role;

grant select, insert, update, delete on table public.ai_assistant_profiles to service_role;

grant select (openai_assistant_id, number, instructions, created_by, created_at)
on table public.instruction_versions to authenticated;
grant select on table public.instruction_versions to service_role;

alter table public.assistants enable row level security;
alter table public.assistant_access enable row level security;
alter table public.assistant_role_access enable row level security;
alter table public.ai_assistant_profiles enable row level security;
alter table public.instruction_versions enable row level security;

create trigger touch_updated_at
  before update on public.assistants
  for each row execute function private.touch_updated_at();

create trigger admins_only
  before insert or update or delete on public.assistants
  for each statement execute function private.refuse_unless_admin();

create trigger admins_only
  before insert or update or delete on public.assistant_access
  for each statement execute function private.refuse_unless_admin();

create trigger admins_only
  before insert or update or delete on public.assistant_role_access
  for each statement execute function private.refuse_unless_admin();

create trigger touch_updated_at
  before update on public.ai_assistant_profiles
  for each row execute function private.touch_updated_at();

-- Stores the instructions of a profile that were changed, and deletes the versions before the latest 50.
create function private.store_instruction_version()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  max_versions constant integer := 50;
  version_number integer;
begin
  if new.instructions = coalesce(old.instructions, '') then
    return null;
  end if;
  insert into public.instruction_versions (openai_assistant_id, number, instructions, created_by)
  values (
    new.openai_assistant_id,
    coalesce(
      (select max(number) from public.instruction_versions where openai_assistant_id = new.openai_assistant_id), 0
    ) + 1,
    new.instructions,
    -- Set by the function that acts for an administrator.
    nullif(current_setting('instructions.changed_by', true), '')::uuid
  )
  returning number into version_number;
  delete from public.instruction_versions
  where openai_assistant_id = new.openai_assistant_id and number <= version_number - max_versions;
  return null;
end;
$$;

create trigger store_instruction_version
  after insert or update of instructions on public.ai_assistant_profiles
  for each row execute function private.store_instruction_version();

-- Deletes the versions of the instructions with the last assistant that has their key.
create function private.delete_instruction_versions()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.instruction_versions
  where openai_assistant_id = old.openai_assistant_id
    and not exists (select 1 from public.assistants where openai_assistant_id = old.openai_assistant_id);
  return null;
end;
$$;

create trigger delete_instruction_versions
  after delete on public.assistants
  for each row execute function private.delete_instruction_versions();

-- Returns the assistants that a user may use: granted to the user, granted to the user's role, or all of them for an
-- administrator; none without an active account. This is the only definition of that rule. Assigning a worker to a
-- participant does not grant access; the screens offer to do both. In PL/pgSQL, which plans the query once per connection:
-- most requests evaluate it several times.
create function private.assistants_usable_by(user_id uuid)
returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select granted.assistant_id
    from (
      select assistant_id from public.assistant_access where assistant_access.user_id = assistants_usable_by.user_id
      union
      select assistant_role_access.assistant_id
      from public.assistant_role_access
      join public.users on users.role_id = assistant_role_access.role_id
      where users.id = assistants_usable_by.user_id
      union
      select assistants.id
      from public.assistants
      join public.users on users.id = assistants_usable_by.user_id
      join public.roles on roles.id = users.role_id and roles.name = 'admin'
    ) as granted (assistant_id)
    where (select private.access_state(assistants_usable_by.user_id)) = 'active';
end;
$$;
grant execute on function private.assistants_usable_by(uuid) to service_role;

-- Returns the caller's assistants as a set: a policy with `in (select …)` evaluates it once per query, not once per
-- row.
create function private.usable_assistant_ids()
returns setof uuid
language sql stable security definer set search_path = '' as $$
  select private.assistants_usable_by(auth.uid());
$$;
grant execute on function private.usable_assistant_ids() to authenticated, service_role;

-- Names administrators in addition to the rule, because a row that was just inserted is not in its result yet.
create policy "Users read the assistants that they may use, admins read all"
  on public.assistants for select to authenticated
  using ((select private.is_admin()) or id in (select private.usable_assistant_ids()));

create policy "Admins add assistants"
  on public.assistants for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins change assistants"
  on public.assistants for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins delete assistants"
  on public.assistants for delete to authenticated
  using ((select private.is_admin()));

create policy "Users read their own direct access, admins read all"
  on public.assistant_access for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Admins grant direct access"
  on public.assistant_access for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins grant direct access again"
  on public.assistant_access for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins revoke direct access"
  on public.assistant_access for delete to authenticated
  using ((select private.is_admin()));

create policy "Users read the access of their own role, admins read all"
  on public.assistant_role_access for select to authenticated
  using (
    role_id in (select users.role_id from public.users where users.id = (select auth.uid()))
    or (select private.is_admin())
  );

create policy "Admins grant role access"
  on public.assistant_role_access for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins revoke role access"
  on public.assistant_role_access for delete to authenticated
  using ((select private.is_admin()));

create policy "Admins read the versions of instructions"
  on public.instruction_versions for select to authenticated
  using ((select private.is_admin()));

-- Checks the same rule for one assistant and any user; for the server, which acts on behalf of users.
create function private.can_use_assistant(assistant_id uuid, user_id uuid default auth.uid())
returns boolean
language sql stable security definer set search_path = '' as $$
  select can_use_assistant.assistant_id in (select private.assistants_usable_by(can_use_assistant.user_id));
$$;
grant execute on function private.can_use_assistant(uuid, uuid) to service_role;

-- Conversations and their messages.

-- Checks that `citations` is `[{url, title}, …]`. Only http and https addresses are allowed, because clients render
-- them as links.
create function private.are_citations(citations jsonb)
returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(are_citations.citations) <> 'array' then false
    else jsonb_array_length(are_citations.citations) <= 50
      and octet_length(are_citations.citations::text) <= 262144
      and not jsonb_path_exists(
        are_citations.citations, '$[*] ? (!(@.url like_regex "^(https?://[^ ]+|/app\\?document=[0-9a-f-]{36}&passage=[0-9]+)$" && @.title.type() == "string"))'
      )
  end;
$$;
grant execute on function private.are_citations(jsonb) to service_role;

-- Checks that `notes` is a short list of texts. Notes inform the reader about how the reply was made, e.g. that only a
-- part of a file was read.
create function private.are_notes(notes jsonb)
returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(are_notes.notes) <> 'array' then false
    else jsonb_array_length(are_notes.notes) <= 20
      and octet_length(are_notes.notes::text) <= 65536
      and not jsonb_path_exists(are_notes.notes, '$[*] ? (!(@.type() == "string" && @ != ""))')
  end;
$$;
grant execute on function private.are_notes(jsonb) to service_role;

-- A conversation belongs to the user who started it and to no one else, administrators included. A user who loses
-- access to the assistant no longer sees the conversation, and sees it again when access is granted again; nothing is
-- deleted.
create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  assistant_id uuid not null references public.assistants (id) on delete cascade,
  title text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  head_id uuid,
  title_settled boolean not null default false,
  -- Set by the user; none of the three is activity.
  pinned boolean not null default false,
  archived boolean not null default false,
  unread boolean not null default false,
  -- The handover that it continues; null if there is none, or if it was revoked.
  handover_id uuid,
  constraint conversations_title_length check (char_length(title) <= 120 and char_length(btrim(title)) >= 1),
  constraint conversations_title_plain check (title = private.plain_line(title))
);

comment on column public.conversations.updated_at is
  'Time of the last message. Renaming does not change it, nor the order of the list.';
comment on column public.conversations.head_id is
  'Last message of the path that is shown; null if there are no messages.';
comment on column public.conversations.title_settled is
  'The title was set by the user or taken from the first message; from then on only the user changes it.';
comment on column public.conversations.unread is
  'A reply finished or failed since the user last opened the conversation.';

-- The messages of a conversation form a tree (`parent_id`): an edited message and a regenerated reply are siblings of
-- the earlier one, and nothing is overwritten. A conversation shows one path, the one that leads to its `head_id`.
--
-- Only the server writes messages, because a client that could would be able to forge replies of the assistant. `files`
-- is a snapshot of the attachments at the time of sending.
create table public.messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  role text not null,
  content text not null default '',
  files jsonb not null default '[]',
  openai_message_id text,
  created_at timestamptz not null default now(),
  parent_id uuid,
  superseded boolean not null default false,
  -- Copy of the conversation's user_id, for the search index: a search reads index entries of the caller's messages
  -- only.
  user_id uuid not null,
  citations jsonb not null default '[]',
  notes jsonb not null default '[]',
  constraint messages_conversation_id_id_unique unique (conversation_id, id),
  constraint messages_parent_in_same_conversation
    foreign key (conversation_id, parent_id) references public.messages (conversation_id, id),
  constraint messages_role_known check (role in ('user', 'assistant')),
  constraint messages_files_valid
    check (case when jsonb_typeof(files) = 'array' then jsonb_array_length(files) <= 4 else false end),
  constraint messages_user_content_not_empty
    check (role <> 'user' or (char_length(content) <= 16000 and (content <> '' or files <> '[]'))),
  constraint messages_citations_valid check (private.are_citations(citations)),
  constraint messages_notes_valid check (private.are_notes(notes)),
  constraint messages_citations_of_assistant_only check (role = 'assistant' or (citations = '[]' and notes = '[]'))
);

comment on column public.messages.parent_id is
  'The preceding message; null for a first message.';
comment on column public.messages.superseded is
  'A later reply continues this one and is shown instead of it.';
comment on column public.messages.citations is
  'Web pages and passages of documents that the reply cites: [{url, title}, …], passages with their number in the text.';
comment on column public.messages.notes is 'Notes to the reader about how the reply was made.';

-- A separate statement because the two tables reference each other.
alter table public.conversations
  add constraint conversations_head_in_same_conversation
    foreign key (id, head_id) references public.messages (conversation_id, id);

create index conversations_newest_activity_idx on public.conversations (user_id, updated_at desc, id);
create index conversations_assistant_id_idx on public.conversations (assistant_id);
create index conversations_head_idx on public.conversations (id, head_id);
create index conversations_list_idx
  on public.conversations (user_id, archived, pinned desc, updated_at desc, id);
create index messages_created_at_idx on public.messages (conversation_id, created_at, id);
create index messages_siblings_idx on public.messages (conversation_id, parent_id, created_at, id);

grant
  select (
    id, user_id, assistant_id, title, created_at, updated_at, head_id, title_settled, pinned, archived, unread,
    handover_id
  ),
  insert (assistant_id, title, handover_id),
  update (title, pinned, archived, unread),
  delete
on table public.conversations to authenticated;
grant select, insert, update, delete on table public.conversations to service_role;

-- All columns, so that `select *` works.
grant
  select (
    id, conversation_id, role, content, files, openai_message_id, created_at, parent_id, superseded, user_id,
    citations, notes
  )
on table public.messages to authenticated;
grant select, insert, update, delete on table public.messages to service_role;

alter table public.conversations enable row level security;
alter table public.messages enable row level security;

-- Sets a placeholder title and records whether the title is final. A conversation created without a title gets one from
-- its first message.
create function private.settle_title()
returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.title_settled := true;
  else
    new.title_settled := new.title is not null;
    new.title := coalesce(new.title, 'New conversation');
  end if;
  return new;
end;
$$;

create trigger settle_title
  before insert or update of title on public.conversations
  for each row execute function private.settle_title();

-- Moves the conversation to the top of the list.
create function private.touch_conversation()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.conversations
  set updated_at = greatest(updated_at, new.created_at)
  where id = new.conversation_id;
  return null;
end;
$$;

create trigger touch_conversation
  after insert on public.messages
  for each row execute function private.touch_conversation();

-- Copies user_id from the conversation.
create function private.set_message_owner()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select user_id into new.user_id from public.conversations where id = new.conversation_id;
  return new;
end;
$$;

create trigger set_message_owner
  before insert on public.messages
  for each row execute function private.set_message_owner();

create policy "Users read their own conversations while they have access"
  on public.conversations for select to authenticated
  using (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "Users start conversations with assistants they may use"
  on public.conversations for insert to authenticated
  with check (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "Users delete their own conversations while they have access"
  on public.conversations for delete to authenticated
  using (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "Users change their own conversations while they have access"
  on public.conversations for update to authenticated
  using (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()))
  with check (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "Users read messages of conversations that they may read"
  on public.messages for select to authenticated
  using (exists (select 1 from public.conversations where conversations.id = messages.conversation_id));

-- Returns the caller's newest empty, untitled conversation with an assistant, which "Create Chat" reuses.
create function public.find_empty_conversation(with_assistant uuid)
returns uuid
language sql stable security invoker set search_path = '' as $$
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
grant execute on function public.find_empty_conversation(uuid) to authenticated;

-- Deletes conversations that have been empty and untitled for `empty_for` and returns how many. Retains those that
-- the user pinned, archived or attached a file to.
create function public.sweep_empty_conversations(empty_for interval default '1 day')
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  deleted_count integer;
begin
  -- Prevents audit_conversation from naming the owner as the actor.
  perform set_config('homie.deletion_reason', 'empty', true);
  delete from public.conversations
  where conversations.title = 'New conversation'
    and not conversations.pinned
    and not conversations.archived
    and conversations.created_at < clock_timestamp() - sweep_empty_conversations.empty_for
    and not exists (select from public.messages where messages.conversation_id = conversations.id)
    and not exists (select from public.attachments where attachments.conversation_id = conversations.id)
    and private.reason_of_conversation_hold(conversations.id) is null;
  get diagnostics deleted_count = row_count;
  perform set_config('homie.deletion_reason', '', true);
  return deleted_count;
end;
$$;
grant execute on function public.sweep_empty_conversations(interval) to service_role;

-- Rows are inserted once, by the database or the server, and never updated or deleted, except by a purge. There are no
-- foreign keys: each row has copies of the names it refers to, so it stays readable after the user, assistant or
-- participant is deleted.
--
-- Titles and messages are not stored here: access to the audit log is not access to conversations.
create table public.audit_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  assistant_id uuid,
  conversation_id uuid,
  action text not null,
  meta jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_email text,
  assistant_label text,
  assistant_kind text,
  participant_id uuid,
  participant_name text,
  target_user_id uuid,
  target_user_email text,
  constraint audit_logs_action_known check (
    action in (
      'login', 'conversation_created', 'send_message', 'run_started', 'run_succeeded', 'run_failed',
      'run_stream_started', 'run_stream_completed', 'upload_file', 'web_research', 'conversation_deleted', 'denied',
      'assistant_created', 'assistant_updated', 'assistant_deleted',
      'participant_created', 'participant_updated', 'participant_deleted',
      'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
      'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed',
      'document_added', 'document_changed', 'document_removed', 'assistant_tried', 'synonyms_changed',
      'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged', 'audit_hold_set', 'audit_hold_lifted',
      'signed_up', 'session_ended', 'password_changed', 'feedback_given', 'feedback_removed', 'feedback_reviewed',
      'handed_over', 'handover_opened', 'handover_revoked', 'document_opened', 'file_opened',
      'user_invited', 'invitation_revoked', 'invitation_accepted', 'user_approved', 'user_rejected', 'user_deleted',
      'reset_sent',
      'factor_added', 'factor_removed', 'factors_reset', 'recovery_codes_created', 'recovery_code_used',
      'sessions_ended', 'identity_linked', 'passkey_added', 'passkey_removed',
      'email_change_requested', 'email_changed'
    )
  ),
  constraint audit_logs_meta_is_small_object
    check (jsonb_typeof(meta) = 'object' and octet_length(meta::text) <= 8192)
);

comment on column public.audit_logs.target_user_id is 'The user whose role, access or assignment was changed.';

create index audit_logs_newest_idx on public.audit_logs (created_at desc, id desc);
create index audit_logs_user_idx on public.audit_logs (user_id, created_at desc, id desc);
create index audit_logs_assistant_idx on public.audit_logs (assistant_id, created_at desc, id desc);
create index audit_logs_participant_idx on public.audit_logs (participant_id, created_at desc, id desc);
create index audit_logs_conversation_idx on public.audit_logs (conversation_id, created_at desc, id desc);
create index audit_logs_action_idx on public.audit_logs (action, created_at desc, id desc);

grant
  select (
    id, user_id, assistant_id, conversation_id, action, meta, created_at, updated_at,
    user_email, assistant_label, assistant_kind, participant_id, participant_name, target_user_id, target_user_email
  )
on table public.audit_logs to authenticated;
grant select on table public.audit_logs to service_role;

alter table public.audit_logs enable row level security;

-- Copies the current names of the records that the row refers to.
create function private.complete_audit_log()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := new.created_at;
  new.user_email := coalesce(new.user_email, (select email from public.users where id = new.user_id));
  new.assistant_id := coalesce(
    new.assistant_id,
    (select assistant_id from public.conversations where id = new.conversation_id)
  );

  if new.assistant_id is not null and new.assistant_label is null then
    select assistants.label, assistants.kind, participants.id, participants.display_name
    into new.assistant_label, new.assistant_kind, new.participant_id, new.participant_name
    from public.assistants
    left join public.participants on participants.id = assistants.participant_id
    where assistants.id = new.assistant_id;
  end if;
  return new;
end;
$$;

create trigger complete_audit_log
  before insert on public.audit_logs
  for each row execute function private.complete_audit_log();

-- Refuses updates and deletes of audit rows, also to the owner of the table, whom privileges do not restrict. Only a
-- purge is exempt: it sets a variable for its own delete, within its own transaction.
create function private.refuse_audit_change()
returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and current_setting('audit.purging', true) = pg_current_xact_id()::text then
    return null;
  end if;
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end;
$$;

create trigger refuse_audit_change
  before update or delete or truncate on public.audit_logs
  for each statement execute function private.refuse_audit_change();

-- Records sign-ins. A session row is inserted exactly once per sign-in, by password or by link, and is reused by token
-- refreshes. `last_sign_in_at` would not do, because the embedded auth service also updates it on every refresh. The
-- server sets `homie.sign_in_provider` for a sign-in through an identity provider, and `homie.sign_in_method` for one with
-- a passkey.
create function private.audit_login()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, meta)
  values (
    'login',
    new.user_id,
    jsonb_strip_nulls(jsonb_build_object(
      'provider', nullif(current_setting('homie.sign_in_provider', true), ''),
      'method', nullif(current_setting('homie.sign_in_method', true), '')
    ))
  );
  return null;
end;
$$;

create trigger audit_login
  after insert on auth.sessions
  for each row execute function private.audit_login();

-- Records sign-ups. Accounts that an operator creates are confirmed from the start; `account_changed` records those, and
-- `user_invited` those of invited people.
create function private.audit_sign_up()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from private.invitations where invitations.email = new.email) then
    insert into public.audit_logs (action, user_id, user_email) values ('signed_up', new.id, new.email);
  end if;
  return null;
end;
$$;

create trigger audit_sign_up
  after insert on auth.users
  for each row when (new.email_confirmed_at is null) execute function private.audit_sign_up();

-- Records the end of a session, after a sign-out, a new password or `disable`, or because the user or an administrator
-- ended it. The sessions of a deleted account have no separate entry.
create function private.audit_session_end()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email)
  select
    'session_ended',
    coalesce(auth.uid(), users.id),
    case when auth.uid() <> users.id then users.id end,
    case when auth.uid() <> users.id then users.email end
  from auth.users
  where users.id = old.user_id;
  return null;
end;
$$;

create trigger audit_session_end
  after delete on auth.sessions
  for each row execute function private.audit_session_end();

-- Records that a password was set or changed, without the password.
create function private.audit_password()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id) values ('password_changed', new.id);
  return null;
end;
$$;

create trigger audit_password
  after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.audit_password();

-- Records the creation and deletion of conversations in the same transaction. The actor of a deletion is the signed-in
-- user (an administrator who deletes an assistant deletes conversations of other users), else the owner.
create function private.audit_conversation()
returns trigger
language plpgsql security definer set search_path = '' as $$
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

create trigger audit_conversation
  after insert or delete on public.conversations
  for each row execute function private.audit_conversation();

-- Limits the conversations that a user starts within an hour. They are counted in the log, so deleted ones count too.
create function private.limit_conversations()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  per_hour constant integer := 60;
begin
  if auth.uid() is null then
    return null;
  end if;
  if (select count(*) from new_conversations) > 1 then
    raise exception 'Conversations are started one at a time.' using errcode = 'PT400';
  end if;
  -- The new one is in the log already.
  perform private.limit_per_hour(
    '{conversation_created}', per_hour + 1,
    format('You have started %s conversations within an hour. Please try again later.', per_hour)
  );
  return null;
end;
$$;

create trigger limit_conversations
  after insert on public.conversations
  referencing new table as new_conversations
  for each statement execute function private.limit_conversations();

-- Deletes conversations before their user, assistant or participant. A cascade deletes the parent first, and the audit
-- row of a deleted conversation could no longer name it.
create function private.delete_conversations_first()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  case tg_table_name
    when 'participants' then delete from public.assistants where participant_id = old.id;
    when 'assistants' then delete from public.conversations where assistant_id = old.id;
    when 'users' then delete from public.conversations where user_id = old.id;
  end case;
  return old;
end;
$$;

create trigger delete_conversations_first
  before delete on public.participants
  for each row execute function private.delete_conversations_first();

create trigger delete_conversations_first
  before delete on public.assistants
  for each row execute function private.delete_conversations_first();

create trigger delete_conversations_first
  before delete on public.users
  for each row execute function private.delete_conversations_first();

create policy "Admins read the audit log"
  on public.audit_logs for select to authenticated
  using ((select private.is_admin()));

-- Computed columns that embed the current user and assistant of a row, next to the copies: `users(email)`,
-- `assistants(label,kind,participant_id,participants(display_name))`. Null if deleted.
create function public.users(public.audit_logs)
returns setof public.users
rows 1
language sql stable set search_path = '' as $$
  select * from public.users where users.id = $1.user_id;
$$;
grant execute on function public.users(public.audit_logs) to authenticated, service_role;

create function public.assistants(public.audit_logs)
returns setof public.assistants
rows 1
language sql stable set search_path = '' as $$
  select * from public.assistants where assistants.id = $1.assistant_id;
$$;
grant execute on function public.assistants(public.audit_logs) to authenticated, service_role;

-- Refused attempts of a user that were repeated within a minute: they are counted here and not recorded one by one.
create table private.denials (
  -- null: no known user, e.g. a sign-in with an address that has no account
  user_id uuid,
  attempted text not null,
  -- null: none, or one that does not exist, of which a caller could invent any number
  assistant_id uuid,
  since timestamptz not null default clock_timestamp(),
  repeats integer not null default 0,
  constraint denials_unique unique nulls not distinct (user_id, attempted, assistant_id)
);

alter table private.denials enable row level security;

-- Records the repeats of refused attempts, once their minute is over: those of one user, or of all.
create function private.record_repeated_denials(user_id uuid default null)
returns void
language sql security definer set search_path = '' as $$
  with ended as (
    delete from private.denials
    where since < clock_timestamp() - interval '1 minute'
      and (record_repeated_denials.user_id is null or denials.user_id = record_repeated_denials.user_id)
    returning *
  )
  insert into public.audit_logs (action, user_id, assistant_id, meta)
  select
    'denied',
    user_id,
    assistant_id,
    jsonb_build_object('attempted', attempted, 'repeats', repeats, 'since', since)
  from ended
  where repeats > 0;
$$;

-- Records the repeats of all users, for the server, every few minutes.
create function public.record_repeated_denials()
returns void
language sql security definer set search_path = '' as $$
  select private.record_repeated_denials();
$$;
grant execute on function public.record_repeated_denials() to service_role;

-- Checks whether the same attempt was refused within the last minute, and if so counts it.
create function private.is_repeated_denial(user_id uuid, attempted text, assistant_id uuid)
returns boolean
language plpgsql set search_path = '' as $$
declare
  repeat_count integer;
begin
  perform private.record_repeated_denials(is_repeated_denial.user_id);
  insert into private.denials (user_id, attempted, assistant_id)
  values (
    is_repeated_denial.user_id,
    is_repeated_denial.attempted,
    (select id from public.assistants where id = is_repeated_denial.assistant_id)
  )
  on conflict on constraint denials_unique do update set repeats = denials.repeats + 1
  returning repeats into repeat_count;
  return repeat_count > 0;
end;
$$;

-- Inserts an entry, for functions that have verified it. Repeated denials are counted instead; then
-- null is returned.
create function private.record_audit(
  action text,
  user_id uuid,
  assistant_id uuid default null,
  conversation_id uuid default null,
  meta jsonb default '{}'
)
returns uuid
language plpgsql set search_path = '' as $$
declare
  entry_id uuid;
begin
  if
    record_audit.action = 'denied'
    and record_audit.meta ? 'attempted'
    and private.is_repeated_denial(record_audit.user_id, record_audit.meta ->> 'attempted', record_audit.assistant_id)
  then
    return null;
  end if;
  insert into public.audit_logs (action, user_id, assistant_id, conversation_id, meta)
  values (
    record_audit.action,
    record_audit.user_id,
    record_audit.assistant_id,
    record_audit.conversation_id,
    coalesce(record_audit.meta, '{}')
  )
  returning id into entry_id;
  return entry_id;
end;
$$;

-- Inserts an entry about an action of a user, for the server. Actions of administrators are recorded by triggers and
-- functions: the server's key cannot forge their entries.
create function public.record_audit(
  action text,
  user_id uuid,
  assistant_id uuid default null,
  conversation_id uuid default null,
  meta jsonb default '{}'
)
returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  if record_audit.action in (
    'assistant_created', 'assistant_updated', 'assistant_deleted', 'participant_created', 'participant_updated',
    'participant_deleted', 'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
    'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed', 'document_added',
    'document_changed', 'document_removed', 'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged',
    'audit_hold_set', 'audit_hold_lifted', 'signed_up', 'session_ended', 'password_changed', 'feedback_given',
    'feedback_removed', 'feedback_reviewed', 'assistant_tried', 'handed_over', 'handover_opened', 'handover_revoked',
    'factor_added', 'factor_removed', 'factors_reset', 'recovery_codes_created', 'recovery_code_used', 'sessions_ended',
    'identity_linked', 'passkey_added', 'passkey_removed', 'email_change_requested', 'email_changed', 'document_opened',
    'file_opened', 'synonyms_changed'
  ) then
    raise exception 'This action is recorded by the database itself.' using errcode = 'PT403';
  end if;
  return private.record_audit(
    record_audit.action,
    record_audit.user_id,
    record_audit.assistant_id,
    record_audit.conversation_id,
    record_audit.meta
  );
end;
$$;
grant execute on function public.record_audit(text, uuid, uuid, uuid, jsonb) to service_role;

-- Turns: how the server starts, writes and finishes a reply.
--
-- Only the functions in this folder write messages, turns and events, and only the server may call them. Each is one
-- transaction and idempotent: starting returns the existing turn of a key, appending skips events that exist, finishing
-- a finished turn changes nothing. Results that a caller must expect (not the caller's conversation, another reply is
-- running) are returned as an outcome rather than raised, so that audit rows written with them are committed.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

-- A turn is one sent message and the reply to it. It outlives the request that started it: `text` holds the reply so
-- far, `turn_events` the events that a reader may have missed, and `heartbeat_at` distinguishes a dead turn from a slow
-- one. A conversation has at most one running turn, and a repeated `idempotency_key` returns the existing turn.
--
-- The fillfactor leaves space for heap-only updates: each appended event updates the row.
create table public.turns (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  user_message_id uuid not null references public.messages (id) on delete cascade,
  assistant_message_id uuid references public.messages (id) on delete set null,
  idempotency_key text not null,
  status text not null default 'running',
  provider text,
  model text,
  text text not null default '',
  last_seq integer not null default 0,
  openai_message_id text,
  run_id text,
  error_code text,
  error_message text,
  stop_requested boolean not null default false,
  usage jsonb,
  heartbeat_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The request that writes the turn, so that a retry of that request recognises its own turn.
  writer_id uuid,
  continues_turn_id uuid references public.turns (id) on delete set null,
  folded boolean not null default false,
  citations jsonb not null default '[]',
  notes jsonb not null default '[]',
  warned boolean not null default false,
  request_characters integer,
  region text,
  deployment text,
  unique (conversation_id, idempotency_key),
  constraint turns_idempotency_key_length check (char_length(idempotency_key) between 1 and 200),
  constraint turns_status_known
    check (status in ('running', 'completed', 'stopped', 'interrupted', 'failed', 'requires_action')),
  constraint turns_ended_when_not_running check ((status = 'running') = (ended_at is null)),
  constraint turns_citations_valid check (private.are_citations(citations)),
  constraint turns_notes_valid check (private.are_notes(notes))
) with (fillfactor = 70);

comment on column public.turns.continues_turn_id is 'The unfinished turn whose text this one continues.';
comment on column public.turns.folded is 'The text events were replaced by a single one.';
comment on column public.turns.request_characters is 'The length of what was sent to the provider, for an estimate of its tokens.';
comment on column public.turns.region is 'The region of the connection that wrote the reply, as configured.';
comment on column public.turns.deployment is 'The kind of deployment of that connection, as configured.';
comment on column public.turns.warned is 'The reader was warned that most of the daily limit is used.';

-- The events of a turn in order, from which a reader resumes its stream.
create table public.turn_events (
  turn_id uuid not null references public.turns (id) on delete cascade,
  seq integer not null,
  event text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (turn_id, seq),
  constraint turn_events_seq_positive check (seq > 0),
  constraint turn_events_event_known
    check (event in ('info', 'created', 'delta', 'final', 'requires_action', 'error'))
);

create unique index turns_one_running_per_conversation_idx on public.turns (conversation_id) where status = 'running';
create index turns_user_id_idx on public.turns (user_id, created_at desc);
create index turns_user_message_id_idx on public.turns (user_message_id);
create index turns_assistant_message_id_idx on public.turns (assistant_message_id);
create index turns_continues_turn_id_idx on public.turns (continues_turn_id);
create index turns_to_fold_idx on public.turns (ended_at) where ended_at is not null and not folded;
create index turns_cut_off_idx on public.turns (conversation_id) where assistant_message_id is null and text <> '';

grant
  select (
    id, conversation_id, user_id, user_message_id, assistant_message_id, idempotency_key, status, text, last_seq,
    openai_message_id, error_code, error_message, stop_requested, created_at, ended_at, citations, notes
  )
on table public.turns to authenticated;
grant select, insert, update, delete on table public.turns to service_role;

grant select (turn_id, seq, event, data, created_at) on table public.turn_events to authenticated;
grant select, insert, update, delete on table public.turn_events to service_role;

alter table public.turns enable row level security;
alter table public.turn_events enable row level security;

create policy "Users read turns of conversations that they may read"
  on public.turns for select to authenticated
  using (exists (select 1 from public.conversations where conversations.id = turns.conversation_id));

create policy "Users read events of turns that they may read"
  on public.turn_events for select to authenticated
  using (exists (select 1 from public.turns where turns.id = turn_events.turn_id));

-- Inserts one audit row about a turn. Rows of one transaction, or of one tick of a coarse clock, retain their order.
create function private.audit_turn(turn public.turns, action text, extra jsonb default '{}')
returns void
language sql set search_path = '' as $$
  insert into public.audit_logs (action, user_id, conversation_id, created_at, meta)
  values (
    audit_turn.action,
    (audit_turn.turn).user_id,
    (audit_turn.turn).conversation_id,
    greatest(
      clock_timestamp(),
      (
        select max(created_at)
        from public.audit_logs
        where conversation_id = (audit_turn.turn).conversation_id
      ) + interval '1 microsecond'
    ),
    jsonb_strip_nulls(jsonb_build_object(
      'turn_id', (audit_turn.turn).id,
      'thread_id', (audit_turn.turn).conversation_id,
      'run_id', (audit_turn.turn).run_id,
      'openai_message_id', (audit_turn.turn).openai_message_id,
      'provider', (audit_turn.turn).provider,
      'model', (audit_turn.turn).model,
      'region', (audit_turn.turn).region,
      'deployment', (audit_turn.turn).deployment
    )) || audit_turn.extra
  );
$$;

-- Concatenates the text of a reply from its events, from the last one on that replaces all text before it. The turn
-- stores it only when it ends: rewriting a growing text on every flush would take quadratic time.
create function private.turn_text(turn_id uuid)
returns text
language sql stable set search_path = '' as $$
  select coalesce(string_agg(turn_events.data ->> 'text', '' order by turn_events.seq), '')
  from public.turn_events
  where turn_events.turn_id = turn_text.turn_id
    and turn_events.event = 'delta'
    and turn_events.seq >= (
      select coalesce(max(replacing.seq), 0)
      from public.turn_events as replacing
      where replacing.turn_id = turn_text.turn_id
        and replacing.event = 'delta'
        and replacing.data ? 'replaces'
    );
$$;

-- Returns the time for a new message: later than every other message of the conversation, even if the clock was set
-- back.
create function private.next_message_time(conversation_id uuid)
returns timestamptz
language sql volatile set search_path = '' as $$
  select greatest(clock_timestamp(), max(messages.created_at) + interval '1 microsecond')
  from public.messages
  where messages.conversation_id = next_message_time.conversation_id;
$$;

-- Finishes a running turn whose row the caller has locked: inserts the assistant's message, the closing event and the
-- audit rows. The reply becomes the head of the conversation unless the user has switched to another branch in the
-- meantime. A reply that continues an unfinished one also inherits its citations and notes.
create function private.end_turn(
  turn public.turns,
  status text,
  error_code text default null,
  error_message text default null,
  retryable boolean default false,
  usage jsonb default null
)
returns public.turns
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  reply text := private.turn_text((end_turn.turn).id);
  reply_id uuid;
  all_citations jsonb := (end_turn.turn).citations;
  all_notes jsonb := (end_turn.turn).notes;
  ended public.turns;
  closing_event text;
  closing_data jsonb;
begin
  if (end_turn.turn).continues_turn_id is not null then
    select
      private.merge_lists(turns.citations, all_citations, 50),
      private.merge_lists(turns.notes, all_notes, 20)
    into all_citations, all_notes
    from public.turns
    where id = (end_turn.turn).continues_turn_id;
  end if;

  if end_turn.status in ('completed', 'stopped') and reply <> '' then
    insert into public.messages (
      conversation_id, parent_id, role, content, openai_message_id, citations, notes, created_at
    )
    values (
      (end_turn.turn).conversation_id,
      (end_turn.turn).user_message_id,
      'assistant',
      reply,
      (end_turn.turn).openai_message_id,
      all_citations,
      all_notes,
      private.next_message_time((end_turn.turn).conversation_id)
    )
    returning id into reply_id;

    update public.conversations
    set head_id = reply_id
    where id = (end_turn.turn).conversation_id and head_id = (end_turn.turn).user_message_id;

    with recursive continued as (
      select turns.continues_turn_id, turns.assistant_message_id
      from public.turns
      where turns.id = (end_turn.turn).continues_turn_id
      union all
      select turns.continues_turn_id, turns.assistant_message_id
      from continued
      join public.turns on turns.id = continued.continues_turn_id
    )
    update public.messages
    set superseded = true
    where id in (select assistant_message_id from continued);
  end if;

  update public.turns
  set status = end_turn.status,
      text = reply,
      assistant_message_id = reply_id,
      error_code = end_turn.error_code,
      error_message = end_turn.error_message,
      usage = end_turn.usage,
      citations = all_citations,
      notes = all_notes,
      last_seq = last_seq + 1,
      ended_at = clock_timestamp()
  where id = (end_turn.turn).id
  returning * into ended;

  case
    when end_turn.status in ('completed', 'stopped') then
      closing_event := 'final';
      closing_data := jsonb_build_object(
        'messageId', reply_id, 'text', reply, 'openaiMessageId', ended.openai_message_id
      );
      if end_turn.status = 'stopped' then
        closing_data := closing_data || '{"stopped": true}';
      end if;
      if all_citations <> '[]' then
        closing_data := closing_data || jsonb_build_object('citations', all_citations);
      end if;
      if all_notes <> '[]' then
        closing_data := closing_data || jsonb_build_object('notes', all_notes);
      end if;
    when end_turn.status = 'requires_action' then
      closing_event := 'requires_action';
      closing_data := jsonb_build_object('message', end_turn.error_message);
    else
      closing_event := 'error';
      closing_data := jsonb_build_object(
        'message', end_turn.error_message, 'code', end_turn.error_code, 'retryable', end_turn.retryable
      );
  end case;

  insert into public.turn_events (turn_id, seq, event, data)
  values (ended.id, ended.last_seq, closing_event, closing_data);

  if end_turn.status in ('completed', 'stopped') then
    if ended.openai_message_id is not null then
      perform private.audit_turn(ended, 'run_stream_completed');
    end if;
    perform private.audit_turn(
      ended, 'run_succeeded', case end_turn.status when 'stopped' then '{"stopped": true}'::jsonb else '{}' end
    );
  else
    perform private.audit_turn(
      ended, 'run_failed', jsonb_build_object('error_code', coalesce(end_turn.error_code, end_turn.status))
    );
  end if;

  return ended;
end;
$$;

-- Finishes running turns without a heartbeat: the process that wrote them has died. Their text so far is retained.
create function private.interrupt_stale_turns(stale_after interval, turn_id uuid, conversation_id uuid)
returns integer
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  turn public.turns;
  interrupted integer := 0;
begin
  for turn in
    select *
    from public.turns
    where status = 'running'
      and heartbeat_at <= clock_timestamp() - interrupt_stale_turns.stale_after
      and (interrupt_stale_turns.turn_id is null or id = interrupt_stale_turns.turn_id)
      and (
        interrupt_stale_turns.conversation_id is null
        or conversation_id = interrupt_stale_turns.conversation_id
      )
    for update skip locked
  loop
    perform private.end_turn(
      turn, 'interrupted', 'interrupted', 'The reply was interrupted before it was complete.', true
    );
    interrupted := interrupted + 1;
  end loop;
  return interrupted;
end;
$$;

-- Finishes running turns without a heartbeat for `stale_after`, all of them or one, and returns how many. Called by the
-- sweep.
create function public.interrupt_stale_turns(stale_after interval default '10 seconds', turn_id uuid default null)
returns integer
language sql security definer set search_path = '' as $$
  select private.interrupt_stale_turns(interrupt_stale_turns.stale_after, interrupt_stale_turns.turn_id, null);
$$;
grant execute on function public.interrupt_stale_turns(interval, uuid) to service_role;

-- Appends the second list to the first without duplicates, up to `most` elements. Pages are compared by their address.
create function private.merge_lists(first jsonb, second jsonb, max_length integer)
returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(merged.value order by merged.position), '[]')
  from (
    select (array_agg(value order by position))[1] as value, min(position) as position
    from jsonb_array_elements(merge_lists.first || merge_lists.second) with ordinality as elements (value, position)
    group by coalesce(value -> 'url', value)
    order by min(position)
    limit merge_lists.max_length
  ) as merged;
$$;

-- A conversation as lists show it, in the form that clients receive.
create view public.conversation_rows
with (security_invoker = true)
as
select
  conversations.id,
  conversations.title,
  conversations.assistant_id,
  conversations.updated_at,
  conversations.unread,
  conversations.pinned,
  conversations.archived,
  exists (
    select 1 from public.turns where turns.conversation_id = conversations.id and turns.status = 'running'
  ) as running,
  jsonb_build_object(
    'kind', assistants.kind,
    'label', assistants.label,
    'participant_name', participants.display_name,
    'suggest_follow_ups', assistants.suggest_follow_ups
  ) as assistants,
  conversations.handover_id
from public.conversations
join public.assistants on assistants.id = conversations.assistant_id
left join public.participants on participants.id = assistants.participant_id;

grant select (id, title, assistant_id, updated_at, unread, pinned, archived, running, assistants, handover_id)
on table public.conversation_rows to authenticated;

-- Returns the ids of one section of the list (pinned or not) after a cursor, read from the index in its order.
create function private.list_section(
  pinned boolean,
  archived boolean,
  assistant_id uuid,
  before_time timestamptz,
  after_id uuid,
  row_limit integer
)
returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select id
    from public.conversations
    where user_id = (select auth.uid())
      and conversations.archived = list_section.archived
      and conversations.pinned = list_section.pinned
      and (list_section.assistant_id is null or conversations.assistant_id = list_section.assistant_id)
      and updated_at <= coalesce(list_section.before_time, 'infinity')
      and (list_section.before_time is null or updated_at < list_section.before_time or id > list_section.after_id)
    order by updated_at desc, id
    limit list_section.row_limit
  );
$$;
grant execute on function private.list_section(boolean, boolean, uuid, timestamptz, uuid, integer) to authenticated;

-- Returns a page of the caller's list: pinned first, then by latest activity. The cursor is the last row of the
-- previous page, with its time in microseconds. Returns `rows`, `next`, the cursor of the next page, null at the end,
-- and `version`, after which the changes feed continues this list.
--
-- Each page shows the list as it is at that time. A row that moves between two pages may be returned twice (moved down)
-- or not at all (moved up): clients receive moved rows from the changes feed.
create function public.list_conversations(
  archived boolean default false,
  assistant_id uuid default null,
  after_pinned boolean default null,
  after_moment bigint default null,
  after_id uuid default null,
  row_limit integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  before_time timestamptz := timestamptz 'epoch' + list_conversations.after_moment * interval '1 microsecond';
  page_size constant integer := least(list_conversations.row_limit, 100);
  conversation_ids uuid[] := '{}';
begin
  if list_conversations.after_pinned is not false then
    conversation_ids := private.list_section(
      true, list_conversations.archived, list_conversations.assistant_id, before_time, list_conversations.after_id,
      page_size + 1
    );
    before_time := null;
  end if;
  if cardinality(conversation_ids) <= page_size then
    conversation_ids := conversation_ids || private.list_section(
      false, list_conversations.archived, list_conversations.assistant_id, before_time, list_conversations.after_id,
      page_size + 1 - cardinality(conversation_ids)
    );
  end if;

  return (
    select jsonb_build_object(
      'version', private.read_change_version(),
      'rows', coalesce(jsonb_agg(to_jsonb(conversation_rows) order by position), '[]'),
      'next', case
        when cardinality(conversation_ids) > page_size then
          jsonb_agg(
            jsonb_build_object(
              'pinned', conversation_rows.pinned,
              'moment', (extract(epoch from conversation_rows.updated_at) * 1000000)::bigint,
              'id', conversation_rows.id
            )
            order by position
          ) -> -1
      end
    )
    from unnest(conversation_ids[:page_size]) with ordinality as page (id, position)
    join public.conversation_rows using (id)
  );
end;
$$;
grant execute on function public.list_conversations(boolean, uuid, boolean, bigint, uuid, integer) to authenticated;

-- The changes feed of each user, from which open lists are updated. Every change of a user's conversation gets a
-- version from the user's own series, and no version becomes visible before all smaller ones are: a reader that has
-- read up to a version has missed nothing.
--
-- To guarantee that, transactions that change conversations of the same user must get versions in the order in which
-- they commit, so assigning them holds a lock until the commit. A deferred trigger therefore assigns them as the last
-- step of a transaction, user by user: a transaction that holds such a lock waits for no other lock.

-- Version counter of each user's changes feed.
create table private.conversation_feeds (
  user_id uuid primary key references public.users (id) on delete cascade,
  -- The last version assigned.
  version bigint not null default 0,
  -- Changes up to this version may be deleted already.
  pruned_version bigint not null default 0
);

-- The last change of each conversation, deleted ones included. A row without a conversation is a change of the user's
-- access. `version` is null until the transaction commits.
create table private.conversation_changes (
  user_id uuid not null references public.users (id) on delete cascade,
  conversation_id uuid,
  version bigint,
  changed_at timestamptz not null default now(),
  constraint conversation_changes_unique unique nulls not distinct (user_id, conversation_id)
);

-- Users whose changes have no versions yet, by transaction.
create table private.pending_feeds (
  transaction xid8 not null default pg_current_xact_id(),
  user_id uuid not null,
  primary key (transaction, user_id)
);

create index conversation_changes_version_idx on private.conversation_changes (user_id, version);

alter table private.conversation_feeds enable row level security;
alter table private.conversation_changes enable row level security;
alter table private.pending_feeds enable row level security;

-- Assigns versions to the changes of this transaction, and deletes changes of the same users that are older than a
-- week.
create function private.assign_versions()
returns trigger
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  user_ids uuid[];
  feed_user_id uuid;
  last_version bigint;
begin
  with pending as (
    delete from private.pending_feeds where transaction = pg_current_xact_id() returning user_id
  )
  select array_agg(user_id order by user_id) into user_ids from pending;

  foreach feed_user_id in array coalesce(user_ids, '{}') loop
    insert into private.conversation_feeds (user_id)
    select id from public.users where id = feed_user_id
    on conflict do nothing;
    select version into last_version from private.conversation_feeds where user_id = feed_user_id for update;
    -- The user was deleted in the same transaction.
    continue when not found;

    with versioned as (
      update private.conversation_changes
      set version = last_version + unversioned.position
      from (
        select ctid as row_ctid, row_number() over (order by changed_at, conversation_id) as position
        from private.conversation_changes
        where user_id = feed_user_id and version is null
      ) as unversioned
      where conversation_changes.ctid = unversioned.row_ctid
      returning version
    ), pruned as (
      delete from private.conversation_changes
      where user_id = feed_user_id
        and version in (
          select oldest.version
          from (
            select version, changed_at
            from private.conversation_changes
            where user_id = feed_user_id and version is not null
            order by version
            limit 100
          ) as oldest
          where oldest.changed_at < now() - interval '7 days'
        )
      returning version
    )
    update private.conversation_feeds
    set version = (select coalesce(max(version), last_version) from versioned),
        pruned_version = greatest(pruned_version, (select max(version) from pruned))
    where user_id = feed_user_id;

    -- Notifies the processes whose users have the list open.
    perform pg_notify('homie', 'changes:' || feed_user_id);
  end loop;
  return null;
end;
$$;

create constraint trigger assign_versions
  after insert on private.pending_feeds
  deferrable initially deferred
  for each row execute function private.assign_versions();

create function private.track_conversations()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array_agg(user_id), array_agg(id)) from changed having count(*) > 0;
  return null;
end;
$$;

create trigger track_new_conversations
  after insert on public.conversations
  referencing new table as changed
  for each statement execute function private.track_conversations();

create function private.track_changed_conversations()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array_agg(after.user_id), array_agg(after.id))
  from after
  join before using (id)
  -- Includes the head: a client that has the conversation open would otherwise continue on a path that is no longer
  -- shown.
  where (before.title, before.pinned, before.archived, before.unread, before.updated_at, before.head_id)
    is distinct from (after.title, after.pinned, after.archived, after.unread, after.updated_at, after.head_id)
  having count(*) > 0;
  return null;
end;
$$;

create trigger track_changed_conversations
  after update on public.conversations
  referencing old table as before new table as after
  for each statement execute function private.track_changed_conversations();

create trigger track_deleted_conversations
  after delete on public.conversations
  referencing old table as changed
  for each statement execute function private.track_conversations();

-- Granting or revoking access changes the whole list.
create function private.track_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array_agg(user_id), array_agg(null::uuid)) from changed having count(*) > 0;
  return null;
end;
$$;

create trigger track_granted_access
  after insert on public.assistant_access
  referencing new table as changed
  for each statement execute function private.track_access();

create trigger track_revoked_access
  after delete on public.assistant_access
  referencing old table as changed
  for each statement execute function private.track_access();

create function private.track_role_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array_agg(users.id), array_agg(null::uuid))
  from public.users
  where users.role_id in (select changed.role_id from changed)
  having count(*) > 0;
  return null;
end;
$$;

create trigger track_granted_access
  after insert on public.assistant_role_access
  referencing new table as changed
  for each statement execute function private.track_role_access();

create trigger track_revoked_access
  after delete on public.assistant_role_access
  referencing old table as changed
  for each statement execute function private.track_role_access();

create function private.track_role_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array[new.id], array[null::uuid]);
  return null;
end;
$$;

create trigger track_role_change
  after update of role_id on public.users
  for each row
  when (old.role_id <> new.role_id)
  execute function private.track_role_change();

-- A reply that ends marks its conversation unread, unless the user stopped it. A reply that starts marks it read and
-- unarchives it, because the user asked for it. Both are changes, because the list shows which replies are running.
create function private.track_reply_end()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> 'stopped' then
    update public.conversations set unread = true where id = new.conversation_id and not unread;
  end if;
  perform private.track_changes(array[new.user_id], array[new.conversation_id]);
  return null;
end;
$$;

create trigger track_reply_end
  after update of status on public.turns
  for each row
  when (old.status = 'running' and new.status <> 'running')
  execute function private.track_reply_end();

create function private.track_reply_start()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.conversations
  set unread = false, archived = false
  where id = new.conversation_id and (unread or archived);
  perform private.track_changes(array[new.user_id], array[new.conversation_id]);
  return null;
end;
$$;

create trigger track_reply_start
  after insert on public.turns
  for each row
  when (new.status = 'running')
  execute function private.track_reply_start();

-- Moving a grant to another user changes the lists of both.
create trigger track_moved_access_before
  after update on public.assistant_access
  referencing old table as changed
  for each statement execute function private.track_access();

create trigger track_moved_access_after
  after update on public.assistant_access
  referencing new table as changed
  for each statement execute function private.track_access();

-- Records changes, in a fixed order so that concurrent calls do not deadlock. Skips users who are being deleted.
create function private.track_changes(user_ids uuid[], conversation_ids uuid[])
returns void
language sql set search_path = '' as $$
  with changed as (
    select distinct changed.user_id, changed.conversation_id
    from unnest(track_changes.user_ids, track_changes.conversation_ids) as changed (user_id, conversation_id)
    join public.users on users.id = changed.user_id
  ), recorded as (
    insert into private.conversation_changes (user_id, conversation_id)
    select user_id, conversation_id
    from changed
    order by user_id, conversation_id
    on conflict on constraint conversation_changes_unique
      do update set version = null, changed_at = excluded.changed_at
  )
  insert into private.pending_feeds (user_id)
  select distinct user_id
  from changed
  on conflict do nothing;
$$;

-- Returns the caller's changes after a version: `version`, up to which was read; `reset`, if there are too many changes
-- or they are too old to list; `changes`, ids by version, and whether the conversation exists. Without `after`, only
-- the version.
create function private.read_change_ids(after bigint)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  feed private.conversation_feeds;
  row_limit constant integer := 200;
  changes jsonb;
  needs_reset boolean;
begin
  select * into feed from private.conversation_feeds where user_id = (select auth.uid()) and (select private.is_active());
  feed.version := coalesce(feed.version, 0);
  if read_change_ids.after is null or read_change_ids.after = feed.version then
    return jsonb_build_object('version', feed.version, 'reset', false, 'changes', '[]'::jsonb);
  end if;

  select jsonb_agg(
           jsonb_build_object('version', version, 'id', conversation_id, 'exists', conversations.id is not null)
           order by version
         ),
         count(*) > row_limit or bool_or(conversation_id is null)
  into changes, needs_reset
  from (
    select version, conversation_id
    from private.conversation_changes
    where user_id = feed.user_id and version > read_change_ids.after
    order by version
    limit row_limit + 1
  ) as newer
  left join public.conversations on conversations.id = conversation_id;
  -- A version from the future: the database is older than the last version of this reader, e.g. after a restore.
  if read_change_ids.after < feed.pruned_version or read_change_ids.after > feed.version then
    needs_reset := true;
  end if;
  return jsonb_build_object(
    'version', feed.version,
    'reset', coalesce(needs_reset, false),
    'changes', case when needs_reset then '[]' else coalesce(changes, '[]') end
  );
end;
$$;
grant execute on function private.read_change_ids(bigint) to authenticated;

-- Returns the caller's changes with the conversations, as the caller may read them now; null for a deleted one. One that
-- the caller may no longer read is not among them: the change of access has reset the list.
create function public.read_conversation_changes(after bigint default null)
returns jsonb
language sql stable set search_path = '' as $$
  select own.feed || jsonb_build_object(
    'changes',
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'version', change.version,
            'id', change.id,
            'row', case when conversation_rows.id is not null then to_jsonb(conversation_rows) end
          )
          order by change.version
        ),
        '[]'
      )
      from jsonb_to_recordset(own.feed -> 'changes') as change (version bigint, id uuid, "exists" boolean)
      left join public.conversation_rows using (id)
      where conversation_rows.id is not null or not change."exists"
    )
  )
  from (select private.read_change_ids(read_conversation_changes.after) as feed) as own;
$$;
grant execute on function public.read_conversation_changes(bigint) to authenticated;

-- Returns the version of the caller's feed. What is read in the same statement includes all changes up to it.
create function private.read_change_version()
returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (
      select version
      from private.conversation_feeds
      where user_id = (select auth.uid()) and (select private.is_active())
    ),
    0
  );
$$;
grant execute on function private.read_change_version() to authenticated;

-- Returns one conversation as a row of the list, with the `version` after which the changes feed continues it.
create function public.read_conversation(conversation_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(conversation_rows) || jsonb_build_object('version', private.read_change_version())
  from public.conversation_rows
  where id = read_conversation.conversation_id;
$$;
grant execute on function public.read_conversation(uuid) to authenticated;

-- Returns the latest version of each user as an object by id, so that a server can poll for all listeners at once.
create function public.conversation_versions(user_ids uuid[])
returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(user_id, version), '{}')
  from private.conversation_feeds
  where user_id = any (conversation_versions.user_ids);
$$;
grant execute on function public.conversation_versions(uuid[]) to service_role;

-- The daily limit of replies per user.

create table private.unstored_replies (
  user_id uuid not null,
  started_at timestamptz not null,
  warned boolean not null
);

comment on table private.unstored_replies is
  'Times of replies within the last 24 hours that are not stored: their conversation was deleted, or an administrator '
  'tried an assistant. They count towards the limits.';

create index unstored_replies_user_id_idx on private.unstored_replies (user_id, started_at desc);

alter table private.unstored_replies enable row level security;

create function private.retain_deleted_replies()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.unstored_replies
  where user_id in (select deleted.user_id from deleted) and started_at <= clock_timestamp() - interval '1 day';

  insert into private.unstored_replies (user_id, started_at, warned)
  select deleted.user_id, deleted.created_at, deleted.warned
  from deleted
  join public.users on users.id = deleted.user_id
  where deleted.created_at > clock_timestamp() - interval '1 day';
  return null;
end;
$$;

create trigger retain_deleted_replies
  after delete on public.turns
  referencing old table as deleted
  for each statement execute function private.retain_deleted_replies();

-- Returns the daily limit of a user by role; null if there is none.
create function private.daily_limit(user_id uuid, daily_replies jsonb)
returns integer
language sql stable set search_path = '' as $$
  select (case
    when daily_limit.daily_replies ? roles.name then daily_limit.daily_replies ->> roles.name
    else daily_limit.daily_replies ->> 'default'
  end)::integer
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = daily_limit.user_id;
$$;

-- Returns the replies that a user has started within the last 24 hours, including those that are not stored.
create function private.recent_replies(user_id uuid)
returns table (started_at timestamptz, warned boolean)
language sql stable set search_path = '' as $$
  select turns.created_at, turns.warned
  from public.turns
  where turns.user_id = recent_replies.user_id and turns.created_at > clock_timestamp() - interval '1 day'
  union all
  select unstored_replies.started_at, unstored_replies.warned
  from private.unstored_replies
  where unstored_replies.user_id = recent_replies.user_id
    and unstored_replies.started_at > clock_timestamp() - interval '1 day';
$$;

-- Checks whether a user may start a reply now. Returns `outcome`: allowed, with replies_used and daily_limit the first time
-- in 24 hours that four fifths of the limit are used; rate_limited; daily_limit_reached, with daily_limit and
-- seconds_left. The caller has serialised the replies of the user.
create function private.check_reply_limits(user_id uuid, sends_per_minute integer, daily_replies jsonb)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  daily_limit constant integer := private.daily_limit(check_reply_limits.user_id, check_reply_limits.daily_replies);
  replies_used integer;
  was_warned boolean;
begin
  if check_reply_limits.sends_per_minute <= (
    select count(*)
    from private.recent_replies(check_reply_limits.user_id)
    where started_at > clock_timestamp() - interval '1 minute'
  ) then
    return jsonb_build_object('outcome', 'rate_limited');
  end if;

  if daily_limit is null then
    return jsonb_build_object('outcome', 'allowed');
  end if;
  select count(*), coalesce(bool_or(warned), false)
  into replies_used, was_warned
  from private.recent_replies(check_reply_limits.user_id);
  if replies_used >= daily_limit then
    return jsonb_build_object(
      'outcome', 'daily_limit_reached',
      'daily_limit', daily_limit,
      'seconds_left', (
        select ceil(extract(epoch from started_at + interval '1 day' - clock_timestamp()))
        from private.recent_replies(check_reply_limits.user_id)
        order by started_at desc
        offset daily_limit - 1
        limit 1
      )
    );
  end if;
  replies_used := replies_used + 1;
  return jsonb_build_object('outcome', 'allowed') || case
    when not was_warned and replies_used >= ceil(daily_limit * 0.8) then
      jsonb_build_object('replies_used', replies_used, 'daily_limit', daily_limit)
    else '{}'
  end;
end;
$$;

-- Revoking access takes effect at once, also on a reply that is being written.

create function private.end_turns_on_revocation()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_access(array(select distinct assistant_id from changed));
  perform private.end_turns_without_access(array(select distinct user_id from changed));
  return null;
end;
$$;

create trigger end_turns_on_revocation
  after delete on public.assistant_access
  referencing old table as changed
  for each statement execute function private.end_turns_on_revocation();

create trigger end_turns_on_moved_access
  after update on public.assistant_access
  referencing old table as changed
  for each statement execute function private.end_turns_on_revocation();

create function private.end_turns_on_role_revocation()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_access(array(select distinct assistant_id from changed));
  perform private.end_turns_without_access(
    array(select id from public.users where role_id in (select changed.role_id from changed))
  );
  return null;
end;
$$;

create trigger end_turns_on_role_revocation
  after delete on public.assistant_role_access
  referencing old table as changed
  for each statement execute function private.end_turns_on_role_revocation();

create function private.end_turns_on_role_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The lock that serialises this user's sends.
  perform pg_advisory_xact_lock(hashtextextended(new.id::text, 0));
  perform private.end_turns_without_access(array[new.id]);
  return null;
end;
$$;

create trigger end_turns_on_role_change
  after update of role_id on public.users
  for each row
  when (old.role_id <> new.role_id)
  execute function private.end_turns_on_role_change();

-- Locks an assistant's access while a reply starts. Starting a reply and revoking access wait for each other: neither
-- would see what the other has not committed yet, and the reply would continue without access.
create function private.lock_access_shared(assistant_id uuid)
returns void
language sql set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock_shared(hashtextextended(lock_access_shared.assistant_id::text, 1));
$$;

-- Locks the access of several assistants while it is revoked.
create function private.lock_access(assistant_ids uuid[])
returns void
language plpgsql set search_path = '' as $$
declare
  assistant_id uuid;
begin
  -- Deleted assistants are skipped: their conversations are deleted too and have no running reply.
  for assistant_id in
    select id from public.assistants where id = any (lock_access.assistant_ids) order by id
  loop
    perform pg_advisory_xact_lock(hashtextextended(assistant_id::text, 1));
  end loop;
end;
$$;

-- Fails the running replies of users who have lost access, in the transaction that revokes it, so that no one reads on
-- and no further request is sent to the model.
create function private.end_turns_without_access(user_ids uuid[])
returns void
language plpgsql security definer set search_path = '' as $$
declare
  turn public.turns;
begin
  for turn in
    select turns.*
    from public.turns
    join public.conversations on conversations.id = turns.conversation_id
    where turns.status = 'running'
      and turns.user_id = any (end_turns_without_access.user_ids)
      and not private.can_use_assistant(conversations.assistant_id, turns.user_id)
    order by turns.id
    for no key update of turns
  loop
    -- The turn may have ended before the lock was acquired.
    continue when turn.status <> 'running';
    perform private.end_turn(
      turn, 'failed', 'assistant_access_denied', 'You don''t have access to this assistant.', false
    );
  end loop;
end;
$$;

-- Stores a user's message and starts the reply to it, or starts another reply to an existing message.
--
-- A new message follows the head, or becomes a sibling of the message that it `replaces`. `attachment_paths` names
-- files that this user uploaded into this conversation, that were found clean and that were not sent before, except
-- with the replaced message; the metadata stored with the message comes from `attachments`. `title` is the title of a
-- conversation whose first message this is and that has none yet. With `reply_to`, no message is stored: that message
-- is answered again, continuing the text of the unfinished turn `continues` if given. `research` is recorded: the web
-- is searched for this reply.
--
-- `daily_replies` limits how many replies a user may start within 24 hours, by role name, else under 'default'; null is
-- no limit. Every reply counts, including failed ones and those of deleted conversations, because they cost as much.
--
-- Returns `outcome`: started (the caller must write the reply) or existing (another request does or did), both with
-- turn_id, user_message_id, continuation (the text that the reply already has, or null) and, the first time in 24 hours
-- that four fifths of the limit are used, replies_used and daily_limit; daily_limit_reached, with daily_limit and
-- seconds_left; budget_reached, if the assistant has used its tokens of this month; conversation_not_found,
-- access_denied, turn_running, message_not_found, rate_limited, attachment_unavailable.
create function public.start_turn(
  user_id uuid,
  conversation_id uuid,
  content text,
  attachment_paths text[],
  idempotency_key text,
  provider text,
  writer_id uuid,
  stale_after interval default '10 seconds',
  sends_per_minute integer default 20,
  replaces uuid default null,
  reply_to uuid default null,
  continues uuid default null,
  title text default null,
  research boolean default false,
  daily_replies jsonb default '{}'
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  conversation public.conversations;
  turn public.turns;
  target_message public.messages;
  continuation text;
  question_id uuid;
  message_files jsonb;
  limits jsonb;
begin
  -- Serialises one user's sends: two concurrent ones would otherwise both pass the limit.
  perform pg_advisory_xact_lock(hashtextextended(start_turn.user_id::text, 0));

  -- Acquired before the conversation's lock, in the same order as by a transaction that revokes access and then ends
  -- the reply.
  perform private.lock_access_shared(
    (select assistant_id from public.conversations where id = start_turn.conversation_id)
  );

  select * into conversation
  from public.conversations
  where id = start_turn.conversation_id and user_id = start_turn.user_id
  for no key update;
  if not found then
    return jsonb_build_object('outcome', 'conversation_not_found');
  end if;

  if not private.can_use_assistant(conversation.assistant_id, start_turn.user_id) then
    perform private.record_audit(
      'denied', start_turn.user_id, conversation.assistant_id, conversation.id, '{"attempted": "send_message"}'
    );
    return jsonb_build_object('outcome', 'access_denied');
  end if;

  select * into turn
  from public.turns
  where conversation_id = conversation.id and idempotency_key = start_turn.idempotency_key;
  if found then
    return jsonb_build_object(
      'outcome', case when turn.writer_id = start_turn.writer_id then 'started' else 'existing' end,
      'turn_id', turn.id,
      'user_message_id', turn.user_message_id,
      'continuation', (select text from public.turns where id = turn.continues_turn_id)
    );
  end if;

  perform private.interrupt_stale_turns(start_turn.stale_after, null, conversation.id);
  if exists (select 1 from public.turns where conversation_id = conversation.id and status = 'running') then
    return jsonb_build_object('outcome', 'turn_running');
  end if;

  if start_turn.replaces is not null or start_turn.reply_to is not null then
    select * into target_message
    from public.messages
    where id = coalesce(start_turn.reply_to, start_turn.replaces)
      and conversation_id = conversation.id
      and role = 'user';
    if not found then
      return jsonb_build_object('outcome', 'message_not_found');
    end if;
  end if;

  if start_turn.continues is not null then
    select text into continuation
    from public.turns
    where id = start_turn.continues
      and user_message_id = start_turn.reply_to
      and status in ('stopped', 'interrupted', 'failed')
      and text <> '';
    if not found then
      return jsonb_build_object('outcome', 'message_not_found');
    end if;
  end if;

  -- Sums the tokens only if the assistant has a budget.
  if exists (
    select 1
    from public.assistants
    where id = conversation.assistant_id
      and case when monthly_token_budget is not null then private.tokens_this_month(id) >= monthly_token_budget end
  ) then
    return jsonb_build_object('outcome', 'budget_reached');
  end if;

  limits := private.check_reply_limits(
    start_turn.user_id, start_turn.sends_per_minute, start_turn.daily_replies
  );
  if limits ->> 'outcome' <> 'allowed' then
    return limits;
  end if;

  if start_turn.reply_to is not null then
    question_id := target_message.id;
  else
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'name', attachments.name,
          'size', attachments.size,
          'mime', attachments.mime,
          'sha256', attachments.sha256,
          'supabasePath', attachments.supabase_path,
          'openaiFileId', attachments.openai_file_id
        )
        order by requested.position
      ),
      '[]'
    )
    into message_files
    from unnest(start_turn.attachment_paths) with ordinality as requested (path, position)
    join public.attachments on attachments.supabase_path = requested.path
    where attachments.conversation_id = conversation.id
      and attachments.user_id = start_turn.user_id
      and (
        attachments.message_id is null
        or target_message.files @> jsonb_build_array(jsonb_build_object('supabasePath', attachments.supabase_path))
      )
      and attachments.scan_status = 'clean';
    if jsonb_array_length(message_files) <> cardinality(start_turn.attachment_paths) then
      return jsonb_build_object('outcome', 'attachment_unavailable');
    end if;

    insert into public.messages (conversation_id, parent_id, role, content, files, created_at)
    values (
      conversation.id,
      case when start_turn.replaces is null then conversation.head_id else target_message.parent_id end,
      'user',
      coalesce(start_turn.content, ''),
      message_files,
      private.next_message_time(conversation.id)
    )
    returning id into question_id;

    update public.attachments
    set message_id = question_id
    where supabase_path = any (start_turn.attachment_paths) and message_id is null;

    if start_turn.title is not null and conversation.head_id is null and not conversation.title_settled then
      update public.conversations set title = start_turn.title where id = conversation.id;
    end if;
  end if;

  update public.conversations set head_id = question_id where id = conversation.id;

  insert into public.turns (
    conversation_id, user_id, user_message_id, idempotency_key, provider, writer_id, continues_turn_id,
    warned, last_seq, heartbeat_at, created_at
  )
  values (
    conversation.id, start_turn.user_id, question_id, start_turn.idempotency_key, start_turn.provider,
    start_turn.writer_id, start_turn.continues, limits ? 'replies_used',
    case when continuation is null then 1 else 2 end, clock_timestamp(), clock_timestamp()
  )
  returning * into turn;

  insert into public.turn_events (turn_id, seq, event, data)
  values (turn.id, 1, 'info', jsonb_build_object('turnId', turn.id, 'userMessageId', question_id));
  if continuation is not null then
    insert into public.turn_events (turn_id, seq, event, data)
    values (turn.id, 2, 'delta', jsonb_build_object('text', continuation));
  end if;

  if start_turn.reply_to is null then
    perform private.audit_turn(turn, 'send_message', jsonb_build_object('files', jsonb_array_length(message_files)));
  end if;
  if start_turn.research then
    perform private.audit_turn(turn, 'web_research');
  end if;
  perform private.audit_turn(turn, 'run_started');

  return jsonb_build_object(
    'outcome', 'started', 'turn_id', turn.id, 'user_message_id', question_id, 'continuation', continuation
  ) || (limits - 'outcome');
end;
$$;
grant execute
  on function public.start_turn(uuid, uuid, text, text[], text, text, uuid, interval, integer, uuid, uuid, uuid, text, boolean, jsonb)
  to service_role;

-- Starts a reply of an assistant that an administrator tries, possibly with instructions that are not saved. Nothing of it
-- is stored but its time, which counts towards the same limits, and an audit entry. Returns `outcome`: started, with
-- replies_used and daily_limit as start_turn; admin_required, not_found, rate_limited, or daily_limit_reached with
-- daily_limit and seconds_left.
create function public.start_trial(
  user_id uuid,
  assistant_id uuid,
  sends_per_minute integer default 20,
  daily_replies jsonb default '{}'
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  limits jsonb;
begin
  -- The lock that serialises this user's sends.
  perform pg_advisory_xact_lock(hashtextextended(start_trial.user_id::text, 0));

  if not public.is_administrator(start_trial.user_id) then
    perform private.record_audit(
      'denied', start_trial.user_id, start_trial.assistant_id, null, '{"attempted": "assistant_tried"}'
    );
    return '{"outcome": "admin_required"}';
  end if;
  if not exists (select 1 from public.assistants where id = start_trial.assistant_id) then
    return '{"outcome": "not_found"}';
  end if;
  limits := private.check_reply_limits(
    start_trial.user_id, start_trial.sends_per_minute, start_trial.daily_replies
  );
  if limits ->> 'outcome' <> 'allowed' then
    return limits;
  end if;

  delete from private.unstored_replies
  where user_id = start_trial.user_id and started_at <= clock_timestamp() - interval '1 day';
  insert into private.unstored_replies (user_id, started_at, warned)
  values (start_trial.user_id, clock_timestamp(), limits ? 'replies_used');
  perform private.record_audit('assistant_tried', start_trial.user_id, start_trial.assistant_id);
  return limits || '{"outcome": "started"}';
end;
$$;
grant execute on function public.start_trial(uuid, uuid, integer, jsonb) to service_role;

-- The journal of turns: a process appends the events of all its replies in one transaction.

-- Appends events to running turns: `[{turn_id, events: [{seq, event, data}, …], run_id, model, provider, region, deployment,
-- citations, notes, request_characters}, …]`, each turn once, its events in order and without a gap; an empty list of events
-- is a heartbeat. `citations` and `notes`, if given, replace those of the turn. All events are stored, or none. Safe to retry.
--
-- Returns `[{turn_id, status, stop_requested}, …]`; the status is null if the conversation was deleted. A turn that is
-- locked by another transaction is omitted, so that it does not delay the others, and must be retried.
create function public.append_turns_events(appends jsonb)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked_ids uuid[];
  started_turn public.turns;
begin
  select coalesce(array_agg(id), '{}')
  into locked_ids
  from (
    select id
    from public.turns
    where id in (select (append ->> 'turn_id')::uuid from jsonb_array_elements(append_turns_events.appends) as append)
    for no key update skip locked
  ) as available;

  -- Rows read before the locks may be outdated; statements from here on see the locked state.
  if exists (
    select 1
    from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid, events jsonb)
    join public.turns on turns.id = append.turn_id and turns.id = any (locked_ids) and turns.status = 'running'
    cross join lateral (
      select count(*) as added_count, max((event ->> 'seq')::integer) as last_seq
      from jsonb_array_elements(append.events) as event
      where (event ->> 'seq')::integer > turns.last_seq
    ) as new_events
    where new_events.last_seq <> turns.last_seq + new_events.added_count
  ) then
    raise exception 'The events of a turn would have a gap';
  end if;

  insert into public.turn_events (turn_id, seq, event, data)
  select turns.id, event.seq, event.event, event.data
  from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid, events jsonb)
  join public.turns on turns.id = append.turn_id and turns.id = any (locked_ids) and turns.status = 'running'
  cross join lateral jsonb_to_recordset(append.events) as event (seq integer, event text, data jsonb)
  where event.seq > turns.last_seq;

  for started_turn in
    with updated as (
      update public.turns
      set last_seq = greatest(turns.last_seq, (append.events -> -1 ->> 'seq')::integer),
          run_id = coalesce(turns.run_id, append.run_id),
          model = coalesce(turns.model, append.model),
          provider = coalesce(append.provider, turns.provider),
          region = coalesce(append.region, turns.region),
          deployment = coalesce(append.deployment, turns.deployment),
          request_characters = coalesce(turns.request_characters, append.request_characters),
          openai_message_id = coalesce(
            turns.openai_message_id,
            jsonb_path_query_first(append.events, '$[*] ? (@.event == "created").data.openaiMessageId') #>> '{}'
          ),
          citations = coalesce(append.citations, turns.citations),
          notes = coalesce(append.notes, turns.notes),
          heartbeat_at = clock_timestamp()
      from jsonb_to_recordset(append_turns_events.appends)
        as append (
          turn_id uuid, events jsonb, run_id text, model text, citations jsonb, notes jsonb, request_characters integer,
          provider text, region text, deployment text
        ),
        public.turns as before
      where turns.id = append.turn_id
        and turns.id = any (locked_ids)
        and turns.status = 'running'
        and before.id = turns.id
      returning turns, before.openai_message_id is null and turns.openai_message_id is not null as has_started
    )
    select (updated.turns).* from updated where has_started
  loop
    perform private.audit_turn(started_turn, 'run_stream_started');
  end loop;

  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'turn_id', append.turn_id, 'status', turns.status, 'stop_requested', coalesce(turns.stop_requested, false)
        )
      ),
      '[]'
    )
    from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid)
    left join public.turns on turns.id = append.turn_id
    where turns.id is null or turns.id = any (locked_ids)
  );
end;
$$;
grant execute on function public.append_turns_events(jsonb) to service_role;

-- Finishes a turn as completed, stopped, requires_action, failed or interrupted. A finished turn does not change.
-- Returns its closing event `{seq, event, data}`; null if the conversation was deleted.
create function public.finish_turn(
  turn_id uuid,
  status text,
  error_code text default null,
  error_message text default null,
  retryable boolean default false,
  usage jsonb default null
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  turn public.turns;
begin
  select * into turn from public.turns where id = finish_turn.turn_id for no key update;
  if found and turn.status = 'running' then
    turn := private.end_turn(
      turn,
      finish_turn.status,
      finish_turn.error_code,
      finish_turn.error_message,
      finish_turn.retryable,
      finish_turn.usage
    );
  end if;
  return (
    select jsonb_build_object('seq', turn_events.seq, 'event', turn_events.event, 'data', turn_events.data)
    from public.turn_events
    where turn_events.turn_id = turn.id and turn_events.seq = turn.last_seq
  );
end;
$$;
grant execute on function public.finish_turn(uuid, text, text, text, boolean, jsonb) to service_role;

-- Requests the writer of a turn to stop. Returns `outcome`: stopping, ended (too late) or not_found.
create function public.request_turn_stop(user_id uuid, conversation_id uuid, turn_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  turn_status text;
begin
  update public.turns
  set stop_requested = stop_requested or status = 'running'
  where id = request_turn_stop.turn_id
    and conversation_id = request_turn_stop.conversation_id
    and user_id = request_turn_stop.user_id
  returning status into turn_status;

  -- Notifies the process that writes the reply.
  if turn_status = 'running' then
    perform pg_notify('homie', 'stop:' || request_turn_stop.turn_id);
  end if;

  return jsonb_build_object(
    'outcome',
    case when turn_status is null then 'not_found' when turn_status = 'running' then 'stopping' else 'ended' end
  );
end;
$$;
grant execute on function public.request_turn_stop(uuid, uuid, uuid) to service_role;

-- Replaces the text events of turns that ended `ended_for` ago by one event each, oldest turns first, and returns how
-- many turns. Remaining events retain their number, so a reader that resumes later still gets the events after the last
-- one that it has seen. Called whenever a turn ends, so that events cannot accumulate.
create function public.fold_turn_events(ended_for interval default '1 day', at_most integer default 20)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  turn_ids uuid[];
begin
  select coalesce(array_agg(id), '{}')
  into turn_ids
  from (
    select id
    from public.turns
    where ended_at <= clock_timestamp() - fold_turn_events.ended_for and not folded
    order by ended_at
    limit fold_turn_events.at_most
    for no key update skip locked
  ) as ended;

  with merged as (
    select turn_id, min(seq) as seq, private.turn_text(turn_id) as text
    from public.turn_events
    where turn_id = any (turn_ids) and event = 'delta'
    group by turn_id
  ), removed as (
    delete from public.turn_events
    using merged
    where turn_events.turn_id = merged.turn_id and turn_events.seq > merged.seq and turn_events.event = 'delta'
  )
  update public.turn_events
  set data = jsonb_build_object('text', merged.text)
  from merged
  where turn_events.turn_id = merged.turn_id and turn_events.seq = merged.seq;

  update public.turns set folded = true where id = any (turn_ids);
  return cardinality(turn_ids);
end;
$$;
grant execute on function public.fold_turn_events(interval, integer) to service_role;

-- Returns the events after `after_seq`, the status of the turn, and whether its writer is dead.
create function public.read_turn(turn_id uuid, after_seq integer, stale_after interval default '10 seconds')
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'status', turns.status,
    'stale', turns.status = 'running' and turns.heartbeat_at <= clock_timestamp() - read_turn.stale_after,
    'events', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('seq', turn_events.seq, 'event', turn_events.event, 'data', turn_events.data)
          order by turn_events.seq
        ),
        '[]'
      )
      from public.turn_events
      where turn_events.turn_id = turns.id and turn_events.seq > read_turn.after_seq
    )
  )
  from public.turns
  where turns.id = read_turn.turn_id;
$$;
grant execute on function public.read_turn(uuid, integer, interval) to service_role;

-- Branches: which path through the tree of messages a conversation shows.

-- Shows the newest path through a message: follows the newest child at each step, up to a reply that is being written.
-- Returns `outcome`: chosen, conversation_not_found or message_not_found.
create function public.choose_branch(user_id uuid, conversation_id uuid, message_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  conversation public.conversations;
  leaf_id uuid;
begin
  select * into conversation
  from public.conversations
  where id = choose_branch.conversation_id and user_id = choose_branch.user_id
  for no key update;
  if not found or not private.can_use_assistant(conversation.assistant_id, choose_branch.user_id) then
    return jsonb_build_object('outcome', 'conversation_not_found');
  end if;

  with recursive path as (
    select messages.id, 1 as step
    from public.messages
    where messages.id = choose_branch.message_id and messages.conversation_id = conversation.id
    union all
    select newest.id, path.step + 1
    from path
    cross join lateral (
      select messages.id
      from public.messages
      where messages.conversation_id = conversation.id and messages.parent_id = path.id
      order by messages.created_at desc, messages.id desc
      limit 1
    ) as newest
    where not exists (
      select 1 from public.turns where turns.user_message_id = path.id and turns.status = 'running'
    )
  )
  select path.id into leaf_id from path order by path.step desc limit 1;
  if leaf_id is null then
    return jsonb_build_object('outcome', 'message_not_found');
  end if;

  update public.conversations set head_id = leaf_id where id = conversation.id;
  return jsonb_build_object('outcome', 'chosen');
end;
$$;
grant execute on function public.choose_branch(uuid, uuid, uuid) to service_role;

-- Returns the alternatives at one point of a conversation: the children of a message, or the first messages if
-- `parent_id` is null, oldest first. Omits a superseded reply, unless a message follows it that could not be reached
-- otherwise.
create function private.alternative_ids(conversation_id uuid, parent_id uuid, shown_id uuid default null)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  -- Separate, because `is not distinct from` uses no index. First messages are not replies, so none is superseded.
  if alternative_ids.parent_id is null then
    return (
      select jsonb_agg(id order by created_at, id)
      from public.messages
      where conversation_id = alternative_ids.conversation_id and parent_id is null
    );
  end if;
  return (
    select coalesce(jsonb_agg(sibling.id order by sibling.created_at, sibling.id), '[]')
    from public.messages as sibling
    where sibling.conversation_id = alternative_ids.conversation_id
      and sibling.parent_id = alternative_ids.parent_id
      and (
        not sibling.superseded
        or sibling.id = alternative_ids.shown_id
        or exists (
          select 1
          from public.messages as follower
          where follower.conversation_id = alternative_ids.conversation_id and follower.parent_id = sibling.id
        )
      )
  );
end;
$$;

-- Returns the unfinished turn of a user's message, in the form of the contract: the turn of the reply that follows it
-- on the path, else the latest one that left no message. Null if there is none or it is complete.
create function private.unfinished_turn(conversation_id uuid, question_id uuid, next_id uuid)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  turn public.turns;
begin
  select * into turn
  from public.turns
  where user_message_id = unfinished_turn.question_id and assistant_message_id = unfinished_turn.next_id;
  if not found then
    if exists (select 1 from public.messages where id = unfinished_turn.next_id and role = 'assistant') then
      return null;
    end if;
    select * into turn
    from public.turns
    where user_message_id = unfinished_turn.question_id and assistant_message_id is null
    order by created_at desc, id desc
    limit 1;
  end if;
  if turn.id is null or turn.status = 'completed' then
    return null;
  end if;
  return jsonb_build_object(
    'id', turn.id,
    'status', turn.status,
    'text', case when turn.status = 'running' then private.turn_text(turn.id) else turn.text end,
    'error_message', turn.error_message,
    'error_code', turn.error_code,
    'last_seq', turn.last_seq,
    'replies', private.alternative_ids(unfinished_turn.conversation_id, unfinished_turn.question_id)
  );
end;
$$;

-- Returns the path that is shown to the caller, or its end: the last `page_size` messages, or all from `until` on; with
-- `before`, of those that lead to that message; with `max_characters`, until their texts are longer. Walks up from the
-- end, so a page takes the same time in a long conversation.
--
-- Returns `outcome`: found, with rows (oldest first), has_earlier and `version`, after which the changes feed continues
-- the path; conversation_not_found, message_not_found.
create function private.read_path(
  conversation_id uuid,
  page_size integer,
  before uuid,
  until uuid,
  max_characters integer default null
)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  last_id uuid;
  path_ids uuid[];
  page jsonb;
  has_earlier boolean;
begin
  select head_id into last_id
  from public.conversations
  where id = read_path.conversation_id
    and user_id = auth.uid()
    and assistant_id in (select private.usable_assistant_ids());
  if not found then
    return jsonb_build_object('outcome', 'conversation_not_found');
  end if;

  if read_path.before is not null then
    select parent_id into last_id
    from public.messages
    where id = read_path.before and conversation_id = read_path.conversation_id;
    if not found then
      return jsonb_build_object('outcome', 'message_not_found');
    end if;
  end if;

  with recursive path as (
    select messages.id, messages.parent_id, 1 as step, char_length(messages.content) as characters
    from public.messages
    where messages.id = last_id
    union all
    select messages.id, messages.parent_id, path.step + 1, path.characters + char_length(messages.content)
    from path
    join public.messages on messages.id = path.parent_id
    where case
      when read_path.until is not null then path.id <> read_path.until
      else read_path.page_size is null or path.step < read_path.page_size
    end
      and (read_path.max_characters is null or path.characters <= read_path.max_characters)
  )
  select array_agg(path.id order by path.step desc) into path_ids from path;
  if read_path.until is not null and path_ids[1] is distinct from read_path.until then
    return jsonb_build_object('outcome', 'message_not_found');
  end if;

  select
    jsonb_agg(
      jsonb_build_object(
        'id', messages.id,
        'parent_id', messages.parent_id,
        'alternatives', alternatives.ids,
        'role', messages.role,
        'content', messages.content,
        'files', messages.files,
        'created_at', messages.created_at,
        'openai_message_id', messages.openai_message_id
      )
        || case when messages.citations = '[]' then '{}' else jsonb_build_object('citations', messages.citations) end
        || case when messages.notes = '[]' then '{}' else jsonb_build_object('notes', messages.notes) end
        || case when unfinished.turn is null then '{}' else jsonb_build_object('turn', unfinished.turn) end
      order by path.position
    ),
    bool_or(path.position = 1 and messages.parent_id is not null)
  into page, has_earlier
  from unnest(path_ids) with ordinality as path (id, position)
  join public.messages on messages.id = path.id
  cross join lateral (
    -- Most messages have no siblings, and `max_characters` is given for replies only, which need none. `is not distinct
    -- from` uses no index.
    select case
      when read_path.max_characters is not null then false
      when messages.parent_id is null then exists (
        select from public.messages as sibling
        where sibling.conversation_id = messages.conversation_id
          and sibling.parent_id is null
          and sibling.id <> messages.id
      )
      else exists (
        select from public.messages as sibling
        where sibling.conversation_id = messages.conversation_id
          and sibling.parent_id = messages.parent_id
          and sibling.id <> messages.id
      )
    end as found
  ) as siblings
  cross join lateral (
    select case
      when siblings.found
      then private.alternative_ids(messages.conversation_id, messages.parent_id, messages.id)
    end as ids
  ) as shown
  cross join lateral (
    select case when jsonb_array_length(shown.ids) > 1 then shown.ids else '[]' end as ids
  ) as alternatives
  cross join lateral (
    select case
      when messages.role = 'user' and read_path.max_characters is null then private.unfinished_turn(
        messages.conversation_id, messages.id, coalesce(path_ids[path.position::integer + 1], read_path.before)
      )
    end as turn
  ) as unfinished;

  return jsonb_build_object(
    'outcome', 'found',
    'rows', coalesce(page, '[]'),
    'has_earlier', coalesce(has_earlier, false),
    'version', private.read_change_version()
  );
end;
$$;
grant execute on function private.read_path(uuid, integer, uuid, uuid, integer) to authenticated;

create function public.read_path(
  conversation_id uuid,
  page_size integer default null,
  before uuid default null,
  until uuid default null
)
returns jsonb
language sql stable set search_path = '' as $$
  select private.read_path(
    read_path.conversation_id, read_path.page_size, read_path.before, read_path.until
  );
$$;
grant execute on function public.read_path(uuid, integer, uuid, uuid) to authenticated;

-- Searches titles and messages that the caller may read for a literal substring, in any case and form.
--
-- Row-level security prevents a condition like this from using an index, because evaluating it might leak data. The
-- search therefore bypasses row-level security, filters by the same rule, and returns ids only; the rows are then read
-- by the caller.

-- Returns the junctions of a text: the positions where one word ends and the next begins, as numbers. A phrase can be
-- rare although its words are common; the pairs of consecutive words narrow down the messages that can contain it.
--
-- A junction is hashed from the two letters or digits before it and the two after it, fewer if a word is shorter: the
-- search text may begin and end within words. Only ASCII counts, folded bytewise; other characters separate words.
-- Different junctions may have the same number: every match is verified.
create function private.word_junctions(content text)
returns integer[]
language plpgsql immutable set search_path = '' as $$
declare
  words constant text[] := string_to_array(
    regexp_replace(lower(word_junctions.content collate "C"), '[^a-z0-9]+', ' ', 'g'), ' '
  );
begin
  return array(
    select hashtext(right(word, 2) || ' ' || left(next_word, 2))
    from unnest(words, words[2:]) as pairs (word, next_word)
    where next_word is not null
  );
end;
$$;
grant execute on function private.word_junctions(text) to service_role;

-- A single index for both: given two, PostgreSQL without statistics would choose one on user_id alone. Short pending
-- list: every search reads it, so writers flush it early.
create index messages_search_idx on public.messages
  using gin (user_id, content extensions.gin_trgm_ops, private.word_junctions(content))
  with (gin_pending_list_limit = 256);

-- Returns the caller's conversations that contain the text, by latest activity, each with its newest matching message.
--
-- Scans the newest conversations first, within a budget of text to read, which is enough for common texts. A text that
-- is not found often enough by that scan is rare and is looked up in the index. The index has trigrams of letters and
-- digits: a text without any is only searched further among the newest conversations and in all titles.
--
-- A phrase can be rare although its words are common, in which case the trigrams would match thousands of messages: the
-- index is searched by junctions instead. A common word next to punctuation only has none: all messages of the caller
-- are read, which is faster than the trigrams. Comparing in full is the slowest step: the longest ASCII word is searched
-- first, folded bytewise. (The Kelvin sign and the dotted capital I, which fold to ASCII, are therefore not found.)
-- Starting parallel workers would take longer than they save.
create function private.search_own_conversations(query text, row_limit integer)
returns table (rank integer, conversation_id uuid, message_id uuid)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  set max_parallel_workers_per_gather = 0 as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(search_own_conversations.query);
  lowercase constant text := lower(private.fold_search(search_own_conversations.query) collate "C");
  is_ascii constant boolean := octet_length(lowercase) = char_length(lowercase);
  -- Empty if there is none, which matches every text.
  ascii_part constant text := coalesce(private.longest_match(lowercase, '[\x01-\x7f]+'), '');
  -- All forms of a text have this word. Empty if there is none, likewise.
  word constant text := coalesce(private.longest_match(ascii_part, '[[:alnum:]]+'), '');
  max_rows constant integer := least(search_own_conversations.row_limit, 50);
  is_indexed boolean := lowercase ~ '[[:alnum:]]{3}';
  -- In characters, with a surcharge per message.
  budget integer := case when is_indexed then 1000000 else 4000000 end;
  caller_id uuid := auth.uid();
  usable_ids uuid[] := array(select private.assistants_usable_by(caller_id));
  conversation record;
  scan record;
  scanned_messages integer := 0;
  scanned_with_word integer := 0;
  -- A text with the substring has all of `junctions`, or one of `possible_junctions`.
  junctions integer[];
  possible_junctions integer[];
  is_budget_spent boolean := false;
begin
  -- Users type shorter texts; comparing longer ones takes proportionally longer.
  if max_rows < 1 or char_length(search_own_conversations.query) > 120 then
    return;
  end if;

  rank := 0;
  for conversation in
    select id, title, updated_at
    from public.conversations
    where user_id = caller_id and assistant_id = any (usable_ids)
    order by updated_at desc, id
  loop
    if budget < 0 then
      is_budget_spent := true;
      exit;
    end if;
    select
      coalesce(sum(octet_length(content) + 200), 0) as effort,
      count(*) as total,
      count(*) filter (where strpos(text, word) > 0) as with_word,
      (
        array_agg(id order by created_at desc, id desc)
        filter (
          where case
            when strpos(text, word) = 0 then false
            else is_ascii and strpos(text, ascii_part) > 0 or content ~* pattern
          end
        )
      )[1] as message_id
    into scan
    from (
      select id, created_at, content, case when ascii_part = '' then content else lower(content collate "C") end as text
      from public.messages
      where messages.conversation_id = conversation.id
      offset 0
    ) as messages;
    budget := budget - scan.effort - 200;
    scanned_messages := scanned_messages + scan.total;
    scanned_with_word := scanned_with_word + scan.with_word;
    if scan.message_id is not null or conversation.title ~* pattern then
      rank := rank + 1;
      conversation_id := conversation.id;
      message_id := scan.message_id;
      return next;
      exit when rank = max_rows;
    end if;
  end loop;

  if is_budget_spent then
    -- A single letter at an end may belong to a longer word, of which at most two letters count.
    junctions := private.word_junctions(
      regexp_replace(ascii_part, '^[^a-z0-9]*[a-z0-9]?[^a-z0-9]+|[^a-z0-9]+[a-z0-9]?[^a-z0-9]*$', '', 'g')
    );
    possible_junctions := array(
      select unnest(private.word_junctions(completed))
      from unnest(regexp_split_to_array('abcdefghijklmnopqrstuvwxyz0123456789', '') || ''::text) as letter
      cross join lateral (
        select case
          when ascii_part ~ '^[a-z0-9][^a-z0-9]' then letter || ascii_part
          else ascii_part || letter
        end as completed
      ) as phrases
      where ascii_part ~ '^[a-z0-9][^a-z0-9]+[a-z0-9]{2}|[a-z0-9]{2}[^a-z0-9]+[a-z0-9]$'
    );
    return query execute format(
      $rest$
        with matching as materialized (
          select id, conversation_id, created_at from public.messages where $1 and user_id = $3 and %s
        ), remaining as (
          select id, title, updated_at
          from public.conversations
          where user_id = $3 and assistant_id = any ($4) and (updated_at < $5 or updated_at = $5 and id >= $6)
        )
        select
          ($7 + row_number() over (order by remaining.updated_at desc, remaining.id))::integer, remaining.id, newest.id
        from remaining
        left join (
          select distinct on (conversation_id) conversation_id, id
          from matching
          order by conversation_id, created_at desc, id desc
        ) as newest on newest.conversation_id = remaining.id
        where newest.id is not null or remaining.title ~* $2
        order by 1
        limit $8
      $rest$,
      case
        when char_length(word) < 3 or scanned_with_word * 50 <= scanned_messages then 'content ~* $2'
        else
          case
            when junctions <> '{}' then 'private.word_junctions(content) @> $10 and '
            when possible_junctions <> '{}' then 'private.word_junctions(content) && $11 and '
            else ''
          end
          || 'case when strpos(lower(content collate "C"), $9) > 0 then content ~* $2 else false end'
      end
    )
    using is_indexed, pattern, caller_id, usable_ids, conversation.updated_at, conversation.id, rank, max_rows - rank,
      word, junctions, possible_junctions;
  end if;
end;
$$;
grant execute on function private.search_own_conversations(text, integer) to authenticated;

-- Returns search results as the caller may read them: the conversation, and an excerpt of the message around the match.
create function public.search_conversations(query text, row_limit integer default 20)
returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'conversation', to_jsonb(conversation_rows),
        'match',
        case
          when messages.id is not null then
            jsonb_build_object(
              'messageId', messages.id,
              'role', messages.role,
              'created_at', messages.created_at,
              'before', substr(messages.content, greatest(start - 200, 1), least(start - 1, 200)),
              'text', substr(messages.content, start, length),
              'after', substr(messages.content, start + length, 200)
            )
        end
      )
      order by found.rank
    ),
    '[]'
  )
  from private.search_own_conversations(search_conversations.query, search_conversations.row_limit) as found
  join public.conversation_rows on conversation_rows.id = found.conversation_id
  left join public.messages on messages.id = found.message_id
  left join lateral (
    select
      greatest(regexp_instr(messages.content, pattern, 1, 1, 0, 'i'), 1) as start,
      char_length(regexp_substr(messages.content, pattern, 1, 1, 'i')) as length
    from private.search_pattern(search_conversations.query) as pattern
  ) as matched on true;
$$;
grant execute on function public.search_conversations(text, integer) to authenticated;

-- Returns the longest substring that matches a regular expression; null if there is none.
create function private.longest_match(content text, pattern text)
returns text
language sql immutable set search_path = '' as $$
  select found[1]
  from regexp_matches(longest_match.content, longest_match.pattern, 'g') as found
  order by char_length(found[1]) desc
  limit 1;
$$;

-- Searches one conversation of the caller: returns the ids of matching messages on the path that is shown, oldest
-- first, at most the newest 500; null if there is no such conversation. Applies the same rule as read_path, bypasses
-- row-level security like search_own_conversations, and returns ids only.
create function private.matches_in_conversation(conversation_id uuid, query text)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(matches_in_conversation.query);
  last_id uuid;
begin
  select head_id into last_id
  from public.conversations
  where id = matches_in_conversation.conversation_id
    and user_id = auth.uid()
    and assistant_id in (select private.usable_assistant_ids());
  if not found then
    return null;
  end if;
  -- Users type shorter texts; comparing longer ones takes proportionally longer.
  if char_length(matches_in_conversation.query) > 120 then
    return '[]';
  end if;

  return (
    with recursive path as (
      select messages.id, messages.parent_id, 1 as step
      from public.messages
      where messages.id = last_id
      union all
      select messages.id, messages.parent_id, path.step + 1
      from path
      join public.messages on messages.id = path.parent_id
    ), newest as (
      select path.id, path.step
      from path
      join public.messages on messages.id = path.id
      where messages.content ~* pattern
      order by path.step
      limit 500
    )
    select coalesce(jsonb_agg(id order by step desc), '[]') from newest
  );
end;
$$;
grant execute on function private.matches_in_conversation(uuid, text) to authenticated;

create function public.matches_in_conversation(conversation_id uuid, query text)
returns jsonb
language sql stable set search_path = '' as $$
  select private.matches_in_conversation(matches_in_conversation.conversation_id, matches_in_conversation.query);
$$;
grant execute on function public.matches_in_conversation(uuid, text) to authenticated;

-- Attachments: how the server stores, scans and removes uploaded files.
--
-- Only the functions below write attachments, and only the server may call them. A file is stored first and gets its
-- row afterwards, so that a row never refers to a missing object; no one can read an object without a row, and the
-- sweep removes it. When a row is deleted (by the user, a cascade or the sweep), a trigger adds the object's path to
-- `removed_files`, from which the server removes it.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

-- One row per file that reached the server, with the verdict of the security scan, which only the server writes.
-- `supabase_path` is bucket/key; the key contains nothing that the user typed.
create table public.attachments (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  message_id uuid references public.messages (id) on delete set null,
  name text not null,
  size bigint not null,
  mime text not null,
  sha256 text not null,
  supabase_path text not null unique,
  openai_file_id text,
  scan_status text not null default 'pending',
  created_at timestamptz not null default now(),
  -- The reason why the file was blocked, shown to the user.
  scan_reason text,
  -- The scanner and the version of its signatures. Only the server and the operator can read it, because it would help
  -- an attacker.
  scanned_by text,
  constraint attachments_name_valid check (char_length(name) between 1 and 255 and name = private.plain_line(name)),
  constraint attachments_size_limit check (size between 0 and 26214400),
  constraint attachments_sha256_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint attachments_supabase_path_in_bucket check (supabase_path ~ '^attachments/.+'),
  constraint attachments_scan_status_known check (scan_status in ('pending', 'clean', 'blocked', 'error'))
);

-- Objects whose row was deleted. A process claims some and removes them from storage; objects that it could not remove
-- are claimed again later.
create table private.removed_files (
  supabase_path text primary key,
  removed_at timestamptz not null default now(),
  claimed_at timestamptz
);

comment on table private.removed_files is 'Stored objects to be removed. Accessible to the server only.';

-- Only the server writes objects, after scanning their bytes.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'attachments',
  'attachments',
  false,
  26214400,
  array[
    'application/pdf',
    'text/csv',
    'text/plain',
    'application/vnd.ms-excel',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  ]
)
on conflict (id) do nothing;

create index attachments_conversation_id_idx on public.attachments (conversation_id, created_at, id);
create index attachments_user_id_idx on public.attachments (user_id);
create index attachments_message_id_idx on public.attachments (message_id);
create index attachments_unsent_idx on public.attachments (created_at) where message_id is null;

grant
  select (
    id, conversation_id, user_id, message_id, name, size, mime, sha256,
    supabase_path, openai_file_id, scan_status, created_at, scan_reason
  )
on table public.attachments to authenticated;
grant select, insert, update, delete on table public.attachments to service_role;

alter table public.attachments enable row level security;
alter table private.removed_files enable row level security;

create function private.queue_file_removal()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.removed_files (supabase_path) values (old.supabase_path) on conflict do nothing;
  return null;
end;
$$;

create trigger queue_file_removal
  after delete on public.attachments
  for each row execute function private.queue_file_removal();

-- Users read an object through its attachment: it is hidden together with the conversation, and while it is not clean.
create policy "People read clean files of conversations that they may read"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'attachments'
    and exists (
      select 1
      from public.attachments
      where attachments.supabase_path = 'attachments/' || objects.name
        and attachments.scan_status = 'clean'
    )
  );

-- Checks whether a user may upload into a conversation: ok, conversation_not_found, access_denied (which is recorded),
-- rate_limited or too_many_unsent. Uploads are counted in the audit log, so removed ones count too.
create function private.upload_outcome(user_id uuid, conversation_id uuid, uploads_per_minute integer)
returns text
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  unsent_max constant integer := 100;
  conversation public.conversations;
begin
  select * into conversation
  from public.conversations
  where id = upload_outcome.conversation_id and user_id = upload_outcome.user_id
  for key share;
  if not found then
    return 'conversation_not_found';
  end if;

  if not private.can_use_assistant(conversation.assistant_id, upload_outcome.user_id) then
    perform private.record_audit(
      'denied', upload_outcome.user_id, conversation.assistant_id, conversation.id, '{"attempted": "upload_file"}'
    );
    return 'access_denied';
  end if;

  if upload_outcome.uploads_per_minute <= (
    select count(*)
    from public.audit_logs
    where user_id = upload_outcome.user_id
      and action = 'upload_file'
      and created_at > clock_timestamp() - interval '1 minute'
  ) then
    return 'rate_limited';
  end if;

  if unsent_max <= (
    select count(*) from public.attachments where user_id = upload_outcome.user_id and message_id is null
  ) then
    return 'too_many_unsent';
  end if;
  return 'ok';
end;
$$;

-- Returns `outcome`: the result of the same check, before a file is stored.
create function public.check_upload(user_id uuid, conversation_id uuid, uploads_per_minute integer default 30)
returns jsonb
language sql security definer set search_path = '' as $$
  select jsonb_build_object(
    'outcome',
    private.upload_outcome(check_upload.user_id, check_upload.conversation_id, check_upload.uploads_per_minute)
  );
$$;
grant execute on function public.check_upload(uuid, uuid, integer) to service_role;

-- Adds the row of a stored object. Safe to retry. Returns `outcome`: added, or one of the above.
create function public.add_attachment(
  user_id uuid,
  conversation_id uuid,
  name text,
  size bigint,
  mime text,
  sha256 text,
  supabase_path text,
  uploads_per_minute integer default 30
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  outcome text;
  attachment public.attachments;
begin
  -- Serialises one user's uploads: two concurrent ones would otherwise both pass the limit.
  perform pg_advisory_xact_lock(hashtextextended(add_attachment.user_id::text, 1));

  if exists (
    select 1
    from public.attachments
    where supabase_path = add_attachment.supabase_path and user_id = add_attachment.user_id
  ) then
    return '{"outcome": "added"}';
  end if;

  outcome := private.upload_outcome(
    add_attachment.user_id, add_attachment.conversation_id, add_attachment.uploads_per_minute
  );
  if outcome <> 'ok' then
    return jsonb_build_object('outcome', outcome);
  end if;

  insert into public.attachments (conversation_id, user_id, name, size, mime, sha256, supabase_path)
  values (
    add_attachment.conversation_id,
    add_attachment.user_id,
    add_attachment.name,
    add_attachment.size,
    add_attachment.mime,
    add_attachment.sha256,
    add_attachment.supabase_path
  )
  returning * into attachment;

  perform private.record_audit(
    'upload_file',
    attachment.user_id,
    null,
    attachment.conversation_id,
    jsonb_build_object('attachment_id', attachment.id, 'size', attachment.size, 'mime', attachment.mime)
  );
  return '{"outcome": "added"}';
end;
$$;
grant execute on function public.add_attachment(uuid, uuid, text, bigint, text, text, text, integer) to service_role;

-- Removes a file that was not sent yet. Returns `outcome`: removed, sent (it belongs to a message) or not_found.
create function public.remove_attachment(user_id uuid, conversation_id uuid, supabase_path text)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  attachment public.attachments;
begin
  select * into attachment
  from public.attachments
  where supabase_path = remove_attachment.supabase_path
    and conversation_id = remove_attachment.conversation_id
    and user_id = remove_attachment.user_id
    and exists (
      select 1
      from public.conversations
      where conversations.id = remove_attachment.conversation_id
        and private.can_use_assistant(conversations.assistant_id, remove_attachment.user_id)
    )
  for update;
  if not found then
    return '{"outcome": "not_found"}';
  end if;
  if attachment.message_id is not null then
    return '{"outcome": "sent"}';
  end if;
  delete from public.attachments where id = attachment.id;
  return '{"outcome": "removed"}';
end;
$$;
grant execute on function public.remove_attachment(uuid, uuid, text) to service_role;

-- Records the verdict on a file's bytes, identified by checksum: a verdict on other bytes has no effect. A verdict is
-- final, unless it was 'clean' and a different scanner scans again; 'error' is not a verdict. Returns the effective
-- status, null if there is no such file.
create function public.record_scan(
  supabase_path text,
  sha256 text,
  status text,
  reason text default null,
  scanned_by text default null
)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  effective_status text;
begin
  update public.attachments
  set
    scan_status = record_scan.status,
    scan_reason = record_scan.reason,
    scanned_by = record_scan.scanned_by
  where supabase_path = record_scan.supabase_path
    and sha256 = record_scan.sha256
    and (
      scan_status in ('pending', 'error')
      or (
        scan_status = 'clean'
        and record_scan.status <> 'error'
        and scanned_by is distinct from record_scan.scanned_by
      )
    );

  select scan_status into effective_status
  from public.attachments
  where supabase_path = record_scan.supabase_path and sha256 = record_scan.sha256;
  return effective_status;
end;
$$;
grant execute on function public.record_scan(text, text, text, text, text) to service_role;

-- Deletes attachments that were not sent within `unsent_for`, lists objects without a row that are old enough for
-- removal, and returns how many objects wait to be removed.
create function public.sweep_files(unsent_for interval default '7 days', orphaned_for interval default '1 day')
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  delete from public.attachments
  where id in (
    select id
    from public.attachments
    where message_id is null
      and created_at < clock_timestamp() - sweep_files.unsent_for
      and private.reason_of_conversation_hold(conversation_id) is null
    for update skip locked
  );

  -- Databases without a storage service (some tests) have no objects.
  if to_regclass('storage.objects') is not null then
    insert into private.removed_files (supabase_path)
    select objects.bucket_id || '/' || objects.name
    from storage.objects
    where objects.bucket_id in ('attachments', 'documents')
      and objects.created_at < clock_timestamp() - sweep_files.orphaned_for
      and not exists (
        select 1 from public.attachments where supabase_path = objects.bucket_id || '/' || objects.name
      )
      and not exists (
        select 1 from public.document_versions where supabase_path = objects.bucket_id || '/' || objects.name
      )
    on conflict do nothing;
  end if;
  return (select count(*) from private.removed_files);
end;
$$;
grant execute on function public.sweep_files(interval, interval) to service_role;

-- Claims paths of objects to remove, for one process at a time. Paths that were not confirmed by forget_removed_files
-- within `claimed_for` can be claimed again.
create function public.claim_removed_files(most integer default 100, claimed_for interval default '5 minutes')
returns jsonb
language sql security definer set search_path = '' as $$
  with claimed as (
    update private.removed_files
    set claimed_at = clock_timestamp()
    where supabase_path in (
      select supabase_path
      from private.removed_files
      where claimed_at is null or claimed_at <= clock_timestamp() - claim_removed_files.claimed_for
      order by removed_at
      limit claim_removed_files.most
      for update skip locked
    )
    returning supabase_path
  )
  select coalesce(jsonb_agg(supabase_path), '[]') from claimed;
$$;
grant execute on function public.claim_removed_files(integer, interval) to service_role;

-- Confirms that objects were removed.
create function public.forget_removed_files(paths text[])
returns void
language sql security definer set search_path = '' as $$
  delete from private.removed_files where supabase_path = any (forget_removed_files.paths);
$$;
grant execute on function public.forget_removed_files(text[]) to service_role;

-- Copies of files at AI providers. The copy of a removed object is removed at the provider too; if that fails, it
-- expires there.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

-- Copies of stored files at an AI provider, with their id there and when it expires. An id is valid for one account of
-- one provider, named by `account`.
create table private.provider_files (
  account text not null,
  supabase_path text not null,
  file_id text not null,
  expires_at timestamptz not null,
  claimed_at timestamptz,
  primary key (account, supabase_path),
  constraint provider_files_file_id_length check (char_length(file_id) between 1 and 200)
);

comment on table private.provider_files is 'Copies of stored files at AI providers. Accessible to the server only.';

create index provider_files_expires_at_idx on private.provider_files (expires_at);

alter table private.provider_files enable row level security;

-- Returns the id of a file at a provider if it stays valid for at least `good_for`; null if there is none.
create function public.find_provider_file(account text, supabase_path text, good_for interval default '1 hour')
returns text
language sql stable security definer set search_path = '' as $$
  select file_id
  from private.provider_files
  where account = find_provider_file.account
    and supabase_path = find_provider_file.supabase_path
    and expires_at > clock_timestamp() + find_provider_file.good_for;
$$;
grant execute on function public.find_provider_file(text, text, interval) to service_role;

-- Stores the id of a file at a provider. Of two that were uploaded concurrently, the first is stored. Returns the
-- stored id: the caller removes its own copy if it differs. Attachments and messages do not contain this id, because
-- users can read them.
create function public.keep_provider_file(
  account text,
  supabase_path text,
  file_id text,
  expires_at timestamptz,
  good_for interval default '1 hour'
)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored_file_id text;
begin
  insert into private.provider_files as existing (account, supabase_path, file_id, expires_at)
  values (
    keep_provider_file.account,
    keep_provider_file.supabase_path,
    keep_provider_file.file_id,
    keep_provider_file.expires_at
  )
  on conflict (account, supabase_path) do update
  set file_id = excluded.file_id, expires_at = excluded.expires_at, claimed_at = null
  where existing.expires_at <= clock_timestamp() + keep_provider_file.good_for;

  select provider_files.file_id into stored_file_id
  from private.provider_files
  where account = keep_provider_file.account and supabase_path = keep_provider_file.supabase_path;
  return stored_file_id;
end;
$$;
grant execute on function public.keep_provider_file(text, text, text, timestamptz, interval) to service_role;

-- Claims ids of copies to remove at a provider, for one process at a time; those that were not confirmed by
-- forget_provider_file within `claimed_for` can be claimed again. Deletes rows of expired copies.
create function public.claim_removed_provider_files(
  account text,
  most integer default 100,
  claimed_for interval default '5 minutes'
)
returns jsonb
language sql security definer set search_path = '' as $$
  delete from private.provider_files where expires_at < clock_timestamp();

  with claimed as (
    update private.provider_files
    set claimed_at = clock_timestamp()
    where account = claim_removed_provider_files.account
      and supabase_path in (
        select copies.supabase_path
        from private.provider_files as copies
        where copies.account = claim_removed_provider_files.account
          and (
            copies.claimed_at is null
            or copies.claimed_at <= clock_timestamp() - claim_removed_provider_files.claimed_for
          )
          and not exists (
            select 1 from public.attachments where attachments.supabase_path = copies.supabase_path
          )
        limit claim_removed_provider_files.most
        for update skip locked
      )
    returning file_id
  )
  select coalesce(jsonb_agg(file_id), '[]') from claimed;
$$;
grant execute on function public.claim_removed_provider_files(text, integer, interval) to service_role;

-- Confirms that a copy was removed at the provider.
create function public.forget_provider_file(account text, file_id text)
returns void
language sql security definer set search_path = '' as $$
  delete from private.provider_files
  where account = forget_provider_file.account and file_id = forget_provider_file.file_id;
$$;
grant execute on function public.forget_provider_file(text, text) to service_role;

-- Documents of the organisation, from which assistants answer.
--
-- A document belongs to an assistant or to a participant. Users may open it if they may use the assistant, or the
-- participant's assistant. Administrators, and users with the right to edit, manage documents; only the server writes
-- versions and chunks.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  assistant_id uuid references public.assistants (id) on delete cascade,
  participant_id uuid references public.participants (id) on delete cascade,
  title text not null,
  -- The user who is responsible for the content.
  owner_id uuid references public.users (id) on delete set null,
  review_on date,
  -- Assistants do not search archived documents. Earlier replies still open them.
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint documents_belong_to_one check (num_nonnulls(assistant_id, participant_id) = 1),
  constraint documents_title_valid
    check (char_length(title) <= 160 and btrim(title) <> '' and title = private.plain_line(title))
);

-- Each upload or saved note is a version. The latest version that was read is searched; earlier ones remain for the
-- replies that cite them. `claim_id` identifies the process that reads a version, until `claimed_until`.
create table public.document_versions (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null references public.documents (id) on delete cascade,
  number integer not null,
  -- The text of a note. All others are files.
  note text,
  name text,
  size bigint,
  mime text,
  sha256 text,
  supabase_path text unique,
  status text not null default 'waiting',
  progress smallint not null default 0,
  -- The reason why the version could not be read, shown to those who may edit the document.
  problem text,
  -- Notes about content that was not read, e.g. pages beyond the limit.
  remarks jsonb not null default '[]',
  chunk_count integer not null default 0,
  attempts smallint not null default 0,
  claim_id uuid,
  claimed_until timestamptz,
  scanned_by text,
  created_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Set once the version was read; it stays readable while it is read again.
  ready_at timestamptz,
  -- The model with which all chunks were embedded.
  embedded_model text,
  unique (document_id, number),
  constraint document_versions_number_positive check (number > 0),
  constraint document_versions_note_or_file check (
    num_nonnulls(note, supabase_path) = 1
    and (supabase_path is null) = (num_nonnulls(name, size, mime, sha256) = 0)
    and num_nonnulls(name, size, mime, sha256) in (0, 4)
  ),
  constraint document_versions_note_length check (char_length(note) between 1 and 60000),
  constraint document_versions_name_valid
    check (char_length(name) between 1 and 255 and name = private.plain_line(name)),
  constraint document_versions_size_limit check (size between 1 and 26214400),
  constraint document_versions_sha256_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint document_versions_supabase_path_in_bucket check (supabase_path ~ '^documents/.+'),
  constraint document_versions_status_known check (status in ('waiting', 'reading', 'ready', 'failed')),
  constraint document_versions_progress_percent check (progress between 0 and 100),
  constraint document_versions_problem_of_failed check ((status = 'failed') = (problem is not null)),
  constraint document_versions_remarks_valid check (private.are_notes(remarks))
);

-- The text of a version in passages, in reading order. `place` is the position in the document: `{page}`, `{heading}`,
-- `{line}`, `{row}` or `{sheet, row}`, with `lastRow` if it covers several rows. `scope_id` is the assistant or
-- participant that the chunk is searched for; null if it is not searched.
create table public.document_chunks (
  version_id uuid not null references public.document_versions (id) on delete cascade,
  position integer not null,
  content text not null,
  place jsonb,
  scope_id uuid,
  -- The title of the document and the heading, which a search finds a chunk by too.
  context text not null,
  search tsvector not null generated always as (
    setweight(to_tsvector('pg_catalog.english'::regconfig, context), 'B')
    || to_tsvector('pg_catalog.english'::regconfig, content)
  ) stored,
  primary key (version_id, position),
  constraint document_chunks_content_length check (char_length(content) between 1 and 4000),
  constraint document_chunks_place_object check (jsonb_typeof(place) = 'object')
);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'documents',
  'documents',
  false,
  26214400,
  array[
    'application/pdf',
    'text/csv',
    'text/plain',
    'application/vnd.ms-excel',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  ]
)
on conflict (id) do nothing;

create index documents_assistant_id_idx on public.documents (assistant_id, title, id);
create index documents_participant_id_idx on public.documents (participant_id, title, id);
create index documents_owner_id_idx on public.documents (owner_id);
create index document_versions_created_by_idx on public.document_versions (created_by);
create index document_versions_unread_idx on public.document_versions (created_at)
  where status in ('waiting', 'reading');

grant
  select (id, assistant_id, participant_id, title, owner_id, review_on, archived, created_at, updated_at),
  update (title, owner_id, review_on, archived),
  delete
on table public.documents to authenticated;
grant select, insert, update, delete on table public.documents to service_role;

grant
  select (
    id, document_id, number, note, name, size, mime, status, progress, problem, remarks, chunk_count, created_by,
    created_at, ready_at
  )
on table public.document_versions to authenticated;
grant select, insert, update, delete on table public.document_versions to service_role;

grant select (version_id, position, content, place) on table public.document_chunks to authenticated;
grant select, insert, update, delete on table public.document_chunks to service_role;

alter table public.documents enable row level security;
alter table public.document_versions enable row level security;
alter table public.document_chunks enable row level security;

create trigger touch_updated_at
  before update on public.documents
  for each row execute function private.touch_updated_at();

-- Returns the assistants whose documents a user may edit without being an administrator, and their participants. This is
-- the only definition of that rule.
create function private.holders_editable_by(user_id uuid)
returns setof uuid
language sql stable security definer set search_path = '' as $$
  select holders.id
  from public.assistant_access
  join public.assistants on assistants.id = assistant_access.assistant_id
  cross join lateral (values (assistants.id), (assistants.participant_id)) as holders (id)
  where assistant_access.user_id = holders_editable_by.user_id
    and assistant_access.can_edit
    and holders.id is not null;
$$;

-- Returns the same for the caller, as a set that a policy evaluates once per query.
create function private.editable_holder_ids()
returns setof uuid
language sql stable security definer set search_path = '' as $$
  select private.holders_editable_by(auth.uid());
$$;
grant execute on function private.editable_holder_ids() to authenticated;

-- Checks whether the caller may edit any documents, for screens and functions.
create function public.can_edit_documents()
returns boolean
language sql stable set search_path = '' as $$
  select private.is_admin() or exists (select private.editable_holder_ids());
$$;
grant execute on function public.can_edit_documents() to authenticated;

-- Raises an error if a client that may not edit any documents changes some: see refuse_unless_admin.
create function private.refuse_unless_editor()
returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and not public.can_edit_documents() then
    raise exception 'You don''t have access to edit documents.' using errcode = 'insufficient_privilege';
  end if;
  return null;
end;
$$;

create trigger editors_only
  before update or delete on public.documents
  for each statement execute function private.refuse_unless_editor();

create trigger queue_file_removal
  after delete on public.document_versions
  for each row
  when (old.supabase_path is not null)
  execute function private.queue_file_removal();

create policy "Users read documents of assistants they may use, admins all"
  on public.documents for select to authenticated
  using (
    (select private.is_admin())
    or assistant_id in (select private.usable_assistant_ids())
    or participant_id in (
      select assistants.participant_id
      from public.assistants
      where assistants.id in (select private.usable_assistant_ids())
    )
  );

create policy "Admins and editors change documents"
  on public.documents for update to authenticated
  using (
    (select private.is_admin()) or coalesce(assistant_id, participant_id) in (select private.editable_holder_ids())
  )
  with check (
    (select private.is_admin()) or coalesce(assistant_id, participant_id) in (select private.editable_holder_ids())
  );

create policy "Admins and editors delete documents"
  on public.documents for delete to authenticated
  using (
    (select private.is_admin()) or coalesce(assistant_id, participant_id) in (select private.editable_holder_ids())
  );

create policy "Users read versions of their documents, editors unread too"
  on public.document_versions for select to authenticated
  using (
    exists (
      select 1
      from public.documents
      where documents.id = document_versions.document_id
        and (
          document_versions.ready_at is not null
          or (select private.is_admin())
          or coalesce(documents.assistant_id, documents.participant_id) in (select private.editable_holder_ids())
        )
    )
  );

create policy "Users read chunks of versions that they may read"
  on public.document_chunks for select to authenticated
  using (exists (select 1 from public.document_versions where document_versions.id = document_chunks.version_id));

-- Returns the scope in which the chunks of a document are searched; null for an archived one.
create function private.document_scope(document public.documents)
returns uuid
language sql immutable set search_path = '' as $$
  select case when not document.archived then coalesce(document.assistant_id, document.participant_id) end;
$$;

-- Updates the chunks of a document that was renamed, archived or restored: only those of the latest version that was
-- read are searched.
create function private.follow_document_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.document_chunks
  set scope_id = private.document_scope(new),
      context = concat_ws(' ', new.title, place ->> 'heading')
  where version_id = private.searched_version_id(new.id);
  return null;
end;
$$;

create trigger follow_document_change
  after update on public.documents
  for each row
  when ((old.title, old.archived) is distinct from (new.title, new.archived))
  execute function private.follow_document_change();

-- Returns the latest version of a document that was read.
create function private.searched_version_id(document_id uuid)
returns uuid
language sql stable set search_path = '' as $$
  select id
  from public.document_versions
  where document_versions.document_id = searched_version_id.document_id and ready_at is not null
  order by number desc
  limit 1;
$$;

-- Returns the fields of a document for the audit row; without what the row itself contains.
create function private.document_to_jsonb(document public.documents)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(document) - array['id', 'assistant_id', 'participant_id', 'created_at', 'updated_at'];
$$;

-- Inserts one audit row about a document. Without an actor nothing is recorded: the server itself, or an operator.
create function private.record_document(document public.documents, action text, actor_id uuid, meta jsonb)
returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_logs (action, user_id, assistant_id, participant_id, participant_name, meta)
  select
    record_document.action,
    record_document.actor_id,
    document.assistant_id,
    document.participant_id,
    (select display_name from public.participants where id = document.participant_id),
    jsonb_build_object('document_id', document.id, 'title', document.title) || record_document.meta
  where record_document.actor_id is not null;
$$;

-- Records changed and deleted documents. A document that is deleted with its assistant or participant is counted in
-- that entry.
create function private.record_document_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb;
begin
  if tg_op = 'DELETE' then
    if exists (select 1 from public.assistants where id = old.assistant_id)
      or exists (select 1 from public.participants where id = old.participant_id)
    then
      perform private.record_document(
        old, 'document_removed', auth.uid(), jsonb_build_object('before', private.document_to_jsonb(old))
      );
    end if;
    return null;
  end if;
  changes := private.difference(private.document_to_jsonb(old), private.document_to_jsonb(new));
  if changes is not null then
    perform private.record_document(new, 'document_changed', auth.uid(), changes);
  end if;
  return null;
end;
$$;

create trigger record_change
  after update or delete on public.documents
  for each row execute function private.record_document_change();

-- Adds a version on behalf of a user who may edit the document: a note, or a stored file. Without a document it creates
-- one for the assistant or participant. A repeated call for the same stored file returns the same version. A file
-- that is the content of another document there is not added a second time. Returns `outcome` (saved, access_denied,
-- not_found, rate_limited, or duplicate with the title of the other document), document_id and version_id.
create function public.add_document_version(
  user_id uuid,
  document_id uuid,
  assistant_id uuid,
  participant_id uuid,
  title text,
  note text default null,
  name text default null,
  size bigint default null,
  mime text default null,
  sha256 text default null,
  supabase_path text default null
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  document public.documents;
  version public.document_versions;
  other_title text;
  most_per_minute constant integer := 60;
  holder_assistant_id uuid := add_document_version.assistant_id;
  holder_participant_id uuid := add_document_version.participant_id;
begin
  if add_document_version.document_id is not null then
    select assistant_id, participant_id
    into holder_assistant_id, holder_participant_id
    from public.documents
    where id = add_document_version.document_id;
  end if;
  -- Revoking the right waits for this call, or this call sees that it was revoked.
  perform private.lock_access_shared(
    coalesce(holder_assistant_id, (select id from public.assistants where participant_id = holder_participant_id))
  );
  if not public.is_administrator(add_document_version.user_id)
    and (
      coalesce(holder_assistant_id, holder_participant_id)
      = any (array(select private.holders_editable_by(add_document_version.user_id)))
    ) is not true
  then
    perform private.record_audit(
      'denied', add_document_version.user_id, holder_assistant_id, null, '{"attempted": "document_changed"}'
    );
    return '{"outcome": "access_denied"}';
  end if;

  select * into version
  from public.document_versions
  where supabase_path = add_document_version.supabase_path;
  if found then
    return jsonb_build_object('outcome', 'saved', 'document_id', version.document_id, 'version_id', version.id);
  end if;

  -- Calls of one user wait for each other, so that they count each other.
  perform pg_advisory_xact_lock(hashtextextended(add_document_version.user_id::text, 4));
  if most_per_minute <= (
    select count(*)
    from public.document_versions
    where created_by = add_document_version.user_id and created_at > clock_timestamp() - interval '1 minute'
  ) then
    return '{"outcome": "rate_limited"}';
  end if;

  select other.title into other_title
  from public.documents as other
  where (other.assistant_id = add_document_version.assistant_id or other.participant_id = add_document_version.participant_id)
    and not other.archived
    and add_document_version.sha256 = (
      select sha256 from public.document_versions where document_versions.document_id = other.id
      order by number desc limit 1
    )
  limit 1;
  if add_document_version.document_id is not null then
    select * into document from public.documents where id = add_document_version.document_id for update;
  elsif other_title is not null then
    return jsonb_build_object('outcome', 'duplicate', 'title', other_title);
  elsif exists (select 1 from public.assistants where id = holder_assistant_id)
    or exists (select 1 from public.participants where id = holder_participant_id)
  then
    insert into public.documents (assistant_id, participant_id, title, owner_id)
    values (
      add_document_version.assistant_id,
      add_document_version.participant_id,
      add_document_version.title,
      add_document_version.user_id
    )
    returning * into document;
  end if;
  if document.id is null then
    return '{"outcome": "not_found"}';
  end if;

  insert into public.document_versions (
    document_id, number, note, name, size, mime, sha256, supabase_path, created_by
  )
  values (
    document.id,
    coalesce(
      (select max(number) from public.document_versions where document_versions.document_id = document.id), 0
    ) + 1,
    add_document_version.note,
    add_document_version.name,
    add_document_version.size,
    add_document_version.mime,
    add_document_version.sha256,
    add_document_version.supabase_path,
    add_document_version.user_id
  )
  returning * into version;

  perform private.record_document(
    document,
    case version.number when 1 then 'document_added' else 'document_changed' end,
    add_document_version.user_id,
    jsonb_strip_nulls(jsonb_build_object('version', version.number, 'file', version.name, 'size', version.size))
  );
  return jsonb_build_object('outcome', 'saved', 'document_id', document.id, 'version_id', version.id);
end;
$$;
grant execute on function public.add_document_version(
  uuid, uuid, uuid, uuid, text, text, text, bigint, text, text, text
) to service_role;

-- How the server reads versions of documents in the background: any process claims the next one, and another process
-- claims it again if the first one does not finish.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

-- Claims a version that waits, unless `at_once` are being read already: of the user whose last reading is longest ago,
-- the oldest one, so that no one waits for all files of another user. A version whose reading was interrupted three times
-- has failed. Returns null if there is none.
create function public.claim_document_version(
  claim_id uuid,
  claimed_for interval default '2 minutes',
  at_once integer default 2
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  version public.document_versions;
begin
  update public.document_versions
  set status = 'failed',
      problem = 'The file could not be read: reading it was interrupted three times.',
      claim_id = null
  where status = 'reading' and claimed_until <= clock_timestamp() and attempts >= 3;

  if claim_document_version.at_once <= (
    select count(*) from public.document_versions where status = 'reading' and claimed_until > clock_timestamp()
  ) then
    return null;
  end if;

  update public.document_versions
  set status = 'reading',
      progress = 0,
      attempts = attempts + 1,
      claim_id = claim_document_version.claim_id,
      claimed_until = clock_timestamp() + claim_document_version.claimed_for
  where id = (
    select id
    from public.document_versions as waiting
    where status = 'waiting' or status = 'reading' and claimed_until <= clock_timestamp()
    order by
      (
        select max(others.claimed_until)
        from public.document_versions as others
        where others.created_by = waiting.created_by
      ) nulls first,
      created_at
    limit 1
    for update skip locked
  )
  returning * into version;
  if version.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'id', version.id,
    'note', version.note,
    'name', version.name,
    'size', version.size,
    'sha256', version.sha256,
    'supabase_path', version.supabase_path
  );
end;
$$;
grant execute on function public.claim_document_version(uuid, interval, integer) to service_role;

-- Stores the progress of a reading and extends its claim. Returns false if the claim was lost.
create function public.report_document_progress(
  version_id uuid,
  claim_id uuid,
  progress integer,
  claimed_for interval default '2 minutes'
)
returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  update public.document_versions
  set progress = report_document_progress.progress,
      claimed_until = clock_timestamp() + report_document_progress.claimed_for
  where id = report_document_progress.version_id
    and claim_id = report_document_progress.claim_id
    and status = 'reading';
  return found;
end;
$$;
grant execute on function public.report_document_progress(uuid, uuid, integer, interval) to service_role;

-- Stores the chunks of a version, from which it is searched from now on, instead of earlier versions. A version that was
-- read before gets these chunks instead of its earlier ones. Returns false if the claim was lost.
create function public.finish_document_version(
  version_id uuid,
  claim_id uuid,
  chunks jsonb,
  remarks jsonb,
  scanned_by text default null
)
returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  version public.document_versions;
  document public.documents;
begin
  -- The document is locked first, in the order of all other changes.
  select documents.* into document
  from public.documents
  join public.document_versions on document_versions.document_id = documents.id
  where document_versions.id = finish_document_version.version_id
  for no key update of documents;

  update public.document_versions
  set status = 'ready',
      progress = 100,
      ready_at = clock_timestamp(),
      claim_id = null,
      remarks = finish_document_version.remarks,
      chunk_count = jsonb_array_length(finish_document_version.chunks),
      scanned_by = finish_document_version.scanned_by,
      embedded_model = null
  where id = finish_document_version.version_id
    and claim_id = finish_document_version.claim_id
    and status = 'reading'
  returning * into version;
  if not found then
    return false;
  end if;

  delete from public.document_chunks where document_chunks.version_id = version.id;
  insert into public.document_chunks (version_id, position, content, place, context, scope_id)
  select
    version.id,
    ordinality,
    chunk ->> 'content',
    chunk -> 'place',
    concat_ws(' ', document.title, chunk -> 'place' ->> 'heading'),
    case when private.searched_version_id(document.id) = version.id then private.document_scope(document) end
  from jsonb_array_elements(finish_document_version.chunks) with ordinality as chunks (chunk, ordinality);

  update public.document_chunks
  set scope_id = null
  where document_chunks.version_id in (
      select id from public.document_versions where document_id = document.id and number < version.number
    )
    and scope_id is not null;
  delete from private.chunk_embeddings
  where chunk_embeddings.version_id in (
    select id from public.document_versions where document_id = document.id and number < version.number
  );
  return true;
end;
$$;
grant execute on function public.finish_document_version(uuid, uuid, jsonb, jsonb, text) to service_role;

-- Withdraws a version whose file is not to be trusted: its passages are deleted, its file is no longer served, and the
-- version before it is searched again.
create function private.withdraw_document_version(version_id uuid, problem text)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  document public.documents;
begin
  -- The document is locked first, in the order of all other changes.
  select documents.* into document
  from public.documents
  join public.document_versions on document_versions.document_id = documents.id
  where document_versions.id = withdraw_document_version.version_id
  for no key update of documents;

  update public.document_versions
  set status = 'failed',
      problem = withdraw_document_version.problem,
      claim_id = null,
      ready_at = null,
      chunk_count = 0,
      remarks = '[]'
  where id = withdraw_document_version.version_id;
  delete from public.document_chunks where document_chunks.version_id = withdraw_document_version.version_id;

  update public.document_chunks
  set scope_id = private.document_scope(document),
      context = concat_ws(' ', document.title, place ->> 'heading')
  where document_chunks.version_id = private.searched_version_id(document.id) and scope_id is null;
  if found then
    update public.document_versions set embedded_model = null where id = private.searched_version_id(document.id);
  end if;
end;
$$;

-- Stores why a version could not be read, and withdraws it if its file is the reason. Returns false if the claim was lost.
create function public.fail_document_version(
  version_id uuid,
  claim_id uuid,
  problem text,
  scanned_by text default null,
  is_withdrawn boolean default false
)
returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  update public.document_versions
  set status = 'failed',
      problem = fail_document_version.problem,
      scanned_by = fail_document_version.scanned_by,
      claim_id = null
  where id = fail_document_version.version_id
    and claim_id = fail_document_version.claim_id
    and status = 'reading';
  if not found then
    return false;
  end if;
  if fail_document_version.is_withdrawn then
    perform private.withdraw_document_version(fail_document_version.version_id, fail_document_version.problem);
  end if;
  return true;
end;
$$;
grant execute on function public.fail_document_version(uuid, uuid, text, text, boolean) to service_role;

-- Stores the verdict of another scanner on the file of a version that was read: a bad one withdraws the version.
create function public.record_document_scan(
  supabase_path text,
  sha256 text,
  scanned_by text,
  problem text default null
)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  version_id uuid;
begin
  update public.document_versions
  set scanned_by = record_document_scan.scanned_by
  where supabase_path = record_document_scan.supabase_path
    and sha256 = record_document_scan.sha256
    and ready_at is not null
  returning id into version_id;
  if version_id is not null and record_document_scan.problem is not null then
    perform private.withdraw_document_version(version_id, record_document_scan.problem);
  end if;
end;
$$;
grant execute on function public.record_document_scan(text, text, text, text) to service_role;

-- Returns the first file after this path, of a message or a document, that another scanner found clean. Null if there is
-- none.
create function public.next_outdated_scan(scanner text, after_path text default '')
returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(outdated)
  from (
    select supabase_path, name, size, sha256
    from public.attachments
    where scan_status = 'clean'
      and scanned_by is distinct from next_outdated_scan.scanner
      and supabase_path > next_outdated_scan.after_path
    union all
    select supabase_path, name, size, sha256
    from public.document_versions
    where ready_at is not null
      and scanned_by is distinct from next_outdated_scan.scanner
      and supabase_path > next_outdated_scan.after_path
    order by supabase_path
    limit 1
  ) as outdated;
$$;
grant execute on function public.next_outdated_scan(text, text) to service_role;

-- Ends the claims of processes that no longer run, so that their versions can be claimed at once. Called by a process
-- that knows that it is the only one.
create function public.release_document_claims()
returns integer
language sql security definer set search_path = '' as $$
  with released as (
    update public.document_versions set claimed_until = clock_timestamp() where status = 'reading' returning 1
  )
  select count(*)::integer from released;
$$;
grant execute on function public.release_document_claims() to service_role;

-- Queues versions to be read again: one document, for a caller who may edit it, or all if `document_id` is null, for
-- administrators. The latest version of each remains searchable in the meantime. Returns how many.
create function private.read_documents_again(document_id uuid)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  queued integer;
begin
  if read_documents_again.document_id is null then
    perform private.require_admin();
  elsif not private.is_admin() and not exists (
    select 1
    from public.documents
    where id = read_documents_again.document_id
      and coalesce(assistant_id, participant_id) in (select private.editable_holder_ids())
  ) then
    raise exception 'You don''t have access to edit these documents.' using errcode = 'insufficient_privilege';
  end if;
  update public.document_versions
  set status = 'waiting', progress = 0, problem = null, attempts = 0, claim_id = null
  where id in (
      select distinct on (document_id) id
      from public.document_versions
      where read_documents_again.document_id is null or document_id = read_documents_again.document_id
      order by document_id, number desc
    )
    and status in ('ready', 'failed');
  get diagnostics queued = row_count;
  return queued;
end;
$$;
grant execute on function private.read_documents_again(uuid) to authenticated;

create function public.read_documents_again(document_id uuid default null)
returns integer
language sql set search_path = '' as $$
  select private.read_documents_again(read_documents_again.document_id);
$$;
grant execute on function public.read_documents_again(uuid) to authenticated;

-- Embeddings of passages, for a search by meaning.
--
-- The server computes embeddings in the background: a process claims some chunks, and if it does not finish, the claim
-- ends and another process claims them.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

-- Returns one bit for each number of an embedding: whether it is positive. Most embeddings that point in similar
-- directions differ in few of these bits, which are compared far faster than the numbers.
create function private.signs(embedding real[])
returns bit varying
language sql immutable strict set search_path = '' as $$
  select string_agg((number > 0)::integer::text, '' order by place)::bit varying
  from unnest(signs.embedding) with ordinality as numbers (number, place);
$$;

create table private.chunk_embeddings (
  version_id uuid not null,
  position integer not null,
  model text not null,
  -- Null while a process computes it.
  embedding real[],
  claim_id uuid,
  claimed_until timestamptz,
  signs bit varying generated always as (private.signs(embedding)) stored,
  primary key (version_id, position),
  foreign key (version_id, position) references public.document_chunks (version_id, position) on delete cascade
);
-- Numbers hardly compress.
alter table private.chunk_embeddings alter column embedding set storage external;

-- One row: the model that the server uses; null without one.
create table private.embedding_model (
  is_only boolean primary key default true,
  model text,
  constraint embedding_model_one_row check (is_only)
);
insert into private.embedding_model default values;

-- Without policies: only functions read and write them.
alter table private.chunk_embeddings enable row level security;
alter table private.embedding_model enable row level security;

-- Stores the model that the server uses from now on, null for none. Embeddings of another model are no longer searched,
-- and are replaced.
create function public.set_embedding_model(model text)
returns void
language sql security definer set search_path = '' as $$
  update private.embedding_model
  set model = set_embedding_model.model
  where embedding_model.model is distinct from set_embedding_model.model;
$$;
grant execute on function public.set_embedding_model(text) to service_role;

-- Claims some searched chunks that have no embedding of this model, of the version that was read first. Returns their
-- texts; empty if there are none.
create function public.claim_chunks_to_embed(
  model text,
  claim_id uuid,
  row_limit integer default 16,
  claimed_for interval default '2 minutes'
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target_id uuid;
  claimed jsonb;
begin
  -- One process at a time, so that two do not claim the same chunks.
  perform pg_advisory_xact_lock(hashtextextended('claim_chunks_to_embed', 0));
  for target_id in
    select versions.id
    from public.document_versions as versions
    join public.documents on documents.id = versions.document_id
    where versions.ready_at is not null
      and versions.embedded_model is distinct from claim_chunks_to_embed.model
      and not documents.archived
      and versions.id = private.searched_version_id(documents.id)
    order by versions.ready_at, versions.id
  loop
    with claims as (
      insert into private.chunk_embeddings as embeddings (version_id, position, model, claim_id, claimed_until)
      select
        version_id,
        position,
        claim_chunks_to_embed.model,
        claim_chunks_to_embed.claim_id,
        clock_timestamp() + claim_chunks_to_embed.claimed_for
      from public.document_chunks as chunks
      where version_id = target_id
        and not exists (
          select 1
          from private.chunk_embeddings as others
          where others.version_id = chunks.version_id
            and others.position = chunks.position
            and others.model = claim_chunks_to_embed.model
            and (others.embedding is not null or others.claimed_until > clock_timestamp())
        )
      order by position
      limit claim_chunks_to_embed.row_limit
      on conflict (version_id, position) do update
        set model = excluded.model,
            embedding = null,
            claim_id = excluded.claim_id,
            claimed_until = excluded.claimed_until
      returning embeddings.position
    )
    select jsonb_agg(
      jsonb_build_object(
        'versionId', chunks.version_id,
        'position', chunks.position,
        'text', concat_ws(E'\n', chunks.place ->> 'heading', chunks.content)
      )
      order by chunks.position
    )
    into claimed
    from claims
    join public.document_chunks as chunks on chunks.version_id = target_id and chunks.position = claims.position;
    if claimed is not null then
      return claimed;
    end if;
  end loop;
  return '[]';
end;
$$;
grant execute on function public.claim_chunks_to_embed(text, uuid, integer, interval) to service_role;

-- Stores the embeddings of claimed chunks, as `versionId`, `position` and `embedding`. Those of a lost claim are ignored.
create function public.store_embeddings(claim_id uuid, embeddings jsonb)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  with stored as (
    update private.chunk_embeddings
    set embedding = array(select value::real from jsonb_array_elements_text(item -> 'embedding')),
        claim_id = null,
        claimed_until = null
    from jsonb_array_elements(store_embeddings.embeddings) as item
    where version_id = (item ->> 'versionId')::uuid
      and position = (item ->> 'position')::integer
      and claim_id = store_embeddings.claim_id
    returning version_id, position, model
  ), counted as (
    -- This statement does not see its own update.
    select stored.version_id, stored.model, count(*) as added
    from stored
    group by stored.version_id, stored.model
  )
  update public.document_versions
  set embedded_model = counted.model
  from counted
  where id = counted.version_id
    and chunk_count = counted.added + (
      select count(*)
      from private.chunk_embeddings as others
      where others.version_id = counted.version_id and others.model = counted.model and others.embedding is not null
    );
end;
$$;
grant execute on function public.store_embeddings(uuid, jsonb) to service_role;

-- Returns the share of a version's chunks that have an embedding, in percent; null if all have one or none is needed.
create function private.embedding_progress(version_id uuid)
returns integer
language sql stable security definer set search_path = '' as $$
  select (
    100 * (
      select count(embedding)
      from private.chunk_embeddings
      where chunk_embeddings.version_id = versions.id and chunk_embeddings.model = embedding_model.model
    ) / greatest(versions.chunk_count, 1)
  )::integer
  from private.embedding_model
  cross join public.document_versions as versions
  where versions.id = embedding_progress.version_id and versions.embedded_model is distinct from embedding_model.model
    and embedding_model.model is not null;
$$;
grant execute on function private.embedding_progress(uuid) to authenticated;

-- Returns the searched chunks of these scopes that are nearest to an embedding, with their ranks; none without an
-- embedding. The signs of all chunks of the scopes are compared: an index over all scopes would find mostly chunks of
-- others. The numbers are compared of those whose signs differ least.
create function private.nearest_chunks(scope_ids uuid[], embedding real[], model text)
returns table (version_id uuid, "position" integer, rank bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  -- Computed once, not once per row.
  question_signs constant bit varying := private.signs(nearest_chunks.embedding);
begin
  if question_signs is null then
    return;
  end if;
  return query
  with candidates as (
    select embeddings.version_id, embeddings.position, embeddings.embedding
    from public.document_chunks as chunks
    join private.chunk_embeddings as embeddings
      on embeddings.version_id = chunks.version_id and embeddings.position = chunks.position
    where chunks.scope_id = any (nearest_chunks.scope_ids)
      and embeddings.model = nearest_chunks.model
      and length(signs) = length(question_signs)
    order by bit_count(signs # question_signs)
    limit 300
  )
  select version_id, position, row_number() over (order by cosine desc, version_id, position)
  from candidates
  cross join lateral (
    -- The length of the question's embedding is the same for all.
    select sum(own * asked) / sqrt(nullif(sum(own * own), 0))
    from unnest(candidates.embedding, nearest_chunks.embedding) as numbers (own, asked)
  ) as compared (cosine)
  where cosine > 0
  order by cosine desc
  limit 30;
end;
$$;

-- Returns a page of the documents of an assistant or a participant whose titles contain `q`, with their versions, as the
-- caller may read them; archived ones last.
create function public.list_documents(
  assistant_id uuid,
  participant_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language sql stable set search_path = '' as $$
  with matching as (
    select *
    from public.documents
    where (documents.assistant_id = list_documents.assistant_id
        or documents.participant_id = list_documents.participant_id)
      and (list_documents.q = '' or documents.title ~* (select private.search_pattern(list_documents.q)))
  ), shown as (
    select *
    from matching
    order by archived, lower(title), id
    limit least(greatest(list_documents.page_size, 1), 100)
    offset (greatest(list_documents.page, 1) - 1)::bigint * least(greatest(list_documents.page_size, 1), 100)
  )
  select jsonb_build_object(
    'total', (select count(*) from matching),
    'rows', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', shown.id,
          'title', shown.title,
          'owner_id', shown.owner_id,
          'owner_email', owners.email,
          'owner_name', owners.display_name,
          'review_on', shown.review_on,
          'archived', shown.archived,
          'updated_at', shown.updated_at,
          'versions', (
            select coalesce(
              jsonb_agg(
                jsonb_build_object(
                  'id', versions.id,
                  'number', versions.number,
                  'name', versions.name,
                  'size', versions.size,
                  'status', versions.status,
                  'progress', versions.progress,
                  'problem', versions.problem,
                  'remarks', versions.remarks,
                  'chunk_count', versions.chunk_count,
                  'is_searchable', versions.ready_at is not null,
                  'indexed', private.embedding_progress(versions.id),
                  'created_at', versions.created_at
                )
                order by versions.number desc
              ),
              '[]'
            )
            from public.document_versions as versions
            where versions.document_id = shown.id
          )
        )
        order by shown.archived, lower(shown.title), shown.id
      ),
      '[]'
    )
  )
  from shown
  left join public.users as owners on owners.id = shown.owner_id;
$$;
grant execute on function public.list_documents(uuid, uuid, text, integer, integer) to authenticated;

-- Returns the documents that the caller may read whose titles contain the text. Can be filtered, ordered and counted like
-- the table.
create function public.find_documents(q text)
returns setof public.documents
language sql stable rows 50 set search_path = '' as $$
  select * from public.documents where title ~* (select private.search_pattern(find_documents.q));
$$;
grant execute on function public.find_documents(text) to authenticated;

-- Synonyms of the field, which administrators change.

-- Returns the stems of a list of words, separated by commas, as a search of documents finds them.
create function private.list_stems(list text)
returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  word text;
  found_stems text[];
  stems text[] := '{}';
begin
  foreach word in array regexp_split_to_array(btrim(list_stems.list), '\s*,\s*') loop
    found_stems := tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, word));
    if cardinality(found_stems) <> 1 then
      raise exception 'Searches do not find “%” as one word. Use another word, and commas between words.', word
        using errcode = 'PT422';
    end if;
    stems := stems || found_stems;
  end loop;
  return array(select distinct stem from unnest(stems) as stem order by stem);
end;
$$;
grant execute on function private.list_stems(text) to authenticated, service_role;

-- A question with one of `words` also finds passages with one of `also`. One direction: a fall is an incident, and not
-- every incident is a fall.
create table public.synonyms (
  id uuid primary key default gen_random_uuid(),
  words text not null,
  also text not null,
  word_stems text[] not null generated always as (private.list_stems(words)) stored,
  also_stems text[] not null generated always as (private.list_stems(also)) stored,
  updated_at timestamptz not null default now(),
  constraint synonyms_stems_unique unique (word_stems, also_stems),
  constraint synonyms_lists_valid check (
    char_length(words) between 1 and 200
    and char_length(also) between 1 and 200
    and words = btrim(private.plain_line(words))
    and also = btrim(private.plain_line(also))
  )
);

create index synonyms_word_stems_idx on public.synonyms using gin (word_stems);

grant
  select (id, words, also, word_stems, also_stems, updated_at),
  insert (words, also),
  update (words, also),
  delete
on table public.synonyms to authenticated;
grant select, insert, update, delete on table public.synonyms to service_role;

alter table public.synonyms enable row level security;

create trigger touch_updated_at
  before update on public.synonyms
  for each row execute function private.touch_updated_at();

create policy "Admins read synonyms"
  on public.synonyms for select to authenticated
  using ((select private.is_admin()));

create policy "Admins add synonyms"
  on public.synonyms for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins change synonyms"
  on public.synonyms for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins delete synonyms"
  on public.synonyms for delete to authenticated
  using ((select private.is_admin()));

-- Returns the synonyms with a word that contains the text.
create function public.find_synonyms(q text)
returns setof public.synonyms
language sql stable rows 50 set search_path = '' as $$
  select * from public.synonyms where words || ' ' || also ~* (select private.search_pattern(find_synonyms.q));
$$;
grant execute on function public.find_synonyms(text) to authenticated;

insert into public.synonyms (words, also)
values
  (
    'fall, fell, fallen, hurt, injury, injured, hit, bite, bitten, choke, bleed, burn, missing, seizure, accident, harm',
    'incident'
  ),
  ('fell, fallen', 'fall'),
  ('injury, injured, hurt', 'hurt, injury'),
  ('accident', 'fall'),
  ('fit, convulsion', 'seizure'),
  ('seizure', 'epilepsy'),
  ('epilepsy', 'seizure'),
  ('ill, unwell', 'sick'),
  ('sick', 'ill'),
  ('broken, leak, leaking, blocked, damaged, repair, fix, fault', 'repair, maintenance'),
  ('leak, leaking', 'drip'),
  ('allergic, allergy, allergies', 'allergy, allergic'),
  ('epipen', 'adrenaline'),
  ('medication, medicine, drug, tablet, pill', 'medication, medicine, tablet'),
  ('holiday, vacation', 'leave'),
  ('phone, ring, telephone', 'phone, call, ring, telephone'),
  ('doctor', 'gp'),
  ('gp', 'doctor'),
  ('hospital, ambulance', 'emergency'),
  ('rain, rainy', 'rain'),
  ('hot', 'heat'),
  ('wheelchair', 'chair'),
  ('shower, bath, wash', 'shower, bath, wash'),
  ('eat, food, meal, dinner, lunch', 'meal, food'),
  ('client, resident', 'participant'),
  ('complain, complaint', 'complaint'),
  ('pain', 'hurt'),
  ('cash', 'money'),
  ('runaway, absconded', 'missing'),
  ('burnt, scald, scalded', 'burn'),
  ('bled', 'bleed'),
  ('slip, slipped', 'fall'),
  ('gone, lost, disappeared', 'missing, found'),
  ('smoke', 'fire'),
  ('electricity, blackout, lights', 'power'),
  ('degrees, heatwave', 'heat'),
  ('rest', 'break'),
  ('fever, flu', 'sick'),
  ('noisy, noise', 'loud'),
  ('speak, talk', 'communication'),
  ('achieve', 'goal'),
  ('present', 'gift'),
  ('spend, spent', 'money, dollar, budget'),
  ('sit', 'seat'),
  ('renew, expire', 'due'),
  ('compressions, resuscitation', 'cpr'),
  ('bus, train, taxi', 'transport');

-- Retrieval of passages for replies.
--
-- As in search.sql, row-level security would keep PostgreSQL from using the index. The search bypasses it, applies the
-- same rule for the same caller and returns positions only; the caller reads the passages.

-- One index for scope, words and trigrams: given several, PostgreSQL might choose the one of the scope alone.
create index document_chunks_search_idx on public.document_chunks
  using gin (scope_id, search, content extensions.gin_trgm_ops)
  where scope_id is not null;

-- Returns the share of chunks that contain a word, as far as it is known: the statistics of the table list the most
-- common words. All other words are rarer than those.
create function private.common_words()
returns table (word text, share real)
language sql stable security definer set search_path = '' as $$
  select common.word, common.share
  from pg_catalog.pg_stats
  cross join unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, share)
  where schemaname = 'public' and tablename = 'document_chunks' and attname = 'search' and common.word is not null;
$$;

-- Returns up to 300 chunks of these scopes that match a query, some of them twice. The index finds all before the first
-- one is returned, which takes long if its words are common. If enough are expected among a few thousand chunks, those
-- are read in order before: a chunk takes as long as 50 entries of the index.
-- @param expected the estimated share of chunks that match
-- @param entries the estimated number of entries that the index would read
create function private.matching_chunks(scope_ids uuid[], query tsquery, expected real, entries real)
returns table (version_id uuid, "position" integer)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  enough constant integer := 100;
  found_count integer;
begin
  if query is null then
    return;
  end if;
  if entries > 50 * enough / expected then
    return query
      select version_id, position
      from (
        select chunks.version_id, chunks.position, chunks.scope_id, chunks.search
        from public.documents
        join public.document_versions as versions on versions.document_id = documents.id
        join public.document_chunks as chunks on chunks.version_id = versions.id
        where documents.assistant_id = any (scope_ids) or documents.participant_id = any (scope_ids)
        limit 5000
      ) as chunks
      where scope_id = any (scope_ids) and search @@ query
      limit enough;
    get diagnostics found_count = row_count;
    if found_count = enough then
      return;
    end if;
  end if;
  return query
    select version_id, position
    from public.document_chunks
    where scope_id = any (scope_ids) and search @@ query
    limit 300;
end;
$$;

-- A word of a question as a stem, with its synonyms. `own` finds the word itself, `wide` the synonyms too; `body` is `wide`
-- outside the title and the heading, `head` within them. The fewer passages have the word, the higher `rarity`.
create type private.search_term as (
  stems text[],
  own tsquery,
  wide tsquery,
  body tsquery,
  head tsquery,
  is_vague boolean,
  rarity real,
  is_known boolean
);

-- Returns a query that finds one of these stems, in parts of a text with a weight if one is given.
create function private.stems_query(stems text[], weight text default '')
returns tsquery
language sql immutable set search_path = '' as $$
  select string_agg('''' || replace(replace(stem, '\', '\\'), '''', '''''') || '''' || weight, '|')::tsquery
  from unnest(stems) as stem;
$$;

-- Returns a term for a stem.
create function private.make_term(stem text, is_vague boolean)
returns private.search_term
language sql stable set search_path = '' as $$
  select row(
    stems,
    private.stems_query(array[make_term.stem]),
    private.stems_query(stems),
    private.stems_query(stems, ':D'),
    private.stems_query(stems, ':B'),
    make_term.is_vague,
    0,
    false
  )::private.search_term
  from (
    select array[make_term.stem] || array(
      select distinct also_stem
      from public.synonyms
      cross join unnest(also_stems) as also_stem
      where word_stems @> array[make_term.stem] and also_stem <> make_term.stem
    ) as stems
  ) as meanings;
$$;

-- Returns the stems of words that do not identify a topic, and of the given names.
create function private.vague_stems(names text)
returns text[]
language sql immutable set search_path = '' as $$
  select tsvector_to_array(to_tsvector(
    'pg_catalog.english'::regconfig,
    'much many long often someone somebody anyone anybody time please know tell need want find look get give show like good '
      || 'today tomorrow yesterday go happen say said use thing way may might must could would should allowed let take put '
      || 'come see also still question answer help something anything us one new mean made make keep start '
      || 'belong stop lot piece bit quick quickly fast early ask ago really already just always '
      || coalesce(vague_stems.names, '')
  ));
$$;

-- Returns the words of a question, in order. Vague words, which do not identify a topic, and the given names count only
-- if there are no others.
create function private.question_terms(question text, names text default '')
returns setof private.search_term
language sql stable set search_path = '' as $$
  with vague as materialized (select private.vague_stems(question_terms.names) as stems)
  select terms.*
  from (
    select lexeme, positions[1] as first_position
    from unnest(to_tsvector('pg_catalog.english'::regconfig, left(question_terms.question, 1000)))
    order by first_position
    limit 24
  ) as words
  cross join vague
  cross join lateral private.make_term(lexeme, lexeme = any (vague.stems)) as terms
  order by first_position;
$$;

-- Returns the word of a question that has a stem, as it is written.
create function private.written_word(question text, stem text)
returns text
language sql stable set search_path = '' as $$
  select word
  from regexp_split_to_table(lower(left(written_word.question, 1000)), '[^[:alnum:]]+') as word
  where written_word.stem = any (tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, word)))
  limit 1;
$$;

-- Returns whether a text says what is not so. A heading such as "What does not belong in a note" answers no question
-- about what does.
create function private.is_negated(content text)
returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(is_negated.content ~* '\m(not|never|no|without|cannot|[a-z]+n[''’]t)\M', false);
$$;

-- Returns whether all words of a heading are among these, apart from vague ones and names.
create function private.covers_heading(heading text, terms private.search_term[], names text)
returns boolean
language sql stable set search_path = '' as $$
  select coalesce(bool_and(stem in (select unnest(stems) from unnest(covers_heading.terms) where not is_vague)), false)
  from unnest(tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, covers_heading.heading))) as stem
  where stem <> all (private.vague_stems(covers_heading.names));
$$;

-- Returns how well passages match these words, by their index, and whether they answer: such a passage has the rarest
-- word that is known, and words with more than half of the rarity of all, or a heading whose words are all in the question.
-- A synonym counts less than the word, and a passage of what is not so less than others. Vague words count only if there are
-- no others, and then only in a title or heading.
create function private.match_terms(
  searches tsvector[],
  headings text[],
  terms private.search_term[],
  names text,
  is_negated boolean
)
returns table (index bigint, weight real, answers boolean)
language sql stable set search_path = '' as $$
  with relevant as (
    select *, max(rarity) filter (where is_known) over () as rarest, sum(rarity) over () as total
    from unnest(match_terms.terms)
    where is_vague = (select bool_and(is_vague) from unnest(match_terms.terms))
  ), passages as materialized (
    select
      search,
      heading,
      not match_terms.is_negated and heading_negated as is_opposite,
      match_terms.is_negated and heading_negated as is_negated_too,
      index
    from unnest(match_terms.searches, match_terms.headings) with ordinality as given (search, heading, index)
    cross join lateral (select private.is_negated(heading) as heading_negated offset 0) as negations
  )
  select
    index,
    (
      sum(case when not is_hit then 0 when search @@ own then rarity else rarity / 2 end)
        * case when bool_and(is_negated_too) then 2 when bool_and(is_opposite) then 0.5 else 1 end
    )::real,
    coalesce(
      bool_or(is_hit and rarity >= rarest and (not is_vague or search @@ head))
        and sum(case when is_hit then rarity else 0 end) > max(total) / 2
        or bool_or(is_hit and not is_opposite and not is_vague and search @@ head)
          and private.covers_heading(min(heading), match_terms.terms, match_terms.names),
      false
    )
  from (
    select *, search @@ case when is_opposite then body else wide end as is_hit
    from passages
    cross join relevant
  ) as matched
  group by index;
$$;

-- Returns the spellings of a word with two neighbouring letters exchanged.
create function private.exchange_letters(word text)
returns setof text
language sql immutable set search_path = '' as $$
  select overlay(word placing reverse(substr(word, i, 2)) from i for 2)
  from generate_series(1, char_length(word) - 1) as i;
$$;

-- Returns the stem of a word that is misspelled, as one of these texts has it: with two letters exchanged, or similar.
create function private.respell(word text, texts text[])
returns text
language sql stable set search_path = '' as $$
  select (tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, candidate)))[1]
  from (
    select distinct candidate
    from unnest(respell.texts) as content
    cross join regexp_split_to_table(lower(content), '[^[:alnum:]]+') as candidate
    where abs(char_length(candidate) - char_length(respell.word)) <= 2
      and left(candidate, 1) = left(respell.word, 1)
  ) as candidates
  cross join lateral (
    select case
      when candidate in (select private.exchange_letters(respell.word)) then 1
      when char_length(respell.word) >= 6 then extensions.similarity(candidate, respell.word)
      else 0
    end as likeness
  ) as compared
  where likeness >= 0.45
  order by likeness desc, candidate
  limit 1;
$$;

-- Returns the share of chunks that have a word or a synonym of it: counted in these scopes, or else as the statistics say.
-- Null if no chunk has it.
create function private.word_share(
  scope_ids uuid[],
  term private.search_term,
  common text[],
  shares real[],
  rare_share real,
  is_counted boolean,
  chunk_count real,
  is_negated boolean
)
returns real
language plpgsql stable set search_path = '' as $$
declare
  share real;
begin
  if word_share.is_counted then
    select nullif(count(*), 0) / word_share.chunk_count into share
    from public.document_chunks
    where scope_id = any (word_share.scope_ids)
      and search @@ (word_share.term).wide
      and (
        word_share.is_negated
        or not private.is_negated(place ->> 'heading')
        or search @@ (word_share.term).body
      );
    return share;
  end if;
  select max(statistics.share) into share
  from unnest(word_share.common, word_share.shares) as statistics (word, share)
  where statistics.word = any ((word_share.term).stems);
  if share is null and exists (
    select from public.document_chunks
    where scope_id = any (word_share.scope_ids) and search @@ (word_share.term).wide
  ) then
    return word_share.rare_share;
  end if;
  return share;
end;
$$;

-- Returns the passages of an assistant's documents that match a question best, for a caller who may use the assistant, and
-- whether each answers it: see match_terms.
--
-- Rankings are merged by reciprocal rank. The first one is by words and their synonyms: the rarer the words that a chunk
-- shares with the question, the better. A word that no chunk has is searched in another spelling: a misspelled word has two
-- letters exchanged, or one half that is spelled correctly. Candidates are the chunks with all words; if those are few,
-- also the chunks with two of the rarest, and with one of the rarest as far as those are expected to be few. Each is
-- limited, so that the time hardly grows with the number of chunks: of thousands of chunks with the same common words, not
-- all are compared. The second ranking is by meaning, if the caller gives the embedding of the question by a model.
create function private.find_passages(
  assistant_id uuid,
  question text,
  row_limit integer,
  embedding real[] default null,
  model text default null
)
returns table (version_id uuid, "position" integer, answers boolean)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
#variable_conflict use_column
declare
  enough constant integer := 100;
  max_expected constant real := 3000;
  -- Chunks below this share of the best weight are noise.
  least_share constant real := 0.4;
  -- Up to this size, words are counted in the documents of the assistant. All others rely on the statistics.
  counted_bytes constant bigint := 50000000;
  scope_ids uuid[];
  participant_name text;
  is_negated constant boolean := private.is_negated(find_passages.question);
  is_counted constant boolean := pg_relation_size('public.document_chunks') <= counted_bytes;
  chunk_count real;
  common text[];
  shares real[];
  rare_share real;
  share real;
  terms private.search_term[] := '{}';
  term private.search_term;
  has_clear boolean;
  all_words tsquery;
  any_word tsquery;
  own_words tsquery;
  two_words tsquery;
  rare_words tsquery;
  searched integer := 0;
  expected real := 0;
  -- The estimated share of chunks with all words, and with two of the rarest.
  share_all real := 1;
  share_two real := 0;
  -- The estimated number of chunks with the rarest word, with words of `two_words`, and with words of `rare_words`.
  expected_rarest real;
  expected_two real;
  expected_rare real;
  most_respelled integer := 3;
  word text;
  stem text;
begin
  if find_passages.assistant_id not in (select private.usable_assistant_ids()) then
    return;
  end if;
  select array_remove(array[assistants.id, participant_id], null), display_name into scope_ids, participant_name
  from public.assistants
  left join public.participants on participants.id = participant_id
  where assistants.id = find_passages.assistant_id;
  if not exists (
    select from public.documents
    where not archived and (documents.assistant_id = any (scope_ids) or participant_id = any (scope_ids))
  ) then
    return;
  end if;

  if is_counted then
    select greatest(count(*), 1) into chunk_count from public.document_chunks where scope_id = any (scope_ids);
    rare_share := 0.5 / chunk_count;
  else
    select array_agg(common_words.word), array_agg(common_words.share), least(min(common_words.share) / 2, 0.001)
    into common, shares, rare_share
    from private.common_words();
    select greatest(reltuples, 1) into chunk_count
    from pg_catalog.pg_class
    where oid = 'public.document_chunks'::regclass;
  end if;

  for term in select * from private.question_terms(find_passages.question, participant_name) loop
    share := private.word_share(scope_ids, term, common, shares, rare_share, is_counted, chunk_count, is_negated);
    if share is null and most_respelled > 0 then
      most_respelled := most_respelled - 1;
      word := private.written_word(find_passages.question, term.stems[1]);
      select found.stem into stem
      from private.exchange_letters(word) as spelling
      cross join unnest(tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, spelling))) as found (stem)
      where char_length(word) >= 4 and exists (
        select from public.document_chunks
        where scope_id = any (scope_ids) and search @@ private.stems_query(array[found.stem])
      )
      limit 1;
      if stem is null and char_length(word) >= 6 then
        stem := private.respell(word, array(
          select content
          from public.document_chunks
          where scope_id = any (scope_ids) and content ilike any (array[
            '%' || left(word, char_length(word) / 2) || '%',
            '%' || right(word, char_length(word) - char_length(word) / 2) || '%'
          ])
          limit 100
        ));
      end if;
      if stem is not null then
        term := private.make_term(stem, term.is_vague);
        share := private.word_share(scope_ids, term, common, shares, rare_share, is_counted, chunk_count, is_negated);
      end if;
    end if;
    term.is_known := share is not null;
    term.rarity := ln(1 / least(coalesce(share, rare_share), 0.9));
    terms := terms || term;
  end loop;

  select not bool_and(is_vague) into has_clear from unnest(terms);
  for term in
    select *
    from unnest(terms)
    where is_known and not (is_vague and has_clear)
    order by rarity desc, char_length(stems[1]) desc
  loop
    share := exp(-term.rarity);
    -- Two of the four rarest words.
    if searched between 1 and 3 then
      two_words := coalesce(two_words || (any_word && term.wide), any_word && term.wide);
      share_two := share_two + expected / chunk_count * share;
      expected_two := expected + chunk_count * share;
    end if;
    searched := searched + 1;
    all_words := coalesce(all_words && term.wide, term.wide);
    any_word := coalesce(any_word || term.wide, term.wide);
    own_words := coalesce(own_words || term.own, term.own);
    expected := expected + share * chunk_count;
    expected_rarest := coalesce(expected_rarest, expected);
    share_all := share_all * share;
    if rare_words is null or expected <= max_expected then
      rare_words := coalesce(rare_words || term.wide, term.wide);
      expected_rare := expected;
    end if;
  end loop;

  return query
    with all_matching as materialized (
      select version_id, position
      from private.matching_chunks(scope_ids, all_words, share_all, expected_rarest)
    ), candidates as (
      select version_id, position from all_matching
      union
      select version_id, position
      from private.matching_chunks(scope_ids, two_words, share_two, expected_two)
      where (select count(*) from all_matching) < enough
      union
      select version_id, position
      from private.matching_chunks(scope_ids, rare_words, expected_rare / chunk_count, expected_rare)
      where (select count(*) from all_matching) < enough
    ), numbered as materialized (
      select chunks.version_id, chunks.position, search, place ->> 'heading' as heading, row_number() over () as index
      from candidates
      join public.document_chunks as chunks
        on chunks.version_id = candidates.version_id and chunks.position = candidates.position
    ), weighed as materialized (
      select version_id, position, matched.answers, weight, weight + ts_rank_cd(search, own_words, 1) as score
      from private.match_terms(
        array(select search from numbered order by index),
        array(select heading from numbered order by index),
        terms,
        participant_name,
        is_negated
      ) as matched
      join numbered on numbered.index = matched.index
    ), by_words as (
      select version_id, position, row_number() over (order by answers desc, score desc, version_id, position) as rank
      from weighed
      where weight >= least_share * (select max(weight) from weighed)
      order by rank
      limit 30
    ), merged as (
      select version_id, position, sum(1.0 / (60 + rank)) as score
      from (
        select version_id, position, rank from by_words
        union all
        select version_id, position, rank
        from private.nearest_chunks(scope_ids, find_passages.embedding, find_passages.model)
      ) as ranked
      group by version_id, position
    )
    select merged.version_id, merged.position, coalesce(weighed.answers, false)
    from merged
    left join weighed on weighed.version_id = merged.version_id and weighed.position = merged.position
    order by merged.score desc, merged.version_id, merged.position
    limit least(greatest(find_passages.row_limit, 1), 20);
end;
$$;
grant execute on function private.find_passages(uuid, text, integer, real[], text) to authenticated;

-- Ranks texts that are not stored as passages, such as those of an attached file, by the words of a question, as
-- find_passages ranks the documents of the assistant. `texts` is an array of `text` and `about`, a heading. Returns the best as an array of
-- `index`, from 0, and `answers`: see match_terms.
create function public.rank_texts(assistant_id uuid, question text, texts jsonb, row_limit integer default 8)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  searches tsvector[];
  headings text[];
  contents text[];
  participant_name text;
  terms private.search_term[] := '{}';
  term private.search_term;
  stem text;
  own_words tsquery;
  found_count real;
begin
  select
    array_agg(
      setweight(to_tsvector('pg_catalog.english'::regconfig, coalesce(item ->> 'about', '')), 'B')
        || to_tsvector('pg_catalog.english'::regconfig, item ->> 'text')
      order by ordinality
    ),
    array_agg(item ->> 'about' order by ordinality),
    array_agg(item ->> 'text' order by ordinality)
  into searches, headings, contents
  from jsonb_array_elements(rank_texts.texts) with ordinality as items (item, ordinality);
  if searches is null then
    return '[]';
  end if;
  select display_name into participant_name
  from public.assistants
  join public.participants on participants.id = participant_id
  where assistants.id = rank_texts.assistant_id;
  for term in select * from private.question_terms(rank_texts.question, participant_name) loop
    select count(*) into found_count from unnest(searches) as search where search @@ term.wide;
    if found_count = 0 then
      stem := private.respell(private.written_word(rank_texts.question, term.stems[1]), contents);
      if stem is not null then
        term := private.make_term(stem, term.is_vague);
        select count(*) into found_count from unnest(searches) as search where search @@ term.wide;
      end if;
    end if;
    term.is_known := found_count > 0;
    term.rarity := ln(1 / least(greatest(found_count, 0.5) / cardinality(searches), 0.9));
    terms := terms || term;
    own_words := coalesce(own_words || term.own, term.own);
  end loop;
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('index', index - 1, 'answers', answers) order by answers desc, score desc, index
      ),
      '[]'
    )
    from (
      select index, answers, weight + ts_rank_cd(searches[index], own_words, 1) as score
      from private.match_terms(searches, headings, terms, participant_name, private.is_negated(rank_texts.question))
      where weight > 0
      order by answers desc, score desc, index
      limit rank_texts.row_limit
    ) as best
  );
end;
$$;
grant execute on function public.rank_texts(uuid, text, jsonb, integer) to service_role;

-- Returns whether an assistant has documents that the caller may read and that can be searched.
create function private.has_documents(assistant_id uuid)
returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select 1
    from public.documents
    join public.document_versions on document_versions.document_id = documents.id
    where not documents.archived
      and document_versions.ready_at is not null
      and (
        documents.assistant_id = has_documents.assistant_id
        or documents.participant_id = (
          select assistants.participant_id from public.assistants where assistants.id = has_documents.assistant_id
        )
      )
  );
end;
$$;
grant execute on function private.has_documents(uuid) to authenticated;

-- Returns the passages for a reply as the caller may read them, best first, and whether the assistant has documents at
-- all.
create function public.search_documents(
  assistant_id uuid,
  question text,
  row_limit integer default 8,
  embedding real[] default null,
  model text default null
)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'hasDocuments', private.has_documents(search_documents.assistant_id),
    'passages', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'versionId', chunks.version_id,
            'position', chunks.position,
            'title', documents.title,
            'version', document_versions.number,
            'text', chunks.content,
            'place', chunks.place,
            'answers', found.answers
          )
          order by found.ordinality
        ),
        '[]'
      )
      from private.find_passages(
        search_documents.assistant_id,
        search_documents.question,
        search_documents.row_limit,
        search_documents.embedding,
        search_documents.model
      ) with ordinality as found
      join public.document_chunks as chunks
        on chunks.version_id = found.version_id and chunks.position = found.position
      join public.document_versions on document_versions.id = chunks.version_id
      join public.documents on documents.id = document_versions.document_id
    )
  );
$$;
grant execute on function public.search_documents(uuid, text, integer, real[], text) to authenticated;

-- Returns what the caller may read for the reply to a message: the assistant, whether it has documents to search, the
-- message, the last messages before it, at most `page_size` and no more than needed for `max_characters`, those of the
-- handover that the conversation continues, and the texts of replies that failed, by the message that they answer; null if the caller may not read the conversation. One call in
-- PL/pgSQL, because each call and each plan delays the provider's request.
create function public.read_turn_request(
  conversation_id uuid,
  message_id uuid,
  page_size integer,
  max_characters integer default null
)
returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'assistant_id', assistants.id,
      'assistant', jsonb_build_object(
        'label', assistants.label,
        'openai_assistant_id', assistants.openai_assistant_id,
        'web_research_enabled', assistants.web_research_enabled,
        'use_org_domains', assistants.use_org_domains,
        'web_domains', assistants.web_domains
      ),
      'has_documents', private.has_documents(assistants.id),
      'question', jsonb_build_object('content', messages.content, 'files', messages.files),
      'history', private.read_path(
        conversations.id, read_turn_request.page_size, messages.id, null, read_turn_request.max_characters
      ),
      'handover', (
        select jsonb_build_object(
          'note', handovers.note,
          'messages', private.read_continued_messages(
            conversations.id, read_turn_request.page_size, read_turn_request.max_characters
          )
        )
        from public.handovers
        where handovers.id = conversations.handover_id and handovers.recipient_id = auth.uid()
      ),
      'cut_replies', (
        select coalesce(jsonb_object_agg(latest.user_message_id, latest.text), '{}')
        from (
          select distinct on (turns.user_message_id) turns.user_message_id, turns.text
          from public.turns
          where turns.conversation_id = conversations.id
            and turns.assistant_message_id is null and turns.ended_at is not null and turns.text <> ''
          order by turns.user_message_id, turns.created_at desc
        ) as latest
      )
    )
    from public.conversations
    join public.assistants on assistants.id = conversations.assistant_id
    join public.messages on messages.conversation_id = conversations.id and messages.id = read_turn_request.message_id
    where conversations.id = read_turn_request.conversation_id
  );
end;
$$;
grant execute on function public.read_turn_request(uuid, uuid, integer, integer) to authenticated;

-- The record of administration: every change by an administrator, on any path, inserts one audit row in the same
-- transaction. It contains the administrator, the changed record, the values before and after, and copies of names that
-- may be deleted later.
--
-- One row corresponds to one action. Rows that a cascade deletes are counted in that row and have no separate entries,
-- except for conversations, whose deletion is always recorded. Changes without a signed-in user (the server, an
-- operator) are not recorded here. Changes of an assistant's model are recorded in models.sql.

create function private.record_assistant_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb;
begin
  if auth.uid() is null or pg_trigger_depth() > 1 then
    return coalesce(new, old);
  end if;
  case tg_op
    when 'INSERT' then
      perform private.record_change(
        'assistant_created', jsonb_build_object('after', private.assistant_to_jsonb(new)), new.id
      );
    when 'UPDATE' then
      changes := private.difference(private.assistant_to_jsonb(old), private.assistant_to_jsonb(new));
      if changes is not null then
        perform private.record_change('assistant_updated', changes, new.id);
      end if;
    else
      perform private.record_change(
        'assistant_deleted',
        jsonb_build_object(
          'before', private.assistant_to_jsonb(old), 'removed', private.count_cascade('assistant', old.id)
        ),
        old.id
      );
  end case;
  return coalesce(new, old);
end;
$$;

create trigger record_change
  after insert or update on public.assistants
  for each row execute function private.record_assistant_change();

-- Fires before the delete, while everything that it cascades to can still be counted, and because of its name before
-- `delete_conversations_first`, which deletes some of it.
create trigger count_and_record_deletion
  before delete on public.assistants
  for each row execute function private.record_assistant_change();

create function private.record_participant_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb;
begin
  if auth.uid() is null or pg_trigger_depth() > 1 then
    return coalesce(new, old);
  end if;
  case tg_op
    when 'INSERT' then
      perform private.record_change(
        'participant_created',
        jsonb_build_object('after', private.participant_to_jsonb(new)),
        participant_id => new.id
      );
    when 'UPDATE' then
      changes := private.difference(private.participant_to_jsonb(old), private.participant_to_jsonb(new));
      if changes is not null then
        perform private.record_change('participant_updated', changes, participant_id => new.id);
      end if;
    else
      -- Deleting a participant deletes the assistant, and this row is the last of the assistant's history too.
      perform private.record_change(
        'participant_deleted',
        jsonb_build_object(
          'before', private.participant_to_jsonb(old), 'removed', private.count_cascade('participant', old.id)
        ),
        (select id from public.assistants where participant_id = old.id),
        old.id
      );
  end case;
  return coalesce(new, old);
end;
$$;

create trigger record_change
  after insert or update on public.participants
  for each row execute function private.record_participant_change();

create trigger count_and_record_deletion
  before delete on public.participants
  for each row execute function private.record_participant_change();

-- Records assignments and grants. Moving one is recorded as a removal and an addition. A pair whose assistant,
-- participant or user is deleted is part of that deletion: cascades by foreign keys do not increase pg_trigger_depth.
create function private.record_assignment()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT'
    and exists (select 1 from public.participants where id = old.participant_id)
    and exists (select 1 from public.users where id = old.user_id)
  then
    perform private.record_change(
      'worker_unassigned', '{}', participant_id => old.participant_id, target_user_id => old.user_id
    );
  end if;
  if tg_op <> 'DELETE' then
    perform private.record_change(
      'worker_assigned', '{}', participant_id => new.participant_id, target_user_id => new.user_id
    );
  end if;
  return null;
end;
$$;

create trigger record_assignment
  after insert or delete on public.participant_assignments
  for each row execute function private.record_assignment();

create trigger record_moved_assignment
  after update on public.participant_assignments
  for each row
  when ((old.participant_id, old.user_id) is distinct from (new.participant_id, new.user_id))
  execute function private.record_assignment();

create function private.record_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT'
    and exists (select 1 from public.assistants where id = old.assistant_id)
    and exists (select 1 from public.users where id = old.user_id)
  then
    perform private.record_change('access_revoked', '{}', old.assistant_id, target_user_id => old.user_id);
  end if;
  if tg_op <> 'DELETE' then
    perform private.record_change('access_granted', '{}', new.assistant_id, target_user_id => new.user_id);
  end if;
  return null;
end;
$$;

create trigger record_access
  after insert or delete on public.assistant_access
  for each row execute function private.record_access();

create trigger record_moved_access
  after update on public.assistant_access
  for each row
  when ((old.assistant_id, old.user_id) is distinct from (new.assistant_id, new.user_id))
  execute function private.record_access();

-- Records that the right to edit documents was granted or revoked. It ends with the access, without an own entry.
create function private.record_edit_right()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_change(
    case when new.can_edit then 'access_granted' else 'access_revoked' end,
    '{"right": "edit_documents"}',
    new.assistant_id,
    target_user_id => new.user_id
  );
  return null;
end;
$$;

create trigger record_granted_edit_right
  after insert on public.assistant_access
  for each row
  when (new.can_edit)
  execute function private.record_edit_right();

create trigger record_edit_right
  after update on public.assistant_access
  for each row
  when (
    old.can_edit <> new.can_edit
    or new.can_edit and (old.assistant_id, old.user_id) is distinct from (new.assistant_id, new.user_id)
  )
  execute function private.record_edit_right();

create function private.record_role_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  action_name constant text := case tg_op when 'DELETE' then 'role_access_revoked' else 'role_access_granted' end;
begin
  if not exists (select 1 from public.assistants where id = coalesce(new.assistant_id, old.assistant_id)) then
    return null;
  end if;
  perform private.record_change(
    action_name,
    jsonb_build_object('role', (select name from public.roles where id = coalesce(new.role_id, old.role_id))),
    coalesce(new.assistant_id, old.assistant_id)
  );
  return null;
end;
$$;

create trigger record_role_access
  after insert or delete on public.assistant_role_access
  for each row execute function private.record_role_access();

create function private.record_role_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_change(
    'role_changed',
    jsonb_build_object(
      'before', jsonb_build_object('role', (select name from public.roles where id = old.role_id)),
      'after', jsonb_build_object('role', (select name from public.roles where id = new.role_id))
    ),
    target_user_id => new.id
  );
  return null;
end;
$$;

create trigger record_role_change
  after update of role_id on public.users
  for each row
  when (old.role_id <> new.role_id)
  execute function private.record_role_change();

create function private.record_synonym_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  written constant text[] := '{id,word_stems,also_stems,updated_at}';
begin
  if to_jsonb(old) - written is distinct from to_jsonb(new) - written then
    perform private.record_change(
      'synonyms_changed',
      jsonb_strip_nulls(jsonb_build_object('before', to_jsonb(old) - written, 'after', to_jsonb(new) - written))
    );
  end if;
  return null;
end;
$$;

create trigger record_synonym_change
  after insert or update or delete on public.synonyms
  for each row execute function private.record_synonym_change();

-- Inserts the audit row, unless a trigger was fired by another one: that is a cascade.
create function private.record_change(
  action text,
  meta jsonb,
  assistant_id uuid default null,
  participant_id uuid default null,
  target_user_id uuid default null
)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null or pg_trigger_depth() > 1 then
    return;
  end if;
  insert into public.audit_logs (
    action, user_id, assistant_id, participant_id, participant_name, target_user_id, target_user_email, meta
  )
  values (
    record_change.action,
    auth.uid(),
    record_change.assistant_id,
    record_change.participant_id,
    (select display_name from public.participants where id = record_change.participant_id),
    record_change.target_user_id,
    (select email from public.users where id = record_change.target_user_id),
    record_change.meta
  );
end;
$$;

-- Returns the differing fields of two versions of a record as `{before, after}`; null if they are equal.
create function private.difference(before jsonb, after jsonb)
returns jsonb
language sql immutable set search_path = '' as $$
  select case
    when count(*) > 0 then
      jsonb_build_object(
        'before', jsonb_object_agg(key, difference.before -> key),
        'after', jsonb_object_agg(key, difference.after -> key)
      )
  end
  from jsonb_object_keys(difference.after) as key
  where difference.before -> key is distinct from difference.after -> key;
$$;

-- Returns a list for the audit row: verbatim up to a size in bytes, else its length and digest.
create function private.list_to_jsonb(list text[], max_bytes integer)
returns jsonb
language sql immutable set search_path = '' as $$
  select case
    when octet_length(array_to_string(list_to_jsonb.list, ',')) <= list_to_jsonb.max_bytes then
      to_jsonb(list_to_jsonb.list)
    else
      jsonb_build_object(
        'count', cardinality(list_to_jsonb.list), 'md5', md5(array_to_string(list_to_jsonb.list, ','))
      )
  end;
$$;

-- Returns the fields of an assistant for the audit row: all columns but those that only the database writes, so that a
-- new one is recorded too. Audit rows are small: long lists are recorded by their length and digest.
create function private.assistant_to_jsonb(assistant public.assistants)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(assistant) - array['id', 'created_at', 'updated_at', 'label_order'] || jsonb_build_object(
    'web_domains', private.list_to_jsonb(assistant.web_domains, 1500),
    'suggested_questions', private.list_to_jsonb(assistant.suggested_questions, 800)
  );
$$;

create function private.participant_to_jsonb(participant public.participants)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(participant) - array['id', 'created_at', 'updated_at'];
$$;

-- Counts the rows that are deleted together with a record.
create function private.count_cascade(kind text, record_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  with deleted_assistants as (
    select id
    from public.assistants
    where count_cascade.kind = 'assistant' and id = count_cascade.record_id
      or count_cascade.kind = 'participant' and participant_id = count_cascade.record_id
  ), deleted_conversations as (
    select id, user_id from public.conversations where assistant_id in (select id from deleted_assistants)
  )
  select jsonb_build_object(
    'documents', (
      select count(*)
      from public.documents
      where assistant_id in (select id from deleted_assistants)
        or count_cascade.kind = 'participant' and participant_id = count_cascade.record_id
    ),
    'conversations', (select count(*) from deleted_conversations),
    'people', (select count(distinct user_id) from deleted_conversations),
    'messages', (select count(*) from public.messages where conversation_id in (select id from deleted_conversations)),
    'files', (select count(*) from public.attachments where conversation_id in (select id from deleted_conversations)),
    'direct_grants', (
      select count(*) from public.assistant_access where assistant_id in (select id from deleted_assistants)
    ),
    'role_grants', (
      select count(*) from public.assistant_role_access where assistant_id in (select id from deleted_assistants)
    )
  ) || case count_cascade.kind
    when 'participant' then
      jsonb_build_object(
        'assistants', (select count(*) from deleted_assistants),
        'assignments', (
          select count(*) from public.participant_assignments where participant_id = count_cascade.record_id
        )
      )
    else '{}'
  end;
$$;

-- Searches of the administration screens.
--
-- Row-level security prevents a "contains" condition from using an index, because evaluating it might leak data. The
-- searches therefore bypass it for ids only, after checking that the caller may see all rows or together with a
-- condition on what the caller may see, and the rows are read by the caller. Each runs with a custom plan, because the
-- best index depends on the search text.

create index users_email_search_idx on public.users using gin (email extensions.gin_trgm_ops);
create index users_display_name_search_idx on public.users using gin (display_name extensions.gin_trgm_ops);
create index participants_display_name_search_idx
  on public.participants using gin (display_name extensions.gin_trgm_ops);
create index assistants_label_search_idx on public.assistants using gin (label extensions.gin_trgm_ops);

-- Raises an error unless the caller is an administrator.
create function private.require_admin()
returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Admin access required' using errcode = 'insufficient_privilege';
  end if;
end;
$$;
grant execute on function private.require_admin() to authenticated;

create function private.search_user_ids(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query
    select id
    from public.users
    where email ~* private.search_pattern(search_user_ids.q)
      or display_name ~* private.search_pattern(search_user_ids.q);
end;
$$;
grant execute on function private.search_user_ids(text) to authenticated;

create function private.search_participant_ids(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query
    select id from public.participants where display_name ~* private.search_pattern(search_participant_ids.q);
end;
$$;
grant execute on function private.search_participant_ids(text) to authenticated;

-- Callers need not be administrators: of these ids they read only the assistants that they may use.
create function private.search_assistant_ids(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  return query select id from public.assistants where label ~* private.search_pattern(search_assistant_ids.q);
end;
$$;
grant execute on function private.search_assistant_ids(text) to authenticated;

-- The next two return whole rows instead of ids, to administrators, who may read all of them: a search with many
-- results reads each row once.
create function private.search_users(q text)
returns setof public.users
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query
    select *
    from public.users
    where email ~* private.search_pattern(search_users.q)
      or display_name ~* private.search_pattern(search_users.q);
end;
$$;
grant execute on function private.search_users(text) to authenticated;

create function private.search_participants(q text)
returns setof public.participants
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query
    select * from public.participants where display_name ~* private.search_pattern(search_participants.q);
end;
$$;
grant execute on function private.search_participants(text) to authenticated;

-- Returns users whose email or name contains the text, for administrators. Can be filtered, ordered and counted like the
-- table.
create function public.search_users(q text)
returns setof public.users
language sql stable rows 50 set search_path = '' as $$
  select * from private.search_users(search_users.q);
$$;
grant execute on function public.search_users(text) to authenticated;

-- Returns participants whose name contains the text, likewise.
create function public.search_participants(q text)
returns setof public.participants
language sql stable rows 50 set search_path = '' as $$
  select * from private.search_participants(search_participants.q);
$$;
grant execute on function public.search_participants(text) to authenticated;

-- Returns those of the caller's assistants whose label contains the text.
create function public.search_assistants(q text)
returns setof public.assistants
language sql stable rows 50 set search_path = '' as $$
  select assistants.*
  from public.assistants
  where id = any (array(select private.search_assistant_ids(search_assistants.q)));
$$;
grant execute on function public.search_assistants(text) to authenticated;

-- Returns participants for whom an assistant can be created: active and without an assistant, plus the participant of
-- the assistant being edited, regardless of its status.
create function public.participant_options(q text default '', assistant_id uuid default null, row_limit integer default 1000)
returns table (id uuid, display_name text)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    with current_participant as (
      select participants.id, participants.display_name
      from public.assistants
      join public.participants on participants.id = assistants.participant_id
      where assistants.id = participant_options.assistant_id
    ), available as (
      select participants.id, participants.display_name
      from public.participants
      where status = 'active'
        and (
          participant_options.q = ''
          or participants.id = any (array(select private.search_participant_ids(participant_options.q)))
        )
        and not exists (select 1 from public.assistants where assistants.participant_id = participants.id)
      order by participants.display_name, participants.id
      limit least(participant_options.row_limit, 1000)
    )
    select id, display_name from current_participant union all select id, display_name from available
    order by display_name, id;
end;
$$;
grant execute on function public.participant_options(text, uuid, integer) to authenticated;

-- Invitations: an administrator invites an email address with a role and participants. The authentication service mails
-- the link; the account receives what it was invited to once its address is confirmed, and not before. An invitation
-- belongs to the account with its address, or to none yet: it ends with the account and follows a change of the address.
-- Functions lock the account before its invitation, as the confirmation of an address does.

-- Pending invitations. An accepted or revoked one is in the audit log only.
create table private.invitations (
  email text primary key,
  role_id uuid not null references public.roles (id),
  participant_ids uuid[] not null default '{}',
  invited_by uuid,
  expires_at timestamptz not null,
  sent_at timestamptz,
  display_name text,
  import_id uuid,
  -- null: no one has signed up with the address yet. Without a foreign key: with one to accounts and one to roles, the
  -- embedded REST interface takes the table for a relationship between users and roles.
  user_id uuid unique,
  constraint invitations_email_valid check (private.is_email_address(email) and email = lower(email))
);

create index invitations_role_id_idx on private.invitations (role_id);

comment on table private.invitations is 'Pending invitations by email address, with what the account receives.';

alter table private.invitations enable row level security;

create view private.account_states as
select
  users.id as user_id,
  case
    when accounts.banned_until > now() then 'deactivated'
    when accounts.email_confirmed_at is null and invitations.expires_at > now() then 'invited'
    when accounts.email_confirmed_at is null and invitations.email is not null then 'invitation_expired'
    when accounts.email_confirmed_at is null then 'unconfirmed'
    when users.is_waiting then 'waiting'
    else 'active'
  end as state,
  accounts.last_sign_in_at,
  case when accounts.email_confirmed_at is null then roles.name end as invited_role
from public.users
join auth.users as accounts on accounts.id = users.id
left join private.invitations on invitations.user_id = users.id
left join public.roles on roles.id = invitations.role_id;

-- Gives the invitation of an address to the account that now has it. A confirmed account needs none, and an account has
-- one at most: others for the address end.
create function private.bind_invitation()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at is not null or exists (select from private.invitations where user_id = new.id) then
    delete from private.invitations where email = new.email and user_id is distinct from new.id;
  end if;
  update private.invitations
  set email = new.email, user_id = new.id
  where user_id = new.id or email = new.email and user_id is null;
  return null;
end;
$$;

create trigger bind_invitation
  after insert or update of email on auth.users
  for each row when (new.email is not null) execute function private.bind_invitation();

-- Ends the invitation of a deleted account, whatever deletes it.
create function private.end_invitation()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.invitations where user_id = old.id;
  return null;
end;
$$;

create trigger end_invitation
  after delete on auth.users
  for each row execute function private.end_invitation();

-- Accepts the invitation of an account when its address is confirmed, which proves that the user reads its mail. An
-- invitation that has expired gives nothing.
create function private.accept_invitation()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  invitation private.invitations;
begin
  delete from private.invitations where user_id = new.id returning * into invitation;
  if invitation.expires_at > now() then
    update public.users set approved_at = now() where id = new.id;
    perform private.prepare_user(new.id, invitation.role_id, invitation.participant_ids);
    insert into public.audit_logs (action, user_id, meta)
    values (
      'invitation_accepted',
      new.id,
      jsonb_build_object('role', (select name from public.roles where id = invitation.role_id))
    );
  end if;
  return null;
end;
$$;

create trigger accept_invitation
  after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.accept_invitation();

-- Invites an address, or changes its invitation. A password that someone else chose for the address is removed.
-- @param display_name the name of the account, until its user chooses another one
-- @param import_id the import that the invitation is a row of: an address is invited once, however often it is imported
-- @returns the address as it is stored; null if the import has nothing to send
create function private.invite_user(
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
grant execute on function private.invite_user(text, text, uuid[], text, uuid) to authenticated;

create function public.invite_user(
  email text,
  role_name text,
  participant_ids uuid[] default '{}',
  display_name text default null,
  import_id uuid default null
)
returns text
language sql set search_path = '' as $$
  select private.invite_user(
    invite_user.email, invite_user.role_name, invite_user.participant_ids, invite_user.display_name,
    invite_user.import_id
  );
$$;
grant execute on function public.invite_user(text, text, uuid[], text, uuid) to authenticated;

-- Removes the password of an account whose address is not confirmed: anyone can sign up with another user's address.
create function private.clear_unproven_password(email text)
returns void
language sql set search_path = '' as $$
  update auth.users
  set encrypted_password = ''
  where users.email = clear_unproven_password.email and email_confirmed_at is null and encrypted_password <> '';
$$;

-- Extends the invitation of a user for another mail. Returns the address.
create function private.renew_invitation(user_id uuid)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address text;
begin
  perform private.require_admin();
  update private.invitations
  set expires_at = now() + interval '7 days'
  where user_id = renew_invitation.user_id
  returning email into address;
  if not found then
    raise exception 'This invitation no longer exists.' using errcode = 'PT404';
  end if;
  perform private.record_change(
    'user_invited', jsonb_build_object('sent_again', true), target_user_id => renew_invitation.user_id
  );
  return address;
end;
$$;
grant execute on function private.renew_invitation(uuid) to authenticated;

create function public.renew_invitation(user_id uuid)
returns text
language sql set search_path = '' as $$
  select private.renew_invitation(renew_invitation.user_id);
$$;
grant execute on function public.renew_invitation(uuid) to authenticated;

-- Records that the mail of an invitation was sent, and names the account if the invitation has a name. A user who signed
-- up with the address until then has no password.
create function public.record_invitation_sent(email text)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  account_id uuid;
begin
  select id into account_id
  from auth.users
  where users.email = record_invitation_sent.email and email_confirmed_at is null
  for no key update;
  update private.invitations
  set sent_at = now(), user_id = account_id
  where invitations.email = record_invitation_sent.email;
  update auth.users
  set raw_user_meta_data =
    coalesce(raw_user_meta_data, '{}') || jsonb_build_object('display_name', invitations.display_name)
  from private.invitations
  where users.id = account_id and invitations.user_id = users.id and invitations.display_name is not null;
  perform private.clear_unproven_password(record_invitation_sent.email);
end;
$$;
grant execute on function public.record_invitation_sent(text) to service_role;

-- Revokes an invitation, with the account that was created for it.
create function private.revoke_invitation(user_id uuid)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_other_account(revoke_invitation.user_id);
  perform 1 from auth.users where id = revoke_invitation.user_id for no key update;
  delete from private.invitations where user_id = revoke_invitation.user_id;
  if not found then
    raise exception 'This invitation no longer exists.' using errcode = 'PT404';
  end if;
  perform private.record_change('invitation_revoked', '{}', target_user_id => revoke_invitation.user_id);
  delete from auth.users where id = revoke_invitation.user_id and email_confirmed_at is null;
end;
$$;
grant execute on function private.revoke_invitation(uuid) to authenticated;

create function public.revoke_invitation(user_id uuid)
returns void
language sql set search_path = '' as $$
  select private.revoke_invitation(revoke_invitation.user_id);
$$;
grant execute on function public.revoke_invitation(uuid) to authenticated;

-- Records that an administrator has a link for a new password mailed to a user. Returns the address.
create function private.request_reset(user_id uuid)
returns text
language plpgsql security definer set search_path = '' as $$
declare
  address text;
begin
  perform private.require_admin();
  select users.email into address
  from public.users
  join private.account_states on account_states.user_id = users.id and account_states.state in ('active', 'waiting')
  where users.id = request_reset.user_id;
  if not found then
    raise exception 'Only a user with a confirmed, active account can get a reset.' using errcode = 'PT409';
  end if;
  perform private.record_change('reset_sent', '{}', target_user_id => request_reset.user_id);
  return address;
end;
$$;
grant execute on function private.request_reset(uuid) to authenticated;

create function public.request_reset(user_id uuid)
returns text
language sql set search_path = '' as $$
  select private.request_reset(request_reset.user_id);
$$;
grant execute on function public.request_reset(uuid) to authenticated;

-- Queries of the access to records, and the effect of a deletion.

-- Returns the state of an account: `active`, `waiting` for approval, `deactivated`, `unconfirmed` (the email address is not
-- confirmed, so signing in is refused), `invited` or `invitation_expired`. Null unless the caller is an administrator.
create function private.account_state(user_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select state
  from private.account_states
  where account_states.user_id = account_state.user_id and (select private.is_admin());
$$;
grant execute on function private.account_state(uuid) to authenticated;

-- Returns the state of a user's account, as a computed column.
create function public.account_state(public.users)
returns text
language sql stable set search_path = '' as $$
  select private.account_state($1.id);
$$;
grant execute on function public.account_state(public.users) to authenticated;

-- Returns the users who can see an assistant, or a participant and their assistant, by email, with the reasons:
-- `direct`, `role` and `admin` give access to the assistant, `assignment` and `admin` to the participant.
create function private.who_can_see(
  kind text,
  record_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  assistant uuid;
  participant uuid;
  page_size constant integer := greatest(least(who_can_see.page_size, 100), 1);
begin
  perform private.require_admin();
  if who_can_see.kind = 'participant' then
    participant := who_can_see.record_id;
    select id into assistant from public.assistants where participant_id = participant;
  else
    assistant := who_can_see.record_id;
    select participant_id into participant from public.assistants where id = assistant;
  end if;

  return (
    with candidates as (
      select
        users.id,
        users.email,
        users.display_name,
        roles.name as role_name,
        assistant_access.user_id is not null as is_direct,
        assistant_role_access.role_id is not null as is_by_role,
        roles.name = 'admin' as is_admin,
        participant_assignments.user_id is not null as is_assigned
      from public.users
      join public.roles on roles.id = users.role_id
      left join public.assistant_access
        on assistant_access.assistant_id = assistant and assistant_access.user_id = users.id
      left join public.assistant_role_access
        on assistant_role_access.assistant_id = assistant and assistant_role_access.role_id = users.role_id
      left join public.participant_assignments
        on participant_assignments.participant_id = participant and participant_assignments.user_id = users.id
      where who_can_see.q = '' or users.id = any (array(select private.search_user_ids(who_can_see.q)))
    ), page_rows as (
      select candidates.*, count(*) over () as total
      from candidates
      where is_direct or is_by_role or is_admin or is_assigned and who_can_see.kind = 'participant'
      order by email, id
      limit page_size
      offset (greatest(who_can_see.page, 1)::bigint - 1) * page_size
    )
    select jsonb_build_object(
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'userId', id,
            'userEmail', email,
            'userName', display_name,
            'roleName', role_name,
            'accountState', private.account_state(id),
            'reasons', array_remove(
              array[
                case when is_admin then 'admin' end,
                case when is_direct then 'direct' end,
                case when is_by_role then 'role' end,
                case when is_assigned then 'assignment' end
              ],
              null
            )
          )
          order by email, id
        ),
        '[]'
      ),
      'total', coalesce(max(total), 0)
    )
    from page_rows
  );
end;
$$;
grant execute on function private.who_can_see(text, uuid, text, integer, integer) to authenticated;

-- Returns a user's access to every assistant, or only to those that the user may use, by label.
create function private.user_access(
  user_id uuid,
  q text default '',
  usable_only boolean default false,
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  page_size constant integer := greatest(least(user_access.page_size, 100), 1);
  user_role_id uuid;
  is_admin boolean;
begin
  perform private.require_admin();
  select users.role_id, roles.name = 'admin'
  into user_role_id, is_admin
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = user_access.user_id;

  return (
    with candidates as (
      select
        assistants.id,
        assistants.label,
        assistants.label_order,
        assistants.kind,
        assistant_access.user_id is not null as is_direct,
        assistant_role_access.role_id is not null as is_by_role
      from public.assistants
      left join public.assistant_access
        on assistant_access.assistant_id = assistants.id and assistant_access.user_id = user_access.user_id
      left join public.assistant_role_access
        on assistant_role_access.assistant_id = assistants.id and assistant_role_access.role_id = user_role_id
      where user_access.q = ''
        or assistants.id = any (array(select private.search_assistant_ids(user_access.q)))
    ), page_rows as (
      select candidates.*, count(*) over () as total
      from candidates
      where not user_access.usable_only or is_direct or is_by_role or is_admin
      order by label_order, id
      limit page_size
      offset (greatest(user_access.page, 1)::bigint - 1) * page_size
    )
    select jsonb_build_object(
      'isAdmin', coalesce(is_admin, false),
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'assistantId', id,
            'assistantLabel', label,
            'assistantKind', kind,
            'hasDirectAccess', is_direct,
            'hasRoleAccess', is_by_role,
            'hasAccess', is_direct or is_by_role
          )
          order by label_order, id
        ),
        '[]'
      ),
      'total', coalesce(max(total), 0)
    )
    from page_rows
  );
end;
$$;
grant execute on function private.user_access(uuid, text, boolean, integer, integer) to authenticated;

-- Returns the participants whom a user can see, by name, each with the reasons: `admin`, `assignment`.
create function private.user_participants(
  user_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  page_size constant integer := greatest(least(user_participants.page_size, 100), 1);
  is_admin boolean;
begin
  perform private.require_admin();
  select roles.name = 'admin'
  into is_admin
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = user_participants.user_id;

  return (
    with page_rows as (
      select
        participants.id,
        participants.display_name,
        participants.status,
        participant_assignments.user_id is not null as is_assigned,
        count(*) over () as total
      from public.participants
      left join public.participant_assignments
        on participant_assignments.participant_id = participants.id
        and participant_assignments.user_id = user_participants.user_id
      where (is_admin or participant_assignments.user_id is not null)
        and (
          user_participants.q = ''
          or participants.id = any (array(select private.search_participant_ids(user_participants.q)))
        )
      order by participants.display_name, participants.id
      limit page_size
      offset (greatest(user_participants.page, 1)::bigint - 1) * page_size
    )
    select jsonb_build_object(
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'participantId', id,
            'participantName', display_name,
            'status', status,
            'reasons', array_remove(
              array[case when is_admin then 'admin' end, case when is_assigned then 'assignment' end], null
            )
          )
          order by display_name, id
        ),
        '[]'
      ),
      'total', coalesce(max(total), 0)
    )
    from page_rows
  );
end;
$$;
grant execute on function private.user_participants(uuid, text, integer, integer) to authenticated;

create function public.who_can_see(
  kind text,
  record_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  if coalesce(who_can_see.kind, '') not in ('participant', 'assistant') then
    raise exception 'Unknown kind of record.' using errcode = 'PT400';
  end if;
  perform private.record_view(who_can_see.kind, who_can_see.record_id);
  return private.who_can_see(
    who_can_see.kind, who_can_see.record_id, who_can_see.q, who_can_see.page, who_can_see.page_size
  );
end;
$$;
grant execute on function public.who_can_see(text, uuid, text, integer, integer) to authenticated;

create function public.user_access(
  user_id uuid,
  q text default '',
  usable_only boolean default false,
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.record_view('user', user_access.user_id);
  return private.user_access(
    user_access.user_id, user_access.q, user_access.usable_only, user_access.page, user_access.page_size
  );
end;
$$;
grant execute on function public.user_access(uuid, text, boolean, integer, integer) to authenticated;

create function public.user_participants(
  user_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.record_view('user', user_participants.user_id);
  return private.user_participants(
    user_participants.user_id, user_participants.q, user_participants.page, user_participants.page_size
  );
end;
$$;
grant execute on function public.user_participants(uuid, text, integer, integer) to authenticated;

-- Returns the grants of an assistant as one JSON value, because REST would truncate more than a thousand rows silently.
-- Null if the assistant does not exist, so that callers need one request only.
create function public.read_grants(assistant_id uuid)
returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  if not exists (select 1 from public.assistants where id = read_grants.assistant_id) then
    return null;
  end if;
  return jsonb_build_object(
    'roleGrants', (
      select jsonb_agg(
        jsonb_build_object('roleName', roles.name, 'granted', assistant_role_access.role_id is not null)
        order by roles.name
      )
      from public.roles
      left join public.assistant_role_access
        on assistant_role_access.role_id = roles.id
        and assistant_role_access.assistant_id = read_grants.assistant_id
    ),
    'userGrants', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'userId', users.id,
            'userEmail', users.email,
            'userName', users.display_name,
            'canEdit', assistant_access.can_edit
          )
          order by users.email, users.id
        ),
        '[]'
      )
      from public.assistant_access
      join public.users on users.id = assistant_access.user_id
      where assistant_access.assistant_id = read_grants.assistant_id
    )
  );
end;
$$;
grant execute on function public.read_grants(uuid) to authenticated;

-- Counts the rows that would be deleted together with a record.
create function private.deletion_effect(kind text, record_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.count_cascade(deletion_effect.kind, deletion_effect.record_id);
end;
$$;
grant execute on function private.deletion_effect(text, uuid) to authenticated;

create function public.deletion_effect(kind text, record_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select private.deletion_effect(deletion_effect.kind, deletion_effect.record_id);
$$;
grant execute on function public.deletion_effect(text, uuid) to authenticated;

-- Bulk changes of grants and assignments, each as one transaction with a preview.

-- Returns the effect of a change on access: keeps, loses, gains or none.
create function private.access_outcome(had_access boolean, has_access boolean)
returns text
language sql immutable set search_path = '' as $$
  select case
    when had_access and has_access then 'keeps'
    when had_access then 'loses'
    when has_access then 'gains'
    else 'none'
  end;
$$;
grant execute on function private.access_outcome(boolean, boolean) to authenticated;

-- Raises an error if a bulk change is too large.
create function private.require_at_most(item_count bigint, max_count bigint)
returns void
language plpgsql immutable set search_path = '' as $$
begin
  if require_at_most.item_count > require_at_most.max_count then
    raise exception 'At most % at once.', require_at_most.max_count using errcode = 'PT422';
  end if;
end;
$$;
grant execute on function private.require_at_most(bigint, bigint) to authenticated;

-- Raises an error if a required flag is null, e.g. the direction of a bulk change.
create function private.require_not_null(name text, value boolean)
returns void
language plpgsql immutable set search_path = '' as $$
begin
  if require_not_null.value is null then
    raise exception '% must be true or false', require_not_null.name using errcode = 'PT422';
  end if;
end;
$$;
grant execute on function private.require_not_null(text, boolean) to authenticated;

-- Grants or revokes direct access of several users to several assistants as one change; with `preview`, only returns
-- what it would do. Returns each pair with `outcome`: gains, keeps (has access before and after), loses, none.
create function private.change_grants(
  assistant_ids uuid[],
  user_ids uuid[],
  granted boolean,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  outcomes jsonb;
begin
  perform private.require_admin();
  perform private.require_at_most(
    coalesce(cardinality(change_grants.assistant_ids), 0)::bigint * coalesce(cardinality(change_grants.user_ids), 0), 500
  );

  -- Concurrent changes wait, so that the returned outcomes are those of this change.
  perform 1
  from public.assistants
  where id = any (change_grants.assistant_ids) and not change_grants.preview
  order by id
  for no key update;

  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'assistantId', assistants.id,
        'assistantLabel', assistants.label,
        'userId', users.id,
        'userEmail', users.email,
        'outcome', private.access_outcome(
          grants.is_direct or grants.is_indirect, change_grants.granted or grants.is_indirect
        )
      )
      order by users.email, users.id, assistants.label_order, assistants.id
    ),
    '[]'
  )
  into outcomes
  from public.assistants
  cross join public.users
  join public.roles on roles.id = users.role_id
  cross join lateral (
    select
      exists (
        select 1 from public.assistant_access where assistant_id = assistants.id and user_id = users.id
      ) as is_direct,
      roles.name = 'admin' or exists (
        select 1 from public.assistant_role_access where assistant_id = assistants.id and role_id = users.role_id
      ) as is_indirect
  ) as grants
  where assistants.id = any (change_grants.assistant_ids) and users.id = any (change_grants.user_ids);

  if not change_grants.preview then
    if change_grants.granted then
      insert into public.assistant_access (assistant_id, user_id)
      select (outcome ->> 'assistantId')::uuid, (outcome ->> 'userId')::uuid
      from jsonb_array_elements(outcomes) as outcome
      order by 1, 2
      on conflict do nothing;
    else
      delete from public.assistant_access
      where assistant_id = any (change_grants.assistant_ids) and user_id = any (change_grants.user_ids);
    end if;
  end if;
  return jsonb_build_object('rows', outcomes);
end;
$$;
grant execute on function private.change_grants(uuid[], uuid[], boolean, boolean) to authenticated;

-- Assigns or unassigns several workers and, with `with_access`, grants or revokes their direct access to the
-- participant's assistant, as one change; with `preview`, only returns what it would do. Returns each user with
-- `assignment` and `access`: gains, keeps, loses, none; `access` is null without an assistant or without `with_access`.
create function private.change_workers(
  participant_id uuid,
  user_ids uuid[],
  assigned boolean,
  with_access boolean default false,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  assistant uuid;
  access jsonb := '[]';
  outcomes jsonb;
begin
  perform private.require_admin();
  perform private.require_at_most(coalesce(cardinality(change_workers.user_ids), 0), 500);
  perform 1 from public.participants where id = change_workers.participant_id;
  if not found then
    raise exception 'Participant not found' using errcode = 'PT404';
  end if;

  select id into assistant from public.assistants where assistants.participant_id = change_workers.participant_id;
  if change_workers.with_access and assistant is not null then
    access := public.change_grants(
      array[assistant], change_workers.user_ids, change_workers.assigned, change_workers.preview
    ) -> 'rows';
  end if;

  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'userId', users.id,
        'userEmail', users.email,
        'assignment', private.access_outcome(participant_assignments.user_id is not null, change_workers.assigned),
        'access', jsonb_path_query_first(
          access, '$[*] ? (@.userId == $id).outcome', jsonb_build_object('id', users.id)
        )
      )
      order by users.email, users.id
    ),
    '[]'
  )
  into outcomes
  from public.users
  left join public.participant_assignments
    on participant_assignments.participant_id = change_workers.participant_id
    and participant_assignments.user_id = users.id
  where users.id = any (change_workers.user_ids);

  if not change_workers.preview then
    if change_workers.assigned then
      insert into public.participant_assignments (participant_id, user_id)
      select change_workers.participant_id, (outcome ->> 'userId')::uuid
      from jsonb_array_elements(outcomes) as outcome
      order by 2
      on conflict do nothing;
    else
      delete from public.participant_assignments
      where participant_id = change_workers.participant_id and user_id = any (change_workers.user_ids);
    end if;
  end if;
  return jsonb_build_object('rows', outcomes, 'assistantId', assistant);
end;
$$;
grant execute on function private.change_workers(uuid, uuid[], boolean, boolean, boolean) to authenticated;

create function public.change_grants(
  assistant_ids uuid[],
  user_ids uuid[],
  granted boolean,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.require_not_null('granted', change_grants.granted);
  return private.change_grants(
    change_grants.assistant_ids, change_grants.user_ids, change_grants.granted, change_grants.preview
  );
end;
$$;
grant execute on function public.change_grants(uuid[], uuid[], boolean, boolean) to authenticated;

create function public.change_workers(
  participant_id uuid,
  user_ids uuid[],
  assigned boolean,
  with_access boolean default false,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.require_not_null('assigned', change_workers.assigned);
  return private.change_workers(
    change_workers.participant_id,
    change_workers.user_ids,
    change_workers.assigned,
    change_workers.with_access,
    change_workers.preview
  );
end;
$$;
grant execute on function public.change_workers(uuid, uuid[], boolean, boolean, boolean) to authenticated;

-- Imports of users and participants from a table: what exists already, and undo.

-- Returns what exists of the rows of an import: `existing` are addresses with an account, `invited` those whose
-- invitation was sent and has not expired, `participants` those with one of the names, in any case and form.
create function private.check_import(emails text[], names text[])
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  addresses constant text[] := array(select lower(btrim(email)) from unnest(check_import.emails) as email);
  wanted constant text[] := array(
    select lower(private.fold_search(btrim(name))) from unnest(check_import.names) as name
  );
begin
  perform private.require_admin();
  perform private.require_at_most(cardinality(addresses), 500);
  perform private.require_at_most(cardinality(wanted), 5000);
  return jsonb_build_object(
    'existing', (
      select coalesce(jsonb_agg(users.email), '[]')
      from public.users
      join private.account_states on account_states.user_id = users.id
      where users.email = any (addresses) and account_states.state in ('active', 'waiting', 'deactivated')
    ),
    'invited', (
      select coalesce(jsonb_agg(invitations.email), '[]')
      from private.invitations
      where invitations.email = any (addresses) and invitations.sent_at is not null and invitations.expires_at > now()
    ),
    'participants', (
      select coalesce(
        jsonb_agg(jsonb_build_object('id', id, 'display_name', display_name, 'status', status) order by display_name, id),
        '[]'
      )
      from public.participants
      where lower(private.fold_search(display_name)) = any (wanted)
    )
  );
end;
$$;
grant execute on function private.check_import(text[], text[]) to authenticated;

create function public.check_import(emails text[], names text[])
returns jsonb
language sql stable set search_path = '' as $$
  select private.check_import(check_import.emails, check_import.names);
$$;
grant execute on function public.check_import(text[], text[]) to authenticated;

-- Revokes the invitations of an import that were not accepted yet, with the accounts that were created for them. Returns
-- how many.
create function private.undo_import(import_id uuid)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  user_ids uuid[];
  revoked_count integer;
begin
  perform private.require_admin();
  perform 1
  from auth.users
  where id in (select user_id from private.invitations where import_id = undo_import.import_id)
  order by id
  for no key update;
  with revoked as (
    delete from private.invitations where import_id = undo_import.import_id returning email, user_id
  ),
  recorded as (
    insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
    select
      'invitation_revoked', auth.uid(), user_id, email, jsonb_build_object('import', undo_import.import_id)
    from revoked
    order by email
  )
  select count(*), coalesce(array_agg(user_id), '{}') into revoked_count, user_ids from revoked;
  delete from auth.users where id = any (user_ids) and email_confirmed_at is null;
  return revoked_count;
end;
$$;
grant execute on function private.undo_import(uuid) to authenticated;

create function public.undo_import(import_id uuid)
returns integer
language sql set search_path = '' as $$
  select private.undo_import(undo_import.import_id);
$$;
grant execute on function public.undo_import(uuid) to authenticated;

-- Deletes those of the participants that nothing refers to yet. Returns how many.
create function private.undo_participant_import(participant_ids uuid[])
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  deleted integer;
begin
  perform private.require_admin();
  perform private.require_at_most(cardinality(undo_participant_import.participant_ids), 500);
  delete from public.participants
  where id = any (undo_participant_import.participant_ids)
    and not exists (select 1 from public.participant_assignments where participant_id = participants.id)
    and not exists (select 1 from public.assistants where participant_id = participants.id)
    and not exists (select 1 from public.documents where participant_id = participants.id)
    and not exists (select 1 from private.invitations where participants.id = any (invitations.participant_ids));
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;
grant execute on function private.undo_participant_import(uuid[]) to authenticated;

create function public.undo_participant_import(participant_ids uuid[])
returns integer
language sql set search_path = '' as $$
  select private.undo_participant_import(undo_participant_import.participant_ids);
$$;
grant execute on function public.undo_participant_import(uuid[]) to authenticated;

-- The history of users, participants and assistants, and the record of its views.

-- Serve the history of one record, newest first: few audit rows about an assistant are changes.
create index audit_logs_assistant_history_idx on public.audit_logs (assistant_id, created_at desc, id desc)
  where action in (
    'assistant_created', 'assistant_updated', 'assistant_deleted',
    'participant_created', 'participant_updated', 'participant_deleted',
    'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
    'role_access_granted', 'role_access_revoked', 'role_changed', 'model_changed',
    'document_added', 'document_changed', 'document_removed'
  );
create index audit_logs_participant_history_idx on public.audit_logs (participant_id, created_at desc, id desc)
  where action in (
    'assistant_created', 'assistant_updated', 'assistant_deleted',
    'participant_created', 'participant_updated', 'participant_deleted',
    'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
    'role_access_granted', 'role_access_revoked', 'role_changed', 'model_changed',
    'document_added', 'document_changed', 'document_removed'
  );
create index audit_logs_user_history_idx on public.audit_logs (target_user_id, created_at desc, id desc)
  where target_user_id is not null;

-- Records that an administrator viewed another user's access or history, once an hour per administrator and record.
-- Called by the functions that return such data.
create function private.record_view(kind text, record_id uuid)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  viewed_record constant jsonb := jsonb_build_object('kind', record_view.kind, 'id', record_view.record_id);
begin
  perform private.require_admin();
  if record_view.record_id = auth.uid() or record_view.record_id is null then
    return;
  end if;
  -- Screens call several of these functions concurrently.
  perform pg_advisory_xact_lock(hashtextextended(auth.uid()::text || record_view.record_id::text, 3));
  if exists (
    select 1
    from public.audit_logs
    where user_id = auth.uid()
      and action = 'record_viewed'
      and meta = viewed_record
      and created_at > now() - interval '1 hour'
  ) then
    return;
  end if;
  insert into public.audit_logs (
    action, user_id, target_user_id, target_user_email, participant_id, participant_name, assistant_id, meta
  )
  values (
    'record_viewed',
    auth.uid(),
    case record_view.kind when 'user' then record_view.record_id end,
    (select email from public.users where record_view.kind = 'user' and id = record_view.record_id),
    case record_view.kind when 'participant' then record_view.record_id end,
    (
      select display_name from public.participants
      where record_view.kind = 'participant' and id = record_view.record_id
    ),
    case record_view.kind when 'assistant' then record_view.record_id end,
    viewed_record
  );
end;
$$;
grant execute on function private.record_view(text, uuid) to authenticated;

-- Returns the changes of one record after a cursor, newest first, including changes of accounts. The history of a
-- participant includes that of the participant's assistant. Returns `rows`, `next`, the cursor of the next page, null at
-- the end, and `names`: the current names of the users and participants that the rows refer to by id.
create function private.read_history(
  kind text,
  record_id uuid,
  after_moment bigint default null,
  after_id uuid default null,
  row_limit integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  before_time timestamptz := timestamptz 'epoch' + read_history.after_moment * interval '1 microsecond';
  page_size constant integer := greatest(least(read_history.row_limit, 100), 1);
  found_rows jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(to_jsonb(found) order by created_at desc, id desc), '[]')
  into found_rows
  from (
    select
      id, user_id, assistant_id, conversation_id, action, meta, created_at, updated_at, user_email, assistant_label,
      assistant_kind, participant_id, participant_name, target_user_id, target_user_email
    from public.audit_logs
    where action in (
        'assistant_created', 'assistant_updated', 'assistant_deleted',
        'participant_created', 'participant_updated', 'participant_deleted',
        'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
        'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed',
        'user_approved', 'user_rejected', 'user_deleted', 'user_invited', 'invitation_revoked', 'reset_sent',
        'document_added', 'document_changed', 'document_removed'
      )
      and (
        read_history.kind = 'assistant' and assistant_id = read_history.record_id
        or read_history.kind = 'participant' and participant_id = read_history.record_id
        or read_history.kind = 'user' and target_user_id = read_history.record_id
      )
      and (before_time is null or (created_at, id) < (before_time, read_history.after_id))
    order by created_at desc, id desc
    limit page_size + 1
  ) as found;

  return jsonb_build_object(
    'rows', case when jsonb_array_length(found_rows) > page_size then found_rows - page_size else found_rows end,
    'next', case
      when jsonb_array_length(found_rows) > page_size then
        jsonb_build_object(
          'moment',
          (extract(epoch from (found_rows -> (page_size - 1) ->> 'created_at')::timestamptz) * 1000000)::bigint,
          'id', found_rows -> (page_size - 1) ->> 'id'
        )
    end,
    'names', (
      select coalesce(jsonb_object_agg(named.id, named.name), '{}')
      from (
        select distinct unnest(array[
          found_row ->> 'user_id', found_row ->> 'target_user_id',
          found_row #>> '{meta,before,owner_id}', found_row #>> '{meta,after,owner_id}',
          found_row #>> '{meta,before,participant_id}', found_row #>> '{meta,after,participant_id}'
        ])::uuid
        from jsonb_array_elements(found_rows) as found_row
      ) as referred (id)
      join (
        select id, coalesce(display_name, email) from public.users
        union all
        select id, display_name from public.participants
      ) as named (id, name) on named.id = referred.id
    )
  );
end;
$$;
grant execute on function private.read_history(text, uuid, bigint, uuid, integer) to authenticated;

create function public.read_history(
  kind text,
  record_id uuid,
  after_moment bigint default null,
  after_id uuid default null,
  row_limit integer default 25
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  if read_history.kind in ('user', 'participant') then
    perform private.record_view(read_history.kind, read_history.record_id);
  end if;
  return private.read_history(
    read_history.kind, read_history.record_id, read_history.after_moment, read_history.after_id, read_history.row_limit
  );
end;
$$;
grant execute on function public.read_history(text, uuid, bigint, uuid, integer) to authenticated;

-- The model settings of assistants, changed by administrators through the server.

-- Returns the fields of a profile for the audit row: all columns but those that only the database writes. Instructions are
-- confidential: only their length and that they changed is recorded.
create function private.profile_to_jsonb(profile public.ai_assistant_profiles)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(profile) - array['openai_assistant_id', 'instructions', 'version', 'updated_at']
    || jsonb_build_object('instructions_length', char_length(profile.instructions));
$$;

-- Saves the model settings of an assistant on behalf of an administrator and records the change; an unchanged profile
-- is not recorded. All assistants with the same key share one profile. Returns `outcome`: saved, admin_required,
-- not_found.
create function public.set_assistant_model(
  user_id uuid,
  assistant_id uuid,
  provider text,
  model text,
  instructions text,
  max_output_tokens integer,
  vector_store_ids text[],
  max_input_tokens integer default null,
  fallback text default null
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  assistant_key text;
  old_profile public.ai_assistant_profiles;
  new_profile public.ai_assistant_profiles;
begin
  if not exists (
    select 1
    from public.users
    join public.roles on roles.id = users.role_id and roles.name = 'admin'
    where users.id = set_assistant_model.user_id
  ) then
    perform private.record_audit(
      'denied', set_assistant_model.user_id, set_assistant_model.assistant_id, null, '{"attempted": "model_changed"}'
    );
    return jsonb_build_object('outcome', 'admin_required');
  end if;

  select openai_assistant_id into assistant_key
  from public.assistants
  where id = set_assistant_model.assistant_id
  for share;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;

  -- Inserts the row in order to lock it: the recorded "before" is what this change replaces.
  insert into public.ai_assistant_profiles (openai_assistant_id) values (assistant_key) on conflict do nothing;
  select * into old_profile
  from public.ai_assistant_profiles
  where openai_assistant_id = assistant_key
  for update;

  perform set_config('instructions.changed_by', set_assistant_model.user_id::text, true);
  update public.ai_assistant_profiles
  set provider = set_assistant_model.provider,
      model = set_assistant_model.model,
      instructions = set_assistant_model.instructions,
      max_output_tokens = set_assistant_model.max_output_tokens,
      vector_store_ids = set_assistant_model.vector_store_ids,
      max_input_tokens = set_assistant_model.max_input_tokens,
      fallback = set_assistant_model.fallback,
      version = version + 1
  where openai_assistant_id = assistant_key
    and (provider, model, instructions, max_output_tokens, vector_store_ids, max_input_tokens, fallback) is distinct from (
      set_assistant_model.provider,
      set_assistant_model.model,
      set_assistant_model.instructions,
      set_assistant_model.max_output_tokens,
      set_assistant_model.vector_store_ids,
      set_assistant_model.max_input_tokens,
      set_assistant_model.fallback
    )
  returning * into new_profile;

  if found then
    perform private.record_audit(
      'model_changed',
      set_assistant_model.user_id,
      set_assistant_model.assistant_id,
      null,
      jsonb_build_object(
        'openai_assistant_id', assistant_key,
        'before', private.profile_to_jsonb(old_profile),
        'after', private.profile_to_jsonb(new_profile),
        'instructions_changed', old_profile.instructions <> new_profile.instructions
      )
    );
  end if;
  return jsonb_build_object('outcome', 'saved');
end;
$$;
grant execute
  on function public.set_assistant_model(uuid, uuid, text, text, text, integer, text[], integer, text)
  to service_role;

-- Saves model settings if `version` is still the version that the caller read, so that concurrent changes are not
-- overwritten. An assistant without a profile has the version of its first one. Without a version, saves
-- unconditionally. Returns `outcome`: conflict, or those of set_assistant_model.
create function public.save_assistant_model(
  user_id uuid,
  assistant_id uuid,
  provider text,
  model text,
  instructions text,
  max_output_tokens integer,
  vector_store_ids text[],
  read_version integer default null,
  max_input_tokens integer default null,
  fallback text default null
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  assistant_key text;
  is_admin boolean;
begin
  -- Serialises concurrent saves, also while there is no profile yet.
  select openai_assistant_id into assistant_key
  from public.assistants
  where id = save_assistant_model.assistant_id
  for no key update;

  select roles.name = 'admin' into is_admin
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = save_assistant_model.user_id;

  if is_admin and assistant_key is not null and save_assistant_model.read_version <> coalesce(
    (select version from public.ai_assistant_profiles where openai_assistant_id = assistant_key for update), 1
  ) then
    return jsonb_build_object('outcome', 'conflict');
  end if;
  return public.set_assistant_model(
    save_assistant_model.user_id,
    save_assistant_model.assistant_id,
    save_assistant_model.provider,
    save_assistant_model.model,
    save_assistant_model.instructions,
    save_assistant_model.max_output_tokens,
    save_assistant_model.vector_store_ids,
    save_assistant_model.max_input_tokens,
    save_assistant_model.fallback
  );
end;
$$;
grant execute
  on function public.save_assistant_model(uuid, uuid, text, text, text, integer, text[], integer, integer, text)
  to service_role;

-- Counts of entries by day (in UTC), action and skeleton, updated by the transaction that adds or purges entries, so
-- that totals can be computed without reading the log. See docs/decisions/0032.
--
-- A skeleton is the text of an entry's metadata without the parts that differ in almost every entry: ids and numbers. A
-- keyword of words, such as "provider" or "gpt-4o", is in the metadata exactly if it is in the skeleton.

-- The distinct skeletons: the texts of entries without their ids and numbers.
create table private.audit_skeletons (
  id integer generated always as identity primary key,
  skeleton text not null
);

-- Number of entries per day, action and skeleton.
create table private.audit_counts (
  day date not null,
  action text not null,
  -- 0 for entries without a skeleton
  skeleton_id integer not null,
  entries bigint not null,
  primary key (action, skeleton_id, day)
);

-- Increments since the counts were last updated. Writers only insert here, so they never wait for each other.
create table private.audit_count_changes (
  id bigint generated always as identity primary key,
  day date not null,
  action text not null,
  skeleton text,
  entries bigint not null
);

-- Texts of entries without a skeleton. A keyword is searched in each of them.
create table private.audit_bare_texts (
  entry_id uuid primary key,
  meta_text text not null
);

-- For keywords that could be part of an id or a number.
create index audit_logs_meta_idx on public.audit_logs using gin ((meta::text) extensions.gin_trgm_ops);
create unique index audit_skeletons_skeleton_idx on private.audit_skeletons (md5(skeleton));
create index audit_bare_texts_search_idx on private.audit_bare_texts using gin (meta_text extensions.gin_trgm_ops);

alter table private.audit_skeletons enable row level security;
alter table private.audit_counts enable row level security;
alter table private.audit_count_changes enable row level security;
alter table private.audit_bare_texts enable row level security;

create function private.count_audit_logs()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_due boolean;
begin
  with texts as materialized (
    select id, created_at, action, meta::text as meta_text, private.audit_skeleton(meta::text) as skeleton
    from changed_rows
  ), counted as (
    insert into private.audit_count_changes (day, action, skeleton, entries)
    select
      (created_at at time zone 'UTC')::date, action, skeleton, case tg_op when 'INSERT' then count(*) else -count(*) end
    from texts
    group by 1, 2, 3
    returning id
  ), inserted_texts as (
    insert into private.audit_bare_texts (entry_id, meta_text)
    select id, meta_text from texts where skeleton is null and tg_op = 'INSERT'
  ), deleted_texts as (
    delete from private.audit_bare_texts
    where tg_op = 'DELETE' and entry_id in (select id from texts where skeleton is null)
  )
  select bool_or(id % 500 = 0) from counted into is_due;
  if is_due then
    perform private.merge_audit_counts();
  end if;
  return null;
end;
$$;

create trigger count_audit_logs
  after insert on public.audit_logs
  referencing new table as changed_rows
  for each statement execute function private.count_audit_logs();

create trigger count_purged_audit_logs
  after delete on public.audit_logs
  referencing old table as changed_rows
  for each statement execute function private.count_audit_logs();

-- Returns the skeleton of a text: UUIDs, other hexadecimal words of 12 or more characters, and numbers are each
-- replaced by one character that occurs in no JSON text. Null for texts that would have a unique skeleton anyway:
-- long texts, and ids with letters beyond f.
create function private.audit_skeleton(meta_text text)
returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case
    when length(skeleton) <= 400 and skeleton !~ '[0-9A-Za-z]{24}' then skeleton
  end
  from regexp_replace(
    audit_skeleton.meta_text,
    '(?<![0-9A-Za-z])([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{12,}|[0-9]+)(?![0-9A-Za-z])', e'\x01', 'g'
  ) as skeleton;
$$;

-- Checks whether a keyword can be searched in skeletons: none of its words could be an id, a number or part of one.
create function private.is_in_skeletons(q text)
returns boolean
language sql immutable set search_path = '' as $$
  select folded !~ e'[\x01-\x1f]'
    and case
      when folded ~ '[0-9A-Za-z]' then
        not exists (
          select 1
          from regexp_split_to_table(folded, '[^0-9A-Za-z]+') as word
          where word <> '' and word !~* '[g-z]'
        )
      else position('-' in folded) = 0
    end
  from private.fold_search(is_in_skeletons.q) as folded;
$$;

-- Adds the increments to the counts. Only one transaction at a time; a concurrent one skips it. Uncommitted increments
-- of other transactions are added the next time.
create function private.merge_audit_counts()
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('private.audit_counts', 0))
  then
    return;
  end if;

  insert into private.audit_skeletons (skeleton)
  select distinct skeleton
  from private.audit_count_changes as changes
  where skeleton is not null
    and not exists (
      select 1 from private.audit_skeletons as existing where md5(existing.skeleton) = md5(changes.skeleton)
    );

  with deleted_changes as (
    delete from private.audit_count_changes as changes
    where skeleton is null
      or exists (select 1 from private.audit_skeletons as existing where md5(existing.skeleton) = md5(changes.skeleton))
    returning day, action, skeleton, entries
  )
  insert into private.audit_counts as counts (day, action, skeleton_id, entries)
  select day, action, coalesce(existing.id, 0), sum(entries)
  from deleted_changes
  left join private.audit_skeletons as existing on md5(existing.skeleton) = md5(deleted_changes.skeleton)
  group by 1, 2, 3
  on conflict (action, skeleton_id, day) do update set entries = counts.entries + excluded.entries;
end;
$$;

-- Recounts all entries, after entries were inserted without triggers.
create function private.recount_audit_logs()
returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.audit_logs in share row exclusive mode;
  delete from private.audit_count_changes where true;
  delete from private.audit_counts where true;
  delete from private.audit_bare_texts where true;
  with texts as materialized (
    select id, created_at, action, meta::text as meta_text, private.audit_skeleton(meta::text) as skeleton
    from public.audit_logs
  ), inserted_texts as (
    insert into private.audit_bare_texts (entry_id, meta_text) select id, meta_text from texts where skeleton is null
  )
  insert into private.audit_count_changes (day, action, skeleton, entries)
  select (created_at at time zone 'UTC')::date, action, skeleton, count(*) from texts group by 1, 2, 3;
  perform private.merge_audit_counts();
end;
$$;

-- Filters of the audit log, and saved ones.
--
-- A filter is the object of the contract: `from`, `to`, `userId`, `targetUserId`, `assistantId`, `participantId`,
-- `conversationId`, `actions`, `q`, the same terms under `not`, and `page`, `pageSize`, `sort`. It is translated to the text of a
-- condition, so that each query gets its own plan; every value is quoted as a literal.

-- Saved filters of an administrator, optionally shared with all administrators.
create table public.audit_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  name text not null,
  query jsonb not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  constraint audit_views_name_unique unique (user_id, name),
  constraint audit_views_name_valid
    check (char_length(name) between 1 and 80 and name = btrim(private.plain_line(name))),
  constraint audit_views_query_is_small_object
    check (jsonb_typeof(query) = 'object' and octet_length(query::text) <= 8192)
);

grant
  select (id, user_id, name, query, shared, created_at),
  insert (name, query, shared),
  update (name, query, shared),
  delete
on table public.audit_views to authenticated;

alter table public.audit_views enable row level security;

create policy "Admins read their own views and shared ones"
  on public.audit_views for select to authenticated
  using ((select private.is_admin()) and (shared or user_id = (select auth.uid())));

create policy "Admins create their own views"
  on public.audit_views for insert to authenticated
  with check ((select private.is_admin()) and user_id = (select auth.uid()));

create policy "Admins change their own views"
  on public.audit_views for update to authenticated
  using ((select private.is_admin()) and user_id = (select auth.uid()))
  with check ((select private.is_admin()) and user_id = (select auth.uid()));

create policy "Admins delete their own views and shared ones of former admins"
  on public.audit_views for delete to authenticated
  using (
    (select private.is_admin())
    and (
      user_id = (select auth.uid())
      or shared
      and not exists (
        select 1
        from public.users
        join public.roles on roles.id = users.role_id
        where users.id = audit_views.user_id and roles.name = 'admin'
      )
    )
  );

-- Returns the terms of a filter, or of its `not`, each as the text of a condition on `public.audit_logs`. A keyword
-- also matches actions, as a list, so that both sides of the condition have an index.
create function private.audit_terms(filter jsonb)
returns text[]
language plpgsql stable set search_path = '' as $$
declare
  actions text[];
  terms text[] := '{}';
begin
  if filter ->> 'userId' is not null then
    terms := terms || format('user_id = %L::uuid', (filter ->> 'userId')::uuid);
  end if;
  if filter ->> 'targetUserId' is not null then
    terms := terms || format('target_user_id = %L::uuid', (filter ->> 'targetUserId')::uuid);
  end if;
  if filter ->> 'assistantId' is not null then
    terms := terms || format('assistant_id = %L::uuid', (filter ->> 'assistantId')::uuid);
  end if;
  if filter ->> 'participantId' is not null then
    terms := terms || format('participant_id = %L::uuid', (filter ->> 'participantId')::uuid);
  end if;
  if filter ->> 'conversationId' is not null then
    terms := terms || format('conversation_id = %L::uuid', (filter ->> 'conversationId')::uuid);
  end if;
  if jsonb_typeof(filter -> 'actions') <> 'null' then
    actions := array(select jsonb_array_elements_text(filter -> 'actions'));
    perform private.require_at_most(cardinality(actions), 25);
    if cardinality(actions) > 0 then
      terms := terms || format('action = any (%L::text[])', actions);
    end if;
  end if;
  if coalesce(filter ->> 'q', '') <> '' then
    perform private.require_at_most(char_length(filter ->> 'q'), 120);
    terms := terms || format(
      '(action = any (%L::text[]) or meta::text ~* %L)',
      private.audit_actions_with(filter ->> 'q'), private.search_pattern(filter ->> 'q')
    );
  end if;
  return terms;
end;
$$;

-- Returns the whole filter as the text of a condition. A row without a user satisfies a negated user.
create function private.audit_condition(filter jsonb)
returns text
language plpgsql stable set search_path = '' as $$
declare
  terms text[] := private.audit_terms(filter);
  term text;
begin
  if filter ->> 'from' is not null then
    terms := terms || format('created_at >= %L::timestamptz', filter ->> 'from');
  end if;
  if filter ->> 'to' is not null then
    terms := terms || format('created_at < %L::timestamptz', filter ->> 'to');
  end if;
  foreach term in array private.audit_terms(coalesce(filter -> 'not', '{}')) loop
    terms := terms || format('(%s) is not true', term);
  end loop;
  return coalesce(nullif(array_to_string(terms, ' and '), ''), 'true');
end;
$$;

-- Returns the actions that exist, each found by one step in the index of the counts.
create function private.audit_actions()
returns setof text
language sql stable set search_path = '' as $$
  with recursive known as (
    (select action from private.audit_counts order by action limit 1)
    union all
    select (select counts.action from private.audit_counts as counts where counts.action > known.action order by 1 limit 1)
    from known
    where known.action is not null
  )
  select action from known where action is not null
  union
  select action from private.audit_count_changes;
$$;

-- Returns the actions that contain a keyword, in their stored or displayed form.
create function private.audit_actions_with(q text)
returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(action order by action), '{}')
  from private.audit_actions() as action
  where action ~* (select private.search_pattern(audit_actions_with.q))
    or replace(action, '_', ' ') ~* (select private.search_pattern(audit_actions_with.q));
$$;

-- Returns the condition for a keyword that counts can answer, by action or skeleton: on one of the two tables of
-- counts, or on the entries.
create function private.audit_keyword(q text, source text)
returns text
language sql stable set search_path = '' as $$
  select case
    when not private.is_in_skeletons(audit_keyword.q) then
      format('action = any (%L::text[])', private.audit_actions_with(audit_keyword.q))
    when audit_keyword.source = 'counts' then
      format(
        '(action = any (%L::text[]) or skeleton_id = any (%L::integer[]))',
        private.audit_actions_with(audit_keyword.q),
        array(select id from private.audit_skeletons where skeleton ~* (select private.search_pattern(audit_keyword.q)))
      )
    else
      format(
        '(action = any (%L::text[]) or coalesce(%s ~* %L, false))',
        private.audit_actions_with(audit_keyword.q),
        case audit_keyword.source when 'changes' then 'skeleton' else 'private.audit_skeleton(meta::text)' end,
        private.search_pattern(audit_keyword.q)
      )
  end;
$$;

-- Returns the condition for those terms of a filter that the counts can answer, by action and skeleton; `true` if there
-- are none.
create function private.audit_counted(filter jsonb, source text)
returns text
language plpgsql stable set search_path = '' as $$
declare
  negated constant jsonb := coalesce(nullif(filter -> 'not', 'null'), '{}');
  terms text[] := private.audit_terms(jsonb_build_object('actions', filter -> 'actions'));
  term text;
begin
  foreach term in array private.audit_terms(jsonb_build_object('actions', negated -> 'actions')) loop
    terms := terms || format('not %s', term);
  end loop;
  if coalesce(filter ->> 'q', '') <> '' then
    terms := terms || private.audit_keyword(filter ->> 'q', audit_counted.source);
  end if;
  if coalesce(negated ->> 'q', '') <> '' then
    terms := terms || format('not %s', private.audit_keyword(negated ->> 'q', audit_counted.source));
  end if;
  return coalesce(nullif(array_to_string(terms, ' and '), ''), 'true');
end;
$$;

-- Returns the condition for entries that must be read for a keyword: those without a skeleton, or all that the index of
-- texts finds.
create function private.audit_keyword_in_texts(q text)
returns text
language sql stable set search_path = '' as $$
  select format(
    case
      when private.is_in_skeletons(audit_keyword_in_texts.q) then
        'id in (select entry_id from private.audit_bare_texts where meta_text ~* %L)'
      else 'meta::text ~* %L'
    end,
    private.search_pattern(audit_keyword_in_texts.q)
  );
$$;

-- Returns the condition for entries that match although the counts omit them; null if a filter has none. The keyword is
-- in an id, in a number, or in a text without a skeleton.
create function private.audit_uncounted(filter jsonb)
returns text
language sql stable set search_path = '' as $$
  select format(
    '%s and not (%s)',
    private.audit_keyword_in_texts(audit_uncounted.filter ->> 'q'),
    private.audit_counted(audit_uncounted.filter, 'entries')
  )
  where coalesce(audit_uncounted.filter ->> 'q', '') <> '';
$$;

-- Returns the condition for entries that are counted although the filter excludes them, likewise.
create function private.audit_overcounted(filter jsonb)
returns text
language plpgsql stable set search_path = '' as $$
declare
  negated constant jsonb := coalesce(nullif(filter -> 'not', 'null'), '{}');
  reasons text[] := private.audit_terms(negated - 'actions' - 'q');
begin
  if coalesce(negated ->> 'q', '') <> '' then
    reasons := reasons || private.audit_keyword_in_texts(negated ->> 'q');
  end if;
  if reasons <> '{}' then
    return format('(%s) and %s', array_to_string(reasons, ' or '), private.audit_counted(filter, 'entries'));
  end if;
  return null;
end;
$$;

-- Pages of the audit log, neighbours of an entry, and the histogram over time. Counts give the total, and the days in
-- which a page lies, before any entry is read. See docs/decisions/0032.

-- Numbers of matching and of all entries of each day, oldest day first.
create type private.audit_histogram as (days date[], matching bigint[], entries bigint[]);

-- Returns the select list of audit rows in the form of the contract.
create function private.audit_columns()
returns text
language sql immutable set search_path = '' as $$
  select 'id, user_id, assistant_id, conversation_id, action, meta, created_at, updated_at, user_email, '
    'assistant_label, assistant_kind, participant_id, participant_name, target_user_id, target_user_email';
$$;

create function private.audit_histogram(filter jsonb)
returns private.audit_histogram
language plpgsql stable set search_path = '' as $$
declare
  from_at constant timestamptz := coalesce((filter ->> 'from')::timestamptz, '-infinity');
  to_at constant timestamptz := coalesce((filter ->> 'to')::timestamptz, 'infinity');
  uncounted constant text := private.audit_uncounted(filter);
  overcounted constant text := private.audit_overcounted(filter);
  condition constant text := private.audit_condition(filter - 'from' - 'to');
  -- Whole days, from `first_day` up to but excluding `last_day`.
  first_day date := (from_at at time zone 'UTC')::date;
  last_day date := (to_at at time zone 'UTC')::date;
  days_start timestamptz;
  days_end timestamptz;
  entries_query text :=
    $sql$select (created_at at time zone 'UTC')::date, %s count(*), 0 from public.audit_logs where %s group by 1$sql$;
  sources text[];
  source text;
  histogram private.audit_histogram;
begin
  if first_day::timestamp at time zone 'UTC' < from_at then
    first_day := first_day + 1;
  end if;
  if first_day > last_day then
    last_day := first_day;
  end if;
  days_start := least(first_day::timestamp at time zone 'UTC', to_at);
  days_end := greatest(last_day::timestamp at time zone 'UTC', days_start);

  if first_day < last_day then
    foreach source in array array['counts', 'changes'] loop
      sources := sources || format(
        'select day, coalesce(sum(entries) filter (where %s), 0), sum(entries) from private.%I
         where day >= %L and day < %L group by 1',
        private.audit_counted(filter, source),
        case source when 'counts' then 'audit_counts' else 'audit_count_changes' end, first_day, last_day
      );
    end loop;
    if uncounted is not null then
      sources := sources || format(
        entries_query, '',
        format('created_at >= %L and created_at < %L and %s and %s', days_start, days_end, uncounted, condition)
      );
    end if;
    if overcounted is not null then
      sources := sources || format(
        entries_query, '-', format('created_at >= %L and created_at < %L and %s', days_start, days_end, overcounted)
      );
    end if;
  end if;
  if from_at < days_start then
    sources := sources || format(
      entries_query, '', format('created_at >= %L and created_at < %L and %s', from_at, days_start, condition)
    );
  end if;
  if days_end < to_at then
    sources := sources || format(
      entries_query, '', format('created_at >= %L and created_at < %L and %s', days_end, to_at, condition)
    );
  end if;
  if sources is not null then
    execute format(
      'select array_agg(day order by day), array_agg(matching order by day), array_agg(entries order by day)
       from (
         select day, sum(matching)::bigint, sum(entries)::bigint from (%s) as sources (day, matching, entries) group by 1
       ) as days (day, matching, entries)',
      array_to_string(sources, ' union all ')
    ) into histogram.days, histogram.matching, histogram.entries;
  end if;
  return histogram;
end;
$$;

-- Returns the ids of a page by finding all matching entries and sorting them; for rare matches.
create function private.sort_audit_ids(condition text, direction text, row_limit bigint, row_offset bigint)
returns setof uuid
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return query execute format(
    'with found as materialized (select id, created_at from public.audit_logs where %1$s)
     select id from found order by created_at %2$s, id %2$s limit %3$s offset %4$s',
    sort_audit_ids.condition, sort_audit_ids.direction, sort_audit_ids.row_limit, sort_audit_ids.row_offset
  );
end;
$$;

-- Returns the ids of a page by reading in order from one end of the log or of an index; for frequent matches.
create function private.scan_audit_ids(condition text, direction text, row_limit bigint, row_offset bigint)
returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query execute format(
    'select id from public.audit_logs where %1$s order by created_at %2$s, id %2$s limit %3$s offset %4$s',
    scan_audit_ids.condition, scan_audit_ids.direction, scan_audit_ids.row_limit, scan_audit_ids.row_offset
  );
end;
$$;

-- Returns a page of one user, assistant, participant or conversation, which has its own index: counted in the index and
-- read from the nearer end.
create function private.audit_subject_page(
  filter jsonb, descending boolean, page_size bigint, first_row bigint, out ids uuid[], out total bigint
)
language plpgsql stable set search_path = '' as $$
declare
  condition constant text := private.audit_condition(filter);
begin
  execute format('select count(*) from public.audit_logs where %s', condition) into total;
  ids := case
    when first_row >= total then '{}'
    when first_row <= total / 2 then
      array(
        select private.scan_audit_ids(condition, case when descending then 'desc' else 'asc' end, page_size, first_row)
      )
    else
      array(
        select private.scan_audit_ids(
          condition, case when descending then 'asc' else 'desc' end,
          least(page_size, total - first_row), greatest(total - first_row - page_size, 0)
        )
      )
  end;
end;
$$;

-- Returns a page of all entries: the histogram gives the days in which the page lies. Within them, entries are read in
-- order, unless there are too many for few matches.
create function private.audit_log_page(
  filter jsonb, descending boolean, page_size bigint, first_row bigint, out ids uuid[], out total bigint
)
language plpgsql stable set search_path = '' as $$
declare
  histogram constant private.audit_histogram := private.audit_histogram(filter);
  day_count constant integer := coalesce(cardinality(histogram.days), 0);
  direction constant text := case when descending then 'desc' else 'asc' end;
  condition text;
  day_index integer;
  rows_to_skip bigint := first_row;
  matched_rows bigint := 0;
  counted_rows bigint := 0;
  first_day date;
  last_day date;
begin
  total := coalesce((select sum(number) from unnest(histogram.matching) as number), 0);
  ids := '{}';
  if first_row >= total then
    return;
  end if;

  for step in 1..day_count loop
    day_index := case when descending then day_count + 1 - step else step end;
    if first_day is null and rows_to_skip >= histogram.matching[day_index] then
      rows_to_skip := rows_to_skip - histogram.matching[day_index];
      continue;
    end if;
    first_day := coalesce(first_day, histogram.days[day_index]);
    last_day := histogram.days[day_index];
    matched_rows := matched_rows + histogram.matching[day_index];
    counted_rows := counted_rows + histogram.entries[day_index];
    exit when matched_rows >= rows_to_skip + page_size;
  end loop;

  condition := format(
    'created_at >= %L and created_at < %L',
    least(first_day, last_day)::timestamp at time zone 'UTC',
    (greatest(first_day, last_day) + 1)::timestamp at time zone 'UTC'
  );
  if coalesce(filter ->> 'q', '') = '' then
    ids := array(
      select private.scan_audit_ids(
        condition || ' and ' || private.audit_condition(filter), direction, page_size, rows_to_skip
      )
    );
  elsif counted_rows <= 5000 + 3 * total then
    -- No index helps with the keyword, so the days are read.
    ids := array(
      select private.scan_audit_ids(
        format(
          '%s and %s and (action = any (%L::text[]) or (meta::text || '''') ~* %L)',
          condition, private.audit_condition(filter - 'q'), private.audit_actions_with(filter ->> 'q'),
          private.search_pattern(filter ->> 'q')
        ),
        direction, page_size, rows_to_skip
      )
    );
  else
    ids := array(
      select private.sort_audit_ids(
        condition || ' and ' || private.audit_condition(filter), direction, page_size, rows_to_skip
      )
    );
  end if;
end;
$$;

create function private.query_audit_logs(filter jsonb)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant bigint := least(greatest(coalesce((filter ->> 'pageSize')::bigint, 50), 1), 100);
  page constant bigint := least(greatest(coalesce((filter ->> 'page')::bigint, 1), 1), 1000000000);
  descending constant boolean := coalesce(filter ->> 'sort', '') <> 'created_at_asc';
  has_subject constant boolean := coalesce(
    filter ->> 'userId', filter ->> 'targetUserId', filter ->> 'assistantId', filter ->> 'participantId',
    filter ->> 'conversationId'
  ) is not null;
  ids uuid[];
  total bigint;
  found jsonb;
begin
  perform private.require_admin();
  if has_subject then
    select * into ids, total from private.audit_subject_page(filter, descending, page_size, (page - 1) * page_size);
  else
    select * into ids, total from private.audit_log_page(filter, descending, page_size, (page - 1) * page_size);
  end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(found) order by created_at %2$s, id %2$s), ''[]'')
     from (select %1$s from public.audit_logs where id = any ($1)) as found',
    private.audit_columns(), case when descending then 'desc' else 'asc' end
  ) into found using ids;
  return jsonb_build_object('rows', found, 'total', total);
end;
$$;
grant execute on function private.query_audit_logs(jsonb) to authenticated;

-- Returns one page of matching rows and their number: `rows` and `total`.
create function public.query_audit_logs(filter jsonb default '{}')
returns jsonb
language sql stable set search_path = '' as $$
  select private.query_audit_logs(query_audit_logs.filter);
$$;
grant execute on function public.query_audit_logs(jsonb) to authenticated;

-- Returns the id of the next older or newer entry that matches a condition.
create function private.audit_neighbour(entry public.audit_logs, condition text, is_older boolean)
returns uuid
language plpgsql stable set search_path = '' as $$
declare
  direction constant text := case when is_older then 'desc' else 'asc' end;
  after_entry constant text := format(
    '(created_at, id) %s (%L::timestamptz, %L::uuid)', case when is_older then '<' else '>' end, entry.created_at, entry.id
  );
  neighbour uuid;
begin
  -- The neighbour is usually near, so a short range is tried first.
  execute format(
    'select id
     from (select * from public.audit_logs where %1$s order by created_at %2$s, id %2$s limit 500) as near
     where %3$s order by created_at %2$s, id %2$s limit 1',
    after_entry, direction, audit_neighbour.condition
  ) into neighbour;
  return coalesce(
    neighbour,
    (select id from private.sort_audit_ids(after_entry || ' and ' || audit_neighbour.condition, direction, 1, 0) as id)
  );
end;
$$;

create function private.audit_neighbours(entry_id uuid, filter jsonb)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  condition text;
  entry public.audit_logs;
  newer uuid;
  older uuid;
begin
  perform private.require_admin();
  condition := private.audit_condition(filter);
  select * into entry from public.audit_logs where id = audit_neighbours.entry_id;
  if found then
    newer := private.audit_neighbour(entry, condition, false);
    older := private.audit_neighbour(entry, condition, true);
  end if;
  return case filter ->> 'sort'
    when 'created_at_asc' then jsonb_build_object('previous', older, 'next', newer)
    else jsonb_build_object('previous', newer, 'next', older)
  end;
end;
$$;
grant execute on function private.audit_neighbours(uuid, jsonb) to authenticated;

-- Returns the entries before and after an entry among those that match, in the filter's order; the entry itself need
-- not match.
create function public.audit_neighbours(entry_id uuid, filter jsonb default '{}')
returns jsonb
language sql stable set search_path = '' as $$
  select private.audit_neighbours(audit_neighbours.entry_id, audit_neighbours.filter);
$$;
grant execute on function public.audit_neighbours(uuid, jsonb) to authenticated;

-- Counts matching entries between consecutive edges, for a histogram over time.
create function private.count_audit_entries(filter jsonb, edges timestamptz[])
returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
declare
  buckets constant integer := cardinality(edges) - 1;
  has_subject constant boolean := coalesce(
    filter ->> 'userId', filter ->> 'targetUserId', filter ->> 'assistantId', filter ->> 'participantId',
    filter ->> 'conversationId'
  ) is not null;
  counts bigint[];
begin
  perform private.require_admin();
  perform private.require_at_most(cardinality(edges), 121);
  if coalesce(buckets, 0) < 1 then
    return '{}';
  end if;
  if has_subject or edges[cardinality(edges)] - edges[1] <= interval '32 days' then
    -- A short range, or one that has its own index: the entries are read once.
    execute format(
      'with found as (
         select width_bucket(created_at, %L::timestamptz[]) as bucket, count(*) as entries
         from public.audit_logs where %s group by 1
       )
       select array_agg(coalesce(entries, 0) order by bucket)
       from generate_series(1, %s) as bucket left join found using (bucket)',
      edges,
      private.audit_condition(
        filter || jsonb_build_object('from', edges[1], 'to', edges[cardinality(edges)])
      ),
      buckets
    ) into counts;
    return counts;
  end if;
  -- A long range: whole days are counted already, only the days at the edges are read.
  return array(
    select (
      select coalesce(sum(matching), 0)
      from unnest(
        (private.audit_histogram(
          filter || jsonb_build_object('from', edges[bucket], 'to', edges[bucket + 1])
        )).matching
      ) as matching
    )
    from generate_series(1, buckets) as bucket
    order by bucket
  );
end;
$$;
grant execute on function private.count_audit_entries(jsonb, timestamptz[]) to authenticated;

-- Returns the counts for administrators.
-- @param filter as in query_audit_logs; its time is that of the edges
-- @param edges  ascending times, at most 121; each bucket includes its start and excludes its end
create function public.count_audit_entries(filter jsonb, edges timestamptz[])
returns bigint[]
language sql stable set search_path = '' as $$
  select private.count_audit_entries(count_audit_entries.filter, count_audit_entries.edges);
$$;
grant execute on function public.count_audit_entries(jsonb, timestamptz[]) to authenticated;

-- The hash chain of the audit log: each entry has a link with a digest of the entry and a hash over that digest and the
-- previous hash. Changing, removing, adding or reordering entries in any way that bypasses this database's rules leaves
-- a link that does not match. Decisions 33 and 74 list what a chain and its checkpoints cannot prove.
--
-- Links are inserted as the last step of a transaction, so that writers wait for each other only during the commit.

create table private.audit_chain (
  seq bigint primary key,
  entry_id uuid not null unique,
  digest bytea not null,
  hash bytea not null,
  constraint audit_chain_seq_positive check (seq > 0)
);

comment on table private.audit_chain is 'One link per entry of the audit log, in commit order, without gaps.';
comment on column private.audit_chain.digest is 'SHA-256 of private.audit_text of the entry.';
comment on column private.audit_chain.hash is
  'SHA-256 of the previous hash (32 zero bytes for the first link) and the digest.';

create table private.audit_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
) with (fillfactor = 10);

comment on table private.audit_head is 'The last link, in one row that appending transactions lock.';

insert into private.audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

-- Entries of transactions that have not committed. No other transaction ever sees rows of the next two tables, and a
-- crash that truncates them also rolled back their transactions: they need not be logged.
create unlogged table private.audit_unlinked (
  transaction xid8 not null default pg_current_xact_id(),
  position bigint generated always as identity,
  entry_id uuid not null,
  digest bytea not null,
  primary key (transaction, position)
);

create unlogged table private.audit_transactions (
  transaction xid8 not null default pg_current_xact_id(),
  -- The trigger of the first row fires among the other deferred triggers and inserts the second row, which fires last.
  is_last boolean not null,
  primary key (transaction, is_last)
);

-- Signed checkpoints. The owner of the database can delete them from this list, so the server stores the last one outside
-- the database as well; decision 74 explains what that proves. After a backup is restored, checkpoints of entries
-- that it does not contain are moved to the second bucket, with the reason, so that they no longer report a truncated
-- log. There is no policy: only the server and the operator have access.
insert into storage.buckets (id, name, public)
values
  ('audit-checkpoints', 'audit-checkpoints', false),
  ('audit-checkpoints-set-aside', 'audit-checkpoints-set-aside', false)
on conflict (id) do nothing;

alter table private.audit_chain enable row level security;
alter table private.audit_head enable row level security;
alter table private.audit_unlinked enable row level security;
alter table private.audit_transactions enable row level security;

-- Refuses any change of existing links, also to the owner of the table.
create function private.refuse_chain_change()
returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The chain of the audit log is append-only.' using errcode = 'insufficient_privilege';
end;
$$;

create trigger refuse_chain_change
  before update or delete or truncate on private.audit_chain
  for each statement execute function private.refuse_chain_change();

-- Links the entries after all other deferred triggers, because those acquire locks too: no transaction waits for
-- another one while it holds the head.
create function private.link_on_commit()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.is_last then
    insert into private.audit_transactions (is_last) values (true);
  else
    perform private.link_entries();
    delete from private.audit_transactions where transaction = pg_current_xact_id();
  end if;
  return null;
end;
$$;

create constraint trigger link_on_commit
  after insert on private.audit_transactions
  deferrable initially deferred
  for each row execute function private.link_on_commit();

-- Queues new entries to be linked at the end of their transaction.
create function private.queue_entries()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.audit_unlinked (entry_id, digest)
  select new_entries.id, private.audit_digest(new_entries) from new_entries;
  insert into private.audit_transactions (is_last) values (false) on conflict do nothing;
  return null;
end;
$$;

create trigger queue_entries
  after insert on public.audit_logs
  referencing new table as new_entries
  for each statement execute function private.queue_entries();

-- Returns a time in UTC with microseconds, independent of the session's settings: `2026-11-20T22:35:42.28Z`.
create function private.utc_text(moment timestamptz)
returns text
language sql stable set search_path = '' as $$
  select (to_jsonb(utc_text.moment at time zone 'UTC') #>> '{}') || 'Z';
$$;

-- Returns an entry as the text that its digest is computed from: its columns as jsonb, whose text form is canonical. A
-- column added later is included only where it has a value, so that older entries retain theirs. Written inline,
-- because a SQL function that calls others per row takes four times as long.
create function private.audit_text(entry public.audit_logs)
returns text
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', entry.id,
    'user_id', entry.user_id,
    'user_email', entry.user_email,
    'assistant_id', entry.assistant_id,
    'assistant_label', entry.assistant_label,
    'assistant_kind', entry.assistant_kind,
    'participant_id', entry.participant_id,
    'participant_name', entry.participant_name,
    'target_user_id', entry.target_user_id,
    'target_user_email', entry.target_user_email,
    'conversation_id', entry.conversation_id,
    'action', entry.action,
    'meta', entry.meta,
    -- As private.utc_text.
    'created_at', (to_jsonb(entry.created_at at time zone 'UTC') #>> '{}') || 'Z',
    'updated_at', (to_jsonb(entry.updated_at at time zone 'UTC') #>> '{}') || 'Z'
  )::text;
end;
$$;

create function private.audit_digest(entry public.audit_logs)
returns bytea
language plpgsql stable set search_path = '' as $$
begin
  return sha256(convert_to(private.audit_text(entry), 'UTF8'));
end;
$$;

-- Links the entries of this transaction, in their order, after the head. Concurrent transactions wait for the row of
-- the head; under repeatable read, a transaction that does not see the latest head fails with 40001 and can be retried.
--
-- The `where` of each update and delete is required: hosted Supabase loads `safeupdate` into sessions of the REST
-- interface, which rejects statements without one, inside functions too.
create function private.link_entries()
returns void
language plpgsql security definer set search_path = '' as $$
declare
  head private.audit_head;
  unlinked record;
begin
  select * into strict head from private.audit_head for update;
  for unlinked in
    select entry_id, digest
    from private.audit_unlinked
    where transaction = pg_current_xact_id()
    order by position
  loop
    head.seq := head.seq + 1;
    head.hash := sha256(head.hash || unlinked.digest);
    insert into private.audit_chain (seq, entry_id, digest, hash)
    values (head.seq, unlinked.entry_id, unlinked.digest, head.hash);
  end loop;
  update private.audit_head set seq = head.seq, hash = head.hash where only_row;
  delete from private.audit_unlinked where transaction = pg_current_xact_id();
end;
$$;

-- Returns the links whose entries were purged, according to the entries of those purges whose own links match.
create function private.purged_links()
returns int8multirange
language sql stable set search_path = '' as $$
  select coalesce(
    range_agg(int8range((span ->> 0)::numeric::bigint, (span ->> 1)::numeric::bigint, '[]') * int8range(null, audit_chain.seq)),
    '{}'
  )
  from public.audit_logs
  join private.audit_chain on audit_chain.entry_id = audit_logs.id
  cross join lateral jsonb_path_query(
    audit_logs.meta,
    'strict $.ranges[*] ? (@[0] > 0 && @[0] <= @[1] && @[1] < 9000000000000000000)',
    silent => true
  ) as span
  where audit_logs.action = 'audit_purged' and audit_chain.digest = private.audit_digest(audit_logs);
$$;

-- Verifies up to `row_limit` links after `after_seq` and their entries. Returns
--   `to`      the last link that was verified,
--   `done`    whether it is the last one,
--   `purged`  how many entries are missing because of a recorded purge,
--   `problem` the first mismatch, or null: `seq`, `entryId` and `code`:
--             link_missing, link_changed (also: out of order), entry_missing, entry_changed,
--             end_missing (the chain ends before or after the stored head).
create function private.check_audit_chain(after_seq bigint, row_limit integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  start_seq constant bigint := greatest(check_audit_chain.after_seq, 0);
  end_seq constant bigint := start_seq + greatest(check_audit_chain.row_limit, 1);
  purged constant int8multirange := private.purged_links();
  head private.audit_head;
  last_link private.audit_chain;
  result jsonb;
begin
  select * into strict head from private.audit_head;
  select * into last_link from private.audit_chain order by seq desc limit 1;

  with links as (
    select
      audit_chain.*,
      lag(seq) over (order by seq) as previous_seq,
      lag(hash) over (order by seq) as previous_hash
    from private.audit_chain
    -- Includes the previous link; before the first one there is none, regardless of its number.
    where seq <= end_seq and (seq >= start_seq or start_seq = 0)
  ), verified as (
    select
      links.seq,
      links.entry_id,
      audit_logs.id is null as is_missing,
      case
        when previous_seq is distinct from nullif(links.seq - 1, 0) then 'link_missing'
        when links.hash <> sha256(coalesce(previous_hash, decode(repeat('00', 32), 'hex')) || links.digest)
          then 'link_changed'
        when audit_logs.id is null and not links.seq <@ purged then 'entry_missing'
        when links.digest <> private.audit_digest(audit_logs) and audit_logs.id is not null then 'entry_changed'
      end as code,
      previous_seq
    from links
    left join public.audit_logs on audit_logs.id = links.entry_id
    where links.seq > start_seq or start_seq = 0
  )
  select jsonb_build_object(
    'to', coalesce(max(seq), start_seq),
    'done', coalesce(max(seq), start_seq) >= coalesce(last_link.seq, 0),
    'purged', count(*) filter (where is_missing and code is null),
    'problem', (
      select case code
        when 'link_missing' then
          jsonb_build_object('seq', coalesce(previous_seq + 1, greatest(start_seq, 1)), 'entryId', null, 'code', code)
        else jsonb_build_object('seq', seq, 'entryId', entry_id, 'code', code)
      end
      from verified
      where code is not null
      order by seq
      limit 1
    )
  )
  into result
  from verified;

  -- All links between this range and the next one may be missing.
  if not (result ->> 'done')::boolean and (result ->> 'to')::bigint < end_seq and result -> 'problem' = 'null' then
    result := result || jsonb_build_object(
      'problem',
      jsonb_build_object('seq', (result ->> 'to')::bigint + 1, 'entryId', null, 'code', 'link_missing')
    );
  end if;
  if (result ->> 'done')::boolean
    and result -> 'problem' = 'null'
    and (head.seq, head.hash)
      is distinct from (coalesce(last_link.seq, 0), coalesce(last_link.hash, decode(repeat('00', 32), 'hex')))
  then
    result := result || jsonb_build_object(
      'problem',
      jsonb_build_object(
        'seq', least(head.seq, coalesce(last_link.seq, 0)) + 1, 'entryId', null, 'code', 'end_missing'
      )
    );
  end if;
  return result;
end;
$$;

-- Searches up to `row_limit` entries, by id, for those without a link: they were not inserted the regular way. Returns
-- `checked`, `unlinked` (how many), `entryId` (the earliest of them) and `next`, the cursor, null at the end.
create function private.find_unlinked_entries(after_id uuid, row_limit integer)
returns jsonb
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
  with checked as (
    select audit_logs.id, audit_logs.created_at
    from public.audit_logs
    where find_unlinked_entries.after_id is null or audit_logs.id > find_unlinked_entries.after_id
    order by audit_logs.id
    limit greatest(find_unlinked_entries.row_limit, 1)
  ), unlinked as (
    select id, created_at
    from checked
    where not exists (select 1 from private.audit_chain where audit_chain.entry_id = checked.id)
  )
  select jsonb_build_object(
    'checked', (select count(*) from checked),
    'unlinked', (select count(*) from unlinked),
    'entryId', (select id from unlinked order by created_at, id limit 1),
    'next', (select id from checked order by id offset greatest(find_unlinked_entries.row_limit, 1) - 1)
  );
$$;

-- Verifies links, and the next function entries, for administrators: at most 50,000 at once.
create function private.verify_audit_chain(after_seq bigint, row_limit integer)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.check_audit_chain(verify_audit_chain.after_seq, least(verify_audit_chain.row_limit, 50000));
end;
$$;
grant execute on function private.verify_audit_chain(bigint, integer) to authenticated;

create function private.verify_audit_entries(after_id uuid, row_limit integer)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.find_unlinked_entries(verify_audit_entries.after_id, least(verify_audit_entries.row_limit, 50000));
end;
$$;
grant execute on function private.verify_audit_entries(uuid, integer) to authenticated;

create function public.verify_audit_chain(after_seq bigint, row_limit integer default 50000)
returns jsonb
language sql stable set search_path = '' as $$
  select private.verify_audit_chain(verify_audit_chain.after_seq, verify_audit_chain.row_limit);
$$;
grant execute on function public.verify_audit_chain(bigint, integer) to authenticated;

create function public.verify_audit_entries(after_id uuid default null, row_limit integer default 50000)
returns jsonb
language sql stable set search_path = '' as $$
  select private.verify_audit_entries(verify_audit_entries.after_id, verify_audit_entries.row_limit);
$$;
grant execute on function public.verify_audit_entries(uuid, integer) to authenticated;

-- Records that an administrator verifies the log, once an hour. Returns `outcome`: 'begun' or admin_required.
create function public.begin_audit_verification(user_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_administrator(begin_audit_verification.user_id) then
    perform private.record_audit('denied', begin_audit_verification.user_id, meta => '{"attempted": "audit_verified"}');
    return '{"outcome": "admin_required"}';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(begin_audit_verification.user_id::text, 2));
  if not exists (
    select 1
    from public.audit_logs
    where audit_logs.user_id = begin_audit_verification.user_id
      and audit_logs.action = 'audit_verified'
      and audit_logs.created_at > now() - interval '1 hour'
  ) then
    perform private.record_audit('audit_verified', begin_audit_verification.user_id);
  end if;
  return '{"outcome": "begun"}';
end;
$$;
grant execute on function public.begin_audit_verification(uuid) to service_role;

-- Returns the range of links that covers the entries of a period, so that 'Verify' can verify that period alone:
--   `first`, `last`  the links of the period and of the gaps next to it, where an entry removed at an edge would be;
--                    both null if the period is empty,
--   `entries`        the number of entries,
--   `unlinked`       the earliest entry without a link, or null.
-- @param starts, ends  half-open; null is unbounded
create function private.audit_chain_range(starts timestamptz, ends timestamptz)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  starts constant timestamptz := coalesce(audit_chain_range.starts, '-infinity');
  ends constant timestamptz := coalesce(audit_chain_range.ends, 'infinity');
  result jsonb;
begin
  perform private.require_admin();
  with period as (
    select audit_logs.id, audit_logs.created_at, audit_chain.seq
    from public.audit_logs
    left join private.audit_chain on audit_chain.entry_id = audit_logs.id
    where audit_logs.created_at >= starts and audit_logs.created_at < ends
  ), before as (
    select audit_logs.id from public.audit_logs where created_at < starts order by created_at desc, id desc limit 1
  ), after as (
    select audit_logs.id from public.audit_logs where created_at >= ends order by created_at, id limit 1
  ), edges as (
    select
      (select seq + 1 from private.audit_chain join before on before.id = entry_id) as lower_edge,
      (select seq - 1 from private.audit_chain join after on after.id = entry_id) as upper_edge,
      (select min(seq) from private.audit_chain) as lowest,
      (select max(seq) from private.audit_chain) as highest
  )
  select jsonb_build_object(
    'first', case when count(*) > 0 then least(min(seq), coalesce(lower_edge, lowest)) end,
    'last', case when count(*) > 0 then greatest(max(seq), coalesce(upper_edge, highest)) end,
    'entries', count(*),
    'unlinked', (select id from period where seq is null order by created_at, id limit 1)
  )
  into result
  from edges left join period on true
  where period.id is not null
  group by lower_edge, upper_edge, lowest, highest;
  return coalesce(result, jsonb_build_object('first', null, 'last', null, 'entries', 0, 'unlinked', null));
end;
$$;
grant execute on function private.audit_chain_range(timestamptz, timestamptz) to authenticated;

create function public.audit_chain_range(starts timestamptz default null, ends timestamptz default null)
returns jsonb
language sql stable set search_path = '' as $$
  select private.audit_chain_range(audit_chain_range.starts, audit_chain_range.ends);
$$;
grant execute on function public.audit_chain_range(timestamptz, timestamptz) to authenticated;

-- Returns the head, the number of entries, and the hash of the link `at_seq`, null if there is none.
create function public.audit_position(at_seq bigint default null)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'seq', audit_head.seq,
    'hash', encode(audit_head.hash, 'hex'),
    'entries', audit_head.seq - (
      select coalesce(sum(upper(span) - lower(span)), 0) from unnest(private.purged_links()) as span
    ),
    'hashAt', (select encode(audit_chain.hash, 'hex') from private.audit_chain where seq = audit_position.at_seq)
  )
  from private.audit_head;
$$;
grant execute on function public.audit_position(bigint) to service_role;

-- Returns the digests of the links after `after_seq` up to `up_to`, at most 10,000, one after the other. The server
-- computes the head from them and the last checkpoint before it signs the head.
create function public.audit_digests(after_seq bigint, up_to bigint)
returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(string_agg(encode(audit_chain.digest, 'hex'), '' order by audit_chain.seq), '')
  from private.audit_chain
  where audit_chain.seq > audit_digests.after_seq
    and audit_chain.seq <= least(audit_digests.up_to, audit_digests.after_seq + 10000);
$$;
grant execute on function public.audit_digests(bigint, bigint) to service_role;

-- Exports: started by the server, read page by page by the user who started them, and summed up by the database, so
-- that a signed manifest contains nothing that a browser claims.

create table private.audit_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  filter jsonb not null,
  format text not null,
  up_to bigint not null,
  started_at timestamptz not null default now()
);

comment on table private.audit_exports is
  'Exports of the last 24 hours, with the filter that their pages are read with.';
comment on column private.audit_exports.up_to is 'The head when the export was started: later entries are excluded.';

create index audit_exports_user_idx on private.audit_exports (user_id, started_at);

alter table private.audit_exports enable row level security;

-- Starts an export of the entries that match a filter now. The audit row contains the filter without its keyword.
-- Returns `outcome`: begun, with `id` and `upTo`; rate_limited, with `secondsLeft`; admin_required.
create function public.begin_audit_export(user_id uuid, filter jsonb, format text, exports_per_hour integer)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  export private.audit_exports;
  export_filter constant jsonb := begin_audit_export.filter - array['page', 'pageSize'];
  seconds_left integer;
begin
  if not public.is_administrator(begin_audit_export.user_id) then
    perform private.record_audit('denied', begin_audit_export.user_id, meta => '{"attempted": "audit_exported"}');
    return '{"outcome": "admin_required"}';
  end if;

  perform pg_advisory_xact_lock(hashtextextended(begin_audit_export.user_id::text, 2));
  delete from private.audit_exports
  where user_id = begin_audit_export.user_id and started_at < now() - interval '1 day';
  select ceil(extract(epoch from started_at + interval '1 hour' - now()))
  into seconds_left
  from private.audit_exports
  where user_id = begin_audit_export.user_id and started_at > now() - interval '1 hour'
  order by started_at desc
  offset begin_audit_export.exports_per_hour - 1
  limit 1;
  if found then
    return jsonb_build_object('outcome', 'rate_limited', 'secondsLeft', seconds_left);
  end if;

  insert into private.audit_exports (user_id, filter, format, up_to)
  select begin_audit_export.user_id, export_filter, begin_audit_export.format, audit_head.seq
  from private.audit_head
  returning * into export;
  perform private.record_audit(
    'audit_exported',
    begin_audit_export.user_id,
    meta => jsonb_build_object(
      'export', export.id,
      'format', export.format,
      'up_to', export.up_to,
      'filter', export_filter #- '{q}' #- '{not,q}'
    ) || case
      when coalesce(export_filter ->> 'q', '') <> '' or coalesce(export_filter #>> '{not,q}', '') <> ''
        then '{"keyword": true}'
      else '{}'
    end::jsonb
  );
  return jsonb_build_object('outcome', 'begun', 'id', export.id, 'upTo', export.up_to);
end;
$$;
grant execute on function public.begin_audit_export(uuid, jsonb, text, integer) to service_role;

-- Returns a user's export; raises an error if it does not exist or has expired.
create function private.audit_export_of(user_id uuid, export_id uuid)
returns private.audit_exports
language plpgsql stable set search_path = '' as $$
declare
  export private.audit_exports;
begin
  select audit_exports.*
  into export
  from private.audit_exports
  where audit_exports.id = audit_export_of.export_id
    and audit_exports.user_id = audit_export_of.user_id
    and audit_exports.started_at > now() - interval '1 day';
  if not found then
    raise exception 'This export no longer exists. Start it again.' using errcode = 'PT404';
  end if;
  return export;
end;
$$;

-- Returns the query for the entries of an export with their links: `entry`, `seq`, `hash`, in order. It continues after
-- the entry ($1, $2) if $1 is not null.
create function private.audit_export_query(export private.audit_exports, row_limit bigint)
returns text
language sql stable set search_path = '' as $$
  select format(
    'select audit_logs as entry, audit_logs.created_at, audit_logs.id, audit_chain.seq, audit_chain.hash
     from public.audit_logs
     join private.audit_chain on audit_chain.entry_id = audit_logs.id and audit_chain.seq <= %1$s
     where %2$s and ($1::timestamptz is null or (created_at, id) %3$s ($1, $2))
     order by created_at %4$s, id %4$s
     limit %5$s',
    export.up_to,
    private.audit_condition(export.filter),
    case export.filter ->> 'sort' when 'created_at_asc' then '>' else '<' end,
    case export.filter ->> 'sort' when 'created_at_asc' then 'asc' else 'desc' end,
    row_limit
  );
$$;

create function private.read_audit_export(export_id uuid, after_moment bigint, after_id uuid, row_limit integer)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  export private.audit_exports;
  page_size constant integer := greatest(least(read_audit_export.row_limit, 1000), 1);
  result json;
begin
  perform private.require_admin();
  export := private.audit_export_of(auth.uid(), read_audit_export.export_id);
  execute format(
    'with found as materialized (%s), page as (select *, row_number() over () as position from found)
     select json_build_object(
       ''rows'', coalesce(
         json_agg(
           json_build_object(
             ''seq'', page.seq,
             ''previous'', encode(coalesce(previous_link.hash, decode(repeat(''00'', 32), ''hex'')), ''hex''),
             ''hash'', encode(page.hash, ''hex''),
             ''entry'', private.audit_text(page.entry)
           )
           order by page.position
         ),
         ''[]''
       ),
       ''next'', (
         select json_build_object(
           ''moment'', (extract(epoch from created_at) * 1000000)::bigint, ''id'', id
         )
         from page as last_row
         where position = $3
       )
     )
     from page
     left join private.audit_chain as previous_link on previous_link.seq = page.seq - 1',
    private.audit_export_query(export, page_size)
  )
  into result
  using
    timestamptz 'epoch' + read_audit_export.after_moment * interval '1 microsecond',
    read_audit_export.after_id,
    page_size;
  return result;
end;
$$;
grant execute on function private.read_audit_export(uuid, bigint, uuid, integer) to authenticated;

-- Returns a page of the caller's export: `rows`, each with `seq`, `previous`, `hash` and `entry`, the text that the
-- hash was computed from, and `next`, the cursor of the next page, null at the end.
create function public.read_audit_export(
  export_id uuid, after_moment bigint default null, after_id uuid default null, row_limit integer default 1000
)
returns json
language sql stable set search_path = '' as $$
  select private.read_audit_export(
    read_audit_export.export_id, read_audit_export.after_moment, read_audit_export.after_id, read_audit_export.row_limit
  );
$$;
grant execute on function public.read_audit_export(uuid, bigint, uuid, integer) to authenticated;

-- Returns the summary of an export, up to `row_cap` entries: their number, the first and last link, and the SHA-256
-- over their hashes in the order of the export.
create function public.sum_up_audit_export(user_id uuid, export_id uuid, row_cap integer)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  export private.audit_exports;
  result jsonb;
begin
  if not public.is_administrator(sum_up_audit_export.user_id) then
    return '{"outcome": "admin_required"}';
  end if;
  export := private.audit_export_of(sum_up_audit_export.user_id, sum_up_audit_export.export_id);
  execute format(
    'with found as materialized (%s), numbered as (select *, row_number() over () as position from found)
     select jsonb_build_object(
       ''outcome'', ''summed_up'',
       ''rows'', count(*) filter (where position <= $3),
       ''limited'', count(*) > $3,
       ''firstSeq'', min(seq) filter (where position <= $3),
       ''lastSeq'', max(seq) filter (where position <= $3),
       ''hashes'', encode(
         sha256(coalesce(string_agg(hash, ''''::bytea order by position) filter (where position <= $3), '''')), ''hex''
       )
     )
     from numbered',
    private.audit_export_query(export, sum_up_audit_export.row_cap + 1)
  )
  into result
  using null::timestamptz, null::uuid, sum_up_audit_export.row_cap;
  return result || jsonb_build_object(
    'filter', export.filter,
    'format', export.format,
    'upTo', export.up_to,
    'begunAt', private.utc_text(export.started_at)
  );
end;
$$;
grant execute on function public.sum_up_audit_export(uuid, uuid, integer) to service_role;

-- Legal holds: records on hold cannot be deleted, and entries on hold cannot be purged, by any caller.

-- `set_by` and `lifted_by` are null if an operator did it.
create table private.audit_holds (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject_id uuid,
  reason text not null,
  set_by uuid,
  set_by_email text,
  set_at timestamptz not null default now(),
  lifted_by uuid,
  lifted_by_email text,
  lifted_at timestamptz,
  constraint audit_holds_kind_known
    check (kind in ('all', 'user', 'participant', 'assistant', 'conversation')),
  constraint audit_holds_subject_matches_kind check ((kind = 'all') = (subject_id is null)),
  constraint audit_holds_reason_length check (char_length(btrim(reason)) between 1 and 500)
);

comment on table private.audit_holds is 'Legal holds: records and entries that must not be deleted, and why.';

create index audit_holds_active_idx on private.audit_holds (kind, subject_id) where lifted_at is null;

alter table private.audit_holds enable row level security;

-- Returns a hold with the name of its subject, for administrators and operators.
create function private.hold_to_jsonb(hold private.audit_holds)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', hold.id,
    'kind', hold.kind,
    'subjectId', hold.subject_id,
    'reason', hold.reason,
    'setBy', hold.set_by_email,
    'setAt', private.utc_text(hold.set_at),
    'liftedBy', hold.lifted_by_email,
    'liftedAt', private.utc_text(hold.lifted_at)
  );
$$;

-- Checks whether a record has this ID, or an entry of the log is about it: the record may be deleted already.
create function private.hold_subject_exists(kind text, subject_id uuid)
returns boolean
language sql stable set search_path = '' as $$
  select case kind
    when 'user' then
      exists (select from public.users where id = subject_id)
      or exists (select from public.audit_logs where user_id = subject_id)
      or exists (select from public.audit_logs where target_user_id = subject_id)
    when 'participant' then
      exists (select from public.participants where id = subject_id)
      or exists (select from public.audit_logs where participant_id = subject_id)
    when 'assistant' then
      exists (select from public.assistants where id = subject_id)
      or exists (select from public.audit_logs where assistant_id = subject_id)
    when 'conversation' then
      exists (select from public.conversations where id = subject_id)
      or exists (select from public.audit_logs where conversation_id = subject_id)
    else true
  end;
$$;

-- Sets a hold, as the signed-in user, else as an operator. The reason is not recorded in the log.
create function private.hold_audit(kind text, subject_id uuid, reason text)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  hold private.audit_holds;
begin
  -- Without an ID a constraint refuses it.
  if hold_audit.subject_id is not null and not private.hold_subject_exists(hold_audit.kind, hold_audit.subject_id) then
    raise exception 'No % has this ID, and no entry is about one.', hold_audit.kind using errcode = 'PT404';
  end if;
  insert into private.audit_holds (kind, subject_id, reason, set_by, set_by_email)
  values (
    hold_audit.kind, hold_audit.subject_id, btrim(hold_audit.reason), auth.uid(),
    (select email from public.users where id = auth.uid())
  )
  returning * into hold;
  perform private.record_hold('audit_hold_set', hold);
  return private.hold_to_jsonb(hold);
end;
$$;

create function private.record_hold(action text, hold private.audit_holds)
returns void
language sql set search_path = '' as $$
  insert into public.audit_logs (
    action, user_id, target_user_id, target_user_email, participant_id, participant_name, assistant_id,
    conversation_id, meta
  )
  values (
    record_hold.action,
    auth.uid(),
    case hold.kind when 'user' then hold.subject_id end,
    (select email from public.users where hold.kind = 'user' and id = hold.subject_id),
    case hold.kind when 'participant' then hold.subject_id end,
    (select display_name from public.participants where hold.kind = 'participant' and id = hold.subject_id),
    case hold.kind when 'assistant' then hold.subject_id end,
    case hold.kind when 'conversation' then hold.subject_id end,
    jsonb_build_object('hold', hold.id, 'kind', hold.kind)
  );
$$;

create function private.lift_audit_hold(hold_id uuid)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  hold private.audit_holds;
begin
  update private.audit_holds
  set lifted_at = now(),
      lifted_by = auth.uid(),
      lifted_by_email = (select email from public.users where users.id = auth.uid())
  where audit_holds.id = lift_audit_hold.hold_id and audit_holds.lifted_at is null
  returning * into hold;
  if not found then
    raise exception 'This hold does not exist, or was lifted already.' using errcode = 'PT404';
  end if;
  perform private.record_hold('audit_hold_lifted', hold);
  return private.hold_to_jsonb(hold);
end;
$$;

create function private.list_audit_holds()
returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(private.hold_to_jsonb(audit_holds) order by lifted_at desc nulls first, set_at desc, id), '[]'
  )
  from private.audit_holds;
$$;

-- Sets or lifts a hold, for administrators.
create function private.change_audit_holds(kind text, subject_id uuid, reason text, lifted_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if change_audit_holds.lifted_id is not null then
    return private.lift_audit_hold(change_audit_holds.lifted_id);
  end if;
  return private.hold_audit(change_audit_holds.kind, change_audit_holds.subject_id, change_audit_holds.reason);
end;
$$;
grant execute on function private.change_audit_holds(text, uuid, text, uuid) to authenticated;

create function private.read_audit_holds()
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.list_audit_holds();
end;
$$;
grant execute on function private.read_audit_holds() to authenticated;

create function public.set_audit_hold(kind text, subject_id uuid, reason text)
returns jsonb
language sql set search_path = '' as $$
  select private.change_audit_holds(set_audit_hold.kind, set_audit_hold.subject_id, set_audit_hold.reason, null);
$$;
grant execute on function public.set_audit_hold(text, uuid, text) to authenticated;

create function public.lift_audit_hold(hold_id uuid)
returns jsonb
language sql set search_path = '' as $$
  select private.change_audit_holds(null, null, null, lift_audit_hold.hold_id);
$$;
grant execute on function public.lift_audit_hold(uuid) to authenticated;

create function public.list_audit_holds()
returns jsonb
language sql stable set search_path = '' as $$
  select private.read_audit_holds();
$$;
grant execute on function public.list_audit_holds() to authenticated;

-- Returns the reason of a hold on one of these, or on everything; null without one.
create function private.reason_of_hold(
  user_id uuid default null,
  participant_id uuid default null,
  assistant_id uuid default null,
  conversation_id uuid default null
)
returns text
language sql stable security definer set search_path = '' as $$
  select reason
  from private.audit_holds
  where lifted_at is null
    and (
      kind = 'all'
      or kind = 'user' and subject_id = reason_of_hold.user_id
      or kind = 'participant' and subject_id = reason_of_hold.participant_id
      or kind = 'assistant' and subject_id = reason_of_hold.assistant_id
      or kind = 'conversation' and subject_id = reason_of_hold.conversation_id
    )
  order by set_at
  limit 1;
$$;

-- Returns the reason of a hold that protects a conversation and its files; null without one.
create function private.reason_of_conversation_hold(conversation_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select private.reason_of_hold(
    conversations.user_id, assistants.participant_id, conversations.assistant_id, conversations.id
  )
  from public.conversations
  join public.assistants on assistants.id = conversations.assistant_id
  where conversations.id = reason_of_conversation_hold.conversation_id;
$$;

-- Returns the reason of a hold that protects a document: on its assistant, or on its participant; null without one.
create function private.reason_of_document_hold(document_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select private.reason_of_hold(participant_id => assistants.participant_id, assistant_id => assistants.id)
  from public.documents
  left join public.assistants
    on assistants.id = documents.assistant_id or assistants.participant_id = documents.participant_id
  where documents.id = reason_of_document_hold.document_id
  union all
  select private.reason_of_hold(participant_id => documents.participant_id)
  from public.documents
  where documents.id = reason_of_document_hold.document_id
  order by 1
  limit 1;
$$;

-- Refuses to delete records on hold. Deleting a user, a participant or an assistant deletes conversations first, so a
-- hold on a conversation protects them too.
create function private.refuse_deletion_on_hold()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reason text;
begin
  -- Waits for holds that are being set, and blocks new ones.
  lock table private.audit_holds in share mode;
  reason := case tg_table_name
    when 'users' then private.reason_of_hold(user_id => old.id)
    when 'participants' then private.reason_of_hold(participant_id => old.id)
    when 'assistants' then private.reason_of_hold(assistant_id => old.id)
    when 'conversations' then private.reason_of_conversation_hold(old.id)
    when 'attachments' then private.reason_of_conversation_hold(
      (to_jsonb(old) ->> 'conversation_id')::uuid
    )
    when 'documents' then private.reason_of_document_hold(old.id)
  end;
  if reason is not null then
    raise exception 'This is on legal hold and cannot be deleted: %', reason using errcode = 'PT409';
  end if;
  return old;
end;
$$;

create trigger refuse_deletion_on_hold
  before delete on public.users
  for each row execute function private.refuse_deletion_on_hold();

create trigger refuse_deletion_on_hold
  before delete on public.participants
  for each row execute function private.refuse_deletion_on_hold();

create trigger refuse_deletion_on_hold
  before delete on public.assistants
  for each row execute function private.refuse_deletion_on_hold();

create trigger refuse_deletion_on_hold
  before delete on public.conversations
  for each row execute function private.refuse_deletion_on_hold();

create trigger refuse_deletion_on_hold
  before delete on public.attachments
  for each row execute function private.refuse_deletion_on_hold();

create trigger refuse_deletion_on_hold
  before delete on public.documents
  for each row execute function private.refuse_deletion_on_hold();

-- Retention: a purge deletes entries that are old enough, except those on hold. It leaves their links, so that the
-- chain stays complete, and records which links have no entry any more.

-- Deletes up to `row_limit` entries older than `before`, oldest first, except those on hold and the records of purges,
-- and records the links that lost their entries as ranges. Returns `purged`, and `more`: whether to call it again.
create function private.purge_audit(before timestamptz, row_limit integer)
returns jsonb
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  -- As many as fit into the audit row.
  max_ranges constant integer := 150;
  entries uuid[];
  ranges jsonb;
  entry_count integer;
begin
  -- Waits for holds that are being set, and blocks new ones.
  lock table private.audit_holds in share mode;
  if exists (select 1 from private.audit_holds where kind = 'all' and lifted_at is null) then
    return '{"purged": 0, "more": false}';
  end if;

  with old as (
    select audit_logs.id, audit_chain.seq
    from public.audit_logs
    join private.audit_chain on audit_chain.entry_id = audit_logs.id
    where audit_logs.created_at < purge_audit.before
      and audit_logs.action <> 'audit_purged'
      and not exists (
        select 1
        from private.audit_holds
        where lifted_at is null
          and (
            kind = 'user' and subject_id in (audit_logs.user_id, audit_logs.target_user_id)
            or kind = 'participant' and subject_id = audit_logs.participant_id
            or kind = 'assistant' and subject_id = audit_logs.assistant_id
            or kind = 'conversation' and subject_id = audit_logs.conversation_id
          )
      )
    order by audit_logs.created_at, audit_logs.id
    limit greatest(purge_audit.row_limit, 1)
  ), islands as (
    select id, seq, seq - row_number() over (order by seq) as island from old
  ), numbered as (
    select id, seq, dense_rank() over (order by island) as number from islands
  ), selected as (
    select id, seq, number from numbered where number <= max_ranges
  )
  select
    array_agg(id),
    (
      select jsonb_agg(jsonb_build_array(first_seq, last_seq) order by first_seq)
      from (select min(seq) as first_seq, max(seq) as last_seq from selected group by number) as spans
    )
  into entries, ranges
  from selected;

  entry_count := coalesce(cardinality(entries), 0);
  if entry_count = 0 then
    return '{"purged": 0, "more": false}';
  end if;
  perform set_config('audit.purging', pg_current_xact_id()::text, true);
  delete from public.audit_logs where id = any (entries);
  perform set_config('audit.purging', '', true);
  insert into public.audit_logs (action, user_id, meta)
  values (
    'audit_purged',
    auth.uid(),
    jsonb_build_object('before', private.utc_text(purge_audit.before), 'count', entry_count, 'ranges', ranges)
  );
  return jsonb_build_object('purged', entry_count, 'more', true);
end;
$$;

-- Retention period of the entries: one row, which only the owner of the database can change. The server's key cannot
-- change it, and so cannot empty the log.
create table private.audit_retention (
  only_row boolean primary key default true,
  -- null: nothing is purged
  days integer,
  constraint audit_retention_one_row check (only_row),
  constraint audit_retention_days check (days between 1 and 99999)
);
alter table private.audit_retention enable row level security;

-- Sets the retention, for the owner: at the server's start, or with `homie audit retention`.
create function private.set_audit_retention(days integer)
returns void
language sql set search_path = '' as $$
  insert into private.audit_retention (days) values (set_audit_retention.days)
  on conflict (only_row) do update set days = excluded.days where audit_retention.days is distinct from excluded.days;
$$;

create function public.read_audit_retention()
returns integer
language sql stable security definer set search_path = '' as $$
  select days from private.audit_retention;
$$;
grant execute on function public.read_audit_retention() to service_role;

-- Returns the reason why the server may not purge the entries older than `before`: the clock may be wrong, or they are
-- more than a tenth of the log. An operator may: `homie audit purge`.
create function private.purge_problem(before timestamptz)
returns text
language plpgsql stable set search_path = '' as $$
declare
  newest constant timestamptz := (select max(created_at) from public.audit_logs where action <> 'audit_purged');
  total constant bigint := (
    (select coalesce(sum(entries), 0) from private.audit_counts)
    + (select coalesce(sum(entries), 0) from private.audit_count_changes)
  );
begin
  if newest < now() - interval '30 days' then
    return 'The newest entry is more than 30 days old, so the clock may be wrong.';
  end if;
  if (
    select count(*) > total / 10
    from (
      select from public.audit_logs
      where created_at < purge_problem.before and action <> 'audit_purged'
      limit total / 10 + 1
    ) as old
  ) then
    return 'More than a tenth of the log would be deleted at once.';
  end if;
  return null;
end;
$$;

-- Runs one step of the purge, for the server: deletes entries that are older than the retention. Returns `refused`,
-- an error message, if that could be a mistake.
create function public.purge_audit(row_limit integer default 5000)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  before constant timestamptz := now() - (select days from private.audit_retention) * interval '1 day';
  problem constant text := private.purge_problem(before);
begin
  if before is null then
    return '{"purged": 0, "more": false}';
  end if;
  if problem is not null then
    return jsonb_build_object('purged', 0, 'more', false, 'refused', problem);
  end if;
  return private.purge_audit(before, least(purge_audit.row_limit, 20000));
end;
$$;
grant execute on function public.purge_audit(integer) to service_role;

-- Feedback of users on replies, and its review by administrators.

-- What one user thinks of one reply. Administrators read all feedback. The conversation stays private: they read the
-- question and the reply only if the user shared them, through `read_shared_reply`.
create table public.reply_feedback (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  message_id uuid not null references public.messages (id) on delete cascade,
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  assistant_id uuid not null references public.assistants (id) on delete cascade,
  turn_id uuid references public.turns (id) on delete set null,
  rating text not null,
  reason text,
  comment text not null default '',
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reviewed_at timestamptz,
  reviewed_by uuid references public.users (id) on delete set null,
  -- Sorts problems that are not reviewed before all others.
  urgent boolean not null generated always as (rating = 'problem' and reviewed_at is null) stored,
  constraint reply_feedback_one_per_user_and_reply unique (user_id, message_id),
  constraint reply_feedback_rating_known check (rating in ('helpful', 'not_helpful', 'problem')),
  constraint reply_feedback_reason_fits_rating check (
    case rating
      when 'helpful' then reason is null
      when 'not_helpful' then
        coalesce(reason in ('wrong', 'outdated', 'incomplete', 'unclear', 'off_topic', 'other'), false)
      else coalesce(reason in ('harmful', 'private', 'disrespectful', 'other'), false)
    end
  ),
  constraint reply_feedback_comment_length check (char_length(comment) <= 1000)
);

comment on column public.reply_feedback.shared is
  'The user lets administrators read the question and the reply.';
comment on column public.reply_feedback.updated_at is 'Time of the last change by the user; a review does not change it.';

create index reply_feedback_message_id_idx on public.reply_feedback (message_id);
create index reply_feedback_conversation_id_idx on public.reply_feedback (conversation_id);
create index reply_feedback_assistant_id_idx on public.reply_feedback (assistant_id, created_at);
create index reply_feedback_turn_id_idx on public.reply_feedback (turn_id);
create index reply_feedback_reviewed_by_idx on public.reply_feedback (reviewed_by);
create index reply_feedback_review_idx on public.reply_feedback (urgent desc, updated_at desc, id);

grant
  select (
    id, user_id, message_id, conversation_id, assistant_id, turn_id, rating, reason, comment, shared, created_at,
    updated_at, reviewed_at, reviewed_by, urgent
  ),
  insert (message_id, rating, reason, comment, shared),
  update (rating, reason, comment, shared),
  delete
on table public.reply_feedback to authenticated;

alter table public.reply_feedback enable row level security;

-- Copies conversation, assistant and turn of the reply. Feedback that the user changes is new to administrators.
create function private.complete_feedback()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if (new.rating, new.reason, new.comment, new.shared) is distinct from (old.rating, old.reason, old.comment, old.shared)
    then
      new.updated_at := now();
      new.reviewed_at := null;
      new.reviewed_by := null;
    end if;
    return new;
  end if;
  select conversations.id, conversations.assistant_id
  into new.conversation_id, new.assistant_id
  from public.messages
  join public.conversations on conversations.id = messages.conversation_id
  where messages.id = new.message_id;
  select turns.id into new.turn_id from public.turns where turns.assistant_message_id = new.message_id limit 1;
  return new;
end;
$$;

create trigger complete_feedback
  before insert or update on public.reply_feedback
  for each row execute function private.complete_feedback();

-- Records that a user gave, changed or removed feedback, without the comment, and limits how often. Feedback that is
-- deleted together with its conversation has no separate entry.
create function private.audit_feedback()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  per_hour constant integer := 120;
  feedback public.reply_feedback := coalesce(new, old);
begin
  if tg_op = 'DELETE' and not exists (select 1 from public.messages where id = old.message_id) then
    return null;
  end if;
  perform private.limit_per_hour(
    '{feedback_given,feedback_removed}', per_hour,
    format('You have changed feedback %s times within an hour. Please try again later.', per_hour)
  );
  perform private.record_audit(
    case tg_op when 'DELETE' then 'feedback_removed' else 'feedback_given' end,
    feedback.user_id,
    feedback.assistant_id,
    feedback.conversation_id,
    jsonb_strip_nulls(
      jsonb_build_object(
        'feedback', feedback.id,
        'turn_id', feedback.turn_id,
        'rating', feedback.rating,
        'reason', feedback.reason,
        'shared', feedback.shared
      )
    )
  );
  return null;
end;
$$;

create trigger audit_feedback
  after insert or delete on public.reply_feedback
  for each row execute function private.audit_feedback();

create trigger audit_changed_feedback
  after update on public.reply_feedback
  for each row
  when (
    (old.rating, old.reason, old.comment, old.shared) is distinct from (new.rating, new.reason, new.comment, new.shared)
  )
  execute function private.audit_feedback();

create policy "Users read their own feedback, admins read all"
  on public.reply_feedback for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Users give feedback on replies that they may read"
  on public.reply_feedback for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select 1 from public.messages where messages.id = reply_feedback.message_id and messages.role = 'assistant')
  );

create policy "Users change their own feedback while they may read the reply"
  on public.reply_feedback for update to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid())
    and exists (select 1 from public.messages where messages.id = reply_feedback.message_id)
  );

create policy "Users remove their own feedback"
  on public.reply_feedback for delete to authenticated
  using (user_id = (select auth.uid()));

-- Stores the caller's feedback on a reply, instead of earlier feedback on it. Returns false if the conversation has no
-- such reply.
create function public.save_feedback(
  conversation_id uuid,
  message_id uuid,
  rating text,
  reason text,
  comment text,
  shared boolean
)
returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  insert into public.reply_feedback (message_id, rating, reason, comment, shared)
  select messages.id, save_feedback.rating, save_feedback.reason, save_feedback.comment, save_feedback.shared
  from public.messages
  where messages.id = save_feedback.message_id
    and messages.conversation_id = save_feedback.conversation_id
    and messages.role = 'assistant'
  on conflict on constraint reply_feedback_one_per_user_and_reply
  do update set
    rating = excluded.rating, reason = excluded.reason, comment = excluded.comment, shared = excluded.shared;
  return found;
end;
$$;
grant execute on function public.save_feedback(uuid, uuid, text, text, text, boolean) to authenticated;

-- Returns one page of all feedback for administrators, problems that are not reviewed first, then the latest:
-- `{rows, total}`. `reason` is a rating or a reason, `state` is new or reviewed, `q` a part of the comment or of the
-- user's email.
create function public.list_feedback(
  q text default '',
  assistant_id uuid default null,
  reason text default null,
  state text default null,
  first_row integer default 0,
  row_limit integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return (
    with found as (
      select
        reply_feedback.id, reply_feedback.assistant_id, conversation_id, message_id, turn_id, rating, reason, comment,
        shared, reply_feedback.created_at, reply_feedback.updated_at, reviewed_at, urgent, assistants.label as assistant_label,
        users.email as user_email, users.display_name as user_name, reviewers.email as reviewer_email
      from public.reply_feedback
      join public.assistants on assistants.id = reply_feedback.assistant_id
      join public.users on users.id = reply_feedback.user_id
      left join public.users as reviewers on reviewers.id = reply_feedback.reviewed_by
      where (list_feedback.assistant_id is null or reply_feedback.assistant_id = list_feedback.assistant_id)
        and (list_feedback.reason is null or list_feedback.reason in (rating, reply_feedback.reason))
        and (list_feedback.state is null or (list_feedback.state = 'reviewed') = (reviewed_at is not null))
        and (
          list_feedback.q = ''
          or comment ~* (select private.search_pattern(list_feedback.q))
          or users.email ~* (select private.search_pattern(list_feedback.q))
          or users.display_name ~* (select private.search_pattern(list_feedback.q))
        )
    ), page as (
      select * from found
      order by urgent desc, updated_at desc, id
      offset greatest(list_feedback.first_row, 0)
      limit greatest(least(list_feedback.row_limit, 100), 1)
    )
    select jsonb_build_object(
      'rows', (
        select coalesce(jsonb_agg(to_jsonb(page) order by urgent desc, updated_at desc, id), '[]') from page
      ),
      'total', (select count(*) from found)
    )
  );
end;
$$;
grant execute on function public.list_feedback(text, uuid, text, text, integer, integer) to authenticated;

-- Returns how much feedback each assistant got per week (from Monday, in Melbourne), for administrators:
-- `[{assistant_id, label, weeks: [{week, helpful, not_helpful, problem}, …]}, …]`, the latest week last.
create function public.feedback_trends(week_count integer default 6)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  this_week constant date := date_trunc('week', now() at time zone 'Australia/Melbourne')::date;
begin
  perform private.require_admin();
  return (
    with weeks as (
      select this_week - 7 * step as week
      from generate_series(0, greatest(least(feedback_trends.week_count, 26), 1) - 1) as step
    ), given as (
      select
        reply_feedback.assistant_id,
        date_trunc('week', reply_feedback.created_at at time zone 'Australia/Melbourne')::date as week,
        count(*) filter (where rating = 'helpful') as helpful,
        count(*) filter (where rating = 'not_helpful') as not_helpful,
        count(*) filter (where rating = 'problem') as problem
      from public.reply_feedback
      group by 1, 2
    ), counted as (
      select assistants.id, assistants.label, assistants.label_order, jsonb_agg(
        jsonb_build_object(
          'week', weeks.week,
          'helpful', coalesce(given.helpful, 0),
          'not_helpful', coalesce(given.not_helpful, 0),
          'problem', coalesce(given.problem, 0)
        )
        order by weeks.week
      ) as weeks
      from public.assistants
      cross join weeks
      left join given on given.assistant_id = assistants.id and given.week = weeks.week
      where assistants.id in (select given.assistant_id from given join weeks on weeks.week = given.week)
      group by assistants.id
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object('assistant_id', id, 'label', label, 'weeks', counted.weeks) order by label_order, id
      ),
      '[]'
    )
    from counted
  );
end;
$$;
grant execute on function public.feedback_trends(integer) to authenticated;

-- Marks feedback as reviewed or as new and records that. `version` is its `updated_at` as the administrator saw it.
create function private.review_feedback(feedback_id uuid, version timestamptz, reviewed boolean)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  feedback public.reply_feedback;
begin
  perform private.require_admin();
  select * into feedback from public.reply_feedback where id = review_feedback.feedback_id for update;
  if not found then
    raise exception 'The user has removed this feedback.' using errcode = 'PT404';
  end if;
  if feedback.updated_at is distinct from review_feedback.version then
    raise exception 'The user has changed this feedback. Check it again.' using errcode = 'PT409';
  end if;
  if review_feedback.reviewed <> (feedback.reviewed_at is not null) then
    update public.reply_feedback
    set reviewed_at = case when review_feedback.reviewed then now() end,
        reviewed_by = case when review_feedback.reviewed then auth.uid() end
    where id = feedback.id;
    insert into public.audit_logs (
      action, user_id, assistant_id, conversation_id, target_user_id, target_user_email, meta
    )
    values (
      'feedback_reviewed', auth.uid(), feedback.assistant_id, feedback.conversation_id, feedback.user_id,
      (select email from public.users where id = feedback.user_id),
      jsonb_build_object('feedback', feedback.id, 'reviewed', review_feedback.reviewed)
    );
  end if;
end;
$$;
grant execute on function private.review_feedback(uuid, timestamptz, boolean) to authenticated;

create function public.review_feedback(feedback_id uuid, version timestamptz, reviewed boolean)
returns void
language sql set search_path = '' as $$
  select private.review_feedback(review_feedback.feedback_id, review_feedback.version, review_feedback.reviewed);
$$;
grant execute on function public.review_feedback(uuid, timestamptz, boolean) to authenticated;

-- Returns the question and the reply that a user shared with feedback, and records that the administrator read them,
-- once an hour; null if they are not shared.
create function private.read_shared_reply(feedback_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  feedback public.reply_feedback;
  viewed_record constant jsonb := jsonb_build_object('kind', 'feedback', 'id', read_shared_reply.feedback_id);
begin
  perform private.require_admin();
  select * into feedback from public.reply_feedback where id = read_shared_reply.feedback_id and shared for share;
  if not found then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(auth.uid()::text || feedback.id::text, 3));
  if feedback.user_id <> auth.uid() and not exists (
    select 1
    from public.audit_logs
    where user_id = auth.uid()
      and action = 'record_viewed'
      and meta = viewed_record
      and created_at > now() - interval '1 hour'
  ) then
    insert into public.audit_logs (
      action, user_id, assistant_id, conversation_id, target_user_id, target_user_email, meta
    )
    values (
      'record_viewed', auth.uid(), feedback.assistant_id, feedback.conversation_id, feedback.user_id,
      (select email from public.users where id = feedback.user_id), viewed_record
    );
  end if;
  return (
    select jsonb_build_object(
      'question', coalesce(questions.content, ''),
      'reply', replies.content,
      'citations', replies.citations
    )
    from public.messages as replies
    left join public.messages as questions on questions.id = replies.parent_id
    where replies.id = feedback.message_id
  );
end;
$$;
grant execute on function private.read_shared_reply(uuid) to authenticated;

create function public.read_shared_reply(feedback_id uuid)
returns jsonb
language sql set search_path = '' as $$
  select private.read_shared_reply(read_shared_reply.feedback_id);
$$;
grant execute on function public.read_shared_reply(uuid) to authenticated;

-- Handing a conversation over: the owner gives a colleague who may use the assistant a snapshot of the path that is
-- shown, and can revoke it at any time. The colleague reads the snapshot and the files in it while they may use the
-- assistant. No one else does, administrators included.

-- One snapshot of a conversation for one recipient. Handing it over again replaces the snapshot.
create table public.handovers (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  -- That of the conversation, which is deleted with it.
  assistant_id uuid not null,
  owner_id uuid not null references public.users (id) on delete cascade,
  recipient_id uuid not null references public.users (id) on delete cascade,
  title text not null,
  owner_email text not null,
  recipient_email text not null,
  -- Only `open_handover` returns it: [{id, role, content, files, created_at, citations?, notes?}, …].
  messages jsonb not null,
  file_paths text[] not null default '{}',
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  -- Names at the time of the handover, like the emails.
  owner_name text not null,
  recipient_name text not null,
  -- What the owner wrote to the recipient.
  note text,
  -- The recipient was to get a mail, because this snapshot was not opened within an hour.
  mailed_at timestamptz,
  constraint handovers_one_per_recipient unique (conversation_id, recipient_id),
  constraint handovers_to_another_user check (owner_id <> recipient_id),
  constraint handovers_title_plain check (title = private.plain_line(title)),
  constraint handovers_names_plain
    check (owner_name = private.plain_line(owner_name) and recipient_name = private.plain_line(recipient_name)),
  constraint handovers_note_valid check (char_length(note) between 1 and 200 and note = private.plain_line(note))
);

comment on column public.handovers.file_paths is 'The files of the messages, which the recipient may read.';
comment on column public.handovers.opened_at is 'The recipient first opened this snapshot.';

-- A conversation that continues a handover loses it with the handover.
alter table public.conversations
  add constraint conversations_handover_id_fkey
    foreign key (handover_id) references public.handovers (id) on delete set null;

create index conversations_handover_id_idx on public.conversations (handover_id);

create index handovers_unopened_idx on public.handovers (created_at) where opened_at is null and mailed_at is null;
create index handovers_owner_id_idx on public.handovers (owner_id);
create index handovers_recipient_id_idx on public.handovers (recipient_id, created_at desc, id);

grant
  select (
    id, conversation_id, assistant_id, owner_id, recipient_id, title, owner_email, recipient_email, file_paths,
    created_at, opened_at, owner_name, recipient_name, note
  ),
  delete
on table public.handovers to authenticated;

alter table public.handovers enable row level security;

-- Updates the list of the recipient.
create function private.track_handover()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.track_changes(array[(coalesce(new, old)).recipient_id], array[null::uuid]);
  return null;
end;
$$;

create trigger track_handover
  after insert or delete on public.handovers
  for each row execute function private.track_handover();

create trigger track_replaced_handover
  after update of messages on public.handovers
  for each row execute function private.track_handover();

-- Refuses a conversation that continues a handover to someone else, or with another assistant.
create function private.check_continued_handover()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select 1
    from public.handovers
    where id = new.handover_id
      and recipient_id = new.user_id
      and assistant_id = new.assistant_id
      and private.can_use_assistant(assistant_id, new.user_id)
  ) then
    raise exception 'This handover is no longer available.' using errcode = 'PT404';
  end if;
  return new;
end;
$$;

create trigger check_continued_handover
  before insert or update of handover_id, user_id, assistant_id on public.conversations
  for each row when (new.handover_id is not null) execute function private.check_continued_handover();

create function private.audit_handover(action text, handover public.handovers)
returns void
language sql set search_path = '' as $$
  insert into public.audit_logs (
    action, user_id, assistant_id, conversation_id, target_user_id, target_user_email, meta
  )
  values (
    audit_handover.action,
    auth.uid(),
    (audit_handover.handover).assistant_id,
    (audit_handover.handover).conversation_id,
    case auth.uid()
      when (audit_handover.handover).recipient_id then (audit_handover.handover).owner_id
      else (audit_handover.handover).recipient_id
    end,
    case auth.uid()
      when (audit_handover.handover).recipient_id then (audit_handover.handover).owner_email
      else (audit_handover.handover).recipient_email
    end,
    jsonb_build_object('handover', (audit_handover.handover).id)
  );
$$;

-- Records a revocation. A handover that is deleted together with its conversation or a user has no separate entry.
create function private.audit_revoked_handover()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.conversations where id = old.conversation_id)
    and exists (select 1 from public.users where id = old.recipient_id)
  then
    perform private.audit_handover('handover_revoked', old);
  end if;
  return null;
end;
$$;

create trigger audit_revoked_handover
  after delete on public.handovers
  for each row execute function private.audit_revoked_handover();

create policy "Owners read their handovers, recipients while they have access"
  on public.handovers for select to authenticated
  using (
    owner_id = (select auth.uid())
    or (recipient_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()))
  );

create policy "Owners revoke their handovers"
  on public.handovers for delete to authenticated
  using (owner_id = (select auth.uid()));

-- One policy for own conversations and handovers: PostgreSQL evaluates each permissive policy for each row. Objects of
-- these files are readable through their attachments.
create policy "Users read attachments of own conversations and of handovers"
  on public.attachments for select to authenticated
  using (
    exists (select 1 from public.conversations where conversations.id = attachments.conversation_id)
    or (
      scan_status = 'clean'
      and exists (
        select 1
        from public.handovers
        where handovers.conversation_id = attachments.conversation_id
          and handovers.recipient_id = (select auth.uid())
          and attachments.supabase_path = any (handovers.file_paths)
      )
    )
  );

-- Lists up to 20 users to whom the caller may hand a conversation over, as `[{id, name, email}, …]`: those who may use
-- its assistant. Returns none for a conversation of another user.
create function private.list_handover_recipients(conversation_id uuid, q text)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', found.id, 'name', found.name, 'email', found.email) order by found.sort_name, found.email
    ),
    '[]'
  )
  from (
    select users.id, private.shown_name(users) as name, users.email, users.sort_name
    from public.conversations
    join public.users on users.id <> conversations.user_id
    where conversations.id = list_handover_recipients.conversation_id
      and conversations.user_id = auth.uid()
      and private.can_use_assistant(conversations.assistant_id, auth.uid())
      and (
        users.email ~* (select private.search_pattern(list_handover_recipients.q))
        or users.display_name ~* (select private.search_pattern(list_handover_recipients.q))
      )
      and private.can_use_assistant(conversations.assistant_id, users.id)
    order by users.sort_name, users.id
    limit 20
  ) as found;
$$;
grant execute on function private.list_handover_recipients(uuid, text) to authenticated;

create function public.list_handover_recipients(conversation_id uuid, q text default '')
returns jsonb
language sql stable set search_path = '' as $$
  select private.list_handover_recipients(list_handover_recipients.conversation_id, list_handover_recipients.q);
$$;
grant execute on function public.list_handover_recipients(uuid, text) to authenticated;

-- Hands the path that is shown over to a colleague, and records that. Returns the id of the handover.
-- @param note what the owner writes to the recipient, on one line
create function private.hand_over(conversation_id uuid, recipient_id uuid, note text)
returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  recipients_max constant integer := 20;
  per_hour constant integer := 30;
  conversation public.conversations;
  owner public.users;
  recipient public.users;
  snapshot jsonb;
  handover public.handovers;
begin
  select * into conversation
  from public.conversations
  where id = hand_over.conversation_id
    and user_id = auth.uid()
    and private.can_use_assistant(assistant_id, auth.uid())
  for no key update;
  if not found then
    raise exception 'This conversation no longer exists.' using errcode = 'PT404';
  end if;
  -- Access cannot be revoked in the meantime.
  perform private.lock_access_shared(conversation.assistant_id);
  select * into recipient from public.users where id = hand_over.recipient_id and id <> auth.uid();
  -- The same message for an unknown user, so that it does not reveal who has an account.
  if not found or not private.can_use_assistant(conversation.assistant_id, recipient.id) then
    raise exception 'This person may not use the assistant.' using errcode = 'PT403';
  end if;
  if recipients_max <= (
    select count(*)
    from public.handovers
    where conversation_id = conversation.id and recipient_id <> recipient.id
  ) then
    raise exception 'A conversation can be handed over to at most % people.', recipients_max using errcode = 'PT409';
  end if;
  perform private.limit_per_hour(
    '{handed_over}', per_hour,
    format('You have handed over %s conversations within an hour. Please try again later.', per_hour)
  );

  select jsonb_agg(message - 'parent_id' - 'alternatives' - 'turn' - 'openai_message_id' order by position)
  into snapshot
  from jsonb_array_elements(private.read_path(conversation.id, null, null, null) -> 'rows')
    with ordinality as rows (message, position);
  if snapshot is null then
    raise exception 'This conversation has no messages yet.' using errcode = 'PT409';
  end if;

  select * into owner from public.users where id = auth.uid();
  insert into public.handovers (
    conversation_id, assistant_id, owner_id, recipient_id, title, owner_email, recipient_email, messages, file_paths,
    owner_name, recipient_name, note
  )
  values (
    conversation.id, conversation.assistant_id, owner.id, recipient.id, conversation.title, owner.email,
    recipient.email, snapshot,
    array(select path #>> '{}' from jsonb_path_query(snapshot, '$[*].files[*].supabasePath') as path),
    private.shown_name(owner), private.shown_name(recipient), nullif(btrim(hand_over.note), '')
  )
  on conflict on constraint handovers_one_per_recipient do update set
    title = excluded.title, owner_email = excluded.owner_email, recipient_email = excluded.recipient_email,
    messages = excluded.messages, file_paths = excluded.file_paths, owner_name = excluded.owner_name,
    recipient_name = excluded.recipient_name, note = excluded.note, created_at = now(), opened_at = null,
    mailed_at = null
  returning * into handover;
  perform private.audit_handover('handed_over', handover);
  return handover.id;
end;
$$;
grant execute on function private.hand_over(uuid, uuid, text) to authenticated;

create function public.hand_over(conversation_id uuid, recipient_id uuid, note text default null)
returns uuid
language sql set search_path = '' as $$
  select private.hand_over(hand_over.conversation_id, hand_over.recipient_id, hand_over.note);
$$;
grant execute on function public.hand_over(uuid, uuid, text) to authenticated;

-- Returns a snapshot to its recipient, and records the first time; null if it was revoked or access has ended.
create function private.open_handover(handover_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  handover public.handovers;
begin
  select * into handover
  from public.handovers
  where id = open_handover.handover_id
    and recipient_id = auth.uid()
    and private.can_use_assistant(assistant_id, auth.uid())
  for no key update;
  if not found then
    return null;
  end if;
  if handover.opened_at is null then
    update public.handovers set opened_at = now() where id = handover.id;
    perform private.audit_handover('handover_opened', handover);
  end if;
  return jsonb_build_object(
    'id', handover.id,
    'conversation_id', handover.conversation_id,
    'assistant_id', handover.assistant_id,
    'assistant_label', (select label from public.assistants where id = handover.assistant_id),
    'title', handover.title,
    'owner_name', handover.owner_name,
    'owner_email', handover.owner_email,
    'note', handover.note,
    'created_at', handover.created_at,
    'messages', handover.messages
  );
end;
$$;
grant execute on function private.open_handover(uuid) to authenticated;

create function public.open_handover(handover_id uuid)
returns jsonb
language sql set search_path = '' as $$
  select private.open_handover(open_handover.handover_id);
$$;
grant execute on function public.open_handover(uuid) to authenticated;

-- Returns the latest messages of the handover that a conversation continues, oldest first, as context of a reply; an
-- empty list if the caller may not read it. At most `page_size`, and no more than fit into `max_characters`.
create function private.read_continued_messages(conversation_id uuid, page_size integer, max_characters integer)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(latest.message order by latest.position), '[]')
    from (
      select
        message,
        position,
        row_number() over newest as step,
        sum(char_length(message ->> 'content')) over newest as characters
      from public.conversations
      join public.handovers on handovers.id = conversations.handover_id
      cross join jsonb_array_elements(handovers.messages) with ordinality as rows (message, position)
      where conversations.id = read_continued_messages.conversation_id
        and conversations.user_id = auth.uid()
        and handovers.recipient_id = auth.uid()
        and private.can_use_assistant(handovers.assistant_id, auth.uid())
      window newest as (order by position desc)
    ) as latest
    where latest.step <= read_continued_messages.page_size
      and (read_continued_messages.max_characters is null or latest.characters <= read_continued_messages.max_characters)
  );
end;
$$;
grant execute on function private.read_continued_messages(uuid, integer, integer) to authenticated;

-- Returns whether a handover to an address still waits to be opened by someone who may use its assistant.
create function private.is_handover_waiting(handover_id uuid, recipient_email text)
returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select 1
    from public.handovers
    join public.users on users.id = handovers.recipient_id
    where handovers.id = is_handover_waiting.handover_id
      and users.email = is_handover_waiting.recipient_email
      and handovers.opened_at is null
      and private.can_use_assistant(handovers.assistant_id, users.id)
  );
$$;

-- Claims up to 50 handovers that no one opened within an hour, each once, and returns those that still wait. The embedded
-- server mails their recipients.
create function private.claim_unopened_handovers()
returns table (handover_id uuid, recipient_email text)
language sql set search_path = '' as $$
  with claimed as (
    update public.handovers
    set mailed_at = now()
    where id in (
      select id
      from public.handovers
      where opened_at is null and mailed_at is null and created_at < now() - interval '1 hour'
      order by created_at
      limit 50
      for update skip locked
    )
    returning id, recipient_id
  )
  select claimed.id, users.email
  from claimed
  join public.users on users.id = claimed.recipient_id
  where private.is_handover_waiting(claimed.id, users.email);
$$;

-- The record of who opened documents, cited passages, previews and files: an audit entry once an hour per user and
-- document or file, so that reading back and forth adds no more entries than sending a message does.
--
-- A user who may read a document may also select its passages, as the server does for replies. That is not recorded here.
-- The paths of files are not readable, so every download is.

-- Inserts an entry, unless there is one of the last hour for the same id.
-- @param id_key the key of `meta` with the id
create function private.record_open(
  action text, id_key text, meta jsonb, assistant_id uuid, participant_id uuid, conversation_id uuid
)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended(auth.uid()::text || (record_open.meta ->> record_open.id_key), 3));
  if auth.uid() is null or exists (
    select 1
    from public.audit_logs
    where user_id = auth.uid()
      and action = record_open.action
      and meta ->> record_open.id_key = record_open.meta ->> record_open.id_key
      and created_at > now() - interval '1 hour'
  ) then
    return;
  end if;
  insert into public.audit_logs (
    action, user_id, assistant_id, participant_id, participant_name, conversation_id, meta
  )
  values (
    record_open.action,
    auth.uid(),
    record_open.assistant_id,
    record_open.participant_id,
    (select display_name from public.participants where id = record_open.participant_id),
    record_open.conversation_id,
    record_open.meta
  );
end;
$$;

create function private.record_document_open(version_id uuid)
returns void
language sql security definer set search_path = '' as $$
  select private.record_open(
    'document_opened',
    'document_id',
    jsonb_build_object('document_id', documents.id, 'title', documents.title, 'version', versions.number),
    documents.assistant_id,
    documents.participant_id,
    null
  )
  from public.document_versions as versions
  join public.documents on documents.id = versions.document_id
  where versions.id = record_document_open.version_id;
$$;
grant execute on function private.record_document_open(uuid) to authenticated;

create function private.record_file_open(attachment_id uuid)
returns void
language sql security definer set search_path = '' as $$
  select private.record_open(
    'file_opened', 'attachment_id', jsonb_build_object('attachment_id', id), null, null, conversation_id
  )
  from public.attachments
  where id = record_file_open.attachment_id;
$$;
grant execute on function private.record_file_open(uuid) to authenticated;

-- Returns a version of a document that the caller may read, and records that they opened it; null if there is none.
create function public.open_document(version_id uuid)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  opened jsonb;
begin
  select jsonb_build_object(
    'title', documents.title,
    'archived', documents.archived,
    'version', versions.number,
    'fileName', versions.name,
    'note', versions.note,
    'passages', versions.chunk_count,
    'latestVersion', coalesce(
      (
        select max(number)
        from public.document_versions as others
        where others.document_id = documents.id and others.ready_at is not null
      ),
      versions.number
    )
  )
  into opened
  from public.document_versions as versions
  join public.documents on documents.id = versions.document_id
  where versions.id = open_document.version_id;
  if found then
    perform private.record_document_open(open_document.version_id);
  end if;
  return opened;
end;
$$;
grant execute on function public.open_document(uuid) to authenticated;

-- Records that the caller opened a file of a conversation that they may read.
create function public.record_file_open(attachment_id uuid)
returns void
language sql set search_path = '' as $$
  select private.record_file_open(id) from public.attachments where id = record_file_open.attachment_id;
$$;
grant execute on function public.record_file_open(uuid) to authenticated;

-- Sessions, second factors and recovery codes of accounts. The tables of sessions and factors belong to the auth
-- service; these functions let users manage their own, and administrators those of others.

-- Codes that replace the second factor of a user who lost it. Each is valid once.
create table private.recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

-- Attempts of a session to use a recovery code since a time, right or wrong. They are not counted per user: anyone who
-- knows the password could use up the attempts of the user.
create table private.recovery_attempts (
  session_id uuid primary key,
  user_id uuid not null references public.users (id) on delete cascade,
  since timestamptz not null,
  attempts integer not null
);

create index recovery_codes_user_id_idx on private.recovery_codes (user_id);
create index recovery_attempts_user_id_idx on private.recovery_attempts (user_id);

alter table private.recovery_codes enable row level security;
alter table private.recovery_attempts enable row level security;

-- Records that a second factor was added: it counts from its first code on.
create function private.audit_added_factor()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Not a condition of the trigger: the type of the column is another one in a Supabase project.
  if old.status <> 'verified' and new.status = 'verified' then
    insert into public.audit_logs (action, user_id, meta)
    values ('factor_added', new.user_id, jsonb_build_object('factor', new.id));
  end if;
  return null;
end;
$$;

create trigger audit_added_factor
  after update of status on auth.mfa_factors
  for each row execute function private.audit_added_factor();

-- Records that a second factor was removed, by its user or by an administrator. The factors of a deleted account have no
-- separate entry.
create function private.audit_removed_factor()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  select
    'factor_removed',
    coalesce(auth.uid(), users.id),
    case when auth.uid() <> users.id then users.id end,
    case when auth.uid() <> users.id then users.email end,
    jsonb_build_object('factor', old.id)
  from public.users
  where users.id = old.user_id and old.status = 'verified';
  return null;
end;
$$;

create trigger audit_removed_factor
  after delete on auth.mfa_factors
  for each row execute function private.audit_removed_factor();

-- Returns the session of the caller.
create function private.session_id()
returns uuid
language sql stable set search_path = '' as $$
  select nullif(auth.jwt() ->> 'session_id', '')::uuid;
$$;

-- Describes the sessions of a user, this one first, then the most recently used, as
-- `[{id, created_at, last_seen_at, user_agent, ip, is_current}, …]`.
create function private.describe_sessions(user_id uuid)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', id,
        'created_at', created_at,
        'last_seen_at', last_seen_at,
        'user_agent', user_agent,
        'ip', host(ip),
        'is_current', is_current
      )
      order by is_current desc, last_seen_at desc, id
    ),
    '[]'
  )
  from (
    select
      sessions.*,
      greatest(created_at, updated_at, refreshed_at at time zone 'utc') as last_seen_at,
      id is not distinct from private.session_id() as is_current
    from auth.sessions
    where sessions.user_id = describe_sessions.user_id
  ) as described;
$$;

-- Lists the caller's sessions, as `private.describe_sessions` describes them.
create function private.list_own_sessions()
returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.describe_sessions(auth.uid());
$$;
grant execute on function private.list_own_sessions() to authenticated;

create function public.list_own_sessions()
returns jsonb
language sql stable set search_path = '' as $$
  select private.list_own_sessions();
$$;
grant execute on function public.list_own_sessions() to authenticated;

-- Ends one session of the caller, or without an id all but the current one, and the mailed links. Returns the number of ended sessions.
create function private.end_own_sessions(id uuid)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ended integer;
begin
  delete from auth.sessions
  where user_id = auth.uid()
    and case
      when end_own_sessions.id is null then id is distinct from private.session_id()
      else id = end_own_sessions.id
    end;
  get diagnostics ended = row_count;
  if ended = 0 and end_own_sessions.id is not null then
    raise exception 'This session has already ended.' using errcode = 'PT404';
  end if;
  if end_own_sessions.id is null then
    perform private.end_links(auth.uid());
  end if;
  return ended;
end;
$$;
grant execute on function private.end_own_sessions(uuid) to authenticated;

create function public.end_own_session(id uuid)
returns integer
language plpgsql set search_path = '' as $$
begin
  if end_own_session.id is null then
    raise exception 'A session is required.' using errcode = 'PT400';
  end if;
  return private.end_own_sessions(end_own_session.id);
end;
$$;
grant execute on function public.end_own_session(uuid) to authenticated;

create function public.end_other_sessions()
returns integer
language sql set search_path = '' as $$
  select private.end_own_sessions(null);
$$;
grant execute on function public.end_other_sessions() to authenticated;

-- Lists the sessions of a user for administrators, as `private.describe_sessions` describes them.
create function private.list_user_sessions(user_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.describe_sessions(list_user_sessions.user_id);
end;
$$;
grant execute on function private.list_user_sessions(uuid) to authenticated;

create function public.list_user_sessions(user_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select private.list_user_sessions(list_user_sessions.user_id);
$$;
grant execute on function public.list_user_sessions(uuid) to authenticated;

-- Lists what a user signs in with besides the password, for administrators: authenticator apps and passkeys, and the
-- number of unused recovery codes: `{factors: [{kind, name, created_at}], recovery_codes}`.
create function private.list_user_factors(user_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return jsonb_build_object(
    'factors', (
      select coalesce(jsonb_agg(to_jsonb(factor) order by created_at), '[]')
      from (
        select 'app' as kind, friendly_name as name, created_at
        from auth.mfa_factors
        where user_id = list_user_factors.user_id and status = 'verified'
        union all
        select 'passkey', friendly_name, created_at
        from auth.webauthn_credentials
        where user_id = list_user_factors.user_id
      ) as factor
    ),
    'recovery_codes', (
      select count(*) from private.recovery_codes where user_id = list_user_factors.user_id and used_at is null
    )
  );
end;
$$;
grant execute on function private.list_user_factors(uuid) to authenticated;

create function public.list_user_factors(user_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select private.list_user_factors(list_user_factors.user_id);
$$;
grant execute on function public.list_user_factors(uuid) to authenticated;

-- Ends all sessions and mailed links of a user, or one session, for administrators, with a reason. Returns the number of ended sessions.
create function private.end_user_sessions(user_id uuid, reason text, session_id uuid default null)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ended integer;
begin
  perform private.require_account_reason(end_user_sessions.reason);
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  select
    'sessions_ended', auth.uid(), id, email,
    jsonb_strip_nulls(
      jsonb_build_object('reason', btrim(end_user_sessions.reason), 'session', end_user_sessions.session_id)
    )
  from public.users
  where id = end_user_sessions.user_id;
  if not found then
    raise exception 'This user no longer exists.' using errcode = 'PT404';
  end if;
  delete from auth.sessions
  where user_id = end_user_sessions.user_id and id = coalesce(end_user_sessions.session_id, id);
  get diagnostics ended = row_count;
  if ended = 0 and end_user_sessions.session_id is not null then
    raise exception 'This session has already ended.' using errcode = 'PT404';
  end if;
  if end_user_sessions.session_id is null then
    perform private.end_links(end_user_sessions.user_id);
  end if;
  return ended;
end;
$$;

-- Refuses callers who are no administrators, and changes of accounts without a reason.
create function private.require_account_reason(reason text)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Admin access required' using errcode = 'insufficient_privilege';
  end if;
  if coalesce(char_length(btrim(require_account_reason.reason)), 0) not between 3 and 500 then
    raise exception 'Enter a reason of 3 to 500 characters.' using errcode = 'PT400';
  end if;
end;
$$;
grant execute on function private.end_user_sessions(uuid, text, uuid) to authenticated;

create function public.end_user_sessions(user_id uuid, reason text, session_id uuid default null)
returns integer
language sql set search_path = '' as $$
  select private.end_user_sessions(end_user_sessions.user_id, end_user_sessions.reason, end_user_sessions.session_id);
$$;
grant execute on function public.end_user_sessions(uuid, text, uuid) to authenticated;

-- Removes the second factors, passkeys and recovery codes of a user who lost them, for administrators, with a reason. All
-- sessions and mailed links of the user end: the finder of the device may have them too. Returns the number of removed factors and
-- passkeys.
create function private.reset_factors(user_id uuid, reason text)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  removed integer;
  removed_passkeys integer;
begin
  perform private.require_account_reason(reset_factors.reason);
  if reset_factors.user_id = auth.uid() then
    raise exception 'Remove your own factors in your settings.' using errcode = 'PT409';
  end if;
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  select 'factors_reset', auth.uid(), id, email, jsonb_build_object('reason', btrim(reset_factors.reason))
  from public.users
  where id = reset_factors.user_id;
  if not found then
    raise exception 'This user no longer exists.' using errcode = 'PT404';
  end if;
  delete from auth.mfa_factors where user_id = reset_factors.user_id;
  get diagnostics removed = row_count;
  delete from auth.webauthn_credentials where user_id = reset_factors.user_id;
  get diagnostics removed_passkeys = row_count;
  delete from private.recovery_codes where user_id = reset_factors.user_id;
  delete from auth.sessions where user_id = reset_factors.user_id;
  perform private.end_links(reset_factors.user_id);
  return removed + removed_passkeys;
end;
$$;
grant execute on function private.reset_factors(uuid, text) to authenticated;

create function public.reset_factors(user_id uuid, reason text)
returns integer
language sql set search_path = '' as $$
  select private.reset_factors(reset_factors.user_id, reset_factors.reason);
$$;
grant execute on function public.reset_factors(uuid, text) to authenticated;

-- Creates ten recovery codes for the caller and returns them once; earlier ones are no longer valid. The session must
-- have passed a second factor a few minutes ago: codes made with a stolen session would outlive it.
create function private.create_recovery_codes()
returns text[]
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  code_count constant integer := 10;
  per_hour constant integer := 10;
  alphabet constant text := 'abcdefghijkmnpqrstuvwxyz23456789';
  bytes bytea;
  code text;
  codes text[] := '{}';
begin
  if
    coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2'
    or not exists (
      select 1
      from auth.sessions
      left join auth.mfa_amr_claims on session_id = sessions.id
      where sessions.id = private.session_id()
        and sessions.user_id = auth.uid()
        and greatest(sessions.created_at, mfa_amr_claims.updated_at) > now() - interval '15 minutes'
    )
  then
    raise exception 'Enter the code of your authenticator app again first.' using errcode = 'PT403';
  end if;
  perform private.limit_per_hour(
    '{recovery_codes_created}', per_hour,
    format('You have created recovery codes %s times within an hour. Please try again later.', per_hour)
  );
  delete from private.recovery_codes where user_id = auth.uid();
  for i in 1..code_count loop
    bytes := extensions.gen_random_bytes(12);
    select string_agg(substr(alphabet, (get_byte(bytes, position) & 31) + 1, 1), '' order by position)
    into code
    from generate_series(0, 11) as position;
    insert into private.recovery_codes (user_id, code_hash)
    values (auth.uid(), extensions.crypt(code, extensions.gen_salt('bf', 8)));
    codes := codes || regexp_replace(code, '^(.{4})(.{4})', '\1-\2-');
  end loop;
  insert into public.audit_logs (action, user_id) values ('recovery_codes_created', auth.uid());
  return codes;
end;
$$;
grant execute on function private.create_recovery_codes() to authenticated;

create function public.create_recovery_codes()
returns text[]
language sql set search_path = '' as $$
  select private.create_recovery_codes();
$$;
grant execute on function public.create_recovery_codes() to authenticated;

-- Returns how many recovery codes of the caller are left.
create function private.count_recovery_codes()
returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.recovery_codes where user_id = auth.uid() and used_at is null;
$$;
grant execute on function private.count_recovery_codes() to authenticated;

create function public.count_recovery_codes()
returns integer
language sql stable set search_path = '' as $$
  select private.count_recovery_codes();
$$;
grant execute on function public.count_recovery_codes() to authenticated;

-- Raises the caller's session to aal2 with a recovery code, as a code of the authenticator app does: the next token has
-- the new level. Returns `accepted`, `wrong` or `too_many`, and no error, which would undo the count of attempts.
create function private.redeem_recovery_code(code text)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  attempts_max constant integer := 5;
  attempt_count integer;
  typed text := lower(regexp_replace(coalesce(redeem_recovery_code.code, ''), '[^A-Za-z0-9]', '', 'g'));
  found_id uuid;
begin
  if not exists (select 1 from auth.sessions where id = private.session_id() and user_id = auth.uid()) then
    raise exception 'Sign in first.' using errcode = 'PT403';
  end if;
  delete from private.recovery_attempts
  where user_id = auth.uid() and session_id <> private.session_id() and since < now() - interval '15 minutes';
  -- The row is locked until the end: attempts of one session run one after the other.
  insert into private.recovery_attempts (session_id, user_id, since, attempts)
  values (private.session_id(), auth.uid(), now(), 1)
  on conflict (session_id) do update set
    attempts = case when recovery_attempts.since > now() - interval '15 minutes' then recovery_attempts.attempts + 1 else 1 end,
    since = case when recovery_attempts.since > now() - interval '15 minutes' then recovery_attempts.since else now() end
  returning attempts into attempt_count;
  if attempt_count > attempts_max then
    perform private.record_audit('denied', auth.uid(), meta => '{"attempted": "recovery_code"}');
    return 'too_many';
  end if;

  -- One statement: of sessions that send the same code at once, one finds it unused.
  update private.recovery_codes
  set used_at = now()
  where user_id = auth.uid()
    and used_at is null
    and char_length(typed) = 12
    and code_hash = extensions.crypt(typed, code_hash)
  returning id into found_id;
  if found_id is null then
    perform private.record_audit('denied', auth.uid(), meta => '{"attempted": "recovery_code"}');
    return 'wrong';
  end if;
  delete from private.recovery_attempts where session_id = private.session_id();
  update auth.sessions set aal = 'aal2' where id = private.session_id();
  -- Supabase Auth works out the level of a session from these. It knows no recovery codes.
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  values (gen_random_uuid(), private.session_id(), now(), now(), 'totp')
  on conflict (session_id, authentication_method) do update set updated_at = now();
  insert into public.audit_logs (action, user_id, meta)
  values ('recovery_code_used', auth.uid(), jsonb_build_object('left', private.count_recovery_codes()));
  return 'accepted';
end;
$$;
grant execute on function private.redeem_recovery_code(text) to authenticated;

create function public.redeem_recovery_code(code text)
returns text
language sql set search_path = '' as $$
  select private.redeem_recovery_code(redeem_recovery_code.code);
$$;
grant execute on function public.redeem_recovery_code(text) to authenticated;

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

-- Cancels the change that the caller requested. The links no longer work.
create function private.cancel_email_change()
returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users
  set email_change = '', email_change_token_current = '', email_change_token_new = ''
  where id = auth.uid() and coalesce(email_change, '') <> '';
  return found;
end;
$$;
grant execute on function private.cancel_email_change() to authenticated;

create function public.cancel_email_change()
returns boolean
language sql set search_path = '' as $$
  select private.cancel_email_change();
$$;
grant execute on function public.cancel_email_change() to authenticated;

-- The time zone that users choose for the times they see. It is stored with the display name in the account's metadata,
-- so that each session has it from the start.

-- Returns whether PostgreSQL knows a time zone. Only names of regions count: PostgreSQL also accepts made-up names with
-- an offset. The view of all names is not queried, because it reads hundreds of files.
create function private.is_time_zone(name text)
returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if is_time_zone.name !~ '^[A-Za-z_]+(/[A-Za-z_]+(-[A-Za-z_]+)*)+$' and is_time_zone.name <> 'UTC' then
    return false;
  end if;
  perform now() at time zone is_time_zone.name;
  return true;
exception
  when invalid_parameter_value then
    return false;
end;
$$;

-- Stores the time zone of the caller; null is that of each device.
create function private.set_time_zone(time_zone text)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_time_zone(set_time_zone.time_zone) then
    raise exception 'Choose a time zone from the list.' using errcode = 'PT400';
  end if;
  update auth.users
  set raw_user_meta_data = case
    when set_time_zone.time_zone is null then raw_user_meta_data - 'time_zone'
    else coalesce(raw_user_meta_data, '{}') || jsonb_build_object('time_zone', set_time_zone.time_zone)
  end
  where id = auth.uid();
end;
$$;
grant execute on function private.set_time_zone(text) to authenticated;

create function public.set_time_zone(time_zone text)
returns void
language sql set search_path = '' as $$
  select private.set_time_zone(set_time_zone.time_zone);
$$;
grant execute on function public.set_time_zone(text) to authenticated;

-- What replies cost and how fast they are. One row per reply that has ended; it remains when the conversation, the user
-- or the assistant is deleted, so that past months do not change. No client reads the table itself.

create table private.reply_usage (
  turn_id uuid primary key,
  user_id uuid references public.users (id) on delete set null,
  assistant_id uuid references public.assistants (id) on delete set null,
  status text not null,
  model text,
  -- Null if the provider has not reported them.
  input_tokens bigint,
  output_tokens bigint,
  started_at timestamptz not null,
  first_text_at timestamptz,
  ended_at timestamptz not null,
  -- All tokens of a reply of which the provider has reported none, from the length of what was sent and received.
  estimated_tokens bigint
);

create index reply_usage_ended_at_idx on private.reply_usage (ended_at);
create index reply_usage_user_id_idx on private.reply_usage (user_id);
create index reply_usage_assistant_id_idx on private.reply_usage (assistant_id, ended_at);

alter table private.reply_usage enable row level security;

-- Returns a number of tokens as the provider reported it, or null if it is missing or cannot be a number of tokens.
create function private.token_count(usage jsonb, name text)
returns bigint
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(token_count.usage -> token_count.name) = 'number'
      and (token_count.usage ->> token_count.name)::numeric between 0 and 1e12
    then (token_count.usage ->> token_count.name)::numeric::bigint
  end;
$$;

-- Records a reply that ends. The text of an unfinished reply that this one continues is its second event and does not
-- count as its first text.
create function private.record_usage()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.reply_usage (
    turn_id, user_id, assistant_id, status, model, input_tokens, output_tokens, estimated_tokens, started_at,
    first_text_at, ended_at
  )
  select
    new.id, new.user_id, conversations.assistant_id, new.status, new.model,
    private.token_count(new.usage, 'input_tokens'), private.token_count(new.usage, 'output_tokens'),
    -- The demo is free of charge.
    case
      when new.provider <> 'demo'
        and num_nonnulls(
          private.token_count(new.usage, 'input_tokens'), private.token_count(new.usage, 'output_tokens')
        ) = 0
      then (new.request_characters + char_length(new.text)) / 4
    end,
    new.created_at,
    (
      select min(turn_events.created_at)
      from public.turn_events
      where turn_id = new.id
        and event = 'delta'
        and seq > case when new.continues_turn_id is null then 1 else 2 end
    ),
    new.ended_at
  from public.conversations
  where conversations.id = new.conversation_id
  on conflict (turn_id) do nothing;
  return null;
end;
$$;

create trigger record_usage
  after update of status on public.turns
  for each row
  when (old.status = 'running' and new.status <> 'running')
  execute function private.record_usage();

-- Returns the start of a day in Melbourne.
create function private.start_of_day(day date)
returns timestamptz
language sql immutable set search_path = '' as $$
  select start_of_day.day::timestamp at time zone 'Australia/Melbourne';
$$;

-- Returns the input and output tokens of the replies of an assistant that ended in the current month in Melbourne,
-- estimated where the provider has reported none.
create function private.tokens_this_month(assistant_id uuid)
returns bigint
language sql stable set search_path = '' as $$
  select (coalesce(sum(input_tokens), 0) + coalesce(sum(output_tokens), 0) + coalesce(sum(estimated_tokens), 0))::bigint
  from private.reply_usage
  where reply_usage.assistant_id = tokens_this_month.assistant_id
    and ended_at >= private.start_of_day(date_trunc('month', now() at time zone 'Australia/Melbourne')::date);
$$;

-- What needs the attention of administrators, and the activity of the last days.

create index documents_review_on_idx on public.documents (review_on) where not archived;

-- Returns users whose email or name contains the text, who can sign in and who may use no assistant: they are not
-- administrators, and neither they nor their role have a grant. Can be filtered, ordered and counted like the table.
create function public.users_without_access(q text default '')
returns setof public.users
language sql stable rows 50 set search_path = '' as $$
  select users.*
  from public.users
  where (
      users_without_access.q = ''
      or users.id = any (array(select private.search_user_ids(users_without_access.q)))
    )
    and users.role_id <> (select roles.id from public.roles where roles.name = 'admin')
    and not exists (select 1 from public.assistant_access where assistant_access.user_id = users.id)
    and users.role_id not in (select assistant_role_access.role_id from public.assistant_role_access)
    and public.account_state(users) = 'active';
$$;
grant execute on function public.users_without_access(text) to authenticated;

-- Returns assistants whose label contains the text and that no one but administrators may use, likewise.
create function public.assistants_without_access(q text default '')
returns setof public.assistants
language sql stable rows 50 set search_path = '' as $$
  select assistants.*
  from public.assistants
  where (
      assistants_without_access.q = ''
      or assistants.id = any (array(select private.search_assistant_ids(assistants_without_access.q)))
    )
    and (select private.is_admin())
    and not exists (select 1 from public.assistant_access where assistant_access.assistant_id = assistants.id)
    and not exists (
      select 1 from public.assistant_role_access where assistant_role_access.assistant_id = assistants.id
    );
$$;
grant execute on function public.assistants_without_access(text) to authenticated;

-- Returns replies, failed replies and active users per day of the last seven days in Melbourne, today last.
create function private.recent_activity()
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Australia/Melbourne')::date;
begin
  perform private.require_admin();
  return (
    with counted as (
      select
        (ended_at at time zone 'Australia/Melbourne')::date as day,
        count(*) as replies,
        count(*) filter (where status in ('failed', 'interrupted', 'requires_action')) as failed,
        count(distinct user_id) as people
      from private.reply_usage
      where ended_at >= private.start_of_day(today - 6)
      group by 1
    )
    select jsonb_agg(
      jsonb_build_object(
        'day', days.day,
        'replies', coalesce(counted.replies, 0),
        'failed', coalesce(counted.failed, 0),
        'people', coalesce(counted.people, 0)
      )
      order by days.day
    )
    from (select today - step as day from generate_series(0, 6) as step) as days
    left join counted on counted.day = days.day
  );
end;
$$;
grant execute on function private.recent_activity() to authenticated;

-- Returns the assistants that have used four fifths of their monthly budget or more, as `[{assistant_id, tokens}, …]`.
create function private.assistants_near_budget()
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('assistant_id', id, 'tokens', used.tokens) order by id), '[]')
    from public.assistants
    cross join lateral (
      select case when monthly_token_budget is not null then private.tokens_this_month(id) end as tokens
    ) as used
    where used.tokens >= monthly_token_budget * 0.8
  );
end;
$$;
grant execute on function private.assistants_near_budget() to authenticated;

create function public.assistants_near_budget()
returns jsonb
language sql stable set search_path = '' as $$
  select private.assistants_near_budget();
$$;
grant execute on function public.assistants_near_budget() to authenticated;

-- Returns the overview for administrators: `days` as `recent_activity`, how many records need attention, and in `setup`
-- which records an installation has that it needs: documents, and users besides the caller, among others. Of
-- documents whose review is due, `documents` lists the first five, which releases of the admin area from before the list of them
-- show.
create function public.read_overview()
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  today constant date := (now() at time zone 'Australia/Melbourne')::date;
  near_budget constant jsonb := private.assistants_near_budget();
begin
  perform private.require_admin();
  return jsonb_build_object(
    'days', private.recent_activity(),
    'users_waiting', (select count(*) from public.users_in_state('waiting')),
    'users_without_access', (select count(*) from public.users_without_access()),
    'assistants_without_access', (select count(*) from public.assistants_without_access()),
    'assistants_near_budget', jsonb_array_length(near_budget),
    'assistants_over_budget', (
      select count(*)
      from jsonb_to_recordset(near_budget) as used (assistant_id uuid, tokens bigint)
      join public.assistants on assistants.id = used.assistant_id
      where used.tokens >= assistants.monthly_token_budget
    ),
    'reported_replies', (select count(*) from public.reply_feedback where urgent),
    'setup', jsonb_build_object(
      'assistants', exists (select 1 from public.assistants),
      'participants', exists (select 1 from public.participants),
      'documents', exists (select 1 from public.documents where not archived),
      'users', exists (select 1 from public.users where id <> auth.uid())
    ),
    'documents_due', (select count(*) from public.documents where review_on <= today and not archived),
    'documents', (
      select coalesce(jsonb_agg(to_jsonb(due) order by due.review_on, due.title, due.id), '[]')
      from (
        select
          documents.id, documents.title, documents.review_on, documents.assistant_id, documents.participant_id,
          coalesce(assistants.label, participants.display_name) as holder
        from public.documents
        left join public.assistants on assistants.id = documents.assistant_id
        left join public.participants on participants.id = documents.participant_id
        where review_on <= today and not archived
        order by review_on, title, id
        limit 5
      ) as due
    )
  );
end;
$$;
grant execute on function public.read_overview() to authenticated;

-- Reports of the usage, by day, assistant or person.

-- Records that an administrator read the usage of each person, once an hour per administrator.
create function private.record_usage_view()
returns void
language plpgsql security definer set search_path = '' as $$
declare
  viewed_record constant jsonb := '{"kind": "usage"}';
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended(auth.uid()::text || 'usage', 3));
  if not exists (
    select 1
    from public.audit_logs
    where user_id = auth.uid()
      and action = 'record_viewed'
      and meta = viewed_record
      and created_at > now() - interval '1 hour'
  ) then
    insert into public.audit_logs (action, user_id, meta) values ('record_viewed', auth.uid(), viewed_record);
  end if;
end;
$$;
grant execute on function private.record_usage_view() to authenticated;

-- Returns the sums of the replies that ended within the last days in Melbourne, of at most 1,000 groups: by day in
-- order, by assistant or person those with the most replies first. The group with `is_total` is that of all replies.
-- Times are in milliseconds, of completed replies. `models` has the tokens of each model, for their prices; tokens are
-- null if no reply has reported them, `unreported` is the number of replies without.
create function private.read_usage(days integer, grouping_by text)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  first_day constant date :=
    (now() at time zone 'Australia/Melbourne')::date - greatest(least(read_usage.days, 366), 1) + 1;
begin
  perform private.require_admin();
  return (
    with used as (
      select
        case read_usage.grouping_by
          when 'day' then (ended_at at time zone 'Australia/Melbourne')::date::text
          when 'assistant' then assistant_id::text
          else user_id::text
        end as id,
        user_id, model, input_tokens, output_tokens,
        status in ('failed', 'interrupted', 'requires_action') as has_failed,
        case when status = 'completed' then 1000 * extract(epoch from first_text_at - started_at) end as first_text_ms,
        case when status = 'completed' then 1000 * extract(epoch from ended_at - started_at) end as done_ms
      from private.reply_usage
      where ended_at >= private.start_of_day(first_day)
    ), sums as (
      select
        id,
        grouping(id) = 1 as is_total,
        count(*) as replies,
        count(*) filter (where has_failed) as failed,
        count(distinct user_id) as people,
        count(*) filter (where input_tokens is null and output_tokens is null) as unreported,
        sum(input_tokens) as input_tokens,
        sum(output_tokens) as output_tokens,
        percentile_cont(array[0.5, 0.95]) within group (order by first_text_ms) as first_text,
        percentile_cont(array[0.5, 0.95]) within group (order by done_ms) as done
      from used
      group by grouping sets ((id), ())
    ), by_model as (
      select
        id, is_total,
        jsonb_agg(
          jsonb_build_object('model', model, 'input_tokens', input_tokens, 'output_tokens', output_tokens)
          order by model
        ) as models
      from (
        select
          id, grouping(id) = 1 as is_total, model,
          sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens
        from used
        where input_tokens is not null or output_tokens is not null
        group by grouping sets ((id, model), (model))
      ) as models
      group by id, is_total
    ), listed as (
      select
        coalesce(sums.id, days.day) as id,
        coalesce(sums.is_total, false) as is_total,
        coalesce(assistants.label, users.email) as label,
        coalesce(sums.replies, 0) as replies,
        coalesce(sums.failed, 0) as failed,
        coalesce(sums.people, 0) as people,
        coalesce(sums.unreported, 0) as unreported,
        sums.input_tokens,
        sums.output_tokens,
        round(sums.first_text[1]) as first_text_median,
        round(sums.first_text[2]) as first_text_p95,
        round(sums.done[1]) as done_median,
        round(sums.done[2]) as done_p95,
        coalesce(by_model.models, '[]') as models
      from sums
      full join (
        select (first_day + step)::text as day
        from generate_series(0, (now() at time zone 'Australia/Melbourne')::date - first_day) as step
        where read_usage.grouping_by = 'day'
      ) as days on days.day = sums.id
      left join by_model on by_model.id is not distinct from sums.id and by_model.is_total = sums.is_total
      left join public.assistants on read_usage.grouping_by = 'assistant' and assistants.id::text = sums.id
      left join public.users on read_usage.grouping_by = 'person' and users.id::text = sums.id
      order by
        is_total desc, case when read_usage.grouping_by = 'day' then coalesce(sums.id, days.day) end, replies desc,
        label, id
      limit 1001
    )
    select coalesce(
      jsonb_agg(
        to_jsonb(listed)
        order by is_total desc, case when read_usage.grouping_by = 'day' then id end, replies desc, label, id
      ),
      '[]'
    )
    from listed
  );
end;
$$;
grant execute on function private.read_usage(integer, text) to authenticated;

-- Returns the report for administrators, by `day`, `assistant` or `person`. A report by person is recorded.
create function public.read_usage(days integer, grouping_by text)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  if read_usage.grouping_by is null or read_usage.grouping_by not in ('day', 'assistant', 'person') then
    raise exception 'Group by day, assistant or person.' using errcode = 'PT400';
  end if;
  if read_usage.grouping_by = 'person' then
    perform private.record_usage_view();
  end if;
  return private.read_usage(read_usage.days, read_usage.grouping_by);
end;
$$;
grant execute on function public.read_usage(integer, text) to authenticated;

-- Follow-up questions: what a user may ask next, shown below the last reply of a conversation. The server requests them
-- from the AI provider once per reply, after the reply is stored. No client reads the table itself.

create table private.follow_ups (
  message_id uuid primary key references public.messages (id) on delete cascade,
  -- Null while they are requested; empty if there are none.
  questions text[],
  requested_at timestamptz not null default now(),
  constraint follow_ups_questions_valid check (cardinality(questions) <= 3 and private.are_questions(questions)),
  constraint follow_ups_questions_flat check (coalesce(array_ndims(questions), 1) = 1)
);

alter table private.follow_ups enable row level security;

-- Removes the questions of a reply that another message follows.
create function private.remove_follow_ups()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.follow_ups where message_id = new.parent_id;
  return null;
end;
$$;

create trigger remove_follow_ups
  after insert on public.messages
  for each row execute function private.remove_follow_ups();

-- Returns the follow-up questions of a reply, and claims the request for them if there was none: then the caller must
-- request them and store the result. Only the last reply of a branch has any, and only if it is complete, its assistant
-- suggests them, and the assistant has not used its budget.
-- Returns `outcome`: requested, with assistant_id, label, openai_assistant_id, turn_id, question and reply; pending, if
-- another caller requests them; stored, with questions; message_not_found.
create function public.request_follow_ups(user_id uuid, conversation_id uuid, message_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  -- After this time, the process that requested them must have died.
  max_wait constant interval := interval '1 minute';
  reply public.messages;
  turn public.turns;
  assistant public.assistants;
  stored private.follow_ups;
begin
  select messages.* into reply
  from public.messages
  join public.conversations on conversations.id = messages.conversation_id
  where messages.id = request_follow_ups.message_id
    and messages.role = 'assistant'
    and conversations.id = request_follow_ups.conversation_id
    and conversations.user_id = request_follow_ups.user_id
    and private.can_use_assistant(conversations.assistant_id, request_follow_ups.user_id);
  if not found then
    return '{"outcome": "message_not_found"}';
  end if;

  select assistants.* into assistant
  from public.conversations
  join public.assistants on assistants.id = conversations.assistant_id
  where conversations.id = reply.conversation_id;
  select * into turn from public.turns where assistant_message_id = reply.id and status = 'completed';
  if turn.id is null
    or not assistant.suggest_follow_ups
    or exists (select 1 from public.messages where parent_id = reply.id)
  then
    return '{"outcome": "stored", "questions": []}';
  end if;

  select * into stored from private.follow_ups where message_id = reply.id;
  if not found then
    -- Sums the tokens only if the assistant has a budget.
    if (
      case
        when assistant.monthly_token_budget is not null
          then private.tokens_this_month(assistant.id) >= assistant.monthly_token_budget
      end
    ) then
      return '{"outcome": "stored", "questions": []}';
    end if;
    insert into private.follow_ups (message_id) values (reply.id) on conflict do nothing;
    if found then
      return jsonb_build_object(
        'outcome', 'requested',
        'assistant_id', assistant.id,
        'label', assistant.label,
        'openai_assistant_id', assistant.openai_assistant_id,
        'turn_id', turn.id,
        'question', (select content from public.messages where id = reply.parent_id),
        'reply', reply.content
      );
    end if;
    return '{"outcome": "pending"}';
  end if;
  if stored.questions is null and stored.requested_at > now() - max_wait then
    return '{"outcome": "pending"}';
  end if;
  return jsonb_build_object('outcome', 'stored', 'questions', coalesce(to_jsonb(stored.questions), '[]'));
end;
$$;
grant execute on function public.request_follow_ups(uuid, uuid, uuid) to service_role;

-- Stores the follow-up questions that were requested for a reply, unless another message follows it by now. Their tokens
-- count as those of the reply.
create function public.store_follow_ups(turn_id uuid, message_id uuid, questions text[], usage jsonb)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  more_input constant bigint := private.token_count(store_follow_ups.usage, 'input_tokens');
  more_output constant bigint := private.token_count(store_follow_ups.usage, 'output_tokens');
begin
  update private.follow_ups
  set questions = store_follow_ups.questions
  where message_id = store_follow_ups.message_id;

  update private.reply_usage
  set input_tokens = coalesce(input_tokens + more_input, more_input, input_tokens),
      output_tokens = coalesce(output_tokens + more_output, more_output, output_tokens)
  where turn_id = store_follow_ups.turn_id and coalesce(more_input, more_output) is not null;
end;
$$;
grant execute on function public.store_follow_ups(uuid, uuid, text[], jsonb) to service_role;

-- Limits of what a person changes, and of the rows and bytes of an organisation. docs/security/limits.md lists them all.

-- Refuses a change of the caller if the log has `most` entries of these actions from the last hour: entries remain when
-- what they record is deleted.
create function private.limit_per_hour(actions text[], most integer, message text)
returns void
language plpgsql set search_path = '' as $$
declare
  entry_count integer;
  earliest timestamptz;
begin
  select count(*), min(created_at) into entry_count, earliest
  from public.audit_logs
  where user_id = auth.uid() and action = any (limit_per_hour.actions)
    and created_at > clock_timestamp() - interval '1 hour';
  if entry_count >= limit_per_hour.most then
    raise exception '%', limit_per_hour.message using
      errcode = 'PT429',
      hint = format('Retry after %s s', ceil(extract(epoch from earliest + interval '1 hour' - clock_timestamp())));
  end if;
end;
$$;

-- Refuses rows beyond the most that a table may have; or, with the name of a column, that may have the same value in it.
create function private.limit_rows()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := tg_argv[0];
  row_count integer;
begin
  if tg_nargs = 1 then
    execute format('select count(*) from (select 1 from %I.%I limit $1 + 1) as present', tg_table_schema, tg_table_name)
    into row_count using most;
  else
    execute format(
      'select coalesce(max(row_count), 0) from (
         select count(*) as row_count from %1$I.%2$I where %3$I in (select %3$I from added) group by %3$I
       ) as counts', tg_table_schema, tg_table_name, tg_argv[1]
    ) into row_count;
  end if;
  if row_count > most then
    raise exception 'There can be at most % of these. Delete some first.', most using errcode = 'PT409';
  end if;
  return null;
end;
$$;

create trigger limit_rows
  after insert on public.assistants
  referencing new table as added
  for each statement execute function private.limit_rows(5000);

create trigger limit_rows
  after insert on public.participants
  referencing new table as added
  for each statement execute function private.limit_rows(100000);

create trigger limit_rows
  after insert on public.documents
  referencing new table as added
  for each statement execute function private.limit_rows(100000);

create trigger limit_rows
  after insert on public.audit_views
  referencing new table as added
  for each statement execute function private.limit_rows(200, 'user_id');

create trigger limit_rows
  after insert on public.synonyms
  referencing new table as added
  for each statement execute function private.limit_rows(500);

-- Returns the bytes of all stored files: attachments, and versions of documents.
create function public.stored_bytes()
returns bigint
language sql stable security definer set search_path = '' as $$
  select
    (select coalesce(sum(size), 0) from public.attachments)::bigint
    + (select coalesce(sum(size), 0) from public.document_versions)::bigint;
$$;
grant execute on function public.stored_bytes() to service_role;

-- Daily counters of how remotes load in browsers, without any reference to the user. Every signed-in user may report,
-- so nothing here is trusted: invalid names are rejected and the number of rows per day is limited.
create table public.remote_loads (
  day date not null,
  environment text not null,
  remote text not null,
  version text not null,
  -- The release of the manifest that was loaded.
  source text not null,
  -- 'loaded', the reason why the remote could not be shown, 'policy': its code violated the content security policy, or a
  -- metric of Web Vitals with its rating.
  outcome text not null,
  count bigint not null default 0,
  -- Sum of all loads.
  milliseconds bigint not null default 0,
  -- Histogram: number of loads that took at most 250, 500, 1000, 2000, 4000 and 8000 ms, and longer.
  durations bigint[] not null default '{0,0,0,0,0,0,0}',
  primary key (day, environment, remote, version, source, outcome),
  constraint remote_loads_counts_valid check (count >= 0 and milliseconds >= 0 and cardinality(durations) = 7)
);

grant select (day, environment, remote, version, source, outcome, count, milliseconds, durations)
on table public.remote_loads to authenticated;
grant select, delete on table public.remote_loads to service_role;

alter table public.remote_loads enable row level security;

create policy "Admins read the counters of remotes"
  on public.remote_loads for select to authenticated
  using ((select private.is_admin()));

-- How many new kinds of reports each user has added on their last day, so that no one uses up the rows of all.
create table private.remote_load_senders (
  user_id uuid primary key references public.users (id) on delete cascade,
  day date not null,
  kinds integer not null
);

alter table private.remote_load_senders enable row level security;

-- Validates one report; null if it is invalid. A script that is missing at its release is a different outcome from a
-- network failure: the first is fixed by a release, the second by the operator.
create function private.is_remote_load(load jsonb)
returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(load) = 'object'
    and jsonb_typeof(load -> 'milliseconds') = 'number'
    and load ->> 'milliseconds' ~ '^\d{1,7}$'
    and load ->> 'environment' ~ '^[a-z][a-z0-9-]{0,39}$'
    and load ->> 'remote' ~ '^[a-z][a-z0-9-]{0,39}$'
    and load ->> 'version' ~ '^[A-Za-z0-9_.+-]{1,64}$'
    and load ->> 'source' in ('current', 'fallback', 'rollout', 'override', 'none')
    and load ->> 'outcome' in (
      'loaded', 'manifest', 'unknown', 'incompatible', 'origin', 'unverified', 'slow', 'network', 'missing', 'crashed',
      'policy', 'lcp-good', 'lcp-fair', 'lcp-poor', 'inp-good', 'inp-fair', 'inp-poor', 'cls-good', 'cls-fair', 'cls-poor'
    );
$$;

create function private.count_remote_loads(loads jsonb)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_rows_per_day constant integer := 500;
  max_kinds_per_user constant integer := 40;
  retention_days constant integer := 90;
  today constant date := (now() at time zone 'utc')::date;
  load jsonb;
  bucket integer;
begin
  if jsonb_typeof(loads) is distinct from 'array' or jsonb_array_length(loads) not between 1 and 50 then
    raise exception 'Reports are a list of 1 to 50' using errcode = 'PT400';
  end if;
  if exists (select 1 from jsonb_array_elements(loads) as each (load) where private.is_remote_load(each.load) is not true) then
    raise exception 'A report is not valid' using errcode = 'PT400';
  end if;
  -- Serialises reports, so that the row limit holds and transactions do not wait for rows in different orders.
  perform pg_advisory_xact_lock(hashtextextended('public.remote_loads', 0));
  delete from public.remote_loads where day < today - retention_days;
  for load in select value from jsonb_array_elements(loads) loop
    bucket := 1 + width_bucket((load ->> 'milliseconds')::numeric, array[251, 501, 1001, 2001, 4001, 8001]::numeric[]);
    update public.remote_loads
    set
      count = remote_loads.count + 1,
      milliseconds = remote_loads.milliseconds + (load ->> 'milliseconds')::bigint,
      durations[bucket] = durations[bucket] + 1
    where day = today
      and environment = load ->> 'environment'
      and remote = load ->> 'remote'
      and version = load ->> 'version'
      and source = load ->> 'source'
      and outcome = load ->> 'outcome';
    -- Ignores new kinds of reports beyond the limit: the sender could do nothing about an error.
    continue when found or (select count(*) from public.remote_loads where day = today) >= max_rows_per_day;
    -- The server counts violations of the policy, of which it does not know the user.
    if auth.uid() is not null then
      insert into private.remote_load_senders as senders (user_id, day, kinds)
      values (auth.uid(), today, 1)
      on conflict (user_id) do update
        set day = today, kinds = case senders.day when today then senders.kinds + 1 else 1 end
        where senders.day <> today or senders.kinds < max_kinds_per_user;
      continue when not found;
    end if;
    insert into public.remote_loads (day, environment, remote, version, source, outcome, count, milliseconds, durations)
    values (
      today,
      load ->> 'environment',
      load ->> 'remote',
      load ->> 'version',
      load ->> 'source',
      load ->> 'outcome',
      1,
      (load ->> 'milliseconds')::bigint,
      array(select (each = bucket)::integer from generate_series(1, 7) as each order by each)
    );
  end loop;
end;
$$;
grant execute on function private.count_remote_loads(jsonb) to authenticated;

create function public.report_remote_loads(loads jsonb)
returns void
language sql set search_path = '' as $$
  select private.count_remote_loads(loads);
$$;
grant execute on function public.report_remote_loads(jsonb) to authenticated;

-- Returns the counters of the last `days` days, including today: `[{environment, remote, version, source, outcome,
-- count, milliseconds, durations, last_day}]`, the most frequent first.
create function public.remote_health(days integer default 7)
returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  if (remote_health.days between 1 and 90) is not true then
    raise exception 'days must be from 1 to 90' using errcode = 'PT400';
  end if;
  return (
    with counters as (
      select * from public.remote_loads where day > (now() at time zone 'utc')::date - remote_health.days
    ),
    buckets as (
      select environment, remote, version, source, outcome, bucket, sum(amount) as amount
      from counters, unnest(durations) with ordinality as each (amount, bucket)
      group by environment, remote, version, source, outcome, bucket
    ),
    totals as (
      select
        environment, remote, version, source, outcome,
        sum(count) as count, sum(milliseconds) as milliseconds, max(day) as last_day
      from counters
      group by environment, remote, version, source, outcome
    )
    select coalesce(
      jsonb_agg(
        to_jsonb(totals)
          || jsonb_build_object(
            'durations',
            (
              select jsonb_agg(buckets.amount order by buckets.bucket)
              from buckets
              where (buckets.environment, buckets.remote, buckets.version, buckets.source, buckets.outcome)
                = (totals.environment, totals.remote, totals.version, totals.source, totals.outcome)
            )
          )
        order by totals.count desc, totals.environment, totals.remote, totals.version, totals.source, totals.outcome
      ),
      '[]'
    )
    from totals
  );
end;
$$;
grant execute on function public.remote_health(integer) to authenticated;

-- Mails that the embedded server has not delivered. In a Supabase project its auth service delivers them, and there is no
-- outbox.

-- Returns the mails of the outbox that have waited for more than a minute or were given up within the last week:
-- `{waiting, failed, oldest, accounts: [{email, since, is_failed}]}`, with up to 50 accounts, the oldest first. Null
-- without an outbox.
create function private.mail_health()
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if to_regclass('embedded.outbox') is null then
    return null;
  end if;
  return (
    with late as (
      select recipient_hash, created_at, given_up_at is not null as is_failed
      from embedded.outbox
      where given_up_at is not null or created_at < now() - interval '1 minute'
    ),
    accounts as (
      select users.email, min(late.created_at) as since, bool_or(is_failed) as is_failed
      from late
      join auth.users on encode(sha256(convert_to(users.email, 'UTF8')), 'hex') = recipient_hash
      group by users.email
      order by since, users.email
      limit 50
    )
    select jsonb_build_object(
      'waiting', count(*) filter (where not is_failed),
      'failed', count(*) filter (where is_failed),
      'oldest', min(late.created_at) filter (where not is_failed),
      'accounts', (select coalesce(jsonb_agg(to_jsonb(accounts) order by since, email), '[]') from accounts)
    )
    from late
  );
end;
$$;
grant execute on function private.mail_health() to authenticated;

create function public.mail_health()
returns jsonb
language sql stable set search_path = '' as $$
  select private.mail_health();
$$;
grant execute on function public.mail_health() to authenticated;

-- State of the database, for the health page.

-- Returns whether the database refuses changes, the number of connections that it can have and that are free, and the
-- extensions of this schema that are not installed or older than the installed package:
-- `{read_only, most, free, missing, outdated}`.
create function private.database_health()
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      -- A request may have a read-only transaction on a database that accepts changes.
      'read_only', pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean,
      'most', current_setting('max_connections')::integer,
      'free', current_setting('max_connections')::integer
        - current_setting('superuser_reserved_connections')::integer
        - (select count(*) from pg_stat_activity where datid is not null),
      'missing', coalesce(jsonb_agg(name order by name) filter (where installed_version is null), '[]'),
      'outdated', coalesce(jsonb_agg(name order by name) filter (where installed_version <> default_version), '[]')
    )
    from unnest(array['btree_gin', 'pg_trgm', 'pgcrypto']) as name
    left join pg_available_extensions using (name)
  );
end;
$$;
grant execute on function private.database_health() to authenticated;

create function public.database_health()
returns jsonb
language sql stable set search_path = '' as $$
  select private.database_health();
$$;
grant execute on function public.database_health() to authenticated;

-- Mails to users about changes that protect their account, such as a new password. Each is queued with its change, in one
-- transaction; the embedded server moves it to its outbox. In a Supabase project the auth service sends such mails, and
-- there is no queue.

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

-- Changes of accounts by administrators: approve, deactivate, reactivate, delete.

-- Ends the access of a deactivated account at once, whichever way it was deactivated: its sessions, with their streams,
-- and its running replies. One that is reactivated starts without sessions.
create function private.end_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = new.id;
  -- The lock that serialises this user's sends.
  perform pg_advisory_xact_lock(hashtextextended(new.id::text, 0));
  perform private.end_turns_without_access(array[new.id]);
  return null;
end;
$$;

create trigger end_access
  after update of banned_until on auth.users
  for each row when (old.banned_until is distinct from new.banned_until)
  execute function private.end_access();

-- Raises an error unless the caller may change this account: administrators change other users' accounts only. Locks
-- the role first, as every change of administrators does: of two who deactivate or delete each other concurrently, the
-- second one has lost the rights by then. The caller remains, so an active administrator always does.
create function private.require_other_account(user_id uuid)
returns void
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform 1 from public.roles where name = 'admin' for no key update;
  perform private.require_admin();
  if require_other_account.user_id = auth.uid() then
    raise exception 'Another administrator has to do this to your account.' using errcode = 'PT409';
  end if;
  if not exists (select 1 from public.users where id = require_other_account.user_id) then
    raise exception 'User not found' using errcode = 'PT404';
  end if;
end;
$$;

-- Deactivates or reactivates an account.
create function private.set_deactivated(user_id uuid, deactivated boolean)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_other_account(set_deactivated.user_id);
  update auth.users
  set banned_until = case when set_deactivated.deactivated then now() + interval '1000 years' end
  where id = set_deactivated.user_id
    and coalesce(banned_until > now(), false) <> set_deactivated.deactivated;
  if found then
    perform private.record_change(
      'account_changed',
      jsonb_build_object(
        'before', jsonb_build_object('deactivated', not set_deactivated.deactivated),
        'after', jsonb_build_object('deactivated', set_deactivated.deactivated)
      ),
      target_user_id => set_deactivated.user_id
    );
  end if;
end;
$$;
grant execute on function private.set_deactivated(uuid, boolean) to authenticated;

create function public.deactivate_user(user_id uuid)
returns void
language sql set search_path = '' as $$
  select private.set_deactivated(deactivate_user.user_id, true);
$$;
grant execute on function public.deactivate_user(uuid) to authenticated;

create function public.reactivate_user(user_id uuid)
returns void
language sql set search_path = '' as $$
  select private.set_deactivated(reactivate_user.user_id, false);
$$;
grant execute on function public.reactivate_user(uuid) to authenticated;

-- Names another user. An empty name removes it: the user is shown by their email then.
create function private.rename_user(user_id uuid, display_name text)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  old_name text;
  new_name constant text := nullif(btrim(private.plain_line(rename_user.display_name)), '');
begin
  perform private.require_other_account(rename_user.user_id);
  if char_length(new_name) > 80 then
    raise exception 'Use at most 80 characters' using errcode = 'PT422';
  end if;
  select display_name into old_name from public.users where id = rename_user.user_id for update;
  if new_name is not distinct from old_name then
    return;
  end if;
  update auth.users
  set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('display_name', new_name)
  where id = rename_user.user_id;
  perform private.record_change(
    'account_changed',
    jsonb_build_object(
      'before', jsonb_build_object('display_name', old_name),
      'after', jsonb_build_object('display_name', new_name)
    ),
    target_user_id => rename_user.user_id
  );
end;
$$;
grant execute on function private.rename_user(uuid, text) to authenticated;

create function public.rename_user(user_id uuid, display_name text)
returns void
language sql set search_path = '' as $$
  select private.rename_user(rename_user.user_id, rename_user.display_name);
$$;
grant execute on function public.rename_user(uuid, text) to authenticated;

-- Counts what changes if a user leaves: worker assignments and direct access, which are removed, documents that need
-- another owner, and conversations, which stay.
create function private.offboarding_effect(user_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return jsonb_build_object(
    'assignments', (
      select count(*) from public.participant_assignments where user_id = offboarding_effect.user_id
    ),
    'grants', (select count(*) from public.assistant_access where user_id = offboarding_effect.user_id),
    'documents', (select count(*) from public.documents where owner_id = offboarding_effect.user_id),
    'conversations', (select count(*) from public.conversations where user_id = offboarding_effect.user_id)
  );
end;
$$;
grant execute on function private.offboarding_effect(uuid) to authenticated;

create function public.offboarding_effect(user_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select private.offboarding_effect(offboarding_effect.user_id);
$$;
grant execute on function public.offboarding_effect(uuid) to authenticated;

-- Ends the access of a user who leaves, as one change: deactivates the account, removes assignments and direct access,
-- and makes a colleague the owner of the user's documents. Role, conversations and history stay. Triggers record each
-- removal and each document. Repeating it changes nothing.
create function private.offboard_user(user_id uuid, new_owner_id uuid)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_other_account(offboard_user.user_id);
  if offboard_user.new_owner_id = offboard_user.user_id
    or private.access_state(offboard_user.new_owner_id) is distinct from 'active'
    and (
      offboard_user.new_owner_id is not null
      or exists (select 1 from public.documents where owner_id = offboard_user.user_id)
    )
  then
    raise exception 'Choose an active colleague for the documents.' using errcode = 'PT422';
  end if;
  perform private.set_deactivated(offboard_user.user_id, true);
  delete from public.participant_assignments where user_id = offboard_user.user_id;
  delete from public.assistant_access where user_id = offboard_user.user_id;
  update public.documents set owner_id = offboard_user.new_owner_id where owner_id = offboard_user.user_id;
end;
$$;
grant execute on function private.offboard_user(uuid, uuid) to authenticated;

create function public.offboard_user(user_id uuid, new_owner_id uuid default null)
returns void
language sql set search_path = '' as $$
  select private.offboard_user(offboard_user.user_id, offboard_user.new_owner_id);
$$;
grant execute on function public.offboard_user(uuid, uuid) to authenticated;

-- Gives a user the role, the participants, and the use of the participants' assistants.
create function private.prepare_user(user_id uuid, role_id uuid, participant_ids uuid[])
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  update public.users set role_id = prepare_user.role_id where id = prepare_user.user_id;
  insert into public.participant_assignments (participant_id, user_id)
  select id, prepare_user.user_id
  from public.participants
  where id = any (prepare_user.participant_ids)
  order by id
  on conflict do nothing;
  insert into public.assistant_access (assistant_id, user_id)
  select id, prepare_user.user_id
  from public.assistants
  where participant_id = any (prepare_user.participant_ids)
  order by id
  on conflict do nothing;
end;
$$;

-- Returns the id of a role. Raises an error if there is none, if there are too many participants for one user, or if a
-- user with this role is not assigned to participants.
create function private.require_start(role_name text, participant_ids uuid[])
returns uuid
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  role_id uuid;
begin
  perform private.require_at_most(coalesce(cardinality(require_start.participant_ids), 0), 100);
  select id into role_id from public.roles where name = require_start.role_name;
  if not found then
    raise exception 'Unknown role' using errcode = 'PT422';
  end if;
  if require_start.role_name <> 'support_worker' and cardinality(require_start.participant_ids) > 0 then
    raise exception 'Only support workers are assigned to participants.' using errcode = 'PT422';
  end if;
  return role_id;
end;
$$;

-- Approves a user who waits. Approving again changes nothing.
create function private.approve_user(user_id uuid, role_name text, participant_ids uuid[])
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  role_id uuid;
begin
  perform private.require_other_account(approve_user.user_id);
  role_id := private.require_start(approve_user.role_name, approve_user.participant_ids);
  update public.users set approved_at = now() where id = approve_user.user_id and is_waiting;
  if not found then
    return;
  end if;
  perform private.prepare_user(approve_user.user_id, role_id, approve_user.participant_ids);
  perform private.record_change(
    'user_approved',
    jsonb_build_object('after', jsonb_build_object('role', approve_user.role_name)),
    target_user_id => approve_user.user_id
  );
end;
$$;
grant execute on function private.approve_user(uuid, text, uuid[]) to authenticated;

create function public.approve_user(user_id uuid, role_name text, participant_ids uuid[] default '{}')
returns void
language sql set search_path = '' as $$
  select private.approve_user(approve_user.user_id, approve_user.role_name, approve_user.participant_ids);
$$;
grant execute on function public.approve_user(uuid, text, uuid[]) to authenticated;

-- Counts what is deleted together with a user, and the documents that lose their owner. `hold` is the reason of a legal
-- hold that prevents it; null without one.
create function private.user_deletion_effect(user_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  conversation_ids uuid[];
begin
  perform private.require_admin();
  conversation_ids := array(select id from public.conversations where user_id = user_deletion_effect.user_id);
  return jsonb_build_object(
    'conversations', cardinality(conversation_ids),
    'messages', (select count(*) from public.messages where conversation_id = any (conversation_ids)),
    'files', (select count(*) from public.attachments where conversation_id = any (conversation_ids)),
    'assignments', (
      select count(*) from public.participant_assignments where user_id = user_deletion_effect.user_id
    ),
    'documents', (select count(*) from public.documents where owner_id = user_deletion_effect.user_id),
    'hold', coalesce(
      private.reason_of_hold(user_id => user_deletion_effect.user_id),
      (select min(private.reason_of_conversation_hold(id)) from unnest(conversation_ids) as held (id))
    )
  );
end;
$$;
grant execute on function private.user_deletion_effect(uuid) to authenticated;

create function public.user_deletion_effect(user_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select private.user_deletion_effect(user_deletion_effect.user_id);
$$;
grant execute on function public.user_deletion_effect(uuid) to authenticated;

-- Deletes an account with everything that belongs to it. A user who waits for approval is rejected by it.
create function private.delete_user(user_id uuid)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_other_account(delete_user.user_id);
  perform private.record_change(
    case private.access_state(delete_user.user_id) when 'waiting' then 'user_rejected' else 'user_deleted' end,
    jsonb_build_object(
      'before', (
        select jsonb_build_object('email', users.email, 'role', roles.name)
        from public.users
        join public.roles on roles.id = users.role_id
        where users.id = delete_user.user_id
      ),
      'removed', private.user_deletion_effect(delete_user.user_id) - 'hold'
    ),
    target_user_id => delete_user.user_id
  );
  delete from auth.users where id = delete_user.user_id;
end;
$$;
grant execute on function private.delete_user(uuid) to authenticated;

create function public.delete_user(user_id uuid)
returns void
language sql set search_path = '' as $$
  select private.delete_user(delete_user.user_id);
$$;
grant execute on function public.delete_user(uuid) to authenticated;

-- Returns the role that an invited user will have, as a computed column. Null for others, and unless the caller is an
-- administrator.
create function private.invited_role(user_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select invited_role
  from private.account_states
  where account_states.user_id = invited_role.user_id and (select private.is_admin());
$$;
grant execute on function private.invited_role(uuid) to authenticated;

create function public.invited_role(public.users)
returns text
language sql stable set search_path = '' as $$
  select private.invited_role($1.id);
$$;
grant execute on function public.invited_role(public.users) to authenticated;

-- Returns users in a state of their account whose email or name contains the text, for administrators. Can be filtered,
-- ordered and counted like the table.
create function private.user_ids_in_state(state text)
returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select user_id from private.account_states where account_states.state = user_ids_in_state.state;
end;
$$;
grant execute on function private.user_ids_in_state(text) to authenticated;

create function public.users_in_state(state text, q text default '')
returns setof public.users
language sql stable rows 50 set search_path = '' as $$
  select users.*
  from public.users
  where id = any (array(select private.user_ids_in_state(users_in_state.state)))
    and (users_in_state.q = '' or id = any (array(select private.search_user_ids(users_in_state.q))));
$$;
grant execute on function public.users_in_state(text, text) to authenticated;

-- What ends together with something else of an account: the table in docs/security/threat-model.md. The triggers apply
-- for every change: by an administrator, the directory, an operator, or the auth service itself.

-- The time at which the mailed links of an account last ended: one that was mailed before opens nothing.
create table private.ended_links (
  user_id uuid primary key references auth.users (id) on delete cascade,
  ended_at timestamptz not null
);

alter table private.ended_links enable row level security;

-- Ends all mailed links of an account, and with them a change of its address that waits for confirmation. Clears the
-- tokens too: the auth service of a Supabase project does not read the table.
create function private.end_links(user_id uuid)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  insert into private.ended_links (user_id, ended_at)
  values (end_links.user_id, clock_timestamp())
  on conflict (user_id) do update set ended_at = excluded.ended_at;
  update auth.users
  set confirmation_token = '', recovery_token = '', email_change = '', email_change_token_current = '',
      email_change_token_new = ''
  where id = end_links.user_id
    and concat(
      confirmation_token, recovery_token, email_change, email_change_token_current, email_change_token_new
    ) <> '';
  if to_regclass('auth.one_time_tokens') is not null then
    delete from auth.one_time_tokens where user_id = end_links.user_id;
  end if;
end;
$$;

-- Checks whether a link that was mailed to an account at a time may open it. Every kind of link is checked when it is
-- spent.
create function private.is_link_open(user_id uuid, mailed_at timestamptz)
returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
    from auth.users
    left join private.ended_links on ended_links.user_id = users.id
    where users.id = is_link_open.user_id
      and (banned_until is null or banned_until <= now())
      and is_link_open.mailed_at > coalesce(ended_at, '-infinity')
  );
$$;

create function private.end_links_of_changed_account()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_links(new.id);
  return null;
end;
$$;

-- The password of an account whose address is not confirmed belongs to the link of its sign-up.
create trigger end_links
  after update of banned_until, email, encrypted_password, email_confirmed_at on auth.users
  for each row
  when (
    old.banned_until is distinct from new.banned_until
    or old.email is distinct from new.email
    or old.email_confirmed_at is null and new.email_confirmed_at is not null
    or old.email_confirmed_at is not null and old.encrypted_password is distinct from new.encrypted_password
  )
  execute function private.end_links_of_changed_account();

-- Refuses a session of a deactivated account, whatever it was started with.
create function private.refuse_session()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from auth.users where id = new.user_id and banned_until > now()) then
    raise exception 'This account is deactivated.' using errcode = 'PT403';
  end if;
  return new;
end;
$$;

create trigger refuse_session
  before insert on auth.sessions
  for each row execute function private.refuse_session();

-- Drops what was added to an account before its address was proven for the first time: anyone can sign up with another
-- user's address.
create function private.drop_unproven()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.mfa_factors where user_id = new.id;
  delete from auth.webauthn_credentials where user_id = new.id;
  delete from private.recovery_codes where user_id = new.id;
  delete from auth.sessions where user_id = new.id;
  return null;
end;
$$;

create trigger drop_unproven
  after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.drop_unproven();

-- Drops the password of a sign-up when another link than that of the sign-up proves the address: one for a new password,
-- or for signing in. The auth service clears the token of the link before it confirms the address.
create function private.drop_unproven_password()
returns trigger
language plpgsql set search_path = '' as $$
begin
  new.encrypted_password := '';
  return new;
end;
$$;

create trigger drop_unproven_password
  before update of recovery_token on auth.users
  for each row
  when (
    old.email_confirmed_at is null
    and coalesce(old.recovery_token, '') <> ''
    and coalesce(new.recovery_token, '') = ''
  )
  execute function private.drop_unproven_password();

-- Users who wait for approval, or whose account is deactivated, read and change nothing: a restrictive policy on each
-- table that clients reach, in addition to those that give access to single rows. Functions that bypass row-level
-- security check the account themselves, most of them through `is_admin` or `assistants_usable_by`.

create policy "Only active accounts"
  on public.assistant_access as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.assistant_role_access as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.assistants as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.attachments as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.audit_logs as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.audit_views as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.conversations as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.document_chunks as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.document_versions as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.documents as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.handovers as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.instruction_versions as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.messages as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.participant_assignments as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.participants as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.remote_loads as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.reply_feedback as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.roles as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.synonyms as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.turn_events as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.turns as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.users as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

-- Revokes the privilege to execute our functions from `public`, to which PostgreSQL grants it by default. The grants to
-- single roles in the other files remain. A later migration must revoke it for each function that it creates.
revoke all on all functions in schema public, private from public;

-- Adds the state of an account, which every policy and function requires to be active.

-- The state of an account decides whether its user has access at all: `active`, `waiting` (an administrator has not
-- approved the sign-up yet) or `deactivated`. Every policy and function that serves a user requires an active account,
-- on each request, so that a token which is still valid gives no access.

-- The rule for sign-ups, in one row. The server writes it when it starts: HOMIE_SIGN_UP.
create table private.sign_up_rule (
  only_row boolean primary key default true check (only_row),
  needs_approval boolean not null default false
);

insert into private.sign_up_rule default values;

revoke all on table private.sign_up_rule from anon, authenticated, service_role;
alter table private.sign_up_rule enable row level security;

-- Returns the time at which a new account is approved: now, or never if sign-ups need approval.
create function private.approval_time()
returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when not needs_approval then now() end from private.sign_up_rule;
$$;
revoke all on function private.approval_time() from public;
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
revoke all on function private.access_state(uuid) from public;

-- Returns the state of the caller's account, for functions and for the screen of users who wait for approval.
create function private.own_state()
returns text
language sql stable security definer set search_path = '' as $$
  select private.access_state(auth.uid());
$$;
revoke all on function private.own_state() from public;
grant execute on function private.own_state() to authenticated;

create function public.own_state()
returns text
language sql stable set search_path = '' as $$
  select private.own_state();
$$;
revoke all on function public.own_state() from public;
grant execute on function public.own_state() to authenticated;

create function private.is_active()
returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.access_state(auth.uid()) = 'active', false);
$$;
revoke all on function private.is_active() from public;
grant execute on function private.is_active() to authenticated;

alter table public.users
  -- null: waits for approval
  add column approved_at timestamptz default private.approval_time(),
  add column is_waiting boolean not null generated always as (approved_at is null) stored;
create index users_waiting_email_idx on public.users (is_waiting desc, email, id);
grant select (approved_at, is_waiting) on table public.users to authenticated;

create or replace function private.protect_last_admin()
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

create or replace function private.is_admin()
returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
    from public.users
    join public.roles on roles.id = users.role_id
    where users.id = auth.uid() and roles.name = 'admin' and private.is_active()
  );
$$;

create or replace function public.is_administrator(user_id uuid)
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

create or replace function private.assistants_usable_by(user_id uuid)
returns setof uuid
language sql stable security definer set search_path = '' as $$
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
$$;

create or replace function private.read_change_ids(after bigint)
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

  select jsonb_agg(jsonb_build_object('version', version, 'id', conversation_id) order by version),
         count(*) > row_limit or bool_or(conversation_id is null)
  into changes, needs_reset
  from (
    select version, conversation_id
    from private.conversation_changes
    where user_id = feed.user_id and version > read_change_ids.after
    order by version
    limit row_limit + 1
  ) as newer;
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

create or replace function private.read_change_version()
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

-- Users who wait for approval, or whose account is deactivated, read and change nothing: a restrictive policy on each
-- table that clients reach, in addition to those that give access to single rows. Functions that bypass row-level
-- security check the account themselves, most of them through `is_admin` or `assistants_usable_by`.

create policy "Only active accounts"
  on public.assistant_access as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.assistant_records as restrictive for all to authenticated
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

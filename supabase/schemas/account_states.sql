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

-- Copies the name and the last sign-in of accounts to public.users, so that administrators search and sort by them.

create function private.account_display_name(metadata jsonb)
returns text
language sql immutable set search_path = '' as $$
  select nullif(left(btrim(account_display_name.metadata ->> 'display_name'), 80), '');
$$;
revoke all on function private.account_display_name(jsonb) from public;

drop function public.last_sign_in_at(public.users);
drop function private.last_sign_in_at(uuid);
drop trigger touch_updated_at on public.users;

alter table public.users
  add column display_name text,
  add column last_sign_in_at timestamptz;

update public.users
set display_name = private.account_display_name(accounts.raw_user_meta_data),
    last_sign_in_at = accounts.last_sign_in_at
from auth.users as accounts
where accounts.id = users.id;

alter table public.users
  add column sort_name text not null generated always as (lower(coalesce(display_name, email))) stored;

grant select (display_name, last_sign_in_at, sort_name) on table public.users to authenticated;

create index users_waiting_name_idx on public.users (is_waiting desc, sort_name, id);
create index users_waiting_sign_in_idx on public.users (is_waiting desc, last_sign_in_at desc nulls last, id);
create index users_display_name_search_idx on public.users using gin (display_name extensions.gin_trgm_ops);

create trigger touch_updated_at
  before update of email, display_name, role_id, approved_at on public.users
  for each row execute function private.touch_updated_at();

create or replace function private.file_new_user()
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

drop trigger follow_email_change on auth.users;
drop function private.follow_email_change();

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
revoke all on function private.follow_account_change() from public;

create trigger follow_account_change
  after update of email, raw_user_meta_data on auth.users
  for each row
  when (
    old.email is distinct from new.email
    or old.raw_user_meta_data ->> 'display_name' is distinct from new.raw_user_meta_data ->> 'display_name'
  )
  execute function private.follow_account_change();

create function private.follow_sign_in()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.users set last_sign_in_at = new.last_sign_in_at where id = new.id;
  return new;
end;
$$;
revoke all on function private.follow_sign_in() from public;

create trigger follow_sign_in
  after update of last_sign_in_at on auth.users
  for each row
  when (old.last_sign_in_at is distinct from new.last_sign_in_at)
  execute function private.follow_sign_in();

create or replace function private.search_user_ids(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query
    select id
    from public.users
    where email ilike private.like_pattern(search_user_ids.q)
      or display_name ilike private.like_pattern(search_user_ids.q);
end;
$$;

create or replace function private.search_users(q text)
returns setof public.users
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query
    select *
    from public.users
    where email ilike private.like_pattern(search_users.q)
      or display_name ilike private.like_pattern(search_users.q);
end;
$$;

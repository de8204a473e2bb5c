/*
 * Foundation: what every later migration stands on.
 *
 * Three roles reach this database through the REST interface. `anon` is a visitor without a session and has no business
 * here at all. `authenticated` is any signed-in person: what that person may see or change is decided row by row, from
 * tables, on every request. `service_role` is the server itself and is given only what it does.
 *
 * Nobody gets anything by default: a table or function that a migration forgets to grant is closed, on every way to run
 * the product (a hosted project would otherwise open each new table to all three roles).
 */

alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

grant usage on schema public to authenticated, service_role;

/*
 * Rules that policies and triggers share live in `private`. The REST interface does not expose it, so a helper that
 * looks past row-level security can never be called from outside.
 */
create schema private;

revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

create function private.touch_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

revoke all on function private.touch_updated_at() from public;

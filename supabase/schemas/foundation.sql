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

create function private.touch_updated_at()
returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

/**
 * The objects that a Supabase project has before its first migration: the request roles, the `extensions` schema and
 * the functions that return the current user to a policy. Can be run again at any time. On a server where the roles
 * exist already, the connecting role needs membership in them.
 */
export const prelude = `
create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;

do $$
declare
  request_role text;
begin
  foreach request_role in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_roles where rolname = request_role) then
      -- Roles belong to the whole server: another database of it may be creating the same one now.
      begin
        execute format('create role %I nologin noinherit', request_role);
        if request_role = 'service_role' then
          alter role service_role bypassrls;
        end if;
      exception when duplicate_object or unique_violation then
        null;
      end;
    end if;
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public, extensions to anon, authenticated, service_role;

create schema if not exists auth;
grant usage on schema auth to anon, authenticated, service_role;

create or replace function auth.uid() returns uuid language sql stable set search_path = '' as $$
  select nullif(current_setting('request.jwt.claim.sub', true), '')::uuid
$$;

create or replace function auth.role() returns text language sql stable set search_path = '' as $$
  select nullif(current_setting('request.jwt.claim.role', true), '')
$$;

create or replace function auth.jwt() returns jsonb language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;

create or replace function auth.email() returns text language sql stable set search_path = '' as $$
  select auth.jwt() ->> 'email'
$$;

create schema if not exists embedded;
revoke all on schema embedded from public;

create table if not exists embedded.system_schema (
  only_row boolean primary key default true check (only_row),
  checksum text not null,
  applied_at timestamptz not null default now()
);

create table if not exists embedded.seed (
  only_row boolean primary key default true check (only_row),
  files text[] not null,
  applied_at timestamptz not null default now()
);

-- The form of the official command line, so that it can be used on the same database.
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);
revoke all on schema supabase_migrations from public;
`;

/**
 * Grants the service key the privileges that it has on a hosted project. `anon` and `authenticated` get nothing by
 * default: the migrations grant each of them the privileges that it needs.
 */
export const defaultPrivileges = `
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;
`;

/** The wider defaults of a hosted project, under which the migrations must produce the same grants. */
export const hostedDefaultPrivileges = `
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
`;

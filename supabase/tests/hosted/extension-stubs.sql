/*
 * Tables and functions of pg_cron, pg_net and the vault, as far as the schedule of the sweep uses them, with the privileges
 * that they have in a hosted project. No package for this version of PostgreSQL has these extensions. Run by a superuser.
 */
create schema cron;
grant usage on schema cron to postgres;
create table cron.job (
  jobid bigserial primary key,
  schedule text not null,
  command text not null,
  username text not null default current_user,
  jobname text,
  unique (jobname, username)
);
alter table cron.job enable row level security;
create policy cron_job_policy on cron.job using (username = current_user);
grant select on cron.job to postgres;
create function cron.schedule(job_name text, schedule text, command text)
returns bigint
language sql security definer as $$
  insert into cron.job (jobname, schedule, command, username)
  values (job_name, schedule.schedule, schedule.command, session_user)
  on conflict (jobname, username) do update set schedule = excluded.schedule, command = excluded.command
  returning jobid;
$$;

create schema net;
grant usage on schema net to postgres;
create table net.http_request_queue (id bigserial primary key, url text not null, headers jsonb, timeout_milliseconds integer);
grant select on net.http_request_queue to postgres;
create function net.http_post(
  url text, body jsonb default '{}', params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds integer default 5000
)
returns bigint
language sql security definer as $$
  insert into net.http_request_queue (url, headers, timeout_milliseconds)
  values (http_post.url, http_post.headers, http_post.timeout_milliseconds)
  returning id;
$$;

create schema vault;
grant usage on schema vault to postgres;
create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text not null);
create view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;
grant select on vault.secrets, vault.decrypted_secrets to postgres;
create function vault.create_secret(new_secret text, new_name text)
returns uuid
language sql security definer as $$
  insert into vault.secrets (name, secret) values (new_name, new_secret) returning id;
$$;

insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
select 2000000 + row_number() over (), name, 'supabase_admin'::regrole, schema::regnamespace, false, '1.0'
from (values ('pg_cron', 'cron'), ('pg_net', 'net'), ('supabase_vault', 'vault')) as stubs (name, schema);

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

create function private.touch_updated_at()
returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

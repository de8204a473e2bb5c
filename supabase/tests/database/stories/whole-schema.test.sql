-- Each rule holds now, and finds a violation that is planted beside it.

-- test: every table has row-level security
select tests.equal(array(select tests.tables_without_row_security()), '{}'::text[], 'tables');
create table public.planted (id integer);
select tests.equal(array(select tests.tables_without_row_security()), array['planted'], 'found');

-- test: no view bypasses row-level security
select tests.equal(array(select tests.views_that_look_past_row_security()), '{}'::text[], 'views');
create view public.planted as select id from public.conversations;
select tests.equal(array(select tests.views_that_look_past_row_security()), array['planted'], 'found');

-- test: the name of every policy is complete
select tests.equal(array(select tests.policies_with_a_cut_name()), '{}'::text[], 'policies');
create policy "Planted, with a name that is longer than the sixty-three bytes kept" on public.roles
  for select to authenticated using (true);
select tests.equal(cardinality(array(select tests.policies_with_a_cut_name())), 1, 'found');

-- test: every policy names its role
select tests.equal(array(select tests.policies_for_everybody()), '{}'::text[], 'policies');
create policy planted on public.roles for select using (true);
select tests.equal(array(select tests.policies_for_everybody()), array['roles: planted'], 'found');

-- test: every update policy checks the new row
select tests.equal(array(select tests.updates_without_check()), '{}'::text[], 'policies');
create policy planted on public.roles for update to authenticated using (true);
select tests.equal(array(select tests.updates_without_check()), array['roles: planted'], 'found');

-- test: no policy trusts claims of a token
select tests.equal(array(select tests.policies_that_trust_claims()), '{}'::text[], 'policies');
create policy planted on public.roles for select to authenticated using (auth.jwt() ->> 'role' = 'admin');
select tests.equal(array(select tests.policies_that_trust_claims()), array['roles: planted'], 'found');

-- test: policies evaluate the caller once per query, not once per row
select tests.equal(array(select tests.policies_that_ask_for_every_row()), '{}'::text[], 'policies');
create policy planted on public.roles for select to authenticated using (id = auth.uid());
select tests.equal(array(select tests.policies_that_ask_for_every_row()), array['roles: planted'], 'found');

-- test: a visitor has no privileges on any table, column or function
select tests.equal(array(select tests.privileges_of_visitors()), '{}'::text[], 'privileges');
create function private.planted() returns integer language sql set search_path = '' as 'select 1';
select tests.equal(array(select tests.privileges_of_visitors()), array['private.planted(): execute'], 'found');
drop function private.planted();
grant select (id) on public.roles to anon;
select tests.equal(array(select tests.privileges_of_visitors()), array['roles: select of some column'], 'found');

-- test: no role can truncate, reference or add triggers to a table
select tests.equal(array(select tests.privileges_beyond_rows()), '{}'::text[], 'privileges');
grant truncate on public.roles to service_role;
select tests.equal(array(select tests.privileges_beyond_rows()), array['roles: truncate for service_role'], 'found');

-- test: signed-in users have column grants only
select tests.equal(array(select tests.grants_on_whole_tables()), '{}'::text[], 'privileges');
grant update on public.users to authenticated;
select tests.equal(
  array(select tests.grants_on_whole_tables()), array['users: update on every column, for authenticated'], 'found'
);

-- test: every function has a fixed search path
select tests.equal(array(select tests.functions_with_open_search_path()), '{}'::text[], 'functions');
create function private.planted() returns integer language sql security definer as 'select 1';
select tests.equal(array(select tests.functions_with_open_search_path()), array['private.planted()'], 'found');

-- test: no client can call a function that bypasses row-level security
select tests.equal(array(select tests.definer_functions_open_to_clients()), '{}'::text[], 'functions');
create function public.planted() returns integer language sql security definer set search_path = '' as 'select 1';
select tests.equal(array(select tests.definer_functions_open_to_clients()), array['public.planted()'], 'found');

-- test: every foreign key has an index
select tests.equal(array(select tests.foreign_keys_without_index()), '{}'::text[], 'foreign keys');
alter table public.messages add column planted uuid constraint planted references public.roles (id);
select tests.equal(array(select tests.foreign_keys_without_index()), array['messages: planted'], 'found');

-- test: no role has a privilege to write the audit log
select tests.equal(array(select tests.clients_that_write_audit()), '{}'::text[], 'privileges');
grant insert (action) on public.audit_logs to service_role;
select tests.equal(array(select tests.clients_that_write_audit()), array['service_role: insert'], 'found');

-- test: the snapshot of policies and grants detects a new policy, a new grant and an opened function
create temporary table before as select line from tests.policies_and_grants() as line;
create policy planted on public.roles for select to authenticated using (true);
grant update (name) on public.roles to authenticated;
grant execute on function public.record_audit(text, uuid, uuid, uuid, jsonb) to authenticated;
select tests.equal(
  (
    select count(*)
    from (select line from tests.policies_and_grants() as line except select line from before) as added
  ),
  3, 'three lines more'
);

-- test: every mutable record has a timestamp of its last change
select tests.add_person('ann', 'admin');
select tests.sign_up('wes');
delete from public.users where id = tests.id('wes');
insert into public.users (id, email, role_id, updated_at)
select tests.id('wes'), 'wes@tests.example', id, now() - interval '1 day' from public.roles where name = 'office';
insert into public.participants (display_name, updated_at) values ('Pip', now() - interval '1 day');
insert into public.assistants (label, openai_assistant_id, updated_at) values ('Old', 'asst_1', now() - interval '1 day');
insert into public.ai_assistant_profiles (openai_assistant_id, updated_at) values ('asst_1', now() - interval '1 day');
update public.users set email = email;
update public.participants set status = 'inactive';
update public.assistants set use_org_domains = false;
update public.ai_assistant_profiles set version = 2;
select tests.equal(
  array(
    select updated_at from public.users where id = tests.id('wes')
    union all select updated_at from public.participants
    union all select updated_at from public.assistants
    union all select updated_at from public.ai_assistant_profiles
  ),
  array_fill(now(), array[4]), 'four records, changed now'
);

-- test: RECORD-01 each table that administrators write has triggers that insert audit entries
select tests.same_lines(array(select tests.unrecorded_operations()), '{}', 'operations without an audit entry');
create table public.planted (id integer);
grant update (id), delete on public.planted to authenticated;
select tests.same_lines(
  array(select tests.unrecorded_operations()), array['planted: delete', 'planted: update'], 'found'
);

-- test: no function that avoids sequential scans is compiled, because a scan that it needs seems to cost enough for it
select tests.same_lines(
  array(
    select oid::regprocedure::text
    from pg_proc
    where 'enable_seqscan=off' = any (proconfig) and not 'jit=off' = any (proconfig)
  ),
  '{}', 'compiled functions'
);

select tests.add_person('ann', 'admin');

-- How many rows of the administration's tables a statement looks at.
create function tests.rows_read(statement text)
returns bigint
language plpgsql
as $$
declare
  counted constant text := $count$
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))
    from pg_stat_xact_user_tables
    where relname in ('participants', 'users', 'assistants')
  $count$;
  before bigint;
  after bigint;
begin
  execute counted into before;
  execute statement;
  execute counted into after;
  return after - before;
end;
$$;

-- test: a page of a list, and a search with one result, read some rows of large tables, not all
set local session_replication_role = replica;
insert into public.users (id, email, role_id)
select gen_random_uuid(), 'person' || number || '@large.example', roles.id
from generate_series(1, 4000) as number, public.roles where roles.name = 'support_worker';
insert into public.participants (display_name, created_at)
select 'Participant ' || number, now() - number * interval '1 hour' from generate_series(1, 4000) as number;
insert into public.assistants (label, openai_assistant_id)
select 'Helper ' || number, 'asst_large' from generate_series(1, 4000) as number;
set local session_replication_role = origin;
analyze public.users, public.participants, public.assistants;
-- What autovacuum does in time: a search would read what was just written one by one.
select gin_clean_pending_list(index_name::regclass)
from unnest(array[
  'public.users_email_search_idx', 'public.participants_display_name_search_idx', 'public.assistants_label_search_idx'
]) as index_name;
select tests.sign_in('ann');
select tests.holds(tests.rows_read('select count(display_name) from public.participants') >= 4000, 'it is counted');
select tests.holds(
  tests.rows_read('select * from public.participants order by created_at desc, id desc limit 25') < 200, 'participants'
);
select tests.holds(
  tests.rows_read($$
    select * from public.participants where status = 'inactive' order by created_at desc, id desc limit 25
  $$) < 200, 'inactive participants'
);
select tests.holds(
  tests.rows_read($$select * from public.search_participants('ipant 1987') limit 25$$) < 200, 'one participant'
);
select tests.holds(
  tests.rows_read('select id, email, role_id from public.users order by email, id limit 25') < 200, 'users'
);
select tests.holds(tests.rows_read($$select * from public.search_users('son1987@') limit 25$$) < 200, 'one user');
select tests.holds(
  tests.rows_read('select id, email from public.users order by is_waiting desc, sort_name, id limit 25') < 200,
  'users by name'
);
select tests.holds(
  tests.rows_read($$
    select id, email from public.users order by is_waiting desc, last_sign_in_at desc nulls last, id limit 25
  $$) < 200, 'users by last sign-in'
);
select tests.holds(
  tests.rows_read('select id, label from public.assistants order by label_order, id limit 25') < 200, 'assistants'
);
select tests.holds(
  tests.rows_read($$select id, label from public.search_assistants('lper 1987') limit 25$$) < 200, 'one assistant'
);

select tests.add_person('ann', 'admin');
select tests.add_person('olive', 'office');
select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
insert into public.participants (id, display_name) values (tests.id('pat'), 'Pat'), (tests.id('pip'), 'Pip');
select tests.add_assistant('Policies');
select tests.add_assistant('Pat at home', 'pat');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Pat at home'), tests.id('wes'));
insert into public.assistant_role_access (assistant_id, role_id)
select tests.id('Policies'), id from public.roles where name = 'office';
insert into public.participant_assignments (participant_id, user_id)
values (tests.id('pat'), tests.id('wes')), (tests.id('pat'), tests.id('wanda'));

create function pg_temp.people(answer jsonb)
returns text
language sql
as $$
  select string_agg(
    split_part(entry ->> 'userEmail', '@', 1) || ' '
      || coalesce(entry ->> 'outcome', concat_ws(' ', entry ->> 'assignment', entry ->> 'access'))
      || translate(coalesce(entry ->> 'reasons', ''), '[]",', ''),
    ', ' order by position
  )
  from jsonb_array_elements(answer -> 'rows') with ordinality as rows (entry, position);
$$;

-- test: who_can_see lists the users of an assistant, with every reason
select tests.sign_in('ann');
select tests.equal(
  pg_temp.people(public.who_can_see('assistant', tests.id('Pat at home'))), 'ann admin, wes direct assignment', 'Pat''s'
);
select tests.equal(
  pg_temp.people(public.who_can_see('assistant', tests.id('Policies'))), 'ann admin, olive role', 'by role'
);
select tests.equal(
  pg_temp.people(public.who_can_see('participant', tests.id('pat'))),
  'ann admin, wanda assignment, wes direct assignment', 'Pat'
);
select tests.equal(
  pg_temp.people(public.who_can_see('participant', tests.id('pat'), q => 'WA', page_size => 1)), 'wanda assignment', 'found'
);
select tests.equal(
  public.who_can_see('participant', tests.id('pat'), page => 3, page_size => 1) #>> '{rows,0,userEmail}',
  'wes@tests.example', 'the third page'
);
select tests.equal(
  (public.who_can_see('participant', tests.id('pat'), page_size => 1) -> 'total')::integer, 3, 'of three'
);

-- test: only administrators see which accounts are deactivated or not confirmed
select tests.sign_up('nils');
update auth.users set banned_until = now() + interval '1 year' where id = tests.id('wanda');
update auth.users set banned_until = now() - interval '1 day' where id = tests.id('olive');
select tests.sign_in('ann');
select tests.equal(
  (select array_agg(split_part(email, '@', 1) || ' ' || users.account_state order by email) from public.users),
  array['ann active', 'nils unconfirmed', 'olive active', 'wanda deactivated', 'wes active'], 'users'
);
select tests.equal(
  (
    select array_agg(value ->> 'accountState' order by value ->> 'userEmail')
    from jsonb_array_elements(public.who_can_see('participant', tests.id('pat')) -> 'rows')
  ),
  array['active', 'deactivated', 'active'], 'who sees Pat'
);
select tests.sign_in('wes');
select tests.equal((select users.account_state from public.users), null, 'a worker, of their own');

-- test: DATA-15 user_access lists a user's access to every assistant, and user_participants their participants
select tests.sign_in('ann');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Policies'), tests.id('olive'));
select tests.equal(
  public.user_access(tests.id('olive')),
  jsonb_build_object(
    'isAdmin', false, 'total', 2, 'rows', jsonb_build_array(
      jsonb_build_object(
        'assistantId', tests.id('Pat at home'), 'assistantLabel', 'Pat at home', 'assistantKind', 'participant',
        'hasDirectAccess', false, 'hasRoleAccess', false, 'hasAccess', false
      ),
      jsonb_build_object(
        'assistantId', tests.id('Policies'), 'assistantLabel', 'Policies', 'assistantKind', 'org',
        'hasDirectAccess', true, 'hasRoleAccess', true, 'hasAccess', true
      )
    )
  ),
  'olive'
);
select tests.equal(
  public.user_access(tests.id('wes'), usable_only => true) #>> '{rows,0,assistantLabel}', 'Pat at home', 'usable'
);
select tests.equal((public.user_access(tests.id('ann'), usable_only => true) ->> 'total')::integer, 2, 'an admin');
select tests.equal((public.user_access(tests.id('wes'), q => 'polic') ->> 'total')::integer, 1, 'found');
select tests.equal(
  public.user_participants(tests.id('wes')) -> 'rows',
  jsonb_build_array(
    jsonb_build_object(
      'participantId', tests.id('pat'), 'participantName', 'Pat', 'status', 'active',
      'reasons', jsonb_build_array('assignment')
    )
  ),
  'assigned'
);
select tests.equal((public.user_participants(tests.id('ann')) ->> 'total')::integer, 2, 'all of them');
select tests.equal((public.user_participants(tests.id('olive')) ->> 'total')::integer, 0, 'nobody');

-- test: the grants of an assistant are a single response, which no row limit truncates
insert into auth.users (id, aud, role, email, created_at, updated_at)
select gen_random_uuid(), 'authenticated', 'authenticated', 'person' || number || '@many.example', now(), now()
from generate_series(1, 1100) as number;
insert into public.assistant_access (assistant_id, user_id)
select tests.id('Policies'), id from public.users where email like '%@many.example';
select tests.sign_in('ann');
select tests.succeeds($$select public.read_grants(tests.id('Policies'))$$, 1, 'one row');
select tests.equal(
  jsonb_array_length(public.read_grants(tests.id('Policies')) -> 'userGrants'), 1100, 'with everybody in it'
);
select tests.equal(
  public.read_grants(tests.id('Policies')) -> 'roleGrants',
  '[{"roleName": "admin", "granted": false}, {"roleName": "office", "granted": true},
    {"roleName": "support_worker", "granted": false}]'::jsonb,
  'and every role'
);

-- test: a preview of grants lists who gains, has or would lose access, and changes nothing
select tests.sign_in('ann');
create temporary table people as
select array_agg(id) as ids from public.users;
select tests.equal(
  pg_temp.people((select public.change_grants(array[tests.id('Pat at home')], ids, true, true) from people)),
  'ann keeps, olive gains, wanda gains, wes keeps', 'granting'
);
select tests.equal(
  pg_temp.people((select public.change_grants(array[tests.id('Pat at home')], ids, false, true) from people)),
  'ann keeps, olive none, wanda none, wes loses', 'revoking'
);
select tests.equal((select count(*) from public.assistant_access), 1, 'grants');
select tests.equal(
  pg_temp.people((select public.change_grants(array[tests.id('Pat at home')], ids, true) from people)),
  'ann keeps, olive gains, wanda gains, wes keeps', 'granted'
);
select tests.equal((select count(*) from public.assistant_access), 4, 'grants');
select tests.equal((select count(*) from public.audit_logs where action = 'access_granted'), 3, 'a row for each new one');
select tests.equal(
  pg_temp.people((select public.change_grants(array[tests.id('Pat at home')], ids, false) from people)),
  'ann keeps, olive loses, wanda loses, wes loses', 'revoked'
);
select tests.equal((select count(*) from public.assistant_access), 0, 'grants');

-- test: workers are assigned and unassigned in bulk, with or without access
select tests.sign_in('ann');
select tests.equal(
  pg_temp.people(
    public.change_workers(tests.id('pip'), array[tests.id('wes'), tests.id('wanda')], true, with_access => true)
  ),
  'wanda gains, wes gains', 'without an assistant there is no access to give'
);
select tests.equal((select count(*) from public.participant_assignments), 4, 'assigned');
select tests.equal(
  pg_temp.people(public.change_workers(tests.id('pat'), array[tests.id('wanda')], true, true, preview => true)),
  'wanda keeps gains', 'preview'
);
select tests.equal((select count(*) from public.assistant_access), 1, 'nothing granted by a preview');
select tests.equal(
  pg_temp.people(
    public.change_workers(tests.id('pat'), array[tests.id('wanda'), tests.id('wes')], false, with_access => true)
  ),
  'wanda loses none, wes loses loses', 'unassigned'
);
select tests.equal((select count(*) from public.assistant_access), 0, 'revoked');
select tests.refused(
  $$select public.change_workers(tests.id('nobody'), array[tests.id('wes')], true)$$, 'PT404', 'an unknown participant',
  'Participant not found'
);
select tests.refused(
  $$select public.change_grants(array_fill(tests.id('Policies'), array[11]), array_fill(tests.id('wes'), array[50]), true)$$,
  'PT422', 'too many', 'At most 500 at once.'
);

-- test: a bulk change without a direction is refused and changes nothing
select tests.sign_in('ann');
select tests.refused(
  $$select public.change_grants(array[tests.id('Pat at home')], array[tests.id('wes')], null)$$, 'PT422', 'grants',
  'granted must be true or false'
);
select tests.refused(
  $$select public.change_workers(tests.id('pat'), array[tests.id('wes')], null, true)$$, 'PT422', 'workers',
  'assigned must be true or false'
);
select tests.equal((select count(*) from public.assistant_access), 1, 'still granted');
select tests.equal((select count(*) from public.participant_assignments), 2, 'still assigned');

-- test: only an administrator can query
create temporary table questions (statement text);
insert into questions values
  ($$select public.read_history('user', tests.id('wes'))$$),
  ($$select public.deletion_effect('participant', tests.id('pat'))$$),
  ($$select public.who_can_see('assistant', tests.id('Policies'))$$),
  ($$select public.read_grants(tests.id('Policies'))$$),
  ($$select public.user_access(tests.id('wes'))$$),
  ($$select public.user_participants(tests.id('wes'))$$),
  ($$select public.change_grants(array[tests.id('Policies')], array[tests.id('wes')], true, true)$$),
  ($$select public.change_workers(tests.id('pat'), array[tests.id('wes')], true, true, true)$$),
  ($$select public.search_users('w')$$),
  ($$select public.search_participants('p')$$),
  ($$select public.participant_options()$$);
grant select on questions to authenticated, anon;
select tests.sign_in('wes');
select tests.forbidden(statement, statement, 'Admin access required') from questions;
select tests.sign_in('olive');
select tests.forbidden(statement, statement, 'Admin access required') from questions;
select tests.as_visitor();
select tests.forbidden(statement, statement) from questions;
select tests.sign_in('wes');
select tests.equal((select string_agg(label, ', ') from public.search_assistants('p')), 'Pat at home', 'their own only');

-- test: search texts are matched literally
select tests.as_owner();
insert into public.participants (display_name)
values ('a%b c'), ('a_b c'), ('a*b c'), ('a\b c'), ('a,b c'), ('axb c');
select tests.sign_in('ann');
select tests.equal(
  (select array_agg(
    (select string_agg(display_name, '|') from public.search_participants('A' || sign || 'b')) order by sign collate "C"
  ) from unnest(array['%', '*', ',', '\', '_']) as sign),
  array['a%b c', 'a*b c', 'a,b c', 'a\b c', 'a_b c'], 'each finds its own'
);

-- test: searches, lists and queries never scan a whole table
select tests.as_owner();
insert into auth.users (id, aud, role, email, created_at, updated_at)
select
  gen_random_uuid(), 'authenticated', 'authenticated', 'person' || number || '@many.example', now(), now()
from generate_series(1, 2000) as number;
insert into public.participants (display_name, created_at)
select 'Participant ' || number, now() - number * interval '1 minute' from generate_series(1, 5000) as number;
insert into public.assistants (label, openai_assistant_id)
select 'Assistant ' || number, 'asst_1' from generate_series(1, 500) as number;
analyze public.users, public.participants, public.assistants;
create function pg_temp.whole_reads(statement text)
returns bigint
language plpgsql
as $$
declare
  reads_before bigint;
begin
  select sum(seq_scan) into reads_before from pg_stat_xact_user_tables where relname in ('users', 'participants');
  execute statement;
  return (select sum(seq_scan) from pg_stat_xact_user_tables where relname in ('users', 'participants')) - reads_before;
end;
$$;
select tests.sign_in('ann');
select tests.equal(pg_temp.whole_reads(statement), 0, statement)
from unnest(array[
  $$select from public.search_users('son1999@')$$,
  $$select from public.search_participants('ipant 4999')$$,
  $$select from public.search_assistants('tant 499')$$,
  $$select id, display_name from public.participants order by created_at desc, id desc limit 25$$,
  $$select id from public.participants where status = 'inactive' order by created_at desc, id desc limit 25$$,
  $$select id, email from public.users order by email, id limit 25$$,
  $$select public.participant_options('', null, 50)$$,
  $$select public.participant_options('ipant 49', null, 20)$$,
  $$select public.who_can_see('assistant', tests.id('Pat at home'), q => 'wes@')$$,
  $$select public.user_access(tests.id('wes'))$$,
  $$select public.user_participants(tests.id('wes'))$$
]) as statement;
select tests.as_owner();
select tests.holds(
  pg_temp.whole_reads('select from public.participants where display_name ilike ''%9%''') > 0, 'a whole reading is noticed'
);

-- test: an unknown kind of record is refused, so that no query is unrecorded
select tests.sign_in('ann');
select tests.refused(
  format('select public.who_can_see(%L, tests.id(''pat''))', kind), 'PT400', kind, 'Unknown kind of record.'
)
from unnest(array['Assistant', 'participants', '']) as kind;
select tests.refused('select public.who_can_see(null, tests.id(''pat''))', 'PT400', 'none');

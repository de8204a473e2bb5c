select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
select tests.add_assistant('Notes');
select tests.add_assistant('Payroll');
insert into public.assistant_access (assistant_id, user_id)
values
  (tests.id('Notes'), tests.id('wes')), (tests.id('Notes'), tests.id('wanda')),
  (tests.id('Payroll'), tests.id('wes'));
insert into public.conversations (id, user_id, assistant_id, title, pinned, archived, updated_at)
values
  (tests.id('one'), tests.id('wes'), tests.id('Notes'), 'One', false, false, now() - interval '1 day'),
  (tests.id('two'), tests.id('wes'), tests.id('Notes'), 'Two', true, false, now() - interval '2 days'),
  (tests.id('three'), tests.id('wes'), tests.id('Payroll'), 'Three', false, false, now() - interval '3 days'),
  (tests.id('away'), tests.id('wes'), tests.id('Notes'), 'Away', true, true, now()),
  (tests.id('foreign'), tests.id('wanda'), tests.id('Notes'), 'Foreign', true, false, now());
insert into public.messages (id, conversation_id, role, content, created_at)
values
  (tests.id('question'), tests.id('one'), 'user', 'Where is the lease?', now() - interval '1 day'),
  (tests.id('secret'), tests.id('foreign'), 'user', 'The lease is secret', now() - interval '1 day');
set constraints all immediate;

create function tests.titles(list jsonb)
returns text[]
language sql
as $$
  select array(select value ->> 'title' from jsonb_array_elements(list -> 'rows') with ordinality order by ordinality);
$$;

create function tests.begin_turn(conversation text)
returns void
language sql
as $$
  insert into public.turns (id, conversation_id, user_id, user_message_id, idempotency_key)
  values (tests.id('turn'), tests.id(conversation), tests.id('wes'), tests.id('question'), 'key');
$$;

create function tests.end_turn(how text)
returns void
language sql
as $$
  update public.turns set status = how, ended_at = now() where id = tests.id('turn');
$$;

-- Adds 300 new conversations with more text than a search reads before it uses the index.
create function tests.add_fillers()
returns void
language sql
as $$
  insert into public.conversations (id, user_id, assistant_id, title, updated_at)
  select tests.id('filler ' || number), tests.id('wes'), tests.id('Notes'), 'Filler', now() - number * interval '1 second'
  from generate_series(1, 300) as number;
  insert into public.messages (conversation_id, role, content, created_at)
  select tests.id('filler ' || number), 'assistant', repeat('All about nothing. ', 500), now() - interval '1 year'
  from generate_series(1, 300) as number;
$$;

-- How often the messages were looked at in this transaction.
create function tests.readings_of_messages()
returns bigint
language sql
as $$
  select seq_scan + coalesce(idx_scan, 0) from pg_stat_xact_user_tables where relid = 'public.messages'::regclass;
$$;

-- How many messages an index gave to be looked at in this transaction.
create function tests.fetched_messages()
returns bigint
language sql
as $$
  select idx_tup_fetch from pg_stat_xact_user_tables where relid = 'public.messages'::regclass;
$$;

-- How PostgreSQL means to answer a statement.
create function tests.plan(statement text)
returns text
language plpgsql
as $$
declare
  line text;
  plan text := '';
begin
  for line in execute 'explain ' || statement loop
    plan := plan || line || e'\n';
  end loop;
  return plan;
end;
$$;

create function tests.version()
returns bigint
language sql
as $$
  select (public.read_conversation_changes() ->> 'version')::bigint;
$$;

create function tests.changes(after bigint)
returns jsonb
language sql
as $$
  select public.read_conversation_changes(changes.after);
$$;

-- test: the list contains the caller's conversations, pinned first, then the newest activity, and continues at a cursor
select tests.sign_in('wes');
select tests.equal(tests.titles(public.list_conversations()), array['Two', 'One', 'Three'], 'whole');
select tests.equal(tests.titles(public.list_conversations(archived => true)), array['Away'], 'put away');
select tests.equal(
  tests.titles(public.list_conversations(assistant_id => tests.id('Payroll'))), array['Three'], 'of one assistant'
);
select tests.equal(public.list_conversations() -> 'next', 'null'::jsonb, 'the end');
select tests.equal(
  public.list_conversations(row_limit => 1) -> 'next' ->> 'id', tests.id('two')::text, 'the place after the first'
);
select tests.equal(
  tests.titles(public.list_conversations(
    after_pinned => true,
    after_moment => (public.list_conversations(row_limit => 1) -> 'next' ->> 'moment')::bigint,
    after_id => tests.id('two'),
    row_limit => 1
  )),
  array['One'], 'the second'
);

-- test: a row of the list matches the contract
select tests.sign_in('wes');
select tests.equal(
  (public.list_conversations() #> '{rows,1}') - 'updated_at',
  jsonb_build_object(
    'id', tests.id('one'), 'title', 'One', 'assistant_id', tests.id('Notes'), 'running', false, 'unread', false,
    'pinned', false, 'archived', false, 'handover_id', null,
    'assistants', jsonb_build_object(
      'kind', 'org', 'label', 'Notes', 'participant_name', null, 'suggest_follow_ups', false
    )
  ),
  'row'
);

-- test: neither form of the list reads messages
create temporary table before as select coalesce(tests.readings_of_messages(), 0) as number;
select count(*) from public.messages;
select tests.equal(tests.readings_of_messages(), (select number + 1 from before), 'a reading is noticed');
update before set number = number + 1;
grant select on before to authenticated;
select tests.sign_in('wes');
select public.list_conversations();
select count(*) from public.conversation_rows where not archived;
select * from public.conversation_rows where not archived order by pinned desc, updated_at desc, id limit 25;
select tests.equal(tests.readings_of_messages(), (select number from before), 'readings');
select tests.holds(tests.plan('select * from public.conversation_rows') !~ 'messages', 'no message is in the plan');
select tests.holds(tests.plan('select id from public.messages') ~ 'messages', 'it would be seen');

-- test: the list is read from its index, in order
insert into public.conversations (user_id, assistant_id, updated_at)
select tests.id('wes'), tests.id('Notes'), now() - number * interval '1 minute' from generate_series(1, 1000) as number;
analyze public.conversations;
select tests.sign_in('wes');
select tests.holds(
  plan ~ 'Index (Only )?Scan using conversations_' and plan !~ 'Sort', 'no sorting: ' || plan
)
from tests.plan(
  $$select id from public.conversations
    where user_id = (select auth.uid()) and not archived and not pinned and updated_at <= now()
    order by updated_at desc, id limit 26$$
) as plan;

-- test: users set the flags of their own conversations, and no server-only columns
select tests.sign_in('wes');
select tests.succeeds(
  $$update public.conversations set pinned = true, archived = true, unread = true where id = tests.id('one')$$, 1, 'own'
);
select tests.succeeds($$update public.conversations set pinned = false where title = 'Foreign'$$, 0, 'foreign');
select tests.forbidden($$update public.conversations set updated_at = now()$$, 'activity');
select tests.forbidden($$insert into public.conversations (assistant_id, pinned) values (tests.id('Notes'), true)$$, 'new');
select tests.as_owner();
select tests.equal((select updated_at from public.conversations where id = tests.id('one')), now() - interval '1 day', 'activity');

-- test: a reply that completes or fails leaves its conversation unread, a stopped one does not
select tests.begin_turn('one');
select tests.end_turn('completed');
select tests.holds((select unread from public.conversations where id = tests.id('one')), 'completed');
update public.turns set status = 'running', ended_at = null;
update public.conversations set unread = false;
select tests.end_turn('failed');
select tests.holds((select unread from public.conversations where id = tests.id('one')), 'failed');
update public.turns set status = 'running', ended_at = null;
update public.conversations set unread = false;
select tests.end_turn('stopped');
select tests.holds((select not unread from public.conversations where id = tests.id('one')), 'stopped');

-- test: a reply that starts marks its conversation read and unarchives it
update public.conversations set unread = true, archived = true;
select tests.begin_turn('one');
select tests.equal(
  (select array[unread, archived] from public.conversations where id = tests.id('one')), array[false, false], 'its own'
);
select tests.equal(
  (select array[unread, archived] from public.conversations where id = tests.id('two')), array[true, true], 'others'
);

-- test: only the user reads the changes, and only the server their version
select tests.as_visitor();
select tests.forbidden('select public.read_conversation_changes()', 'visitor');
select tests.forbidden('select public.list_conversations()', 'visitor');
select tests.forbidden($$select public.search_conversations('x')$$, 'visitor');
select tests.forbidden($$select public.matches_in_conversation(tests.id('one'), 'x')$$, 'visitor');
select tests.sign_in('wes');
select tests.forbidden($$select public.conversation_versions('{}')$$, 'versions');
select tests.forbidden('select * from private.conversation_changes', 'changes of all');
select tests.forbidden('select * from private.conversation_feeds', 'versions of all');
select tests.as_server();
select tests.equal(
  public.conversation_versions(array[tests.id('wes'), tests.id('wanda'), tests.id('ann')])
    -> tests.id('wanda')::text,
  '2', 'versions'
);

-- test: each change has the next number, and only the last one of a conversation is returned
select tests.sign_in('wes');
create temporary table start as select tests.version() as version;
update public.conversations set title = 'First' where id = tests.id('one');
update public.conversations set pinned = true where id = tests.id('three');
update public.conversations set title = 'Second' where id = tests.id('one');
select tests.equal(tests.version(), (select version + 3 from start), 'version');
select tests.equal(
  (
    select array_agg(change ->> 'version' || ' ' || (change -> 'row' ->> 'title') order by place)
    from start, jsonb_array_elements(tests.changes(version) -> 'changes') with ordinality as listed (change, place)
  ),
  (select array[version + 2 || ' Three', version + 3 || ' Second'] from start), 'changes'
);

-- test: updates without a change and deltas of a reply have no number
select tests.begin_turn('one');
select tests.sign_in('wes');
create temporary table start as select tests.version() as version;
update public.conversations set title = title, pinned = pinned;
select tests.as_owner();
insert into public.turn_events (turn_id, seq, event, data) values (tests.id('turn'), 1, 'delta', '{"text": "Word"}');
update public.turns set last_seq = 1, heartbeat_at = now();
select tests.sign_in('wes');
select tests.equal(tests.version(), (select version from start), 'version');

-- test: the start and the end of a reply are returned with the running state
select tests.sign_in('wes');
create temporary table start as select tests.version() as version;
select tests.as_owner();
select tests.begin_turn('one');
select tests.sign_in('wes');
select tests.equal((select tests.changes(version) #>> '{changes,0,row,running}' from start), 'true', 'begun');
select tests.as_owner();
select tests.end_turn('completed');
select tests.sign_in('wes');
select tests.equal((select tests.changes(version) #>> '{changes,0,row,running}' from start), 'false', 'ended');

-- test: INSTANT-48 a deleted conversation is returned without a row, and one that the user may no longer read is not
select tests.sign_in('wes');
create temporary table start as select tests.version() as version;
grant select on start to service_role;
delete from public.conversations where id = tests.id('one');
select tests.equal(
  (select tests.changes(version) #> '{changes,0}' from start),
  (select jsonb_build_object('version', version + 1, 'id', tests.id('one'), 'row', null) from start), 'deleted'
);
select tests.as_owner();
delete from public.assistant_access where assistant_id = tests.id('Payroll');
select tests.sign_in('wes');
select tests.equal((select tests.changes(version) ->> 'reset' from start), 'true', 'another list');
update start set version = tests.version();
select tests.as_owner();
update public.conversations set title = 'Not to be seen' where id = tests.id('three');
select tests.sign_in('wes');
select tests.equal((select tests.changes(version) -> 'changes' from start), '[]'::jsonb, 'lost');
select tests.equal(
  (select (tests.changes(version) ->> 'version')::bigint - version from start), 1::bigint, 'version of the lost one'
);

-- test: changes in the conversations of other users are not returned
select tests.sign_in('wes');
update public.conversations set title = title || ' ' || number from generate_series(1, 3) as number;
update public.conversations set pinned = not pinned;
update public.conversations set pinned = not pinned;
select tests.sign_in('wanda');
create temporary table start as select tests.version() as version;
insert into public.conversations (assistant_id, title) values (tests.id('Notes'), 'Of Wanda');
select tests.equal(
  (select jsonb_path_query_array(tests.changes(version), '$.changes[*].row.title') from start), '["Of Wanda"]'::jsonb, 'hers'
);

-- test: a change of role or role access resets the list of the affected users only
create temporary table start as select user_id, version from private.conversation_feeds;
insert into public.assistant_role_access (assistant_id, role_id)
select tests.id('Payroll'), id from public.roles where name = 'support_worker';
update public.users set role_id = (select id from public.roles where name = 'office') where id = tests.id('wanda');
select tests.equal(
  (select array_agg(now_at.version - start.version order by users.email)
   from start join private.conversation_feeds as now_at using (user_id) join public.users on users.id = user_id
   where users.email ~ '^(wes|wanda)'),
  array[2, 1]::bigint[], 'numbers'
);

-- test: an unknown or expired version returns a reset
select tests.sign_in('wes');
select tests.equal(tests.changes(tests.version() + 1) ->> 'reset', 'true', 'the future');
select tests.equal(tests.changes(-1) ->> 'reset', 'true', 'no place');
select tests.equal(tests.changes(tests.version()) ->> 'reset', 'false', 'the present');
select tests.as_owner();
update private.conversation_changes set changed_at = now() - interval '8 days' where conversation_id <> tests.id('one');
update public.conversations set title = 'Now' where id = tests.id('one');
select tests.equal(
  (select array_agg(conversation_id order by conversation_id) from private.conversation_changes where user_id = tests.id('wes')),
  array[tests.id('one'), null], 'what is left'
);
select tests.sign_in('wes');
select tests.equal(tests.changes(1) ->> 'reset', 'true', 'forgotten');
select tests.equal(tests.changes(tests.version() - 1) #>> '{changes,0,row,title}', 'Now', 'remembered');

-- test: more changes than the page limit return a reset
select tests.sign_in('wes');
create temporary table start as select tests.version() as version;
select tests.as_owner();
insert into public.conversations (user_id, assistant_id)
select tests.id('wes'), tests.id('Notes') from generate_series(1, 200);
select tests.sign_in('wes');
select tests.equal((select jsonb_array_length(tests.changes(version) -> 'changes') from start), 200, 'just as many');
select tests.as_owner();
insert into public.conversations (user_id, assistant_id) values (tests.id('wes'), tests.id('Notes'));
select tests.sign_in('wes');
select tests.equal((select tests.changes(version) ->> 'reset' from start), 'true', 'one more');

-- test: deleting a user deletes their changes
delete from auth.users where id = tests.id('wes');
set constraints all immediate;
select tests.holds(
  not exists (select 1 from private.conversation_changes where user_id = tests.id('wes'))
  and not exists (select 1 from private.conversation_feeds where user_id = tests.id('wes')),
  'nothing left'
);

-- test: search returns only the caller's messages, with the index beyond the newest conversations
select tests.add_fillers();
select tests.sign_in('wes');
select tests.equal(
  (select array_agg(hit #>> '{match,messageId}') from jsonb_array_elements(public.search_conversations('LEASE')) as hit),
  array[tests.id('question')::text], 'rare'
);
select tests.equal(jsonb_array_length(public.search_conversations('about', 7)), 7, 'common');
select tests.equal(public.search_conversations('secret'), '[]'::jsonb, 'of somebody else');
select tests.equal(
  public.search_conversations('three') #>> '{0,conversation,title}', 'Three', 'an old title, of three letters or more'
);
select tests.equal(public.search_conversations('Tw') #>> '{0,conversation,title}', 'Two', 'an old title, of two letters');
select tests.equal(public.search_conversations('%'), '[]'::jsonb, 'no pattern');
select tests.equal(
  jsonb_array_length(public.search_conversations(left(repeat('All about nothing. ', 10), 120))), 20, 'as long as may be'
);
select tests.equal(
  public.search_conversations(left(repeat('All about nothing. ', 10), 121)), '[]'::jsonb, 'longer than may be'
);
select tests.equal(public.search_conversations('about', 0), '[]'::jsonb, 'none wanted');
select tests.equal(public.search_conversations('about', -1), '[]'::jsonb, 'fewer than none wanted');

-- test: inaccessible old conversations do not count towards the limit of a search
select tests.add_fillers();
insert into public.conversations (id, user_id, assistant_id, title, updated_at)
values (tests.id('older'), tests.id('wes'), tests.id('Notes'), 'Three too', now() - interval '4 days');
delete from public.assistant_access where user_id = tests.id('wes') and assistant_id = tests.id('Payroll');
select tests.sign_in('wes');
select tests.equal(
  public.search_conversations('three', 1) #>> '{0,conversation,title}', 'Three too', 'behind one out of reach'
);

-- test: search finds a phrase of common words in an old message, across word boundaries
select tests.add_fillers();
insert into public.conversations (id, user_id, assistant_id, title, updated_at)
values (tests.id('old'), tests.id('wes'), tests.id('Notes'), 'Old', now() - interval '1 year');
insert into public.messages (conversation_id, role, content, created_at)
select tests.id('old'), 'assistant', content, now() - interval '1 year'
from unnest(array[
  'Doing NOTHING about it', 'Bees, nothing-but all', 'about 4 nothing', E'nothing\nall', 'Über nothing', 'nothing (about?)',
  U&'all \212Aelvin nothing', 'NOTHING about B2', 'nothing b4', 'xa nothing', 'About', 'nothing', repeat('nothing, all ', 3000)
]) as content;
select tests.sign_in('wes');
select tests.equal(
  array(
    select phrase
    from unnest(array[
      'nothing about', 'THING ABO', 'oing nothing about it', 'nothing-but', 'Nothing-But All', 'nothing b', 't 4 nothing',
      'about 4 n', '4 nothing', E'nothing\nall', 'über nothing', 'ÜBER nothing', 'nothing (about?)', 'nothing (a',
      'elvin nothing', 'nothing about b', 'about b', 'about b2', 'about i', 'a nothing', 'xa nothing',
      'nothing, all', ' nothing about ', 's, nothing', 'about?'
    ]) as phrase
    where public.search_conversations(phrase) #>> '{0,conversation,title}' is distinct from 'Old'
  ),
  '{}'::text[], 'not found'
);
select tests.equal(
  array(
    select phrase
    from unnest(array[
      'about about', 'all-nothing', 'nothing 4 about', 'nothing a b', 'about c', 'b nothing', 'nothing,all', 'About%nothing',
      'nothing_about', 'about É', 'É nothing', 'nothing?'
    ]) as phrase
    where public.search_conversations(phrase) <> '[]'
  ),
  '{}'::text[], 'found'
);

-- test: a search without results for a phrase of common words reads only a part of all messages
select tests.add_fillers();
create temporary table reading as select tests.fetched_messages() as before;
select tests.sign_in('wes');
select tests.equal(public.search_conversations('nothing about all'), '[]'::jsonb, 'nowhere');
select tests.equal(public.search_conversations('about 4'), '[]'::jsonb, 'nowhere, with a single letter');
select tests.as_owner();
select tests.holds(tests.fetched_messages() - before < 300, 'the newest, twice') from reading;

-- test: inaccessible new conversations do not count towards the limit of a search
delete from public.assistant_access where user_id = tests.id('wes') and assistant_id = tests.id('Notes');
select tests.sign_in('wes');
select tests.equal(
  public.search_conversations('e', 1) #>> '{0,conversation,title}', 'Three', 'with newer ones out of reach'
);

-- test: a conversation is searched by its owner only, while they have access
select tests.sign_in('wes');
select tests.equal(public.matches_in_conversation(tests.id('one'), 'lease'), '[]'::jsonb, 'own');
select tests.equal(public.matches_in_conversation(tests.id('foreign'), 'lease'), null::jsonb, 'foreign');
select tests.as_owner();
delete from public.assistant_access where user_id = tests.id('wes');
select tests.sign_in('wes');
select tests.equal(public.matches_in_conversation(tests.id('one'), 'lease'), null::jsonb, 'without access');

-- test: list, conversation and path contain the version of the feed after which their changes follow
select tests.sign_in('wes');
create temporary table before as select tests.version() as version;
select tests.as_owner();
update public.conversations set title = 'Renamed' where id = tests.id('one');
set constraints all immediate;
select tests.sign_in('wes');
select tests.equal(tests.version(), (select version + 1 from pg_temp.before), 'the feed');
select tests.equal((public.list_conversations() ->> 'version')::bigint, tests.version(), 'list');
select tests.equal((public.read_conversation(tests.id('one')) ->> 'version')::bigint, tests.version(), 'conversation');
select tests.equal((public.read_path(tests.id('one')) ->> 'version')::bigint, tests.version(), 'path');
select tests.equal(public.read_conversation(tests.id('one')) ->> 'title', 'Renamed', 'as a row of the list');
select tests.equal(public.read_conversation(tests.id('foreign')), null::jsonb, 'foreign');

-- test: old changes are deleted only for a user with a new one
insert into public.conversations (id, user_id, assistant_id)
values (tests.id('foreign two'), tests.id('wanda'), tests.id('Notes'));
set constraints all immediate;
update private.conversation_changes set changed_at = now() - interval '8 days' where user_id = tests.id('wes');
update public.conversations set title = 'Renamed' where id = tests.id('foreign');
set constraints all immediate;
select tests.equal(
  (select count(*) from private.conversation_changes where user_id = tests.id('wanda')), 3, 'after wanda''s change'
);
update public.conversations set title = 'Renamed' where id = tests.id('one');
set constraints all immediate;
select tests.equal(
  (select count(*) from private.conversation_changes where user_id = tests.id('wanda')), 3, 'after wes''s change'
);

select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
select tests.add_assistant('Notes');
select tests.add_assistant('Leave');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wes'));

-- Runs a turn of wes with an assistant, from its start to its end.
create function tests.run_turn(name text, usage jsonb, status text default 'completed', assistant text default 'Notes')
returns void
language plpgsql
as $$
declare
  turn uuid;
begin
  insert into public.conversations (id, user_id, assistant_id)
  values (tests.id(name), tests.id('wes'), tests.id(assistant));
  turn := public.start_turn(
    tests.id('wes'), tests.id(name), 'A question', '{}', name, 'demo', tests.id(name), sends_per_minute => 100
  ) ->> 'turn_id';
  perform public.append_turns_events(jsonb_build_array(jsonb_build_object(
    'turn_id', turn, 'model', 'small',
    'events', '[{"seq": 2, "event": "delta", "data": {"text": "A reply"}}]'::jsonb
  )));
  perform public.finish_turn(turn, status, usage => usage);
end;
$$;

-- Adds a reply to the record of usage, as if it had ended at that time in Melbourne.
create function tests.add_usage(
  ended text,
  person text default 'wes',
  assistant text default 'Notes',
  status text default 'completed',
  model text default 'small',
  input_tokens integer default 100,
  output_tokens integer default 10,
  seconds numeric default 2
)
returns void
language sql
as $$
  insert into private.reply_usage (
    turn_id, user_id, assistant_id, status, model, input_tokens, output_tokens, started_at, first_text_at, ended_at
  )
  select
    gen_random_uuid(), tests.id(person), tests.id(assistant), status, model, input_tokens, output_tokens,
    moment - make_interval(secs => seconds), moment - make_interval(secs => seconds / 2), moment
  from (select ended::timestamp at time zone 'Australia/Melbourne' as moment) as times;
$$;

-- The current day in Melbourne, plus a number of days, and a time of day.
create function tests.day(days integer default 0, clock text default '')
returns text
language sql
as $$
  select concat_ws(' ', ((now() at time zone 'Australia/Melbourne')::date + days)::text, nullif(clock, ''));
$$;

-- The groups of a report as text: 'id or label: replies/failed/people input+output median'.
create function tests.report(grouping_by text, days integer default 7)
returns text
language sql
as $$
  select string_agg(
    format(
      '%s: %s/%s/%s %s+%s %s',
      case when (entry ->> 'is_total')::boolean then 'all' else coalesce(entry ->> 'label', entry ->> 'id', 'deleted') end,
      entry ->> 'replies', entry ->> 'failed', entry ->> 'people',
      coalesce(entry ->> 'input_tokens', '?'), coalesce(entry ->> 'output_tokens', '?'), coalesce(entry ->> 'done_median', '?')
    ),
    ', ' order by position
  )
  from jsonb_array_elements(public.read_usage(report.days, report.grouping_by)) with ordinality as entries (entry, position);
$$;

-- test: USAGE-01 a reply that ends is recorded with its tokens and times, and remains when its conversation is deleted
select tests.run_turn('talk', '{"input_tokens": 120, "output_tokens": 30, "total_tokens": 150}');
delete from public.conversations where id = tests.id('talk');
select tests.equal(
  (
    select to_jsonb(reply_usage) - 'turn_id' - 'started_at' - 'first_text_at' - 'ended_at'
    from private.reply_usage
    where first_text_at is not null
  ),
  jsonb_build_object(
    'user_id', tests.id('wes'), 'assistant_id', tests.id('Notes'), 'status', 'completed', 'model', 'small',
    'input_tokens', 120, 'output_tokens', 30, 'estimated_tokens', null
  ), 'usage'
);
delete from public.users where id = tests.id('wes');
delete from public.assistants where id = tests.id('Notes');
select tests.equal(
  (select concat_ws(' ', user_id, assistant_id, input_tokens) from private.reply_usage), '120', 'without names'
);

-- test: USAGE-01 tokens that the provider did not report, or that are no numbers, are unknown rather than zero
select tests.run_turn('none', null);
select tests.run_turn('text', '{"input_tokens": "many", "output_tokens": null}');
select tests.run_turn('huge', '{"input_tokens": 1e300, "output_tokens": -1}');
select tests.equal(
  (select array_agg(coalesce(input_tokens, output_tokens)) from private.reply_usage),
  array[null, null, null]::bigint[], 'tokens'
);

-- test: USAGE-01 the text that a reply continues is not its first text
select tests.run_turn('talk', null, 'stopped');
select public.start_turn(
  tests.id('wes'), tests.id('talk'), null, '{}', 'again', 'demo', tests.id('again'),
  reply_to => (select user_message_id from public.turns), continues => (select id from public.turns)
);
select public.finish_turn((select id from public.turns where idempotency_key = 'again'), 'failed');
select tests.equal(
  (select array_agg(first_text_at is null order by status) from private.reply_usage), array[true, false], 'first text'
);

-- test: USAGE-02 the overview counts what needs attention
insert into auth.users (id, aud, role, email, created_at, updated_at)
values (tests.id('new'), 'authenticated', 'authenticated', 'new@tests.example', now(), now());
insert into public.documents (id, assistant_id, title, review_on, archived)
values
  (tests.id('due'), tests.id('Notes'), 'Due', tests.day()::date, false),
  (tests.id('overdue'), tests.id('Leave'), 'Overdue', tests.day(-1)::date, false),
  (tests.id('later'), tests.id('Notes'), 'Later', tests.day(1)::date, false),
  (tests.id('archived'), tests.id('Notes'), 'Archived', tests.day(-1)::date, true);
select tests.run_turn('talk', null);
insert into public.reply_feedback (user_id, message_id, rating, reason)
select tests.id('wes'), id, 'problem', 'harmful' from public.messages where role = 'assistant';
select tests.sign_in('ann');
select tests.equal(
  (select public.read_overview() - 'days' - 'documents' - 'setup'),
  '{"users_waiting": 0, "users_without_access": 1, "assistants_without_access": 1, "assistants_near_budget": 0,
    "assistants_over_budget": 0, "reported_replies": 1, "documents_due": 2}'::jsonb, 'counts'
);
select tests.equal(
  (
    select string_agg(concat_ws(' ', document ->> 'title', document ->> 'holder'), ', ')
    from jsonb_array_elements(public.read_overview() -> 'documents') as document
  ),
  'Overdue Leave, Due Notes', 'documents'
);
select tests.as_owner();
insert into public.assistant_role_access (assistant_id, role_id)
select tests.id('Leave'), id from public.roles where name = 'support_worker';
update public.reply_feedback set reviewed_at = now();
update public.documents set review_on = null;
select tests.sign_in('ann');
select tests.equal(
  (select public.read_overview() - 'days' - 'documents' - 'setup'),
  '{"users_waiting": 0, "users_without_access": 0, "assistants_without_access": 0, "assistants_near_budget": 0,
    "assistants_over_budget": 0, "reported_replies": 0, "documents_due": 0}'::jsonb,
  'nothing left'
);

-- test: USAGE-17 the overview tells which records an installation has
select tests.sign_in('ann');
select tests.equal(
  public.read_overview() -> 'setup',
  '{"assistants": true, "participants": false, "documents": false, "users": true}'::jsonb, 'records'
);
select tests.as_owner();
insert into public.participants (id, display_name) values (tests.id('Pat'), 'Pat');
insert into public.documents (id, assistant_id, title) values (tests.id('plan'), tests.id('Notes'), 'Plan');
delete from auth.users where id <> tests.id('ann');
select tests.sign_in('ann');
select tests.equal(
  public.read_overview() -> 'setup',
  '{"assistants": true, "participants": true, "documents": true, "users": false}'::jsonb, 'other records'
);

-- test: USAGE-02 users without access are confirmed accounts without a grant, found by a part of their email
select tests.sign_in('ann');
select tests.equal((select array_agg(email) from public.users_without_access()), array['wanda@tests.example'], 'users');
select tests.equal((select count(*) from public.users_without_access('wan')), 1, 'found');
select tests.equal((select count(*) from public.users_without_access('x_')), 0, 'not found');
select tests.equal((select array_agg(label) from public.assistants_without_access()), array['Leave'], 'assistants');
select tests.equal((select count(*) from public.assistants_without_access('eav')), 1, 'found');
select tests.equal((select count(*) from public.assistants_without_access('x_')), 0, 'not found');
select tests.as_owner();
update auth.users set email_confirmed_at = null where id = tests.id('wanda');
select tests.sign_in('ann');
select tests.equal((select count(*) from public.users_without_access()), 0, 'unconfirmed');
select tests.sign_in('wes');
select tests.equal((select count(*) from public.users_without_access()), 0, 'users of a worker');
select tests.equal((select count(*) from public.assistants_without_access()), 0, 'assistants of a worker');

-- test: USAGE-03 the overview counts replies, failed replies and people on each of the last seven days in Melbourne
select tests.add_usage(tests.day(-7, '23:59:59'));
select tests.add_usage(tests.day(-6, '00:00:00'));
select tests.add_usage(tests.day(-1, '23:59:59'));
select tests.add_usage(tests.day(-1, '12:00'), status => 'failed');
select tests.add_usage(tests.day(-1, '12:00'), 'wanda', status => 'interrupted');
select tests.add_usage(tests.day(0, '00:00:00'), status => 'stopped');
select tests.sign_in('ann');
select tests.equal(
  (
    select string_agg(concat_ws('/', day ->> 'replies', day ->> 'failed', day ->> 'people'), ' ' order by day ->> 'day')
    from jsonb_array_elements(public.read_overview() -> 'days') as day
  ),
  '1/0/1 0/0/0 0/0/0 0/0/0 0/0/0 3/2/2 1/0/1', 'days'
);

-- test: USAGE-02 only administrators read the overview
select tests.sign_in('wes');
select tests.forbidden('select public.read_overview()', 'a worker');
select tests.forbidden('select private.recent_activity()', 'the activity alone');
select tests.forbidden('select * from private.reply_usage', 'the record of usage');
select tests.as_visitor();
select tests.forbidden('select public.read_overview()', 'a visitor');

-- test: USAGE-03 the overview of a large installation reads the replies of seven days, not all
insert into private.reply_usage (turn_id, user_id, status, started_at, ended_at)
select
  gen_random_uuid(), tests.id('wes'), 'completed', now() - number * interval '15 minutes',
  now() - number * interval '15 minutes'
from generate_series(1, 20000) as number;
analyze private.reply_usage;
create function tests.usage_read()
returns bigint
language sql volatile
as $$
  select seq_tup_read + idx_tup_fetch from pg_stat_xact_user_tables where relid = 'private.reply_usage'::regclass;
$$;
create temporary table before as select tests.usage_read() as read;
select tests.sign_in('ann');
select public.read_overview();
select tests.as_owner();
select tests.holds((select tests.usage_read() - read between 576 and 672 from before), 'few rows');

-- test: USAGE-04 a report sums replies, failures, people, tokens and times by day, assistant and person
select tests.add_usage(tests.day(-7, '23:59:59'));
select tests.add_usage(tests.day(-6, '00:00:00'), seconds => 4);
select tests.add_usage(tests.day(-1, '12:00'), 'wanda', 'Leave', model => 'large', seconds => 6);
select tests.add_usage(tests.day(-1, '12:00'), 'wanda', 'Leave', 'failed', null, null, null, 100);
select tests.add_usage(tests.day(0, '00:00:00'), seconds => 8);
select tests.sign_in('ann');
select tests.equal(
  tests.report('assistant'),
  'all: 4/1/2 300+30 6000, Leave: 2/1/1 100+10 6000, Notes: 2/0/1 200+20 6000', 'by assistant'
);
select tests.equal(
  tests.report('person'),
  'all: 4/1/2 300+30 6000, wanda@tests.example: 2/1/1 100+10 6000, wes@tests.example: 2/0/1 200+20 6000', 'by person'
);
select tests.equal(
  tests.report('day', 2),
  format('all: 3/1/2 200+20 7000, %s: 2/1/1 100+10 6000, %s: 1/0/1 100+10 8000', tests.day(-1), tests.day()), 'by day'
);
select tests.equal(
  tests.report('day', 3),
  format(
    'all: 3/1/2 200+20 7000, %s: 0/0/0 ?+? ?, %s: 2/1/1 100+10 6000, %s: 1/0/1 100+10 8000',
    tests.day(-2), tests.day(-1), tests.day()
  ), 'a day without replies'
);
select tests.equal(
  (
    select jsonb_build_array(entry -> 'first_text_median', entry -> 'first_text_p95', entry -> 'done_p95', entry -> 'unreported')
    from jsonb_array_elements(public.read_usage(7, 'assistant')) as entry
    where (entry ->> 'is_total')::boolean
  ),
  '[3000, 3900, 7800, 1]'::jsonb, 'times of completed replies, and replies without tokens'
);
select tests.equal(
  (
    select entry -> 'models' from jsonb_array_elements(public.read_usage(7, 'day')) as entry
    where (entry ->> 'is_total')::boolean
  ),
  $$[
    {"model": "large", "input_tokens": 100, "output_tokens": 10},
    {"model": "small", "input_tokens": 200, "output_tokens": 20}
  ]$$::jsonb, 'tokens of each model'
);

-- test: USAGE-04 an installation without replies has an empty report, and deleted assistants and people remain as one group
select tests.sign_in('ann');
select tests.equal(tests.report('assistant'), 'all: 0/0/0 ?+? ?', 'empty');
select tests.as_owner();
select tests.add_usage(tests.day());
delete from public.users where id = tests.id('wes');
delete from public.assistants where id = tests.id('Notes');
select tests.sign_in('ann');
select tests.equal(tests.report('assistant'), 'all: 1/0/0 100+10 2000, deleted: 1/0/0 100+10 2000', 'assistant');
select tests.equal(tests.report('person'), 'all: 1/0/0 100+10 2000, deleted: 1/0/0 100+10 2000', 'person');

-- test: USAGE-05 only administrators read reports
select tests.sign_in('wes');
select tests.forbidden($$select public.read_usage(7, 'day')$$, 'a worker');
select tests.forbidden($$select private.read_usage(7, 'day')$$, 'past the public function');
select tests.forbidden('select private.record_usage_view()', 'the record alone');
select tests.as_visitor();
select tests.forbidden($$select public.read_usage(7, 'day')$$, 'a visitor');
select tests.sign_in('ann');
select tests.refused($$select public.read_usage(7, 'password')$$, 'PT400', 'another group');
select tests.refused('select public.read_usage(7, null)', 'PT400', 'no group');

-- test: USAGE-05 reading the usage of each person is recorded, once an hour per administrator
select tests.sign_in('ann');
select public.read_usage(7, 'day'), public.read_usage(7, 'assistant');
select tests.equal((select count(*) from public.audit_logs where action = 'record_viewed'), 0, 'not by day or assistant');
select public.read_usage(7, 'person'), public.read_usage(30, 'person');
select tests.equal(
  (select array_agg(user_email || ' ' || meta) from public.audit_logs where action = 'record_viewed'),
  array['ann@tests.example {"kind": "usage"}'], 'by person'
);

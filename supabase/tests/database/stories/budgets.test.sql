select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_assistant('Notes');
select tests.add_assistant('Leave');
insert into public.assistant_access (assistant_id, user_id)
select tests.id(label), tests.id('wes') from (values ('Notes'), ('Leave')) as labels (label);
insert into public.conversations (id, user_id, assistant_id)
values (tests.id('talk'), tests.id('wes'), tests.id('Notes')), (tests.id('other'), tests.id('wes'), tests.id('Leave'));

-- Adds a reply to the record of usage that ended at a moment.
create function tests.use_tokens(
  input_tokens bigint, output_tokens bigint, ended_at timestamptz default now(), assistant text default 'Notes'
)
returns void
language sql
as $$
  insert into private.reply_usage (
    turn_id, user_id, assistant_id, status, input_tokens, output_tokens, started_at, ended_at
  )
  values (
    gen_random_uuid(), tests.id('wes'), tests.id(assistant), 'completed', input_tokens, output_tokens, ended_at, ended_at
  );
$$;

create function tests.set_budget(budget bigint, assistant text default 'Notes')
returns void
language sql
as $$
  update public.assistants set monthly_token_budget = budget where id = tests.id(assistant);
$$;

-- Starts a reply and stops it. Returns the outcome.
create function tests.begin_turn(key text, conversation text default 'talk')
returns text
language plpgsql
as $$
declare
  turn jsonb := public.start_turn(
    tests.id('wes'), tests.id(conversation), 'A question', '{}', key, 'demo', tests.id(key)
  );
begin
  perform public.finish_turn((turn ->> 'turn_id')::uuid, 'stopped');
  return turn ->> 'outcome';
end;
$$;

-- The start of the current month in Melbourne.
create function tests.month()
returns timestamptz
language sql
as $$
  select date_trunc('month', now(), 'Australia/Melbourne');
$$;

-- test: USAGE-08 only administrators set the budget of an assistant, at least 1,000 tokens or none
select tests.sign_in('ann');
select tests.succeeds('select tests.set_budget(1000)', 1, 'the least');
select tests.succeeds('select tests.set_budget(1000000000000)', 1, 'the most');
select tests.refused('select tests.set_budget(999)', '23514', 'less');
select tests.refused('select tests.set_budget(1000000000001)', '23514', 'more');
select tests.refused('select tests.set_budget(-1000)', '23514', 'a negative number');
select tests.succeeds('select tests.set_budget(null)', 1, 'none');
select tests.sign_in('wes');
select tests.forbidden('select tests.set_budget(1000)', 'a worker', 'Admin access required');
select tests.as_visitor();
select tests.forbidden('select tests.set_budget(1000)', 'a visitor');

-- test: USAGE-08 a changed budget is in the history of the assistant
select tests.sign_in('ann');
select tests.set_budget(1000);
select tests.set_budget(1000);
select tests.set_budget(null);
select tests.equal(
  (
    select jsonb_agg(entry -> 'meta' order by entry -> 'meta' -> 'before' ->> 'monthly_token_budget' nulls first)
    from jsonb_array_elements(public.read_history('assistant', tests.id('Notes')) -> 'rows') as entry
  ),
  '[
    {"before": {"monthly_token_budget": null}, "after": {"monthly_token_budget": 1000}},
    {"before": {"monthly_token_budget": 1000}, "after": {"monthly_token_budget": null}}
  ]'::jsonb, 'changes'
);

-- test: USAGE-09 an assistant whose replies have used its budget starts no reply until the budget is raised
select tests.set_budget(1000);
select tests.use_tokens(900, 99);
select tests.use_tokens(null, null);
select tests.equal(tests.begin_turn('one'), 'started', 'one token is left');
select tests.use_tokens(null, 1);
select tests.equal(tests.begin_turn('two'), 'budget_reached', 'none is left');
select tests.equal(
  (select count(*) from public.messages where conversation_id = tests.id('talk') and role = 'user'), 1, 'messages'
);
select tests.equal(tests.begin_turn('three', 'other'), 'started', 'an assistant without a budget');
select tests.set_budget(1001);
select tests.equal(tests.begin_turn('four'), 'started', 'a higher budget');
select tests.set_budget(1000);
select tests.equal(tests.begin_turn('five'), 'budget_reached', 'a lower one');
select tests.set_budget(null);
select tests.equal(tests.begin_turn('six'), 'started', 'no budget');

-- test: USAGE-09 a retry of a send that was accepted finds its reply after the budget is used
select tests.set_budget(1000);
select public.start_turn(tests.id('wes'), tests.id('talk'), 'A question', '{}', 'one', 'demo', tests.id('one'));
select tests.use_tokens(1000, 0);
select tests.equal(
  public.start_turn(tests.id('wes'), tests.id('talk'), 'A question', '{}', 'one', 'demo', tests.id('two')) ->> 'outcome',
  'existing', 'outcome'
);

-- test: USAGE-09 the tokens of the current month in Melbourne count, those of this assistant alone
select tests.use_tokens(1000, 0, tests.month() - interval '1 microsecond');
select tests.use_tokens(2000, 0, assistant => 'Leave');
select tests.use_tokens(300, 20, tests.month());
select tests.use_tokens(1, 2);
select tests.equal(private.tokens_this_month(tests.id('Notes')), 323, 'tokens');
select tests.equal(private.tokens_this_month(tests.id('nothing')), 0, 'tokens of no reply');
select tests.equal(
  to_char(tests.month() at time zone 'Australia/Melbourne', 'DD HH24:MI:SS'), '01 00:00:00', 'the start of the month'
);

-- test: USAGE-09 USAGE-10 USAGE-14 the overview counts assistants that have used 80 % of their budget or more, for administrators alone
select tests.set_budget(1000);
select tests.set_budget(2000, 'Leave');
select tests.use_tokens(700, 99);
select tests.use_tokens(1600, 0, assistant => 'Leave');
select tests.sign_in('ann');
select tests.equal((select public.read_overview() -> 'assistants_near_budget'), '1'::jsonb, 'one token before 80 %');
select tests.as_owner();
select tests.use_tokens(0, 1);
select tests.sign_in('ann');
select tests.equal((select public.read_overview() -> 'assistants_near_budget'), '2'::jsonb, 'at 80 %');
select tests.equal(
  public.assistants_near_budget() @> jsonb_build_array(
    jsonb_build_object('assistant_id', tests.id('Notes'), 'tokens', 800),
    jsonb_build_object('assistant_id', tests.id('Leave'), 'tokens', 1600)
  ), true, 'their tokens'
);
select tests.equal((select public.read_overview() -> 'assistants_over_budget'), '0'::jsonb, 'none at 100 %');
select tests.set_budget(1600, 'Leave');
select tests.equal((select public.read_overview() -> 'assistants_over_budget'), '1'::jsonb, 'at 100 %');
select tests.set_budget(null, 'Leave');
select tests.equal((select public.read_overview() -> 'assistants_near_budget'), '1'::jsonb, 'without a budget');
select tests.sign_in('wes');
select tests.forbidden('select public.assistants_near_budget()', 'a worker');
select tests.forbidden($$select private.tokens_this_month(tests.id('Notes'))$$, 'the tokens of a worker''s assistant');

-- test: USAGE-09 a send reads the usage of this month if the assistant has a budget, otherwise none
insert into private.reply_usage (turn_id, assistant_id, status, input_tokens, output_tokens, started_at, ended_at)
select
  gen_random_uuid(), tests.id(case when number % 20 = 0 then 'Notes' else 'Leave' end), 'completed', 1, 1,
  moment, moment
from generate_series(1, 20000) as number,
  lateral (select case when number <= 10000 then now() else tests.month() - interval '1 day' end as moment) as moments;
analyze private.reply_usage;
create function tests.usage_read()
returns bigint
language sql volatile
as $$
  select seq_tup_read + idx_tup_fetch from pg_stat_xact_user_tables where relid = 'private.reply_usage'::regclass;
$$;
create temporary table reads (name text, read bigint);
insert into reads values ('before', tests.usage_read());
select public.start_turn(tests.id('wes'), tests.id('talk'), 'A question', '{}', 'one', 'demo', tests.id('one'));
insert into reads values ('no budget', tests.usage_read());
select tests.set_budget(1000000);
select public.finish_turn((select id from public.turns), 'stopped');
insert into reads values ('stopped', tests.usage_read());
select public.start_turn(tests.id('wes'), tests.id('talk'), 'A question', '{}', 'two', 'demo', tests.id('two'));
insert into reads values ('budget', tests.usage_read());
create function tests.read_between(earlier text, later text)
returns bigint
language sql
as $$
  select (select read from reads where name = later) - (select read from reads where name = earlier);
$$;
select tests.equal(tests.read_between('before', 'no budget'), 0, 'rows without a budget');
select tests.equal(tests.read_between('stopped', 'budget'), 501, 'rows of this month, with that of the stopped reply');

-- test: USAGE-16 a budget counts an estimate for a reply whose tokens the provider has not reported
create function tests.end_turn(key text, provider text, status text, usage jsonb default null)
returns bigint
language plpgsql
as $$
declare
  turn_id uuid := public.start_turn(
    tests.id('wes'), tests.id('talk'), 'A question', '{}', key, provider, tests.id(key)
  ) ->> 'turn_id';
  before bigint := private.tokens_this_month(tests.id('Notes'));
begin
  perform public.append_turns_events(
    jsonb_build_array(
      jsonb_build_object(
        'turn_id', turn_id, 'request_characters', 4000,
        'events', '[{"seq": 2, "event": "delta", "data": {"text": "Water the roses."}}]'::jsonb
      )
    )
  );
  perform public.finish_turn(turn_id, end_turn.status, usage => end_turn.usage);
  return private.tokens_this_month(tests.id('Notes')) - before;
end;
$$;
select tests.equal(tests.end_turn('1', 'openai', 'stopped'), 1004, 'stopped');
select tests.equal(tests.end_turn('2', 'openai', 'interrupted'), 1004, 'interrupted');
select tests.equal(tests.end_turn('3', 'openai', 'completed', '{}'), 1004, 'completed without a report');
select tests.equal(
  tests.end_turn('4', 'openai', 'completed', '{"input_tokens": 7, "output_tokens": 2}'), 9, 'reported'
);
select tests.equal(tests.end_turn('5', 'demo', 'stopped'), 0, 'the demo is free of charge');

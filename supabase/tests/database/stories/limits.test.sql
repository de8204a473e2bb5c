select tests.add_person('wes', 'support_worker');
select tests.add_assistant('Notes');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wes'));
insert into public.conversations (id, user_id, assistant_id)
values (tests.id('talk'), tests.id('wes'), tests.id('Notes'));

create function tests.begin_turn(key text, daily_replies jsonb)
returns jsonb
language plpgsql
as $$
declare
  begun jsonb := public.start_turn(
    tests.id('wes'), tests.id('talk'), 'A question', '{}', key, 'demo', tests.id(key), daily_replies => daily_replies
  );
begin
  perform public.finish_turn((begun ->> 'turn_id')::uuid, 'stopped');
  return begun - '{turn_id,user_message_id,continuation}'::text[];
end;
$$;

-- test: the replies of 24 hours count; the oldest of them determines when the limit resets
select tests.equal(tests.begin_turn('one', '{"default": 2}'), '{"outcome": "started"}', 'the first');
select tests.equal(
  tests.begin_turn('two', '{"default": 2}'), '{"outcome": "started", "replies_used": 2, "daily_limit": 2}', 'the last'
);
update public.turns set created_at = created_at - interval '23 hours 59 minutes' where idempotency_key = 'one';
select tests.equal(
  tests.begin_turn('three', '{"default": 2}'),
  '{"outcome": "daily_limit_reached", "daily_limit": 2, "seconds_left": 60}', 'one too many'
);
select tests.equal((select count(*) from public.messages), 2, 'messages');
update public.turns set created_at = created_at - interval '2 minutes' where idempotency_key = 'one';
select tests.equal(
  tests.begin_turn('three', '{"default": 2}'), '{"outcome": "started"}', 'room again, and warned within the day'
);

-- test: the limit of a role overrides the default one, and null means no limit
select tests.begin_turn('one', '{}');
select tests.equal(tests.begin_turn('two', '{"admin": 1}'), '{"outcome": "started"}', 'of another role');
select tests.equal(tests.begin_turn('three', '{"default": 1, "support_worker": null}'), '{"outcome": "started"}', 'none');
select tests.equal(
  tests.begin_turn('four', '{"default": 9, "support_worker": 3}') ->> 'outcome', 'daily_limit_reached', 'of the own'
);

-- test: deleting a conversation does not reset the limits of the day and the minute
select tests.begin_turn('one', '{"default": 2}');
select tests.begin_turn('two', '{"default": 2}');
delete from public.conversations where id = tests.id('talk');
insert into public.conversations (id, user_id, assistant_id)
values (tests.id('talk'), tests.id('wes'), tests.id('Notes'));
select tests.equal(
  tests.begin_turn('three', '{"default": 2}') ->> 'outcome', 'daily_limit_reached', 'after the deletion'
);
select tests.equal(
  public.start_turn(
    tests.id('wes'), tests.id('talk'), 'A question', '{}', 'three', 'demo', tests.id('three'), sends_per_minute => 2
  ) ->> 'outcome',
  'rate_limited',
  'within the minute'
);

-- test: a reply with web research is recorded as such, once
select public.start_turn(
  tests.id('wes'), tests.id('talk'), 'A question', '{}', 'one', 'demo', tests.id('one'), research => true
) from generate_series(1, 2);
select tests.equal((select count(*) from public.audit_logs where action = 'web_research'), 1, 'rows');

-- test: the replies of another user do not count
select tests.add_person('wanda', 'support_worker');
select tests.equal(tests.begin_turn('one', '{}'), '{"outcome": "started"}', 'a reply of wes');
insert into private.unstored_replies (user_id, started_at, warned) values (tests.id('wes'), now(), false);
select tests.equal((select count(*) from private.recent_replies(tests.id('wes'))), 2, 'of wes');
select tests.equal((select count(*) from private.recent_replies(tests.id('wanda'))), 0, 'of wanda');

-- test: LIMITS-02 a refused change says after how many seconds the earliest of the last hour no longer counts
select tests.as_owner();
insert into public.audit_logs (action, user_id, created_at)
select 'handed_over', tests.id('wes'), clock_timestamp() - number * interval '10 minutes' from generate_series(0, 5) as number;
create function tests.refusal_of(most integer) returns text language plpgsql as $$
declare
  hint text;
begin
  perform private.limit_per_hour('{handed_over}', most, 'Too many.');
  return 'allowed';
exception when sqlstate 'PT429' then
  get stacked diagnostics hint = pg_exception_hint;
  return sqlerrm || ' ' || hint;
end;
$$;
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('wes'))::text, true);
select set_config('request.jwt.claim.sub', tests.id('wes')::text, true);
select tests.equal(tests.refusal_of(7), 'allowed', 'one fewer');
select tests.equal(tests.refusal_of(6), 'Too many. Retry after 600 s', 'as many');

-- test: LIMITS-03 an administrator has at most 200 views, and others are not affected
select tests.as_owner();
select tests.add_person('ann', 'admin');
select tests.add_person('bob', 'admin');
insert into public.audit_views (user_id, name, query)
select tests.id('ann'), 'View ' || number, '{}' from generate_series(1, 199) as number;
select tests.sign_in('ann');
insert into public.audit_views (name, query) values ('The last', '{}');
select tests.refused($$insert into public.audit_views (name, query) values ('One more', '{}')$$, 'PT409', 'one more');
select tests.sign_in('bob');
insert into public.audit_views (name, query) values ('The first', '{}');

-- test: LIMITS-03 a table with a limit refuses a row beyond it
select tests.as_owner();
drop trigger limit_rows on public.participants;
create trigger limit_rows after insert on public.participants referencing new table as added
  for each statement execute function private.limit_rows(2);
insert into public.participants (display_name) values ('Pat One'), ('Pat Two');
select tests.refused($$insert into public.participants (display_name) values ('Pat Three')$$, 'PT409', 'a third');
select tests.equal(
  (
    select string_agg(format('%s %s', tgrelid::regclass, replace(encode(tgargs, 'escape'), '\000', ' ')), ', ' order by tgrelid::regclass::text)
    from pg_trigger
    where tgname = 'limit_rows' and tgrelid <> 'public.participants'::regclass
  ), 'assistants 5000 , audit_views 200 user_id , documents 100000 , synonyms 500 ', 'limits'
);

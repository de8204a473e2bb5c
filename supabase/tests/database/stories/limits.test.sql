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

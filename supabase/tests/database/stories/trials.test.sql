select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_assistant('Notes');

create function tests.try_assistant(
  person text, sends_per_minute integer default 20, daily_replies jsonb default '{}', assistant text default 'Notes'
)
returns jsonb
language sql
as $$
  select public.start_trial(tests.id(person), tests.id(assistant), sends_per_minute, daily_replies);
$$;

-- test: TRY-01 only administrators try an assistant, and the attempt of another user is recorded
select tests.equal(tests.try_assistant('wes'), '{"outcome": "admin_required"}', 'a worker');
select tests.equal(
  (select array_agg(concat_ws(' ', action, meta ->> 'attempted')) from public.audit_logs),
  array['denied assistant_tried'], 'entries'
);
select tests.equal(tests.try_assistant('ann', assistant => 'unknown'), '{"outcome": "not_found"}', 'no assistant');
select tests.sign_in('ann');
select tests.forbidden(
  $$select public.start_trial(tests.id('ann'), tests.id('Notes'))$$, 'an administrator calling the function of the server'
);

-- test: TRY-02 TRY-03 a trial stores its time and an audit entry, nothing else
select tests.equal(tests.try_assistant('ann'), '{"outcome": "started"}', 'an administrator');
select tests.equal(
  (select array_agg(concat_ws(' ', action, user_id, assistant_id, meta)) from public.audit_logs),
  array[concat_ws(' ', 'assistant_tried', tests.id('ann'), tests.id('Notes'), '{}')], 'entries'
);
select tests.equal((select count(*) from private.unstored_replies), 1, 'times');
select tests.equal(
  (select count(*) from public.conversations)
  + (select count(*) from public.messages)
  + (select count(*) from public.turns), 0, 'rows of conversations'
);
update private.unstored_replies set started_at = now() - interval '25 hours';
select tests.try_assistant('ann');
select tests.equal((select count(*) from private.unstored_replies), 1, 'times within a day');

-- test: TRY-04 trials and replies count towards the same limits of a minute and a day
select tests.equal(tests.try_assistant('ann', 1), '{"outcome": "started"}', 'the first in a minute');
select tests.equal(tests.try_assistant('ann', 1), '{"outcome": "rate_limited"}', 'the second in a minute');
select tests.equal(
  tests.try_assistant('ann', 20, '{"admin": 2}'),
  '{"outcome": "started", "replies_used": 2, "daily_limit": 2}', 'the last of a day, with a warning'
);
select tests.equal(
  tests.try_assistant('ann', 20, '{"admin": 2}') ->> 'outcome', 'daily_limit_reached', 'one too many'
);
insert into public.conversations (id, user_id, assistant_id)
values (tests.id('talk'), tests.id('ann'), tests.id('Notes'));
select tests.equal(
  public.start_turn(
    tests.id('ann'), tests.id('talk'), 'A question', '{}', 'one', 'demo', tests.id('one'),
    daily_replies => '{"admin": 2}'
  ) ->> 'outcome',
  'daily_limit_reached', 'a reply after the trials'
);

select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_person('eve', 'support_worker');
select tests.add_assistant('Notes');
update public.assistants set suggest_follow_ups = true;
insert into public.assistant_access (assistant_id, user_id)
select tests.id('Notes'), tests.id(name) from (values ('wes'), ('eve')) as names (name);
insert into public.conversations (id, user_id, assistant_id)
values (tests.id('talk'), tests.id('wes'), tests.id('Notes'));

-- Sends a message, replies to it and returns the reply.
create function tests.add_reply(key text, status text default 'completed')
returns uuid
language plpgsql
as $$
declare
  turn jsonb := public.start_turn(
    tests.id('wes'), tests.id('talk'), 'Question ' || key, '{}', key, 'demo', tests.id(key)
  );
  turn_id uuid := (turn ->> 'turn_id')::uuid;
begin
  perform public.append_turns_events(jsonb_build_array(jsonb_build_object(
    'turn_id', turn_id, 'events', '[{"seq": 2, "event": "delta", "data": {"text": "An answer"}}]'::jsonb
  )));
  perform public.finish_turn(turn_id, add_reply.status, usage => '{"input_tokens": 10, "output_tokens": 2}');
  return (select assistant_message_id from public.turns where id = turn_id);
end;
$$;

create function tests.request_follow_ups(message_id uuid, person text default 'wes', conversation text default 'talk')
returns jsonb
language sql
as $$
  select public.request_follow_ups(tests.id(person), tests.id(conversation), message_id);
$$;

create function tests.store_follow_ups(message_id uuid, questions text[], usage jsonb default null)
returns void
language sql
as $$
  select public.store_follow_ups(
    (select id from public.turns where assistant_message_id = store_follow_ups.message_id),
    store_follow_ups.message_id, store_follow_ups.questions, store_follow_ups.usage
  );
$$;

create function tests.stored(variadic questions text[] default '{}')
returns jsonb
language sql
as $$
  select jsonb_build_object('outcome', 'stored', 'questions', stored.questions);
$$;

-- test: FOLLOW-01 only administrators let an assistant suggest questions, which its history records
select tests.sign_in('wes');
select tests.forbidden('update public.assistants set suggest_follow_ups = false', 'a worker', 'Admin access required');
select tests.sign_in('ann');
select tests.succeeds('update public.assistants set suggest_follow_ups = false', 1, 'an administrator');
select tests.equal(
  (
    select array_agg(entry #>> '{meta,before,suggest_follow_ups}' || ' ' || (entry #>> '{meta,after,suggest_follow_ups}'))
    from jsonb_array_elements(public.read_history('assistant', tests.id('Notes')) -> 'rows') as entry
  ), array['true false'], 'changes'
);

-- test: FOLLOW-02 the questions of a reply are requested once and stored
create temporary table reply as select tests.add_reply('one') as id;
select tests.equal(
  tests.request_follow_ups((select id from reply)),
  jsonb_build_object(
    'outcome', 'requested', 'assistant_id', tests.id('Notes'), 'label', 'Notes', 'openai_assistant_id', 'asst_test',
    'turn_id', (select id from public.turns), 'question', 'Question one', 'reply', 'An answer'
  ), 'the first'
);
select tests.equal(tests.request_follow_ups((select id from reply)), '{"outcome": "pending"}', 'the second');
select tests.store_follow_ups((select id from reply), '{"What next?", "Who else?"}');
select tests.equal(tests.request_follow_ups((select id from reply)), tests.stored('What next?', 'Who else?'), 'later');

-- test: FOLLOW-02 a request whose process died is not repeated
create temporary table reply as select tests.add_reply('one') as id;
select tests.request_follow_ups((select id from reply));
update private.follow_ups set requested_at = now() - interval '1 minute';
select tests.equal(tests.request_follow_ups((select id from reply)), tests.stored(), 'after a minute');

-- test: FOLLOW-03 only the user who may read the reply gets its questions
create temporary table reply as select tests.add_reply('one') as id;
select tests.request_follow_ups((select id from reply));
select tests.store_follow_ups((select id from reply), '{"What next?"}');
select tests.equal(
  array_agg(tests.request_follow_ups(message, person, conversation) ->> 'outcome'),
  array_fill('message_not_found'::text, array[5]), 'outcomes'
)
from (
  values
    ((select id from reply), 'eve', 'talk'),
    ((select id from reply), 'ann', 'talk'),
    ((select id from reply), 'wes', 'another'),
    ((select parent_id from public.messages where id = (select id from reply)), 'wes', 'talk'),
    (tests.id('nothing'), 'wes', 'talk')
) as attempts (message, person, conversation);
delete from public.assistant_access where user_id = tests.id('wes');
select tests.equal(
  tests.request_follow_ups((select id from reply)) ->> 'outcome', 'message_not_found', 'without access'
);
select tests.sign_in('wes');
select tests.forbidden('select * from private.follow_ups', 'the table');
select tests.forbidden($$select public.request_follow_ups(tests.id('wes'), null, null)$$, 'the function of the server');
select tests.forbidden($$select public.store_follow_ups(null, null, null, null)$$, 'the other function of the server');

-- test: FOLLOW-04 only a complete reply that no message follows has questions, and they are removed when one follows
create temporary table reply as select tests.add_reply('one') as id;
select tests.request_follow_ups((select id from reply));
select tests.store_follow_ups((select id from reply), '{"What next?"}');
create temporary table stopped as select tests.add_reply('two', 'stopped') as id;
select tests.equal((select count(*) from private.follow_ups), 0, 'rows');
select tests.equal(tests.request_follow_ups((select id from reply)), tests.stored(), 'the earlier reply');
select tests.store_follow_ups((select id from reply), '{"Too late?"}');
select tests.equal(tests.request_follow_ups((select id from reply)), tests.stored(), 'after they arrive late');
select tests.equal(tests.request_follow_ups((select id from stopped)), tests.stored(), 'a stopped reply');

-- test: FOLLOW-04 an assistant that does not suggest questions, or has used its budget, has none
create temporary table reply as select tests.add_reply('one') as id;
update public.assistants set suggest_follow_ups = false;
select tests.equal(tests.request_follow_ups((select id from reply)), tests.stored(), 'not set up');
update public.assistants set suggest_follow_ups = true, monthly_token_budget = 1000;
update private.reply_usage set input_tokens = 1000;
select tests.equal(tests.request_follow_ups((select id from reply)), tests.stored(), 'budget used');
update public.assistants set monthly_token_budget = 2000;
select tests.equal(tests.request_follow_ups((select id from reply)) ->> 'outcome', 'requested', 'budget raised');

-- test: FOLLOW-05 the tokens of the questions count as those of their reply
create temporary table reply as select tests.add_reply('one') as id;
select tests.request_follow_ups((select id from reply));
select tests.store_follow_ups((select id from reply), '{}', '{"input_tokens": 5, "output_tokens": 3}');
select tests.equal((select (input_tokens, output_tokens)::text from private.reply_usage), '(15,5)', 'sums');
select tests.store_follow_ups((select id from reply), '{}', null);
select tests.equal((select (input_tokens, output_tokens)::text from private.reply_usage), '(15,5)', 'none reported');
update private.reply_usage set input_tokens = null, output_tokens = null;
select tests.store_follow_ups((select id from reply), '{}', '{"input_tokens": 5}');
select tests.equal(
  (select concat_ws(' ', input_tokens, output_tokens) from private.reply_usage), '5', 'of a reply without any'
);

-- test: FOLLOW-06 at most three questions of one line and 120 characters are stored
create temporary table reply as select tests.add_reply('one') as id;
select tests.request_follow_ups((select id from reply));
select tests.succeeds($$select tests.store_follow_ups((select id from reply), '{A, B, C}')$$, 1, 'three');
select tests.refused($$select tests.store_follow_ups((select id from reply), '{A, B, C, D}')$$, '23514', 'four');
select tests.refused(
  $$select tests.store_follow_ups((select id from reply), array[repeat('x', 121)])$$, '23514', 'a long one'
);
select tests.refused($$select tests.store_follow_ups((select id from reply), array[E'A\nB'])$$, '23514', 'two lines');

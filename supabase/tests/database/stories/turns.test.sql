select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
select tests.add_assistant('Notes');
insert into public.assistant_access (assistant_id, user_id)
values (tests.id('Notes'), tests.id('wes')), (tests.id('Notes'), tests.id('wanda'));
insert into public.conversations (id, user_id, assistant_id)
values (tests.id('talk of wes'), tests.id('wes'), tests.id('Notes'));
insert into public.attachments (conversation_id, user_id, name, size, mime, sha256, supabase_path, scan_status)
values
  (tests.id('talk of wes'), tests.id('wes'), 'plan.pdf', 10, 'application/pdf', repeat('a', 64), 'attachments/c/1', 'clean'),
  (tests.id('talk of wes'), tests.id('wes'), 'bad.pdf', 10, 'application/pdf', repeat('b', 64), 'attachments/c/2', 'blocked');

create function tests.start_turn(person text, key text, paths text[] default '{}')
returns jsonb
language sql
as $$
  select public.start_turn(tests.id(person), tests.id('talk of wes'), 'A question', paths, key, 'demo', tests.id(person || key || clock_timestamp()));
$$;

create function tests.turn(key text)
returns public.turns
language sql
as $$
  select * from public.turns where idempotency_key = key;
$$;

create function tests.append(key text, events jsonb)
returns jsonb
language sql
as $$
  select public.append_turns_events(jsonb_build_array(jsonb_build_object(
    'turn_id', (tests.turn(key)).id, 'events', events, 'run_id', 'run 1', 'model', 'model 1'
  ))) -> 0;
$$;

-- test: only the server may start, append to, finish, read, stop or sweep turns
select tests.sign_in('wes');
select tests.forbidden($$select tests.start_turn('wes', 'one')$$, 'begin');
select tests.forbidden($$select public.append_turns_events('[]')$$, 'write');
select tests.forbidden($$select public.finish_turn(tests.id('x'), 'completed')$$, 'end');
select tests.forbidden($$select public.read_turn(tests.id('x'), 0)$$, 'read');
select tests.forbidden($$select public.request_turn_stop(tests.id('wes'), tests.id('x'), tests.id('x'))$$, 'stop');
select tests.forbidden($$select public.interrupt_stale_turns()$$, 'sweep');
select tests.forbidden($$select public.fold_turn_events()$$, 'fold');

-- test: a message and its turn start together, once per key, and set the conversation's activity
update public.conversations set updated_at = now() - interval '1 day';
select tests.equal(tests.start_turn('wes', 'one') ->> 'outcome', 'started', 'the first time');
select tests.equal(tests.start_turn('wes', 'one') ->> 'outcome', 'existing', 'the same key');
select tests.equal(
  tests.start_turn('wes', 'one') ->> 'turn_id', (tests.turn('one')).id::text, 'the turn that exists'
);
select tests.equal((select count(*) from public.messages), 1, 'messages');
select tests.equal((select count(*) from public.turns), 1, 'turns');
select tests.holds((select updated_at > now() - interval '1 hour' from public.conversations), 'activity');
select tests.equal(
  (select array_agg(action order by created_at) from public.audit_logs where action <> 'conversation_created'),
  array['send_message', 'run_started'], 'audit'
);

-- test: a conversation has at most one running turn
select tests.start_turn('wes', 'one');
select tests.equal(tests.start_turn('wes', 'two') ->> 'outcome', 'turn_running', 'beside a running one');
select public.finish_turn((tests.turn('one')).id, 'stopped');
select tests.equal(tests.start_turn('wes', 'two') ->> 'outcome', 'started', 'after it');

-- test: a user cannot send to a conversation of another user, or without access to the assistant
select tests.equal(tests.start_turn('wanda', 'one') ->> 'outcome', 'conversation_not_found', 'somebody else');
delete from public.assistant_access;
select tests.equal(tests.start_turn('wes', 'one') ->> 'outcome', 'access_denied', 'lost access');
select tests.equal((select count(*) from public.messages), 0, 'messages');
select tests.equal(
  (select array[user_id, assistant_id] from public.audit_logs where action = 'denied'),
  array[tests.id('wes'), tests.id('Notes')], 'audit'
);

-- test: RULE-16 a file that is not clean is not attached
select tests.equal(
  tests.start_turn('wes', 'one', '{attachments/c/2}') ->> 'outcome', 'attachment_unavailable', 'blocked'
);

-- test: a file is attached once, as the server has it
select tests.start_turn('wes', 'one', '{attachments/c/1}');
select tests.equal(
  (select files from public.messages),
  jsonb_build_array(jsonb_build_object(
    'name', 'plan.pdf', 'size', 10, 'mime', 'application/pdf', 'sha256', repeat('a', 64),
    'supabasePath', 'attachments/c/1', 'openaiFileId', null
  )), 'files'
);
select public.finish_turn((tests.turn('one')).id, 'stopped');
select tests.equal(
  tests.start_turn('wes', 'two', '{attachments/c/1}') ->> 'outcome', 'attachment_unavailable', 'sent before'
);

-- test: a user sends at most twenty messages a minute
insert into public.messages (id, conversation_id, role, content)
values (tests.id('before'), tests.id('talk of wes'), 'user', 'Before');
insert into public.turns (conversation_id, user_id, user_message_id, idempotency_key, status, ended_at, created_at)
select tests.id('talk of wes'), tests.id('wes'), tests.id('before'), 'key ' || n, 'completed', now(), now()
from generate_series(1, 20) as n;
select tests.equal(tests.start_turn('wes', 'one') ->> 'outcome', 'rate_limited', 'the twenty-first');
update public.turns set created_at = now() - interval '61 seconds' where idempotency_key = 'key 1';
select tests.equal(tests.start_turn('wes', 'one') ->> 'outcome', 'started', 'a minute after the first');

-- test: events are appended in order, without a gap, and idempotently
select tests.start_turn('wes', 'one');
select tests.append('one', '[{"seq":2,"event":"created","data":{"openaiMessageId":"msg 1"}}]');
select tests.append('one', '[{"seq":2,"event":"created","data":{"openaiMessageId":"msg 1"}},
                             {"seq":3,"event":"delta","data":{"text":"Half "}}]');
select tests.refused(
  $$select tests.append('one', '[{"seq":5,"event":"delta","data":{"text":"x"}}]')$$, 'P0001', 'a gap'
);
select tests.equal((select count(*) from public.turn_events), 3, 'events');
select tests.equal((tests.turn('one')).last_seq, 3, 'the last one');
select tests.equal((tests.turn('one')).openai_message_id, 'msg 1', 'message');
select tests.equal(
  (select count(*) from public.audit_logs where action = 'run_stream_started'), 1, 'rows of a started stream'
);

-- test: a completed turn has one assistant message, even after repeated calls
select tests.start_turn('wes', 'one');
select tests.append('one', '[{"seq":2,"event":"created","data":{"openaiMessageId":"msg 1"}},
                             {"seq":3,"event":"delta","data":{"text":"The "}},
                             {"seq":4,"event":"delta","data":{"text":"reply"}}]');
select public.finish_turn((tests.turn('one')).id, 'completed');
select tests.equal(
  public.finish_turn((tests.turn('one')).id, 'failed', 'x', 'x') -> 'data' ->> 'text', 'The reply', 'ending again'
);
select tests.equal(tests.append('one', '[]') ->> 'status', 'completed', 'writing after the end');
select tests.equal(
  (select array_agg(content order by created_at) from public.messages where role = 'assistant'),
  array['The reply'], 'messages'
);
select tests.equal(
  (select array_agg(action order by created_at) from public.audit_logs where action like 'run%'),
  array['run_started', 'run_stream_started', 'run_stream_completed', 'run_succeeded'], 'audit'
);
select tests.holds(
  not exists (select 1 from public.audit_logs where meta::text ~ 'question|reply'), 'no words of the conversation in the audit log'
);

-- test: only a turn without a heartbeat is interrupted, and its text is stored
select tests.start_turn('wes', 'one');
select tests.append('one', '[{"seq":2,"event":"delta","data":{"text":"Half"}}]');
select tests.equal(public.interrupt_stale_turns(), 0, 'a live turn');
update public.turns set heartbeat_at = now() - interval '11 seconds';
select tests.equal(
  (public.read_turn((tests.turn('one')).id, 2) ->> 'stale')::boolean, true, 'a reader sees that it is dead'
);
select tests.equal(public.interrupt_stale_turns(), 1, 'a dead turn');
select tests.equal(
  (select array[status, text, error_code] from public.turns), array['interrupted', 'Half', 'interrupted'], 'turn'
);
select tests.equal(
  (select data ->> 'code' from public.turn_events where event = 'error'), 'interrupted', 'closing event'
);
select tests.equal((select count(*) from public.messages where role = 'assistant'), 0, 'assistant messages');

-- test: sending does not wait for the sweep of a dead turn
select tests.start_turn('wes', 'one');
update public.turns set heartbeat_at = now() - interval '11 seconds';
select tests.equal(tests.start_turn('wes', 'two') ->> 'outcome', 'started', 'the next message');
select tests.equal((tests.turn('one')).status, 'interrupted', 'the dead turn');

-- test: stop applies only to a running turn of the caller
select tests.start_turn('wes', 'one');
select tests.equal(
  public.request_turn_stop(tests.id('wanda'), tests.id('talk of wes'), (tests.turn('one')).id) ->> 'outcome',
  'not_found', 'somebody else'
);
select tests.equal(tests.append('one', '[]') ->> 'stop_requested', 'false', 'before');
select tests.equal(
  public.request_turn_stop(tests.id('wes'), tests.id('talk of wes'), (tests.turn('one')).id) ->> 'outcome',
  'stopping', 'the sender'
);
select tests.equal(tests.append('one', '[]') ->> 'stop_requested', 'true', 'the writer learns it');
select public.finish_turn((tests.turn('one')).id, 'stopped');
select tests.equal(
  public.request_turn_stop(tests.id('wes'), tests.id('talk of wes'), (tests.turn('one')).id) ->> 'outcome',
  'ended', 'too late'
);

-- test: a file that another user uploaded is not attached
update public.attachments set user_id = tests.id('wanda') where supabase_path = 'attachments/c/1';
select tests.equal(
  tests.start_turn('wes', 'one', '{attachments/c/1}') ->> 'outcome', 'attachment_unavailable', 'a foreign file'
);

-- test: a reply continues while its sender has other access
select tests.start_turn('wes', 'one');
insert into public.assistant_role_access (assistant_id, role_id)
select tests.id('Notes'), id from public.roles where name = 'support_worker';
delete from public.assistant_access where user_id = tests.id('wes');
select tests.equal((tests.turn('one')).status, 'running', 'with the role''s access');
delete from public.assistant_role_access;
select tests.equal((tests.turn('one')).status, 'failed', 'without any');

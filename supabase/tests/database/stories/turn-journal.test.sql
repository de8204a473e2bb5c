select tests.add_person('wes', 'support_worker');
select tests.add_assistant('Notes');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wes'));

-- Begins a turn in a conversation of its own, both named alike.
create function tests.begin_turn(name text)
returns void
language plpgsql
as $$
begin
  insert into public.conversations (id, user_id, assistant_id)
  values (tests.id(name), tests.id('wes'), tests.id('Notes'));
  perform public.start_turn(tests.id('wes'), tests.id(name), 'A question', '{}', name, 'demo', tests.id(name));
end;
$$;

create function tests.turn(name text)
returns public.turns
language sql
as $$
  select * from public.turns where idempotency_key = name;
$$;

-- What a turn has to be stored: one delta for each text, numbered from a place on.
create function tests.has(name text, seq integer, variadic texts text[] default '{}')
returns jsonb
language sql
as $$
  select jsonb_build_object(
    'turn_id', (tests.turn(name)).id,
    'events', coalesce(
      jsonb_agg(jsonb_build_object(
        'seq', has.seq + position - 1, 'event', 'delta', 'data', jsonb_build_object('text', text)
      ) order by position),
      '[]'
    )
  )
  from unnest(texts) with ordinality as texts (text, position);
$$;

create function tests.text(name text)
returns text
language sql
as $$
  select private.turn_text((tests.turn(name)).id);
$$;

create function tests.numbers(name text)
returns integer[]
language sql
as $$
  select array_agg(seq order by seq) from public.turn_events where turn_id = (tests.turn(name)).id;
$$;

-- test: the events of several turns are stored together, each with its state
select tests.begin_turn('one'), tests.begin_turn('two');
select public.request_turn_stop(tests.id('wes'), tests.id('two'), (tests.turn('two')).id);
select tests.equal(
  (
    select jsonb_object_agg(turns.idempotency_key, state - 'turn_id')
    from jsonb_array_elements(public.append_turns_events(jsonb_build_array(
      tests.has('one', 2, 'First ', 'and '), tests.has('two', 2, 'Second')
    ))) as state
    join public.turns on turns.id = (state ->> 'turn_id')::uuid
  ),
  '{"one": {"status": "running", "stop_requested": false}, "two": {"status": "running", "stop_requested": true}}',
  'states'
);
select tests.equal(tests.text('one') || tests.text('two'), 'First and Second', 'texts');
select tests.equal((tests.turn('one')).last_seq, 3, 'last of the first');
select tests.equal((tests.turn('two')).last_seq, 2, 'last of the second');

-- test: an ended turn and a deleted conversation accept no events and do not block others
select tests.begin_turn('one'), tests.begin_turn('two'), tests.begin_turn('three');
create temporary table appends as
select jsonb_build_array(tests.has('one', 2, 'x'), tests.has('two', 2, 'x'), tests.has('three', 2, 'Goes on')) as appends;
select public.finish_turn((tests.turn('one')).id, 'stopped');
delete from public.conversations where id = tests.id('two');
select tests.equal(
  (
    select array_agg(state ->> 'status' order by state ->> 'status')
    from appends, jsonb_array_elements(public.append_turns_events(appends.appends)) as state
  ),
  array['running', 'stopped', null], 'states'
);
select tests.equal(tests.text('one'), '', 'the ended one');
select tests.equal(tests.text('three'), 'Goes on', 'the running one');

-- test: a gap in one turn stores no events at all, so that the writer can find the turn
select tests.begin_turn('one'), tests.begin_turn('two');
select tests.refused(
  $$select public.append_turns_events(jsonb_build_array(tests.has('one', 2, 'x'), tests.has('two', 5, 'x')))$$,
  'P0001', 'a gap'
);
select tests.equal(tests.text('one') || tests.text('two'), '', 'texts');

-- test: repeating a batch duplicates nothing, and an append without events is a heartbeat
select tests.begin_turn('one'), tests.begin_turn('two');
select public.append_turns_events(jsonb_build_array(tests.has('one', 2, 'Once'), tests.has('two', 2)))
from generate_series(1, 2);
update public.turns set heartbeat_at = now() - interval '11 seconds';
select public.append_turns_events(jsonb_build_array(tests.has('two', 2)));
select tests.equal(tests.text('one'), 'Once', 'text');
select tests.equal(public.interrupt_stale_turns(), 1, 'the one that is silent');
select tests.equal((tests.turn('two')).status, 'running', 'the other');

-- test: a day after its end a reply is folded into one event, and remaining events keep their numbers
select tests.begin_turn('one'), tests.begin_turn('two');
select public.append_turns_events(jsonb_build_array(
  tests.has('one', 2, 'The ', 'whole ', 'reply'), tests.has('two', 2, 'Still ', 'young')
));
select public.finish_turn((tests.turn('one')).id, 'completed'), public.finish_turn((tests.turn('two')).id, 'completed');
update public.turns set ended_at = now() - interval '25 hours' where idempotency_key = 'one';
select tests.equal(public.fold_turn_events(), 1, 'the old one');
select tests.equal(public.fold_turn_events(), 0, 'once');
select tests.equal(tests.numbers('one'), array[1, 2, 5], 'numbers');
select tests.equal(tests.text('one'), 'The whole reply', 'text');
select tests.equal(tests.numbers('two'), array[1, 2, 3, 4], 'the young one');
select tests.equal(
  jsonb_path_query_array(public.read_turn((tests.turn('one')).id, 3), '$.events[*].event'),
  '["final"]', 'who has seen a part is told the end, which has the whole text'
);

-- test: a reply without text is folded too, up to the requested number of turns
select tests.begin_turn('one'), tests.begin_turn('two');
select public.finish_turn((tests.turn('one')).id, 'failed', 'x', 'x'), public.finish_turn((tests.turn('two')).id, 'failed', 'x', 'x');
update public.turns set ended_at = now() - interval '2 days';
select tests.equal(public.fold_turn_events(at_most => 1), 1, 'one at a time');
select tests.equal(public.fold_turn_events(), 1, 'the rest');
select tests.equal(tests.numbers('one'), array[1, 2], 'numbers');

-- test: a running reply is never folded
select tests.begin_turn('one');
update public.turns set created_at = now() - interval '2 days', heartbeat_at = now() - interval '2 days';
select tests.equal(public.fold_turn_events(), 0, 'running');

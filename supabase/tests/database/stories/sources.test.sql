select tests.add_person('wes', 'support_worker');
select tests.add_assistant('Notes');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wes'));
insert into public.conversations (id, user_id, assistant_id)
values (tests.id('talk'), tests.id('wes'), tests.id('Notes'));

create function tests.turn(key text)
returns public.turns
language sql
as $$
  select * from public.turns where idempotency_key = key;
$$;

create function tests.begin_turn(key text, reply_to uuid default null, continues uuid default null)
returns void
language sql
as $$
  select public.start_turn(
    tests.id('wes'), tests.id('talk'), 'A question', '{}', key, 'demo', tests.id(key),
    reply_to => begin_turn.reply_to, continues => begin_turn.continues
  );
$$;

create function tests.pages(variadic names text[])
returns jsonb
language sql
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('url', 'https://example.org/' || name, 'title', name) order by place), '[]'
  )
  from unnest(names) with ordinality as pages (name, place);
$$;

-- Writes a word and its sources: pages of these names, and notes.
create function tests.draw_on(key text, pages text[], notes text[])
returns void
language sql
as $$
  select public.append_turns_events(jsonb_build_array(jsonb_build_object(
    'turn_id', (tests.turn(key)).id,
    'events', jsonb_build_array(jsonb_build_object(
      'seq', (tests.turn(key)).last_seq + 1, 'event', 'delta', 'data', '{"text": "word "}'::jsonb
    )),
    'citations', tests.pages(variadic pages),
    'notes', to_jsonb(notes)
  )));
$$;

-- test: sources of a reply are stored with it, sent at its end and read with the path; without sources the fields are absent
select tests.begin_turn('one');
select tests.draw_on('one', '{a,b}', '{Only a part was read.}');
select public.append_turns_events(jsonb_build_array(jsonb_build_object('turn_id', (tests.turn('one')).id, 'events', '[]'::jsonb)));
select tests.equal(
  (public.finish_turn((tests.turn('one')).id, 'completed') -> 'data') - 'messageId',
  jsonb_build_object(
    'text', 'word ', 'openaiMessageId', null, 'citations', tests.pages('a', 'b'), 'notes', '["Only a part was read."]'::jsonb
  ),
  'closing event'
);
select tests.begin_turn('two');
select tests.equal(
  (public.finish_turn((tests.turn('two')).id, 'stopped') -> 'data') ?| '{citations,notes}'::text[], false, 'a reply without any'
);
select tests.sign_in('wes');
select tests.equal(
  (
    select jsonb_agg(row - '{id,parent_id,alternatives,content,files,created_at,openai_message_id,turn}'::text[])
    from jsonb_array_elements(public.read_path(tests.id('talk')) -> 'rows') as row
  ),
  jsonb_build_array(
    '{"role": "user"}'::jsonb,
    jsonb_build_object('role', 'assistant', 'citations', tests.pages('a', 'b'), 'notes', '["Only a part was read."]'::jsonb),
    '{"role": "user"}'::jsonb
  ),
  'path'
);

-- test: a reply that continues one whose writer died has the sources of both, each page and note once
select tests.begin_turn('one');
select tests.draw_on('one', '{a,b}', '{Only a part was read.}');
select public.interrupt_stale_turns('0 seconds');
select tests.begin_turn('two', (tests.turn('one')).user_message_id, (tests.turn('one')).id);
select tests.draw_on('two', '{b,c}', '{Only a part was read.,The web was not searched.}');
select public.finish_turn((tests.turn('two')).id, 'stopped');
select tests.equal(
  (select citations || notes from public.messages where role = 'assistant'),
  tests.pages('a', 'b', 'c') || '["Only a part was read.", "The web was not searched."]', 'both'
);

-- test: another reply to the same message has none of the sources of the first
select tests.begin_turn('one');
select tests.draw_on('one', '{a}', '{Only a part was read.}');
select public.finish_turn((tests.turn('one')).id, 'completed');
select tests.begin_turn('two', (tests.turn('one')).user_message_id);
select tests.draw_on('two', '{}', '{}');
select public.finish_turn((tests.turn('two')).id, 'completed');
select tests.equal(
  (select array_agg(citations order by created_at) from public.messages where role = 'assistant'),
  array[tests.pages('a'), '[]'], 'each its own'
);

-- test: only web addresses are stored, up to a limit, and none for a user's message
create function tests.keep(citations jsonb, notes jsonb, role text default 'assistant')
returns text
language sql
as $$
  select format(
    'insert into public.messages (conversation_id, role, content, citations, notes) values (%L, %L, %L, %L, %L)',
    tests.id('talk'), role, 'word', citations, notes
  );
$$;
select tests.refused(tests.keep('[{"url": "javascript:alert(1)", "title": ""}]', '[]'), '23514', 'a script');
select tests.refused(tests.keep('[{"url": "https://example.org/a b", "title": ""}]', '[]'), '23514', 'a blank');
select tests.refused(tests.keep('[{"url": "https://example.org/"}]', '[]'), '23514', 'no title');
select tests.refused(tests.keep('{"url": "https://example.org/", "title": ""}', '[]'), '23514', 'no list');
select tests.refused(tests.keep('["https://example.org/"]', '[]'), '23514', 'no page');
select tests.refused(
  tests.keep((select jsonb_agg(tests.pages(n::text) -> 0) from generate_series(1, 51) as n), '[]'), '23514', 'too many'
);
select tests.refused(tests.keep('[]', '[1]'), '23514', 'no sentence');
select tests.refused(tests.keep('[]', (select jsonb_agg('note ' || n) from generate_series(1, 21) as n)), '23514', 'many notes');
select tests.refused(tests.keep('[]', '["note"]', 'user'), '23514', 'of a person');

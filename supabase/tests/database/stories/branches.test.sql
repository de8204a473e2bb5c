select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
select tests.add_person('ann', 'admin');
select tests.add_assistant('Notes');
insert into public.assistant_access (assistant_id, user_id)
values (tests.id('Notes'), tests.id('wes')), (tests.id('Notes'), tests.id('wanda'));
insert into public.conversations (id, user_id, assistant_id)
values (tests.id('talk'), tests.id('wes'), tests.id('Notes')), (tests.id('other talk'), tests.id('wes'), tests.id('Notes')),
  (tests.id('talk of wanda'), tests.id('wanda'), tests.id('Notes'));

-- The id of a message by what it says, in whichever conversation.
create function tests.said(words text)
returns uuid
language sql
as $$
  select id from public.messages where content = words order by created_at desc limit 1;
$$;

create function tests.turn(key text)
returns public.turns
language sql
as $$
  select * from public.turns where idempotency_key = key;
$$;

-- Sends words under a key of the same words; what happens is the outcome.
create function tests.send(words text, beside text default null, paths text[] default '{}', talk text default 'talk')
returns text
language sql
as $$
  select public.start_turn(
    tests.id('wes'), tests.id(talk), words, paths, words, 'demo', tests.id(words),
    replaces => tests.said(beside), title => 'Title of ' || words
  ) ->> 'outcome';
$$;

create function tests.reply_to(words text, key text, continues uuid default null)
returns text
language sql
as $$
  select public.start_turn(
    tests.id('wes'), tests.id('talk'), null, '{}', key, 'demo', tests.id(key), reply_to => tests.said(words),
    continues => continues
  ) ->> 'outcome';
$$;

-- Ends the turn of a key with more words.
create function tests.finish(key text, words text, ending text default 'completed')
returns void
language plpgsql
as $$
declare
  turn public.turns := tests.turn(key);
begin
  if words <> '' then
    perform public.append_turns_events(jsonb_build_array(jsonb_build_object(
      'turn_id', turn.id,
      'events', jsonb_build_array(
        jsonb_build_object('seq', turn.last_seq + 1, 'event', 'delta', 'data', jsonb_build_object('text', words))
      )
    )));
  end if;
  perform public.finish_turn(turn.id, ending, case ending when 'failed' then 'x' end, case ending when 'failed' then 'x' end);
end;
$$;

create function tests.ask(words text, answer text, beside text default null)
returns void
language plpgsql
as $$
begin
  perform tests.equal(tests.send(words, beside), 'started', words);
  perform tests.finish(words, answer);
end;
$$;

create function tests.choose(words text)
returns text
language sql
as $$
  select public.choose_branch(tests.id('wes'), tests.id('talk'), tests.said(words)) ->> 'outcome';
$$;

create function tests.page(page_size integer default null, before text default null, until text default null)
returns jsonb
language plpgsql
as $$
declare
  page jsonb;
  first_id uuid := tests.said(before);
  until_id uuid := tests.said(until);
begin
  perform tests.sign_in('wes');
  page := public.read_path(tests.id('talk'), page_size, first_id, until_id);
  perform tests.as_owner();
  return page;
end;
$$;

-- What a page says, as a line.
create function tests.path(page jsonb default null)
returns text
language sql
as $$
  select string_agg(entry ->> 'content', ', ' order by place)
  from jsonb_array_elements(coalesce(page, tests.page()) -> 'rows') with ordinality as entries (entry, place);
$$;

-- Returns the alternatives of a message of the shown path, as one line.
create function tests.beside(words text)
returns text
language sql
as $$
  select (
    select string_agg(messages.content, ', ' order by alternatives.place)
    from jsonb_array_elements_text(entry -> 'alternatives') with ordinality as alternatives (id, place)
    join public.messages on messages.id = alternatives.id::uuid
  )
  from jsonb_array_elements(tests.page() -> 'rows') as entry
  where entry ->> 'content' = words;
$$;

create function tests.shown_turn(words text)
returns jsonb
language sql
as $$
  select entry -> 'turn' from jsonb_array_elements(tests.page() -> 'rows') as entry where entry ->> 'content' = words;
$$;

-- test: each message follows the last one on the shown path
select tests.ask('One', 'First');
select tests.ask('Two', 'Second');
select tests.equal(tests.path(), 'One, First, Two, Second', 'path');
select tests.equal(
  (select count(*) from public.messages where alternatives <> '[]')::integer, 0, 'alternatives'
) from jsonb_to_recordset(tests.page() -> 'rows') as messages (alternatives jsonb);
select tests.equal(
  (select array_agg(parent_id order by created_at) from public.messages),
  array[null, tests.said('One'), tests.said('First'), tests.said('Two')], 'parents'
);

-- test: an edited message is an alternative to the earlier one, and both can be selected with their replies
select tests.ask('One', 'First');
select tests.ask('Two', 'Second');
select tests.ask('Three', 'Third');
select tests.ask('Two, changed', 'Another', 'Two');
select tests.equal(tests.path(), 'One, First, Two, changed, Another', 'the new branch');
select tests.equal(tests.beside('Two, changed'), 'Two, Two, changed', 'alternatives');
select tests.equal(tests.choose('Two'), 'chosen', 'going back');
select tests.equal(tests.path(), 'One, First, Two, Second, Three, Third', 'the old branch');
select tests.ask('Four', 'Fourth');
select tests.choose('Two, changed');
select tests.choose('Second');
select tests.equal(tests.path(), 'One, First, Two, Second, Three, Third, Four, Fourth', 'as far as it came');

-- test: the first message can be edited too
select tests.ask('One', 'First');
select tests.ask('Uno', 'Primo', 'One');
select tests.equal(tests.path(), 'Uno, Primo', 'path');
select tests.equal(tests.beside('Uno'), 'One, Uno', 'alternatives');

-- test: another reply hides the earlier one until it completes, and then is its alternative
select tests.ask('One', 'First');
select tests.equal(tests.reply_to('One', 'again'), 'started', 'again');
select tests.equal(tests.path(), 'One', 'meanwhile');
select tests.equal(tests.shown_turn('One') ->> 'status', 'running', 'turn');
select tests.equal(tests.shown_turn('One') -> 'replies', jsonb_build_array(tests.said('First')), 'what can be gone back to');
select tests.finish('again', 'Another');
select tests.equal(tests.path(), 'One, Another', 'path');
select tests.equal(tests.beside('Another'), 'First, Another', 'alternatives');
select tests.equal((select count(*) from public.messages), 3, 'the question is sent once');
select tests.equal(
  (select count(*) from public.audit_logs where action = 'send_message'), 1, 'audited messages'
);
select tests.equal((select count(*) from public.audit_logs where action = 'run_started'), 2, 'audited runs');

-- test: another reply that fails is shown, and the earlier one can be selected
select tests.ask('One', 'First');
select tests.reply_to('One', 'again');
select tests.finish('again', 'Half', 'failed');
select tests.equal(tests.path(), 'One', 'path');
select tests.equal(
  tests.shown_turn('One') - 'id' - 'last_seq',
  jsonb_build_object(
    'status', 'failed', 'text', 'Half', 'error_code', 'x', 'error_message', 'x', 'replies', jsonb_build_array(tests.said('First'))
  ), 'turn'
);
select tests.choose('First');
select tests.equal(tests.path(), 'One, First', 'gone back');
select tests.equal(tests.shown_turn('One'), null, 'the reply that is shown is complete');

-- test: a reply is selected when it ends, unless the user selected another branch in the meantime
select tests.ask('One', 'First');
select tests.ask('Uno', 'Primo', 'One');
select tests.reply_to('Uno', 'again');
select tests.choose('One');
select tests.finish('again', 'Altro');
select tests.equal(tests.path(), 'One, First', 'where the person is');
select tests.choose('Uno');
select tests.equal(tests.path(), 'Uno, Altro', 'the newest there');

-- test: the path to a message with a running reply ends there
select tests.ask('One', 'First');
select tests.ask('Uno', 'Primo', 'One');
select tests.reply_to('One', 'again');
select tests.choose('Uno');
select tests.choose('One');
select tests.equal(tests.path(), 'One', 'path');
select tests.equal(tests.shown_turn('One') ->> 'status', 'running', 'turn');

-- test: an unfinished reply is continued from its text, which every reader receives first
select tests.send('One');
select tests.finish('One', 'Half ', 'stopped');
select tests.equal(tests.path(), 'One, Half ', 'stopped');
select tests.equal(tests.reply_to('One', 'more', (tests.turn('One')).id), 'started', 'more');
select tests.equal(
  (select array_agg(data ->> 'text') from public.turn_events where turn_id = (tests.turn('more')).id and seq = 2),
  array['Half '], 'first delta'
);
select tests.equal(tests.shown_turn('One') ->> 'text', 'Half ', 'text so far');
select tests.equal(tests.shown_turn('One') ->> 'last_seq', '2', 'its place');
select tests.equal(tests.shown_turn('One') -> 'replies', jsonb_build_array(tests.said('Half ')), 'kept until then');
select tests.finish('more', 'and whole');
select tests.equal(tests.path(), 'One, Half and whole', 'path');
select tests.equal(tests.beside('Half and whole'), null, 'no alternatives');
select tests.choose('Half ');
select tests.equal(tests.path(), 'One, Half ', 'still there for a jump to it');
select tests.equal(tests.beside('Half '), 'Half , Half and whole', 'and seen from there');

-- test: a continuation can end early too, any number of times
select tests.send('One');
select tests.finish('One', 'a', 'stopped');
select tests.reply_to('One', 'b', (tests.turn('One')).id);
select tests.finish('b', 'b', 'failed');
select tests.equal(tests.shown_turn('One') -> 'replies', jsonb_build_array(tests.said('a')), 'no reply replaces the first');
select tests.reply_to('One', 'c', (tests.turn('b')).id);
select tests.finish('c', '', 'stopped');
select tests.equal(tests.path(), 'One, ab', 'path');
select tests.equal(tests.shown_turn('One') -> 'replies', jsonb_build_array(tests.said('ab')), 'only the longest');

-- test: an unfinished reply that was continued after another branch remains selectable
select tests.send('One');
select tests.finish('One', 'Half ', 'stopped');
select tests.ask('Two', 'Second');
select tests.reply_to('One', 'more', (tests.turn('One')).id);
select tests.finish('more', 'and whole');
select tests.equal(tests.beside('Half and whole'), 'Half , Half and whole', 'alternatives');

-- test: only an ended reply to the same message that has text can be continued
select tests.ask('One', 'First');
select tests.send('Two');
select tests.equal(tests.reply_to('Two', 'more', (tests.turn('Two')).id), 'turn_running', 'running');
select tests.finish('Two', '', 'stopped');
select tests.equal(tests.reply_to('Two', 'more', (tests.turn('Two')).id), 'message_not_found', 'without words');
select tests.equal(tests.reply_to('One', 'more', (tests.turn('One')).id), 'message_not_found', 'complete');
select tests.send('Three');
select tests.finish('Three', 'Half', 'stopped');
select tests.equal(tests.reply_to('Two', 'more', (tests.turn('Three')).id), 'message_not_found', 'of another message');
select tests.equal(tests.reply_to('Two', 'more', tests.id('nothing')), 'message_not_found', 'unknown');

-- test: messages of other conversations are not found, whoever owns them
select tests.send('Elsewhere', talk => 'other talk');
select tests.finish('Elsewhere', 'There');
insert into public.messages (conversation_id, role, content) values (tests.id('talk of wanda'), 'user', 'Hers');
select tests.ask('One', 'First');
select tests.equal(tests.send('Two', 'Elsewhere'), 'message_not_found', 'edited, of another conversation');
select tests.equal(tests.send('Two', 'Hers'), 'message_not_found', 'edited, of another person');
select tests.equal(tests.send('Two', 'First'), 'message_not_found', 'edited, not a person’s');
select tests.equal(tests.reply_to('Elsewhere', 'x'), 'message_not_found', 'answered, of another conversation');
select tests.equal(tests.reply_to('Hers', 'x'), 'message_not_found', 'answered, of another person');
select tests.equal(tests.reply_to('First', 'x'), 'message_not_found', 'answered, not a person’s');
select tests.equal(tests.choose('Elsewhere'), 'message_not_found', 'chosen, of another conversation');
select tests.equal(tests.choose('Hers'), 'message_not_found', 'chosen, of another person');
select tests.equal(tests.page(10, 'Elsewhere') ->> 'outcome', 'message_not_found', 'before, of another conversation');
select tests.equal(tests.page(10, 'Hers') ->> 'outcome', 'message_not_found', 'before, of another person');
select tests.equal(tests.page(until => 'Elsewhere') ->> 'outcome', 'message_not_found', 'until, of another conversation');
select tests.equal(tests.page(until => 'Hers') ->> 'outcome', 'message_not_found', 'until, of another person');
select tests.equal(tests.path(), 'One, First', 'untouched');

-- test: a parent and a head are messages of the same conversation
select tests.ask('One', 'First');
select tests.refused(
  $$insert into public.messages (conversation_id, parent_id, role, content)
    values (tests.id('other talk'), tests.said('One'), 'user', 'x')$$, '23503', 'parent'
);
select tests.refused(
  $$update public.conversations set head_id = tests.said('One') where id = tests.id('other talk')$$, '23503', 'head'
);

-- test: the path is read from its end in pages, or up to a message
select tests.ask('One', 'First');
select tests.ask('Two', 'Second');
select tests.equal(tests.path(tests.page(3)), 'First, Two, Second', 'the last three');
select tests.equal((tests.page(3) ->> 'has_earlier')::boolean, true, 'there is more');
select tests.equal(tests.path(tests.page(2, 'Two')), 'One, First', 'the two before');
select tests.equal((tests.page(2, 'Two') ->> 'has_earlier')::boolean, false, 'no more');
select tests.equal(
  tests.page(2, 'One') - 'version', '{"outcome": "found", "rows": [], "has_earlier": false}', 'before the first'
);
select tests.equal(tests.path(tests.page(until => 'First')), 'First, Two, Second', 'until');
select tests.equal(tests.path(tests.page(1, until => 'First')), 'First, Two, Second', 'until, however many those are');
select tests.ask('Uno', 'Primo', 'One');
select tests.equal(tests.page(until => 'Two') ->> 'outcome', 'message_not_found', 'until, on another branch');
select tests.equal(tests.path(tests.page(2, 'Second')), 'First, Two', 'what led to a message of another branch');

-- test: a path is read only by its owner, and selected only with access
select tests.ask('One', 'First');
select tests.sign_in('wanda');
select tests.equal(public.read_path(tests.id('talk')) ->> 'outcome', 'conversation_not_found', 'a colleague');
select tests.sign_in('ann');
select tests.equal(public.read_path(tests.id('talk')) ->> 'outcome', 'conversation_not_found', 'an admin');
select tests.as_owner();
select tests.equal(
  public.choose_branch(tests.id('wanda'), tests.id('talk'), tests.said('One')) ->> 'outcome',
  'conversation_not_found', 'a colleague choosing'
);
delete from public.assistant_access where user_id = tests.id('wes');
select tests.equal(tests.choose('One'), 'conversation_not_found', 'choosing without access');
select tests.equal(tests.page() ->> 'outcome', 'conversation_not_found', 'reading without access');
select tests.as_visitor();
select tests.forbidden($$select public.read_path(tests.id('talk'))$$, 'a visitor');
select tests.sign_in('wes');
select tests.forbidden($$select public.choose_branch(tests.id('wes'), tests.id('talk'), tests.id('x'))$$, 'choosing by oneself');

-- test: the request of a reply contains the assistant, the message and those before it, and only its owner reads it
select tests.ask('One', 'First');
select tests.ask('Two', 'Second');
create function tests.request(words text)
returns jsonb
language sql
as $$
  select public.read_turn_request(tests.id('talk'), tests.said(words), 1);
$$;
create table tests.known as select tests.said('Two') as two;
grant select on tests.known to authenticated;
select tests.sign_in('wes');
select tests.equal(tests.request('Two') #>> '{question,content}', 'Two', 'the message');
select tests.equal(tests.request('Two') #>> '{assistant,label}', 'Notes', 'the assistant');
select tests.equal((tests.request('Two') -> 'has_documents')::boolean, false, 'no documents');
select tests.equal(tests.path(tests.request('Two') -> 'history'), 'First', 'the page before it');
select tests.equal((tests.request('Two') #>> '{history,has_earlier}')::boolean, true, 'there is more');
select tests.equal(
  tests.path(public.read_turn_request(tests.id('talk'), tests.said('Two'), 500, 60000) -> 'history'), 'One, First', 'all before it'
);
select tests.equal(
  tests.path(public.read_turn_request(tests.id('talk'), tests.said('Two'), 500, 4) -> 'history'), 'First',
  'the messages that fit, and the one that exceeds them'
);
select tests.equal(
  public.read_turn_request(tests.id('other talk'), tests.said('Two'), 1), null::jsonb, 'in another conversation'
);
select tests.sign_in('wanda');
select tests.equal(
  (select public.read_turn_request(tests.id('talk'), two, 1) from tests.known), null::jsonb, 'a colleague'
);
select tests.as_owner();
delete from public.assistant_access where user_id = tests.id('wes');
select tests.sign_in('wes');
select tests.equal(
  (select public.read_turn_request(tests.id('talk'), two, 1) from tests.known), null::jsonb, 'without access'
);
select tests.as_visitor();
select tests.forbidden($$select public.read_turn_request(tests.id('talk'), tests.id('x'), 1)$$, 'a visitor');

-- test: no client changes the tree or the head
select tests.ask('One', 'First');
select tests.sign_in('wes');
select tests.succeeds('select parent_id from public.messages', 2, 'parents are readable');
select tests.forbidden('update public.messages set parent_id = null', 'parent');
select tests.forbidden('update public.conversations set head_id = null', 'head');
select tests.forbidden('update public.conversations set title_settled = false', 'who gave the title');

-- test: the files of a message can be attached to its replacement, and to nothing else
insert into public.attachments (conversation_id, user_id, name, size, mime, sha256, supabase_path, scan_status)
select tests.id('talk'), tests.id('wes'), 'plan.pdf', 10, 'application/pdf', repeat('a', 64), 'attachments/c/' || n, 'clean'
from generate_series(1, 2) as n;
select tests.send('One', paths => '{attachments/c/1}');
select tests.finish('One', 'First');
select tests.equal(tests.send('Two', paths => '{attachments/c/1}'), 'attachment_unavailable', 'the next message');
select tests.equal(tests.send('Uno', 'One', '{attachments/c/1,attachments/c/2}'), 'started', 'the edited message');
select tests.finish('Uno', 'Primo');
select tests.equal(
  (select jsonb_path_query_array(files, '$[*].supabasePath') from public.messages where content = 'Uno'),
  '["attachments/c/1", "attachments/c/2"]', 'files'
);
select tests.equal(tests.send('Un', 'Uno', '{attachments/c/1}'), 'started', 'edited once more');
select tests.equal(
  (select array_agg(messages.content order by supabase_path) from public.attachments join public.messages on messages.id = message_id),
  array['One', 'Uno'], 'a file stays with the message that brought it'
);
select tests.finish('Un', 'Premier');
update public.attachments set scan_status = 'blocked';
select tests.equal(tests.send('Eins', 'Un', '{attachments/c/1}'), 'attachment_unavailable', 'not clean any more');

-- test: deleting a conversation deletes all its branches
select tests.ask('One', 'First');
select tests.ask('Uno', 'Primo', 'One');
select tests.send('Two');
select tests.finish('Two', 'Half', 'stopped');
select tests.reply_to('Two', 'more', (tests.turn('Two')).id);
select tests.sign_in('wes');
select tests.succeeds($$delete from public.conversations where id = tests.id('talk')$$, 1, 'deleting');
select tests.as_owner();
select tests.equal((select count(*) from public.messages) + (select count(*) from public.turns), 0, 'what is left');

-- test: a conversation without a title is named after its first message, which does not count as another activity
select tests.ask('One', 'First');
select tests.equal((select title from public.conversations where id = tests.id('talk')), 'Title of One', 'first');
select tests.ask('Two', 'Second');
select tests.ask('Uno', 'Primo', 'One');
select tests.equal((select title from public.conversations where id = tests.id('talk')), 'Title of One', 'later');

-- test: a title set by the user is never overwritten, not even the default one
update public.conversations set title = 'New conversation' where id = tests.id('talk');
insert into public.conversations (id, user_id, assistant_id, title)
values (tests.id('named'), tests.id('wes'), tests.id('Notes'), 'New conversation');
select tests.ask('One', 'First');
select tests.send('Two', talk => 'named');
select tests.equal(
  (select array_agg(title) from public.conversations where id in (tests.id('talk'), tests.id('named'))),
  array['New conversation', 'New conversation'], 'titles'
);

-- test: a page of a long conversation reads no more than one of a short conversation
insert into public.messages (id, conversation_id, parent_id, role, content, created_at)
select
  tests.id(talk || n), tests.id(talk), case when n > 1 then tests.id(talk || n - 1) end,
  case n % 2 when 1 then 'user' else 'assistant' end, 'Something', now() + n * interval '1 second'
from (values ('talk', 100), ('other talk', 1500)) as talks (talk, length)
cross join lateral generate_series(1, length) as n;
update public.conversations set head_id = tests.id('talk100') where id = tests.id('talk');
update public.conversations set head_id = tests.id('other talk1500') where id = tests.id('other talk');
analyze public.messages;
create function tests.blocks_read(talk text)
returns integer
language plpgsql
as $$
declare
  plan jsonb;
begin
  perform tests.sign_in('wes');
  perform public.read_path(tests.id(talk), 50);
  execute format('explain (analyze, buffers, format json) select public.read_path(%L, 50)', tests.id(talk)) into plan;
  perform tests.as_owner();
  return (plan #>> '{0,Plan,Shared Hit Blocks}')::integer + (plan #>> '{0,Plan,Shared Read Blocks}')::integer;
end;
$$;
select tests.holds(tests.blocks_read('talk') > 50, 'it is measured');
select tests.holds(tests.blocks_read('other talk') <= 1.5 * tests.blocks_read('talk'), 'blocks of a page');

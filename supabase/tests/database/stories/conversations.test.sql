select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
select tests.add_assistant('Notes');
select tests.add_assistant('Not granted');
insert into public.assistant_access (assistant_id, user_id)
values (tests.id('Notes'), tests.id('wes')), (tests.id('Notes'), tests.id('wanda'));
insert into public.conversations (id, user_id, assistant_id, title, created_at, updated_at)
values (
  tests.id('talk of wes'), tests.id('wes'), tests.id('Notes'), 'Talk of Wes',
  now() - interval '2 days', now() - interval '2 days'
);
insert into public.messages (id, conversation_id, role, content, created_at)
values (tests.id('question'), tests.id('talk of wes'), 'user', 'A question', now() - interval '1 day');
insert into public.turns (id, conversation_id, user_id, user_message_id, idempotency_key, last_seq)
values (tests.id('turn'), tests.id('talk of wes'), tests.id('wes'), tests.id('question'), 'key', 1);
insert into public.turn_events (turn_id, seq, event) values (tests.id('turn'), 1, 'info');
insert into public.attachments (conversation_id, user_id, name, size, mime, sha256, supabase_path, scan_status)
values
  (tests.id('talk of wes'), tests.id('wes'), 'plan.pdf', 10, 'application/pdf', repeat('a', 64), 'attachments/c/1', 'clean'),
  (tests.id('talk of wes'), tests.id('wes'), 'bad.pdf', 10, 'application/pdf', repeat('b', 64), 'attachments/c/2', 'blocked');
insert into storage.objects (bucket_id, name)
values ('attachments', 'c/1'), ('attachments', 'c/2'), ('attachments', 'c/3');

-- test: a user creates a conversation with an assistant that they have access to, in their own name only
select tests.sign_in('wanda');
select tests.succeeds(
  $$insert into public.conversations (assistant_id, title) values (tests.id('Notes'), 'Mine')
    returning id, title, updated_at$$, 1, 'with a grant'
);
select tests.equal((select user_id from public.conversations), tests.id('wanda'), 'owner');
select tests.forbidden(
  $$insert into public.conversations (assistant_id, title) values (tests.id('Not granted'), 'Mine')$$, 'without a grant'
);
select tests.forbidden(
  $$insert into public.conversations (user_id, assistant_id) values (tests.id('wes'), tests.id('Notes'))$$,
  'in the name of somebody else'
);
select tests.forbidden(
  $$insert into public.conversations (assistant_id, updated_at) values (tests.id('Notes'), now())$$, 'with a date'
);
select tests.sign_in('ann');
select tests.succeeds(
  $$insert into public.conversations (assistant_id) values (tests.id('Not granted'))$$, 1, 'an admin needs no grant'
);
select tests.as_visitor();
select tests.forbidden(
  $$insert into public.conversations (assistant_id) values (tests.id('Notes'))$$, 'a visitor'
);

-- test: a title has 1 to 120 characters, is not blank, and defaults to New conversation
select tests.sign_in('wanda');
insert into public.conversations (assistant_id) values (tests.id('Notes'));
select tests.equal((select title from public.conversations), 'New conversation', 'title');
select tests.succeeds($$update public.conversations set title = repeat('a', 120)$$, 1, '120');
select tests.refused($$update public.conversations set title = repeat('a', 121)$$, '23514', '121');
select tests.refused($$update public.conversations set title = ''$$, '23514', 'empty');
select tests.refused($$update public.conversations set title = '   '$$, '23514', 'blank');

-- test: conversations and their contents are accessible to the owner only, not to a colleague or an admin
select tests.sign_in('wes');
select tests.succeeds('select id from public.conversations', 1, 'the owner');
select tests.succeeds('select id from public.messages', 1, 'the owner, messages');
select tests.succeeds('select id, status, text, last_seq from public.turns', 1, 'the owner, turns');
select tests.succeeds('select seq from public.turn_events', 1, 'the owner, events');
select tests.succeeds('select id from public.attachments', 2, 'the owner, attachments');
select tests.sign_in('wanda');
select tests.succeeds('select id from public.conversations', 0, 'a colleague with the same assistant');
select tests.succeeds('select id from public.messages', 0, 'a colleague, messages');
select tests.succeeds('select id from public.turns', 0, 'a colleague, turns');
select tests.succeeds('select seq from public.turn_events', 0, 'a colleague, events');
select tests.succeeds('select id from public.attachments', 0, 'a colleague, attachments');
select tests.succeeds($$update public.conversations set title = 'Taken'$$, 0, 'a colleague renaming');
select tests.succeeds($$delete from public.conversations$$, 0, 'a colleague deleting');
select tests.sign_in('ann');
select tests.succeeds('select id from public.conversations', 0, 'an admin');
select tests.succeeds('select id from public.messages', 0, 'an admin, messages');
select tests.succeeds($$delete from public.conversations$$, 0, 'an admin deleting');
select tests.as_visitor();
select tests.forbidden('select id from public.conversations', 'a visitor');
select tests.forbidden('select id from public.messages', 'a visitor, messages');
select tests.as_owner();
select tests.equal((select title from public.conversations), 'Talk of Wes', 'untouched');

-- test: losing access to the assistant hides the conversation at once, and regaining it restores the conversation
select tests.as_owner();
delete from public.assistant_access where user_id = tests.id('wes');
select tests.sign_in('wes');
select tests.succeeds('select id from public.conversations', 0, 'list entry');
select tests.succeeds('select id from public.messages', 0, 'messages');
select tests.succeeds('select id from public.turns', 0, 'turns');
select tests.succeeds('select seq from public.turn_events', 0, 'events');
select tests.succeeds('select id from public.attachments', 0, 'attachments');
select tests.sign_in_with_session('wes');
select tests.succeeds('select id from storage.objects', 0, 'files');
select tests.succeeds($$update public.conversations set title = 'Still mine'$$, 0, 'renaming');
select tests.succeeds($$delete from public.conversations$$, 0, 'deleting');
select tests.as_owner();
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wes'));
select tests.sign_in('wes');
select tests.succeeds('select id from public.conversations', 1, 'list entry again');
select tests.succeeds('select id from public.messages', 1, 'messages again');

-- test: the owner renames and deletes, and changes nothing else
select tests.sign_in('wes');
select tests.succeeds($$update public.conversations set title = 'Renamed'$$, 1, 'renaming');
select tests.forbidden($$update public.conversations set user_id = tests.id('wanda')$$, 'giving away');
select tests.forbidden($$update public.conversations set assistant_id = tests.id('Not granted')$$, 'another assistant');
select tests.forbidden($$update public.conversations set updated_at = now()$$, 'the date of activity');
select tests.succeeds($$delete from public.conversations$$, 1, 'deleting');
select tests.as_owner();
select tests.equal(
  (select count(*) from public.messages)
    + (select count(*) from public.turns) + (select count(*) from public.turn_events)
    + (select count(*) from public.attachments),
  0, 'what was in it went with it'
);

-- test: messages are immutable for clients, only the server writes any
select tests.sign_in('wes');
select tests.forbidden(
  $$insert into public.messages (conversation_id, role, content)
    values (tests.id('talk of wes'), 'assistant', 'Words in its mouth')$$, 'inserting a reply'
);
select tests.forbidden(
  $$insert into public.messages (conversation_id, role, content)
    values (tests.id('talk of wes'), 'user', 'Past the function')$$, 'inserting a question'
);
select tests.forbidden($$update public.messages set content = 'Changed'$$, 'changing');
select tests.forbidden($$delete from public.messages$$, 'deleting');
select tests.as_server();
select tests.succeeds(
  $$insert into public.messages (conversation_id, role, content)
    values (tests.id('talk of wes'), 'assistant', 'A reply')$$, 1, 'the server'
);

-- test: turns, events and attachments are written by the server only
select tests.sign_in('wes');
select tests.forbidden($$update public.turns set text = 'x'$$, 'changing a turn');
select tests.forbidden($$update public.turns set status = 'running'$$, 'restarting a turn');
select tests.forbidden(
  $$insert into public.turn_events (turn_id, seq, event) values (tests.id('turn'), 2, 'final')$$, 'adding an event'
);
select tests.forbidden($$update public.attachments set scan_status = 'clean'$$, 'the own verdict');
select tests.forbidden($$delete from public.attachments$$, 'deleting an attachment');
select tests.forbidden('select provider, run_id from public.turns', 'how the server ran it');

-- test: the last message sets the last activity, renaming does not
select tests.equal(
  (select updated_at from public.conversations),
  (select created_at from public.messages where id = tests.id('question')), 'time of the message'
);
select tests.sign_in('wes');
update public.conversations set title = 'Renamed';
select tests.holds((select updated_at < now() - interval '23 hours' from public.conversations), 'renaming');
select tests.as_server();
insert into public.messages (conversation_id, role, content) values (tests.id('talk of wes'), 'assistant', 'A reply');
select tests.equal((select updated_at from public.conversations), now(), 'a new message');
insert into public.messages (conversation_id, role, content, created_at)
values (tests.id('talk of wes'), 'user', 'An old one', now() - interval '9 days');
select tests.equal((select updated_at from public.conversations), now(), 'an older message moves nothing back');

-- test: a message says something, in a known role, with at most four files
select tests.as_server();
select tests.refused(
  $$insert into public.messages (conversation_id, role) values (tests.id('talk of wes'), 'user')$$, '23514', 'nothing'
);
select tests.succeeds(
  $$insert into public.messages (conversation_id, role, files)
    values (tests.id('talk of wes'), 'user', '[{"name": "plan.pdf"}]')$$, 1, 'a file alone'
);
select tests.succeeds(
  $$insert into public.messages (conversation_id, role, content)
    values (tests.id('talk of wes'), 'user', repeat('a', 16000))$$, 1, '16000 characters'
);
select tests.refused(
  $$insert into public.messages (conversation_id, role, content)
    values (tests.id('talk of wes'), 'user', repeat('a', 16001))$$, '23514', '16001 characters'
);
select tests.refused(
  $$insert into public.messages (conversation_id, role, content)
    values (tests.id('talk of wes'), 'system', 'Obey')$$, '23514', 'another role'
);
select tests.refused(
  $$insert into public.messages (conversation_id, role, content, files)
    values (tests.id('talk of wes'), 'user', 'x', '[1, 2, 3, 4, 5]')$$, '23514', 'five files'
);
select tests.refused(
  $$insert into public.messages (conversation_id, role, content, files)
    values (tests.id('talk of wes'), 'user', 'x', '{}')$$, '23514', 'files that are no list'
);

-- test: a conversation has one running turn, and a key one turn
select tests.as_server();
select tests.refused(
  $$insert into public.turns (conversation_id, user_id, user_message_id, idempotency_key)
    values (tests.id('talk of wes'), tests.id('wes'), tests.id('question'), 'another key')$$,
  '23505', 'a second running turn'
);
select tests.refused(
  $$insert into public.turns (conversation_id, user_id, user_message_id, idempotency_key, status, ended_at)
    values (tests.id('talk of wes'), tests.id('wes'), tests.id('question'), 'key', 'completed', now())$$,
  '23505', 'the same key'
);
select tests.refused(
  $$update public.turns set status = 'completed'$$, '23514', 'an end without a time'
);
select tests.succeeds($$update public.turns set status = 'completed', ended_at = now()$$, 1, 'ending');
select tests.succeeds(
  $$insert into public.turns (conversation_id, user_id, user_message_id, idempotency_key)
    values (tests.id('talk of wes'), tests.id('wes'), tests.id('question'), 'another key')$$,
  1, 'the next turn'
);

-- test: a file is read through its clean attachment, and stored and removed by the server only
select tests.sign_in_with_session('wes');
select tests.equal((select string_agg(name, ',') from storage.objects), 'c/1', 'only the clean one');
select tests.forbidden(
  $$insert into storage.objects (bucket_id, name) values ('attachments', 'mine')$$, 'storing a file'
);
select tests.succeeds($$update storage.objects set name = 'c/9'$$, 0, 'moving a file');
-- A Supabase project refuses every direct deletion, unless this is set.
select set_config('storage.allow_delete_query', 'true', true);
select tests.succeeds($$delete from storage.objects$$, 0, 'removing a file');
select tests.sign_in_with_session('wanda');
select tests.succeeds('select name from storage.objects', 0, 'a colleague');
select tests.sign_in_with_session('ann');
select tests.succeeds('select name from storage.objects', 0, 'an admin');
select tests.as_owner();
select tests.equal((select public from storage.buckets where id = 'attachments'), false, 'the bucket is private');
select tests.equal((select count(*) from storage.objects where name like 'c/%'), 3, 'untouched');

-- test: an attachment has a name, at most 25 MB, a digest, a path in the bucket and a verdict
select tests.as_server();
select tests.refused($$update public.attachments set name = ''$$, '23514', 'no name');
select tests.succeeds($$update public.attachments set size = 26214400$$, 2, '25 MB');
select tests.refused($$update public.attachments set size = 26214401$$, '23514', 'a byte more');
select tests.refused($$update public.attachments set sha256 = 'x'$$, '23514', 'no digest');
select tests.refused(
  $$update public.attachments set supabase_path = 'elsewhere/1' where scan_status = 'clean'$$, '23514', 'another bucket'
);
select tests.refused($$update public.attachments set scan_status = 'fine'$$, '23514', 'another verdict');

-- test: turns and their events accept only known states
select tests.as_server();
select tests.refused($$update public.turns set idempotency_key = ''$$, '23514', 'an empty key');
select tests.refused($$update public.turns set status = 'paused', ended_at = now()$$, '23514', 'another state');
select tests.refused(
  $$insert into public.turn_events (turn_id, seq, event) values (tests.id('turn'), 0, 'delta')$$, '23514', 'number zero'
);
select tests.refused(
  $$insert into public.turn_events (turn_id, seq, event) values (tests.id('turn'), 1, 'delta')$$, '23505', 'a number twice'
);
select tests.refused(
  $$insert into public.turn_events (turn_id, seq, event) values (tests.id('turn'), 2, 'thought')$$, '23514', 'another event'
);

-- test: a user starts conversations one at a time, and at most 60 within an hour, including deleted ones
select tests.sign_in('wes');
select tests.refused(
  format($$insert into public.conversations (assistant_id) values (%1$L), (%1$L)$$, tests.id('Notes')), 'PT400', 'two at once',
  'Conversations are started one at a time.'
);
do $$
begin
  for number in 1..60 loop
    insert into public.conversations (assistant_id, title) values (tests.id('Notes'), 'Number ' || number);
    delete from public.conversations where title = 'Number ' || number;
  end loop;
end
$$;
select tests.refused(
  format($$insert into public.conversations (assistant_id) values (%L)$$, tests.id('Notes')), 'PT429', 'the 61st',
  'You have started 60 conversations within an hour. Please try again later.'
);
select tests.sign_in('wanda');
insert into public.conversations (assistant_id) values (tests.id('Notes'));

select tests.add_person('ann', 'admin');
select tests.add_person('adam', 'admin');
select tests.add_person('wes', 'support_worker');
insert into public.participants (id, display_name) values (tests.id('pat'), 'Pat Example');
select tests.add_assistant('Pat at home', 'pat');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Pat at home'), tests.id('wes'));

-- test: DATA-17 an audit record has its fields, meta is an object that defaults to empty, updated_at equals created_at
select tests.as_server();
select public.record_audit('denied', tests.id('wes'));
select tests.equal(
  (
    select to_jsonb(audit_logs)
      - array['id', 'created_at', 'updated_at', 'user_email', 'assistant_label', 'assistant_kind', 'participant_id',
        'participant_name', 'target_user_id', 'target_user_email']
    from public.audit_logs
  ),
  jsonb_build_object(
    'user_id', tests.id('wes'), 'assistant_id', null, 'conversation_id', null, 'action', 'denied', 'meta', '{}'::jsonb
  ),
  'record'
);
select tests.holds((select id is not null and created_at = now() from public.audit_logs), 'id and time');
select tests.equal((select updated_at from public.audit_logs), (select created_at from public.audit_logs), 'updated_at');
select tests.refused(
  $$select public.record_audit('denied', tests.id('wes'), meta => '[1]')$$, '23514', 'meta that is no object'
);
select tests.refused(
  $$select public.record_audit('denied', tests.id('wes'), meta => jsonb_build_object('x', repeat('a', 9000)))$$,
  '23514', 'meta without measure'
);

-- test: DATA-19 the twelve actions are accepted, and no other
select tests.as_server();
select tests.succeeds(
  $$select public.record_audit(action, tests.id('wes'))
    from unnest(array['login', 'conversation_created', 'send_message', 'run_started', 'run_succeeded', 'run_failed',
      'run_stream_started', 'run_stream_completed', 'upload_file', 'web_research', 'conversation_deleted', 'denied'])
      as action$$,
  12, 'the twelve'
);
select tests.refused($$select public.record_audit('logout', tests.id('wes'))$$, '23514', 'another');

-- test: the server records actions of users; only the database records actions of administrators
select tests.refused(
  $$select public.record_audit('role_changed', tests.id('ann'))$$, 'PT403', 'a change of a role'
);
select tests.refused($$select public.record_audit('audit_purged', null)$$, 'PT403', 'a purge');
select tests.refused(
  $$select public.record_audit('password_changed', tests.id('ann'))$$, 'PT403', 'a change of a password'
);

-- test: a sign-in writes one login, a token refresh none
insert into auth.sessions (id, user_id, created_at) values (tests.id('session'), tests.id('wes'), now());
update auth.sessions set updated_at = now() where id = tests.id('session');
update auth.users set last_sign_in_at = now() where id = tests.id('wes');
select tests.equal(
  (select string_agg(action || ' of ' || user_email, ', ') from public.audit_logs), 'login of wes@tests.example', 'rows'
);

-- test: sign-ups, ended sessions and new passwords are recorded
select tests.sign_up('new');
insert into auth.sessions (id, user_id, created_at) values (tests.id('session'), tests.id('wes'), now());
delete from auth.sessions where id = tests.id('session');
update auth.users set encrypted_password = 'hash of another' where id = tests.id('wes');
update auth.users set encrypted_password = 'hash of another' where id = tests.id('wes');
select tests.equal(
  (select array_agg(action || ' of ' || user_email order by action) from public.audit_logs where action <> 'login'),
  array['password_changed of wes@tests.example', 'session_ended of wes@tests.example', 'signed_up of new@tests.example'],
  'entries'
);
select tests.holds(
  not exists (select 1 from public.audit_logs where to_jsonb(audit_logs)::text like '%hash of another%'),
  'no password'
);

-- test: an account that is created confirmed writes no sign-up, a deleted one no ended session
select tests.sign_up('made', confirmed_at => now());
insert into auth.sessions (id, user_id, created_at) values (tests.id('session'), tests.id('made'), now());
delete from auth.users where id = tests.id('made');
select tests.equal((select string_agg(action, ', ') from public.audit_logs), 'login', 'entries');

-- test: failed sign-ins are recorded once a minute, per account and once for all unknown addresses
select private.record_audit('denied', person, meta => '{"attempted": "login"}')
from unnest(array[tests.id('wes'), null, tests.id('wes'), null, null]) as person;
select tests.equal(
  (select array_agg(user_email order by user_email) from public.audit_logs), array['wes@tests.example', null], 'entries'
);
update private.denials set since = since - interval '2 minutes';
select public.record_repeated_denials();
select tests.equal(
  (
    select array_agg((meta ->> 'repeats')::integer order by user_email)
    from public.audit_logs
    where meta ? 'repeats'
  ),
  array[1, 2], 'repeats'
);

-- test: creating and deleting a conversation write their rows, each with a snapshot of its references
select tests.sign_in('wes');
insert into public.conversations (assistant_id, title) values (tests.id('Pat at home'), 'Private words');
delete from public.conversations;
select tests.as_owner();
select tests.equal(
  (select string_agg(action, ', ' order by action) from public.audit_logs),
  'conversation_created, conversation_deleted', 'actions'
);
select tests.equal(
  (
    select count(*)
    from public.audit_logs
    where user_id = tests.id('wes') and user_email = 'wes@tests.example'
      and assistant_id = tests.id('Pat at home') and assistant_label = 'Pat at home' and assistant_kind = 'participant'
      and participant_id = tests.id('pat') and participant_name = 'Pat Example'
      and conversation_id is not null
  ),
  2, 'copies'
);
select tests.holds(
  not exists (select 1 from public.audit_logs where to_jsonb(audit_logs)::text like '%Private words%'),
  'no title is copied'
);

-- test: a refused conversation writes no row
select tests.add_assistant('Not granted');
select tests.sign_in('wes');
select tests.forbidden(
  $$insert into public.conversations (assistant_id) values (tests.id('Not granted'))$$, 'without a grant'
);
select tests.as_owner();
select tests.equal((select count(*) from public.audit_logs), 0, 'rows');

-- test: no client inserts, changes or deletes an audit row, admins included
select tests.as_server();
select public.record_audit('denied', tests.id('wes'));
select tests.sign_in('ann');
select tests.forbidden(
  $$insert into public.audit_logs (user_id, action) values (tests.id('wes'), 'login')$$, 'an admin inserting'
);
select tests.forbidden($$update public.audit_logs set action = 'login'$$, 'an admin changing');
select tests.forbidden($$delete from public.audit_logs$$, 'an admin deleting');
select tests.forbidden($$truncate public.audit_logs$$, 'an admin emptying');
select tests.forbidden($$select public.record_audit('login', tests.id('wes'))$$, 'an admin recording');
select tests.sign_in('wes');
select tests.forbidden(
  $$insert into public.audit_logs (user_id, action) values (tests.id('wes'), 'login')$$, 'a worker inserting'
);
select tests.forbidden($$select public.record_audit('login', tests.id('wes'))$$, 'a worker recording');
select tests.as_visitor();
select tests.forbidden('select id from public.audit_logs', 'a visitor reading');
select tests.forbidden($$select public.record_audit('login', tests.id('wes'))$$, 'a visitor recording');
select tests.as_owner();
select tests.equal((select count(*) from public.audit_logs), 1, 'one row');

-- test: the server records through one function only, and not even the owner changes a row
select tests.as_server();
select public.record_audit('denied', tests.id('wes'));
select tests.forbidden(
  $$insert into public.audit_logs (user_id, action, created_at) values (tests.id('wes'), 'login', now() - interval '1 day')$$,
  'the server back-dating'
);
select tests.forbidden($$update public.audit_logs set action = 'login'$$, 'the server changing');
select tests.forbidden($$delete from public.audit_logs$$, 'the server deleting');
select tests.as_owner();
select tests.forbidden($$update public.audit_logs set action = 'login'$$, 'the owner changing',
  'The audit log is append-only.');
select tests.forbidden($$delete from public.audit_logs$$, 'the owner deleting', 'The audit log is append-only.');
select tests.forbidden($$truncate public.audit_logs$$, 'the owner emptying', 'The audit log is append-only.');
select tests.equal((select count(*) from public.audit_logs), 1, 'one row');

-- test: only admins read the audit log
select tests.as_server();
select public.record_audit('denied', tests.id('wes'), tests.id('Pat at home'));
select tests.sign_in('ann');
select tests.succeeds('select id from public.audit_logs', 1, 'an admin');
select tests.sign_in('wes');
select tests.succeeds('select id from public.audit_logs', 0, 'a worker, though it is about them');

-- test: an audit row joins the current user, assistant and participant
select tests.as_server();
select public.record_audit('denied', tests.id('wes'), tests.id('Pat at home'));
select tests.as_owner();
update public.assistants set label = 'Pat, renamed';
select tests.sign_in('ann');
select tests.equal(
  (
    select array[audit_logs.assistant_label, assistants.label, users.email, participants.display_name]
    from public.audit_logs
    cross join lateral public.users(audit_logs) as users
    cross join lateral public.assistants(audit_logs) as assistants
    join public.participants on participants.id = assistants.participant_id
  ),
  array['Pat at home', 'Pat, renamed', 'wes@tests.example', 'Pat Example'],
  'copy and present'
);

-- test: the conversation determines the assistant if the caller does not pass it
insert into public.conversations (id, user_id, assistant_id)
values (tests.id('talk'), tests.id('wes'), tests.id('Pat at home'));
select tests.as_server();
select public.record_audit('send_message', tests.id('wes'), conversation_id => tests.id('talk'));
select tests.equal(
  (select assistant_label from public.audit_logs where action = 'send_message'), 'Pat at home', 'assistant'
);

-- test: rows remain after their references are deleted, and a cascade records whose conversations were deleted and by whom
insert into public.conversations (id, user_id, assistant_id)
values (tests.id('talk'), tests.id('wes'), tests.id('Pat at home'));
select tests.sign_in('ann');
delete from public.participants where id = tests.id('pat');
select tests.as_owner();
select tests.equal((select count(*) from public.conversations), 0, 'the conversation went');
select tests.equal(
  (
    select array[user_email, assistant_label, participant_name, meta ->> 'owner_id']
    from public.audit_logs
    where action = 'conversation_deleted'
  ),
  array['ann@tests.example', 'Pat at home', 'Pat Example', tests.id('wes')::text],
  'who ended what, and whose it was'
);
select tests.equal(
  (select user_email from public.audit_logs where action = 'conversation_created'), 'wes@tests.example', 'the first row'
);

-- test: rows remain after the user is deleted
insert into public.conversations (id, user_id, assistant_id)
values (tests.id('talk'), tests.id('wes'), tests.id('Pat at home'));
delete from auth.users where id = tests.id('wes');
select tests.equal(
  (select string_agg(action || ' by ' || user_email, ', ' order by action) from public.audit_logs),
  'conversation_created by wes@tests.example, conversation_deleted by wes@tests.example', 'rows'
);
select tests.sign_in('ann');
select tests.equal(
  (select count(*) from public.audit_logs cross join lateral public.users(audit_logs)), 0, 'the person is gone'
);

-- test: repeated denials of a user within a minute are counted, and recorded after the minute
select tests.as_server();
select public.record_audit('denied', tests.id('wes'), tests.id('none ' || number), meta => '{"attempted": "send_message"}')
from generate_series(1, 400) as number;
select public.record_audit('denied', tests.id('wes'), tests.id('Pat at home'), meta => '{"attempted": "send_message"}');
select public.record_audit('denied', tests.id('wes'), meta => '{"attempted": "upload_file"}');
select public.record_audit('denied', tests.id('ann'), meta => '{"attempted": "send_message"}');
select tests.as_owner();
create function pg_temp.denials() returns text language sql as $$
  select string_agg(
    concat_ws(' ', user_email, meta ->> 'attempted', meta ->> 'repeats'), ', ' order by user_email, meta ->> 'attempted', meta ->> 'repeats' nulls first
  )
  from public.audit_logs
  where action = 'denied' and meta ? 'attempted';
$$;
select tests.equal(
  pg_temp.denials(),
  'ann@tests.example send_message, wes@tests.example send_message, wes@tests.example send_message, '
    'wes@tests.example upload_file',
  'each once for a known assistant'
);
select private.record_repeated_denials();
select tests.equal((select count(*) from public.audit_logs where meta ? 'repeats'), 0, 'the minute is not over');
update private.denials set since = since - interval '1 minute';
select tests.as_server();
select public.record_repeated_denials();
select public.record_audit('denied', tests.id('wes'), meta => '{"attempted": "send_message"}');
select tests.as_owner();
select tests.equal(
  pg_temp.denials(),
  'ann@tests.example send_message, wes@tests.example send_message, wes@tests.example send_message, '
    'wes@tests.example send_message, wes@tests.example send_message 399, wes@tests.example upload_file',
  'repeats, and the next one'
);
update private.denials set since = since - interval '1 minute';
select tests.as_server();
select public.record_audit('denied', tests.id('wes'), meta => '{"attempted": "send_message"}');
select tests.as_owner();
select tests.equal((select count(*) from public.audit_logs where meta ? 'repeats'), 1, 'without repeats none');

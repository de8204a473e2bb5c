select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
select tests.add_assistant('Notes');
insert into public.assistant_access (assistant_id, user_id)
values (tests.id('Notes'), tests.id('wes')), (tests.id('Notes'), tests.id('wanda'));
insert into public.conversations (id, user_id, assistant_id, title, pinned, archived, created_at)
values
  (tests.id('empty'), tests.id('wes'), tests.id('Notes'), 'New conversation', false, false, now() - interval '25 hours'),
  (tests.id('recent'), tests.id('wes'), tests.id('Notes'), 'New conversation', false, false, now() - interval '23 hours'),
  (tests.id('titled'), tests.id('wes'), tests.id('Notes'), 'Roster', false, false, now() - interval '25 hours'),
  (tests.id('pinned'), tests.id('wes'), tests.id('Notes'), 'New conversation', true, false, now() - interval '25 hours'),
  (tests.id('archived'), tests.id('wes'), tests.id('Notes'), 'New conversation', false, true, now()),
  (tests.id('written'), tests.id('wes'), tests.id('Notes'), 'New conversation', false, false, now() - interval '25 hours');
insert into public.messages (conversation_id, role, content) values (tests.id('written'), 'user', 'Hello');
set constraints all immediate;

-- test: the newest empty, untitled conversation of the caller is reused, and no one else's
select tests.sign_in('wes');
select tests.equal(public.find_empty_conversation(tests.id('Notes')), tests.id('recent'), 'own');
select tests.sign_in('wanda');
select tests.equal(public.find_empty_conversation(tests.id('Notes')), null::uuid, 'none of another user');
select tests.as_visitor();
select tests.forbidden($$select public.find_empty_conversation(tests.id('Notes'))$$, 'a visitor');

-- test: only the server sweeps, and only conversations that have been empty and untitled for a day
select tests.sign_in('wes');
select tests.forbidden($$select public.sweep_empty_conversations()$$, 'a user');
select tests.as_server();
select tests.equal(public.sweep_empty_conversations(), 1, 'swept');
select tests.as_owner();
select tests.equal(
  (select count(*) from public.conversations where id = tests.id('empty')), 0, 'the empty one is gone'
);
select tests.equal((select count(*) from public.conversations), 5, 'the others stay');

-- test: the audit log reports a swept conversation as removed by the server, not by its owner
select tests.as_server();
select public.sweep_empty_conversations();
select tests.as_owner();
select tests.equal(
  (
    select meta from public.audit_logs
    where action = 'conversation_deleted' and conversation_id = tests.id('empty') and user_id is null
  ),
  jsonb_build_object('owner_id', tests.id('wes'), 'reason', 'empty'),
  'entry'
);

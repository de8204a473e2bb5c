select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
select tests.add_person('owen', 'support_worker');
select tests.add_assistant('Notes');
insert into public.assistant_access (assistant_id, user_id)
values (tests.id('Notes'), tests.id('wes')), (tests.id('Notes'), tests.id('wanda'));
insert into public.conversations (id, user_id, assistant_id, title)
values (tests.id('talk'), tests.id('wes'), tests.id('Notes'), 'Talk');
insert into public.messages (id, conversation_id, role, content, parent_id, files, citations)
values
  (
    tests.id('question'), tests.id('talk'), 'user', 'What now?', null,
    '[{"name": "plan.pdf", "supabasePath": "attachments/c/1"}]', '[]'
  ),
  (
    tests.id('reply'), tests.id('talk'), 'assistant', 'Rest.', tests.id('question'), '[]',
    '[{"url": "https://ndis.gov.au/", "title": "NDIS"}]'
  ),
  (tests.id('other branch'), tests.id('talk'), 'assistant', 'Run.', tests.id('question'), '[]', '[]');
update public.conversations set head_id = tests.id('reply') where id = tests.id('talk');
insert into public.attachments (conversation_id, user_id, name, size, mime, sha256, supabase_path, scan_status)
select tests.id('talk'), tests.id('wes'), name, 1, 'application/pdf', repeat('a', 64), path, status
from (values ('plan.pdf', 'attachments/c/1', 'clean'), ('later.pdf', 'attachments/c/2', 'clean'))
  as files (name, path, status);

create function tests.hand_over(recipient text)
returns uuid
language sql
as $$
  select public.hand_over(tests.id('talk'), tests.id(hand_over.recipient));
$$;

create function tests.handover()
returns uuid
language sql security definer
as $$
  select id from public.handovers limit 1;
$$;

create function tests.texts()
returns text
language sql
as $$
  select string_agg(message ->> 'content', ', ' order by position)
  from jsonb_array_elements(public.open_handover(tests.handover()) -> 'messages') with ordinality as m (message, position);
$$;

create function tests.files()
returns text
language sql
as $$
  select string_agg(name, ', ') from public.attachments where conversation_id = tests.id('talk');
$$;

create function tests.recorded()
returns text
language sql security definer
as $$
  select string_agg(concat_ws(' ', action, users.email, audit_logs.target_user_email), ', ' order by audit_logs.created_at, action)
  from public.audit_logs
  left join public.users on users.id = audit_logs.user_id
  where action in ('handed_over', 'handover_opened', 'handover_revoked');
$$;

-- test: OUT-08 a colleague reads the branch that was shown when it was handed over, and nothing that was added later
select tests.sign_in('wes');
select tests.hand_over('wanda');
select tests.as_owner();
insert into public.messages (id, conversation_id, role, content, parent_id)
values (tests.id('later'), tests.id('talk'), 'user', 'Later', tests.id('reply'));
update public.conversations set head_id = tests.id('later') where id = tests.id('talk');
select tests.sign_in('wanda');
select tests.equal(tests.texts(), 'What now?, Rest.', 'messages');
select tests.equal(
  public.open_handover(tests.handover()) #>> '{messages, 1, citations, 0, title}', 'NDIS', 'sources'
);
select tests.equal((select title from public.handovers), 'Talk', 'in the list');
select tests.succeeds('select id from public.conversations', 0, 'the conversation itself');
select tests.succeeds('select id from public.messages', 0, 'its messages');

-- test: OUT-08 handing a conversation over again replaces the snapshot
select tests.sign_in('wes');
select tests.hand_over('wanda');
select tests.as_owner();
update public.conversations set head_id = tests.id('other branch') where id = tests.id('talk');
select tests.sign_in('wes');
select tests.hand_over('wanda');
select tests.sign_in('wanda');
select tests.succeeds('select id from public.handovers', 1, 'one row');
select tests.equal(tests.texts(), 'What now?, Run.', 'the new branch');

-- test: OUT-09 only the owner hands over, only to colleagues who may use the assistant, and the list names no others
select tests.sign_in('wes');
select tests.equal(
  (select string_agg(email, ', ') from jsonb_to_recordset(public.list_handover_recipients(tests.id('talk'))) as r (email text)),
  (select string_agg(email, ', ' order by email) from (values ('ann@tests.example'), ('wanda@tests.example')) as v (email)),
  'recipients'
);
select tests.equal(
  jsonb_array_length(public.list_handover_recipients(tests.id('talk'), 'WAND')), 1, 'searched'
);
select tests.equal(public.list_handover_recipients(tests.id('talk'), 'owen'), '[]'::jsonb, 'no one without access');
select tests.refused($$select tests.hand_over('owen')$$, 'PT403', 'without access', 'This person may not use the assistant.');
select tests.refused($$select tests.hand_over('nobody')$$, 'PT403', 'unknown', 'This person may not use the assistant.');
select tests.refused($$select tests.hand_over('wes')$$, 'PT403', 'to oneself');
select tests.sign_in('wanda');
select tests.refused($$select tests.hand_over('ann')$$, 'PT404', 'by another user');
select tests.equal(public.list_handover_recipients(tests.id('talk')), '[]'::jsonb, 'recipients for another user');
select tests.sign_in('ann');
select tests.refused($$select tests.hand_over('wanda')$$, 'PT404', 'by an admin');
select tests.as_visitor();
select tests.forbidden($$select tests.hand_over('wanda')$$, 'by a visitor');
select tests.forbidden($$select public.list_handover_recipients(tests.id('talk'))$$, 'recipients for a visitor');
select tests.as_owner();
delete from public.assistant_access where user_id = tests.id('wes');
select tests.sign_in('wes');
select tests.refused($$select tests.hand_over('wanda')$$, 'PT404', 'without access to the assistant');

-- test: OUT-09 no one but the recipient opens a snapshot, and no one changes one
select tests.sign_in('wes');
select tests.hand_over('wanda');
select tests.holds(public.open_handover(tests.handover()) is null, 'the owner');
select tests.forbidden('select messages from public.handovers', 'the messages past the function');
select tests.forbidden($$update public.handovers set title = 'x'$$, 'changed');
select tests.forbidden(
  $$insert into public.handovers (conversation_id, assistant_id, owner_id, recipient_id, title, owner_email, recipient_email, messages)
    values (tests.id('talk'), tests.id('Notes'), tests.id('wes'), tests.id('owen'), 'x', '', '', '[]')$$,
  'inserted'
);
select tests.sign_in('ann');
select tests.succeeds('select id from public.handovers', 0, 'an admin reading');
select tests.holds(public.open_handover(tests.handover()) is null, 'an admin opening');
select tests.sign_in('owen');
select tests.succeeds('select id from public.handovers', 0, 'another user reading');
select tests.holds(public.open_handover(tests.handover()) is null, 'another user opening');
select tests.sign_in('wanda');
select tests.succeeds('delete from public.handovers', 0, 'the recipient revoking');
select tests.as_visitor();
select tests.forbidden('select id from public.handovers', 'a visitor reading');
select tests.forbidden('select public.open_handover(tests.id(''x''))', 'a visitor opening');

-- test: OUT-10 a revoked handover, and one without access to the assistant, is gone with its files
select tests.sign_in('wes');
select tests.hand_over('wanda');
select tests.sign_in('wanda');
select tests.equal(tests.files(), 'plan.pdf', 'the file of the snapshot only');
select tests.as_owner();
delete from public.assistant_access where user_id = tests.id('wanda');
select tests.sign_in('wanda');
select tests.succeeds('select id from public.handovers', 0, 'without access: list');
select tests.holds(tests.texts() is null, 'without access: messages');
select tests.holds(tests.files() is null, 'without access: files');
select tests.as_owner();
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wanda'));
select tests.sign_in('wanda');
select tests.equal(tests.files(), 'plan.pdf', 'with access again');
select tests.sign_in('wes');
select tests.succeeds('delete from public.handovers', 1, 'revoked');
select tests.sign_in('wanda');
select tests.succeeds('select id from public.handovers', 0, 'revoked: list');
select tests.holds(tests.files() is null, 'revoked: files');

-- test: OUT-10 a file that did not pass the scan is not readable through a handover
select tests.sign_in('wes');
select tests.hand_over('wanda');
select tests.as_owner();
update public.attachments set scan_status = 'blocked';
select tests.sign_in('wanda');
select tests.holds(tests.files() is null, 'blocked');

-- test: OUT-10 the recipient's list is updated when a conversation is handed over, and when that is revoked
select tests.as_owner();
delete from private.conversation_changes;
select tests.sign_in('wes');
select tests.hand_over('wanda');
select tests.as_owner();
select tests.succeeds($$select 1 from private.conversation_changes where user_id = tests.id('wanda')$$, 1, 'handed over');
delete from private.conversation_changes;
select tests.sign_in('wes');
delete from public.handovers;
select tests.as_owner();
select tests.succeeds($$select 1 from private.conversation_changes where user_id = tests.id('wanda')$$, 1, 'revoked');

-- test: OUT-11 handing over, opening for the first time and revoking are recorded, without titles
select tests.sign_in('wes');
select tests.hand_over('wanda');
select tests.sign_in('wanda');
select public.open_handover(tests.handover());
select public.open_handover(tests.handover());
select tests.sign_in('wes');
delete from public.handovers;
select tests.as_owner();
select tests.equal(
  tests.recorded(),
  'handed_over wes@tests.example wanda@tests.example, handover_opened wanda@tests.example wes@tests.example, ' ||
    'handover_revoked wes@tests.example wanda@tests.example', 'recorded'
);
select tests.equal((select count(*) from public.audit_logs where meta::text like '%Talk%'), 0, 'without titles');
select tests.as_server();
select tests.refused($$select public.record_audit('handed_over', tests.id('wes'))$$, 'PT403', 'forged');

-- test: OUT-11 deleting the conversation ends its handovers without further entries
select tests.sign_in('wes');
select tests.hand_over('wanda');
delete from public.conversations;
select tests.as_owner();
select tests.succeeds('select id from public.handovers', 0, 'gone');
select tests.equal(tests.recorded(), 'handed_over wes@tests.example wanda@tests.example', 'recorded');

-- test: OUT-12 a conversation is handed over to at most 20 people, and 30 times an hour by a user
select tests.add_person('p' || number, 'admin') from generate_series(1, 20) as number;
select tests.sign_in('wes');
select tests.hand_over('p' || number) from generate_series(1, 20) as number;
select tests.refused($$select tests.hand_over('wanda')$$, 'PT409', 'the 21st person');
select tests.holds(tests.hand_over('p1') is not null, 'one of the 20 again');
select tests.as_owner();
insert into public.audit_logs (action, user_id) select 'handed_over', tests.id('wes') from generate_series(1, 9);
select tests.sign_in('wes');
select tests.refused($$select tests.hand_over('p2')$$, 'PT429', 'too often');

-- test: OUT-12 a conversation without messages is not handed over
insert into public.conversations (id, user_id, assistant_id) values (tests.id('empty'), tests.id('wes'), tests.id('Notes'));
select tests.sign_in('wes');
select tests.refused($$select public.hand_over(tests.id('empty'), tests.id('wanda'))$$, 'PT409', 'empty');

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

create function tests.found(q text)
returns text
language sql
as $$
  select string_agg(concat_ws(' ', name, email), ', ')
  from jsonb_to_recordset(public.list_handover_recipients(tests.id('talk'), found.q)) as r (name text, email text);
$$;

create function tests.continue(assistant text)
returns void
language sql
as $$
  insert into public.conversations (assistant_id, handover_id) values (tests.id(continue.assistant), tests.handover());
$$;

create function tests.continued(page_size integer, max_characters integer)
returns text
language sql
as $$
  select string_agg(message ->> 'content', ', ' order by position)
  from public.conversations
  cross join jsonb_array_elements(
    private.read_continued_messages(conversations.id, continued.page_size, continued.max_characters)
  ) with ordinality as m (message, position);
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

-- test: OUT-22 colleagues are found by name or email in all forms of a letter, and named by their name, else by their email
update auth.users set raw_user_meta_data = '{"display_name": "Zoë O’Neil"}' where id = tests.id('wanda');
select tests.sign_in('wes');
select tests.equal(tests.found('zoë o''neil'), 'Zoë O’Neil wanda@tests.example', 'by name');
select tests.equal(tests.found('wanda@'), 'Zoë O’Neil wanda@tests.example', 'by email');
select tests.equal(
  tests.found(''), 'ann@tests.example ann@tests.example, Zoë O’Neil wanda@tests.example', 'without a name, by name'
);
select tests.hand_over('wanda');
select tests.equal((select owner_name || ' ' || recipient_name from public.handovers), 'wes@tests.example Zoë O’Neil', 'names');
select tests.sign_in('owen');
select tests.succeeds('select recipient_name from public.handovers', 0, 'names for another user');

-- test: OUT-23 the recipient reads the note of the handover, which is one line of at most 200 characters
select tests.sign_in('wes');
select public.hand_over(tests.id('talk'), tests.id('wanda'), '  Please ring Ines ');
select tests.sign_in('wanda');
select tests.equal((select note from public.handovers), 'Please ring Ines', 'in the list');
select tests.equal(public.open_handover(tests.handover()) ->> 'note', 'Please ring Ines', 'opened');
select tests.sign_in('wes');
select tests.refused(
  $$select public.hand_over(tests.id('talk'), tests.id('wanda'), repeat('x', 201))$$, '23514', 'too long'
);
select tests.refused($$select public.hand_over(tests.id('talk'), tests.id('wanda'), e'a\nb')$$, '23514', 'two lines');
select tests.forbidden($$update public.handovers set note = 'x'$$, 'changed');
select tests.hand_over('wanda');
select tests.holds((select note is null from public.handovers), 'replaced');
select tests.as_owner();
select tests.equal((select count(*) from public.audit_logs where meta::text like '%Ines%'), 0, 'not in the audit log');

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

-- test: OUT-13 a conversation continues a handover: the assistant reads its latest messages and files, until it is revoked
select tests.sign_in('wes');
select public.hand_over(tests.id('talk'), tests.id('wanda'), 'Please ring Ines');
select tests.sign_in('wanda');
select tests.continue('Notes');
select tests.equal(tests.continued(500, 60000), 'What now?, Rest.', 'all');
select tests.equal(tests.continued(500, 7), 'Rest.', 'the latest that fit');
select tests.equal(tests.continued(1, 60000), 'Rest.', 'the last one');
select tests.as_owner();
insert into public.messages (id, conversation_id, role, content)
select tests.id('more'), id, 'user', 'And then?' from public.conversations where user_id = tests.id('wanda');
select tests.sign_in('wanda');
select tests.equal(
  (
    select public.read_turn_request(id, tests.id('more'), 500, 60000) -> 'handover' -> 'messages' -> 0 -> 'files' -> 0 ->> 'name'
    from public.conversations
  ),
  'plan.pdf', 'with its files'
);
select tests.equal(
  (select public.read_turn_request(id, tests.id('more'), 500, 60000) #>> '{handover, note}' from public.conversations),
  'Please ring Ines', 'with its note'
);
select tests.sign_in('wes');
select tests.holds(
  (select private.read_continued_messages(id, 9, 9) from public.conversations limit 1) = '[]', 'nothing for the owner'
);
delete from public.handovers;
select tests.sign_in('wanda');
select tests.equal((select count(*) from public.conversations where handover_id is null), 1, 'the conversation remains');
select tests.holds(tests.continued(500, 60000) is null, 'revoked');
select tests.holds(
  (select public.read_turn_request(id, tests.id('more'), 500, 60000) -> 'handover' from public.conversations) = 'null',
  'revoked: request'
);

-- test: OUT-13 deleting the handed over conversation, or losing access, ends the context too
select tests.sign_in('wes');
select tests.hand_over('wanda');
select tests.sign_in('wanda');
select tests.continue('Notes');
select tests.as_owner();
delete from public.assistant_access where user_id = tests.id('wanda');
select tests.sign_in('wanda');
select tests.holds(tests.continued(500, 60000) is null, 'without access');
select tests.as_owner();
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wanda'));
select tests.sign_in('wanda');
select tests.equal(tests.continued(500, 60000), 'What now?, Rest.', 'with access again');
select tests.sign_in('wes');
delete from public.conversations;
select tests.sign_in('wanda');
select tests.holds(tests.continued(500, 60000) is null, 'deleted');
select tests.succeeds('select id from public.conversations where handover_id is null', 1, 'the conversation remains');

-- test: OUT-13 a handover to someone else, a revoked one, an unknown one and one of another assistant are not continued
select tests.add_assistant('Other');
insert into public.assistant_access (assistant_id, user_id)
select tests.id('Other'), tests.id(name) from unnest(array['wanda', 'owen', 'wes']) as name;
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('owen'));
select tests.sign_in('wes');
select tests.hand_over('wanda');
select tests.refused($$select tests.continue('Notes')$$, 'PT404', 'by its owner', 'This handover is no longer available.');
select tests.sign_in('owen');
select tests.refused($$select tests.continue('Notes')$$, 'PT404', 'by another user');
select tests.sign_in('ann');
select tests.refused($$select tests.continue('Notes')$$, 'PT404', 'by an admin');
select tests.sign_in('wanda');
select tests.refused($$select tests.continue('Other')$$, 'PT404', 'with another assistant');
select tests.refused(
  $$insert into public.conversations (assistant_id, handover_id) values (tests.id('Notes'), tests.id('x'))$$, 'PT404', 'unknown'
);
insert into public.conversations (assistant_id) values (tests.id('Notes'));
select tests.forbidden('update public.conversations set handover_id = tests.handover()', 'added later');
select tests.as_owner();
delete from public.assistant_access where user_id = tests.id('wanda') and assistant_id = tests.id('Notes');
select tests.sign_in('wanda');
select tests.refused($$select tests.continue('Notes')$$, 'PT404', 'without access');
select tests.as_owner();
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wanda'));
select tests.sign_in('wes');
delete from public.handovers;
select tests.sign_in('wanda');
select tests.succeeds('select 1 where tests.handover() is not null', 0, 'revoked');

-- test: OUT-26 a handover that is not opened within an hour is claimed once, unless access was lost
create function tests.claimed()
returns text
language sql security definer
as $$
  select string_agg(recipient_email, ', ' order by recipient_email) from private.claim_unopened_handovers();
$$;
create function tests.age(since interval)
returns void
language sql security definer
as $$
  update public.handovers set created_at = now() - age.since;
$$;
select tests.sign_in('wes');
select tests.hand_over('wanda');
select tests.hand_over('ann');
select tests.as_owner();
select tests.age('59 minutes');
select tests.holds(tests.claimed() is null, 'within an hour');
select tests.age('61 minutes');
update public.handovers set opened_at = now() where recipient_id = tests.id('ann');
select tests.equal(tests.claimed(), 'wanda@tests.example', 'not opened');
select tests.holds(tests.claimed() is null, 'again');
select tests.sign_in('wes');
select tests.hand_over('wanda');
select tests.as_owner();
select tests.age('61 minutes');
delete from public.assistant_access where user_id = tests.id('wanda');
select tests.holds(tests.claimed() is null, 'without access');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wanda'));
select tests.holds(tests.claimed() is null, 'with access again');
select tests.sign_in('wes');
select tests.hand_over('wanda');
select tests.as_owner();
select tests.age('61 minutes');
select tests.equal(tests.claimed(), 'wanda@tests.example', 'handed over again');
select tests.sign_in('wanda');
select tests.forbidden('select private.claim_unopened_handovers()', 'a user claiming');
select tests.forbidden('select mailed_at from public.handovers', 'a user reading');

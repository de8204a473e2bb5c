select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
select tests.add_assistant('Notes');
select tests.add_assistant('Policies');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wes'));
insert into public.assistant_records (assistant_id, title, content)
values (tests.id('Notes'), 'Guide', 'Write what you saw.'), (tests.id('Policies'), 'Code', 'Be kind.');

-- test: users read the records of the assistants that they have access to, until it is revoked
select tests.sign_in('wes');
select tests.equal((select string_agg(title, ', ') from public.assistant_records), 'Guide', 'with access');
select tests.sign_in('wanda');
select tests.equal((select count(*) from public.assistant_records), 0, 'without access');
select tests.sign_in('ann');
select tests.equal((select count(*) from public.assistant_records), 2, 'an admin');
select tests.as_owner();
delete from public.assistant_access;
select tests.sign_in('wes');
select tests.equal((select count(*) from public.assistant_records), 0, 'after the access was revoked');
select tests.as_visitor();
select tests.forbidden($$select title from public.assistant_records$$, 'a visitor');

-- test: only the server writes records, and they are deleted with their assistant
select tests.sign_in('ann');
select tests.forbidden(
  $$insert into public.assistant_records (assistant_id, title, content) values (tests.id('Notes'), 'New', 'Text')$$, 'insert'
);
select tests.forbidden($$update public.assistant_records set content = 'Other'$$, 'update');
select tests.forbidden($$delete from public.assistant_records$$, 'delete');
select tests.as_server();
select tests.succeeds($$update public.assistant_records set content = 'Other' where title = 'Guide'$$, 1, 'the server');
select tests.as_owner();
delete from public.assistants where id = tests.id('Notes');
select tests.equal((select string_agg(title, ', ') from public.assistant_records), 'Code', 'records that are left');

-- Two locks are on what only admins manage: a trigger that refuses aloud, and row-level security, which decides. Here the
-- first lock is taken off, so that the second one is seen to hold by itself.
select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
insert into public.participants (id, display_name) values (tests.id('pat'), 'Pat');
select tests.add_assistant('Pat at home', 'pat');
select tests.add_assistant('Policies');
insert into public.participant_assignments (participant_id, user_id) values (tests.id('pat'), tests.id('wes'));
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Pat at home'), tests.id('wes'));
insert into public.assistant_role_access (assistant_id, role_id)
select tests.id('Policies'), id from public.roles where name = 'support_worker';
drop trigger admins_only on public.users;
drop trigger admins_only on public.participants;
drop trigger admins_only on public.participant_assignments;
drop trigger admins_only on public.assistants;
drop trigger admins_only on public.assistant_access;
drop trigger admins_only on public.assistant_role_access;

-- test: a worker cannot insert
select tests.sign_in('wes');
select tests.forbidden($$insert into public.participants (display_name) values ('New')$$, 'a participant');
select tests.forbidden(
  $$insert into public.participant_assignments (participant_id, user_id) values (tests.id('pip'), tests.id('wes'))$$,
  'an assignment'
);
select tests.forbidden(
  $$insert into public.assistants (label, openai_assistant_id) values ('New', 'asst_1')$$, 'an assistant'
);
select tests.forbidden(
  $$insert into public.assistant_access (assistant_id, user_id) values (tests.id('Policies'), tests.id('wes'))$$,
  'direct access'
);
select tests.forbidden(
  $$insert into public.assistant_role_access (assistant_id, role_id)
    select tests.id('Pat at home'), id from public.roles where name = 'support_worker'$$,
  'role access'
);

-- test: a worker cannot update or delete, not even readable rows
select tests.sign_in('wes');
select tests.succeeds('select id from public.participants', 1, 'reads a participant');
select tests.succeeds($$update public.participants set status = 'inactive'$$, 0, 'a participant');
select tests.succeeds('delete from public.participants', 0, 'a participant');
select tests.succeeds('delete from public.participant_assignments', 0, 'an assignment');
select tests.succeeds($$update public.assistants set label = 'Mine'$$, 0, 'an assistant');
select tests.succeeds('delete from public.assistants', 0, 'an assistant');
select tests.succeeds('update public.assistant_access set user_id = user_id', 0, 'direct access');
select tests.succeeds('delete from public.assistant_access', 0, 'direct access');
select tests.succeeds('delete from public.assistant_role_access', 0, 'role access');
select tests.succeeds(
  $$update public.users set role_id = (select id from public.roles where name = 'admin')$$, 0, 'the own role'
);
select tests.as_owner();
select tests.equal(
  (select count(*) from public.participants) + (select count(*) from public.participant_assignments)
    + (select count(*) from public.assistants) + (select count(*) from public.assistant_access)
    + (select count(*) from public.assistant_role_access),
  6, 'everything is still there'
);

-- test: an admin can do all of it
select tests.sign_in('ann');
select tests.succeeds($$update public.participants set status = 'inactive'$$, 1, 'a participant');
select tests.succeeds('update public.assistant_access set user_id = tests.id(''ann'')', 1, 'direct access');
select tests.succeeds('delete from public.assistant_access', 1, 'revoking direct access');
select tests.succeeds('delete from public.assistant_role_access', 1, 'revoking role access');
select tests.succeeds('delete from public.participant_assignments', 1, 'unassigning');
select tests.succeeds($$update public.assistants set label = 'Renamed'$$, 2, 'assistants');
select tests.succeeds('delete from public.participants', 1, 'a participant, with their assistant');
select tests.succeeds('delete from public.assistants', 1, 'the other assistant');

-- test: no one inserts a row that belongs to another user, even if the owner's column were granted
grant insert (user_id) on public.conversations, public.audit_views to authenticated;
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Policies'), tests.id('ann'));
select tests.sign_in('ann');
select tests.succeeds(
  $$insert into public.conversations (user_id, assistant_id) values (tests.id('ann'), tests.id('Policies'))$$, 1, 'own'
);
select tests.forbidden(
  $$insert into public.conversations (user_id, assistant_id) values (tests.id('wes'), tests.id('Policies'))$$,
  'a conversation of another person'
);
select tests.succeeds(
  $$insert into public.audit_views (user_id, name, query) values (tests.id('ann'), 'Own', '{}')$$, 1, 'own'
);
select tests.forbidden(
  $$insert into public.audit_views (user_id, name, query) values (tests.id('wes'), 'Theirs', '{}')$$,
  'a view of another administrator'
);

-- test: a worker is refused before the arguments are validated
select tests.sign_in('wes');
select tests.forbidden('select public.change_grants(null, null, null)', 'grants', 'Admin access required');
select tests.forbidden('select public.change_workers(null, null, null)', 'workers', 'Admin access required');

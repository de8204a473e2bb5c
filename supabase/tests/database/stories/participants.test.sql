select tests.add_person('ann', 'admin');
select tests.add_person('olive', 'office');
select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
insert into public.participants (id, display_name) values (tests.id('pat'), 'Pat'), (tests.id('pip'), 'Pip');
insert into public.participant_assignments (participant_id, user_id) values (tests.id('pat'), tests.id('wes'));

-- test: DATA-11 a participant has id, display_name, status and created_at
select tests.sign_in('ann');
insert into public.participants (display_name) values ('Robin Example');
select tests.holds(
  (select id is not null and created_at is not null and status = 'active'
   from public.participants where display_name = 'Robin Example'),
  'defaults'
);
select tests.succeeds($$update public.participants set status = 'inactive' where display_name = 'Robin Example'$$, 1,
  'inactive is a status');
select tests.refused($$update public.participants set status = 'gone'$$, '23514', 'another status');
select tests.refused($$update public.participants set status = null$$, '23502', 'no status');

-- test: DATA-11 a display name has 2 to 80 printable ASCII characters
select tests.sign_in('ann');
select tests.succeeds($$insert into public.participants (display_name) values ('Al')$$, 1, 'two characters');
select tests.succeeds($$insert into public.participants (display_name) values (repeat('a', 80))$$, 1, 'eighty');
select tests.refused($$insert into public.participants (display_name) values ('A')$$, '23514', 'one');
select tests.refused($$insert into public.participants (display_name) values ('     ')$$, '23514', 'blanks');
select tests.refused($$insert into public.participants (display_name) values (repeat('a', 81))$$, '23514', 'eighty-one');
select tests.refused($$insert into public.participants (display_name) values (U&'Zo\00EB')$$, '23514', 'beyond ASCII');
select tests.refused($$insert into public.participants (display_name) values (E'Al\nBo')$$, '23514', 'a line break');

-- test: users read the participants they are assigned to, admins read all
select tests.sign_in('wes');
select tests.equal((select string_agg(display_name, ',') from public.participants), 'Pat', 'the assigned worker');
select tests.sign_in('wanda');
select tests.succeeds('select id from public.participants', 0, 'a worker without assignment');
select tests.sign_in('olive');
select tests.succeeds('select id from public.participants', 0, 'office without assignment');
select tests.sign_in('ann');
select tests.succeeds('select id from public.participants', 2, 'an admin');
select tests.as_visitor();
select tests.forbidden('select id from public.participants', 'a visitor');

-- test: an unassignment takes effect on the next request
select tests.sign_in('wes');
select tests.succeeds('select id from public.participants', 1, 'before');
select tests.sign_in('ann');
select tests.succeeds('delete from public.participant_assignments', 1, 'unassigned');
select tests.sign_in('wes');
select tests.succeeds('select id from public.participants', 0, 'after');

-- test: only admins add, change and delete participants
select tests.sign_in('wes');
select tests.forbidden($$insert into public.participants (display_name) values ('New')$$, 'worker adds',
  'Admin access required');
select tests.forbidden($$update public.participants set display_name = 'Changed'$$, 'worker changes',
  'Admin access required');
select tests.forbidden($$delete from public.participants$$, 'worker deletes', 'Admin access required');
select tests.sign_in('olive');
select tests.forbidden($$insert into public.participants (display_name) values ('New')$$, 'office adds');
select tests.forbidden($$update public.participants set display_name = 'Changed' where false$$, 'office changes nothing');
select tests.forbidden($$delete from public.participants where false$$, 'office deletes nothing');
select tests.as_visitor();
select tests.forbidden($$insert into public.participants (display_name) values ('New')$$, 'visitor adds');
select tests.sign_in('ann');
select tests.succeeds($$update public.participants set display_name = 'Patrick' where id = tests.id('pat')$$, 1, 'admin');
select tests.holds((select updated_at >= created_at from public.participants where id = tests.id('pat')), 'touched');
select tests.equal((select count(*) from public.participants), 2, 'two participants still');

-- test: DATA-12 an assignment is a unique pair of participant and user
select tests.sign_in('ann');
select tests.refused(
  $$insert into public.participant_assignments (participant_id, user_id) values (tests.id('pat'), tests.id('wes'))$$,
  '23505', 'the same pair again'
);
select tests.succeeds(
  $$insert into public.participant_assignments (participant_id, user_id)
    values (tests.id('pat'), tests.id('wanda')), (tests.id('pip'), tests.id('wes'))$$,
  2, 'other pairs'
);
select tests.sign_in('wanda');
select tests.equal(
  (select participant_id from public.participant_assignments), tests.id('pat'), 'wanda reads her own assignment'
);
select tests.forbidden(
  $$insert into public.participant_assignments (participant_id, user_id) values (tests.id('pip'), tests.id('wanda'))$$,
  'assigning oneself', 'Admin access required'
);
select tests.forbidden($$delete from public.participant_assignments$$, 'unassigning', 'Admin access required');

-- test: PART-09 deleting a participant deletes its assistant and assignments, and no others
select tests.add_assistant('Pat at home', 'pat');
select tests.add_assistant('Pip at home', 'pip');
insert into public.participant_assignments (participant_id, user_id) values (tests.id('pip'), tests.id('wanda'));
select tests.sign_in('ann');
select tests.succeeds($$delete from public.participants where id = tests.id('pat')$$, 1, 'deleted');
select tests.equal((select string_agg(label, ',') from public.assistants), 'Pip at home', 'assistants left');
select tests.equal(
  (select string_agg(user_id::text, ',') from public.participant_assignments), tests.id('wanda')::text, 'assignments left'
);

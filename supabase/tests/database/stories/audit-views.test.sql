select tests.add_person('ann', 'admin');
select tests.add_person('ada', 'admin');
select tests.add_person('wes', 'support_worker');
insert into public.audit_views (id, user_id, name, query, shared)
values
  (tests.id('own'), tests.id('ann'), 'Own', '{}', false),
  (tests.id('shared'), tests.id('ann'), 'Shared', '{}', true);

-- test: admins read their own views and shared ones, other users none
select tests.sign_in('ann');
select tests.succeeds('select id from public.audit_views', 2, 'the owner');
select tests.sign_in('ada');
select tests.equal((select array_agg(name) from public.audit_views), array['Shared'], 'another admin');
select tests.sign_in('wes');
select tests.succeeds('select id from public.audit_views', 0, 'a worker');
select tests.as_visitor();
select tests.forbidden('select id from public.audit_views', 'a visitor');

-- test: a former administrator has no access to views, shared or not
update public.users set role_id = (select id from public.roles where name = 'office') where id = tests.id('ann');
select tests.sign_in('ann');
select tests.succeeds('select id from public.audit_views', 0, 'reading');
select tests.succeeds($$update public.audit_views set name = 'Mine'$$, 0, 'changing');
select tests.succeeds('delete from public.audit_views', 0, 'deleting');
select tests.forbidden($$insert into public.audit_views (name, query) values ('New', '{}')$$, 'keeping');

-- test: only the owner changes or deletes a view, and cannot transfer it
select tests.sign_in('ada');
select tests.succeeds($$update public.audit_views set name = 'Taken'$$, 0, 'changing');
select tests.succeeds('delete from public.audit_views', 0, 'deleting');
select tests.forbidden($$update public.audit_views set user_id = tests.id('ada')$$, 'taking');
select tests.forbidden(
  $$insert into public.audit_views (user_id, name, query) values (tests.id('ann'), 'For her', '{}')$$, 'keeping for another'
);
select tests.sign_in('ann');
select tests.succeeds($$update public.audit_views set shared = true$$, 2, 'the owner changes');
select tests.succeeds('delete from public.audit_views', 2, 'the owner deletes');

-- test: a shared view of a former administrator can be deleted by other administrators, a private one cannot
update public.users set role_id = (select id from public.roles where name = 'office') where id = tests.id('ann');
select tests.sign_in('wes');
select tests.succeeds('delete from public.audit_views', 0, 'a worker');
select tests.sign_in('ada');
select tests.succeeds('delete from public.audit_views', 1, 'another admin');
select tests.as_owner();
select tests.equal((select array_agg(name) from public.audit_views), array['Own'], 'what is left');

-- test: a name is unique per owner, trimmed and short; a query is a small object
select tests.sign_in('ann');
select tests.refused($$insert into public.audit_views (name, query) values ('Own', '{}')$$, '23505', 'twice');
select tests.refused($$insert into public.audit_views (name, query) values (' x', '{}')$$, '23514', 'blank before');
select tests.refused($$insert into public.audit_views (name, query) values ('', '{}')$$, '23514', 'no name');
select tests.refused(
  $$insert into public.audit_views (name, query) values (repeat('x', 81), '{}')$$, '23514', 'a long name'
);
select tests.refused($$insert into public.audit_views (name, query) values ('List', '[]')$$, '23514', 'a list');
select tests.refused(
  $$insert into public.audit_views (name, query) values ('Big', jsonb_build_object('q', repeat('x', 8192)))$$,
  '23514', 'much'
);
select tests.sign_in('ada');
select tests.succeeds($$insert into public.audit_views (name, query) values ('Own', '{}')$$, 1, 'the name of another');

-- test: views are deleted with their owner
delete from auth.users where id = tests.id('ann');
select tests.equal((select count(*) from public.audit_views), 0, 'views');

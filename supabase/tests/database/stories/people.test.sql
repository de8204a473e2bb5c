select tests.add_person('ann', 'admin');
select tests.add_person('olive', 'office');
select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');

-- test: DATA-02 PERM-01 the roles are admin, office and support_worker, and every signed-in user reads id and name
select tests.sign_in('wes');
select tests.equal(
  (select string_agg(name, ', ' order by name) from public.roles where id is not null),
  'admin, office, support_worker',
  'role names'
);
select tests.forbidden($$insert into public.roles (name) values ('owner')$$, 'a new role');
select tests.forbidden($$update public.roles set name = 'office' where name = 'admin'$$, 'renaming a role');
select tests.as_owner();
select tests.refused(
  $$insert into public.roles (name) values ('owner')$$, '23514', 'a fourth role, even for the owner of the database'
);

-- test: DATA-01 a users record has id, email, role_id, created_at and updated_at and is read with its role
select tests.sign_in('wes');
select tests.equal(
  (
    select jsonb_build_object('id', users.id, 'email', users.email, 'role', to_jsonb(roles))
    from public.users
    join public.roles on roles.id = users.role_id
    where users.created_at is not null and users.updated_at is not null
  ),
  (
    select jsonb_build_object(
      'id', tests.id('wes'), 'email', 'wes@tests.example',
      'role', jsonb_build_object('id', id, 'name', 'support_worker')
    )
    from public.roles
    where name = 'support_worker'
  ),
  'own record'
);

-- test: a new user is a support worker, regardless of the sign-up data
select tests.sign_up('mallory', '{"role": "admin", "role_id": "00000000-0000-4000-8000-0000000000a1"}');
select tests.equal(
  (select roles.name from public.users join public.roles on roles.id = role_id where users.id = tests.id('mallory')),
  'support_worker',
  'role after sign-up'
);
select tests.sign_in('mallory');
select tests.holds(not public.is_admin(), 'not an admin');

-- test: a changed email address updates the record
update auth.users set email = 'wes.new@tests.example' where id = tests.id('wes');
select tests.equal((select email from public.users where id = tests.id('wes')), 'wes.new@tests.example', 'address');

-- test: users read their own record, admins read all, visitors none
select tests.sign_in('olive');
select tests.succeeds('select id from public.users', 1, 'office reads one');
select tests.sign_in('ann');
select tests.succeeds('select id from public.users', 4, 'admin reads all');
select tests.as_visitor();
select tests.forbidden('select id from public.users', 'a visitor reading users');
select tests.forbidden('select public.is_admin()', 'a visitor asking is_admin');

-- test: is_admin is true for admins and false for everyone else
select tests.sign_in('ann');
select tests.equal((select public.is_admin()), true, 'ann');
select tests.sign_in('olive');
select tests.equal((select public.is_admin()), false, 'olive');
select tests.sign_in('wes');
select tests.equal((select public.is_admin()), false, 'wes');
select tests.as_server();
select tests.equal((select public.is_admin()), false, 'the server is nobody');

-- test: a user may create their own missing record as support worker, and nothing else
delete from public.users where id = tests.id('wes');
select tests.sign_in('wes');
select tests.forbidden(
  $$insert into public.users (id, email, role_id)
    select tests.id('wes'), 'wes@tests.example', id from public.roles where name = 'admin'$$,
  'filing oneself as admin'
);
select tests.forbidden(
  $$insert into public.users (id, email, role_id)
    select tests.id('wes'), 'ann@tests.example', id from public.roles where name = 'support_worker'$$,
  'filing under the address of somebody else'
);
select tests.forbidden(
  $$insert into public.users (id, email, role_id)
    select tests.id('wanda2'), 'wes@tests.example', id from public.roles where name = 'support_worker'$$,
  'filing somebody else'
);
select tests.succeeds(
  $$insert into public.users (id, email, role_id)
    select tests.id('wes'), 'wes@tests.example', id from public.roles where name = 'support_worker'$$,
  1, 'filing oneself'
);

-- test: PERM-01 only admins change roles
select tests.sign_in('ann');
select tests.succeeds(
  $$update public.users set role_id = (select id from public.roles where name = 'office') where id = tests.id('wes')$$,
  1, 'admin changes a role'
);
select tests.sign_in('wanda');
select tests.forbidden(
  $$update public.users set role_id = (select id from public.roles where name = 'admin') where id = tests.id('wanda')$$,
  'a worker promoting themselves', 'Admin access required'
);
select tests.sign_in('olive');
select tests.forbidden(
  $$update public.users set role_id = (select id from public.roles where name = 'admin') where id = tests.id('olive')$$,
  'office promoting themselves', 'Admin access required'
);
select tests.as_owner();
select tests.equal(
  (select string_agg(roles.name, ', ' order by email) from public.users join public.roles on roles.id = role_id),
  'admin, office, support_worker, office',
  'roles of ann, olive, wanda and wes afterwards'
);

-- test: no one changes other columns of a record, or deletes one
select tests.sign_in('ann');
select tests.forbidden($$update public.users set email = 'x@tests.example'$$, 'changing an address');
select tests.forbidden($$update public.users set created_at = now()$$, 'changing a date');
select tests.forbidden($$delete from public.users where id = tests.id('wes')$$, 'deleting a person');

-- test: an upsert does not bypass the rule on roles
select tests.sign_in('wanda');
select tests.forbidden(
  $$insert into public.users (id, email, role_id)
    select tests.id('wanda'), 'wanda@tests.example', id from public.roles where name = 'admin'
    on conflict (id) do update set role_id = excluded.role_id$$,
  'promotion by upsert'
);

-- test: an admin cannot remove their own privileges
select tests.add_person('adam', 'admin');
select tests.sign_in('ann');
select tests.refused(
  $$update public.users set role_id = (select id from public.roles where name = 'office') where id = tests.id('ann')$$,
  'PT409', 'own demotion', 'Cannot remove your own admin privileges.'
);
select tests.succeeds(
  $$update public.users set role_id = (select id from public.roles where name = 'admin') where id = tests.id('ann')$$,
  1, 'staying admin is no demotion'
);
select tests.succeeds(
  $$update public.users set role_id = (select id from public.roles where name = 'office') where id = tests.id('adam')$$,
  1, 'another admin may be demoted'
);

-- test: a demotion takes effect on the next request of the same session
select tests.add_person('adam', 'admin');
select tests.sign_in('adam');
select tests.succeeds('select id from public.users', 5, 'adam reads all');
select tests.sign_in('ann');
update public.users set role_id = (select id from public.roles where name = 'support_worker')
where id = tests.id('adam');
select tests.sign_in('adam');
select tests.succeeds('select id from public.users', 1, 'adam reads one');
select tests.forbidden($$update public.users set role_id = role_id$$, 'adam changes a role', 'Admin access required');

-- test: the last admin remains, even against the server and the owner of the database
select tests.as_server();
select tests.refused(
  $$update public.users set role_id = (select id from public.roles where name = 'office') where id = tests.id('ann')$$,
  'PT409', 'demotion by the server', 'The last administrator must stay.'
);
select tests.refused(
  $$delete from public.users where id = tests.id('ann')$$,
  'PT409', 'deletion by the server', 'The last administrator must stay.'
);
select tests.as_owner();
select tests.refused(
  $$delete from auth.users where id = tests.id('ann')$$,
  'PT409', 'deletion of the account', 'The last administrator must stay.'
);
select tests.succeeds($$delete from auth.users where id = tests.id('wes')$$, 1, 'deleting anybody else');
select tests.equal((select count(*) from public.users where id = tests.id('wes')), 0, 'the record goes with the account');

-- test: PEOPLE-14 users have the name of their account, and are found and sorted by it or else by their email
select tests.sign_up('bob', '{"display_name": "  Zoe Bird "}', now());
select tests.sign_up('cat', '{"display_name": " "}', now());
select tests.sign_up('dan', '{"display_name": "50% off"}', now());
select tests.add_person('zed_admin', 'admin');
update auth.users
set raw_user_meta_data = jsonb_build_object('display_name', repeat('y', 200))
where id = tests.id('cat');
select tests.sign_in('zed_admin');
select tests.equal(
  (
    select array_agg(coalesce(left(display_name, 9), '-') order by sort_name)
    from public.search_users('@tests.example')
    where email ~ '^(bob|cat|dan|zed_admin)@'
  ),
  array['50% off', 'yyyyyyyyy', '-', 'Zoe Bird'], 'names'
);
select tests.equal(
  (select char_length(display_name) from public.users where id = tests.id('cat')), 80, 'length of a long name'
);
select tests.equal((select array_agg(email) from public.search_users('zoe b')), array['bob@tests.example'], 'by name');
select tests.equal((select array_agg(email) from public.search_users('0%')), array['dan@tests.example'], 'literally');
select tests.equal(
  (select array_agg(email) from public.users_in_state('active', 'zoe b')), array['bob@tests.example'], 'in a state'
);
select tests.as_owner();
update auth.users set raw_user_meta_data = '{}' where id = tests.id('bob');
select tests.equal(
  (select display_name || '' from public.users where id = tests.id('bob')), null::text, 'a removed name'
);

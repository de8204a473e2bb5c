-- The server calls these functions with the id of a person; each finds out by itself whether that is an administrator.
select tests.add_person('ann', 'admin');
select tests.add_person('ben', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_assistant('Notes');

create function tests.save_model(person text, assistant text, model text, version integer default null)
returns text
language sql
as $$
  select public.save_assistant_model(
    tests.id(person), tests.id(assistant), 'responses', model, 'Be kind.', 1000, '{}', version
  ) ->> 'outcome';
$$;

create function tests.begin_export(person text, per_hour integer)
returns text
language sql
as $$
  select public.begin_audit_export(tests.id(person), '{}', 'csv', per_hour) ->> 'outcome';
$$;

-- test: is_administrator is true only for an administrator
select tests.equal(public.is_administrator(tests.id('ann')), true, 'an administrator');
select tests.equal(public.is_administrator(tests.id('wes')), false, 'a worker');
select tests.equal(public.is_administrator(tests.id('no one')), false, 'an unknown person');

-- test: model settings are saved by administrators, and never overwrite a concurrent change
select tests.equal(tests.save_model('wes', 'Notes', 'small'), 'admin_required', 'a worker');
select tests.equal((select count(*) from public.ai_assistant_profiles), 0, 'profiles');
select tests.equal(tests.save_model('ann', 'nothing', 'small'), 'not_found', 'no assistant');
select tests.equal(tests.save_model('ann', 'Notes', 'small', 1), 'saved', 'the first version');
select tests.equal(tests.save_model('ben', 'Notes', 'large', 1), 'conflict', 'an old version');
select tests.equal((select model from public.ai_assistant_profiles), 'small', 'model');
select tests.equal(tests.save_model('wes', 'Notes', 'large', 1), 'admin_required', 'a worker with an old version');

-- test: exports are started by administrators and limited per administrator
select tests.equal(tests.begin_export('wes', 2), 'admin_required', 'a worker');
select tests.equal(tests.begin_export('ann', 1), 'begun', 'the first one');
select tests.equal(tests.begin_export('ann', 1), 'rate_limited', 'too many');
select tests.equal(tests.begin_export('ben', 1), 'begun', 'another administrator');

-- test: an export is read and summed up only for the administrator who started it
select tests.begin_export('ann', 1);
create temporary table exports as select id from private.audit_exports;
grant select on exports to authenticated;
select tests.refused(
  format('select public.sum_up_audit_export(tests.id(''ben''), %L, 10)', (select id from exports)), 'PT404', 'a summary'
);
select tests.sign_in('ben');
select tests.refused(
  format('select public.read_audit_export(%L)', (select id from exports)), 'PT404', 'a page'
);
select tests.sign_in('ann');
select tests.succeeds(format('select public.read_audit_export(%L)', (select id from exports)), 1, 'a page of one''s own');

-- test: a verification is started by an administrator
select tests.equal(
  public.begin_audit_verification(tests.id('wes')) ->> 'outcome', 'admin_required', 'a worker'
);

-- test: a worker cannot read data for administrators
select tests.sign_in('wes');
select tests.forbidden(format('select public.%s', call), call, 'Admin access required')
from unnest(array[
  $$audit_neighbours(gen_random_uuid(), '{}')$$, $$query_audit_logs('{}')$$, $$count_audit_entries('{}', null)$$,
  'audit_chain_range(null, null)', 'read_audit_export(gen_random_uuid())', 'verify_audit_chain(0)',
  'verify_audit_entries()', 'list_audit_holds()', $$set_audit_hold('all', null, 'x')$$,
  'lift_audit_hold(gen_random_uuid())', 'read_grants(gen_random_uuid())', $$read_history('user', gen_random_uuid())$$,
  $$read_history('assistant', gen_random_uuid())$$, 'user_access(gen_random_uuid())',
  'user_participants(gen_random_uuid())', $$who_can_see('assistant', gen_random_uuid())$$,
  $$deletion_effect('assistant', gen_random_uuid())$$, 'remote_health(1)', 'mail_health()', 'database_health()',
  'list_user_factors(gen_random_uuid())'
]) as call;

-- test: the functions for bulk changes refuse a worker too
select tests.sign_in('wes');
select tests.forbidden(
  $$select private.change_grants(array[tests.id('Notes')], array[tests.id('wes')], true, true)$$, 'grants',
  'Admin access required'
);
select tests.forbidden(
  $$select private.change_workers(tests.id('pat'), array[tests.id('wes')], true, true, true)$$, 'workers',
  'Admin access required'
);
select tests.forbidden(
  $$select private.read_history('assistant', tests.id('Notes'), null, null, 10)$$, 'a history', 'Admin access required'
);
select tests.forbidden(format('select private.%s(''x'')', name), name, 'Admin access required')
from unnest(array[
  'search_participant_ids', 'search_participants', 'search_user_ids', 'search_users'
]) as name;

-- test: calls with too many values are refused
insert into public.participants (id, display_name) values (tests.id('pat'), 'Pat');
select tests.sign_in('ann');
select tests.refused(format('select public.%s', call), 'PT422', call)
from unnest(array[
  $$change_workers(tests.id('pat'), array_fill(tests.id('wes'), array[501]), true)$$,
  $$query_audit_logs(jsonb_build_object('actions', array_fill('login'::text, array[26])))$$,
  $$query_audit_logs(jsonb_build_object('q', repeat('x', 121)))$$,
  $$count_audit_entries('{}', array_fill(now(), array[122]))$$
]) as call;

-- test: the functions for access queries check for an administrator themselves
select tests.sign_in('wes');
select tests.forbidden($$select private.who_can_see('assistant', tests.id('Notes'))$$, 'who', 'Admin access required');
select tests.forbidden($$select private.user_access(tests.id('wes'))$$, 'access', 'Admin access required');
select tests.forbidden($$select private.user_participants(tests.id('wes'))$$, 'participants', 'Admin access required');

-- test: a former administrator cannot get the summary of an export
select tests.equal(tests.begin_export('ann', 1), 'begun', 'begun');
update public.users set role_id = (select id from public.roles where name = 'office') where id = tests.id('ann');
select tests.equal(
  (select public.sum_up_audit_export(user_id, id, 10) ->> 'outcome' from private.audit_exports), 'admin_required', 'summary'
);

-- test: the exports of another administrator do not count towards the limit
select tests.equal(tests.begin_export('ann', 1), 'begun', 'ann');
select tests.equal(tests.begin_export('ben', 1), 'begun', 'ben');

select tests.add_person('ann', 'admin');
select tests.add_person('ben', 'admin');
select tests.add_person('wes', 'support_worker');
insert into public.participants (id, display_name) values (tests.id('Pat'), 'Pat');
select tests.add_assistant('helper of Pat', 'Pat');

create function tests.let_people_wait()
returns void
language sql
as $$
  update private.sign_up_rule set needs_approval = true;
$$;

-- Returns the tables and functions that give the caller at least one row, or accept a change.
create function tests.readable_tables()
returns text[]
language plpgsql
as $$
declare
  name text;
  has_row boolean;
  found text[] := '{}';
begin
  for name in
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') order by 1
  loop
    begin
      execute format('select exists (select from public.%I)', name) into has_row;
    exception when insufficient_privilege then
      has_row := false;
    end;
    if has_row then
      found := found || name;
    end if;
  end loop;
  return found;
end;
$$;

-- test: PEOPLE-01 an account is active, waits for approval, or is deactivated, and users read their own state
select tests.sign_in('wes');
select tests.equal((select public.own_state()), 'active', 'wes');
select tests.as_owner();
select tests.let_people_wait();
select tests.add_person('nia', 'support_worker');
select tests.sign_in('nia');
select tests.equal((select public.own_state()), 'waiting', 'nia');
select tests.as_owner();
update auth.users set banned_until = now() + interval '1 day' where id = tests.id('wes');
select tests.sign_in('wes');
select tests.equal((select public.own_state()), 'deactivated', 'wes is deactivated');
select tests.as_visitor();
select tests.forbidden('select public.own_state()', 'a visitor asking');

-- test: PEOPLE-02 every table that clients reach is closed to accounts that are not active
select tests.equal(
  array(
    select tables.name
    from tests.our_tables as tables
    where has_any_column_privilege('authenticated', tables.oid, 'select')
      and not exists (
        select
        from pg_policies
        where schemaname in ('public', 'private') and tablename = tables.name and permissive = 'RESTRICTIVE'
          and cmd = 'ALL' and qual ~ 'private\.is_active\(\)' and with_check ~ 'private\.is_active\(\)'
      )
    order by 1
  )::text[],
  '{}'::text[],
  'open tables'
);

-- test: PEOPLE-02 a deactivated administrator reads nothing and changes nothing
select tests.sign_in('ben');
select tests.holds('users' = any (tests.readable_tables()), 'an administrator reads tables');
select tests.as_owner();
update auth.users set banned_until = now() + interval '1 day' where id = tests.id('ben');
select tests.sign_in('ben');
select tests.equal(tests.readable_tables(), '{}'::text[], 'readable tables');
select tests.equal((select public.is_admin()), false, 'is_admin');
select tests.forbidden($$insert into public.participants (display_name) values ('Quinn')$$, 'adding a participant');
select tests.forbidden('select public.read_overview()', 'reading the overview');
select tests.forbidden($$select public.deactivate_user(tests.id('ann'))$$, 'deactivating another');
select tests.succeeds('select id from public.search_assistants(''helper'')', 0, 'assistants');
select tests.equal((select public.read_conversation_changes(0) ->> 'version'), '0', 'changes');

-- test: PEOPLE-02 a user who waits uses no assistant, also not one that was granted before
insert into public.assistant_access (assistant_id, user_id) values (tests.id('helper of Pat'), tests.id('wes'));
select tests.holds(private.can_use_assistant(tests.id('helper of Pat'), tests.id('wes')), 'active');
update public.users set approved_at = null where id = tests.id('wes');
select tests.holds(not private.can_use_assistant(tests.id('helper of Pat'), tests.id('wes')), 'waiting');
select tests.sign_in('wes');
select tests.equal(tests.readable_tables(), '{}'::text[], 'readable tables');
select tests.forbidden(
  $$insert into public.conversations (assistant_id) values (tests.id('helper of Pat'))$$, 'a conversation'
);

-- test: PEOPLE-03 deactivating ends the sessions of the account, and is recorded
insert into auth.sessions (id, user_id) values (tests.id('session of wes'), tests.id('wes'));
select tests.sign_in('ann');
select public.deactivate_user(tests.id('wes'));
select tests.as_owner();
select tests.equal((select count(*) from auth.sessions where user_id = tests.id('wes')), 0::bigint, 'sessions');
select tests.equal(
  (
    select jsonb_build_object('user', user_email, 'target', target_user_email, 'meta', meta)
    from public.audit_logs
    where action = 'account_changed'
  ),
  '{"user": "ann@tests.example", "target": "wes@tests.example",
    "meta": {"before": {"deactivated": false}, "after": {"deactivated": true}}}'::jsonb,
  'entry'
);
select tests.sign_in('ann');
select tests.equal((select account_state from public.users_in_state('deactivated') as users, public.account_state(users)), 'deactivated', 'listed');
select public.reactivate_user(tests.id('wes'));
select tests.sign_in('wes');
select tests.equal((select public.own_state()), 'active', 'reactivated');

-- test: PEOPLE-04 administrators change other accounts only, and no one else changes any
select tests.sign_in('ann');
select tests.refused($$select public.deactivate_user(tests.id('ann'))$$, 'PT409', 'oneself');
select tests.refused($$select public.delete_user(tests.id('ann'))$$, 'PT409', 'deleting oneself');
select tests.refused($$select public.deactivate_user(tests.id('no one'))$$, 'PT404', 'an unknown user');
select tests.sign_in('wes');
select tests.forbidden($$select public.deactivate_user(tests.id('ann'))$$, 'a worker deactivating');
select tests.forbidden($$select public.reactivate_user(tests.id('ann'))$$, 'a worker reactivating');
select tests.forbidden($$select public.delete_user(tests.id('ann'))$$, 'a worker deleting');
select tests.forbidden($$select public.user_deletion_effect(tests.id('ann'))$$, 'a worker previewing');
select tests.forbidden($$select public.approve_user(tests.id('wes'), 'admin')$$, 'a worker approving');

-- test: PEOPLE-04 the last administrator who can sign in stays
update auth.users set banned_until = now() + interval '1 day' where id = tests.id('ben');
select tests.refused(
  $$update public.users set role_id = (select id from public.roles where name = 'office') where id = tests.id('ann')$$,
  'PT409', 'demoting the only active administrator', 'The last administrator must stay.'
);
select tests.refused($$delete from auth.users where id = tests.id('ann')$$, 'PT409', 'deleting the only active one');

-- test: PEOPLE-05 sign-ups wait if the rule says so, also of users who create their own record, and no one approves oneself
select tests.let_people_wait();
select tests.add_person('nia', 'support_worker');
select tests.sign_in('nia');
select tests.forbidden($$update public.users set approved_at = now() where id = tests.id('nia')$$, 'approving oneself');
select tests.forbidden($$select public.approve_user(tests.id('nia'), 'admin')$$, 'approving oneself by a function');
select tests.forbidden('update private.sign_up_rule set needs_approval = false', 'changing the rule');
select tests.as_owner();
delete from public.users where id = tests.id('nia');
select tests.sign_in('nia');
insert into public.users (id, email, role_id)
select tests.id('nia'), 'nia@tests.example', '00000000-0000-4000-8000-0000000000a3';
select tests.equal((select public.own_state()), 'waiting', 'the record that nia created');

-- test: PEOPLE-06 approval gives the role, the participants and the use of their assistants, once
select tests.let_people_wait();
select tests.add_person('nia', 'office');
select tests.sign_in('ann');
select tests.equal((select public.read_overview() ->> 'users_waiting'), '1', 'waiting users');
select tests.equal((select array_agg(email) from public.users_in_state('waiting', 'NIA')), array['nia@tests.example'], 'found');
select tests.refused($$select public.approve_user(tests.id('nia'), 'owner')$$, 'PT422', 'an unknown role');
select public.approve_user(tests.id('nia'), 'support_worker', array[tests.id('Pat')]);
select public.approve_user(tests.id('nia'), 'admin');
select tests.sign_in('nia');
select tests.equal((select public.own_state()), 'active', 'nia');
select tests.succeeds('select id from public.participants', 1, 'participants');
select tests.succeeds('select id from public.assistants', 1, 'assistants');
select tests.as_owner();
select tests.equal(
  (select name from public.roles join public.users on users.role_id = roles.id where users.id = tests.id('nia')),
  'support_worker', 'role'
);
select tests.equal(
  (select array_agg(action order by action) from public.audit_logs where target_user_id = tests.id('nia')),
  array['access_granted', 'role_changed', 'user_approved', 'worker_assigned'],
  'entries'
);

-- test: PEOPLE-07 deleting an account deletes its conversations, and a preview counts them; documents stay
insert into public.conversations (id, user_id, assistant_id, title)
values (tests.id('talk'), tests.id('wes'), tests.id('helper of Pat'), 'Talk');
insert into public.documents (id, assistant_id, title, owner_id)
values (tests.id('paper'), tests.id('helper of Pat'), 'Paper', tests.id('wes'));
select tests.sign_in('ann');
select tests.equal(
  public.user_deletion_effect(tests.id('wes')),
  '{"conversations": 1, "messages": 0, "files": 0, "assignments": 0, "documents": 1, "hold": null}'::jsonb,
  'preview'
);
select public.delete_user(tests.id('wes'));
select tests.as_owner();
select tests.equal((select count(*) from auth.users where id = tests.id('wes')), 0::bigint, 'account');
select tests.equal((select count(*) from public.conversations), 0::bigint, 'conversations');
select tests.equal((select owner_id from public.documents where id = tests.id('paper')), null::uuid, 'owner');
select tests.equal(
  (
    select meta
    from public.audit_logs
    where action = 'user_deleted' and user_email = 'ann@tests.example' and target_user_email = 'wes@tests.example'
  ),
  '{"before": {"email": "wes@tests.example", "role": "support_worker"},
    "removed": {"conversations": 1, "messages": 0, "files": 0, "assignments": 0, "documents": 1}}'::jsonb,
  'entry'
);

-- test: PEOPLE-07 a legal hold blocks the deletion of an account, and the preview gives its reason
select tests.sign_in('ann');
select public.set_audit_hold('user', tests.id('wes'), 'Investigation');
select tests.equal(public.user_deletion_effect(tests.id('wes')) ->> 'hold', 'Investigation', 'preview');
select tests.refused($$select public.delete_user(tests.id('wes'))$$, 'PT409', 'deletion');

-- test: PEOPLE-06 rejecting a user who waits deletes the account
select tests.let_people_wait();
select tests.add_person('nia', 'support_worker');
select tests.sign_in('ann');
select public.delete_user(tests.id('nia'));
select tests.as_owner();
select tests.equal(
  (select target_user_email from public.audit_logs where action = 'user_rejected'), 'nia@tests.example', 'entry'
);

-- test: PEOPLE-08 administrators see when users last signed in, which is no change of the user
update public.users set updated_at = '2026-01-01' where id = tests.id('wes');
select tests.equal((select updated_at from public.users where id = tests.id('wes')), '2026-01-01'::timestamptz, 'before');
update auth.users set last_sign_in_at = '2026-11-01 10:00Z' where id = tests.id('wes');
select tests.sign_in('ann');
select tests.equal(
  (select last_sign_in_at from public.users where id = tests.id('wes')), '2026-11-01 10:00Z'::timestamptz, 'wes'
);
select tests.equal((select updated_at from public.users where id = tests.id('wes')), '2026-01-01'::timestamptz, 'after');
select tests.sign_in('wes');
select tests.succeeds('select last_sign_in_at from public.users', 1, 'users that wes sees');

-- test: PEOPLE-50 administrators name other users, and the log records it
select tests.sign_in('ann');
select public.rename_user(tests.id('wes'), '  Wes Lane ');
select public.rename_user(tests.id('wes'), 'Wes Lane');
select tests.equal((select display_name from public.users where id = tests.id('wes')), 'Wes Lane', 'name');
select public.rename_user(tests.id('wes'), ' ');
select tests.equal((select display_name from public.users where id = tests.id('wes')), null, 'no name');
select tests.equal(
  (
    select array_agg(meta order by meta #>> '{after,display_name}')
    from public.audit_logs
    where action = 'account_changed' and user_email = 'ann@tests.example' and target_user_email = 'wes@tests.example'
  ),
  array[
    '{"before": {"display_name": null}, "after": {"display_name": "Wes Lane"}}',
    '{"before": {"display_name": "Wes Lane"}, "after": {"display_name": null}}'
  ]::jsonb[],
  'entries'
);
select tests.refused($$select public.rename_user(tests.id('wes'), repeat('x', 81))$$, 'PT422', 'a long name');
select tests.refused($$select public.rename_user(tests.id('ann'), 'Boss')$$, 'PT409', 'oneself');
select tests.refused($$select public.rename_user(tests.id('no one'), 'Someone')$$, 'PT404', 'an unknown user');
select tests.sign_in('wes');
select tests.forbidden($$select public.rename_user(tests.id('ann'), 'Fool')$$, 'a worker naming another');

-- test: PEOPLE-51 leaving deactivates, removes assignments and access, and hands documents over, each with an entry
insert into public.participant_assignments (participant_id, user_id) values (tests.id('Pat'), tests.id('wes'));
insert into public.assistant_access (assistant_id, user_id) values (tests.id('helper of Pat'), tests.id('wes'));
insert into public.conversations (id, user_id, assistant_id, title)
values (tests.id('talk'), tests.id('wes'), tests.id('helper of Pat'), 'Talk');
insert into public.documents (id, assistant_id, title, owner_id)
values (tests.id('paper'), tests.id('helper of Pat'), 'Paper', tests.id('wes'));
insert into auth.sessions (id, user_id) values (tests.id('session of wes'), tests.id('wes'));
select tests.sign_in('ann');
select tests.equal(
  public.offboarding_effect(tests.id('wes')),
  '{"assignments": 1, "grants": 1, "documents": 1, "conversations": 1}'::jsonb, 'preview'
);
select tests.refused($$select public.offboard_user(tests.id('wes'))$$, 'PT422', 'without a new owner');
select tests.refused($$select public.offboard_user(tests.id('wes'), tests.id('wes'))$$, 'PT422', 'the same owner');
select tests.refused($$select public.offboard_user(tests.id('wes'), tests.id('no one'))$$, 'PT422', 'an unknown owner');
select public.offboard_user(tests.id('wes'), tests.id('ben'));
select public.offboard_user(tests.id('wes'), tests.id('ben'));
select tests.as_owner();
select tests.equal(private.access_state(tests.id('wes')), 'deactivated', 'state');
select tests.equal((select count(*) from auth.sessions where user_id = tests.id('wes')), 0::bigint, 'sessions');
select tests.equal(
  (select count(*) from public.participant_assignments where user_id = tests.id('wes')), 0::bigint, 'assignments'
);
select tests.equal((select count(*) from public.assistant_access where user_id = tests.id('wes')), 0::bigint, 'grants');
select tests.equal((select owner_id from public.documents where id = tests.id('paper')), tests.id('ben'), 'owner');
select tests.equal((select count(*) from public.conversations), 1::bigint, 'conversations');
select tests.equal(
  (
    select array_agg(action order by action)
    from public.audit_logs
    where user_email = 'ann@tests.example' and action <> 'record_viewed'
  ),
  array['access_revoked', 'account_changed', 'document_changed', 'session_ended', 'worker_unassigned'],
  'entries'
);

-- test: PEOPLE-51 only administrators let others leave, never themselves, and hand documents to active colleagues
update auth.users set banned_until = now() + interval '1 day' where id = tests.id('ben');
select tests.sign_in('ann');
select tests.refused($$select public.offboard_user(tests.id('ann'), tests.id('wes'))$$, 'PT409', 'oneself');
select tests.refused($$select public.offboard_user(tests.id('no one'))$$, 'PT404', 'an unknown user');
select tests.refused($$select public.offboard_user(tests.id('wes'), tests.id('ben'))$$, 'PT422', 'a deactivated owner');
select tests.sign_in('wes');
select tests.forbidden($$select public.offboard_user(tests.id('ann'), tests.id('wes'))$$, 'a worker');
select tests.forbidden($$select public.offboarding_effect(tests.id('ann'))$$, 'a worker previewing');
select tests.sign_in('ben');
select tests.forbidden($$select public.offboard_user(tests.id('ann'), tests.id('wes'))$$, 'a deactivated administrator');

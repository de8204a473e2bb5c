select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
insert into public.participants (id, display_name) values (tests.id('Pat'), 'Pat');
select tests.add_assistant('helper of Pat', 'Pat');

create function tests.confirm(person text)
returns void
language sql
as $$
  update auth.users set email_confirmed_at = now() where id = tests.id(person);
$$;

-- test: PEOPLE-09 only administrators invite, resend, revoke and send resets
select tests.sign_in('wes');
select tests.forbidden($$select public.invite_user('nia@tests.example', 'admin')$$, 'inviting');
select tests.forbidden($$select public.renew_invitation(tests.id('ann'))$$, 'resending');
select tests.forbidden($$select public.revoke_invitation(tests.id('ann'))$$, 'revoking');
select tests.forbidden($$select public.request_reset(tests.id('ann'))$$, 'a reset');
select tests.forbidden($$select public.record_invitation_sent('nia@tests.example')$$, 'recording');
select tests.forbidden('select email from private.invitations', 'reading invitations');

-- test: PEOPLE-09 an invited account gets role, participants and approval when its address is confirmed, not before
update private.sign_up_rule set needs_approval = true;
select tests.sign_in('ann');
select tests.equal(
  public.invite_user(' NIA@tests.example ', 'support_worker', array[tests.id('Pat')]), 'nia@tests.example', 'address'
);
select tests.as_owner();
select tests.sign_up('nia');
select tests.sign_in('ann');
select tests.equal(
  (
    select public.account_state(users) || ' ' || public.invited_role(users)
    from public.users
    where id = tests.id('nia')
  ),
  'invited support_worker', 'listed'
);
select tests.as_owner();
select tests.equal(private.access_state(tests.id('nia')), 'waiting', 'before');
select tests.confirm('nia');
select tests.equal(private.access_state(tests.id('nia')), 'active', 'after');
select tests.sign_in('nia');
select tests.succeeds('select id from public.participants', 1, 'participants');
select tests.succeeds('select id from public.assistants', 1, 'assistants');
select tests.as_owner();
select tests.equal(
  (
    select array_agg(action || ' by ' || user_email || ': ' || meta order by created_at, action desc)
    from public.audit_logs
    where action in ('user_invited', 'signed_up', 'invitation_accepted')
  ),
  array[
    'user_invited by ann@tests.example: {"after": {"role": "support_worker", "participants": 1}}',
    'invitation_accepted by nia@tests.example: {"role": "support_worker"}'
  ],
  'entries'
);

-- test: PEOPLE-10 an invitation is bound to its address, and works once
update private.sign_up_rule set needs_approval = true;
select tests.sign_in('ann');
select public.invite_user('nia@tests.example', 'admin');
select tests.as_owner();
select tests.add_person('mallory', 'support_worker');
update auth.users set email_confirmed_at = null where id = tests.id('mallory');
select tests.confirm('mallory');
select tests.equal(private.access_state(tests.id('mallory')), 'waiting', 'another address');
select tests.sign_up('nia');
select tests.confirm('nia');
select tests.equal((select count(*) from private.invitations), 0::bigint, 'invitations afterwards');

-- test: PEOPLE-10 an expired invitation gives nothing
update private.sign_up_rule set needs_approval = true;
select tests.sign_in('ann');
select public.invite_user('nia@tests.example', 'admin');
select tests.as_owner();
update private.invitations set expires_at = now() - interval '1 second';
select tests.sign_up('nia');
select tests.sign_in('ann');
select tests.equal(
  (select public.account_state(users) from public.users where id = tests.id('nia')), 'invitation_expired', 'listed'
);
select tests.as_owner();
select tests.confirm('nia');
select tests.equal(private.access_state(tests.id('nia')), 'waiting', 'state');
select tests.holds(not public.is_administrator(tests.id('nia')), 'no administrator');

-- test: PEOPLE-10 inviting removes the password that a stranger chose for the address
select tests.sign_up('nia');
update auth.users set encrypted_password = 'of a stranger' where id = tests.id('nia');
select tests.sign_in('ann');
select public.invite_user('nia@tests.example', 'office');
select tests.as_owner();
select tests.equal((select encrypted_password from auth.users where id = tests.id('nia'))::text, '', 'invited');
update auth.users set encrypted_password = 'of a quick stranger' where id = tests.id('nia');
select tests.as_server();
select public.record_invitation_sent('nia@tests.example');
select tests.as_owner();
select tests.equal((select encrypted_password from auth.users where id = tests.id('nia'))::text, '', 'sent');

-- test: PEOPLE-09 PEOPLE-30 an address with an account is not invited, and bad input gets a message
select tests.sign_in('ann');
select tests.refused(
  $$select public.invite_user('wes@tests.example', 'admin')$$, 'PT409', 'wes', 'This address has an account already.'
);
select tests.refused($$select public.invite_user('nobody', 'admin')$$, 'PT422', 'an address', 'Enter an email address.');
select tests.refused($$select public.invite_user(null, 'admin')$$, 'PT422', 'none', 'Enter an email address.');
select tests.refused(
  $$select public.invite_user('a@b.example', 'office', array[tests.id('Pat')])$$, 'PT422', 'office staff',
  'Only support workers are assigned to participants.'
);
select tests.refused($$select public.invite_user('a@b.example', 'owner')$$, 'PT422', 'a role', 'Unknown role');
select tests.refused(
  $$select public.invite_user('a@b.example', 'support_worker', array_fill(tests.id('Pat'), array[101]))$$, 'PT422', 'too many'
);
select tests.as_owner();
select tests.equal(
  (select encrypted_password from auth.users where id = tests.id('wes'))::text, null, 'the password of wes'
);

-- test: PEOPLE-11 an invitation is renewed or revoked; revoking deletes the account that waits for it
select tests.sign_in('ann');
select public.invite_user('nia@tests.example', 'office');
select tests.as_owner();
select tests.sign_up('nia');
update private.invitations set expires_at = now() - interval '1 day';
select tests.sign_in('ann');
select tests.equal(public.renew_invitation(tests.id('nia')), 'nia@tests.example', 'address');
select tests.equal(
  (select public.account_state(users) from public.users where id = tests.id('nia')), 'invited', 'renewed'
);
select public.revoke_invitation(tests.id('nia'));
select tests.refused($$select public.revoke_invitation(tests.id('nia'))$$, 'PT404', 'twice');
select tests.refused($$select public.revoke_invitation(tests.id('wes'))$$, 'PT404', 'a user without an invitation');
select tests.as_owner();
select tests.equal((select count(*) from auth.users where id = tests.id('nia')), 0::bigint, 'account');
select tests.equal(
  (select array_agg(action order by action) from public.audit_logs where target_user_email = 'nia@tests.example'),
  array['invitation_revoked', 'user_invited', 'user_invited'], 'entries'
);

-- test: PEOPLE-12 a reset is requested for accounts that can sign in, and recorded
select tests.sign_in('ann');
select tests.equal(public.request_reset(tests.id('wes')), 'wes@tests.example', 'address');
select public.deactivate_user(tests.id('wes'));
select tests.refused($$select public.request_reset(tests.id('wes'))$$, 'PT409', 'deactivated');
select tests.equal(
  (select count(*) from public.audit_logs where action = 'reset_sent' and target_user_id = tests.id('wes')), 1::bigint,
  'entry'
);

-- test: PEOPLE-09 at most 200 invitations are sent within an hour
insert into public.audit_logs (action, user_id) select 'user_invited', tests.id('ann') from generate_series(1, 200);
select tests.sign_in('ann');
select tests.refused($$select public.invite_user('nia@tests.example', 'office')$$, 'PT429', 'too many');

-- test: ENDS-01 an invitation ends with its account, whatever deletes it: the next account with its address gets nothing
update private.sign_up_rule set needs_approval = true;
select tests.sign_in('ann');
select public.invite_user('nia@tests.example', 'support_worker', array[tests.id('Pat')]);
select tests.as_owner();
select tests.sign_up('nia');
select tests.sign_in('ann');
select public.delete_user(tests.id('nia'));
select tests.as_owner();
select tests.equal((select count(*) from private.invitations), 0::bigint, 'invitations');
select tests.sign_up('nia');
select tests.confirm('nia');
select tests.equal(private.access_state(tests.id('nia')), 'waiting', 'the next account');
select tests.holds(not public.is_administrator(tests.id('nia')), 'no administrator');
select tests.sign_in('ann');
select public.invite_user('oli@tests.example', 'admin');
select tests.as_owner();
select tests.sign_up('oli');
delete from auth.users where id = tests.id('oli');
select tests.equal((select count(*) from private.invitations), 0::bigint, 'deleted by the auth service');

-- test: ENDS-01 an invitation follows the address of its account, and leaves nothing at the former one
select tests.sign_in('ann');
select public.invite_user('nia@tests.example', 'office');
select public.invite_user('new@tests.example', 'admin');
select tests.as_owner();
select tests.sign_up('nia');
update auth.users set email = 'new@tests.example' where id = tests.id('nia');
select tests.equal(
  (select array_agg(email || ' ' || (user_id = tests.id('nia'))) from private.invitations),
  array['new@tests.example true'], 'invitations'
);
insert into auth.users (id, email) values (tests.id('later'), 'nia@tests.example');
select tests.confirm('later');
select tests.confirm('nia');
select tests.equal(
  (
    select array_agg(roles.name order by roles.name)
    from public.users
    join public.roles on roles.id = role_id
    where users.id in (tests.id('nia'), tests.id('later'))
  ),
  array['office', 'support_worker'], 'roles'
);

-- test: ENDS-01 an invitation to no one yet ends when a confirmed account gets its address
select tests.sign_in('ann');
select public.invite_user('nia@tests.example', 'admin');
select public.invite_user('oli@tests.example', 'admin');
select tests.as_owner();
select tests.sign_up('nia', confirmed_at => now());
update auth.users set email = 'oli@tests.example' where id = tests.id('wes');
select tests.equal((select count(*) from private.invitations), 0::bigint, 'invitations');

-- test: ENDS-01 an account that was created while it was invited has the invitation once the mail is sent
select tests.sign_in('ann');
select public.invite_user('nia@tests.example', 'office');
select tests.as_owner();
select tests.sign_up('nia');
update private.invitations set user_id = null;
select tests.as_server();
select public.record_invitation_sent('nia@tests.example');
select tests.as_owner();
select tests.equal((select user_id from private.invitations), tests.id('nia'), 'account');

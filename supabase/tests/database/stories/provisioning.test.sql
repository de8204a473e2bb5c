select tests.add_person('ann', 'admin');
select tests.add_person('olly', 'office');
select tests.add_person('wes', 'support_worker');
select private.set_sign_in_providers('{"scim": "office"}');

create function tests.provision(person text, changes jsonb)
returns void
language sql
as $$
  select private.change_provisioned_user(tests.id(person), provision.changes);
$$;

create function tests.group_id(role_name text)
returns uuid
language sql
as $$
  select id from public.roles where name = group_id.role_name;
$$;

create function tests.change_members(role_name text, added text[], removed text[] default '{}')
returns void
language sql
as $$
  select private.change_provisioned_members(
    tests.group_id(change_members.role_name),
    array(select tests.id(person) from unnest(change_members.added) as person),
    array(select tests.id(person) from unnest(change_members.removed) as person)
  );
$$;

create function tests.role_of(person text)
returns text
language sql
as $$
  select roles.name from public.users join public.roles on roles.id = role_id where users.id = tests.id(person);
$$;

create function tests.state_of(person text)
returns text
language sql
as $$
  select state from private.account_states where user_id = tests.id(person);
$$;

-- test: SCIM-05 the directory deactivates an account, which ends its sessions, and reactivates it
insert into auth.sessions (id, user_id) values (gen_random_uuid(), tests.id('wes'));
select tests.provision('wes', '{"active": false}');
select tests.equal(tests.state_of('wes'), 'deactivated', 'state');
select tests.equal((select count(*) from auth.sessions where user_id = tests.id('wes')), 0::bigint, 'sessions');
select tests.provision('wes', '{"active": true}');
select tests.equal(tests.state_of('wes'), 'active', 'again');

-- test: SCIM-05 the directory reactivates no account that an administrator deactivated
select tests.sign_in('ann');
select public.deactivate_user(tests.id('wes'));
select tests.as_owner();
select tests.refused($$select tests.provision('wes', '{"active": true}')$$, 'PT409', 'reactivation');
select tests.provision('wes', '{"active": false, "displayName": "Wes"}');
select tests.refused($$select tests.provision('wes', '{"active": true}')$$, 'PT409', 'after a request to deactivate it');

-- test: SCIM-05 the last administrator is not deactivated
select tests.refused($$select tests.provision('ann', '{"active": false}')$$, 'PT409', 'the last one');
select tests.add_person('bea', 'admin');
select tests.provision('ann', '{"active": false}');
select tests.refused($$select tests.provision('bea', '{"active": false}')$$, 'PT409', 'the other one is deactivated');

-- test: SCIM-06 activation confirms the address, approves the user, and removes a password from before
update auth.users
set email_confirmed_at = null, encrypted_password = 'chosen-by-mallory'
where id = tests.id('wes');
update public.users set approved_at = null where id = tests.id('wes');
select tests.provision('wes', '{"active": true}');
select tests.equal(tests.state_of('wes'), 'active', 'state');
select tests.equal((select encrypted_password from auth.users where id = tests.id('wes')), null, 'password');

-- test: SCIM-04 only the fields that the directory sends change, and an identifier has one user
select tests.provision('wes', '{"externalId": "e1", "displayName": "Wes", "givenName": "Wesley"}');
select tests.provision('wes', '{"givenName": null, "email": "new@tests.example"}');
select tests.equal(
  (
    select jsonb_build_array(email, external_id, display_name, given_name)
    from private.provisionable_users
    where id = tests.id('wes')
  ),
  '["new@tests.example", "e1", "Wes", null]', 'fields'
);
select tests.refused($$select tests.provision('olly', '{"externalId": "e1"}')$$, '23505', 'the same identifier');
select tests.refused($$select tests.provision('olly', '{"email": "new@tests.example"}')$$, '23505', 'the same address');
select tests.refused($$select tests.provision('ann', '{"email": "mine@tests.example"}')$$, 'PT403', 'an administrator');

-- test: SCIM-07 the role follows from all groups, within the limit
select tests.change_members('office', array['wes']);
select tests.change_members('support_worker', array['wes']);
select tests.equal(tests.role_of('wes'), 'office', 'the highest');
select tests.change_members('office', '{}', array['wes']);
select tests.equal(tests.role_of('wes'), 'support_worker', 'the other one');
select tests.change_members('office', array['ann']);
select tests.equal(tests.role_of('ann'), 'admin', 'a role above the limit stays');
select tests.refused($$select tests.change_members('admin', array['wes'])$$, 'PT404', 'a group above the limit');
select private.set_sign_in_providers('{}');
select tests.refused($$select tests.change_members('office', array['wes'])$$, 'PT404', 'without provisioning');

-- test: SCIM-07 the last administrator stays in the group
select private.set_sign_in_providers('{"scim": "admin"}');
select tests.change_members('admin', array['ann']);
select tests.refused($$select tests.change_members('admin', '{}', array['ann'])$$, 'PT409', 'the last one');
select tests.add_person('bea', 'admin');
select tests.change_members('admin', '{}', array['ann']);
select tests.equal(tests.role_of('ann'), 'support_worker', 'one of two');

-- test: SCIM-08 each change is recorded once, with the directory as its actor
select tests.provision('wes', '{"displayName": "Wes", "active": true}');
select tests.provision('wes', '{"displayName": "Wes", "active": true}');
select tests.provision('wes', '{"active": false}');
select tests.change_members('office', array['olly']);
select tests.change_members('office', array['wes']);
select tests.equal(
  (
    select jsonb_agg(jsonb_build_array(action, user_email, target_user_email, meta) order by action, meta, target_user_email)
    from public.audit_logs
    where user_email = 'SCIM'
  ),
  '[
    ["account_changed", "SCIM", "wes@tests.example", {"before": {"display_name": null}, "after": {"display_name": "Wes"}}],
    ["account_changed", "SCIM", "olly@tests.example", {"before": {"groups": []}, "after": {"groups": ["office"]}}],
    ["account_changed", "SCIM", "wes@tests.example", {"before": {"groups": []}, "after": {"groups": ["office"]}}],
    ["account_changed", "SCIM", "wes@tests.example", {
      "before": {"active": true, "deactivated": false}, "after": {"active": false, "deactivated": true}
    }],
    ["role_changed", "SCIM", "wes@tests.example", {
      "before": {"role": "support_worker"}, "after": {"role": "office"}, "provider": "scim"
    }]
  ]', 'entries'
);

-- test: SCIM-09 conditions are values, never SQL
select tests.provision('wes', '{"externalId": "it''s %_"}');
select tests.equal(
  (
    select jsonb_path_query_array(
      private.list_provisionable_users('[{"attribute": "externalId", "value": "it''s %_"}]', 1, 100), '$.rows[*].email'
    )
  ),
  '["wes@tests.example"]', 'quotes'
);
select tests.equal(
  private.list_provisionable_users('[{"attribute": "email", "value": "x'' or true --"}]', 1, 100),
  '{"total": 0, "rows": []}', 'SQL'
);

-- test: SCIM-08 only the owner of the database provisions
select tests.sign_in('ann');
select tests.forbidden($$select tests.provision('wes', '{}')$$, 'an administrator');
select tests.forbidden($$select tests.change_members('office', array['wes'])$$, 'members');
select tests.forbidden('select id from private.provisionable_users', 'reading');
select tests.as_server();
select tests.forbidden($$select private.change_provisioned_user(tests.id('wes'), '{}')$$, 'the server key');
select tests.forbidden($$select private.activate_provisioned_user(tests.id('wes'))$$, 'activation');
select tests.forbidden('select external_id from private.provisioned_users', 'reading with the server key');

-- test: ENDS-05 the directory accepts an invitation up to its limit; one above it needs the mailed link
select tests.sign_in('ann');
select public.invite_user('nia@tests.example', 'admin');
select public.invite_user('oli@tests.example', 'office');
select tests.as_owner();
select tests.sign_up('nia');
select tests.sign_up('oli');
select tests.refused(
  $$select tests.provision('nia', '{"active": true}')$$, 'PT403', 'activating',
  'This user was invited with a role above the limit, and opens the mailed link first.'
);
select tests.refused(
  $$select tests.provision('nia', '{"email": "mallory@tests.example"}')$$, 'PT403', 'another mailbox'
);
select tests.equal(tests.state_of('nia'), 'invited', 'nia');
select tests.provision('oli', '{"active": true}');
select tests.equal(tests.state_of('oli') || ' ' || tests.role_of('oli'), 'active office', 'oli');
update private.invitations set expires_at = now() - interval '1 second';
select tests.provision('nia', '{"active": true}');
select tests.equal(tests.state_of('nia') || ' ' || tests.role_of('nia'), 'active support_worker', 'expired');

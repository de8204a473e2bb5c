select tests.add_person('ann', 'admin');
select tests.add_person('olly', 'office');
select tests.add_person('wes', 'support_worker');
select private.set_sign_in_providers('{"entra": "office", "okta": "admin"}');

create function tests.apply_role(person text, provider text, role_names text[])
returns text
language sql
as $$
  select private.apply_provider_role(tests.id(person), apply_role.provider, apply_role.role_names);
$$;

-- test: ACCT-18 the highest role within the limit of the provider applies
select tests.equal(tests.apply_role('wes', 'entra', array['support_worker', 'office']), 'office', 'up');
select tests.equal(tests.apply_role('wes', 'entra', array['admin', 'support_worker']), 'support_worker', 'above');
select tests.equal(tests.apply_role('wes', 'entra', array['admin']), 'support_worker', 'only above');
select tests.equal(tests.apply_role('wes', 'okta', array['office', 'admin']), 'admin', 'another limit');

-- test: ACCT-18 without a role it is that of a support worker
select tests.equal(tests.apply_role('olly', 'entra', '{}'), 'support_worker', 'none');
select tests.equal(tests.apply_role('olly', 'entra', array['owner', '']), 'support_worker', 'unknown');

-- test: ACCT-18 a role above the limit of the provider stays
select tests.add_person('bea', 'admin');
select tests.equal(tests.apply_role('ann', 'entra', array['support_worker']), 'admin', 'an administrator');
select tests.equal(tests.apply_role('ann', 'okta', array['office']), 'office', 'within the limit');

-- test: ACCT-18 the last administrator stays, and the attempt is recorded
select tests.equal(tests.apply_role('ann', 'okta', '{}'), 'admin', 'role');
select tests.equal(
  (select meta from public.audit_logs where action = 'denied' and user_id = tests.id('ann')),
  '{"attempted": "provider_role", "provider": "okta", "role": "support_worker"}', 'entry'
);

-- test: ACCT-18 a mapped group approves a user who waits, no group does not
update public.users set approved_at = null where id in (tests.id('wes'), tests.id('olly'));
select tests.apply_role('wes', 'entra', array['support_worker']);
select tests.apply_role('olly', 'entra', '{}');
select tests.equal(private.access_state(tests.id('wes')), 'active', 'with a group');
select tests.equal(private.access_state(tests.id('olly')), 'waiting', 'without');

-- test: ACCT-18 an unknown provider, user or role changes nothing
select tests.refused($$select tests.apply_role('wes', 'former', array['office'])$$, 'PT404', 'unknown');
select private.set_sign_in_providers('{"okta": "owner"}');
select tests.refused($$select tests.apply_role('wes', 'entra', array['office'])$$, 'PT404', 'unknown');

-- test: ACCT-20 a change of the role is recorded with its provider, and no change is not
select tests.apply_role('wes', 'entra', array['office']);
select tests.apply_role('wes', 'entra', array['office']);
select tests.equal(
  (
    select array_agg(user_email || ': ' || target_user_email || ' ' || meta)
    from public.audit_logs where action = 'role_changed'
  ),
  array[
    'single sign-on: wes@tests.example {"after": {"role": "office"}, "before": {"role": "support_worker"}, ' ||
      '"provider": "entra"}'
  ],
  'entries'
);

-- test: ACCT-18 no user and no key calls these functions
select tests.sign_in('ann');
select tests.forbidden($$select private.apply_provider_role(tests.id('ann'), 'okta', array['admin'])$$, 'a role');
select tests.forbidden($$select private.set_sign_in_providers('{"entra": "admin"}')$$, 'the limits');
select tests.forbidden('select id from private.sign_in_providers', 'reading');
select tests.as_server();
select tests.forbidden($$select private.apply_provider_role(tests.id('ann'), 'okta', array['admin'])$$, 'the server key');
select tests.refused($$select public.record_audit('identity_linked', tests.id('ann'))$$, 'PT403', 'forging');

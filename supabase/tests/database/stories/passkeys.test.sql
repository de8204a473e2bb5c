select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');

insert into auth.webauthn_credentials (id, user_id, credential_id, public_key)
select tests.id('key of ' || name), tests.id(name), convert_to(name, 'utf8'), '\x00' from unnest(array['ann', 'wes']) as name;

create function tests.passkey_entries()
returns text[]
language sql security definer
as $$
  select array_agg(
    concat_ws(' ', user_email, action, target_user_email, meta ->> 'passkey' = tests.id('key of wes')::text)
    order by created_at, action
  )
  from public.audit_logs
  where action like 'passkey%' and meta ->> 'passkey' = tests.id('key of wes')::text;
$$;

-- test: ACCT-31 no client reads or writes passkeys and challenges, neither their own nor with the key of the server
select tests.sign_in('wes');
select tests.refused('select id from auth.webauthn_credentials', '42501', 'read');
select tests.refused('delete from auth.webauthn_credentials', '42501', 'delete');
select tests.refused('select id from auth.webauthn_challenges', '42501', 'read challenges');
select tests.as_server();
select tests.refused('select public_key from auth.webauthn_credentials', '42501', 'as the server');

-- test: ACCT-33 adding and removing a passkey is recorded
delete from auth.webauthn_credentials where id = tests.id('key of wes');
select tests.equal(
  tests.passkey_entries(),
  array['wes@tests.example passkey_added t', 'wes@tests.example passkey_removed t'], 'entries'
);

-- test: ACCT-33 the passkeys of a deleted account are deleted, without an entry of their own
delete from auth.users where id = tests.id('wes');
select tests.equal(
  (select count(*)::integer from auth.webauthn_credentials where user_id = tests.id('wes')), 0, 'passkeys'
);
select tests.equal(
  (select count(*)::integer from public.audit_logs where action = 'passkey_removed'), 0, 'entries'
);

-- test: ACCT-36 an administrator removes the passkeys of a user together with the second factors
select tests.sign_in('ann');
select tests.equal(public.reset_factors(tests.id('wes'), 'Lost the phone'), 1, 'removed');
select tests.as_owner();
select tests.equal(
  (select array_agg(id) from auth.webauthn_credentials), array[tests.id('key of ann')], 'left'
);
select tests.equal(
  tests.passkey_entries(),
  array['wes@tests.example passkey_added t', 'ann@tests.example passkey_removed wes@tests.example t'], 'entries'
);

-- test: ACCT-36 a user who is no administrator removes none
select tests.sign_in('wes');
select tests.refused(
  format('select public.reset_factors(%L, %L)', tests.id('ann'), 'Lost the phone'), '42501', 'not an administrator'
);

-- test: ACCT-36 an administrator sees the factors before removing them, and no one else does
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
values (tests.id('app'), tests.id('wes'), 'Phone', 'totp', 'verified', '2026-01-01', now());
insert into private.recovery_codes (user_id, code_hash, used_at)
values (tests.id('wes'), 'a', null), (tests.id('wes'), 'b', null), (tests.id('wes'), 'c', now());
select tests.sign_in('ann');
select tests.equal(
  (
    select jsonb_agg(factor - 'created_at')
    from jsonb_array_elements(public.list_user_factors(tests.id('wes')) -> 'factors') as factor
  ),
  '[{"kind": "app", "name": "Phone"}, {"kind": "passkey", "name": ""}]'::jsonb, 'factors'
);
select tests.equal((public.list_user_factors(tests.id('wes')) ->> 'recovery_codes')::integer, 2, 'codes');
select tests.sign_in('wes');
select tests.forbidden(format('select public.list_user_factors(%L)', tests.id('wes')), 'a worker');
select tests.as_visitor();
select tests.forbidden(format('select public.list_user_factors(%L)', tests.id('wes')), 'a visitor');

select tests.add_person('ann', 'admin');
select tests.sign_up('nia');

-- test: ENDS-04 the first proof of an address drops passkeys, factors, recovery codes and sessions from before
insert into auth.sessions (id, user_id) values (gen_random_uuid(), tests.id('nia'));
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
values (gen_random_uuid(), tests.id('nia'), 'totp', 'verified', now(), now());
insert into auth.webauthn_credentials (user_id, credential_id, public_key) values (tests.id('nia'), 'a', 'b');
insert into private.recovery_codes (user_id, code_hash) values (tests.id('nia'), 'c');
update auth.users set email_confirmed_at = now() where id = tests.id('nia');
select tests.equal(
  (
    select array[
      (select count(*) from auth.sessions where user_id = tests.id('nia')),
      (select count(*) from auth.mfa_factors where user_id = tests.id('nia')),
      (select count(*) from auth.webauthn_credentials where user_id = tests.id('nia')),
      (select count(*) from private.recovery_codes where user_id = tests.id('nia'))
    ]
  ),
  array[0, 0, 0, 0]::bigint[], 'left'
);

-- test: ENDS-04 only the link of a sign-up confirms its password
update auth.users
set encrypted_password = 'of the sign-up', confirmation_token = 'signup', recovery_token = 'recovery'
where id = tests.id('nia');
update auth.users set confirmation_token = '' where id = tests.id('nia');
select tests.equal(
  (select encrypted_password from auth.users where id = tests.id('nia'))::text, 'of the sign-up', 'its own link'
);
update auth.users set recovery_token = '' where id = tests.id('nia');
select tests.equal((select encrypted_password from auth.users where id = tests.id('nia'))::text, '', 'another link');

-- test: ENDS-06 no session of a deactivated account starts, and none is left when it is reactivated
insert into auth.sessions (id, user_id) values (gen_random_uuid(), tests.id('ann'));
update auth.users set banned_until = now() + interval '1 day' where id = tests.id('nia');
select tests.refused(
  $$insert into auth.sessions (id, user_id) values (gen_random_uuid(), tests.id('nia'))$$, 'PT403', 'deactivated'
);
alter table auth.sessions disable trigger refuse_session;
insert into auth.sessions (id, user_id) values (gen_random_uuid(), tests.id('nia'));
update auth.users set banned_until = null where id = tests.id('nia');
select tests.equal(
  (select array_agg(user_id) from auth.sessions), array[tests.id('ann')], 'sessions after the reactivation'
);

-- test: ENDS-06 an ended link stays ended if its token is put back, one that is mailed later opens the account
select tests.holds(private.is_link_open(tests.id('nia'), now()), 'before');
update auth.users set email = 'new@tests.example' where id = tests.id('nia');
select tests.holds(not private.is_link_open(tests.id('nia'), now()), 'mailed before');
select tests.holds(private.is_link_open(tests.id('nia'), clock_timestamp()), 'mailed afterwards');
select tests.holds(not private.is_link_open(tests.id('no one'), now()), 'no account');
alter table auth.users disable trigger end_links;
update auth.users set banned_until = now() + interval '1 day' where id = tests.id('nia');
select tests.holds(not private.is_link_open(tests.id('nia'), clock_timestamp()), 'deactivated');

-- test: ENDS-06 the tokens of a Supabase project end too
create table auth.one_time_tokens (user_id uuid, token_hash text);
insert into auth.one_time_tokens values (tests.id('nia'), 'a'), (tests.id('ann'), 'b');
update auth.users set banned_until = now() + interval '1 day' where id = tests.id('nia');
select tests.equal((select array_agg(token_hash) from auth.one_time_tokens), array['b'], 'tokens');

select tests.add_person('ann', 'admin');
select tests.add_person('olga', 'office');
update auth.users set email_confirmed_at = now() - interval '1 day';

create function tests.queued()
returns text
language sql
as $$
  select coalesce(string_agg(
    kind || case when is_by_administrator then ' by an administrator' else '' end, ', ' order by id
  ), 'none') from embedded.account_notice where user_id = tests.id('olga');
$$;

-- test: MAIL-18 a change is queued for its user with the change itself, and undone with it
select tests.as_owner();
update auth.users set encrypted_password = 'one' where id = tests.id('olga');
select tests.equal(tests.queued(), 'password_changed', 'a new password');
insert into auth.mfa_factors (id, user_id, factor_type, status)
values (gen_random_uuid(), tests.id('olga'), 'totp', 'unverified');
select tests.equal(tests.queued(), 'password_changed', 'a factor counts from its first code on');
update auth.mfa_factors set status = 'verified' where user_id = tests.id('olga');
select tests.equal(tests.queued(), 'password_changed, factor_added', 'its first code');

-- test: MAIL-18 what an administrator removes is mailed to its user
insert into auth.mfa_factors (id, user_id, factor_type, status)
values (gen_random_uuid(), tests.id('olga'), 'totp', 'verified');
select tests.sign_in('ann');
select public.reset_factors(tests.id('olga'), 'Lost the phone');
select tests.as_owner();
select tests.equal(tests.queued(), 'factor_removed by an administrator', 'the user hears of it');
select tests.equal(
  (select count(*) from embedded.account_notice where user_id = tests.id('ann')), 0::bigint, 'the administrator does not'
);

-- test: MAIL-18 none while an account is being set up, and none without the queue of the embedded server
update auth.users set email_confirmed_at = now() where id = tests.id('olga');
update auth.users set encrypted_password = 'two' where id = tests.id('olga');
select tests.equal(tests.queued(), 'none', 'a quarter of an hour');
update auth.users set email_confirmed_at = now() - interval '1 day' where id = tests.id('olga');
drop table embedded.account_notice;
update auth.users set encrypted_password = 'three' where id = tests.id('olga');

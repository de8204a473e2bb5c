select tests.add_person('ann', 'admin');
select tests.add_person('olga', 'office');
select tests.add_person('wes', 'support_worker');
select tests.sign_up('nia');

create function tests.add_mail(to_name text, age interval, is_given_up boolean default false)
returns void
language sql
as $$
  insert into embedded.outbox (recipient_hash, sealed, created_at, given_up_at)
  select
    encode(sha256(convert_to(email, 'UTF8')), 'hex'), 'a secret', now() - age, case when is_given_up then now() end
  from auth.users where id = tests.id(to_name);
$$;

create function tests.health()
returns jsonb
language sql
as $$
  select current_setting('tests.health')::jsonb;
$$;

-- test: MAIL-14 administrators see the emails that wait or were given up, the longest wait first
select tests.add_mail('nia', '2 hours');
select tests.add_mail('nia', '1 hour');
select tests.add_mail('wes', '1 day', true);
select tests.add_mail('olga', '10 seconds');
insert into embedded.outbox (recipient_hash, sealed, created_at) values ('of no account', '', now() - interval '3 hours');
select tests.sign_in('ann');
select set_config('tests.health', public.mail_health()::text, true);
select tests.as_owner();
select tests.equal(tests.health() - 'accounts' - 'oldest', '{"waiting": 3, "failed": 1}'::jsonb, 'counts');
select tests.equal(
  (tests.health() ->> 'oldest')::timestamptz, now() - interval '3 hours', 'the oldest that waits'
);
select tests.equal(
  (select jsonb_agg(account - 'since') from jsonb_array_elements(tests.health() -> 'accounts') as account),
  (
    select jsonb_agg(jsonb_build_object('email', email, 'is_failed', name = 'wes') order by name desc)
    from (values ('wes'), ('nia')) as person (name)
    join auth.users on users.id = tests.id(name)
  ),
  'accounts'
);
select tests.equal(tests.health()::text like '%secret%', false, 'no contents');

-- test: MAIL-14 no one else sees them
select tests.sign_in('olga');
select tests.forbidden('select public.mail_health()', 'the office');
select tests.sign_in('wes');
select tests.forbidden('select public.mail_health()', 'a worker');
select tests.as_visitor();
select tests.forbidden('select public.mail_health()', 'a visitor');

-- test: MAIL-14 without an outbox nothing is reported
drop table embedded.outbox;
select tests.sign_in('ann');
select tests.equal(public.mail_health(), null, 'no outbox');

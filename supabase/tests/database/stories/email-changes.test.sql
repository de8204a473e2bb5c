select tests.add_person('wes', 'support_worker');
select tests.add_person('nia', 'support_worker');

create function tests.request_change(name text)
returns void
language sql security definer
as $$
  update auth.users
  set email_change = 'new@tests.example', email_change_sent_at = clock_timestamp(),
      email_change_token_current = md5('current'), email_change_token_new = md5('new')
  where id = tests.id(request_change.name);
$$;

-- test: ACCT-40 a request and the change are recorded with both addresses
select tests.request_change('wes');
update auth.users set email = email_change, email_change = '' where id = tests.id('wes');
select tests.equal(
  (
    select array_agg(concat_ws(' ', action, user_email, meta ->> 'from', meta ->> 'to') order by action)
    from public.audit_logs
    where action like 'email%'
  ),
  array[
    'email_change_requested wes@tests.example wes@tests.example new@tests.example',
    'email_changed new@tests.example wes@tests.example new@tests.example'
  ], 'entries'
);

-- test: ACCT-40 a change by the directory is no change by the user
update auth.users set email = 'other@tests.example' where id = tests.id('wes');
select tests.equal((select count(*)::integer from public.audit_logs where action like 'email%'), 0, 'entries');

-- test: ACCT-41 the address of an account of the directory or of single sign-on does not change
insert into private.provisioned_users (user_id) values (tests.id('wes'));
select tests.refused($$select tests.request_change('wes')$$, 'PT403', 'directory');
select tests.sign_in('wes');
select tests.equal(public.own_email_manager(), 'directory', 'manager');
select tests.sign_in('nia');
select tests.equal(public.own_email_manager(), null, 'nia manages her own');

-- test: ACCT-39 users cancel their own change only
select tests.request_change('wes');
select tests.sign_in('nia');
select tests.equal(public.cancel_email_change(), false, 'nia has none');
select tests.sign_in('wes');
select tests.equal(public.cancel_email_change(), true, 'cancelled');
select tests.as_owner();
select tests.equal(
  (
    select concat(email_change, email_change_token_current, email_change_token_new)
    from auth.users
    where id = tests.id('wes')
  ), '', 'left'
);

-- test: ACCT-39 the links of a cancelled change end on a Supabase project too, and no other links
select tests.as_owner();
create type auth.one_time_token_type as enum ('recovery_token', 'email_change_token_new', 'email_change_token_current');
create table auth.one_time_tokens (user_id uuid, token_type auth.one_time_token_type);
insert into auth.one_time_tokens
select tests.id(name), kind
from unnest(array['wes', 'nia']) as name, unnest(enum_range(null::auth.one_time_token_type)) as kind;
select tests.request_change('wes');
select tests.sign_in('wes');
select tests.equal(public.cancel_email_change(), true, 'cancelled');
select tests.as_owner();
select tests.equal(
  (select array_agg(token_type::text) from auth.one_time_tokens where user_id = tests.id('wes')),
  array['recovery_token'], 'left'
);
select tests.equal((select count(*) from auth.one_time_tokens where user_id = tests.id('nia')), 3::bigint, 'of nia');

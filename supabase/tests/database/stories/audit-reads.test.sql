select tests.add_person('ann', 'admin');
select tests.add_person('adam', 'admin');
select tests.add_person('wes', 'support_worker');
insert into public.participants (id, display_name) values (tests.id('pat'), 'Pat Example');
select tests.add_assistant('Pat at home', 'pat');

create function pg_temp.views() returns text language sql security definer as $$
  select string_agg(
    user_email || ' ' || (meta ->> 'kind') || ' ' || coalesce(target_user_email, participant_name, assistant_label), ', '
    order by user_email, meta ->> 'kind'
  )
  from public.audit_logs
  where action = 'record_viewed';
$$;

-- test: viewing the records of others writes one audit entry an hour
select tests.sign_in('ann');
select public.user_access(tests.id('wes'));
select public.user_participants(tests.id('wes'), q => 'x');
select public.read_history('user', tests.id('wes'));
select public.who_can_see('participant', tests.id('pat'));
select public.read_history('participant', tests.id('pat'));
select public.who_can_see('assistant', tests.id('Pat at home'), page => 2);
select public.read_history('assistant', tests.id('Pat at home'));
select public.user_access(tests.id('ann'));
select tests.equal(
  pg_temp.views(),
  'ann@tests.example assistant Pat Example, ann@tests.example participant Pat Example, '
    'ann@tests.example user wes@tests.example',
  'three records, and nothing of herself'
);
select tests.sign_in('adam');
select public.user_access(tests.id('wes'));
select tests.as_owner();
select tests.equal((select count(*) from public.audit_logs where action = 'record_viewed'), 4, 'another administrator');

-- test: viewing again an hour later writes another entry
insert into public.audit_logs (action, user_id, meta, created_at)
values (
  'record_viewed', tests.id('ann'), jsonb_build_object('kind', 'user', 'id', tests.id('wes')),
  now() - interval '61 minutes'
);
select tests.sign_in('ann');
select public.user_access(tests.id('wes'));
select tests.as_owner();
select tests.equal((select count(*) from public.audit_logs where action = 'record_viewed'), 2, 'traces');

-- test: a view entry is not a change in the history of the viewed record
select tests.sign_in('ann');
select public.read_history('user', tests.id('wes'));
select tests.equal(public.read_history('user', tests.id('wes')) -> 'rows', '[]'::jsonb, 'history');

-- test: a refused view writes no entry, and no one writes one for another user
select tests.sign_in('wes');
select tests.forbidden($$select public.user_access(tests.id('ann'))$$, 'a worker', 'Admin access required');
select tests.forbidden($$select private.record_view('user', tests.id('ann'))$$, 'a worker', 'Admin access required');
select tests.as_owner();
select tests.equal((select count(*) from public.audit_logs where action = 'record_viewed'), 0, 'traces');

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

-- test: RECORD-06 opening a document or a file writes one entry an hour per user, also for its owner
select tests.add_assistant('Policies');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Pat at home'), tests.id('wes'));
create temporary table versions as
select (public.add_document_version(
  tests.id('ann'), null, null, tests.id('pat'), 'Care plan', note => 'Quiet mornings.'
) ->> 'version_id')::uuid as id;
update public.document_versions set status = 'ready', ready_at = now();
grant select on versions to authenticated;
insert into public.conversations (id, user_id, assistant_id, title)
values (tests.id('talk'), tests.id('wes'), tests.id('Pat at home'), 'Talk');
insert into public.attachments (id, conversation_id, user_id, name, size, mime, sha256, supabase_path)
values (
  tests.id('file'), tests.id('talk'), tests.id('wes'), 'a.txt', 1, 'text/plain', repeat('a', 64), 'attachments/a'
);
create function pg_temp.opened() returns text language sql security definer as $$
  select string_agg(
    concat_ws(' ', split_part(user_email, '@', 1), action, meta ->> 'title', assistant_label, participant_name), ', '
    order by action, user_email
  )
  from public.audit_logs
  where action in ('document_opened', 'file_opened');
$$;
select tests.sign_in('wes');
select tests.equal(
  (select public.open_document(id) ->> 'title' from versions), 'Care plan', 'opened'
);
select public.open_document(id) from versions;
select public.record_file_open(tests.id('file'));
select public.record_file_open(tests.id('file'));
select tests.sign_in('ann');
select public.open_document(id) from versions;
select public.record_file_open(tests.id('file'));
select tests.equal(
  pg_temp.opened(),
  'ann document_opened Care plan Pat Example, wes document_opened Care plan Pat Example, '
    'wes file_opened Pat at home Pat Example',
  'once each, and no file of another user'
);
select tests.as_owner();
delete from public.assistant_access;
select tests.sign_in('wes');
select tests.equal((select public.open_document(id) from versions), null, 'no access');

-- test: a refused view writes no entry, and no one writes one for another user
select tests.sign_in('wes');
select tests.forbidden($$select public.user_access(tests.id('ann'))$$, 'a worker', 'Admin access required');
select tests.forbidden($$select private.record_view('user', tests.id('ann'))$$, 'a worker', 'Admin access required');
select tests.as_owner();
select tests.equal((select count(*) from public.audit_logs where action = 'record_viewed'), 0, 'traces');

select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
select tests.add_assistant('Notes');
insert into public.assistant_access (assistant_id, user_id)
values (tests.id('Notes'), tests.id('wes')), (tests.id('Notes'), tests.id('wanda'));
insert into public.conversations (id, user_id, assistant_id)
values
  (tests.id('talk of wes'), tests.id('wes'), tests.id('Notes')),
  (tests.id('talk of wanda'), tests.id('wanda'), tests.id('Notes'));

create function tests.add_file(person text, path text, per_minute integer default 30)
returns text
language sql
as $$
  select public.add_attachment(
    tests.id(person), tests.id('talk of ' || person), 'plan.pdf', 10, 'application/pdf', repeat('a', 64),
    'attachments/' || path, per_minute
  ) ->> 'outcome';
$$;

create function tests.scan(path text, verdict text, checksum text default repeat('a', 64))
returns text
language sql
as $$
  select public.record_scan('attachments/' || path, checksum, verdict, case when verdict <> 'clean' then 'why' end);
$$;

create function tests.scan_by(path text, scanner text, verdict text)
returns text
language sql
as $$
  select public.record_scan('attachments/' || path, repeat('a', 64), verdict, null, scanner);
$$;

create function tests.remove_file(person text, path text)
returns text
language sql
as $$
  select public.remove_attachment(tests.id(person), tests.id('talk of ' || person), 'attachments/' || path)
    ->> 'outcome';
$$;

create function tests.claim(minutes integer default 5)
returns text[]
language sql
as $$
  select coalesce(array_agg(path order by path), '{}')
  from jsonb_array_elements_text(public.claim_removed_files(100, make_interval(mins => minutes))) as path;
$$;

-- Returns the operations of the storage in which the caller reads objects.
create function tests.readable_in(operations text[])
returns text[]
language plpgsql
as $$
declare
  operation text;
  readable text[] := '{}';
begin
  foreach operation in array operations loop
    perform set_config('storage.operation', operation, true);
    if exists (select from storage.objects) then
      readable := readable || operation;
    end if;
  end loop;
  perform set_config('storage.operation', '', true);
  return readable;
end;
$$;

-- test: only the server may add, scan, remove, sweep or claim files
select tests.sign_in('wes');
select tests.forbidden($$select tests.add_file('wes', 'c/1')$$, 'add');
select tests.forbidden($$select public.check_upload(tests.id('wes'), tests.id('talk of wes'))$$, 'check');
select tests.forbidden($$select tests.scan('c/1', 'clean')$$, 'judge');
select tests.forbidden($$select tests.remove_file('wes', 'c/1')$$, 'remove');
select tests.forbidden($$select public.sweep_files()$$, 'sweep');
select tests.forbidden($$select tests.claim()$$, 'claim');
select tests.forbidden($$select public.forget_removed_files('{}')$$, 'forget');
select tests.forbidden($$select * from private.removed_files$$, 'read the list');
select tests.forbidden($$update public.attachments set scan_status = 'clean'$$, 'write a verdict');

-- test: the list of removed objects is not accessible over REST, even to the server
select tests.as_server();
select tests.forbidden($$select * from private.removed_files$$, 'read the list');

-- test: a file gets its row and its audit row once, for repeated calls
select tests.equal(tests.add_file('wes', 'c/1'), 'added', 'the first time');
select tests.equal(tests.add_file('wes', 'c/1'), 'added', 'after a lost answer');
select tests.equal((select count(*) from public.attachments), 1, 'rows');
select tests.equal((select scan_status from public.attachments), 'pending', 'status');
select tests.equal(
  (select meta from public.audit_logs where action = 'upload_file'),
  (select jsonb_build_object('attachment_id', id, 'size', 10, 'mime', 'application/pdf') from public.attachments),
  'audit'
);

-- test: the path of another user's file cannot be used
select tests.add_file('wes', 'c/1');
select tests.refused($$select tests.add_file('wanda', 'c/1')$$, '23505', 'the same path');

-- test: an upload requires an own conversation and access to its assistant
select tests.equal(
  public.check_upload(tests.id('wanda'), tests.id('talk of wes')) ->> 'outcome', 'conversation_not_found', 'foreign'
);
select tests.equal(
  public.check_upload(tests.id('wes'), tests.id('nothing')) ->> 'outcome', 'conversation_not_found', 'unknown'
);
select tests.equal(public.check_upload(tests.id('wes'), tests.id('talk of wes')) ->> 'outcome', 'ok', 'own');
delete from public.assistant_access where user_id = tests.id('wes');
select tests.equal(tests.add_file('wes', 'c/1'), 'access_denied', 'without access');
select tests.equal((select count(*) from public.attachments), 0, 'rows');
select tests.equal(
  (select meta from public.audit_logs where action = 'denied'), '{"attempted": "upload_file"}', 'recorded'
);

-- test: uploads are counted per minute and user, including removed ones
select tests.add_file('wes', 'c/1', 2);
select tests.add_file('wes', 'c/2', 2);
select tests.remove_file('wes', 'c/1');
select tests.equal(tests.add_file('wes', 'c/3', 2), 'rate_limited', 'the third');
select tests.equal(tests.add_file('wanda', 'd/1', 2), 'added', 'another person');

-- test: a verdict applies to the scanned bytes, and the first one is final
select tests.add_file('wes', 'c/1');
select tests.equal(tests.scan('c/1', 'clean', repeat('b', 64)), null, 'for other bytes');
select tests.equal((select scan_status from public.attachments), 'pending', 'nothing changed');
select tests.equal(tests.scan('c/1', 'error'), 'error', 'no verdict');
select tests.equal(tests.scan('c/1', 'blocked'), 'blocked', 'a verdict');
select tests.equal(tests.scan('c/1', 'clean'), 'blocked', 'another one');
select tests.equal(tests.scan('c/1', 'error'), 'blocked', 'a failure afterwards');
select tests.equal((select scan_reason from public.attachments), 'why', 'the reason stays');

-- test: another scanner scans clean files again, and a blocked verdict is final
select tests.add_file('wes', 'c/1');
select tests.equal(tests.scan_by('c/1', 'one', 'clean'), 'clean', 'a verdict');
select tests.equal(tests.scan_by('c/1', 'one', 'blocked'), 'clean', 'the same scanner once more');
select tests.equal(tests.scan_by('c/1', 'two', 'error'), 'clean', 'no verdict of another one');
select tests.equal((select scanned_by from public.attachments), 'one', 'who gave the verdict that holds');
select tests.equal(tests.scan_by('c/1', 'two', 'blocked'), 'blocked', 'another one');
select tests.equal(tests.scan_by('c/1', 'three', 'clean'), 'blocked', 'yet another one');
select tests.equal((select scanned_by from public.attachments), 'two', 'who gave the verdict that holds now');
select tests.sign_in('wes');
select tests.forbidden($$select scanned_by from public.attachments$$, 'read the scanner');

-- test: an owner can remove a file until it is sent
select tests.add_file('wes', 'c/1');
select tests.equal(tests.remove_file('wanda', 'c/1'), 'not_found', 'by somebody else');
select tests.equal(
  public.remove_attachment(tests.id('wes'), tests.id('talk of wanda'), 'attachments/c/1') ->> 'outcome',
  'not_found', 'elsewhere'
);
insert into public.messages (id, conversation_id, role, content)
values (tests.id('message'), tests.id('talk of wes'), 'user', 'Here');
update public.attachments set message_id = tests.id('message');
select tests.equal(tests.remove_file('wes', 'c/1'), 'sent', 'of a message');
update public.attachments set message_id = null;
delete from public.assistant_access where user_id = tests.id('wes');
select tests.equal(tests.remove_file('wes', 'c/1'), 'not_found', 'without access to the assistant');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wes'));
select tests.equal(tests.remove_file('wes', 'c/1'), 'removed', 'by its owner');
select tests.equal(tests.remove_file('wes', 'c/1'), 'not_found', 'again');
select tests.equal(tests.claim(), array['attachments/c/1'], 'its object is to go');

-- test: deleted rows leave their objects to be removed
select tests.add_file('wes', 'c/1');
select tests.add_file('wanda', 'd/1');
select tests.equal(tests.claim(), '{}'::text[], 'nothing yet');
delete from public.conversations where id = tests.id('talk of wes');
select tests.equal(tests.claim(), array['attachments/c/1'], 'with the conversation');
delete from public.assistants where id = tests.id('Notes');
select tests.equal(tests.claim(), array['attachments/d/1'], 'with the assistant');

-- test: an object is claimed once, until the claim expires or it is forgotten
select tests.add_file('wes', 'c/1');
select tests.add_file('wes', 'c/2');
delete from public.attachments;
select tests.equal(tests.claim(), array['attachments/c/1', 'attachments/c/2'], 'the first');
select tests.equal(tests.claim(), '{}'::text[], 'the second');
select public.forget_removed_files(array['attachments/c/1']);
select tests.equal(tests.claim(0), array['attachments/c/2'], 'when its time is over');
select public.forget_removed_files(array['attachments/c/2', 'attachments/unknown']);
select tests.equal(tests.claim(0), '{}'::text[], 'forgotten');

-- test: the sweep removes files unsent for a week
select tests.add_file('wes', 'c/old');
select tests.add_file('wes', 'c/young');
select tests.add_file('wes', 'c/sent');
insert into public.messages (id, conversation_id, role, content)
values (tests.id('message'), tests.id('talk of wes'), 'user', 'Here');
update public.attachments set created_at = now() - interval '8 days' where supabase_path <> 'attachments/c/young';
update public.attachments set message_id = tests.id('message') where supabase_path = 'attachments/c/sent';
select tests.equal(public.sweep_files(), 1, 'to be removed');
select tests.equal(public.sweep_files(), 1, 'again');
select tests.equal(tests.claim(), array['attachments/c/old'], 'the old one');

-- test: a clean file is read from its bucket only
select tests.equal(tests.add_file('wes', 'talk/plan'), 'added', 'a file');
select tests.scan('talk/plan', 'clean');
insert into storage.buckets (id, name) values ('releases', 'releases');
insert into storage.objects (bucket_id, name) values ('attachments', 'talk/plan'), ('releases', 'talk/plan');
select tests.sign_in_with_session('wes');
select tests.equal(array(select bucket_id from storage.objects), array['attachments'], 'buckets');

-- test: HOSTED-03 a user only reads a clean file: other operations of the storage, such as signing, see none
select tests.add_file('wes', 'talk/plan');
select tests.scan('talk/plan', 'clean');
insert into storage.objects (bucket_id, name) values ('attachments', 'talk/plan');
select tests.sign_in_with_session('wes');
select tests.equal(
  tests.readable_in(array[
    '', 'storage.object.get_authenticated', 'storage.object.sign', 'storage.object.sign_many', 'storage.object.list',
    'storage.object.list_v2', 'storage.object.copy', 'storage.object.move', 'storage.object.sign_upload_url',
    'storage.object.upload_update', 'storage.object.delete', 'unknown'
  ]),
  array['', 'storage.object.get_authenticated'], 'operations'
);
select tests.as_server();
select set_config('storage.operation', 'storage.object.sign', true);
select tests.succeeds('select id from storage.objects', 1, 'the server signs');

-- test: HOSTED-03 a session that has ended or lacks its second factor reads no file
select tests.add_file('wes', 'talk/plan');
select tests.scan('talk/plan', 'clean');
insert into storage.objects (bucket_id, name) values ('attachments', 'talk/plan');
select tests.sign_in('wes');
select tests.succeeds('select id from storage.objects', 0, 'no session');
select tests.sign_in_with_session('wes');
select tests.succeeds('select id from storage.objects', 1, 'a live session');
select tests.as_owner();
select private.set_second_factor_rule('all');
select tests.sign_in_with_session('wes');
select tests.succeeds('select id from storage.objects', 0, 'without the second factor');
select tests.sign_in_with_session('wes', 'aal2');
select tests.succeeds('select id from storage.objects', 1, 'with the second factor');
select tests.equal(public.end_own_session((auth.jwt() ->> 'session_id')::uuid), 1, 'ended');
select tests.succeeds('select id from storage.objects', 0, 'an ended session');

-- test: an unsent file is removed by its owner only
select tests.equal(tests.add_file('wes', 'talk/plan'), 'added', 'a file');
select tests.equal(
  public.remove_attachment(tests.id('wanda'), tests.id('talk of wes'), 'attachments/talk/plan') ->> 'outcome',
  'not_found', 'another person'
);
select tests.equal(
  public.remove_attachment(tests.id('wes'), tests.id('talk of wes'), 'attachments/talk/plan') ->> 'outcome',
  'removed', 'the owner'
);

select tests.add_person('wes', 'support_worker');
select tests.add_assistant('Notes');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wes'));
insert into public.conversations (id, user_id, assistant_id)
values (tests.id('talk'), tests.id('wes'), tests.id('Notes'));
insert into public.messages (id, conversation_id, role, content, files)
values (
  tests.id('message'), tests.id('talk'), 'user', 'Here',
  '[{"supabasePath": "attachments/c/0"}, {"supabasePath": "attachments/c/1", "openaiFileId": null}]'
);
insert into public.attachments (conversation_id, user_id, message_id, name, size, mime, sha256, supabase_path)
values (
  tests.id('talk'), tests.id('wes'), tests.id('message'), 'plan.pdf', 10, 'application/pdf', repeat('a', 64),
  'attachments/c/1'
);

create function tests.keep(file_id text, lasts interval default '7 days', account text default 'one')
returns text
language sql
as $$
  select public.keep_provider_file(account, 'attachments/c/1', file_id, now() + lasts);
$$;

-- test: only the server reads and writes provider copies
select tests.sign_in('wes');
select tests.forbidden($$select public.find_provider_file('one', 'attachments/c/1')$$, 'find');
select tests.forbidden($$select tests.keep('file-1')$$, 'keep');
select tests.forbidden($$select public.claim_removed_provider_files('one')$$, 'claim');
select tests.forbidden($$select public.forget_provider_file('one', 'file-1')$$, 'forget');
select tests.forbidden($$select * from private.provider_files$$, 'read');
select tests.as_server();
select tests.forbidden($$select * from private.provider_files$$, 'read as the server');

-- test: a copy is visible to its own account, and is in no data that users read
select tests.equal(tests.keep('file-1'), 'file-1', 'kept');
select tests.equal(public.find_provider_file('one', 'attachments/c/1'), 'file-1', 'found');
select tests.equal(public.find_provider_file('two', 'attachments/c/1'), null, 'by another account');
select tests.equal((select openai_file_id from public.attachments), null, 'attachment');
select tests.equal(
  (select files from public.messages),
  '[{"supabasePath": "attachments/c/0"}, {"supabasePath": "attachments/c/1", "openaiFileId": null}]'::jsonb,
  'message'
);

-- test: the first of two concurrent copies is used, and one that expires is replaced
select tests.equal(tests.keep('file-1'), 'file-1', 'the first');
select tests.equal(tests.keep('file-2'), 'file-1', 'the second');
update private.provider_files set expires_at = now() + interval '30 minutes';
select tests.equal(public.find_provider_file('one', 'attachments/c/1'), null, 'about to expire');
select tests.equal(tests.keep('file-3'), 'file-3', 'a new one');

-- test: a copy is removed once its file is deleted, once, and by its own account
select tests.keep('file-1');
select tests.equal(public.claim_removed_provider_files('one'), '[]', 'while it is there');
delete from public.conversations;
select tests.equal(public.claim_removed_provider_files('two'), '[]', 'by another account');
select tests.equal(public.claim_removed_provider_files('one'), '["file-1"]', 'once it is gone');
select tests.equal(public.claim_removed_provider_files('one'), '[]', 'again');
select tests.equal(public.claim_removed_provider_files('one', 100, '0'), '["file-1"]', 'after its time');
select public.forget_provider_file('one', 'file-1');
select tests.equal((select count(*) from private.provider_files), 0, 'forgotten');

-- test: expired copies are deleted
select tests.keep('file-1', '-1 minute');
select public.claim_removed_provider_files('two');
select tests.equal((select count(*) from private.provider_files), 0, 'rows');

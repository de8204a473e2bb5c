-- The demo organisation, as `supabase/seed` leaves it.

-- test: the three demo accounts have their roles and the published password
select tests.equal(
  (
    select string_agg(users.email || ' ' || roles.name, ', ' order by users.email)
    from public.users
    join public.roles on roles.id = users.role_id
    where users.email in ('admin@secondhomie.example', 'office@secondhomie.example', 'worker@secondhomie.example')
  ),
  'admin@secondhomie.example admin, office@secondhomie.example office, worker@secondhomie.example support_worker',
  'accounts'
);
select tests.holds(
  (
    select bool_and(encrypted_password = extensions.crypt('homie-demo-2026', encrypted_password)
      and email_confirmed_at is not null)
    from auth.users
  ),
  'everyone can sign in'
);
select tests.equal(
  (select count(*) from auth.users where exists (select 1 from auth.identities where user_id = users.id)), 18,
  'everyone has an identity'
);

-- test: eighteen users, 30 participants (more than a page), 8 assistants of both kinds, 40 conversations
select tests.equal((select count(*) from public.users), 18, 'users');
select tests.equal((select count(*) from public.participants), 30, 'participants');
select tests.equal(
  (select array_agg(number order by kind) from (select kind, count(*) as number from public.assistants group by kind) as kinds),
  array[5, 3]::bigint[], 'assistants of the organisation and of participants'
);
select tests.equal((select count(*) from public.conversations), 40, 'conversations');
select tests.holds(
  (select bool_and(spoken >= 2) from (
    select count(messages.id) as spoken
    from public.conversations left join public.messages on conversation_id = conversations.id
    group by conversations.id
  ) as each),
  'each has messages'
);
select tests.equal(
  (select count(*) from public.assistants
   where not exists (select 1 from public.ai_assistant_profiles as profiles
     where profiles.openai_assistant_id = assistants.openai_assistant_id)),
  0, 'assistants without a profile'
);

-- test: every owner of a conversation has access to its assistant, and each demo account has several
select tests.equal(
  (select count(*) from public.conversations where not private.can_use_assistant(assistant_id, user_id)), 0, 'lost ones'
);
select tests.holds(
  (select bool_and(number >= 3) from (
    select count(conversations.id) as number
    from public.users left join public.conversations on conversations.user_id = users.id
    where users.email in ('admin@secondhomie.example', 'office@secondhomie.example', 'worker@secondhomie.example')
    group by users.id
  ) as each),
  'several each'
);

-- test: 3,000 audit rows over 60 days with all twelve actions, none in the future
select tests.equal((select count(*) from public.audit_logs), 3000, 'rows');
select tests.equal((select count(distinct action) from public.audit_logs), 12, 'actions');
select tests.holds((select max(created_at) <= now() from public.audit_logs), 'the latest is not ahead');
select tests.holds(
  (select max(created_at) - min(created_at) between interval '50 days' and interval '64 days' from public.audit_logs),
  'about sixty days'
);
select tests.equal((select count(*) from public.audit_logs where user_email is null), 0, 'rows without their person');

-- test: eight replies have feedback, and one reported problem awaits review
select tests.equal((select count(*) from public.reply_feedback), 8, 'feedback');
select tests.equal((select count(*) from public.reply_feedback where urgent), 1, 'problems');

-- test: OUT-19 every file that a message shows is stored, so that it can be opened
select tests.equal(
  (select count(*) from public.messages cross join jsonb_array_elements(files) as file
   where not exists (select 1 from public.attachments where supabase_path = file ->> 'supabasePath')),
  0, 'files that are not stored'
);

-- test: the displayed prefixes of ids differ between seeded users, participants, assistants, conversations, documents
select tests.holds(
  (select count(distinct left(id::text, 8)) = count(*) from (
    select id from public.users union all
    select id from public.participants union all
    select id from public.assistants union all
    select id from public.conversations union all
    select id from public.documents
  ) as seeded),
  'no two share their first eight characters'
);

-- test: CITE-17 every assistant has documents that replies can cite, with an owner and a review date
select tests.equal(
  (select count(*) from public.assistants where not exists (
    select 1
    from public.documents
    join public.document_versions on document_id = documents.id
    join public.document_chunks on version_id = document_versions.id
    where assistant_id = assistants.id and scope_id = assistants.id
      and owner_id is not null and review_on > current_date and ready_at is not null
  )),
  0, 'assistants without a document'
);
select tests.equal((select count(*) from public.document_versions where chunk_count = 0), 0, 'without passages');
select tests.equal(
  (select array_agg(number order by mime) from (
    select mime, count(*) as number from public.document_versions group by mime
  ) as kinds),
  array[2, 18]::bigint[], 'PDFs and notes'
);

-- test: reports and the overview show the replies of the audit log
select tests.equal(
  (
    select count(*)
    from public.audit_logs
    where action in ('run_succeeded', 'run_failed')
      and not exists (
        select from private.reply_usage
        where turn_id = (meta ->> 'turn_id')::uuid
          and (status = 'completed') = (action = 'run_succeeded')
          and reply_usage.user_id = audit_logs.user_id
          and reply_usage.assistant_id = audit_logs.assistant_id
      )
  ),
  0, 'replies without their usage'
);
select tests.holds((select count(*) > 300 and max(ended_at) <= now() from private.reply_usage), 'usage');

-- test: users who wrote messages have signed in
select tests.equal(
  (
    select count(*)::integer
    from public.users
    where last_sign_in_at is null
      and exists (select from public.audit_logs where action = 'login' and user_id = users.id)
  ),
  0, 'users who never signed in'
);

select tests.add_person('ann', 'admin');
select tests.add_person('olga', 'office');
select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
insert into public.participants (id, display_name) values (tests.id('pat'), 'Pat Example');
select tests.add_assistant('Policies');
select tests.add_assistant('Pat notes', 'pat');
insert into public.participant_assignments (participant_id, user_id) values (tests.id('pat'), tests.id('wanda'));
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Pat notes'), tests.id('wes'));
insert into public.assistant_role_access (assistant_id, role_id)
select tests.id('Policies'), id from public.roles where name = 'office';

-- Adds a version of a document as an administrator's call of the server. Returns the id of the version.
create function tests.add_note(title text, text text, assistant uuid default null, participant uuid default null,
  document uuid default null)
returns uuid language sql as $$
  select (
    public.add_document_version(
      tests.id('ann'), document, assistant, participant, title, note => text
    ) ->> 'version_id'
  )::uuid;
$$;

-- Adds a file as a version of a document, as an administrator's call of the server.
create function tests.add_file(title text, path text, document uuid default null)
returns uuid language sql as $$
  select (
    public.add_document_version(
      tests.id('ann'), document, case when document is null then tests.id('Policies') end, null, title,
      name => 'plan.txt', size => 4, mime => 'text/plain',
      sha256 => repeat(case title when 'Menu' then 'b' else 'a' end, 64), supabase_path => path
    ) ->> 'version_id'
  )::uuid;
$$;

-- Reads the version that waits longest, with these texts as its chunks.
create function tests.read_next(variadic texts text[]) returns uuid language plpgsql as $$
declare
  claim uuid := gen_random_uuid();
  version uuid := (public.claim_document_version(claim) ->> 'id')::uuid;
begin
  perform public.finish_document_version(
    version, claim,
    (select jsonb_agg(jsonb_build_object('content', text, 'place', '{"page": 1}'::jsonb)) from unnest(texts) as text),
    '[]'
  );
  return version;
end;
$$;

-- Returns the texts that a search finds, as the signed-in user.
create function tests.found(assistant text, question text) returns text[] language sql as $$
  select array(
    select passage ->> 'text'
    from jsonb_array_elements(public.search_documents(tests.id(assistant), question) -> 'passages') as passage
  );
$$;

select tests.add_note('Medication policy', 'text', assistant => tests.id('Policies'));
select tests.read_next('Two workers witness each dose of medication.', 'Store insulin in the fridge.');
select tests.add_note('Care plan', 'text', participant => tests.id('pat'));
select tests.read_next('Pat swims on Tuesdays with a hoist.');

-- test: DOCS-01 documents, versions, chunks and passages are readable with a grant of the assistant only
create function tests.readable() returns text language sql as $$
  select concat_ws(
    ', ',
    (select string_agg(title, ' + ' order by title) from public.documents),
    (select count(*) from public.document_versions),
    (select count(*) from public.document_chunks),
    cardinality(tests.found('Policies', 'medication')),
    cardinality(tests.found('Pat notes', 'swims'))
  );
$$;
select tests.sign_in('ann');
select tests.equal(tests.readable(), 'Care plan + Medication policy, 2, 3, 2, 1', 'an administrator');
select tests.sign_in('olga');
select tests.equal(tests.readable(), 'Medication policy, 1, 2, 2, 0', 'office, by role');
select tests.sign_in('wes');
select tests.equal(tests.readable(), 'Care plan, 1, 1, 0, 1', 'a worker with access');
select tests.sign_in('wanda');
select tests.equal(tests.readable(), '0, 0, 0, 0', 'an assigned worker without access');
select tests.as_owner();
delete from public.assistant_access;
select tests.sign_in('wes');
select tests.equal(tests.readable(), '0, 0, 0, 0', 'after the access was revoked');
select tests.as_visitor();
select tests.forbidden('select id from public.documents', 'documents of a visitor');
select tests.forbidden('select version_id from public.document_chunks', 'chunks of a visitor');
select tests.forbidden($$select public.search_documents(tests.id('Policies'), 'medication')$$, 'a search of a visitor');

-- test: DOCS-02 users without the right to edit change, archive and delete no documents
select tests.sign_in('olga');
select tests.forbidden($$update public.documents set title = 'Mine'$$, 'rename');
select tests.forbidden('delete from public.documents', 'delete');
select tests.forbidden(
  $$insert into public.documents (assistant_id, title) values (tests.id('Policies'), 'Mine')$$, 'insert'
);
select tests.forbidden(
  $$insert into public.document_chunks (version_id, position, content) values (gen_random_uuid(), 1, 'x')$$, 'a chunk'
);
select tests.forbidden('update public.document_versions set status = status', 'a version');
select tests.forbidden('select public.read_documents_again()', 'reading again');
select tests.forbidden(
  $$select public.add_document_version(tests.id('ann'), null, tests.id('Policies'), null, 'Mine', note => 'x')$$,
  'adding one in the name of an administrator'
);
select tests.sign_in('ann');
select tests.succeeds($$update public.documents set review_on = '2027-01-01' where title = 'Care plan'$$, 1, 'a date');
select tests.succeeds($$delete from public.documents where title = 'Care plan'$$, 1, 'delete');
select tests.as_server();
select tests.equal(
  public.add_document_version(tests.id('olga'), null, tests.id('Policies'), null, 'Mine', note => 'x') ->> 'outcome',
  'access_denied', 'the server, for someone else'
);
select tests.equal(
  public.add_document_version(tests.id('ann'), gen_random_uuid(), null, null, 'Mine', note => 'x') ->> 'outcome',
  'not_found', 'an unknown document'
);

-- test: DOCS-02 row-level security alone keeps others from changing documents
drop trigger editors_only on public.documents;
select tests.sign_in('olga');
select tests.succeeds($$update public.documents set title = 'Mine'$$, 0, 'rename');
select tests.succeeds('delete from public.documents', 0, 'delete');

-- test: DOCS-03 an unread version is visible only to those who may edit the document, and the earlier one is searched until it is read
select tests.add_note('Medication policy', 'new', document => (select id from public.documents where title = 'Medication policy'));
select tests.sign_in('olga');
select tests.equal((select string_agg(number::text, ',') from public.document_versions), '1', 'versions for office');
select tests.equal(tests.found('Policies', 'witness a dose'), array['Two workers witness each dose of medication.'], 'before');
select tests.sign_in('ann');
select tests.equal((select max(number) from public.document_versions where status = 'waiting'), 2, 'versions for an admin');
select tests.as_owner();
select tests.read_next('One worker gives each dose.');
select tests.sign_in('olga');
select tests.equal(tests.found('Policies', 'dose witness'), array['One worker gives each dose.'], 'afterwards');

-- test: DOCS-18 users with the right to edit manage the documents of their assistant and its participant only
update public.assistant_access set can_edit = true where user_id = tests.id('wes');
select tests.add_note('Care plan', 'new', document => (select id from public.documents where title = 'Care plan'));
select tests.sign_in('wes');
select tests.equal(public.can_edit_documents(), true, 'an editor');
select tests.equal((select string_agg(number::text, ',' order by number) from public.document_versions), '1,2', 'versions');
select tests.equal(
  public.list_documents(null, tests.id('pat')) #>> '{rows,0,versions,0,status}', 'waiting', 'the state of the version'
);
select tests.succeeds($$update public.documents set archived = true where title = 'Care plan'$$, 1, 'archive');
select tests.succeeds($$update public.documents set title = 'Mine' where title = 'Medication policy'$$, 0, 'of others');
select tests.succeeds($$delete from public.documents where title = 'Medication policy'$$, 0, 'delete of others');
select tests.forbidden('select public.read_documents_again()', 'reading all again');
select tests.forbidden(
  $$select public.read_documents_again((select document_id from public.document_versions where number = 9))$$, 'null'
);
select tests.forbidden(
  $$update public.assistant_access set can_edit = true where user_id = tests.id('wanda')$$, 'granting the right'
);
select tests.as_owner();
select tests.read_next('Pat swims on Fridays.');
select tests.sign_in('wes');
select tests.equal(
  public.read_documents_again((select id from public.documents where title = 'Care plan')), 1, 'reading again'
);
select tests.as_server();
select tests.equal(
  array(
    select public.add_document_version(tests.id('wes'), null, assistant, participant, 'New', note => 'x') ->> 'outcome'
    from (values
      (tests.id('Pat notes'), null), (null, tests.id('pat')), (tests.id('Policies'), null), (gen_random_uuid(), null)
    ) as holders (assistant, participant)
  ),
  array['saved', 'saved', 'access_denied', 'access_denied'], 'adding'
);
select tests.as_owner();
update public.assistant_access set can_edit = false where user_id = tests.id('wes');
select tests.sign_in('wes');
select tests.equal(public.can_edit_documents(), false, 'after it was revoked');
select tests.forbidden($$update public.documents set archived = false$$, 'a change after it was revoked');
select tests.equal(
  (select count(*) from public.document_versions where ready_at is null), 0, 'unread versions after it was revoked'
);

-- test: DOCS-18 granting and revoking the right to edit is recorded, once per change
select tests.sign_in('ann');
update public.assistant_access set can_edit = true where user_id = tests.id('wes');
update public.assistant_access set can_edit = true where user_id = tests.id('wes');
update public.assistant_access set can_edit = false where user_id = tests.id('wes');
insert into public.assistant_access (assistant_id, user_id, can_edit)
values (tests.id('Pat notes'), tests.id('wanda'), true);
select tests.as_owner();
select tests.equal(
  array(
    select concat_ws(' ', action, target_user_email, meta ->> 'right')
    from public.audit_logs
    where user_id = tests.id('ann') and action in ('access_granted', 'access_revoked')
    order by 1
  ),
  array[
    'access_granted wanda@tests.example', 'access_granted wanda@tests.example edit_documents',
    'access_granted wes@tests.example edit_documents', 'access_revoked wes@tests.example edit_documents'
  ], 'entries'
);

-- test: DOCS-04 a replaced version stays readable for earlier replies
select tests.add_note('Medication policy', 'new', document => (select id from public.documents where title = 'Medication policy'));
select tests.read_next('One worker gives each dose.');
select tests.sign_in('olga');
select tests.equal(
  (select string_agg(number || ' ' || content, '; ' order by number, position)
   from public.document_chunks join public.document_versions on id = version_id),
  '1 Two workers witness each dose of medication.; 1 Store insulin in the fridge.; 2 One worker gives each dose.',
  'chunks'
);

-- test: DOCS-05 an archived document is not searched, but stays readable; restoring it searches it again
update public.documents set archived = true where title = 'Medication policy';
select tests.sign_in('olga');
select tests.equal(tests.found('Policies', 'medication'), '{}', 'archived');
select tests.equal(public.search_documents(tests.id('Policies'), 'medication') -> 'hasDocuments', 'false', 'has none');
select tests.equal((select count(*) from public.document_chunks), 2, 'readable');
select tests.as_owner();
update public.documents set archived = false, title = 'Dosette guide' where title = 'Medication policy';
select tests.sign_in('olga');
select tests.equal(cardinality(tests.found('Policies', 'dosette guide')), 2, 'found by its new title');

-- test: DOCS-06 a reading that was interrupted is claimed again, and fails after three attempts
select tests.add_note('Roster rules', 'text', assistant => tests.id('Policies'));
select tests.equal((public.claim_document_version(tests.id('one')) ->> 'note'), 'text', 'first');
select tests.equal(public.claim_document_version(tests.id('two')), null::jsonb, 'while it is being read');
select tests.equal(public.release_document_claims(), 1, 'released');
select tests.equal((public.claim_document_version(tests.id('two')) ->> 'note'), 'text', 'second');
select tests.equal(
  (select public.finish_document_version(id, tests.id('one'), '[{"content": "late"}]', '[]')
   from public.document_versions where status = 'reading'),
  false, 'a result of the first process'
);
select tests.equal(
  (select public.report_document_progress(id, tests.id('two'), 40) from public.document_versions where status = 'reading'),
  true, 'progress'
);
select tests.equal((select progress::integer from public.document_versions where status = 'reading'), 40, 'visible progress');
select public.release_document_claims();
select public.claim_document_version(tests.id('three'));
select public.release_document_claims();
select tests.equal(public.claim_document_version(tests.id('four')), null::jsonb, 'after three attempts');
select tests.equal(
  (select problem from public.document_versions where status = 'failed'),
  'The file could not be read: reading it was interrupted three times.', 'the reason'
);
select tests.sign_in('ann');
select tests.equal(public.read_documents_again((select id from public.documents where title = 'Roster rules')), 1, 'again');
select tests.equal((select count(*) from public.document_versions where status = 'waiting'), 1, 'waiting again');

-- test: DOCS-06 a document stays searchable while it is read again
select tests.sign_in('ann');
select tests.equal(public.read_documents_again(), 2, 'all');
select tests.equal(cardinality(tests.found('Policies', 'insulin')), 1, 'while waiting');
select tests.as_owner();
select tests.read_next('Insulin is kept cold.');
select tests.sign_in('ann');
select tests.equal(tests.found('Policies', 'insulin'), array['Insulin is kept cold.'], 'afterwards');

-- test: DOCS-07 administrators' changes to documents are recorded, and appear in the history of their assistant
select tests.add_note('Medication policy', 'new', document => (select id from public.documents where title = 'Medication policy'));
select tests.sign_in('ann');
update public.documents set archived = true where title = 'Medication policy';
delete from public.documents where title = 'Care plan';
select tests.as_owner();
select tests.equal(
  (select array_agg(concat_ws(' ', action, coalesce(assistant_label, participant_name), meta ->> 'title') order by action, meta::text)
   from public.audit_logs where action like 'document%' and user_id = tests.id('ann')),
  array[
    'document_added Pat Example Care plan', 'document_added Policies Medication policy',
    'document_changed Policies Medication policy', 'document_changed Policies Medication policy',
    'document_removed Pat Example Care plan'
  ], 'entries'
);
select tests.sign_in('ann');
select tests.equal(
  jsonb_array_length(public.read_history('assistant', tests.id('Policies')) -> 'rows'), 3, 'history of the assistant'
);
select tests.as_server();
select tests.refused(
  $$select public.record_audit('document_removed', tests.id('ann'))$$, 'PT403', 'a forged entry'
);

-- test: DOCS-08 documents are deleted with their assistant or participant, with chunks and files, and counted
insert into public.documents (id, assistant_id, title) values (tests.id('handbook'), tests.id('Policies'), 'Handbook');
insert into public.document_versions (document_id, number, name, size, mime, sha256, supabase_path)
values (tests.id('handbook'), 1, 'handbook.pdf', 9, 'application/pdf', repeat('a', 64), 'documents/one');
select tests.sign_in('ann');
select tests.equal(public.deletion_effect('assistant', tests.id('Policies')) -> 'documents', '2', 'counted');
select tests.equal(public.deletion_effect('participant', tests.id('pat')) -> 'documents', '1', 'of the participant');
delete from public.assistants where id = tests.id('Policies');
delete from public.participants where id = tests.id('pat');
select tests.as_owner();
select tests.equal(
  (select count(*) from public.documents) + (select count(*) from public.document_versions)
    + (select count(*) from public.document_chunks), 0, 'nothing is left'
);
select tests.equal((select string_agg(supabase_path, ',') from private.removed_files), 'documents/one', 'files');
select tests.equal(
  (select count(*) from public.audit_logs where action = 'document_removed'), 0, 'no entries of their own'
);

-- test: DOCS-08 a document of an assistant or participant on legal hold cannot be deleted
select tests.sign_in('ann');
select public.set_audit_hold('assistant', tests.id('Policies'), 'Inquiry');
select tests.refused($$delete from public.documents where title = 'Medication policy'$$, 'PT409', 'of the assistant');
select public.set_audit_hold('participant', tests.id('pat'), 'Inquiry');
select tests.refused($$delete from public.documents where title = 'Care plan'$$, 'PT409', 'of the participant');

-- test: DOCS-09 a search finds words in other forms, names in another spelling, and headings; rare words count more
select tests.add_note('Emergency handbook', 'text', assistant => tests.id('Policies'));
select tests.read_next(
  'Call Dr Cotterill before you give paracetamol.', 'Workers write a report after each shift.',
  'In a fire, leave by the north gate.', 'Workers write a report to the office.'
);
select tests.sign_in('olga');
select tests.equal((tests.found('Policies', 'reporting of shifts'))[1], 'Workers write a report after each shift.', 'forms');
select tests.equal((tests.found('Policies', 'When is paracetemol given?'))[1], 'Call Dr Cotterill before you give paracetamol.', 'spelling');
select tests.equal((tests.found('Policies', 'Who is Doctor Coterill?'))[1], 'Call Dr Cotterill before you give paracetamol.', 'a name');
select tests.equal(tests.found('Policies', 'zebra crossing'), '{}', 'nothing');
select tests.equal(tests.found('Policies', ''), '{}', 'no words');
select tests.equal(tests.found('Policies', $$it's a \ 'quoted' & | ! <-> (fire) :* test$$) @> array['In a fire, leave by the north gate.'], true, 'operators');

-- test: DOCS-09 of chunks with common words enough are read in order; what is not among them is found with the index
select tests.add_note('Rosters', 'text', assistant => tests.id('Policies'));
select tests.read_next(variadic array_agg(
  case when number = 5200 then 'alpha and beta' when number % 2 = 0 then 'alpha' else 'beta' end order by number
))
from generate_series(1, 5200) as number;
create function tests.count_matching(query tsquery, expected real, entries real) returns bigint language sql as $$
  select count(distinct (version_id, "position"))
  from private.matching_chunks(array[tests.id('Policies')], query, expected, entries);
$$;
select tests.equal(tests.count_matching('alpha', 0.5, 1e6), 100, 'common, and read in order');
select tests.equal(tests.count_matching('alpha', 0.5, 2600), 300, 'few enough for the index');
select tests.equal(tests.count_matching('alpha & beta', 0.25, 1e6), 1, 'rarer than expected');
select tests.equal(tests.count_matching(null, null, null), 0, 'no words');

-- test: DOCS-15 administrators list the documents of an assistant in pages, with owner, versions and states
select tests.add_note('Zebra', 'text', assistant => tests.id('Policies'));
create function tests.listed(q text, page integer) returns jsonb language sql as $$
  select jsonb_build_object('total', list -> 'total', 'rows', (
    select jsonb_agg(concat_ws(' ', value ->> 'title', value ->> 'owner_email', value #>> '{versions,0,status}'))
    from jsonb_array_elements(list -> 'rows')
  ))
  from public.list_documents(tests.id('Policies'), null, q, page, 1) as list;
$$;
update public.documents set archived = true where title = 'Medication policy';
select tests.sign_in('ann');
select tests.equal(tests.listed('', 1), '{"total": 2, "rows": ["Zebra ann@tests.example waiting"]}'::jsonb, 'first page');
select tests.equal(
  tests.listed('', 2), '{"total": 2, "rows": ["Medication policy ann@tests.example ready"]}'::jsonb, 'archived last'
);
select tests.equal(tests.listed('%', 1) -> 'total', '0'::jsonb, 'a literal search');
select tests.sign_in('wanda');
select tests.equal(public.list_documents(tests.id('Policies'), tests.id('pat')) -> 'total', '0'::jsonb, 'without access');

-- test: DOCS-10 a passage of a participant is found with the participant's assistant only
select tests.sign_in('ann');
select tests.equal(cardinality(tests.found('Policies', 'swims hoist')), 0, 'another assistant');
select tests.equal(cardinality(tests.found('Pat notes', 'swims hoist')), 1, 'the assistant of the participant');

-- test: CITE-01 a reply can cite a passage of a document by its number
select tests.equal(private.are_citations(
  '[{"url": "/app?document=00000000-0000-4000-8000-000000000001&passage=3", "title": "Policy, page 3", "number": 1}]'
), true, 'a passage');
select tests.equal(private.are_citations('[{"url": "/app?document=x&passage=3", "title": "x"}]'), false, 'no id');
select tests.equal(private.are_citations('[{"url": "/admin", "title": "x"}]'), false, 'another page of the product');
select tests.equal(private.are_citations(
  '[{"url": "/app?document=00000000-0000-4000-8000-000000000001&passage=3&x=1", "title": "x"}]'
), false, 'more');

-- test: DOCS-28 a version whose file is found to be bad is withdrawn, and the version before it is searched again
select tests.add_file('Fire plan', 'documents/first');
select tests.read_next('Leave by the north gate.');
select tests.add_file('Fire plan', 'documents/second', (select id from public.documents where title = 'Fire plan'));
select tests.read_next('Leave by the south gate.');
create function tests.is_served(path text) returns boolean language sql as $$
  select ready_at is not null and exists (
    select 1 from public.document_chunks where version_id = document_versions.id
  )
  from public.document_versions
  where supabase_path = path;
$$;
select tests.sign_in('olga');
select tests.equal(tests.found('Policies', 'gate'), array['Leave by the south gate.'], 'the second version');
select tests.as_server();
select public.record_document_scan('documents/second', repeat('b', 64), 'new', 'A virus.');
select tests.equal(tests.is_served('documents/second'), true, 'a verdict on other bytes');
select public.record_document_scan('documents/second', repeat('a', 64), 'new');
select tests.equal(tests.is_served('documents/second'), true, 'a good verdict');
select public.record_document_scan('documents/second', repeat('a', 64), 'newer', 'A virus.');
select tests.equal(tests.is_served('documents/second'), false, 'a bad verdict');
select tests.as_owner();
select tests.equal(
  (select status || ': ' || problem from public.document_versions where supabase_path = 'documents/second'),
  'failed: A virus.', 'the reason'
);
select tests.sign_in('olga');
select tests.equal(tests.found('Policies', 'gate'), array['Leave by the north gate.'], 'the first version again');
select tests.equal(
  (select count(*) from public.document_versions where name = 'plan.txt'), 1, 'the versions that a user may open'
);

-- test: DOCS-28 a version that is read again stays if its scanner fails, and is withdrawn if its file is bad
select tests.add_file('Fire plan', 'documents/only');
select tests.read_next('Leave by the north gate.');
create function tests.read_again_and_fail(is_withdrawn boolean) returns boolean language plpgsql as $$
declare
  claim uuid := gen_random_uuid();
begin
  update public.document_versions set status = 'waiting' where supabase_path = 'documents/only';
  return public.fail_document_version(
    (public.claim_document_version(claim) ->> 'id')::uuid, claim, 'Why.', 'checks', is_withdrawn
  );
end;
$$;
select tests.equal(tests.read_again_and_fail(false), true, 'the scanner fails');
select tests.sign_in('olga');
select tests.equal(tests.found('Policies', 'gate'), array['Leave by the north gate.'], 'it is searched');
select tests.as_owner();
update public.document_versions set problem = null, status = 'ready' where supabase_path = 'documents/only';
select tests.equal(tests.read_again_and_fail(true), true, 'the file is bad');
select tests.sign_in('olga');
select tests.equal(tests.found('Policies', 'gate'), '{}'::text[], 'it is not searched');
select tests.equal((select count(*) from public.document_chunks where content like '%gate%'), 0, 'nor opened');

-- test: DOCS-29 the files that another scanner found clean are listed, one after the other
select tests.add_file('Fire plan', 'documents/a');
select tests.read_next('Text');
select tests.add_file('Menu', 'documents/b');
select tests.read_next('Text');
update public.document_versions set scanned_by = 'old' where supabase_path is not null;
select tests.as_server();
select tests.equal(public.next_outdated_scan('new') ->> 'supabase_path', 'documents/a', 'the first');
select tests.equal(public.next_outdated_scan('new', 'documents/a') ->> 'supabase_path', 'documents/b', 'the next');
select tests.equal(public.next_outdated_scan('new', 'documents/b'), null::jsonb, 'the end');
select tests.equal(public.next_outdated_scan('old'), null::jsonb, 'by the same scanner');
select tests.as_visitor();
select tests.forbidden($$select public.next_outdated_scan('new')$$, 'a visitor');
select tests.sign_in('ann');
select tests.forbidden($$select public.next_outdated_scan('new')$$, 'an administrator');
select tests.forbidden(
  $$select public.record_document_scan('documents/a', repeat('a', 64), 'new', 'x')$$, 'a verdict of an administrator'
);

-- test: DOCS-30 a user adds at most 60 versions in a minute
select tests.equal(
  (
    select array_agg(distinct coalesce(outcome, 'saved'))
    from (
      select public.add_document_version(
        tests.id('ann'), null, tests.id('Policies'), null, 'Note ' || each, note => 'x'
      ) ->> 'outcome' as outcome
      from generate_series(1, 58) as each
    ) as added
  ),
  array['saved'], 'after the two of before'
);
create function tests.add_one_more(person text) returns text language sql as $$
  select public.add_document_version(
    tests.id(person), null, tests.id('Policies'), null, 'One more', note => 'x'
  ) ->> 'outcome';
$$;
select tests.equal(tests.add_one_more('ann'), 'rate_limited', 'one more');
select tests.add_person('bob', 'admin');
select tests.equal(tests.add_one_more('bob'), 'saved', 'another user');
update public.document_versions set created_at = created_at - interval '1 minute';
select tests.equal(tests.add_one_more('ann'), 'saved', 'a minute later');

-- test: DOCS-30 versions of several users are read in turn
select tests.add_person('bob', 'admin');
select tests.add_note(title, 'text', assistant => tests.id('Policies')) from unnest(array['A1', 'A2', 'A3']) as title;
select public.add_document_version(tests.id('bob'), null, tests.id('Policies'), null, 'B1', note => 'x');
create function tests.read_title() returns text language plpgsql as $$
declare
  version uuid := tests.read_next('Text');
begin
  return (
    select title from public.documents join public.document_versions on documents.id = document_id
    where document_versions.id = version
  );
end;
$$;
select tests.equal(tests.read_title(), 'B1', 'of the user whose last reading is longest ago');
select tests.equal(array[tests.read_title(), tests.read_title(), tests.read_title()], array['A1', 'A2', 'A3'], 'the others');

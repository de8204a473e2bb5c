select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
insert into public.participants (id, display_name) values (tests.id('pat'), 'Pat');
select tests.add_assistant('Policies');
select tests.add_assistant('Pat at home', 'pat');

-- The rows that the signed-in person has written, as `action: about`.
create function pg_temp.told()
returns text
language sql
as $$
  select coalesce(
    string_agg(
      concat_ws(
        ' ', action || ':', coalesce(assistant_label, participant_name), split_part(target_user_email, '@', 1),
        nullif(meta, '{}')
      ),
      '; ' order by action, target_user_email
    ),
    ''
  )
  from public.audit_logs
  where user_email = 'ann@tests.example' and action not like 'conversation%';
$$;

-- test: creating, updating and deleting a participant write one row each, with before and after of the changed fields
select tests.sign_in('ann');
insert into public.participants (id, display_name) values (tests.id('pip'), 'Pip');
select tests.equal(
  pg_temp.told(), 'participant_created: Pip {"after": {"status": "active", "display_name": "Pip"}}', 'added'
);
update public.participants set display_name = 'Pippa', status = 'active' where id = tests.id('pip');
update public.participants set display_name = 'Pippa' where id = tests.id('pip');
select tests.equal(
  (select meta::text from public.audit_logs where action = 'participant_updated'),
  '{"after": {"display_name": "Pippa"}, "before": {"display_name": "Pip"}}', 'one change, of the name alone'
);
delete from public.participants where id = tests.id('pip');
select tests.equal(
  (select array[participant_name, meta #>> '{before,display_name}', meta #>> '{removed,assistants}']
   from public.audit_logs where action = 'participant_deleted'),
  array['Pippa', 'Pippa', '0'], 'deleted'
);

-- test: an assistant is recorded with its fields, and a long list of domains by its length
select tests.sign_in('ann');
insert into public.assistants (id, label, openai_assistant_id) values (tests.id('New'), 'New', 'asst_1');
update public.assistants
set web_research_enabled = true, use_org_domains = false,
    web_domains = array_fill(repeat('a', 240) || '.example'::text, array[50])
where id = tests.id('New');
select tests.equal(
  (select meta #>> '{after,web_domains,count}' from public.audit_logs where action = 'assistant_updated'), '50', 'domains'
);
update public.assistants set label = 'Newer' where id = tests.id('New');
select tests.equal(
  (select string_agg(meta::text, ', ') from public.audit_logs
   where action = 'assistant_updated' and assistant_label = 'Newer'),
  '{"after": {"label": "Newer"}, "before": {"label": "New"}}', 'the label alone'
);
select tests.equal(
  (select meta -> 'after' ->> 'label' from public.audit_logs where action = 'assistant_created'), 'New', 'added'
);

-- test: START-08 a changed description and changed questions are recorded, the longest ones too
select tests.sign_in('ann');
insert into public.assistants (id, label, openai_assistant_id) values (tests.id('New'), 'New', 'asst_1');
update public.assistants
set description = 'Finds a policy.', suggested_questions = array['Who?', 'Where?']
where id = tests.id('New');
select tests.equal(
  (select meta from public.audit_logs where action = 'assistant_updated'),
  '{"after": {"description": "Finds a policy.", "suggested_questions": ["Who?", "Where?"]},
    "before": {"description": "", "suggested_questions": []}}'::jsonb,
  'recorded'
);
update public.assistants
set description = repeat('𝄞', 120), suggested_questions = array_fill(repeat('𝄞', 120), array[4]),
    web_domains = array_fill(repeat('a', 1490), array[1])
where id = tests.id('New');
update public.assistants
set description = repeat('𝄢', 120), suggested_questions = array_fill(repeat('"', 120), array[4]),
    web_domains = array_fill(repeat('b', 1490), array[1])
where id = tests.id('New');
select tests.equal((select count(*) from public.audit_logs where action = 'assistant_updated'), 3, 'the longest');

-- test: PART-09 deleting a participant deletes its assistant and assignments, and writes one row that counts them
insert into public.participant_assignments (participant_id, user_id) values (tests.id('pat'), tests.id('wes'));
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Pat at home'), tests.id('wes'));
insert into public.assistant_role_access (assistant_id, role_id)
select tests.id('Pat at home'), id from public.roles where name = 'office';
insert into public.conversations (id, user_id, assistant_id) values (tests.id('lost'), tests.id('wes'), tests.id('Pat at home'));
insert into public.messages (conversation_id, role, content) values (tests.id('lost'), 'user', 'Private words');
select tests.sign_in('ann');
select tests.equal(
  public.deletion_effect('participant', tests.id('pat')),
  '{"conversations": 1, "people": 1, "messages": 1, "files": 0, "documents": 0, "direct_grants": 1, "role_grants": 1, "assistants": 1,
    "assignments": 1}'::jsonb,
  'told before'
);
delete from public.participants where id = tests.id('pat');
select tests.equal(
  (select array_agg(action order by action) from public.audit_logs where user_id = tests.id('ann')),
  array['conversation_deleted', 'participant_deleted'], 'one row, and one for the conversation'
);
select tests.equal(
  (select meta -> 'removed' from public.audit_logs where action = 'participant_deleted'),
  '{"conversations": 1, "people": 1, "messages": 1, "files": 0, "documents": 0, "direct_grants": 1, "role_grants": 1, "assistants": 1,
    "assignments": 1}'::jsonb,
  'counted'
);
select tests.equal(
  (select array[participant_name, assistant_label] from public.audit_logs where action = 'participant_deleted'),
  array['Pat', 'Pat at home'], 'and named'
);
select tests.as_owner();
select tests.equal((select count(*) from public.participant_assignments), 0, 'assignments');
select tests.equal((select string_agg(label, ', ') from public.assistants), 'Policies', 'assistants');
select tests.holds(
  not exists (select 1 from public.audit_logs where to_jsonb(audit_logs)::text like '%Private words%'), 'nothing quoted'
);

-- test: assignments, grants and roles name their subject
select tests.sign_in('ann');
insert into public.participant_assignments (participant_id, user_id) values (tests.id('pat'), tests.id('wes'));
delete from public.participant_assignments;
insert into public.assistant_access (assistant_id, user_id)
values (tests.id('Policies'), tests.id('wes')), (tests.id('Policies'), tests.id('wanda'));
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Policies'), tests.id('wes'))
on conflict (assistant_id, user_id) do update set user_id = excluded.user_id;
update public.assistant_access set user_id = tests.id('ann') where user_id = tests.id('wanda');
delete from public.assistant_access where user_id = tests.id('wes');
insert into public.assistant_role_access (assistant_id, role_id)
select tests.id('Policies'), id from public.roles where name = 'office';
delete from public.assistant_role_access;
update public.users set role_id = (select id from public.roles where name = 'office') where id = tests.id('wes');
update public.users set role_id = role_id where id = tests.id('wes');
select tests.equal(
  pg_temp.told(),
  'access_granted: Policies ann; access_granted: Policies wanda; access_granted: Policies wes; '
    || 'access_revoked: Policies wanda; access_revoked: Policies wes; '
    || 'role_access_granted: Policies {"role": "office"}; role_access_revoked: Policies {"role": "office"}; '
    || 'role_changed: wes {"after": {"role": "office"}, "before": {"role": "support_worker"}}; '
    || 'worker_assigned: Pat wes; worker_unassigned: Pat wes',
  'rows'
);

-- test: RECORD-09 the entries of one statement are inserted together, in the order of its rows
create temporary table inserts (entries bigint);
create function pg_temp.count_inserts()
returns trigger
language plpgsql security definer
as $$
begin
  insert into inserts select count(*) from added;
  return null;
end;
$$;
create trigger count_inserts
  after insert on public.audit_logs
  referencing new table as added
  for each statement execute function pg_temp.count_inserts();
insert into public.documents (id, assistant_id, title)
select tests.id(title), tests.id('Policies'), title from unnest(array['One', 'Two', 'Three']) as title;
select tests.sign_in('ann');
insert into public.assistant_access (assistant_id, user_id, can_edit)
values (tests.id('Policies'), tests.id('wes'), true), (tests.id('Pat at home'), tests.id('wes'), false),
  (tests.id('Policies'), tests.id('wanda'), true);
insert into public.participant_assignments (participant_id, user_id)
values (tests.id('pat'), tests.id('wes')), (tests.id('pat'), tests.id('wanda'));
update public.documents set owner_id = tests.id('wes'), archived = archived or title = 'Two';
update public.documents set archived = title = 'Two';
delete from public.participant_assignments;
delete from public.assistant_access;
delete from public.documents;
select tests.as_owner();
select tests.equal((select array_agg(entries) from inserts), array[5, 2, 3, 0, 2, 3, 3]::bigint[], 'inserts');
select tests.equal(
  (
    select array_agg(
      concat_ws(' ', action, assistant_label, participant_name, split_part(target_user_email, '@', 1), meta ->> 'right',
        meta ->> 'title', meta #>> '{after,archived}')
      order by position
    )
    from public.audit_logs
    join private.audit_unlinked on entry_id = audit_logs.id
  ),
  array[
    'access_granted Policies wes', 'access_granted Policies wes edit_documents', 'access_granted Pat at home Pat wes',
    'access_granted Policies wanda', 'access_granted Policies wanda edit_documents',
    'worker_assigned Pat wes', 'worker_assigned Pat wanda',
    'document_changed Policies One', 'document_changed Policies Two true', 'document_changed Policies Three',
    'worker_unassigned Pat wes', 'worker_unassigned Pat wanda',
    'access_revoked Policies wes', 'access_revoked Pat at home Pat wes', 'access_revoked Policies wanda',
    'document_removed Policies One', 'document_removed Policies Two', 'document_removed Policies Three'
  ],
  'order'
);

-- test: refused changes and changes without a signed-in user write no row
select tests.sign_in('wes');
select tests.forbidden($$update public.participants set status = 'inactive'$$, 'a worker');
select tests.as_server();
update public.participants set status = 'inactive';
select tests.as_owner();
select tests.equal((select count(*) from public.audit_logs where action like 'participant%'), 0, 'rows');

-- test: the history of a record is read newest first, in pages, by administrators only
select tests.sign_in('ann');
update public.participants set status = 'inactive' where id = tests.id('pat');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Pat at home'), tests.id('wes'));
insert into public.participant_assignments (participant_id, user_id) values (tests.id('pat'), tests.id('wes'));
update public.assistants set label = 'Pat here' where id = tests.id('Pat at home');
create temporary table parts as select public.read_history('participant', tests.id('pat'), row_limit => 3) as part;
insert into parts
select public.read_history(
  'participant', tests.id('pat'), (part #>> '{next,moment}')::bigint, (part #>> '{next,id}')::uuid, 3
)
from parts;
select tests.equal(
  (select array_agg(jsonb_array_length(part -> 'rows') order by jsonb_array_length(part -> 'rows')) from parts),
  array[1, 3], 'two parts'
);
select tests.equal(
  (select count(distinct entry ->> 'action') from parts cross join jsonb_array_elements(part -> 'rows') as entry),
  4, 'four different rows'
);
select tests.equal(
  (select count(*) from parts where part -> 'next' = 'null'), 1, 'the second part is the last one'
);
select tests.equal(
  (select array_agg(entry ->> 'action' order by entry ->> 'action')
   from jsonb_array_elements(public.read_history('assistant', tests.id('Pat at home')) -> 'rows') as entry),
  array['access_granted', 'assistant_updated'], 'the assistant'
);
select tests.equal(
  (select array_agg(entry ->> 'action' order by entry ->> 'action')
   from jsonb_array_elements(public.read_history('user', tests.id('wes')) -> 'rows') as entry),
  array['access_granted', 'worker_assigned'], 'the person'
);

-- test: RECORD-05 a history has the names of the people and participants that it refers to
insert into public.documents (id, assistant_id, title) values (tests.id('rules'), tests.id('Policies'), 'Rules');
update public.users set display_name = 'Wes Lane' where id = tests.id('wes');
select tests.sign_in('ann');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Policies'), tests.id('wes'));
update public.documents set owner_id = tests.id('wanda') where id = tests.id('rules');
select tests.equal(
  public.read_history('assistant', tests.id('Policies')) -> 'names',
  jsonb_build_object(
    tests.id('ann'), 'ann@tests.example', tests.id('wes'), 'Wes Lane', tests.id('wanda'), 'wanda@tests.example'
  ),
  'names'
);
select tests.equal(public.read_history('assistant', tests.id('Pat at home')) -> 'names', '{}'::jsonb, 'no entries');

-- test: RECORD-02 each column that administrators may change is recorded, also one that is added later
insert into public.participants (id, display_name) values (tests.id('pip'), 'Pip');
insert into public.documents (assistant_id, title) values (tests.id('Policies'), 'Rules');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Policies'), tests.id('wes'));
alter table public.assistants add column contact text;
grant update (contact) on public.assistants to authenticated;
create temporary table examples as
select
  jsonb_build_object(
    'assistant_access.assistant_id', quote_literal(tests.id('Pat at home')),
    'assistant_access.user_id', quote_literal(tests.id('wanda')),
    'assistants.kind', quote_literal('participant'),
    'assistants.openai_assistant_id', quote_literal('asst_another'),
    'assistants.participant_id', quote_literal(tests.id('pip')) || ', kind = ' || quote_literal('participant'),
    'assistants.monthly_token_budget', '1000000',
    'assistants.web_domains', $$array['another.example']$$,
    'assistants.suggested_questions', $$array['Another question?']$$,
    'documents.owner_id', quote_literal(tests.id('wes')),
    'participants.status', quote_literal('inactive'),
    'synonyms.also', quote_literal('another'),
    'synonyms.words', quote_literal('another'),
    'users.role_id', $$(select id from public.roles where name = 'office')$$
  ) as values;
grant select on examples to authenticated;
select tests.sign_in('ann');
select tests.same_lines(
  array(select tests.unrecorded_columns((select values from examples))), '{}', 'columns without an audit entry'
);
select tests.as_owner();
alter table public.assistant_access add column note text;
grant update (note) on public.assistant_access to authenticated;
select tests.sign_in('ann');
select tests.same_lines(
  array(select tests.unrecorded_columns((select values from examples))), array['assistant_access.note'], 'found'
);

select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
insert into public.participants (id, display_name) values (tests.id('pat'), 'Pat Example');
insert into public.assistants (id, kind, label, participant_id, openai_assistant_id)
values (tests.id('Pat notes'), 'participant', 'Pat notes', tests.id('pat'), 'asst_pat');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Pat notes'), tests.id('wes'));
insert into public.conversations (id, user_id, assistant_id, title, created_at)
values
  (tests.id('talk'), tests.id('wes'), tests.id('Pat notes'), 'Roster', now()),
  (tests.id('empty'), tests.id('wes'), tests.id('Pat notes'), 'New conversation', now() - interval '2 days');
insert into public.attachments (conversation_id, user_id, name, size, mime, sha256, supabase_path, created_at)
values (
  tests.id('talk'), tests.id('wes'), 'notes.txt', 1, 'text/plain', repeat('a', 64), 'attachments/one',
  now() - interval '30 days'
);
set constraints all immediate;

-- Tries to delete each record above as a user that may; returns the records that the hold protects.
create function pg_temp.refused_deletions(reason text) returns text language plpgsql as $$
declare
  attempt record;
  refused text[] := '{}';
begin
  for attempt in
    select *
    from (
      values
        ('wes', 'talk', 'delete from public.conversations where title = ''Roster'''),
        ('ann', 'assistant', 'delete from public.assistants'),
        ('ann', 'participant', 'delete from public.participants'),
        (null, 'person', 'delete from public.users where id = tests.id(''wes'')'),
        (null, 'account', 'delete from auth.users where id = tests.id(''wes'')'),
        (null, 'file', 'select public.remove_attachment(tests.id(''wes''), tests.id(''talk''), ''attachments/one'')')
    ) as attempts (person, subject, statement)
  loop
    begin
      perform tests.as_owner();
      if attempt.person is not null then
        perform tests.sign_in(attempt.person);
      end if;
      execute attempt.statement;
      raise exception 'undone' using errcode = 'HM001';
    exception
      when sqlstate 'HM001' then null;
      when sqlstate 'PT409' then
        if sqlerrm = 'This is on legal hold and cannot be deleted: ' || reason then
          refused := refused || attempt.subject;
        end if;
    end;
  end loop;
  perform tests.as_owner();
  return array_to_string(refused, ' ');
end;
$$;

-- test: a hold on a conversation, participant, assistant, user, or everything prevents its deletion by anyone
select tests.equal(pg_temp.refused_deletions('An enquiry'), '', 'without a hold');
select private.hold_audit('conversation', tests.id('talk'), 'An enquiry');
select tests.equal(
  pg_temp.refused_deletions('An enquiry'), 'talk assistant participant person account file', 'the conversation'
);
update private.audit_holds set kind = 'participant', subject_id = tests.id('pat');
select tests.equal(
  pg_temp.refused_deletions('An enquiry'), 'talk assistant participant person account file', 'the participant'
);
update private.audit_holds set kind = 'assistant', subject_id = tests.id('Pat notes');
select tests.equal(
  pg_temp.refused_deletions('An enquiry'), 'talk assistant participant person account file', 'the assistant'
);
update private.audit_holds set kind = 'user', subject_id = tests.id('wes');
select tests.equal(
  pg_temp.refused_deletions('An enquiry'), 'talk assistant participant person account file', 'the person'
);
update private.audit_holds set kind = 'user', subject_id = tests.id('ann');
select tests.equal(pg_temp.refused_deletions('An enquiry'), '', 'another person');
update private.audit_holds set kind = 'all', subject_id = null;
select tests.equal(
  pg_temp.refused_deletions('An enquiry'), 'talk assistant participant person account file', 'everything'
);
select private.lift_audit_hold(id) from private.audit_holds;
select tests.equal(pg_temp.refused_deletions('An enquiry'), '', 'lifted');

-- test: a hold retains records without conversations too
delete from public.conversations;
select private.hold_audit('participant', tests.id('pat'), 'An enquiry');
select tests.equal(pg_temp.refused_deletions('An enquiry'), 'participant', 'the participant');
select private.hold_audit('assistant', tests.id('Pat notes'), 'An enquiry');
select private.hold_audit('user', tests.id('wes'), 'An enquiry');
select tests.equal(pg_temp.refused_deletions('An enquiry'), 'assistant participant person account', 'each');

-- test: the sweeps of empty conversations and unsent files skip held data
select private.hold_audit('participant', tests.id('pat'), 'An enquiry');
select tests.as_server();
select tests.equal(public.sweep_empty_conversations(), 0, 'conversations');
select public.sweep_files();
select tests.as_owner();
select tests.equal((select count(*) from public.attachments), 1, 'files');
select private.lift_audit_hold(id) from private.audit_holds;
select tests.as_server();
select tests.equal(public.sweep_empty_conversations(), 1, 'lifted: conversations');
select public.sweep_files();
select tests.as_owner();
select tests.equal((select count(*) from public.attachments), 0, 'lifted: files');

-- test: a mistyped ID is refused, but not one that only the log contains
select tests.sign_in('ann');
select tests.refused(
  format('select public.set_audit_hold(%L, tests.id(''nothing''), ''x'')', kind), 'PT404', kind,
  format('No %s has this ID, and no entry is about one.', kind)
)
from unnest(array['user', 'participant', 'assistant', 'conversation']) as kind;
select tests.refused($$select public.set_audit_hold('conversation', tests.id('wes'), 'x')$$, 'PT404', 'another kind');
delete from public.assistants;
select public.set_audit_hold('conversation', tests.id('talk'), 'x');
select public.set_audit_hold('assistant', tests.id('Pat notes'), 'x');

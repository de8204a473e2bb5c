select tests.add_person('ann', 'admin');
select tests.add_person('adam', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
select tests.add_assistant('Notes');
select tests.add_assistant('Leave');
insert into public.assistant_access (assistant_id, user_id)
values (tests.id('Notes'), tests.id('wes')), (tests.id('Notes'), tests.id('wanda')), (tests.id('Leave'), tests.id('wes'));
insert into public.conversations (id, user_id, assistant_id, title)
values
  (tests.id('talk'), tests.id('wes'), tests.id('Notes'), 'Talk'),
  (tests.id('other talk'), tests.id('wes'), tests.id('Leave'), 'Other talk');
insert into public.messages (id, conversation_id, role, content, parent_id, citations)
values
  (tests.id('question'), tests.id('talk'), 'user', 'A private question', null, '[]'),
  (
    tests.id('reply'), tests.id('talk'), 'assistant', 'A private reply', tests.id('question'),
    '[{"url": "https://ndis.gov.au/", "title": "NDIS"}]'
  ),
  (tests.id('other reply'), tests.id('other talk'), 'assistant', 'Another reply', null, '[]');
insert into public.turns (
  id, conversation_id, user_id, user_message_id, assistant_message_id, idempotency_key, status, ended_at
)
values (
  tests.id('turn'), tests.id('talk'), tests.id('wes'), tests.id('question'), tests.id('reply'), 'key', 'completed', now()
);

create function tests.rate(reply text, rating text, reason text default null, comment text default '', shared boolean default false)
returns boolean
language sql
as $$
  select public.save_feedback(
    case reply when 'other reply' then tests.id('other talk') else tests.id('talk') end,
    tests.id(rate.reply), rate.rating, rate.reason, rate.comment, rate.shared
  );
$$;

-- test: FEED-01 a user gives feedback on a reply, once, with the assistant, conversation and turn of the reply
select tests.sign_in('wes');
select tests.holds(tests.rate('reply', 'helpful'), 'saved');
select tests.equal(
  (select array[user_id, assistant_id, conversation_id, turn_id] from public.reply_feedback),
  array[tests.id('wes'), tests.id('Notes'), tests.id('talk'), tests.id('turn')], 'references'
);
select tests.holds(tests.rate('reply', 'not_helpful', 'wrong', 'The form is called B.'), 'changed');
select tests.equal(
  (select string_agg(concat_ws(' ', rating, reason, comment), ', ') from public.reply_feedback),
  'not_helpful wrong The form is called B.', 'one row, changed'
);
select tests.holds(not tests.rate('question', 'helpful'), 'not on a question');
select tests.holds(
  not public.save_feedback(tests.id('other talk'), tests.id('reply'), 'helpful', null, '', false),
  'not on a reply of another conversation'
);
select tests.forbidden(
  $$insert into public.reply_feedback (message_id, rating) values (tests.id('question'), 'helpful')$$,
  'on a question, past the function'
);
select tests.succeeds('delete from public.reply_feedback', 1, 'removed');

-- test: FEED-02 a reason fits the rating, and a comment has at most 1,000 characters
select tests.sign_in('wes');
select tests.refused($$select tests.rate('reply', 'helpful', 'wrong')$$, '23514', 'helpful with a reason');
select tests.refused($$select tests.rate('reply', 'not_helpful')$$, '23514', 'not helpful without a reason');
select tests.refused($$select tests.rate('reply', 'not_helpful', 'harmful')$$, '23514', 'a reason of a problem');
select tests.refused($$select tests.rate('reply', 'problem')$$, '23514', 'a problem without a reason');
select tests.refused($$select tests.rate('reply', 'problem', 'outdated')$$, '23514', 'another reason');
select tests.refused($$select tests.rate('reply', 'great')$$, '23514', 'an unknown rating');
select tests.refused(
  $$select tests.rate('reply', 'not_helpful', 'other', repeat('x', 1001))$$, '23514', 'a longer comment'
);
select tests.holds(tests.rate('reply', 'not_helpful', 'other', repeat('x', 1000)), 'the longest comment');

-- test: FEED-03 users read, change and remove their own feedback only, and give it only on replies that they may read
select tests.sign_in('wes');
select tests.rate('reply', 'not_helpful', 'wrong');
select tests.sign_in('wanda');
select tests.succeeds('select id from public.reply_feedback', 0, 'another user reading');
select tests.succeeds($$update public.reply_feedback set rating = 'helpful', reason = null$$, 0, 'another user changing');
select tests.succeeds('delete from public.reply_feedback', 0, 'another user removing');
select tests.holds(not tests.rate('reply', 'helpful'), 'another user rating');
select tests.forbidden(
  $$insert into public.reply_feedback (message_id, rating) values (tests.id('reply'), 'helpful')$$,
  'another user, past the function'
);
select tests.forbidden(
  $$insert into public.reply_feedback (user_id, message_id, rating) values (tests.id('wes'), tests.id('reply'), 'helpful')$$,
  'in the name of another user'
);
select tests.sign_in('ann');
select tests.succeeds('select id from public.reply_feedback', 1, 'an admin reading');
select tests.succeeds($$update public.reply_feedback set rating = 'helpful', reason = null$$, 0, 'an admin changing');
select tests.succeeds('delete from public.reply_feedback', 0, 'an admin removing');
select tests.holds(not tests.rate('reply', 'helpful'), 'an admin rating');
select tests.as_visitor();
select tests.forbidden('select id from public.reply_feedback', 'a visitor');
select tests.as_owner();
delete from public.assistant_access where assistant_id = tests.id('Notes') and user_id = tests.id('wes');
select tests.sign_in('wes');
select tests.holds(not tests.rate('reply', 'helpful'), 'without access to the assistant');
select tests.forbidden($$update public.reply_feedback set comment = 'New'$$, 'changing without access');
select tests.succeeds('delete from public.reply_feedback', 1, 'removing without access');

-- test: FEED-04 giving, changing and removing feedback is recorded without the comment, and limited per hour
select tests.sign_in('wes');
select tests.rate('reply', 'not_helpful', 'wrong', 'Private words');
select tests.rate('reply', 'not_helpful', 'wrong', 'Private words');
select tests.rate('reply', 'problem', 'harmful', 'Private words');
delete from public.reply_feedback;
select tests.as_owner();
select tests.equal(
  (
    select string_agg(
      concat_ws(' ', action, meta ->> 'rating', meta ->> 'reason'), ', ' order by action, meta ->> 'rating'
    )
    from public.audit_logs
    where action like 'feedback%'
  ),
  'feedback_given not_helpful wrong, feedback_given problem harmful, feedback_removed problem harmful', 'recorded'
);
select tests.equal(
  (select count(*) from public.audit_logs where meta::text like '%Private words%'), 0, 'without the comment'
);
select tests.equal(
  (
    select array[user_id, assistant_id, conversation_id, (meta ->> 'turn_id')::uuid]
    from public.audit_logs
    where action = 'feedback_removed'
  ),
  array[tests.id('wes'), tests.id('Notes'), tests.id('talk'), tests.id('turn')], 'about the reply'
);
insert into public.audit_logs (action, user_id) select 'feedback_given', tests.id('wes') from generate_series(1, 116);
select tests.sign_in('wes');
select tests.holds(tests.rate('reply', 'helpful'), 'the 120th');
select tests.refused($$select tests.rate('reply', 'problem', 'other')$$, 'PT429', 'the 121st');

-- test: feedback is deleted with its conversation, without a separate entry
select tests.sign_in('wes');
select tests.rate('reply', 'helpful');
delete from public.conversations where id = tests.id('talk');
select tests.as_owner();
select tests.equal((select count(*) from public.reply_feedback), 0, 'feedback');
select tests.equal((select count(*) from public.audit_logs where action = 'feedback_removed'), 0, 'entries');

-- test: FEED-05 only administrators list feedback: reported problems first, filtered by text, assistant, reason and state
select tests.sign_in('wes');
select tests.rate('reply', 'problem', 'harmful', 'It said 50% more.');
select tests.rate('other reply', 'not_helpful', 'outdated', 'Old rules');
select tests.sign_in('ann');
select tests.equal(
  (
    select string_agg(concat_ws(' ', row ->> 'user_email', row ->> 'assistant_label', row ->> 'reason'), ', ')
    from jsonb_array_elements(public.list_feedback() -> 'rows') as row
  ),
  'wes@tests.example Notes harmful, wes@tests.example Leave outdated', 'all, the problem first'
);
select tests.equal((public.list_feedback() ->> 'total')::integer, 2, 'total');
select tests.equal(
  (public.list_feedback(first_row => 1, row_limit => 1) #>> '{rows,0,reason}'), 'outdated', 'the second page'
);
create function pg_temp.reasons(found jsonb)
returns text
language sql
as $$
  select coalesce(string_agg(row ->> 'reason', ', '), '') from jsonb_array_elements(found -> 'rows') as row;
$$;
select tests.equal(pg_temp.reasons(public.list_feedback(q => '50% M')), 'harmful', 'a literal part of the comment');
select tests.equal(pg_temp.reasons(public.list_feedback(q => '50_')), '', 'without placeholders');
select tests.equal(pg_temp.reasons(public.list_feedback(q => 'WES@')), 'harmful, outdated', 'the email');
select tests.equal(pg_temp.reasons(public.list_feedback(assistant_id => tests.id('Leave'))), 'outdated', 'assistant');
select tests.equal(pg_temp.reasons(public.list_feedback(reason => 'problem')), 'harmful', 'rating');
select tests.equal(pg_temp.reasons(public.list_feedback(reason => 'outdated')), 'outdated', 'reason');
select public.review_feedback(id, updated_at, true) from public.reply_feedback where reason = 'harmful';
select tests.equal(pg_temp.reasons(public.list_feedback(state => 'new')), 'outdated', 'new');
select tests.equal(pg_temp.reasons(public.list_feedback(state => 'reviewed')), 'harmful', 'reviewed');
select tests.sign_in('wes');
select tests.forbidden('select public.list_feedback()', 'a user', 'Admin access required');
select tests.forbidden('select public.feedback_trends()', 'trends for a user', 'Admin access required');

-- test: FEED-06 only administrators mark feedback as reviewed, in the version that they saw; a change by the user makes it new
select tests.sign_in('wes');
select tests.rate('reply', 'problem', 'private');
select tests.forbidden(
  $$select public.review_feedback(id, updated_at, true) from public.reply_feedback$$, 'a user', 'Admin access required'
);
select tests.forbidden('update public.reply_feedback set reviewed_at = now()', 'a user, past the function');
select tests.sign_in('ann');
select tests.refused(
  $$select public.review_feedback(id, updated_at - interval '1 second', true) from public.reply_feedback$$, 'PT409',
  'another version', 'The user has changed this feedback. Check it again.'
);
select tests.refused(
  $$select public.review_feedback(tests.id('none'), now(), true)$$, 'PT404', 'feedback that does not exist'
);
select tests.holds((select urgent from public.reply_feedback), 'urgent');
select public.review_feedback(id, updated_at, true) from public.reply_feedback;
select public.review_feedback(id, updated_at, true) from public.reply_feedback;
select tests.equal(
  (select row(reviewed_by, urgent)::text from public.reply_feedback), row(tests.id('ann'), false)::text, 'reviewed'
);
select tests.equal(
  (
    select array[row(user_id, target_user_id, conversation_id)::text, meta ->> 'reviewed', count(*) over ()::text]
    from public.audit_logs
    where action = 'feedback_reviewed'
  ),
  array[row(tests.id('ann'), tests.id('wes'), tests.id('talk'))::text, 'true', '1'], 'recorded once'
);
select tests.sign_in('wes');
select tests.rate('reply', 'problem', 'private', 'It has an address.');
select tests.holds((select reviewed_at is null and reviewed_by is null and urgent from public.reply_feedback), 'new again');

-- test: FEED-07 administrators read question, reply and sources only if the user shared them, and each reading is recorded once an hour
select tests.sign_in('wes');
select tests.rate('reply', 'not_helpful', 'wrong');
select tests.sign_in('ann');
select tests.holds((select public.read_shared_reply(id) is null from public.reply_feedback), 'not shared');
select tests.succeeds('select id from public.messages', 0, 'messages stay private');
select tests.sign_in('wes');
select tests.rate('reply', 'not_helpful', 'wrong', '', true);
select tests.forbidden(
  $$select public.read_shared_reply(id) from public.reply_feedback$$, 'a user', 'Admin access required'
);
select tests.sign_in('ann');
select tests.equal((select count(*) from public.audit_logs where action = 'record_viewed'), 0, 'not recorded yet');
select tests.equal(
  (select public.read_shared_reply(id) from public.reply_feedback),
  '{"question": "A private question", "reply": "A private reply",
    "citations": [{"url": "https://ndis.gov.au/", "title": "NDIS"}]}',
  'shared'
);
select public.read_shared_reply(id) from public.reply_feedback;
select tests.sign_in('adam');
select public.read_shared_reply(id) from public.reply_feedback;
select tests.equal(
  (
    select string_agg(concat_ws(' ', user_email, target_user_email, meta ->> 'kind'), ', ' order by user_email)
    from public.audit_logs
    where action = 'record_viewed'
  ),
  'adam@tests.example wes@tests.example feedback, ann@tests.example wes@tests.example feedback', 'recorded'
);
select tests.sign_in('wes');
select tests.rate('reply', 'not_helpful', 'wrong', '', false);
select tests.sign_in('ann');
select tests.holds((select public.read_shared_reply(id) is null from public.reply_feedback), 'no longer shared');

-- test: FEED-08 trends count the feedback of each assistant per week
select tests.sign_in('wes');
select tests.rate('reply', 'problem', 'other');
select tests.rate('other reply', 'helpful');
select tests.as_owner();
update public.reply_feedback set created_at = now() - interval '14 days' where rating = 'helpful';
select tests.sign_in('ann');
select tests.equal(
  (
    select string_agg(
      concat_ws(
        ' ', trend ->> 'label', jsonb_array_length(trend -> 'weeks'), trend #>> '{weeks,0,helpful}',
        trend #>> '{weeks,2,problem}'
      ),
      ', '
    )
    from jsonb_array_elements(public.feedback_trends(3)) as trend
  ),
  'Leave 3 1 0, Notes 3 0 1', 'three weeks'
);
select tests.equal(jsonb_array_length(public.feedback_trends(1)), 1, 'only assistants with feedback in this time');

-- test: the server cannot forge entries about feedback
select tests.as_server();
select tests.refused($$select public.record_audit('feedback_given', tests.id('wes'))$$, 'PT403', 'given');
select tests.refused($$select public.record_audit('feedback_reviewed', tests.id('ann'))$$, 'PT403', 'reviewed');
select tests.forbidden('select id from public.reply_feedback', 'the table');

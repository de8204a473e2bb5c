select tests.add_person('ann', 'admin');
select tests.add_person('olive', 'office');
select tests.add_person('wes', 'support_worker');
select tests.add_person('wanda', 'support_worker');
insert into public.participants (id, display_name) values (tests.id('pat'), 'Pat'), (tests.id('pip'), 'Pip');
select tests.add_assistant('Policies');
select tests.add_assistant('Office only');
select tests.add_assistant('Pat at home', 'pat');

-- test: DATA-07 an assistant is of kind org or participant, and only the latter carries a participant
select tests.sign_in('ann');
select tests.succeeds(
  $$insert into public.assistants (label, kind, openai_assistant_id, participant_id)
    values ('With Pip', 'participant', 'asst_1', tests.id('pip'))$$, 1, 'tied to one participant'
);
select tests.succeeds(
  $$insert into public.assistants (label, kind, openai_assistant_id) values ('Later', 'participant', 'asst_1')$$,
  1, 'the participant is optional'
);
select tests.refused(
  $$insert into public.assistants (label, kind, openai_assistant_id, participant_id)
    values ('Wrong', 'org', 'asst_1', tests.id('pip'))$$, '23514', 'org with a participant'
);
select tests.refused(
  $$insert into public.assistants (label, kind, openai_assistant_id) values ('Wrong', 'team', 'asst_1')$$,
  '23514', 'another kind'
);
select tests.refused(
  $$insert into public.assistants (label, kind, openai_assistant_id, participant_id)
    values ('Second', 'participant', 'asst_1', tests.id('pat'))$$, '23505', 'a second assistant of one participant'
);

-- test: DATA-08 web research is off and the organisation's domains are on by default
select tests.sign_in('ann');
insert into public.assistants (label, openai_assistant_id) values ('Defaults', 'asst_1');
select tests.equal(
  (select array[web_research_enabled, use_org_domains] from public.assistants where label = 'Defaults'),
  array[false, true], 'web research, organisation domains'
);
select tests.equal(
  (select web_domains from public.assistants where label = 'Defaults'), '{}'::text[], 'no domains of its own'
);
select tests.equal((select kind from public.assistants where label = 'Defaults'), 'org', 'kind');

-- test: labels, keys and domains are validated
select tests.sign_in('ann');
select tests.refused($$update public.assistants set label = 'ab'$$, '23514', 'a label of two characters');
select tests.refused($$update public.assistants set label = repeat('a', 61)$$, '23514', 'a label of sixty-one');
select tests.refused($$update public.assistants set label = U&'Caf\00E9'$$, '23514', 'a label beyond ASCII');
select tests.refused($$update public.assistants set openai_assistant_id = 'gpt_1'$$, '23514', 'a key without asst_');
select tests.refused($$update public.assistants set web_domains = array['a b']$$, '23514', 'a domain with a blank');
select tests.refused($$update public.assistants set web_domains = array['a.b', null]$$, '23514', 'a null domain');
select tests.refused($$update public.assistants set web_domains = array['a.b,c.d']$$, '23514', 'two domains in one');
select tests.refused(
  $$update public.assistants set web_domains = array_fill('a.example'::text, array[51])$$, '23514', 'fifty-one domains'
);
select tests.succeeds(
  $$update public.assistants set web_domains = array_fill('a-1.Example'::text, array[50]) where label = 'Policies'$$,
  1, 'fifty domains'
);

-- test: START-05 only admins change an assistant's description and its at most 4 suggested questions, each one line of at most 120 characters
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Policies'), tests.id('wes'));
select tests.sign_in('ann');
select tests.succeeds(
  $$update public.assistants
    set description = repeat('é', 120), suggested_questions = array_fill(repeat('?', 120), array[4])
    where label = 'Policies'$$,
  1, 'the longest ones'
);
select tests.refused($$update public.assistants set description = repeat('é', 121)$$, '23514', 'a longer description');
select tests.refused($$update public.assistants set description = E'two\nlines'$$, '23514', 'two lines');
select tests.refused(
  $$update public.assistants set suggested_questions = array_fill('Why?'::text, array[5])$$, '23514', 'five questions'
);
select tests.refused($$update public.assistants set suggested_questions = array[' ']$$, '23514', 'a blank question');
select tests.refused($$update public.assistants set suggested_questions = array[E'a\tb']$$, '23514', 'a tab');
select tests.refused(
  $$update public.assistants set suggested_questions = array[repeat('?', 121)]$$, '23514', 'a longer question'
);
select tests.refused(
  $$update public.assistants set suggested_questions = array['Why?', null]$$, '23514', 'a null question'
);
select tests.refused(
  $$update public.assistants set suggested_questions = array[array['Why?']]$$, '23514', 'nested questions'
);
select tests.sign_in('wes');
select tests.equal(
  (select char_length(description) + cardinality(suggested_questions) from public.assistants where label = 'Policies'),
  124, 'a user reads them'
);
select tests.forbidden($$update public.assistants set description = 'Mine'$$, 'a user', 'Admin access required');

-- test: DATA-13 direct access is a pair of assistant and user, role access a pair of assistant and role
select tests.sign_in('ann');
select tests.succeeds(
  $$insert into public.assistant_access (assistant_id, user_id) values (tests.id('Pat at home'), tests.id('wes'))$$,
  1, 'direct'
);
select tests.refused(
  $$insert into public.assistant_access (assistant_id, user_id) values (tests.id('Pat at home'), tests.id('wes'))$$,
  '23505', 'the same direct access again'
);
select tests.succeeds(
  $$insert into public.assistant_access (assistant_id, user_id)
    values (tests.id('Pat at home'), tests.id('wes')), (tests.id('Pat at home'), tests.id('wanda'))
    on conflict (assistant_id, user_id)
    do update set assistant_id = excluded.assistant_id, user_id = excluded.user_id$$,
  2, 'a bulk upsert over what exists'
);
select tests.equal((select count(*) from public.assistant_access), 2, 'two pairs');
select tests.succeeds(
  $$insert into public.assistant_role_access (assistant_id, role_id)
    select tests.id('Policies'), id from public.roles$$, 3, 'by role'
);
select tests.refused(
  $$insert into public.assistant_role_access (assistant_id, role_id)
    select tests.id('Policies'), id from public.roles$$, '23505', 'the same role access again'
);

-- test: users see the assistants granted to them or their role, admins see all
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Pat at home'), tests.id('wes'));
insert into public.assistant_role_access (assistant_id, role_id)
select tests.id('Policies'), id from public.roles where name in ('office', 'support_worker');
insert into public.assistant_role_access (assistant_id, role_id)
select tests.id('Office only'), id from public.roles where name = 'office';
select tests.sign_in('wes');
select tests.equal(
  (select string_agg(label, ', ' order by label) from public.assistants), 'Pat at home, Policies', 'role and direct'
);
select tests.sign_in('wanda');
select tests.equal((select string_agg(label, ', ' order by label) from public.assistants), 'Policies', 'role');
select tests.sign_in('olive');
select tests.equal(
  (select string_agg(label, ', ' order by label) from public.assistants), 'Office only, Policies', 'another role'
);
select tests.sign_in('ann');
select tests.succeeds('select id from public.assistants', 3, 'an admin without any grant');
select tests.as_visitor();
select tests.forbidden('select id from public.assistants', 'a visitor');

-- test: the server applies the same rule on behalf of a user
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Pat at home'), tests.id('wes'));
select tests.as_server();
select tests.equal(
  array[
    private.can_use_assistant(tests.id('Pat at home'), tests.id('wes')),
    private.can_use_assistant(tests.id('Pat at home'), tests.id('wanda')),
    private.can_use_assistant(tests.id('Pat at home'), tests.id('ann')),
    private.can_use_assistant(tests.id('Pat at home'), tests.id('nobody'))
  ],
  array[true, false, true, false],
  'wes, wanda, ann, nobody'
);
select tests.sign_in('wanda');
select tests.forbidden(
  $$select private.can_use_assistant(tests.id('Pat at home'), tests.id('wes'))$$, 'asking about a colleague'
);

-- test: users read their own grants, admins read all
insert into public.assistant_access (assistant_id, user_id)
values (tests.id('Pat at home'), tests.id('wes')), (tests.id('Policies'), tests.id('wanda'));
insert into public.assistant_role_access (assistant_id, role_id)
select tests.id('Office only'), id from public.roles where name = 'office';
select tests.sign_in('wes');
select tests.equal((select user_id from public.assistant_access), tests.id('wes'), 'own direct access');
select tests.succeeds('select role_id from public.assistant_role_access', 0, 'access of another role');
select tests.sign_in('olive');
select tests.succeeds('select role_id from public.assistant_role_access', 1, 'access of the own role');
select tests.sign_in('ann');
select tests.succeeds('select user_id from public.assistant_access', 2, 'an admin');

-- test: only admins manage assistants and grants
select tests.sign_in('wes');
select tests.forbidden(
  $$insert into public.assistants (label, openai_assistant_id) values ('Mine', 'asst_1')$$, 'adding',
  'Admin access required'
);
select tests.forbidden($$update public.assistants set label = 'Mine'$$, 'changing', 'Admin access required');
select tests.forbidden($$delete from public.assistants$$, 'deleting', 'Admin access required');
select tests.forbidden(
  $$insert into public.assistant_access (assistant_id, user_id) values (tests.id('Pat at home'), tests.id('wes'))$$,
  'granting to oneself', 'Admin access required'
);
select tests.forbidden($$update public.assistant_access set user_id = tests.id('wes')$$, 'taking over a grant',
  'Admin access required');
select tests.forbidden($$delete from public.assistant_access$$, 'revoking', 'Admin access required');
select tests.forbidden(
  $$insert into public.assistant_role_access (assistant_id, role_id)
    select tests.id('Pat at home'), id from public.roles$$, 'granting to a role', 'Admin access required'
);
select tests.forbidden($$update public.assistant_role_access set role_id = role_id$$, 'changing a role grant');
select tests.forbidden($$delete from public.assistant_role_access$$, 'revoking from a role', 'Admin access required');
select tests.sign_in('olive');
select tests.forbidden($$delete from public.assistants$$, 'office deleting', 'Admin access required');
select tests.sign_in('ann');
select tests.equal(
  (select label from public.assistants where id = tests.id('Policies')), 'Policies', 'nothing changed'
);

-- test: inserting an assistant returns it to an admin, for the REST interface
select tests.sign_in('ann');
select tests.succeeds(
  $$insert into public.assistants (label, openai_assistant_id) values ('Brand new', 'asst_1') returning id, label$$,
  1, 'returned'
);

-- test: profiles are accessible to the server only
select tests.sign_in('ann');
select tests.forbidden('select openai_assistant_id from public.ai_assistant_profiles', 'an admin reading');
select tests.forbidden(
  $$insert into public.ai_assistant_profiles (openai_assistant_id) values ('asst_1')$$, 'an admin writing'
);
select tests.as_server();
select tests.succeeds(
  $$insert into public.ai_assistant_profiles (openai_assistant_id, instructions) values ('asst_1', 'Be kind.')$$,
  1, 'the server'
);
select tests.refused(
  $$insert into public.ai_assistant_profiles (openai_assistant_id) values ('other_1')$$, '23514', 'a key without asst_'
);
select tests.refused('update public.ai_assistant_profiles set max_output_tokens = 0', '23514', 'no room to answer');
select tests.refused('update public.ai_assistant_profiles set version = 0', '23514', 'version zero');

-- test: ASST-13 deleting an assistant removes its conversations, with messages and grants, and no others
select tests.add_assistant('Kept');
insert into public.assistant_access (assistant_id, user_id)
values (tests.id('Policies'), tests.id('wes')), (tests.id('Kept'), tests.id('wes'));
insert into public.conversations (id, user_id, assistant_id)
values (tests.id('lost'), tests.id('wes'), tests.id('Policies')), (tests.id('kept'), tests.id('wes'), tests.id('Kept'));
insert into public.messages (conversation_id, role, content)
values (tests.id('lost'), 'user', 'Hello'), (tests.id('kept'), 'user', 'Hello');
select tests.sign_in('ann');
select tests.succeeds($$delete from public.assistants where id = tests.id('Policies')$$, 1, 'deleted');
select tests.as_owner();
select tests.equal((select string_agg(id::text, ',') from public.conversations), tests.id('kept')::text, 'conversations');
select tests.equal((select count(*) from public.messages), 1, 'messages');
select tests.equal((select count(*) from public.assistant_access), 1, 'grants');

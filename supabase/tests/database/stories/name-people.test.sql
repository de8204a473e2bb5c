select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_assistant('Notes');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wes'));
insert into public.documents (id, assistant_id, title, owner_id)
values (tests.id('paper'), tests.id('Notes'), 'Paper', tests.id('wes'));
insert into public.conversations (id, user_id, assistant_id, title)
values (tests.id('talk'), tests.id('wes'), tests.id('Notes'), 'Talk');
insert into public.messages (id, conversation_id, role, content)
values (tests.id('reply'), tests.id('talk'), 'assistant', 'A reply');
select tests.sign_in('wes');
select public.save_feedback(tests.id('talk'), tests.id('reply'), 'helpful', null, '', false);
select tests.as_owner();

-- Returns the name of wes in each list.
create function tests.listed_names()
returns text[]
language sql
as $$
  select array[
    public.list_documents(tests.id('Notes'), null) #>> '{rows,0,owner_name}',
    public.list_feedback() #>> '{rows,0,user_name}',
    public.read_grants(tests.id('Notes')) #>> '{userGrants,0,userName}',
    public.who_can_see('assistant', tests.id('Notes'), q => 'wes') #>> '{rows,0,userName}'
  ];
$$;

-- test: PEOPLE-53 lists name the owner of a document, the user with feedback, and users with access; null without a name
select tests.sign_in('ann');
select tests.equal(tests.listed_names(), array[null, null, null, null]::text[], 'without a name');
select public.rename_user(tests.id('wes'), 'Wes Lane');
select tests.equal(tests.listed_names(), array['Wes Lane', 'Wes Lane', 'Wes Lane', 'Wes Lane'], 'named');
select tests.equal((public.list_feedback(q => 'lane') ->> 'total')::integer, 1, 'feedback is found by name');

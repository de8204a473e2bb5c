select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_person('rene', 'support_worker');
select tests.add_person('dee', 'office');
select tests.add_assistant('Zoe''s House');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Zoe''s House'), tests.id('wes'));
insert into public.participants (display_name) values ('Liam O''Brien'), ('Kim "Dee" Li - May');
update public.users set display_name = e'Sinéad\u00a0O’Neill' where id = tests.id('wes');
update public.users set display_name = e'Rene\u0301 – Müller' where id = tests.id('rene');
update public.users set display_name = 'D''Arcy “Dee” Ộng' where id = tests.id('dee');

-- test: SEARCH-02 a name is found in each form of its apostrophes, quotation marks, dashes, blanks and accents
select tests.sign_in('ann');
select tests.equal((select count(*) from public.search_users(name)), 1, name)
from unnest(
  array[
    'sinéad o''neill', 'SINÉAD O‘Neill', 'ad O`N', e'Sine\u0301ad\u202fO\u02bcNeill', 'o′neill', 'O´neill', 'René',
    e'Rene\u0301', 'RENÉ - MÜLLER', e'rené\u202f\u2014 mu\u0308ller', 'é − M', 'd’arcy', 'D''Arcy "Dee"', 'arcy „dee«',
    e'o\u0302\u0323ng', e'o\u0323\u0302ng', e'\u00f4\u0323NG', e'\u1ecd\u0302ng'
  ]
) as name;
select tests.equal((select count(*) from public.search_participants(name)), 1, name)
from unnest(array['o’brien', e'LIAM\u00a0o\u02bcbrien', '“Dee”', 'li – may', 'i −']) as name;
select tests.equal((select count(*) from public.search_assistants(e'zoe\u2019s\u00a0house')), 1, 'assistant');
select tests.equal((select count(*) from public.participant_options('o’brien')), 1, 'option');
select tests.equal(
  (select jsonb_array_length(public.check_import('{}', array['liam o’brien ', 'Kim «dee» li – may']) -> 'participants')),
  2, 'import'
);

-- test: SEARCH-02 a search stays literal: accents, other marks and wildcards count
select tests.sign_in('ann');
select tests.equal(
  (select count(*) from public.search_users(name)) + (select count(*) from public.search_participants(name)), 0, name
)
from unnest(
  array['Muller', 'O"Brien', 'O-Brien', 'OBrien', 'O_Brien', 'O%', 'O.Brien', '.*', '\w', '(', '^Liam', 'O''Brie[n]']
) as name;

-- test: SEARCH-02 a text that no one types is not searched for, and does no harm
select tests.sign_in('ann');
select tests.equal((select count(*) from public.search_participants(name)), 0, left(name, 4))
from unnest(array[repeat('é', 100000), repeat('(', 320), repeat('한', 320), repeat('-', 320)]) as name;
select tests.equal((select count(*) from public.search_participants('')), 2, 'nothing');

-- test: SEARCH-02 conversations and messages are found in each form, with the match as it is written
insert into public.conversations (id, user_id, assistant_id, title)
values (tests.id('visit'), tests.id('wes'), tests.id('Zoe''s House'), 'Visit of Liam O’Brien');
insert into public.messages (id, conversation_id, role, content)
values (tests.id('note'), tests.id('visit'), 'user', e'Before: cafe\u0301 with Liam O\u02bcBrien \u2014 at 9\u202fam. Costs 50% (or_more).');
update public.conversations set head_id = tests.id('note') where id = tests.id('visit');
select tests.sign_in('wes');
select tests.equal(
  (public.search_conversations(query) #> '{0,match}') - 'messageId' - 'role' - 'created_at',
  jsonb_build_object('before', before, 'text', found, 'after', after), query
)
from (
  values
    ('CAFÉ WITH', 'Before: ', e'cafe\u0301 with', e' Liam O\u02bcBrien \u2014 at 9\u202fam. Costs 50% (or_more).'),
    ('o''brien - at', e'Before: cafe\u0301 with Liam ', e'O\u02bcBrien \u2014 at', e' 9\u202fam. Costs 50% (or_more).'),
    ('9 am', e'Before: cafe\u0301 with Liam O\u02bcBrien \u2014 at ', e'9\u202fam', '. Costs 50% (or_more).'),
    ('50% (or_', e'Before: cafe\u0301 with Liam O\u02bcBrien \u2014 at 9\u202fam. Costs ', '50% (or_', 'more).')
) as given (query, before, found, after);
select tests.equal(public.search_conversations(e'o\u2018brien') #>> '{0,conversation,title}', 'Visit of Liam O’Brien', 'title');
select tests.equal(
  public.matches_in_conversation(tests.id('visit'), 'liam o’brien – at 9 am'), jsonb_build_array(tests.id('note')), 'one'
);
select tests.equal(public.search_conversations('o_brien'), '[]'::jsonb, 'literal');

-- test: SEARCH-02 old messages, which only the index finds, are found in each form
insert into public.conversations (id, user_id, assistant_id, title, updated_at)
select tests.id('filler ' || number), tests.id('wes'), tests.id('Zoe''s House'), 'Filler', now() - number * interval '1 second'
from generate_series(1, 300) as number;
insert into public.messages (conversation_id, role, content, created_at)
select tests.id('filler ' || number), 'assistant', repeat('All about nothing. ', 500), now() - interval '1 year'
from generate_series(1, 300) as number;
insert into public.conversations (id, user_id, assistant_id, title, updated_at)
values (tests.id('old'), tests.id('wes'), tests.id('Zoe''s House'), 'Old', now() - interval '1 year');
insert into public.messages (conversation_id, role, content, created_at)
select tests.id('old'), 'assistant', content, now() - interval '1 year'
from unnest(array[
  e'It\u2019s nothing \u2013 about O\u02bcBrien', e'Rene\u0301e all\u00a0about nothing', 'Renée’s “quiet” room', e'nothing zo\u00eb about'
]) as content;
select tests.sign_in('wes');
select tests.equal(
  array(
    select phrase
    from unnest(array[
      'it''s nothing', 'nothing - about', 'o''brien', 'about o`brien', 'RENÉE ALL ABOUT', e'rene\u0301e''s "quiet"', 'rené',
      e'ne\u0301e all', 'e all about', e'nothing zoe\u0308', 'ng zoë ab', 's nothing -', 't’s n'
    ]) as phrase
    where public.search_conversations(phrase) #>> '{0,conversation,title}' is distinct from 'Old'
  ),
  '{}'::text[], 'not found'
);

-- test: SEARCH-02 documents, and the people of a handover, are found in each form
insert into public.documents (assistant_id, title) values (tests.id('Zoe''s House'), e'Cafe\u0301 plan – Liam’s');
select tests.sign_in('ann');
select tests.equal(
  (public.list_documents(tests.id('Zoe''s House'), null, 'café plan - liam''s') ->> 'total')::integer, 1, 'list'
);
select tests.equal((select count(*) from public.find_documents(e'CAFE\u0301 PLAN — LIAM`S')), 1, 'reviews');
select tests.equal((select count(*) from public.find_documents('plan%liam')), 0, 'literal');

-- test: SEARCH-02 the audit log is searched in each form, in the counts and in the texts
insert into public.audit_logs (action, user_id, meta)
select 'login', tests.id('wes'), jsonb_build_object('title', title)
from unnest(array['Plan of O’Brien', e'Cafe\u0301 – roster 12', 'Quiet']) as title;
select tests.sign_in('ann');
select tests.equal(
  (public.query_audit_logs(jsonb_build_object('q', q)) ->> 'total')::integer, 1, q
)
from unnest(array['plan of o''brien', 'café - roster', 'CAFÉ — ROSTER 12', 'o`brien']) as q;
select tests.equal((public.query_audit_logs('{"q": "o_brien"}') ->> 'total')::integer, 0, 'literal');

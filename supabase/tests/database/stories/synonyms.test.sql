select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_person('oli', 'office');
select tests.add_assistant('Handbook');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Handbook'), tests.id('wes'));
insert into public.documents (id, assistant_id, title) values (tests.id('rules'), tests.id('Handbook'), 'Rules');
insert into public.document_versions (id, document_id, number, note, status, ready_at)
values (tests.id('version'), tests.id('rules'), 1, 'Rules', 'ready', now());
insert into public.document_chunks (version_id, position, content, place, context, scope_id)
values
  (tests.id('version'), 1, 'The hoist is in the garage.', '{"heading": "Lifting"}', 'Rules', tests.id('Handbook')),
  (tests.id('version'), 2, 'Keys are in the safe.', '{"heading": "Keys"}', 'Rules', tests.id('Handbook'));

-- Returns the position of the first passage that answers a question.
create function tests.answer(question text) returns integer language sql as $$
  select (passage ->> 'position')::integer
  from jsonb_array_elements(public.search_documents(tests.id('Handbook'), question) -> 'passages')
    with ordinality as found (passage, rank)
  where (passage ->> 'answers')::boolean
  order by rank
  limit 1;
$$;

-- test: SEARCH-06 a search finds the words of a new synonym at once, in any form, and none after it was deleted
select tests.sign_in('wes');
select tests.equal(tests.answer('Where is the lifter?'), null, 'before');
select tests.sign_in('ann');
insert into public.synonyms (words, also) values ('lifter, crane', 'Hoists');
select tests.sign_in('wes');
select tests.equal(tests.answer('Where is the lifter?'), 1, 'added');
select tests.equal(tests.answer('Where are the cranes?'), 1, 'the plural of the second word');
select tests.as_server();
select tests.equal(
  public.rank_texts(tests.id('Handbook'), 'the lifter', '[{"text": "Keys."}, {"text": "A hoist."}]'),
  '[{"index": 1, "answers": true}]', 'texts of a file'
);
select tests.sign_in('ann');
select tests.succeeds($$delete from public.synonyms where words = 'lifter, crane'$$, 1, 'deleting');
select tests.sign_in('wes');
select tests.equal(tests.answer('Where is the lifter?'), null, 'deleted');

-- test: SEARCH-07 administrators alone read and change synonyms
select tests.sign_in('wes');
select tests.succeeds('select id from public.synonyms', 0, 'a worker reads');
select tests.equal((select count(*) from public.find_synonyms('fall')), 0, 'a worker searches');
select tests.forbidden($$insert into public.synonyms (words, also) values ('one', 'two')$$, 'a worker adds');
select tests.succeeds($$update public.synonyms set also = 'two'$$, 0, 'a worker changes');
select tests.succeeds('delete from public.synonyms', 0, 'a worker deletes');
select tests.sign_in('oli');
select tests.succeeds('select id from public.synonyms', 0, 'office staff read');
select tests.forbidden($$insert into public.synonyms (words, also) values ('one', 'two')$$, 'office staff add');
select tests.succeeds('delete from public.synonyms', 0, 'office staff delete');
select tests.as_visitor();
select tests.forbidden('select id from public.synonyms', 'a visitor reads');
select tests.forbidden($$select public.find_synonyms('fall')$$, 'a visitor searches');
select tests.forbidden($$insert into public.synonyms (words, also) values ('one', 'two')$$, 'a visitor adds');
select tests.sign_in('ann');
select tests.equal((select array_agg(also) from public.find_synonyms('EPIPEN')), array['adrenaline'], 'an administrator');
select tests.refused($$update public.synonyms set word_stems = '{a}'$$, '428C9', 'stems');

-- test: SEARCH-07 synonyms are lists of words that searches find, in one line
select tests.sign_in('ann');
select tests.refused($$insert into public.synonyms (words, also) values ('the', 'two')$$, 'PT422', 'a word left out');
select tests.refused($$insert into public.synonyms (words, also) values ('red bag', 'two')$$, 'PT422', 'two words');
select tests.refused($$insert into public.synonyms (words, also) values ('one,', 'two')$$, 'PT422', 'a missing word');
select tests.refused($$insert into public.synonyms (words, also) values ('', 'two')$$, 'PT422', 'no word');
select tests.refused($$insert into public.synonyms (words, also) values ('one', e'two\n')$$, '23514', 'two lines');
select tests.refused($$insert into public.synonyms (words, also) values (e'one\u202e', 'two')$$, '23514', 'hidden');
select tests.refused(
  $$insert into public.synonyms (words, also) values (repeat('one, ', 40) || 'one', 'two')$$, '23514', 'a long list'
);
select tests.refused($$insert into public.synonyms (words, also) values ('Doctors', 'gp')$$, '23505', 'the same words');
select tests.refused($$update public.synonyms set words = 'a'$$, 'PT422', 'changing');
select tests.succeeds($$insert into public.synonyms (words, also) values ('Sunsmart,UV', 'sunscreen')$$, 1, 'as typed');
select tests.equal(
  (select words || ' ' || word_stems::text from public.synonyms where also = 'sunscreen'),
  'Sunsmart,UV {sunsmart,uv}', 'stems'
);

-- test: SEARCH-08 each change of a synonym is an audit entry with the words before and after
select tests.sign_in('ann');
insert into public.synonyms (words, also) values ('lifter', 'hoist');
update public.synonyms set also = 'hoist, sling' where words = 'lifter';
update public.synonyms set also = also where words = 'lifter';
delete from public.synonyms where words = 'lifter';
select tests.as_owner();
select tests.equal(
  array(
    select meta
    from public.audit_logs
    where action = 'synonyms_changed' and user_id = tests.id('ann')
    order by coalesce(meta -> 'before' ->> 'also', ''), meta -> 'after' is null
  ),
  array[
    '{"after": {"also": "hoist", "words": "lifter"}}',
    '{"after": {"also": "hoist, sling", "words": "lifter"}, "before": {"also": "hoist", "words": "lifter"}}',
    '{"before": {"also": "hoist, sling", "words": "lifter"}}'
  ]::jsonb[],
  'entries'
);

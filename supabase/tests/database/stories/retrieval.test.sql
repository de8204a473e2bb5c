select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
insert into public.participants (id, display_name) values (tests.id('pat'), 'Pat Example');
select tests.add_assistant('Pat notes', 'pat');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Pat notes'), tests.id('wes'));
insert into public.documents (id, assistant_id, title)
values (tests.id('plan'), tests.id('Pat notes'), 'Plan of Pat');
insert into public.document_versions (id, document_id, number, note, status, ready_at)
values (tests.id('version'), tests.id('plan'), 1, 'Plan', 'ready', now());
insert into public.document_chunks (version_id, position, content, place, context, scope_id)
select
  tests.id('version'), position, content, jsonb_build_object('heading', heading), 'Plan of Pat ' || heading,
  tests.id('Pat notes')
from (
  values
    (1, 'Incidents', 'Fill in the incident form and tell the team leader.'),
    (2, 'Health', 'Pat is allergic to cashew nuts. The adrenaline is in the red bag.'),
    (3, 'What does not belong in a note', 'Passwords and diagnoses of visitors.'),
    (4, 'Write a note', 'A note has what Pat said and chose.'),
    (5, 'Mornings', 'Porridge, then a walk to the library. The note says when.'),
    (6, 'What Pat likes', 'Trams and birds.')
) as chunks (position, heading, content);

-- Returns the position of the first passage that answers a question; null if none does.
create function tests.answer(question text) returns integer language sql as $$
  select (passage ->> 'position')::integer
  from jsonb_array_elements(public.search_documents(tests.id('Pat notes'), question) -> 'passages')
    with ordinality as found (passage, rank)
  where (passage ->> 'answers')::boolean
  order by rank
  limit 1;
$$;

-- test: FIND-01 stems, synonyms, exchanged letters and misspelled words find a passage
select tests.sign_in('wes');
select tests.equal(tests.answer('Does Pat have allergies?'), 2, 'a stem and a synonym');
select tests.equal(tests.answer('Someone fell'), 1, 'a synonym');
select tests.equal(tests.answer('incidnet'), 1, 'exchanged letters');
select tests.equal(tests.answer('the noet'), 4, 'exchanged letters of a short word');
select tests.equal(tests.answer('When is porrige?'), 5, 'a misspelled word');

-- test: FIND-02 names and filler words answer nothing, and the rarest word has to be found
select tests.sign_in('wes');
select tests.equal(tests.answer('How tall is Pat?'), null, 'an unknown word next to the name');
select tests.equal(tests.answer('Where is the red helicopter of the harbour?'), null, 'mostly unknown words');
select tests.equal(tests.answer('What does Pat like?'), 6, 'a filler word in a heading');
select tests.equal(tests.answer('please tell me something'), null, 'filler words');

-- test: FIND-03 a heading with a negation answers no question without one
select tests.sign_in('wes');
select tests.equal(tests.answer('What belongs in a note?'), 4, 'without');
select tests.equal(tests.answer('What does not belong in a note?'), 3, 'with');
select tests.equal(tests.answer('Do passwords belong in a note?'), 3, 'a word of the text');

-- test: FIND-04 texts of files are ranked in the same way, and only by the server
select tests.as_server();
select tests.equal(
  public.rank_texts(
    tests.id('Pat notes'),
    'Does Pat have allergies?',
    '[{"text": "Pat has a cat."}, {"text": "Nothing."}, {"text": "Allergic to nuts.", "about": "Health"}]'
  ),
  '[{"index": 2, "answers": true}]',
  'ranked'
);
select tests.equal(public.rank_texts(tests.id('Pat notes'), 'nuts', '[]'), '[]', 'no texts');
select tests.equal(
  public.rank_texts(tests.id('Pat notes'), 'the alergic', '[{"text": "Allergic to nuts."}, {"text": "Pat"}]'),
  '[{"index": 0, "answers": true}]',
  'misspelled'
);
select tests.sign_in('ann');
select tests.forbidden($$select public.rank_texts(tests.id('Pat notes'), 'nuts', '[]')$$, 'a user');

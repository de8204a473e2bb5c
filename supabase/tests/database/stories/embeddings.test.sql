select tests.add_person('ann', 'admin');
select tests.add_person('olga', 'office');
select tests.add_person('wes', 'support_worker');
select tests.add_assistant('Policies');
select tests.add_assistant('Rosters');
insert into public.assistant_access (assistant_id, user_id)
values (tests.id('Policies'), tests.id('olga')), (tests.id('Rosters'), tests.id('wes'));

-- Adds a note of an assistant and reads it, with these texts as its chunks. Returns its version.
create function tests.add_read_note(assistant text, title text, variadic texts text[]) returns uuid language plpgsql as $$
declare
  claim uuid := gen_random_uuid();
  version uuid;
begin
  perform public.add_document_version(tests.id('ann'), null, tests.id(assistant), null, title, note => 'text');
  version := (public.claim_document_version(claim) ->> 'id')::uuid;
  perform public.finish_document_version(
    version, claim, (select jsonb_agg(jsonb_build_object('content', text)) from unnest(texts) as text), '[]'
  );
  return version;
end;
$$;

-- Claims chunks and stores embeddings for them: two numbers by a word in the text.
create function tests.embed(model text, row_limit integer default 16) returns text[] language plpgsql as $$
declare
  claim uuid := gen_random_uuid();
  claimed jsonb := public.claim_chunks_to_embed(embed.model, claim, embed.row_limit);
begin
  perform public.store_embeddings(claim, (
    select jsonb_agg(chunk || jsonb_build_object(
      'embedding', case when chunk ->> 'text' ~ 'beverage' then '[1, 0]' else '[0, 1]' end::jsonb
    ))
    from jsonb_array_elements(claimed) as chunk
  ));
  return array(select chunk ->> 'text' from jsonb_array_elements(claimed) as chunk);
end;
$$;

create function tests.found(assistant text, question text, embedding real[], model text default 'one') returns text[]
language sql as $$
  select array(
    select passage ->> 'text'
    from jsonb_array_elements(
      public.search_documents(tests.id(assistant), question, 8, embedding, model) -> 'passages'
    ) as passage
  );
$$;

select tests.add_read_note('Policies', 'Kitchen', 'Offer a beverage at ten.', 'Lock the drawer.');
select tests.add_read_note('Rosters', 'Shifts', 'Buy each beverage yourself.');

-- test: DOCS-20 only the server sets the model, claims and stores
select tests.sign_in('olga');
select tests.forbidden($$select public.set_embedding_model('one')$$, 'a client that sets the model');
select tests.forbidden($$select public.claim_chunks_to_embed('one', gen_random_uuid())$$, 'a client that claims');
select tests.forbidden($$select public.store_embeddings(gen_random_uuid(), '[]')$$, 'a client that stores');

-- test: DOCS-20 a search finds passages by meaning, of the caller's assistant only, and by words alone without an embedding
select public.set_embedding_model('one');
select tests.embed('one');
select tests.embed('one');
select tests.sign_in('olga');
select tests.equal(
  tests.found('Policies', 'When is tea served?', '{1, 0.1}'),
  array['Offer a beverage at ten.', 'Lock the drawer.'], 'by meaning'
);
select tests.equal(tests.found('Policies', 'When is tea served?', null), '{}', 'by words');
select tests.equal(tests.found('Rosters', 'When is tea served?', '{1, 0.1}'), '{}', 'of another assistant');
select tests.equal(tests.found('Policies', 'Where is tea?', '{1, 0.1}', 'two'), '{}', 'by another model');
select tests.equal(tests.found('Policies', 'Where is tea?', '{1, 0.1, 0}'), '{}', 'with more dimensions');
select tests.equal(
  tests.found('Policies', 'Is the drawer locked?', '{1, 0.1}'),
  array['Lock the drawer.', 'Offer a beverage at ten.'], 'merged'
);

-- test: DOCS-20 of many passages, those with the greatest cosine are found, whatever the length of their embeddings
select public.set_embedding_model('one');
select tests.add_read_note('Policies', 'Many', variadic array(select 'Text ' || number || '.' from generate_series(1, 400) as number));
create table tests.numbers as
  select
    position,
    array(select (sin(position * 12.9 + dimension * 78.2) * (1 + position % 7))::real from generate_series(1, 64) as dimension)
      as embedding
  from public.document_chunks
  where content like 'Text %';
insert into private.chunk_embeddings (version_id, position, model, embedding)
select version_id, position, 'one', embedding
from tests.numbers
join public.document_chunks as chunks using (position)
where content like 'Text %';
create function tests.nearest(question real[]) returns integer[] language sql as $$
  select array(
    select position
    from private.nearest_chunks(array[tests.id('Policies')], question, 'one')
    order by rank
    limit 8
  );
$$;
create function tests.nearest_exactly(question real[]) returns integer[] language sql as $$
  select array(
    select position
    from tests.numbers
    order by (
      select sum(one * other) / sqrt(sum(one * one)) from unnest(embedding, question) as both_numbers (one, other)
    ) desc
    limit 8
  );
$$;
select tests.equal(
  tests.nearest(embedding), tests.nearest_exactly(embedding), 'like passage ' || position
)
from tests.numbers
where position % 60 = 0;
select tests.equal(tests.nearest('{}'), '{}', 'without numbers');
select tests.equal(tests.nearest(array_fill(0::real, array[64])), '{}', 'without a direction');

-- test: DOCS-21 each chunk is claimed once, claimed again after an interruption, and embedded again for another model
select tests.equal(
  jsonb_array_length(public.claim_chunks_to_embed('one', tests.id('first'), 1)), 1, 'a first process'
);
select tests.equal(tests.embed('one'), array['Lock the drawer.'], 'a second process');
select tests.equal(tests.embed('one'), array['Buy each beverage yourself.'], 'the next version');
select tests.equal(tests.embed('one'), '{}', 'while the first one works');
update private.chunk_embeddings set claimed_until = now() - interval '1 second' where embedding is null;
select tests.equal(tests.embed('one'), array['Offer a beverage at ten.'], 'after it was interrupted');
select public.store_embeddings(
  tests.id('first'),
  (select jsonb_agg(jsonb_build_object('versionId', version_id, 'position', position, 'embedding', '[9, 9]'::jsonb))
   from private.chunk_embeddings)
);
select tests.equal((select count(*) from private.chunk_embeddings where embedding = '{9,9}'), 0, 'its late result');
select tests.equal(tests.embed('one'), '{}', 'done');
select tests.equal(tests.embed('two'), array['Offer a beverage at ten.', 'Lock the drawer.'], 'another model');

-- test: DOCS-21 the progress of embedding is listed until all chunks of a version have one; a version that is read again starts over
create function tests.indexed() returns text language sql as $$
  select public.list_documents(tests.id('Policies'), null) #>> '{rows,0,versions,0,indexed}';
$$;
select tests.sign_in('ann');
select tests.equal(tests.indexed(), null::text, 'without a model');
select tests.as_owner();
update private.embedding_model set model = 'one';
select tests.embed('one', 1);
select tests.sign_in('ann');
select tests.equal(tests.indexed(), '50', 'one of two');
select tests.as_owner();
select tests.embed('one');
select tests.sign_in('ann');
select tests.equal(tests.indexed(), null::text, 'all');
select public.read_documents_again((select id from public.documents where title = 'Kitchen'));
select tests.as_owner();
select public.finish_document_version(
  (public.claim_document_version(tests.id('again')) ->> 'id')::uuid, tests.id('again'), '[{"content": "New."}]', '[]'
);
select tests.sign_in('ann');
select tests.equal(tests.indexed(), '0', 'read again');

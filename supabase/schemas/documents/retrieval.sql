-- Retrieval of passages for replies.
--
-- As in search.sql, row-level security would keep PostgreSQL from using the index. The search bypasses it, applies the
-- same rule for the same caller and returns positions only; the caller reads the passages.

-- One index for scope, words and trigrams: given several, PostgreSQL might choose the one of the scope alone.
create index document_chunks_search_idx on public.document_chunks
  using gin (scope_id, search, content extensions.gin_trgm_ops)
  where scope_id is not null;

-- Returns the share of chunks that contain a word, as far as it is known: the statistics of the table list the most
-- common words. All other words are rarer than those.
create function private.common_words()
returns table (word text, share real)
language sql stable security definer set search_path = '' as $$
  select common.word, common.share
  from pg_catalog.pg_stats
  cross join unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, share)
  where schemaname = 'public' and tablename = 'document_chunks' and attname = 'search' and common.word is not null;
$$;

-- Returns up to 300 chunks of these scopes that match a query, some of them twice. The index finds all before the first
-- one is returned, which takes long if its words are common. If enough are expected among a few thousand chunks, those
-- are read in order before: a chunk takes as long as 50 entries of the index.
-- @param expected the estimated share of chunks that match
-- @param entries the estimated number of entries that the index would read
create function private.matching_chunks(scope_ids uuid[], query tsquery, expected real, entries real)
returns table (version_id uuid, "position" integer)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  enough constant integer := 100;
  found_count integer;
begin
  if query is null then
    return;
  end if;
  if entries > 50 * enough / expected then
    return query
      select version_id, position
      from (
        select chunks.version_id, chunks.position, chunks.scope_id, chunks.search
        from public.documents
        join public.document_versions as versions on versions.document_id = documents.id
        join public.document_chunks as chunks on chunks.version_id = versions.id
        where documents.assistant_id = any (scope_ids) or documents.participant_id = any (scope_ids)
        limit 5000
      ) as chunks
      where scope_id = any (scope_ids) and search @@ query
      limit enough;
    get diagnostics found_count = row_count;
    if found_count = enough then
      return;
    end if;
  end if;
  return query
    select version_id, position
    from public.document_chunks
    where scope_id = any (scope_ids) and search @@ query
    limit 300;
end;
$$;

-- A word of a question as a stem, with its synonyms. `own` finds the word itself, `wide` the synonyms too; `body` is `wide`
-- outside the title and the heading, `head` within them. The fewer passages have the word, the higher `rarity`.
create type private.search_term as (
  stems text[],
  own tsquery,
  wide tsquery,
  body tsquery,
  head tsquery,
  is_vague boolean,
  rarity real,
  is_known boolean
);

-- Returns a query that finds one of these stems, in parts of a text with a weight if one is given.
create function private.stems_query(stems text[], weight text default '')
returns tsquery
language sql immutable set search_path = '' as $$
  select string_agg('''' || replace(replace(stem, '\', '\\'), '''', '''''') || '''' || weight, '|')::tsquery
  from unnest(stems) as stem;
$$;

-- Returns a term for a stem.
create function private.make_term(stem text, is_vague boolean)
returns private.search_term
language sql stable set search_path = '' as $$
  select row(
    stems,
    private.stems_query(array[make_term.stem]),
    private.stems_query(stems),
    private.stems_query(stems, ':D'),
    private.stems_query(stems, ':B'),
    make_term.is_vague,
    0,
    false
  )::private.search_term
  from (
    select array[make_term.stem] || array(
      select distinct also_stem
      from public.synonyms
      cross join unnest(also_stems) as also_stem
      where word_stems @> array[make_term.stem] and also_stem <> make_term.stem
    ) as stems
  ) as meanings;
$$;

-- Returns the stems of words that do not identify a topic, and of the given names.
create function private.vague_stems(names text)
returns text[]
language sql immutable set search_path = '' as $$
  select tsvector_to_array(to_tsvector(
    'pg_catalog.english'::regconfig,
    'much many long often someone somebody anyone anybody time please know tell need want find look get give show like good '
      || 'today tomorrow yesterday go happen say said use thing way may might must could would should allowed let take put '
      || 'come see also still question answer help something anything us one new mean made make keep start '
      || 'belong stop lot piece bit quick quickly fast early ask ago really already just always '
      || coalesce(vague_stems.names, '')
  ));
$$;

-- Returns the words of a question, in order. Vague words, which do not identify a topic, and the given names count only
-- if there are no others.
create function private.question_terms(question text, names text default '')
returns setof private.search_term
language sql stable set search_path = '' as $$
  with vague as materialized (select private.vague_stems(question_terms.names) as stems)
  select terms.*
  from (
    select lexeme, positions[1] as first_position
    from unnest(to_tsvector('pg_catalog.english'::regconfig, left(question_terms.question, 1000)))
    order by first_position
    limit 24
  ) as words
  cross join vague
  cross join lateral private.make_term(lexeme, lexeme = any (vague.stems)) as terms
  order by first_position;
$$;

-- Returns the word of a question that has a stem, as it is written.
create function private.written_word(question text, stem text)
returns text
language sql stable set search_path = '' as $$
  select word
  from regexp_split_to_table(lower(left(written_word.question, 1000)), '[^[:alnum:]]+') as word
  where written_word.stem = any (tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, word)))
  limit 1;
$$;

-- Returns whether a text says what is not so. A heading such as "What does not belong in a note" answers no question
-- about what does.
create function private.is_negated(content text)
returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(is_negated.content ~* '\m(not|never|no|without|cannot|[a-z]+n[''’]t)\M', false);
$$;

-- Returns whether all words of a heading are among these, apart from vague ones and names.
create function private.covers_heading(heading text, terms private.search_term[], names text)
returns boolean
language sql stable set search_path = '' as $$
  select coalesce(bool_and(stem in (select unnest(stems) from unnest(covers_heading.terms) where not is_vague)), false)
  from unnest(tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, covers_heading.heading))) as stem
  where stem <> all (private.vague_stems(covers_heading.names));
$$;

-- Returns how well passages match these words, by their index, and whether they answer: such a passage has the rarest
-- word that is known, and words with more than half of the rarity of all, or a heading whose words are all in the question.
-- A synonym counts less than the word, and a passage of what is not so less than others. Vague words count only if there are
-- no others, and then only in a title or heading.
create function private.match_terms(
  searches tsvector[],
  headings text[],
  terms private.search_term[],
  names text,
  is_negated boolean
)
returns table (index bigint, weight real, answers boolean)
language sql stable set search_path = '' as $$
  with relevant as (
    select *, max(rarity) filter (where is_known) over () as rarest, sum(rarity) over () as total
    from unnest(match_terms.terms)
    where is_vague = (select bool_and(is_vague) from unnest(match_terms.terms))
  ), passages as materialized (
    select
      search,
      heading,
      not match_terms.is_negated and heading_negated as is_opposite,
      match_terms.is_negated and heading_negated as is_negated_too,
      index
    from unnest(match_terms.searches, match_terms.headings) with ordinality as given (search, heading, index)
    cross join lateral (select private.is_negated(heading) as heading_negated offset 0) as negations
  )
  select
    index,
    (
      sum(case when not is_hit then 0 when search @@ own then rarity else rarity / 2 end)
        * case when bool_and(is_negated_too) then 2 when bool_and(is_opposite) then 0.5 else 1 end
    )::real,
    coalesce(
      bool_or(is_hit and rarity >= rarest and (not is_vague or search @@ head))
        and sum(case when is_hit then rarity else 0 end) > max(total) / 2
        or bool_or(is_hit and not is_opposite and not is_vague and search @@ head)
          and private.covers_heading(min(heading), match_terms.terms, match_terms.names),
      false
    )
  from (
    select *, search @@ case when is_opposite then body else wide end as is_hit
    from passages
    cross join relevant
  ) as matched
  group by index;
$$;

-- Returns the spellings of a word with two neighbouring letters exchanged.
create function private.exchange_letters(word text)
returns setof text
language sql immutable set search_path = '' as $$
  select overlay(word placing reverse(substr(word, i, 2)) from i for 2)
  from generate_series(1, char_length(word) - 1) as i;
$$;

-- Returns the stem of a word that is misspelled, as one of these texts has it: with two letters exchanged, or similar.
create function private.respell(word text, texts text[])
returns text
language sql stable set search_path = '' as $$
  select (tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, candidate)))[1]
  from (
    select distinct candidate
    from unnest(respell.texts) as content
    cross join regexp_split_to_table(lower(content), '[^[:alnum:]]+') as candidate
    where abs(char_length(candidate) - char_length(respell.word)) <= 2
      and left(candidate, 1) = left(respell.word, 1)
  ) as candidates
  cross join lateral (
    select case
      when candidate in (select private.exchange_letters(respell.word)) then 1
      when char_length(respell.word) >= 6 then extensions.similarity(candidate, respell.word)
      else 0
    end as likeness
  ) as compared
  where likeness >= 0.45
  order by likeness desc, candidate
  limit 1;
$$;

-- Returns the share of chunks that have a word or a synonym of it: counted in these scopes, or else as the statistics say.
-- Null if no chunk has it.
create function private.word_share(
  scope_ids uuid[],
  term private.search_term,
  common text[],
  shares real[],
  rare_share real,
  is_counted boolean,
  chunk_count real,
  is_negated boolean
)
returns real
language plpgsql stable set search_path = '' as $$
declare
  share real;
begin
  if word_share.is_counted then
    select nullif(count(*), 0) / word_share.chunk_count into share
    from public.document_chunks
    where scope_id = any (word_share.scope_ids)
      and search @@ (word_share.term).wide
      and (
        word_share.is_negated
        or not private.is_negated(place ->> 'heading')
        or search @@ (word_share.term).body
      );
    return share;
  end if;
  select max(statistics.share) into share
  from unnest(word_share.common, word_share.shares) as statistics (word, share)
  where statistics.word = any ((word_share.term).stems);
  if share is null and exists (
    select from public.document_chunks
    where scope_id = any (word_share.scope_ids) and search @@ (word_share.term).wide
  ) then
    return word_share.rare_share;
  end if;
  return share;
end;
$$;

-- Returns the passages of an assistant's documents that match a question best, for a caller who may use the assistant, and
-- whether each answers it: see match_terms.
--
-- Rankings are merged by reciprocal rank. The first one is by words and their synonyms: the rarer the words that a chunk
-- shares with the question, the better. A word that no chunk has is searched in another spelling: a misspelled word has two
-- letters exchanged, or one half that is spelled correctly. Candidates are the chunks with all words; if those are few,
-- also the chunks with two of the rarest, and with one of the rarest as far as those are expected to be few. Each is
-- limited, so that the time hardly grows with the number of chunks: of thousands of chunks with the same common words, not
-- all are compared. The second ranking is by meaning, if the caller gives the embedding of the question by a model.
create function private.find_passages(
  assistant_id uuid,
  question text,
  row_limit integer,
  embedding real[] default null,
  model text default null
)
returns table (version_id uuid, "position" integer, answers boolean)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
#variable_conflict use_column
declare
  enough constant integer := 100;
  max_expected constant real := 3000;
  -- Chunks below this share of the best weight are noise.
  least_share constant real := 0.4;
  -- Up to this size, words are counted in the documents of the assistant. All others rely on the statistics.
  counted_bytes constant bigint := 50000000;
  scope_ids uuid[];
  participant_name text;
  is_negated constant boolean := private.is_negated(find_passages.question);
  is_counted constant boolean := pg_relation_size('public.document_chunks') <= counted_bytes;
  chunk_count real;
  common text[];
  shares real[];
  rare_share real;
  share real;
  terms private.search_term[] := '{}';
  term private.search_term;
  has_clear boolean;
  all_words tsquery;
  any_word tsquery;
  own_words tsquery;
  two_words tsquery;
  rare_words tsquery;
  searched integer := 0;
  expected real := 0;
  -- The estimated share of chunks with all words, and with two of the rarest.
  share_all real := 1;
  share_two real := 0;
  -- The estimated number of chunks with the rarest word, with words of `two_words`, and with words of `rare_words`.
  expected_rarest real;
  expected_two real;
  expected_rare real;
  most_respelled integer := 3;
  word text;
  stem text;
begin
  if find_passages.assistant_id not in (select private.usable_assistant_ids()) then
    return;
  end if;
  select array_remove(array[assistants.id, participant_id], null), display_name into scope_ids, participant_name
  from public.assistants
  left join public.participants on participants.id = participant_id
  where assistants.id = find_passages.assistant_id;
  if not exists (
    select from public.documents
    where not archived and (documents.assistant_id = any (scope_ids) or participant_id = any (scope_ids))
  ) then
    return;
  end if;

  if is_counted then
    select greatest(count(*), 1) into chunk_count from public.document_chunks where scope_id = any (scope_ids);
    rare_share := 0.5 / chunk_count;
  else
    select array_agg(common_words.word), array_agg(common_words.share), least(min(common_words.share) / 2, 0.001)
    into common, shares, rare_share
    from private.common_words();
    select greatest(reltuples, 1) into chunk_count
    from pg_catalog.pg_class
    where oid = 'public.document_chunks'::regclass;
  end if;

  for term in select * from private.question_terms(find_passages.question, participant_name) loop
    share := private.word_share(scope_ids, term, common, shares, rare_share, is_counted, chunk_count, is_negated);
    if share is null and most_respelled > 0 then
      most_respelled := most_respelled - 1;
      word := private.written_word(find_passages.question, term.stems[1]);
      select found.stem into stem
      from private.exchange_letters(word) as spelling
      cross join unnest(tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, spelling))) as found (stem)
      where char_length(word) >= 4 and exists (
        select from public.document_chunks
        where scope_id = any (scope_ids) and search @@ private.stems_query(array[found.stem])
      )
      limit 1;
      if stem is null and char_length(word) >= 6 then
        stem := private.respell(word, array(
          select content
          from public.document_chunks
          where scope_id = any (scope_ids) and content ilike any (array[
            '%' || left(word, char_length(word) / 2) || '%',
            '%' || right(word, char_length(word) - char_length(word) / 2) || '%'
          ])
          limit 100
        ));
      end if;
      if stem is not null then
        term := private.make_term(stem, term.is_vague);
        share := private.word_share(scope_ids, term, common, shares, rare_share, is_counted, chunk_count, is_negated);
      end if;
    end if;
    term.is_known := share is not null;
    term.rarity := ln(1 / least(coalesce(share, rare_share), 0.9));
    terms := terms || term;
  end loop;

  select not bool_and(is_vague) into has_clear from unnest(terms);
  for term in
    select *
    from unnest(terms)
    where is_known and not (is_vague and has_clear)
    order by rarity desc, char_length(stems[1]) desc
  loop
    share := exp(-term.rarity);
    -- Two of the four rarest words.
    if searched between 1 and 3 then
      two_words := coalesce(two_words || (any_word && term.wide), any_word && term.wide);
      share_two := share_two + expected / chunk_count * share;
      expected_two := expected + chunk_count * share;
    end if;
    searched := searched + 1;
    all_words := coalesce(all_words && term.wide, term.wide);
    any_word := coalesce(any_word || term.wide, term.wide);
    own_words := coalesce(own_words || term.own, term.own);
    expected := expected + share * chunk_count;
    expected_rarest := coalesce(expected_rarest, expected);
    share_all := share_all * share;
    if rare_words is null or expected <= max_expected then
      rare_words := coalesce(rare_words || term.wide, term.wide);
      expected_rare := expected;
    end if;
  end loop;

  return query
    with all_matching as materialized (
      select version_id, position
      from private.matching_chunks(scope_ids, all_words, share_all, expected_rarest)
    ), candidates as (
      select version_id, position from all_matching
      union
      select version_id, position
      from private.matching_chunks(scope_ids, two_words, share_two, expected_two)
      where (select count(*) from all_matching) < enough
      union
      select version_id, position
      from private.matching_chunks(scope_ids, rare_words, expected_rare / chunk_count, expected_rare)
      where (select count(*) from all_matching) < enough
    ), numbered as materialized (
      select chunks.version_id, chunks.position, search, place ->> 'heading' as heading, row_number() over () as index
      from candidates
      join public.document_chunks as chunks
        on chunks.version_id = candidates.version_id and chunks.position = candidates.position
    ), weighed as materialized (
      select version_id, position, matched.answers, weight, weight + ts_rank_cd(search, own_words, 1) as score
      from private.match_terms(
        array(select search from numbered order by index),
        array(select heading from numbered order by index),
        terms,
        participant_name,
        is_negated
      ) as matched
      join numbered on numbered.index = matched.index
    ), by_words as (
      select version_id, position, row_number() over (order by answers desc, score desc, version_id, position) as rank
      from weighed
      where weight >= least_share * (select max(weight) from weighed)
      order by rank
      limit 30
    ), merged as (
      select version_id, position, sum(1.0 / (60 + rank)) as score
      from (
        select version_id, position, rank from by_words
        union all
        select version_id, position, rank
        from private.nearest_chunks(scope_ids, find_passages.embedding, find_passages.model)
      ) as ranked
      group by version_id, position
    )
    select merged.version_id, merged.position, coalesce(weighed.answers, false)
    from merged
    left join weighed on weighed.version_id = merged.version_id and weighed.position = merged.position
    order by merged.score desc, merged.version_id, merged.position
    limit least(greatest(find_passages.row_limit, 1), 20);
end;
$$;
grant execute on function private.find_passages(uuid, text, integer, real[], text) to authenticated;

-- Ranks texts that are not stored as passages, such as those of an attached file, by the words of a question, as
-- find_passages ranks the documents of the assistant. `texts` is an array of `text` and `about`, a heading. Returns the best as an array of
-- `index`, from 0, and `answers`: see match_terms.
create function public.rank_texts(assistant_id uuid, question text, texts jsonb, row_limit integer default 8)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  searches tsvector[];
  headings text[];
  contents text[];
  participant_name text;
  terms private.search_term[] := '{}';
  term private.search_term;
  stem text;
  own_words tsquery;
  found_count real;
begin
  select
    array_agg(
      setweight(to_tsvector('pg_catalog.english'::regconfig, coalesce(item ->> 'about', '')), 'B')
        || to_tsvector('pg_catalog.english'::regconfig, item ->> 'text')
      order by ordinality
    ),
    array_agg(item ->> 'about' order by ordinality),
    array_agg(item ->> 'text' order by ordinality)
  into searches, headings, contents
  from jsonb_array_elements(rank_texts.texts) with ordinality as items (item, ordinality);
  if searches is null then
    return '[]';
  end if;
  select display_name into participant_name
  from public.assistants
  join public.participants on participants.id = participant_id
  where assistants.id = rank_texts.assistant_id;
  for term in select * from private.question_terms(rank_texts.question, participant_name) loop
    select count(*) into found_count from unnest(searches) as search where search @@ term.wide;
    if found_count = 0 then
      stem := private.respell(private.written_word(rank_texts.question, term.stems[1]), contents);
      if stem is not null then
        term := private.make_term(stem, term.is_vague);
        select count(*) into found_count from unnest(searches) as search where search @@ term.wide;
      end if;
    end if;
    term.is_known := found_count > 0;
    term.rarity := ln(1 / least(greatest(found_count, 0.5) / cardinality(searches), 0.9));
    terms := terms || term;
    own_words := coalesce(own_words || term.own, term.own);
  end loop;
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('index', index - 1, 'answers', answers) order by answers desc, score desc, index
      ),
      '[]'
    )
    from (
      select index, answers, weight + ts_rank_cd(searches[index], own_words, 1) as score
      from private.match_terms(searches, headings, terms, participant_name, private.is_negated(rank_texts.question))
      where weight > 0
      order by answers desc, score desc, index
      limit rank_texts.row_limit
    ) as best
  );
end;
$$;
grant execute on function public.rank_texts(uuid, text, jsonb, integer) to service_role;

-- Returns whether an assistant has documents that the caller may read and that can be searched.
create function private.has_documents(assistant_id uuid)
returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select 1
    from public.documents
    join public.document_versions on document_versions.document_id = documents.id
    where not documents.archived
      and document_versions.ready_at is not null
      and (
        documents.assistant_id = has_documents.assistant_id
        or documents.participant_id = (
          select assistants.participant_id from public.assistants where assistants.id = has_documents.assistant_id
        )
      )
  );
end;
$$;
grant execute on function private.has_documents(uuid) to authenticated;

-- Returns the passages for a reply as the caller may read them, best first, and whether the assistant has documents at
-- all.
create function public.search_documents(
  assistant_id uuid,
  question text,
  row_limit integer default 8,
  embedding real[] default null,
  model text default null
)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'hasDocuments', private.has_documents(search_documents.assistant_id),
    'passages', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'versionId', chunks.version_id,
            'position', chunks.position,
            'title', documents.title,
            'version', document_versions.number,
            'text', chunks.content,
            'place', chunks.place,
            'answers', found.answers
          )
          order by found.ordinality
        ),
        '[]'
      )
      from private.find_passages(
        search_documents.assistant_id,
        search_documents.question,
        search_documents.row_limit,
        search_documents.embedding,
        search_documents.model
      ) with ordinality as found
      join public.document_chunks as chunks
        on chunks.version_id = found.version_id and chunks.position = found.position
      join public.document_versions on document_versions.id = chunks.version_id
      join public.documents on documents.id = document_versions.document_id
    )
  );
$$;
grant execute on function public.search_documents(uuid, text, integer, real[], text) to authenticated;

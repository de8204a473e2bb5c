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

-- Returns the passages of an assistant's documents that match a question best, for a caller who may use the assistant.
--
-- Rankings are merged by reciprocal rank. The first one is by words: the rarer the words that a chunk shares with
-- the question, the better. Candidates are the chunks with all words; if those are few, also the chunks with two of the
-- rarest, and with one of the rarest as far as those are expected to be few. Each is limited, so that the time hardly
-- grows with the number of chunks: of thousands of chunks with the same common words, not all are compared. The second
-- ranking is by trigrams: of the best candidates, and of chunks that may contain a missing word in another spelling. A
-- misspelled word has one half that is spelled correctly. Their result is merged with a third ranking by meaning, if
-- the caller gives the embedding of the question by a model.
create function private.find_passages(
  assistant_id uuid,
  question text,
  row_limit integer,
  embedding real[] default null,
  model text default null
)
returns table (version_id uuid, "position" integer)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
#variable_conflict use_column
declare
  enough constant integer := 100;
  max_expected constant real := 3000;
  -- Chunks below this share of the best weight are noise.
  least_share constant real := 0.4;
  least_similarity constant real := 0.4;
  scope_ids uuid[];
  chunk_count real;
  common text[];
  shares real[];
  rare_share real;
  weights real[];
  queries tsquery[];
  all_words tsquery;
  any_word tsquery;
  two_words tsquery;
  rare_words tsquery;
  expected real := 0;
  -- The estimated share of chunks with all words, and with two of the rarest.
  share_all real := 1;
  share_two real := 0;
  -- The estimated number of chunks with the rarest word, with words of `two_words`, and with words of `rare_words`.
  expected_rarest real;
  expected_two real;
  expected_rare real;
  missing text[] := '{}';
  misspelled text[];
  halves text[];
  term record;
begin
  if find_passages.assistant_id not in (select private.usable_assistant_ids()) then
    return;
  end if;
  select array_remove(array[id, participant_id], null) into scope_ids
  from public.assistants
  where id = find_passages.assistant_id;
  if not exists (
    select from public.documents
    where not archived and (documents.assistant_id = any (scope_ids) or participant_id = any (scope_ids))
  ) then
    return;
  end if;

  select array_agg(word), array_agg(share), least(min(share) / 2, 0.001)
  into common, shares, rare_share
  from private.common_words();
  select greatest(reltuples, 1) into chunk_count
  from pg_catalog.pg_class
  where oid = 'public.document_chunks'::regclass;

  for term in
    with question_words as (
      select lexeme, positions[1] as first_position
      from unnest(to_tsvector('pg_catalog.english'::regconfig, left(find_passages.question, 1000)))
      order by first_position
      limit 24
    )
    select
      lexeme,
      common_words.word is not null as is_common,
      coalesce(common_words.share, rare_share) as share,
      ('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''')::tsquery as query
    from question_words
    left join unnest(common, shares) as common_words (word, share) on common_words.word = lexeme
    order by share, char_length(lexeme) desc
  loop
    if not term.is_common and not exists (
      select from public.document_chunks where scope_id = any (scope_ids) and search @@ term.query
    ) then
      missing := missing || term.lexeme;
      continue;
    end if;
    -- Two of the four rarest words.
    if cardinality(queries) between 1 and 3 then
      two_words := coalesce(two_words || (any_word && term.query), any_word && term.query);
      share_two := share_two + expected / chunk_count * term.share;
      expected_two := expected + chunk_count * term.share;
    end if;
    weights := weights || ln(1 / least(term.share, 0.9))::real;
    queries := queries || term.query;
    all_words := coalesce(all_words && term.query, term.query);
    any_word := coalesce(any_word || term.query, term.query);
    expected := expected + term.share * chunk_count;
    expected_rarest := coalesce(expected_rarest, expected);
    share_all := share_all * term.share;
    if rare_words is null or expected <= max_expected then
      rare_words := coalesce(rare_words || term.query, term.query);
      expected_rare := expected;
    end if;
  end loop;

  select array_agg(word) into misspelled
  from (
    select distinct word
    from regexp_split_to_table(lower(left(find_passages.question, 1000)), '[^[:alnum:]]+') as word
    where char_length(word) >= 6
      and tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, word)) && missing
    limit 3
  ) as missing_words;
  select array_agg('%' || half || '%') into halves
  from unnest(misspelled) as word
  cross join lateral unnest(array[
    left(word, char_length(word) / 2), right(word, char_length(word) - char_length(word) / 2)
  ]) as half;

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
    ), weighed as materialized (
      select
        chunks.version_id,
        chunks.position,
        chunks.content,
        chunks.search,
        (
          select sum(weight)
          from unnest(queries, weights) as terms (query, weight)
          where chunks.search @@ query
        ) as weight
      from candidates
      join public.document_chunks as chunks
        on chunks.version_id = candidates.version_id and chunks.position = candidates.position
      order by weight desc
      limit 100
    ), by_words as (
      select
        version_id,
        position,
        content,
        row_number() over (
          order by weight + ts_rank_cd(search, any_word, 1) desc, version_id, position
        ) as rank
      from weighed
      where weight >= least_share * (select max(weight) from weighed)
      order by rank
      limit 30
    ), respelled as (
      select version_id, position, content
      from (
        select version_id, position, content
        from public.document_chunks
        where scope_id = any (scope_ids) and content ilike any (halves)
        limit 100
      ) as similar_chunks
      where (
        select max(extensions.word_similarity(word, similar_chunks.content)) from unnest(misspelled) as word
      ) >= least_similarity
    ), by_trigrams as (
      select
        version_id,
        position,
        row_number() over (order by similarity desc, version_id, position) as rank
      from (
        select
          version_id,
          position,
          case
            when misspelled is null then extensions.word_similarity(left(find_passages.question, 200), content)
            else (select sum(extensions.word_similarity(word, content)) from unnest(misspelled) as word)
          end as similarity
        from (
          select version_id, position, content from by_words
          union
          select version_id, position, content from respelled
        ) as considered
      ) as compared
      order by rank
      limit 60
    ), by_text as (
      select
        version_id,
        position,
        row_number() over (order by sum(1.0 / (60 + rank)) desc, version_id, position) as rank
      from (
        select version_id, position, rank from by_words
        union all
        select version_id, position, rank from by_trigrams
      ) as ranked
      group by version_id, position
    )
    select version_id, position
    from (
      select version_id, position, rank from by_text
      union all
      select version_id, position, rank
      from private.nearest_chunks(scope_ids, find_passages.embedding, find_passages.model)
    ) as merged
    group by version_id, position
    order by sum(1.0 / (60 + rank)) desc, version_id, position
    limit least(greatest(find_passages.row_limit, 1), 20);
end;
$$;
grant execute on function private.find_passages(uuid, text, integer, real[], text) to authenticated;

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
            'place', chunks.place
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

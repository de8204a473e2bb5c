-- Searches documents by meaning too, where the database has the extension `vector` and the server a model.

alter table public.document_versions add column embedded_model text;

create table private.chunk_embeddings (
  version_id uuid not null,
  position integer not null,
  model text not null,
  -- Null while a process computes it.
  embedding real[],
  claim_id uuid,
  claimed_until timestamptz,
  primary key (version_id, position),
  foreign key (version_id, position) references public.document_chunks (version_id, position) on delete cascade
);
alter table private.chunk_embeddings alter column embedding set storage external;

create table private.embedding_model (
  is_only boolean primary key default true,
  model text,
  constraint embedding_model_one_row check (is_only)
);
insert into private.embedding_model default values;

alter table private.chunk_embeddings enable row level security;
alter table private.embedding_model enable row level security;

create function public.prepare_embeddings(model text)
returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  current_model text;
begin
  if prepare_embeddings.model is not null and to_regtype('extensions.vector') is null
    and exists (select 1 from pg_catalog.pg_available_extensions where name = 'vector')
  then
    begin
      create extension if not exists vector with schema extensions;
    exception
      -- Only a superuser may create it here, or another process creates it now.
      when insufficient_privilege or unique_violation or duplicate_object then
        null;
    end;
  end if;
  if to_regtype('extensions.vector') is not null then
    current_model := prepare_embeddings.model;
  end if;
  update private.embedding_model set model = current_model where model is distinct from current_model;
  return current_model is not null;
end;
$$;
revoke all on function public.prepare_embeddings(text) from public;
grant execute on function public.prepare_embeddings(text) to service_role;

create function public.claim_chunks_to_embed(
  model text,
  claim_id uuid,
  row_limit integer default 16,
  claimed_for interval default '2 minutes'
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target_id uuid;
  claimed jsonb;
begin
  -- One process at a time, so that two do not claim the same chunks.
  perform pg_advisory_xact_lock(hashtextextended('claim_chunks_to_embed', 0));
  for target_id in
    select versions.id
    from public.document_versions as versions
    join public.documents on documents.id = versions.document_id
    where versions.ready_at is not null
      and versions.embedded_model is distinct from claim_chunks_to_embed.model
      and not documents.archived
      and versions.id = private.searched_version_id(documents.id)
    order by versions.ready_at, versions.id
  loop
    with claims as (
      insert into private.chunk_embeddings as embeddings (version_id, position, model, claim_id, claimed_until)
      select
        version_id,
        position,
        claim_chunks_to_embed.model,
        claim_chunks_to_embed.claim_id,
        clock_timestamp() + claim_chunks_to_embed.claimed_for
      from public.document_chunks as chunks
      where version_id = target_id
        and not exists (
          select 1
          from private.chunk_embeddings as others
          where others.version_id = chunks.version_id
            and others.position = chunks.position
            and others.model = claim_chunks_to_embed.model
            and (others.embedding is not null or others.claimed_until > clock_timestamp())
        )
      order by position
      limit claim_chunks_to_embed.row_limit
      on conflict (version_id, position) do update
        set model = excluded.model,
            embedding = null,
            claim_id = excluded.claim_id,
            claimed_until = excluded.claimed_until
      returning embeddings.position
    )
    select jsonb_agg(
      jsonb_build_object(
        'versionId', chunks.version_id,
        'position', chunks.position,
        'text', concat_ws(E'\n', chunks.place ->> 'heading', chunks.content)
      )
      order by chunks.position
    )
    into claimed
    from claims
    join public.document_chunks as chunks on chunks.version_id = target_id and chunks.position = claims.position;
    if claimed is not null then
      return claimed;
    end if;
  end loop;
  return '[]';
end;
$$;
revoke all on function public.claim_chunks_to_embed(text, uuid, integer, interval) from public;
grant execute on function public.claim_chunks_to_embed(text, uuid, integer, interval) to service_role;

create function public.store_embeddings(claim_id uuid, embeddings jsonb)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  with stored as (
    update private.chunk_embeddings
    set embedding = array(select value::real from jsonb_array_elements_text(item -> 'embedding')),
        claim_id = null,
        claimed_until = null
    from jsonb_array_elements(store_embeddings.embeddings) as item
    where version_id = (item ->> 'versionId')::uuid
      and position = (item ->> 'position')::integer
      and claim_id = store_embeddings.claim_id
    returning version_id, position, model
  ), counted as (
    -- This statement does not see its own update.
    select stored.version_id, stored.model, count(*) as added
    from stored
    group by stored.version_id, stored.model
  )
  update public.document_versions
  set embedded_model = counted.model
  from counted
  where id = counted.version_id
    and chunk_count = counted.added + (
      select count(*)
      from private.chunk_embeddings as others
      where others.version_id = counted.version_id and others.model = counted.model and others.embedding is not null
    );
end;
$$;
revoke all on function public.store_embeddings(uuid, jsonb) from public;
grant execute on function public.store_embeddings(uuid, jsonb) to service_role;

create function private.embedding_progress(version_id uuid)
returns integer
language sql stable security definer set search_path = '' as $$
  select (
    100 * (
      select count(embedding)
      from private.chunk_embeddings
      where chunk_embeddings.version_id = versions.id and chunk_embeddings.model = embedding_model.model
    ) / greatest(versions.chunk_count, 1)
  )::integer
  from private.embedding_model
  cross join public.document_versions as versions
  where versions.id = embedding_progress.version_id and versions.embedded_model is distinct from embedding_model.model
    and embedding_model.model is not null;
$$;
revoke all on function private.embedding_progress(uuid) from public;
grant execute on function private.embedding_progress(uuid) to authenticated;

create function private.nearest_chunks(scope_ids uuid[], embedding real[], model text)
returns table (version_id uuid, "position" integer, rank bigint)
language plpgsql stable set search_path = '' as $$
begin
  if nearest_chunks.embedding is null or to_regtype('extensions.vector') is null then
    return;
  end if;
  -- Dynamic, because the type may not exist.
  return query execute $query$
    select version_id, position, row_number() over (order by distance, version_id, position)
    from (
      select
        chunks.version_id,
        chunks.position,
        embeddings.embedding::extensions.vector operator(extensions.<=>) $2::extensions.vector as distance
      from public.document_chunks as chunks
      join private.chunk_embeddings as embeddings
        on embeddings.version_id = chunks.version_id and embeddings.position = chunks.position
      where chunks.scope_id = any ($1)
        and embeddings.model = $3
        and cardinality(embeddings.embedding) = cardinality($2)
      order by distance
      limit 30
    ) as nearest
    where distance < 1
  $query$ using nearest_chunks.scope_ids, nearest_chunks.embedding, nearest_chunks.model;
end;
$$;
revoke all on function private.nearest_chunks(uuid[], real[], text) from public;

create or replace function public.list_documents(
  assistant_id uuid,
  participant_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language sql stable set search_path = '' as $$
  with matching as (
    select *
    from public.documents
    where (documents.assistant_id = list_documents.assistant_id
        or documents.participant_id = list_documents.participant_id)
      and (list_documents.q = '' or strpos(lower(documents.title), lower(list_documents.q)) > 0)
  ), shown as (
    select *
    from matching
    order by archived, lower(title), id
    limit least(greatest(list_documents.page_size, 1), 100)
    offset (greatest(list_documents.page, 1) - 1)::bigint * least(greatest(list_documents.page_size, 1), 100)
  )
  select jsonb_build_object(
    'total', (select count(*) from matching),
    'rows', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', shown.id,
          'title', shown.title,
          'owner_id', shown.owner_id,
          'owner_email', (select email from public.users where users.id = shown.owner_id),
          'review_on', shown.review_on,
          'archived', shown.archived,
          'updated_at', shown.updated_at,
          'versions', (
            select coalesce(
              jsonb_agg(
                jsonb_build_object(
                  'id', versions.id,
                  'number', versions.number,
                  'name', versions.name,
                  'size', versions.size,
                  'status', versions.status,
                  'progress', versions.progress,
                  'problem', versions.problem,
                  'remarks', versions.remarks,
                  'chunk_count', versions.chunk_count,
                  'is_searchable', versions.ready_at is not null,
                  'indexed', private.embedding_progress(versions.id),
                  'created_at', versions.created_at
                )
                order by versions.number desc
              ),
              '[]'
            )
            from public.document_versions as versions
            where versions.document_id = shown.id
          )
        )
        order by shown.archived, lower(shown.title), shown.id
      ),
      '[]'
    )
  )
  from shown;
$$;

create or replace function public.finish_document_version(
  version_id uuid,
  claim_id uuid,
  chunks jsonb,
  remarks jsonb,
  scanned_by text default null
)
returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  version public.document_versions;
  document public.documents;
begin
  -- The document is locked first, in the order of all other changes.
  select documents.* into document
  from public.documents
  join public.document_versions on document_versions.document_id = documents.id
  where document_versions.id = finish_document_version.version_id
  for no key update of documents;

  update public.document_versions
  set status = 'ready',
      progress = 100,
      ready_at = clock_timestamp(),
      claim_id = null,
      remarks = finish_document_version.remarks,
      chunk_count = jsonb_array_length(finish_document_version.chunks),
      scanned_by = finish_document_version.scanned_by,
      embedded_model = null
  where id = finish_document_version.version_id
    and claim_id = finish_document_version.claim_id
    and status = 'reading'
  returning * into version;
  if not found then
    return false;
  end if;

  delete from public.document_chunks where document_chunks.version_id = version.id;
  insert into public.document_chunks (version_id, position, content, place, context, scope_id)
  select
    version.id,
    ordinality,
    chunk ->> 'content',
    chunk -> 'place',
    concat_ws(' ', document.title, chunk -> 'place' ->> 'heading'),
    case when private.searched_version_id(document.id) = version.id then private.document_scope(document) end
  from jsonb_array_elements(finish_document_version.chunks) with ordinality as chunks (chunk, ordinality);

  update public.document_chunks
  set scope_id = null
  where document_chunks.version_id in (
      select id from public.document_versions where document_id = document.id and number < version.number
    )
    and scope_id is not null;
  delete from private.chunk_embeddings
  where chunk_embeddings.version_id in (
    select id from public.document_versions where document_id = document.id and number < version.number
  );
  return true;
end;
$$;

drop function public.search_documents(uuid, text, integer);
drop function private.find_passages(uuid, text, integer);

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
  max_candidates constant integer := 300;
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
  -- The estimated number of chunks with all words, with two of the rarest, and with one of `rare_words`.
  expected_all real;
  expected_two real := 0;
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
  expected_all := chunk_count;

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
      expected_two := expected_two + expected * term.share;
    end if;
    weights := weights || ln(1 / least(term.share, 0.9))::real;
    queries := queries || term.query;
    all_words := coalesce(all_words && term.query, term.query);
    any_word := coalesce(any_word || term.query, term.query);
    expected := expected + term.share * chunk_count;
    expected_all := expected_all * term.share;
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
    with candidates as (
      select version_id, position
      from private.matching_chunks(scope_ids, all_words, expected_all, max_candidates)
      union
      select version_id, position
      from private.matching_chunks(scope_ids, two_words, expected_two, max_candidates)
      union
      select version_id, position
      from private.matching_chunks(scope_ids, rare_words, expected_rare, max_candidates)
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
revoke all on function private.find_passages(uuid, text, integer, real[], text) from public;
grant execute on function private.find_passages(uuid, text, integer, real[], text) to authenticated;

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
    'hasDocuments', exists (
      select 1
      from public.documents
      join public.document_versions on document_versions.document_id = documents.id
      where not documents.archived
        and document_versions.ready_at is not null
        and (
          documents.assistant_id = search_documents.assistant_id
          or documents.participant_id = (
            select assistants.participant_id from public.assistants where assistants.id = search_documents.assistant_id
          )
        )
    ),
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
revoke all on function public.search_documents(uuid, text, integer, real[], text) from public;
grant execute on function public.search_documents(uuid, text, integer, real[], text) to authenticated;

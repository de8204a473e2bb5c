-- Embeddings of passages, for a search by meaning.
--
-- The server computes embeddings in the background: a process claims some chunks, and if it does not finish, the claim
-- ends and another process claims them.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

-- Returns one bit for each number of an embedding: whether it is positive. Most embeddings that point in similar
-- directions differ in few of these bits, which are compared far faster than the numbers.
create function private.signs(embedding real[])
returns bit varying
language sql immutable strict set search_path = '' as $$
  select string_agg((number > 0)::integer::text, '' order by place)::bit varying
  from unnest(signs.embedding) with ordinality as numbers (number, place);
$$;

create table private.chunk_embeddings (
  version_id uuid not null,
  position integer not null,
  model text not null,
  -- Null while a process computes it.
  embedding real[],
  claim_id uuid,
  claimed_until timestamptz,
  signs bit varying generated always as (private.signs(embedding)) stored,
  primary key (version_id, position),
  foreign key (version_id, position) references public.document_chunks (version_id, position) on delete cascade
);
-- Numbers hardly compress.
alter table private.chunk_embeddings alter column embedding set storage external;

-- One row: the model that the server uses; null without one.
create table private.embedding_model (
  is_only boolean primary key default true,
  model text,
  constraint embedding_model_one_row check (is_only)
);
insert into private.embedding_model default values;

-- Without policies: only functions read and write them.
alter table private.chunk_embeddings enable row level security;
alter table private.embedding_model enable row level security;

-- Stores the model that the server uses from now on, null for none. Embeddings of another model are no longer searched,
-- and are replaced.
create function public.set_embedding_model(model text)
returns void
language sql security definer set search_path = '' as $$
  update private.embedding_model
  set model = set_embedding_model.model
  where embedding_model.model is distinct from set_embedding_model.model;
$$;
grant execute on function public.set_embedding_model(text) to service_role;

-- Claims some searched chunks that have no embedding of this model, of the version that was read first. Returns their
-- texts; empty if there are none.
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
grant execute on function public.claim_chunks_to_embed(text, uuid, integer, interval) to service_role;

-- Stores the embeddings of claimed chunks, as `versionId`, `position` and `embedding`. Those of a lost claim are ignored.
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
grant execute on function public.store_embeddings(uuid, jsonb) to service_role;

-- Returns the share of a version's chunks that have an embedding, in percent; null if all have one or none is needed.
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
grant execute on function private.embedding_progress(uuid) to authenticated;

-- Returns the searched chunks of these scopes that are nearest to an embedding, with their ranks; none without an
-- embedding. The signs of all chunks of the scopes are compared: an index over all scopes would find mostly chunks of
-- others. The numbers are compared of those whose signs differ least.
create function private.nearest_chunks(scope_ids uuid[], embedding real[], model text)
returns table (version_id uuid, "position" integer, rank bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  -- Computed once, not once per row.
  question_signs constant bit varying := private.signs(nearest_chunks.embedding);
begin
  if question_signs is null then
    return;
  end if;
  return query
  with candidates as (
    select embeddings.version_id, embeddings.position, embeddings.embedding
    from public.document_chunks as chunks
    join private.chunk_embeddings as embeddings
      on embeddings.version_id = chunks.version_id and embeddings.position = chunks.position
    where chunks.scope_id = any (nearest_chunks.scope_ids)
      and embeddings.model = nearest_chunks.model
      and length(signs) = length(question_signs)
    order by bit_count(signs # question_signs)
    limit 300
  )
  select version_id, position, row_number() over (order by cosine desc, version_id, position)
  from candidates
  cross join lateral (
    -- The length of the question's embedding is the same for all.
    select sum(own * asked) / sqrt(nullif(sum(own * own), 0))
    from unnest(candidates.embedding, nearest_chunks.embedding) as numbers (own, asked)
  ) as compared (cosine)
  where cosine > 0
  order by cosine desc
  limit 30;
end;
$$;

-- Compares embeddings without the extension `vector`: a search by meaning works on every PostgreSQL.

drop function public.prepare_embeddings(text);

-- Returns one bit for each number of an embedding: whether it is positive. Most embeddings that point in similar
-- directions differ in few of these bits, which are compared far faster than the numbers.
create function private.signs(embedding real[])
returns bit varying
language sql immutable strict set search_path = '' as $$
  select string_agg((number > 0)::integer::text, '' order by place)::bit varying
  from unnest(signs.embedding) with ordinality as numbers (number, place);
$$;

alter table private.chunk_embeddings add column signs bit varying generated always as (private.signs(embedding)) stored;

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

-- Returns the searched chunks of these scopes that are nearest to an embedding, with their ranks; none without an
-- embedding. The signs of all chunks of the scopes are compared: an index over all scopes would find mostly chunks of
-- others. The numbers are compared of those whose signs differ least.
create or replace function private.nearest_chunks(scope_ids uuid[], embedding real[], model text)
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

revoke all on function private.signs(real[]) from public;
revoke all on function public.set_embedding_model(text) from public;

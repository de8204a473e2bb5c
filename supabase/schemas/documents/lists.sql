-- Returns a page of the documents of an assistant or a participant whose titles contain `q`, with their versions, as the
-- caller may read them; archived ones last.
create function public.list_documents(
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
      and (list_documents.q = '' or documents.title ~* (select private.search_pattern(list_documents.q)))
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
          'owner_email', owners.email,
          'owner_name', owners.display_name,
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
  from shown
  left join public.users as owners on owners.id = shown.owner_id;
$$;
grant execute on function public.list_documents(uuid, uuid, text, integer, integer) to authenticated;

-- Returns the documents that the caller may read whose titles contain the text. Can be filtered, ordered and counted like
-- the table.
create function public.find_documents(q text)
returns setof public.documents
language sql stable rows 50 set search_path = '' as $$
  select * from public.documents where title ~* (select private.search_pattern(find_documents.q));
$$;
grant execute on function public.find_documents(text) to authenticated;

-- `:documents` documents with 100 chunks each: nine tenths of one assistant, the others of another one. Written without
-- triggers, with the index created afterwards: the cost of reading documents is not measured here.
set session_replication_role = replica;
select setseed(0.5);
set maintenance_work_mem = '1GB';

-- Words by rank: a few are common, most are rare, as in real text.
create temporary table words as
select row_number() over () as rank, word
from (
  select * from unnest(array[
    'support', 'worker', 'report', 'medication', 'participant', 'office', 'transport', 'afternoon', 'incident', 'plan',
    'review', 'house', 'family', 'meeting', 'appointment', 'doctor', 'lunch', 'shopping', 'swimming', 'keys', 'goal',
    'check', 'roster', 'leave', 'training', 'policy', 'complaint', 'consent', 'visitor', 'kitchen'
  ]) as word
  union all
  select string_agg(
    (array['ba', 'ke', 'lo', 'mi', 'nu', 'pra', 'ste', 'tri', 'vo', 'zan', 'che', 'dri', 'flo', 'gra', 'hel', 'jum'])
    [1 + floor(random() * 16)::integer], ''
  )
  from generate_series(1, 20000) as number, generate_series(1, 4)
  group by number
) as all_words;

create temporary table sentences as
select number, string_agg(word, ' ') || '.' as text
from (
  select number, 1 + floor(power(random(), 4) * 20030) as rank
  from generate_series(1, 30000) as number, generate_series(1, 12)
) as picks
join words using (rank)
group by number;

insert into public.documents (assistant_id, title)
select
  case when number % 10 = 0 then :small::uuid else :large::uuid end,
  'Document ' || number
from generate_series(1, :documents) as number;

insert into public.document_versions (document_id, number, note, status, progress, chunk_count, ready_at)
select id, 1, 'text', 'ready', 100, 100, now() from public.documents where title like 'Document %';

drop index public.document_chunks_search_idx;
insert into public.document_chunks (version_id, position, content, place, scope_id, context)
select version_id, position, string_agg(text, ' '), jsonb_build_object('page', 1 + position / 4), assistant_id, title
from (
  select
    versions.id as version_id, position, documents.assistant_id, documents.title,
    1 + floor(random() * 30000)::integer as number
  from public.documents
  join public.document_versions as versions on versions.document_id = documents.id
  cross join generate_series(1, 100) as position
  cross join generate_series(1, 8)
  where documents.title like 'Document %'
) as picks
join sentences using (number)
group by version_id, position, assistant_id, title;

update public.document_chunks
set content = content || ' The xylophone of Cotterill is in the shed.'
where position = 50
  and version_id in (
    select document_versions.id
    from public.document_versions
    join public.documents on documents.id = document_id
    where documents.title = 'Document 77'
  );

create index document_chunks_search_idx on public.document_chunks
  using gin (scope_id, search, content extensions.gin_trgm_ops)
  where scope_id is not null;
set session_replication_role = origin;
analyze public.documents;
analyze public.document_versions;
analyze public.document_chunks;

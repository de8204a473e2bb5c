/*
 * The fixed id of a seeded row, for the files after this one. The first eight characters are what a table shows of an id,
 * so they differ; the second group names the kind: 5f8a1c2e-0004-4000-8000-000000000012.
 */
create or replace function pg_temp.seed_id(kind text, number integer)
returns uuid
language sql
immutable
as $$
  select (
    left(md5(kind || ' ' || number), 8) || '-'
      || lpad(array_position(array['user', 'participant', 'assistant', 'conversation', 'visit', 'document', 'version'], kind)::text, 4, '0')
      || '-4000-8000-' || lpad(number::text, 12, '0')
  )::uuid;
$$;

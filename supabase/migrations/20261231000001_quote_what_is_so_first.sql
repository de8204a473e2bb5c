-- A passage of what is not so comes after those that answer as well. More words are vague, and more have synonyms.

-- Returns how well passages match these words, by their index, and whether they answer: such a passage has the rarest
-- word that is known, and words with more than half of the rarity of all, or a heading whose words are all in the question.
-- A synonym counts less than the word, and a passage of what is not so less than others. Vague words count only if there are
-- no others, and then only in a title or heading.
create or replace function private.match_terms(
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

-- Returns the stems of words that do not identify a topic, and of the given names.
create or replace function private.vague_stems(names text)
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

insert into public.synonyms (words, also)
values
  ('burnt, scald, scalded', 'burn'),
  ('bled', 'bleed'),
  ('slip, slipped', 'fall'),
  ('gone, lost, disappeared', 'missing, found'),
  ('smoke', 'fire'),
  ('electricity, blackout, lights', 'power'),
  ('degrees, heatwave', 'heat'),
  ('rest', 'break'),
  ('fever, flu', 'sick'),
  ('noisy, noise', 'loud'),
  ('speak, talk', 'communication'),
  ('achieve', 'goal'),
  ('present', 'gift'),
  ('spend, spent', 'money, dollar, budget'),
  ('sit', 'seat'),
  ('renew, expire', 'due'),
  ('compressions, resuscitation', 'cpr'),
  ('bus, train, taxi', 'transport')
on conflict do nothing;

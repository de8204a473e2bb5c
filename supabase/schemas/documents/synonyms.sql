-- Synonyms of the field, which administrators change.

-- Returns the stems of a list of words, separated by commas, as a search of documents finds them.
create function private.list_stems(list text)
returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  word text;
  found_stems text[];
  stems text[] := '{}';
begin
  foreach word in array regexp_split_to_array(btrim(list_stems.list), '\s*,\s*') loop
    found_stems := tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, word));
    if cardinality(found_stems) <> 1 then
      raise exception 'Searches do not find “%” as one word. Use another word, and commas between words.', word
        using errcode = 'PT422';
    end if;
    stems := stems || found_stems;
  end loop;
  return array(select distinct stem from unnest(stems) as stem order by stem);
end;
$$;
grant execute on function private.list_stems(text) to authenticated, service_role;

-- A question with one of `words` also finds passages with one of `also`. One direction: a fall is an incident, and not
-- every incident is a fall.
create table public.synonyms (
  id uuid primary key default gen_random_uuid(),
  words text not null,
  also text not null,
  word_stems text[] not null generated always as (private.list_stems(words)) stored,
  also_stems text[] not null generated always as (private.list_stems(also)) stored,
  updated_at timestamptz not null default now(),
  constraint synonyms_stems_unique unique (word_stems, also_stems),
  constraint synonyms_lists_valid check (
    char_length(words) between 1 and 200
    and char_length(also) between 1 and 200
    and words = btrim(private.plain_line(words))
    and also = btrim(private.plain_line(also))
  )
);

create index synonyms_word_stems_idx on public.synonyms using gin (word_stems);

grant
  select (id, words, also, word_stems, also_stems, updated_at),
  insert (words, also),
  update (words, also),
  delete
on table public.synonyms to authenticated;
grant select, insert, update, delete on table public.synonyms to service_role;

alter table public.synonyms enable row level security;

create trigger touch_updated_at
  before update on public.synonyms
  for each row execute function private.touch_updated_at();

create policy "Admins read synonyms"
  on public.synonyms for select to authenticated
  using ((select private.is_admin()));

create policy "Admins add synonyms"
  on public.synonyms for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins change synonyms"
  on public.synonyms for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins delete synonyms"
  on public.synonyms for delete to authenticated
  using ((select private.is_admin()));

-- Returns the synonyms with a word that contains the text.
create function public.find_synonyms(q text)
returns setof public.synonyms
language sql stable rows 50 set search_path = '' as $$
  select * from public.synonyms where words || ' ' || also ~* (select private.search_pattern(find_synonyms.q));
$$;
grant execute on function public.find_synonyms(text) to authenticated;

insert into public.synonyms (words, also)
values
  (
    'fall, fell, fallen, hurt, injury, injured, hit, bite, bitten, choke, bleed, burn, missing, seizure, accident, harm',
    'incident'
  ),
  ('fell, fallen', 'fall'),
  ('injury, injured, hurt', 'hurt, injury'),
  ('accident', 'fall'),
  ('fit, convulsion', 'seizure'),
  ('seizure', 'epilepsy'),
  ('epilepsy', 'seizure'),
  ('ill, unwell', 'sick'),
  ('sick', 'ill'),
  ('broken, leak, leaking, blocked, damaged, repair, fix, fault', 'repair, maintenance'),
  ('leak, leaking', 'drip'),
  ('allergic, allergy, allergies', 'allergy, allergic'),
  ('epipen', 'adrenaline'),
  ('medication, medicine, drug, tablet, pill', 'medication, medicine, tablet'),
  ('holiday, vacation', 'leave'),
  ('phone, ring, telephone', 'phone, call, ring, telephone'),
  ('doctor', 'gp'),
  ('gp', 'doctor'),
  ('hospital, ambulance', 'emergency'),
  ('rain, rainy', 'rain'),
  ('hot', 'heat'),
  ('wheelchair', 'chair'),
  ('shower, bath, wash', 'shower, bath, wash'),
  ('eat, food, meal, dinner, lunch', 'meal, food'),
  ('client, resident', 'participant'),
  ('complain, complaint', 'complaint'),
  ('pain', 'hurt'),
  ('cash', 'money'),
  ('runaway, absconded', 'missing'),
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
  ('bus, train, taxi', 'transport');

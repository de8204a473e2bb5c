-- 10,000 conversations of one person with 10 messages each, and 190,000 conversations of 100 other people, 10,000 of
-- them with messages. Written without triggers: their cost for each row is not measured here.
set session_replication_role = replica;
select setseed(0.5);

create temporary table words as
select array[
  'ends', 'in', 'the', 'afternoon', 'with', 'a', 'cup', 'of', 'tea', 'and', 'medication', 'at', 'eight', 'transport',
  'to', 'town', 'family', 'visits', 'on', 'Sunday', 'house', 'meeting', 'incident', 'report', 'is', 'due', 'please',
  'check', 'goals', 'plan', 'review', 'shopping', 'lunch', 'swimming', 'doctor', 'appointment', 'keys', 'are', 'office'
] as list;

create function pg_temp.sentence(length integer)
returns text
language sql
volatile
as $$
  select string_agg(list[1 + floor(random() * cardinality(list))::integer], ' ')
  from words, generate_series(1, length);
$$;

create temporary table people as
select :person::uuid as id, 0 as position
union all
select gen_random_uuid(), position from generate_series(1, 100) as position;

insert into public.users (id, email, role_id)
select people.id, 'noise-' || position || '@example.org', roles.id
from people, public.roles
where position > 0 and roles.name = 'support_worker';

create temporary table talk as
select gen_random_uuid() as id, people.id as user_id, number, people.position = 0 as is_own
from people, generate_series(1, case position when 0 then 10000 else 1900 end) as number;

insert into public.conversations (id, user_id, assistant_id, title, pinned, archived, created_at, updated_at)
select
  talk.id,
  talk.user_id,
  (select assistant_id from public.assistant_access where user_id = :person::uuid order by assistant_id limit 1),
  pg_temp.sentence(4),
  number % 1000 = 0,
  number % 50 = 1,
  now() - number * interval '10 minutes',
  now() - number * interval '10 minutes'
from talk;

-- Every tenth message is long, as replies are.
insert into public.messages (conversation_id, user_id, role, content, created_at)
select
  talk.id,
  talk.user_id,
  case position % 2 when 1 then 'user' else 'assistant' end,
  concat_ws(
    ' ',
    'Support:',
    pg_temp.sentence(case position when 10 then 400 else 30 end),
    case when not is_own or number > 9997 and position = 5 then 'payroll' end,
    case when random() < 0.01 then 'roster' end,
    case when is_own and number = 9990 and position = 3 then 'Xylophone' end
  ),
  now() - number * interval '10 minutes' + position * interval '1 second'
from talk, generate_series(1, 10) as position
where is_own or number <= 100;

set session_replication_role = origin;
analyze;

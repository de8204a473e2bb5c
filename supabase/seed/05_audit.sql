/*
 * Sixty days of audit: 3,000 rows together with the forty that the conversations wrote themselves when they were seeded.
 *
 * The days are made of visits. In a visit a person signs in, goes on with a conversation of theirs or begins one, and
 * sends a few messages, each with its run. Whatever looks random comes from a digest, so every database gets the same.
 */
create or replace function pg_temp.pick(occasion text, choices integer)
returns integer
language sql
immutable
as $$
  select (('x' || substr(md5(occasion), 1, 7))::bit(28)::integer % choices);
$$;

create temporary table seed_visits as
with slots as (
  select
    number,
    -- Between seven in the morning and nine in the evening, where the organisation is.
    date_trunc('day', now() at time zone 'Australia/Melbourne')
      - make_interval(days => pg_temp.pick('day' || number, 60))
      + make_interval(mins => 420 + pg_temp.pick('minute' || number, 840)) as clock_time,
    -- The demo accounts and the support workers are here more often than the rest.
    (array[1, 2, 2, 3, 3, 3, 3, 4, 5, 5, 6, 7, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 14, 14, 15, 16, 17, 18])
      [1 + pg_temp.pick('person' || number, 28)] as person
  from generate_series(1, 203) as number
),
placed as (
  select
    number,
    person,
    -- Two of three visits on a weekend belong on the Friday before.
    clock_time - make_interval(
      days => case when number % 3 = 0 then 0 else greatest(extract(isodow from clock_time)::integer - 5, 0) end
    ) as clock_time
  from slots
),
timed as (
  select
    number,
    pg_temp.seed_id('user', person) as user_id,
    -- What would still be ahead today happened yesterday.
    (
      case
        when clock_time + interval '30 minutes' < now() at time zone 'Australia/Melbourne' then clock_time
        else clock_time - interval '1 day'
      end
    ) at time zone 'Australia/Melbourne' as began_at
  from placed
)
select
  timed.number,
  timed.user_id,
  timed.began_at,
  continued.id is not null as continues,
  coalesce(
    continued.id,
    pg_temp.seed_id('visit', timed.number)
  ) as conversation_id,
  coalesce(continued.assistant_id, offered.assistant_id) as assistant_id
from timed
left join lateral (
  select conversations.id, conversations.assistant_id
  from public.conversations
  where conversations.user_id = timed.user_id
    and conversations.created_at < timed.began_at
    and conversations.id::text like '%-0004-4000-8000-%'
  order by conversations.created_at desc
  limit 1
) as continued on timed.number % 4 <> 0
cross join lateral (
  select usable.assistant_id
  from private.assistants_usable_by(timed.user_id) as usable (assistant_id)
  where usable.assistant_id::text like '%-0003-4000-8000-%'
  order by md5(timed.number || usable.assistant_id::text)
  limit 1
) as offered;

create temporary table seed_events (
  at timestamptz not null,
  user_id uuid not null,
  assistant_id uuid,
  conversation_id uuid,
  action text not null,
  meta jsonb not null default '{}'
);

insert into seed_events (at, user_id, action)
select began_at - interval '40 seconds', user_id, 'login'
from seed_visits;

-- A visit that goes on with nothing begins a conversation, which its owner deleted some days later.
insert into seed_events (at, user_id, assistant_id, conversation_id, action)
select began_at - interval '5 seconds', user_id, assistant_id, conversation_id, 'conversation_created'
from seed_visits
where not continues
union all
select
  began_at + make_interval(days => 1 + pg_temp.pick('kept' || number, 12), mins => 30),
  user_id, assistant_id, conversation_id, 'conversation_deleted'
from seed_visits
where not continues;

-- Occasionally a user tries an assistant without access.
insert into seed_events (at, user_id, assistant_id, action, meta)
select
  began_at + interval '15 minutes', user_id, refused.id, 'denied',
  '{"reason": "no_assistant_access", "operation": "create_conversation"}'
from seed_visits
cross join lateral (
  select assistants.id
  from public.assistants
  where assistants.id::text like '%-0003-4000-8000-%'
    and assistants.id not in (select private.assistants_usable_by(seed_visits.user_id))
  order by md5(seed_visits.number || assistants.id::text)
  limit 1
) as refused
where number % 9 = 0;

create temporary table seed_sends as
select
  visits.*,
  jsonb_build_object('turn_id', md5('turn' || number || '-' || send)::uuid) as turn,
  began_at + make_interval(mins => 3 * (send - 1), secs => pg_temp.pick('wait' || number || '-' || send, 90)) as at,
  pg_temp.pick('outcome' || number || '-' || send, 100) as outcome,
  2500 + pg_temp.pick('duration' || number || '-' || send, 14000) as duration_ms,
  12 + pg_temp.pick('characters' || number || '-' || send, 900) as characters
from seed_visits as visits
cross join lateral generate_series(1, 1 + pg_temp.pick('sends' || number, 4)) as send;

insert into seed_events (at, user_id, assistant_id, conversation_id, action, meta)
select
  at - interval '30 seconds', user_id, assistant_id, conversation_id, 'upload_file',
  jsonb_build_object(
    'mime', (array['application/pdf', 'text/csv', 'text/plain'])[1 + outcome % 3],
    'size', 900 + characters * 731
  )
from seed_sends
where outcome % 11 = 0
union all
select at, user_id, assistant_id, conversation_id, 'send_message',
  turn || jsonb_build_object('characters', characters, 'files', case when outcome % 11 = 0 then 1 else 0 end)
from seed_sends
union all
select at + interval '1 second', user_id, assistant_id, conversation_id, 'run_started', turn || '{"provider": "demo"}'
from seed_sends
union all
select at + interval '2 seconds', user_id, assistant_id, conversation_id, 'run_stream_started', turn || '{"provider": "demo"}'
from seed_sends
where outcome < 97
union all
select at + make_interval(secs => duration_ms / 1000.0), user_id, assistant_id, conversation_id, 'run_stream_completed',
  turn || '{"provider": "demo"}'
from seed_sends
where outcome < 95
union all
select at + make_interval(secs => duration_ms / 1000.0 + 0.01), user_id, assistant_id, conversation_id,
  case when outcome < 95 then 'run_succeeded' else 'run_failed' end,
  turn || case
    when outcome < 95 then jsonb_build_object('provider', 'demo', 'duration_ms', duration_ms)
    when outcome < 97 then jsonb_build_object('provider', 'demo', 'error_code', 'interrupted')
    else jsonb_build_object('provider', 'demo', 'error_code', 'provider_timeout')
  end
from seed_sends
union all
select at + interval '2 minutes', user_id, assistant_id, conversation_id, 'web_research',
  jsonb_build_object('characters', 20 + outcome, 'citations', 1 + outcome % 5)
from seed_sends
where outcome between 40 and 43;

insert into public.audit_logs (id, user_id, assistant_id, conversation_id, action, meta, created_at)
select
  ('60000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid,
  user_id, assistant_id, conversation_id, action, meta, at
from (
  select seed_events.*, row_number() over (order by at desc, action, user_id) as number
  from seed_events
  where at < now()
) as latest
where number <= 3000 - 40
order by number desc
on conflict (id) do nothing;

-- The usage of the same replies, without tokens, as the demo provider reports it.
insert into private.reply_usage (turn_id, user_id, assistant_id, status, model, started_at, first_text_at, ended_at)
select
  (turn ->> 'turn_id')::uuid,
  user_id,
  assistant_id,
  case when outcome < 95 then 'completed' when outcome < 97 then 'interrupted' else 'failed' end,
  'demo',
  at + interval '1 second',
  case when outcome < 97 then at + interval '2 seconds' end,
  at + make_interval(secs => duration_ms / 1000.0)
from seed_sends
where at + make_interval(secs => duration_ms / 1000.0) < now()
on conflict (turn_id) do nothing;

-- Who was here has signed in.
update auth.users
set last_sign_in_at = latest.began_at
from (select user_id, max(began_at) as began_at from seed_visits group by user_id) as latest
where users.id = latest.user_id and users.last_sign_in_at is null;

drop table seed_events;
drop table seed_sends;
drop table seed_visits;
drop function pg_temp.pick(text, integer);

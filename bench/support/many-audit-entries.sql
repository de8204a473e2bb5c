-- 1,000,000 entries of the audit log over two years, by 2,000 people with 500 assistants in 60,000 conversations: all 26
-- actions, some of them common, most entries on working days, and bursts. Activity is skewed, as in real use: a few
-- people and assistants do much. Written without triggers and indexes; rows are counted and indexed at the end.
set session_replication_role = replica;
select setseed(0.5);

-- A whole number below `choices`, small ones more often.
create function pg_temp.skewed(choices integer) returns integer language sql volatile as
  'select floor(choices * random() ^ 3)::integer';

create temporary table bench_people as
select number, gen_random_uuid() as id, 'person' || number || '@many.example' as email
from generate_series(0, 1999) as number;
create temporary table bench_assistants as
select
  number,
  gen_random_uuid() as id,
  case when number % 5 = 0 then 'Everyday ' else 'Helper of ' end || number as label,
  case when number % 5 = 0 then 'org' else 'participant' end as kind,
  case when number % 5 <> 0 then gen_random_uuid() end as participant_id,
  case when number % 5 <> 0 then 'Participant ' || number end as participant_name
from generate_series(0, 499) as number;
create temporary table bench_conversations as
select
  number, gen_random_uuid() as id, pg_temp.skewed(2000) as person, pg_temp.skewed(500) as assistant
from generate_series(0, 59999) as number;
analyze bench_people, bench_assistants, bench_conversations;

-- The lookups need rows of the people and the assistants, too.
insert into public.users (id, email, role_id)
select people.id, people.email, roles.id from bench_people as people join public.roles on roles.name = 'support_worker';
insert into public.participants (id, display_name)
select participant_id, participant_name from bench_assistants where participant_id is not null;
insert into public.assistants (id, label, kind, openai_assistant_id, participant_id)
select id, label, kind, 'asst_bench', participant_id from bench_assistants;

-- Creating one index at a time over all rows is a fifth of the work of updating every index at every row.
create temporary table bench_indexes as
select indexdef, indexname
from pg_indexes
where schemaname = 'public' and tablename = 'audit_logs'
  and indexname not in (select conname from pg_constraint where conrelid = 'public.audit_logs'::regclass);
do $$
declare
  index_name text;
begin
  for index_name in select indexname from bench_indexes loop
    execute format('drop index public.%I', index_name);
  end loop;
end;
$$;

-- Shares of the actions in a thousand.
create temporary table bench_actions as
select action, sum(share) over (order by place) - share as from_share, sum(share) over (order by place) as to_share
from (
  values
    (1, 'send_message', 150), (2, 'run_started', 150), (3, 'run_stream_started', 145), (4, 'run_stream_completed', 140),
    (5, 'run_succeeded', 138), (6, 'login', 120), (7, 'conversation_created', 60), (8, 'upload_file', 30),
    (9, 'web_research', 16), (10, 'conversation_deleted', 14), (11, 'run_failed', 9), (12, 'denied', 6),
    (13, 'access_granted', 5), (14, 'worker_assigned', 4), (15, 'access_revoked', 3), (16, 'worker_unassigned', 2),
    (17, 'assistant_updated', 2), (18, 'participant_updated', 2), (19, 'participant_created', 0.8),
    (20, 'assistant_created', 0.8), (21, 'role_access_granted', 0.6), (22, 'role_changed', 0.6),
    (23, 'role_access_revoked', 0.5), (24, 'model_changed', 0.4), (25, 'assistant_deleted', 0.2),
    (26, 'participant_deleted', 0.1)
) as shares (place, action, share);

create temporary table bench_entries as
select
  number,
  random() * 1000 as lot,
  pg_temp.skewed(60000) as conversation,
  pg_temp.skewed(2000) as person,
  random() as other,
  gen_random_uuid() as trace,
  -- A tenth of all entries is within twenty single hours, the others are by day on five days a week.
  case
    when number % 10 = 0 then
      date_trunc('hour', now()) - (number / 10 % 20) * interval '36 days' - random() * interval '1 hour'
    else
      date_trunc('week', now() - interval '8 days') - floor(random() * 103) * interval '7 days'
        + floor(random() * 5) * interval '1 day' + (21 + 12 * (random() + random()) / 2) * interval '1 hour'
  end as at
from generate_series(1, 1000000) as number;

insert into public.audit_logs (
  id, user_id, assistant_id, conversation_id, action, created_at, updated_at, user_email, assistant_label, assistant_kind,
  participant_id, participant_name, target_user_id, target_user_email, meta
)
select
  gen_random_uuid(), people.id, spoken.id, talk.id, actions.action, at, at, people.email, spoken.label, spoken.kind,
  spoken.participant_id, spoken.participant_name, target.id, target.email,
  case
    when actions.action like 'run_%' then
      jsonb_build_object(
        'turn_id', trace, 'thread_id', talk.id, 'provider', 'openai',
        'model', (array['gpt-4o', 'gpt-4o-mini', 'gpt-4.1'])[1 + floor(other * 3)],
        'run_id', 'resp_' || md5(trace::text), 'openai_message_id', 'msg_' || md5(other::text)
      ) || case actions.action
        when 'run_succeeded' then jsonb_build_object('duration_ms', floor(other * 20000))
        when 'run_failed' then jsonb_build_object('error_code', (array['provider_timeout', 'interrupted'])[1 + floor(other * 2)])
        else '{}'
      end
    when actions.action = 'send_message' then
      jsonb_build_object('characters', floor(other * 900), 'files', floor(other * 3))
    when actions.action = 'upload_file' then
      jsonb_build_object('mime', (array['application/pdf', 'text/csv'])[1 + floor(other * 2)], 'size', floor(other * 9000000))
    when actions.action = 'web_research' then
      jsonb_build_object('characters', floor(other * 90), 'citations', floor(other * 9))
    when actions.action = 'denied' then '{"attempted": "create_conversation"}'
    when actions.action ~ '_updated$' then
      jsonb_build_object(
        'before', jsonb_build_object('label', spoken.label), 'after', jsonb_build_object('label', spoken.label || ' renamed')
      )
    else '{}'
  end
from bench_entries
join bench_actions as actions on lot >= from_share and lot < to_share
left join bench_conversations as talk on talk.number = conversation and actions.action <> 'login' and from_share < 978
left join bench_people as people on people.number = coalesce(talk.person, bench_entries.person)
left join bench_assistants as spoken
  on spoken.number = coalesce(talk.assistant, case when from_share >= 978 then conversation % 500 end)
left join bench_people as target on from_share >= 978 and target.number = conversation % 2000
order by at;

do $$
declare
  definition text;
begin
  for definition in select indexdef from bench_indexes loop
    execute definition;
  end loop;
  -- Does the work of the triggers.
  if to_regproc('private.recount_audit_logs') is not null then
    perform private.recount_audit_logs();
  end if;
end;
$$;

drop table
  bench_people, bench_assistants, bench_conversations, bench_indexes, bench_actions, bench_entries;
set session_replication_role = origin;
analyze;

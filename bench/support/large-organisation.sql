-- An organisation of 5,000 participants, 2,000 people and 500 assistants, with 20,000 assignments, 50,000 grants and
-- 200,000 audit rows, 2,000 of them about one participant. Written without triggers: their cost for each row is not
-- measured here.
set session_replication_role = replica;
select setseed(0.5);

insert into public.users (id, email, role_id)
select gen_random_uuid(), 'person' || number || '@large.example', roles.id
from generate_series(1, 2000) as number
join public.roles on roles.name = case when number % 10 = 0 then 'office' else 'support_worker' end;

insert into public.participants (id, display_name, status, created_at)
select
  gen_random_uuid(), 'Participant ' || number, case when number % 7 = 0 then 'inactive' else 'active' end,
  now() - number * interval '1 hour'
from generate_series(1, 5000) as number;

insert into public.assistants (id, label, kind, openai_assistant_id, participant_id)
select gen_random_uuid(), 'Helper ' || number, 'participant', 'asst_bench', participants.id
from (
  select id, row_number() over (order by display_name) as number
  from public.participants
  where display_name like 'Participant %'
) as participants
where number <= 450;
insert into public.assistants (id, label, openai_assistant_id)
select gen_random_uuid(), 'Everyday ' || number, 'asst_bench' from generate_series(1, 50) as number;

insert into public.participant_assignments (participant_id, user_id)
select participants.id, people.id
from public.participants
cross join lateral (
  select id from public.users where participants.id is not null order by random() limit 4
) as people
where participants.display_name like 'Participant %'
on conflict do nothing;

insert into public.assistant_access (assistant_id, user_id)
select assistants.id, people.id
from public.assistants
cross join lateral (
  select id from public.users where assistants.id is not null order by random() limit 100
) as people
on conflict do nothing;
insert into public.assistant_access (assistant_id, user_id)
select assistants.id, users.id from public.assistants, public.users where assistants.label = 'Everyday 1'
on conflict do nothing;
insert into public.assistant_role_access (assistant_id, role_id)
select assistants.id, roles.id
from public.assistants
join public.roles on roles.name = 'support_worker'
where assistants.label like 'Everyday 2%'
on conflict do nothing;

insert into public.audit_logs (action, user_id, assistant_id, created_at)
select 'send_message', users.id, assistants.id, now() - number * interval '30 seconds'
from generate_series(1, 198000) as number
cross join lateral (select id from public.users where number > 0 limit 1) as users
cross join lateral (select id from public.assistants where label = 'Everyday 1') as assistants;
insert into public.audit_logs (action, participant_id, assistant_id, created_at)
select 'participant_updated', participants.id, assistants.id, now() - number * interval '1 minute'
from generate_series(1, 2000) as number
cross join lateral (select id from public.participants where display_name = 'Participant 1') as participants
cross join lateral (select id from public.assistants where label = 'Everyday 1') as assistants;

set session_replication_role = origin;
analyze;

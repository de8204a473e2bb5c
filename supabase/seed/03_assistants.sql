/*
 * Assistants, what the server tells them to be, and who may talk with which one.
 */
insert into public.assistants (
  id, label, kind, openai_assistant_id, participant_id, web_research_enabled, use_org_domains, web_domains, created_at,
  description, suggested_questions
)
select
  pg_temp.seed_id('assistant', number),
  label,
  case when participant is null then 'org' else 'participant' end,
  openai_assistant_id,
  pg_temp.seed_id('participant', participant),
  web_research_enabled,
  use_org_domains,
  web_domains,
  now() - make_interval(days => days_ago),
  description,
  suggested_questions
from (
  values
    (1, 'Policy and procedures', 'asst_policy_procedures', null::integer, true, false,
      array['consumer.vic.gov.au', 'worksafe.vic.gov.au'], 185,
      'Finds the policy, form or procedure you need, and quotes it.',
      array[
        'Who do I tell about a near miss?',
        'Which form do I need for photo consent?',
        'Who reads an incident report?'
      ]),
    (2, 'Property maintenance', 'asst_property_maintenance', null, true, true, array[]::text[], 184,
      'Helps you report repairs and follow them up.',
      array[
        'Which repairs are due this week?',
        'How urgent is a loose rail?',
        'Write a short message before a tradesperson visits.'
      ]),
    (3, 'Roster and leave', 'asst_roster_leave', null, false, true, array[]::text[], 180,
      'Answers questions about shifts, swaps and leave.',
      array[
        'How do I swap a shift?',
        'How early do I need to apply for leave?',
        'What do I do when I am sick?'
      ]),
    (4, 'Shift notes', 'asst_shift_notes', null, false, true, array[]::text[], 176,
      'Helps you write clear, respectful shift notes.',
      array[
        'What belongs in a shift note?',
        'Which words should I use for a hard moment?',
        'Write a message for the next shift.'
      ]),
    (5, 'Induction and training', 'asst_induction_training', null, false, true, array[]::text[], 130,
      'Guides new staff through their first weeks and training.',
      array[
        'What happens in the first week?',
        'When is the next manual handling session?',
        'What do I need before a first shift alone?'
      ]),
    (6, 'Maya - home and routines', 'asst_maya_home', 1, false, true, array[]::text[], 120,
      'What Maya likes, and how her days go.',
      array[
        'What should I know before I visit Maya?',
        'What does a good day look like for Maya?',
        'Suggest something for today.'
      ]),
    (7, 'Jordan - community days', 'asst_jordan_community', 2, false, true, array[]::text[], 95,
      'Days out that Jordan chose, with travel and cost.',
      array[
        'What should I know before I see Jordan?',
        'What does a good day look like for Jordan?',
        'What is the budget for a day out?'
      ]),
    (8, 'Elsie - garden and tenancy', 'asst_elsie_garden', 3, false, true, array[]::text[], 70,
      'Elsie''s garden, letters and tenancy.',
      array[
        'What should I know before I visit Elsie?',
        'What can Elsie do today?',
        'What is the state of the tenancy?'
      ])
) as described (
  number, label, openai_assistant_id, participant, web_research_enabled, use_org_domains, web_domains, days_ago,
  description, suggested_questions
)
on conflict do nothing;

insert into public.ai_assistant_profiles (openai_assistant_id, instructions, max_output_tokens)
values
  ('asst_policy_procedures',
    'You help staff of a disability-support organisation find and understand its policies. Quote the policy that you rely on and say when you do not find one. You do not give medical or legal advice: name the person to ask.',
    1200),
  ('asst_property_maintenance',
    'You help staff report, describe and follow up repairs in supported homes. Ask for address, urgency and access. Anything that may hurt somebody is urgent: say so first.',
    1000),
  ('asst_roster_leave',
    'You help staff with shifts, swaps and leave. You cannot change the roster yourself: say what to enter and who approves it.',
    800),
  ('asst_shift_notes',
    'You help support workers write clear, respectful shift notes: what happened, in the person''s own words where possible, without judgement and without diagnosis. Ask about what is missing instead of inventing it.',
    1200),
  ('asst_induction_training',
    'You help with inducting new staff and keeping training current. Keep lists short and in order.',
    1000),
  ('asst_maya_home',
    'You help the team of Maya with her home and her routines, as she has described them. Maya decides: offer choices and never speak about her as a task.',
    1000),
  ('asst_jordan_community',
    'You help the team of Jordan to plan days out that he chose. Include travel, cost and a quiet fallback.',
    1000),
  ('asst_elsie_garden',
    'You help the team of Elsie with her garden and her tenancy. Elsie is the tenant: letters and repairs go ahead with her agreement.',
    1000)
on conflict (openai_assistant_id) do nothing;

insert into public.assistant_role_access (assistant_id, role_id)
select assistants.id, roles.id
from (
  values
    (1, 'admin'), (1, 'office'), (1, 'support_worker'),
    (2, 'office'), (2, 'support_worker'),
    (3, 'office'), (3, 'support_worker'),
    (4, 'support_worker'),
    (5, 'office')
) as granted (assistant, role_name)
join public.assistants on assistants.id = pg_temp.seed_id('assistant', assistant)
join public.roles on roles.name = role_name
on conflict do nothing;

-- Workers of a participant have that participant's assistant, and a few people have one more.
insert into public.assistant_access (assistant_id, user_id)
select assistants.id, participant_assignments.user_id
from public.assistants
join public.participant_assignments on participant_assignments.participant_id = assistants.participant_id
where assistants.id::text like '%-0003-4000-8000-%'
union
select
  pg_temp.seed_id('assistant', assistant),
  pg_temp.seed_id('user', person)
from (values (4, 6), (5, 9), (5, 13), (8, 2)) as extra (assistant, person)
on conflict do nothing;

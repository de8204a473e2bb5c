/*
 * Documents of the assistants, which replies cite: a care plan for each participant with an assistant, a procedure or a
 * list for each assistant of the organisation, and two PDFs. Their passages are seeded too, so that they can be cited at
 * once. The server stores the PDFs, which are next to this file, when it starts. Everything in here is invented.
 */
create temporary table seed_documents (
  number integer,
  openai_assistant_id text,
  title text,
  owner integer,
  review_in interval,
  note text,
  file text,
  size bigint,
  sha256 text
);

insert into seed_documents (number, openai_assistant_id, title, owner, review_in, note)
values
  (1, 'asst_policy_procedures', 'Incident procedure', 5, '40 days', '## Report an incident or a near miss

1. Make the place safe and get help. In an emergency call 000 first.
2. Tell your team leader: at once if anyone was hurt, before the end of your shift for a near miss.
3. Fill in the incident form on the same day and say what you saw, not what you think happened.
4. Ask the person what they would like to happen next, and write it down in their words.

## After hours

Call the on-call coordinator. The number is on the back of your staff card and next to the phone in each house.

## Who reads the report

The team leader and the quality officer read each report within two working days. You get an answer from one of them.'),
  (2, 'asst_policy_procedures', 'Forms and policies', 5, '57 days', '## Find a form or policy that you need

- Incident or near miss: incident form, in Forms > Safety
- Complaint or compliment: feedback form, in Forms > Feedback
- Consent for photos: consent form, in Forms > People
- Privacy, visitors, gifts, code of conduct: Policies > Everyday

If it is not there, ask the quality officer. Do not use an old printed copy.'),
  (3, 'asst_policy_procedures', 'Message templates', 5, '74 days', '## A short, friendly message about a policy

Hi [name], thank you for asking. Our policy says [one sentence]. You can read all of it in Policies > Everyday. If something is unclear, give me a call and we will look at it together.'),
  (4, 'asst_property_maintenance', 'Maintenance list', 8, '91 days', '## Tasks that are due for property maintenance

- 14 Banksia Court: the laundry tap drips, replace the washer. Due Thursday, plumber.
- Wattle Grove: handrails for the new ramp, second quote. Due Friday, office.
- Ironbark Street: smoke alarms, yearly test. Due this month, electrician.
- Ironbark Street: the side gate does not latch. Due next week, handyperson.

## Finished this month

- Wattle Grove: gutters and downpipes cleaned
- 14 Banksia Court: path light replaced

## How urgent a repair is

- Now: gas smell, no power, flooding, a door that does not lock. Call the after-hours line.
- Same day: smoke alarm, hot water, loose rail.
- Within a week: anything else that someone uses every day.'),
  (5, 'asst_property_maintenance', 'Forms and policies', 8, '108 days', '## Find the form or policy that you need for a repair

- A repair: maintenance form, in Forms > Property. Add the address, a photo and the times that suit the tenant.
- A change to a home: home modification form, in Forms > Property. It needs the tenant''s agreement.
- Keys and codes: Policies > Property > Keys. Never write a code into a form.'),
  (6, 'asst_property_maintenance', 'Message templates', 8, '125 days', '## A short, friendly message before a visit

Hello [name], a tradesperson would like to come on [day] between [time] and [time] to look at [what]. Does that suit you? If another time is better, tell us and we will change it. You can have someone with you.'),
  (7, 'asst_roster_leave', 'Roster rules', 6, '142 days', '## Hours and breaks

- At least ten hours between two shifts.
- No more than six days in a row.
- A break of 30 minutes after five hours.

## Swap a shift

Enter it under Shift swaps with both names by Thursday noon. The roster team approves it. Until then the first roster applies.

## Call in sick

Call the roster team as early as you can, at the latest two hours before your shift. A text message is not enough: someone has to hear you.

## Apply for leave

Apply six weeks ahead under My leave. In school holidays at most three people of a team are on leave at once.'),
  (8, 'asst_roster_leave', 'Forms and policies', 6, '159 days', '## Find the form or policy that you need for shifts and leave

- Leave: My leave > Apply
- Shift swap: Shift swaps > New
- Availability: My availability
- Fatigue and overtime: Policies > Work > Hours'),
  (9, 'asst_roster_leave', 'Message templates', 6, '176 days', '## A short, friendly message about a swap

Hi [name], could you take my shift on [day] from [time] to [time]? I could take yours on [day] instead. No worries if not. If it suits, I will enter the swap today.'),
  (10, 'asst_shift_notes', 'Shift note guide', 5, '193 days', '## Write a shift note

- Say what the person did and chose, and what they said in their own words.
- Say what you saw and heard. Leave out guesses, motives and diagnoses.
- Write what the next shift needs to know in a line of its own.
- Finish it before you leave: 15 minutes of each shift are for it.

## Words to use

- Rosie pushed her plate away and chose toast, not Rosie was difficult at dinner
- He raised his voice, not he was aggressive
- She chose to stay at home, not she refused to go out

## What does not belong in a note

Medicines and injuries have their own forms. Codes, passwords and other people''s names stay out of every note.'),
  (11, 'asst_shift_notes', 'Forms and policies', 5, '210 days', '## Find the form or policy that you need after a shift

- Shift note: Notes > New, one for each person
- Incident or near miss: incident form, in Forms > Safety, on the same day
- Medicine chart: paper folder in the kitchen of each house
- Privacy of notes: Policies > Everyday > Privacy'),
  (12, 'asst_shift_notes', 'Message templates', 5, '227 days', '## A short, friendly message for the next shift

Hi [name], [person] had a good [morning/afternoon]: [one thing that went well]. Please remember [what is next]. [Person] would like [their wish, in their words]. Have a good shift!'),
  (13, 'asst_induction_training', 'Training calendar', 7, '244 days', '## Training that is due

- Manual handling, practical: every 12 months. Next sessions: the first Tuesday of each month, 9 am, main office.
- First aid: every three years; CPR every year.
- Fire warden: every 12 months, Wednesday 10 am or Friday 2 pm.

## Before a first shift alone

Three shadow shifts, a signed skills sheet and the agreement of the person supported.

## The first week

Monday welcome and code of conduct, Tuesday and Thursday shadow shifts, Wednesday emergency procedures, Friday a talk with the team leader.'),
  (14, 'asst_induction_training', 'Forms and policies', 7, '261 days', '## Find the form or policy that you need for training

- Book a course: Training > Book
- Skills sheet: Forms > Induction
- Code of conduct: Policies > Everyday'),
  (15, 'asst_induction_training', 'Message templates', 7, '278 days', '## A short, friendly message to someone new

Welcome, [name]! We are glad that you are here. Your first day is [day] at [time] at [place]. Ask for [buddy]: they will show you around. Bring your ID and something for lunch.'),
  (16, 'asst_maya_home', 'Maya''s care plan', 4, '295 days', '## What you should know before you visit Maya

- Maya answers the door herself. Ring once and give her time.
- She likes to hear early when a plan changes, and to pick between two things rather than from a long list.
- The dog Biscuit is friendly. Maya feeds him, not visitors.
- Phone: her sister Ines first, then the team leader.

## What a good day looks like for Maya

Porridge at her own pace, a walk with Biscuit to the library or the market, an hour with her bird photographs after lunch, and a film with the curtains closed when it rains. She gets up when she wakes on weekends.

## What Maya likes: suggestions for today

- bake something that she can share with the neighbours
- sort her bird photographs into the album
- walk to the library and look for the owl book
- Saturday market, early, before it is crowded

## How Maya decides

Offer two choices, show a picture of each, and wait. No answer means not yet.'),
  (17, 'asst_jordan_community', 'Jordan''s care plan', 4, '312 days', '## What you should know before you see or visit Jordan

- Tell Jordan early when transport is late: "tell me before, not after".
- He likes the front seat, and a quiet way when the bus is crowded.
- Loud rooms tire him. Agree on a sign for I would like to leave.
- Phone: his brother Eli first, then the team leader.

## What a good day looks like for Jordan

An early train before the crowds, one place that he chose, lunch that he packed himself, and home by half past two to write down the tram numbers that he saw.

## What Jordan likes: suggestions for today

- the creek walk to the pool
- the tram museum, ten o''clock, when it opens
- the park next to the museum if it gets loud

## Budget and travel

Jordan carries his own travel card. He plans up to 30 dollars for a day out and keeps the receipts in a red envelope.'),
  (18, 'asst_elsie_garden', 'Elsie''s care plan', 4, '329 days', '## What you should know before you see or visit Elsie

- Elsie is the tenant. Letters and repairs go ahead with her agreement.
- She waters her seedlings in the morning: come after 1 pm if you can.
- Read letters aloud with her, at her pace, and keep a copy in her folder.
- Phone: her daughter June first, then the team leader.

## What a good day looks like for Elsie

Watering before it gets hot, tea on the step at ten, a neighbour who stops for a chat, and something new that came up in the raised beds.

## What Elsie likes: suggestions for today

- pot on the tomato seedlings for the fete
- write labels for the herbs in her own hand
- turn the compost and close the lid
- look through the seed catalogue if it rains

## Tenancy

The tap at the height of her raised beds has been requested from the landlord. The next inspection is in her folder.');

insert into seed_documents (number, openai_assistant_id, title, owner, review_in, file, size, sha256)
values
  (
    19, 'asst_maya_home', 'Support plan of Maya Pereira', 4, '95 days', 'support-plan-of-maya.pdf', 35905,
    '5ee13960b3b0ce4708eb4029989579a20992a11d2f74adcc7c2f44a340780aa8'
  ),
  (
    20, 'asst_policy_procedures', 'Emergency procedure', 5, '160 days', 'emergency-procedure.pdf', 31052,
    '0c346108cb25afdc2a404bb619cf43282f629689623fe95f9753ed19c942f755'
  );

create temporary table seed_pages (number integer, page integer, content text);

insert into seed_pages (number, page, content)
values
  (19, 1, 'Support plan of Maya Pereira

This plan was written with Maya and her sister Ines. It is reviewed every six
months, and at once after a stay in hospital.

Goals for this year

Maya wants to show her bird photographs at the library in October. She practises
with the camera on Tuesdays and picks twelve pictures with Ines.

She wants to take the 86 bus to the market without help. Until March a worker
sits a few rows behind her. From April she goes alone and sends a message when
she arrives.'),
  (19, 2, 'Communication

Maya speaks in short sentences and uses picture cards for choices. Face her, say
one thing at a time and count to ten before you repeat it.

When she taps her wrist she needs a break. When she covers her ears the room
is too loud: turn the radio off and offer the headphones from the blue drawer.'),
  (19, 3, 'Health

Maya is allergic to cashew nuts and pistachios. Even a trace can close her throat.
Read the label of every sauce and cake, and never bring nuts into her home.

Her adrenaline injector is in the red bag on the hook behind the kitchen door. A
second one is in her backpack. Give it into the outer thigh, then call 000 and tell
them that it is anaphylaxis.

She takes iron tablets on Monday and Thursday with orange juice. Her doctor is
Dr Anand at the Merri Street clinic.'),
  (19, 4, 'Epilepsy

Maya has had two seizures in three years, both in the early morning. Note the
time when it starts, put something soft under her head and turn her on her side
when the shaking stops.

Call 000 if it lasts longer than five minutes or if a second one follows. Do not hold
her down and put nothing into her mouth. Stay until she knows where she is.

Bathing

She showers with the door unlocked and sits on the shower chair. No baths when
she is alone.'),
  (19, 5, 'Meals

Breakfast is at eight on weekdays. She cuts her own food with the rocker knife
from the top drawer. Water is in the jug with the lid, because a full glass is hard
to lift.

Money

Maya has forty dollars for each week in her purse. She pays herself and puts the
change into the tin. Big purchases are planned with Ines on the first Sunday of
the month.

If Maya is not at home

Ring her mobile, then look in the library and at the tram stop. If she has not been
found after thirty minutes, call the on-call coordinator and then the police.'),
  (20, 1, 'Emergency procedure

For all houses and all outings. The card in the first aid kit is a short version of it.

Choking

Ask the person to cough. If they cannot, call 000 and give up to five sharp blows
between the shoulder blades with the heel of your hand. Check the mouth after
each one.

If the blows do not help, give up to five chest thrusts. Go on with five of each
until the airway is clear or the ambulance arrives. Start CPR if the person
becomes unconscious.'),
  (20, 2, 'Burns

Cool the burn under running water for twenty minutes. Take off rings and
watches. Cover it with cling film, never with ice, butter or cream.

A bad fall

Do not lift the person. Ask where it hurts and keep them warm. Call 000 if they
hit their head, cannot move a limb or take blood thinners. Fill in the falls chart
afterwards.

Bleeding

Put on gloves. Press on the wound with a clean dressing and raise the limb. Do
not remove the first dressing when blood comes through: put another one on
top.'),
  (20, 3, 'Fire

Get everyone out by the nearest exit and close the doors behind you. Meet at
the letterbox across the street and count the people. Call 000 from there. No one
goes back inside.

A power failure

The torch hangs next to the switchboard. Ring the supplier on the number on the
meter box. Hoists have a hand crank. Check on people who use breathing
equipment first.

Extreme heat

Above 38 degrees outings are moved to the morning. Offer a drink every hour,
close the blinds at ten and use the fan in the living room.');

insert into public.documents (id, assistant_id, title, owner_id, review_on, created_at, updated_at)
select
  pg_temp.seed_id('document', number),
  assistants.id,
  title,
  pg_temp.seed_id('user', owner),
  current_date + review_in,
  now() - interval '60 days',
  now() - interval '60 days'
from seed_documents
join public.assistants using (openai_assistant_id)
on conflict do nothing;

insert into public.document_versions (
  id, document_id, number, note, name, size, mime, sha256, supabase_path, status, progress, created_by, created_at,
  ready_at
)
select
  pg_temp.seed_id('version', number),
  pg_temp.seed_id('document', number),
  1,
  note,
  file,
  size,
  case when file is not null then 'application/pdf' end,
  sha256,
  'documents/seed/' || file,
  'ready',
  100,
  pg_temp.seed_id('user', owner),
  now() - interval '60 days',
  now() - interval '60 days'
from seed_documents
on conflict do nothing;

-- The sections of notes and the pages of files, as the server splits them.
insert into public.document_chunks (version_id, position, content, place, context, scope_id)
select
  pg_temp.seed_id('version', number),
  row_number() over (partition by number order by position),
  content,
  place,
  concat_ws(' ', documents.title, place ->> 'heading'),
  assistant_id
from (
  select
    number,
    position,
    btrim(substring(section from E'\n(.*)'), E'\n') as content,
    jsonb_build_object('heading', btrim(substring(section from '^[^\n]+'))) as place
  from seed_documents
  cross join regexp_split_to_table(E'\n' || note, E'\n## ') with ordinality as sections (section, position)
  where section <> ''
  union all
  select number, page, content, jsonb_build_object('page', page) from seed_pages
) as chunks
join public.documents on documents.id = pg_temp.seed_id('document', number)
on conflict do nothing;

update public.document_versions
set chunk_count = (select count(*) from public.document_chunks where version_id = id)
where id in (select pg_temp.seed_id('version', number) from seed_documents);

drop table seed_documents, seed_pages;

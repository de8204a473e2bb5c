/*
 * Records that the demo quotes: a care plan for each participant with an assistant, a procedure or a list for each
 * assistant of the organisation. Everything in here is invented.
 */
insert into public.assistant_records (assistant_id, title, content)
select assistants.id, records.title, records.content
from (
  values
    ('asst_policy_procedures', 'Incident procedure', '## Report an incident or a near miss

1. Make the place safe and get help. In an emergency call 000 first.
2. Tell your team leader: at once if anyone was hurt, before the end of your shift for a near miss.
3. Fill in the incident form on the same day and say what you saw, not what you think happened.
4. Ask the person what they would like to happen next, and write it down in their words.

## After hours

Call the on-call coordinator. The number is on the back of your staff card and next to the phone in each house.

## Who reads the report

The team leader and the quality officer read each report within two working days. You get an answer from one of them.'),
    ('asst_policy_procedures', 'Forms and policies', '## Find a form or policy that you need

- **Incident or near miss:** incident form, in *Forms > Safety*
- **Complaint or compliment:** feedback form, in *Forms > Feedback*
- **Consent for photos:** consent form, in *Forms > People*
- **Privacy, visitors, gifts, code of conduct:** *Policies > Everyday*

If it is not there, ask the quality officer. Do not use an old printed copy.'),
    ('asst_policy_procedures', 'Message templates', '## A short, friendly message about a policy

Hi [name], thank you for asking. Our policy says [one sentence]. You can read all of it in *Policies > Everyday*. If something is unclear, give me a call and we will look at it together.'),
    ('asst_property_maintenance', 'Maintenance list', '## Tasks that are due for property maintenance

| Home | Task | Due | Who |
|---|---|---|---|
| 14 Banksia Court | Laundry tap drips, replace the washer | Thursday | Plumber |
| Wattle Grove | Handrails for the new ramp, second quote | Friday | Office |
| Ironbark Street | Smoke alarms, yearly test | this month | Electrician |
| Ironbark Street | Side gate does not latch | next week | Handyperson |

## Finished this month

- Wattle Grove: gutters and downpipes cleaned
- 14 Banksia Court: path light replaced

## How urgent a repair is

- **Now:** gas smell, no power, flooding, a door that does not lock. Call the after-hours line.
- **Same day:** smoke alarm, hot water, loose rail.
- **Within a week:** anything else that someone uses every day.'),
    ('asst_property_maintenance', 'Forms and policies', '## Find the form or policy that you need for a repair

- **A repair:** maintenance form, in *Forms > Property*. Add the address, a photo and the times that suit the tenant.
- **A change to a home:** home modification form, in *Forms > Property*. It needs the tenant''s agreement.
- **Keys and codes:** *Policies > Property > Keys*. Never write a code into a form.'),
    ('asst_property_maintenance', 'Message templates', '## A short, friendly message before a visit

Hello [name], a tradesperson would like to come on [day] between [time] and [time] to look at [what]. Does that suit you? If another time is better, tell us and we will change it. You can have someone with you.'),
    ('asst_roster_leave', 'Roster rules', '## Hours and breaks

- At least ten hours between two shifts.
- No more than six days in a row.
- A break of 30 minutes after five hours.

## Swap a shift

Enter it under *Shift swaps* with both names by Thursday noon. The roster team approves it. Until then the first roster applies.

## Call in sick

Call the roster team as early as you can, at the latest two hours before your shift. A text message is not enough: someone has to hear you.

## Apply for leave

Apply six weeks ahead under *My leave*. In school holidays at most three people of a team are on leave at once.'),
    ('asst_roster_leave', 'Forms and policies', '## Find the form or policy that you need for shifts and leave

- **Leave:** *My leave > Apply*
- **Shift swap:** *Shift swaps > New*
- **Availability:** *My availability*
- **Fatigue and overtime:** *Policies > Work > Hours*'),
    ('asst_roster_leave', 'Message templates', '## A short, friendly message about a swap

Hi [name], could you take my shift on [day] from [time] to [time]? I could take yours on [day] instead. No worries if not. If it suits, I will enter the swap today.'),
    ('asst_shift_notes', 'Shift note guide', '## Write a shift note

- Say what the person did and chose, and what they said in their own words.
- Say what you saw and heard. Leave out guesses, motives and diagnoses.
- Write what the next shift needs to know in a line of its own.
- Finish it before you leave: 15 minutes of each shift are for it.

## Words to use

- *Rosie pushed her plate away and chose toast*, not *Rosie was difficult at dinner*
- *He raised his voice*, not *he was aggressive*
- *She chose to stay at home*, not *she refused to go out*

## What does not belong in a note

Medicines and injuries have their own forms. Codes, passwords and other people''s names stay out of every note.'),
    ('asst_shift_notes', 'Forms and policies', '## Find the form or policy that you need after a shift

- **Shift note:** *Notes > New*, one for each person
- **Incident or near miss:** incident form, in *Forms > Safety*, on the same day
- **Medicine chart:** paper folder in the kitchen of each house
- **Privacy of notes:** *Policies > Everyday > Privacy*'),
    ('asst_shift_notes', 'Message templates', '## A short, friendly message for the next shift

Hi [name], [person] had a good [morning/afternoon]: [one thing that went well]. Please remember [what is next]. [Person] would like [their wish, in their words]. Have a good shift!'),
    ('asst_induction_training', 'Training calendar', '## Training that is due

- **Manual handling, practical:** every 12 months. Next sessions: the first Tuesday of each month, 9 am, main office.
- **First aid:** every three years; CPR every year.
- **Fire warden:** every 12 months, Wednesday 10 am or Friday 2 pm.

## Before a first shift alone

Three shadow shifts, a signed skills sheet and the agreement of the person supported.

## The first week

Monday welcome and code of conduct, Tuesday and Thursday shadow shifts, Wednesday emergency procedures, Friday a talk with the team leader.'),
    ('asst_induction_training', 'Forms and policies', '## Find the form or policy that you need for training

- **Book a course:** *Training > Book*
- **Skills sheet:** *Forms > Induction*
- **Code of conduct:** *Policies > Everyday*'),
    ('asst_induction_training', 'Message templates', '## A short, friendly message to someone new

Welcome, [name]! We are glad that you are here. Your first day is [day] at [time] at [place]. Ask for [buddy]: they will show you around. Bring your ID and something for lunch.'),
    ('asst_maya_home', 'Maya''s care plan', '## What you should know before you visit Maya

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
    ('asst_jordan_community', 'Jordan''s care plan', '## What you should know before you see or visit Jordan

- Tell Jordan early when transport is late: "tell me before, not after".
- He likes the front seat, and a quiet way when the bus is crowded.
- Loud rooms tire him. Agree on a sign for *I would like to leave*.
- Phone: his brother Eli first, then the team leader.

## What a good day looks like for Jordan

An early train before the crowds, one place that he chose, lunch that he packed himself, and home by half past two to write down the tram numbers that he saw.

## What Jordan likes: suggestions for today

- the creek walk to the pool
- the tram museum, ten o''clock, when it opens
- the park next to the museum if it gets loud

## Budget and travel

Jordan carries his own travel card. He plans up to 30 dollars for a day out and keeps the receipts in a red envelope.'),
    ('asst_elsie_garden', 'Elsie''s care plan', '## What you should know before you see or visit Elsie

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

The tap at the height of her raised beds has been requested from the landlord. The next inspection is in her folder.')
) as records (openai_assistant_id, title, content)
join public.assistants using (openai_assistant_id)
on conflict do nothing;

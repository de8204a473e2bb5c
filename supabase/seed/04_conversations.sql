/*
 * Conversations: forty of them over the last sixty days, some from today. In each list of lines the person speaks first
 * and the assistant answers. Nothing in here is medical advice, and no line is about a real person.
 */
create temporary table seed_conversations (
  number integer primary key,
  person integer not null,
  assistant integer not null,
  title text not null,
  age interval not null,
  lines text[] not null
);

insert into seed_conversations (number, person, assistant, title, age, lines)
values
  (1, 3, 4, 'Tidy up my notes for this morning', '25 minutes', array[
    'Can you help me turn these into a shift note? Maya up at 7.30, chose porridge, walked to the library with me, got two books about birds, home by 11, in good spirits.',
    'Here is a draft in plain words:

> Maya got up at 7.30 am and chose porridge for breakfast. She walked to the library with me and borrowed two books about birds. We were home by 11 am. Maya was cheerful and told me about the birds on the way back.

Two questions before you file it: did Maya say anything that she would like recorded in her own words, and is there something for the next shift to follow up?',
    'She said "next time I want the owl one". And the books are due back in three weeks.',
    'Added:

> Maya said: "Next time I want the owl one." **For the next shift:** the two library books are due back in three weeks.

That is ready to file.'
  ]),
  (2, 3, 6, 'Rainy day ideas with Maya', '3 hours', array[
    'It is pouring and we had planned the market. What does Maya like doing at home?',
    'From what Maya has told her team:

- baking something that she can share with the neighbours
- sorting her bird photographs into the album
- a film in the afternoon, curtains closed, with the dog

She likes to hear early when a plan changes and to pick between two things rather than from a long list. You could offer baking or the album, and ask which day she would like for the market instead.',
    'She picked the album. Market on Saturday.',
    'Lovely. Please put the market on her calendar for Saturday with her, so that the weekend team sees it.'
  ]),
  (3, 3, 2, 'Dripping tap in the laundry', '1 day 2 hours', array[
    'The laundry tap at 14 Banksia Court drips all the time now. How do I report it?',
    'I can draft the request. Please tell me:

1. Is water pooling anywhere that somebody could slip?
2. Can the tap be turned off at the wall?
3. When may a plumber come in, and who should be home?',
    'No pooling, the wall valve works. Tuesday or Thursday after 10, Elsie wants to be home.',
    'Draft for the maintenance form:

> **14 Banksia Court, laundry:** tap drips constantly. Not urgent: no water on the floor, and it can be shut at the wall valve. Access Tuesday or Thursday after 10 am; the tenant wants to be present.

Lodge it as *routine*. If the dripping turns into a flow, call the after-hours line instead of waiting.'
  ]),
  (4, 3, 7, 'Tram museum with Jordan', '4 days', array[
    'Jordan wants to go to the tram museum on Sunday. Can you help me plan it?',
    'Gladly. Jordan likes arriving at opening time, before it gets loud. A plan to show him:

| Time | What |
|---|---|
| 9.20 | Train from the corner station, front carriage |
| 10.00 | Museum opens |
| 12.00 | Lunch that he packs himself |
| 13.30 | Train home |

Quiet fallback: the park beside the museum. Please check the opening hours and his budget with him first.'
  ]),
  (5, 3, 8, 'Letter about the garden inspection', '6 days', array[
    'Elsie got a letter about an inspection and asked me to read it with her. What should we look for?',
    'Read it together at her pace and note four things: the date, what will be inspected, how much notice was given, and whom to call. Elsie is the tenant, so she decides whether the time suits.

If she would like another time, I can draft a short reply in her words.',
    'She wants it after lunch because of her seedlings being watered in the morning.',
    '> Thank you for your letter. I water my seedlings in the morning, so please come after 1 pm. I would like to be there. Kind regards, Elsie

Read it aloud to her before it is sent, and keep a copy in her folder.'
  ]),
  (6, 3, 1, 'Who to tell about a near miss', '11 days', array[
    'Jordan nearly tripped over a loose mat, nothing happened. Do I need to report that?',
    'Yes. A near miss is reported the same day, so that it does not become an injury:

1. make it safe now (take the mat away)
2. fill in the incident form and tick *near miss*
3. tell your team leader before the end of your shift

I went by the incident procedure. If anybody had been hurt, you would call your team leader at once.',
    'Thanks, the mat is gone and the form is in.'
  ]),
  (7, 3, 3, 'Swap for the long weekend', '19 days', array[
    'Can I swap my Monday early with Noah?',
    'You can propose it; the roster team approves swaps. Enter it under *Shift swaps* with both names by Thursday noon, and check that the swap leaves Noah ten hours between shifts.'
  ]),
  (8, 3, 4, 'Wording for a hard afternoon', '33 days', array[
    'Jordan shouted and slammed the door this afternoon after the bus did not come. How do I write that fairly?',
    'Describe what happened before, what he did, and what helped, without naming motives:

> The 2.15 pm bus did not arrive. Jordan raised his voice and closed his bedroom door hard. I told him through the door that I would wait in the kitchen. After about fifteen minutes he came out, had a drink and chose music.

Did he say what he would have wanted? That is worth a line of its own.',
    'He said "tell me before, not after".',
    'Put exactly that in, and pass it to the team as a wish: *tell Jordan early when transport is late*.'
  ]),
  (9, 2, 3, 'Leave over the summer holidays', '40 minutes', array[
    'How many people may be on leave in the week before New Year?',
    'The leave guideline says at most three support workers at once in each team, and applications for that week close at the end of this month. Six applications are usual, so an early reminder to everyone helps.',
    'Can you draft the reminder?',
    '> Hi everyone, applications for leave between Christmas and New Year close at the end of the month. Three people from each team can be away at the same time. If you celebrate at another time of the year, tell us too, so that we can plan fairly. Thank you, the roster team'
  ]),
  (10, 2, 2, 'Three quotes for the ramp', '2 days', array[
    'We have three quotes for the new ramp at Wattle Grove. What should I compare?',
    'Compare what differs, not only the total:

- gradient, width and landings as in the assessment
- handrails on both sides included or extra
- how long the front door is out of use, and the interim access
- warranty and who books the certifier

Ask the residents which days are worst for building noise.',
    'The cheapest one says: ramp 1:14 with one handrail on the right, 18,900 dollars, two weeks. What is missing?',
    'That quote leaves out the handrail on the left side and the interim access. I would ask for both in writing before comparing the totals.'
  ]),
  (11, 2, 1, 'Visitor policy in plain English', '8 days', array[
    'I need our visitor policy as five plain sentences for the noticeboard.',
    '1. This is your home: you choose who visits.
2. Tell your housemates when somebody stays for a meal or overnight.
3. Visitors sign in, so that everyone is counted in an emergency.
4. Staff may ask a visitor to leave if somebody feels unsafe.
5. If you disagree with a decision, ask for a talk with the house leader.

Please check the sentences with the residents'' meeting before you print them.'
  ]),
  (12, 2, 5, 'Induction week for two starters', '21 days', array[
    'Two new support workers start on Monday. What goes into the first week?',
    'A first week that works:

- **Mon** welcome, accounts, code of conduct
- **Tue** shadow shift with an experienced colleague
- **Wed** manual handling (practical), emergency procedures
- **Thu** shadow shift, writing shift notes
- **Fri** review with the team leader, questions, roster for week two

Introduce them to the people whom they will support before the first shift alone, and ask those people how it went.'
  ]),
  (13, 2, 8, 'Tank and tap at Elsie''s', '27 days', array[
    'Has the water tank at Elsie''s been discussed before?',
    'Elsie asked for a tap at the height of her raised beds, so that she can fill the can sitting down. The tank itself has not been part of a request. Shall I put both in one question to the landlord, with her agreement?',
    'Yes please, she agreed this morning.',
    '> Elsie would like a second tap at the height of the raised beds and asks whether the tank may be used for the garden. She is happy to show the place to whoever comes.'
  ]),
  (14, 1, 1, 'Retention of shift notes', '2 hours', array[
    'How long do we keep shift notes after somebody leaves our service?',
    'The records policy names seven years after the last service, and longer where a matter is open. It leaves the decision to destroy with the privacy officer. I found no exception for electronic notes.',
    'Good. And who may read them in the meantime?',
    'The policy limits reading to the person, whoever they nominate, and staff who support them now. Former team members lose access with the assignment.'
  ]),
  (15, 1, 5, 'Overdue fire warden training', '5 days', array[
    'Draft a friendly reminder for overdue fire warden training.',
    '> Hello, your fire warden refresher has passed its date. The next sessions are on Wednesday at 10 am and Friday at 2 pm in the main office, each 90 minutes and paid. Please reply with the one that suits. Thank you for keeping everyone safe.'
  ]),
  (16, 1, 2, 'Winter maintenance round', '16 days', array[
    'What belongs in a seasonal maintenance round for eight houses?',
    'For each house: gutters and downpipes, smoke alarms (test and date), heating service due, outdoor lights and paths, door closers, hot water temperature setting by the licensed plumber, and a question to the residents about what bothers them.

I would begin with the two oldest roofs.',
    'Make it a checklist that fits on one page.',
    '- [ ] gutters, downpipes
- [ ] smoke alarms tested, date noted
- [ ] heating service due?
- [ ] lights, paths, handrails
- [ ] door closers
- [ ] hot water: booked with plumber
- [ ] residents asked, answers noted'
  ]),
  (17, 1, 3, 'Coverage for the team day', '44 days', array[
    'We want a team day with everyone. How do others keep the houses covered?',
    'Two half days instead of one: each team comes once, the other covers. It keeps familiar faces in every house, and nobody needs an agency shift.'
  ]),
  (18, 4, 1, 'Complaint received by phone', '7 hours', array[
    'A family member complained by phone about late calls back. What is the first step?',
    'Thank them, write down what they say in their words, and tell them when they will hear from you: the procedure says an acknowledgement within two working days. Then pass it to the complaints officer today.'
  ]),
  (19, 4, 2, 'Key safe at Wattle Grove', '13 days', array[
    'The key safe at Wattle Grove jams. Who changes the code afterwards?',
    'The maintenance team replaces the safe, the house leader sets the code on the same day and tells the after-hours line. Do not put the code into the request or into this chat.'
  ]),
  (20, 5, 3, 'Public holiday roster check', '9 hours', array[
    'Is there anything that I should check before I publish the public holiday roster?',
    'Four things: ten hours between shifts, nobody on two holidays in a row who asked for one off, a driver in every house with an outing, and the sleepover shifts filled first.',
    'Two houses have no driver.',
    'Then ask there first who would rather stay in: the residents may prefer a barbecue at home. If not, offer the driver shifts as a swap before you ask the agency.'
  ]),
  (21, 6, 4, 'Template for hydrotherapy outings', '3 days', array[
    'Could we have a shorter template for pool outings?',
    'Perhaps four lines: how the person chose to take part, what they enjoyed, who supported and how transfers went, anything to follow up. Leave out what is in the plan already.'
  ]),
  (22, 7, 5, 'First shifts without a buddy', '10 days', array[
    'When is somebody ready for a first shift alone?',
    'The induction guideline asks for three shadow shifts, a signed skills sheet and the agreement of the person supported. If one of them is missing, plan one more shadow shift rather than a maybe.'
  ]),
  (23, 8, 2, 'Smoke alarm beeping at night', '1 day 9 hours', array[
    'A smoke alarm at Ironbark Street chirps every minute since last night.',
    'A regular chirp usually means that the battery or the alarm is at its end. It is urgent because nobody can rely on it: report it as *urgent, same day*, and do not take it down without a replacement.',
    'Electrician is booked for 3 pm.',
    'Good. Tell the residents when to expect the test tone: it is loud, and a warning helps.'
  ]),
  (24, 9, 6, 'Birthday plan for Maya', '2 days 5 hours', array[
    'Maya turns thirty in two weeks. What has she said she would like?',
    'She told the team that she would like a small afternoon with cake, her sister and the neighbours, music not too loud, and a walk with the dog afterwards. She does not want a surprise.',
    'Can you make an invitation in her style?',
    '> **Cake, dog and good company!** Come to my place on Saturday at 2. Please no surprise songs. Love, Maya

Let her change every word before it goes out.'
  ]),
  (25, 9, 4, 'Note about new glasses', '17 days', array[
    'Samir picked up new glasses today. What belongs in the note?',
    'That he collected them, what he said about them, where the spare pair is kept and when the next appointment is. How his sight is belongs to the optometrist, so leave out any judgement about that.'
  ]),
  (26, 10, 2, 'Bathroom rail loose', '5 days 4 hours', array[
    'The rail beside the shower is loose.',
    'Please treat this as urgent: nobody should lean on it. Put a sign on it, offer the other bathroom, tell the team leader now, and lodge *urgent: shower rail loose, do not use*. Add a photo if you can.',
    'Photo is attached, sign is up.',
    'Thank you. With the photo the carpenter can bring the right fixings. Please tell the evening shift about the other bathroom.'
  ]),
  (27, 10, 6, 'New morning routine', '24 days', array[
    'Maya says she wants to get up later on weekends. How do we record that?',
    'As her decision: "From this weekend Maya gets up when she wakes on Saturday and Sunday. She would like to be asked about breakfast after that." Then tell the weekend team and ask her in a month whether it still suits.'
  ]),
  (28, 11, 7, 'Quieter way to the pool', '12 hours', array[
    'The usual bus to the pool is crowded. Is there another way for Jordan?',
    'The earlier bus at 8.40 is usually half empty, and Jordan likes the front seat. Another way is the train and a ten minute walk along the creek. Offer him both the evening before.',
    'He took the creek walk and loved it.',
    'Then note it as his preference, so that the whole team offers it first.'
  ]),
  (29, 11, 4, 'Note after a community barbecue', '30 days', array[
    'Bill was at the community barbecue for two hours, met an old workmate. Make it a note?',
    '> Bill spent two hours at the community barbecue. He met a former workmate, and they exchanged phone numbers. Bill said that he would like to go again next month.

Is the date of the next one known?'
  ]),
  (30, 12, 8, 'Compost and rats', '8 days 3 hours', array[
    'Elsie is worried about rats in the compost. What can we suggest?',
    'With her agreement: a closed bin with a mesh base, no cooked food, turn it weekly, and keep it away from the fence. If there are signs of rats already, the landlord arranges pest control. I can draft that request.',
    'She would like the closed bin.',
    'Great. It fits into her garden budget; keep the receipt in her folder.'
  ]),
  (31, 12, 1, 'Gifts from families', '37 days', array[
    'Tilly''s grandmother gave me chocolates. May I keep them?',
    'The code of conduct allows small tokens to share with the team; tell your team leader. Anything of value is declined kindly. Chocolates for the staff room are fine.'
  ]),
  (32, 13, 5, 'Manual handling refresher', '15 days', array[
    'My manual handling refresher runs out next month. How do I book?',
    'Open *Training*, choose *Manual handling, practical*, and pick a date before it runs out. The course counts as paid time. If no date suits your shifts, tell the roster team and they will move a shift.'
  ]),
  (33, 13, 8, 'Seedlings for the fete', '22 days', array[
    'Elsie wants to sell seedlings at the fete. What do we have to prepare?',
    'A table in the shade, labels in her handwriting, a float of coins, and somebody beside her who likes talking to strangers. The organisers ask for a name by the Friday before.'
  ]),
  (34, 14, 4, 'What not to write', '41 days', array[
    'My team leader said my note was judgemental. I wrote "Rosie was difficult at dinner".',
    'Write what you saw and heard: "Rosie pushed her plate away twice and said that the fish smelled wrong. She chose toast instead." The reader then understands, and Rosie could read it too.',
    'That is so much better, thank you.'
  ]),
  (35, 15, 2, 'Flickering light in the hall', '18 hours', array[
    'The hall light flickers, and Owen says it hurts his eyes.',
    'Then it is more than routine. Switch it off, put a lamp in the hall, and lodge it as *urgent within 24 hours: flickering light affects resident*. Only an electrician changes fittings.'
  ]),
  (36, 15, 3, 'Shift ends after last tram', '26 days', array[
    'My late shift ends after the last tram. What can I do?',
    'Tell the roster team: they can end the shift earlier when the handover allows it, or pay the taxi under the late-shift rule. Ask before the shift, not after.'
  ]),
  (37, 16, 4, 'Handover in three sentences', '9 days', array[
    'Can you make my handover shorter? Gus slept well, had a long phone call with his brother, wants to fix his bike tomorrow, needs the pump from the shed, was a bit quiet at dinner.',
    '> Gus slept well and had a long call with his brother. He was quieter than usual at dinner. Tomorrow he would like to fix his bike and needs the pump from the shed.'
  ]),
  (38, 16, 1, 'Photos on social media', '48 days', array[
    'May we post photos of the art class?',
    'Only with written agreement from every person in the picture, for this purpose, and it can be withdrawn at any time. Check the consent register first, and do not post the location of a home.'
  ]),
  (39, 17, 3, 'Availability after exams', '35 days', array[
    'My exams are over, and I can work more. Where do I change my availability?',
    'Under *My availability*: it takes effect with the next roster that is published, usually in two weeks. If you would like extra shifts sooner, tell the roster team.'
  ]),
  (40, 18, 2, 'Gate that does not close', '55 days', array[
    'The side gate at Ironbark Street does not latch, and the dog gets out.',
    'Lodge it as *routine, within a week* with a photo of the latch; tie it safely until then, so that it can still be opened from inside in an emergency.',
    'Done, photo attached.',
    'Thank you. If the tie gets in anybody''s way, tell maintenance and they will come earlier.'
  ]);

insert into public.conversations (id, user_id, assistant_id, title, created_at, updated_at)
select
  pg_temp.seed_id('conversation', number),
  pg_temp.seed_id('user', person),
  pg_temp.seed_id('assistant', assistant),
  title,
  now() - age,
  now() - age
from seed_conversations
order by number
on conflict (id) do nothing;

insert into public.messages (id, conversation_id, parent_id, role, content, openai_message_id, created_at)
select
  (
    '50000000-0000-4000-8000-' || lpad(number::text, 6, '0') || lpad(spoken.line::text, 6, '0')
  )::uuid,
  pg_temp.seed_id('conversation', number),
  case
    when spoken.line > 1 then (
      '50000000-0000-4000-8000-' || lpad(number::text, 6, '0') || lpad((spoken.line - 1)::text, 6, '0')
    )::uuid
  end,
  case when spoken.line % 2 = 1 then 'user' else 'assistant' end,
  spoken.content,
  case when spoken.line % 2 = 0 then format('msg_seed_%s_%s', number, spoken.line) end,
  -- A person takes a while to write, the assistant answers within seconds.
  now() - age + make_interval(mins => 2 * ((spoken.line - 1) / 2)::integer, secs => 20 + 8 * ((spoken.line - 1) % 2)::integer)
from seed_conversations
cross join unnest(lines) with ordinality as spoken (content, line)
order by number, spoken.line
on conflict (id) do nothing;

update public.conversations
set head_id = (
  '50000000-0000-4000-8000-' || lpad(number::text, 6, '0') || lpad(cardinality(lines)::text, 6, '0')
)::uuid
from seed_conversations
where conversations.id = pg_temp.seed_id('conversation', number)
  and conversations.head_id is null;

drop table seed_conversations;

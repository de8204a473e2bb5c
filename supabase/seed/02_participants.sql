/*
 * Participants and who supports them. The demo worker supports the first three.
 */
insert into public.participants (id, display_name, status, created_at)
select
  pg_temp.seed_id('participant', number),
  display_name,
  status,
  now() - make_interval(days => days_ago, hours => number)
from (
  values
    (1, 'Maya Pereira', 'active', 320),
    (2, 'Jordan Blake', 'active', 310),
    (3, 'Elsie Hartigan', 'active', 301),
    (4, 'Samir Haddad', 'active', 290),
    (5, 'Charlotte Nguyen', 'active', 288),
    (6, 'Bill Harrower', 'active', 275),
    (7, 'Tilly Marchetti', 'active', 262),
    (8, 'Desmond Okafor', 'active', 255),
    (9, 'Rosie Kaminski', 'active', 240),
    (10, 'Aiden Fraser', 'inactive', 233),
    (11, 'Lakshmi Iyer', 'active', 221),
    (12, 'Gus Papadakis', 'active', 214),
    (13, 'Hannah Birdwood', 'active', 199),
    (14, 'Tane Wikitoria', 'active', 187),
    (15, 'Pearl Goodwin', 'active', 176),
    (16, 'Marcel Dubois', 'inactive', 165),
    (17, 'Sunny Baptiste', 'active', 150),
    (18, 'Kirra Dawson', 'active', 141),
    (19, 'Owen Llewellyn', 'active', 122),
    (20, 'Farah Aziz', 'active', 108),
    (21, 'Joel Steadman', 'active', 90),
    (22, 'Beatrice Lim', 'active', 66),
    (23, 'Nikolai Petrov', 'active', 47),
    (24, 'Edie Farrell', 'inactive', 29),
    (25, 'Hugo Castellano', 'active', 8),
    (26, 'Winnie Achterberg', 'active', 228),
    (27, 'Leo Marangos', 'active', 182),
    (28, 'Amina Warsame', 'active', 133),
    (29, 'Clive Nettleton', 'inactive', 99),
    (30, 'Sophie Tran', 'active', 38)
) as people (number, display_name, status, days_ago)
on conflict (id) do nothing;

insert into public.participant_assignments (participant_id, user_id, created_at)
select
  pg_temp.seed_id('participant', participant),
  pg_temp.seed_id('user', worker),
  now() - make_interval(days => 60 + participant)
from (
  values
    (1, 3), (1, 9), (1, 10),
    (2, 3), (2, 11),
    (3, 3), (3, 12), (3, 13),
    (4, 9), (4, 14),
    (5, 10), (5, 15),
    (6, 11),
    (7, 12), (7, 16),
    (8, 13), (8, 17),
    (9, 14),
    (11, 15), (11, 18),
    (12, 16),
    (13, 17), (13, 9),
    (14, 18),
    (15, 10), (15, 11),
    (17, 12),
    (18, 13), (18, 14),
    (19, 15),
    (20, 16), (20, 17),
    (21, 18),
    (22, 9),
    (23, 10)
) as support (participant, worker)
on conflict do nothing;

select tests.add_person('wes', 'support_worker');
select tests.add_person('nia', 'support_worker');

create function tests.zone_of(name text)
returns text
language sql security definer
as $$
  select raw_user_meta_data ->> 'time_zone' from auth.users where id = tests.id(zone_of.name);
$$;

-- test: ACCT-54 users choose and clear their own time zone, and keep their name
update auth.users set raw_user_meta_data = '{"display_name": "Wes B.", "other": null}' where id = tests.id('wes');
select tests.sign_in('wes');
select public.set_time_zone('America/Port-au-Prince');
select tests.equal(tests.zone_of('wes'), 'America/Port-au-Prince', 'chosen');
select tests.equal(tests.zone_of('nia'), null, 'nia has none');
select public.set_time_zone(null);
select tests.as_owner();
select tests.equal(
  (select raw_user_meta_data from auth.users where id = tests.id('wes')),
  '{"display_name": "Wes B.", "other": null}', 'cleared'
);

-- test: ACCT-54 a name that is no time zone is refused and changes nothing
select tests.sign_in('wes');
select public.set_time_zone('Asia/Tokyo');
select tests.refused(format('select public.set_time_zone(%L)', name), 'PT400', name)
from unnest(array['', 'Tokyo', 'Asia/Nowhere', 'X+3', 'Asia/Nowhere+3', '+99', '../Asia/Tokyo', repeat('A/', 900)]) as name;
select tests.equal(tests.zone_of('wes'), 'Asia/Tokyo', 'unchanged');

-- test: ACCT-54 visitors choose none
select tests.as_visitor();
select tests.refused($$select public.set_time_zone('Asia/Tokyo')$$, '42501', 'visitor');

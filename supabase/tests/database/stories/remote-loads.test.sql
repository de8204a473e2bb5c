select tests.add_person('ann', 'admin');
select tests.add_person('olga', 'office');
select tests.add_person('wes', 'support_worker');

create function tests.load(changes jsonb default '{}')
returns jsonb
language sql
as $$
  select '{"environment": "staging", "remote": "chat", "version": "2.0.0-0123abcd", "source": "current",
    "outcome": "loaded", "milliseconds": 300}'::jsonb || changes;
$$;

create function tests.report(load jsonb)
returns void
language sql
as $$
  select public.report_remote_loads(jsonb_build_array(load));
$$;

-- test: signed-in users report, and only administrators read the counters
select tests.sign_in('wes');
select tests.report(tests.load());
select tests.sign_in('olga');
select tests.report(tests.load('{"milliseconds": 9000}'));
select tests.report(tests.load('{"outcome": "missing"}'));
select tests.succeeds('select * from public.remote_loads', 0, 'the office');
select tests.forbidden('select public.remote_health()', 'the office asks');
select tests.sign_in('wes');
select tests.succeeds('select * from public.remote_loads', 0, 'a worker');
select tests.forbidden('select public.remote_health()', 'a worker asks');
select tests.as_visitor();
select tests.forbidden($$select public.report_remote_loads('[]')$$, 'a visitor reports');
select tests.forbidden('select * from public.remote_loads', 'a visitor');
select tests.forbidden('select public.remote_health()', 'a visitor asks');
select tests.sign_in('ann');
select tests.equal(
  public.remote_health() -> 0,
  jsonb_build_object(
    'environment', 'staging', 'remote', 'chat', 'version', '2.0.0-0123abcd', 'source', 'current', 'outcome', 'loaded',
    'count', 2, 'milliseconds', 9300, 'durations', '[0, 1, 0, 0, 0, 0, 1]'::jsonb,
    'last_day', (now() at time zone 'utc')::date
  ),
  'two loads'
);
select tests.equal(public.remote_health() -> 1 ->> 'outcome', 'missing', 'the failure');

-- test: no one writes the counters directly
select tests.sign_in('ann');
select tests.forbidden('delete from public.remote_loads', 'deleting');
select tests.forbidden('update public.remote_loads set count = 0', 'changing');
select tests.forbidden(
  $$insert into public.remote_loads (day, environment, remote, version, source, outcome)
    values (now(), 'local', 'chat', '1', 'current', 'loaded')$$,
  'inserting'
);

-- test: each duration has its bucket
select tests.sign_in('wes');
select tests.report(tests.load(jsonb_build_object('milliseconds', each)))
from unnest(array[0, 250, 251, 500, 1000, 2000, 4000, 8000, 8001, 9999999]) as each;
select tests.as_owner();
select tests.equal((select durations from public.remote_loads), array[2, 2, 1, 1, 1, 1, 2]::bigint[], 'slots');

-- test: INSTANT-04 ratings of Web Vitals are counted like loads
select tests.sign_in('wes');
select tests.report(tests.load(jsonb_build_object('outcome', metric || '-' || rating)))
from unnest(array['lcp', 'inp', 'cls']) as metric, unnest(array['good', 'fair', 'poor']) as rating;
select tests.refused(
  format('select public.report_remote_loads(%L)', jsonb_build_array(tests.load('{"outcome": "fcp-good"}'))),
  'PT400', 'another metric'
);
select tests.as_owner();
select tests.equal((select count(*) from public.remote_loads where outcome ~ '-(good|fair|poor)$'), 9::bigint, 'ratings');

-- test: an invalid report is refused, and nothing of its list is counted
select tests.sign_in('wes');
select tests.refused(format('select public.report_remote_loads(%L)', list), 'PT400', list::text)
from unnest(array[
  'null', '{}', '[]', '7', '"chat"', '[null]', '[[]]', '["chat"]', '[{}]'
]::jsonb[]) as list;
select tests.refused('select public.report_remote_loads(null)', 'PT400', 'nothing');
select tests.refused(
  format('select public.report_remote_loads(%L)', jsonb_build_array(tests.load(), tests.load(change))),
  'PT400', change::text
)
from unnest(array[
  '{"milliseconds": -1}', '{"milliseconds": 1.5}', '{"milliseconds": 10000000}', '{"milliseconds": "1"}',
  '{"milliseconds": null}', '{"remote": "Chat"}', '{"remote": "../chat"}', '{"remote": ""}', '{"remote": 7}',
  '{"remote": null}', '{"version": "1 0"}', '{"version": "ada@test.example"}', '{"environment": "a b"}',
  '{"source": "elsewhere"}', '{"outcome": "wonderful"}', '{"outcome": null}', '{"remote": "chat\n"}'
]::jsonb[]) as change;
select tests.refused(
  format('select public.report_remote_loads(%L)', (select jsonb_agg(tests.load()) from generate_series(1, 51))),
  'PT400', '51 reports'
);
select tests.as_owner();
select tests.equal((select count(*) from public.remote_loads), 0, 'counted');

-- test: a day has at most 500 kinds of reports, 40 of one user; known ones are still counted
create function tests.report_many(prefix text)
returns void
language sql
as $$
  select public.report_remote_loads(
    (select jsonb_agg(tests.load(jsonb_build_object('version', prefix || each))) from generate_series(1, 50) as each)
  );
$$;
select tests.sign_in('wes');
select tests.report_many(prefix) from unnest(array['a', 'b']) as prefix;
select tests.report(tests.load('{"version": "a1"}'));
select tests.sign_in('olga');
select tests.report(tests.load('{"version": "later"}'));
select tests.as_owner();
select tests.equal((select count(*) from public.remote_loads), 41, 'kinds of two users');
select tests.equal((select count from public.remote_loads where version = 'a1'), 2, 'counted on');
select tests.equal((select count(*) from public.remote_loads where version = 'later'), 1, 'of another user');
update private.remote_load_senders set day = day - 1;
select tests.sign_in('wes');
select tests.report(tests.load('{"version": "next"}'));
select tests.as_owner();
select tests.equal((select count(*) from public.remote_loads where version = 'next'), 1, 'on the next day');
insert into public.remote_loads (day, environment, remote, version, source, outcome)
select (now() at time zone 'utc')::date, 'local', 'chat', 'v' || each, 'current', 'loaded' from generate_series(1, 456) as each;
select private.count_remote_loads(jsonb_build_array(tests.load('{"outcome": "policy"}')));
select tests.equal((select count(*) from public.remote_loads where outcome = 'policy'), 1, 'of the server, without a user');
select tests.sign_in('olga');
select tests.report_many('c');
select tests.as_owner();
select private.count_remote_loads(jsonb_build_array(tests.load('{"outcome": "policy"}')));
select tests.equal((select count(*) from public.remote_loads), 500, 'kinds of all');

-- test: counters are stored for 90 days, and queried by days
insert into public.remote_loads (day, environment, remote, version, source, outcome, count)
select (now() at time zone 'utc')::date - age, 'local', 'chat', 'v' || age, 'current', 'loaded', 1
from unnest(array[0, 6, 7, 90, 91]) as age;
select tests.sign_in('ann');
select tests.report(tests.load());
select tests.equal(jsonb_array_length(public.remote_health()), 3, 'a week');
select tests.equal(jsonb_array_length(public.remote_health(1)), 2, 'a day');
select tests.refused(format('select public.remote_health(%L)', days), 'PT400', days)
from unnest(array['0', '91', '-1', null]) as days;
select tests.as_owner();
select tests.equal((select count(*) from public.remote_loads where version = 'v91'), 0, 'older ones');
select tests.equal((select count(*) from public.remote_loads where version = 'v90'), 1, 'the oldest');

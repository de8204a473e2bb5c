select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');

create function tests.record(number integer, meta jsonb default '{}')
returns void
language sql
as $$
  insert into public.audit_logs (action, user_id, meta, created_at)
  select
    case when step % 50 = 0 then 'denied' else 'login' end, tests.id('wes'), meta,
    timestamptz '2026-01-01 12:00Z' + step * interval '6 minutes'
  from generate_series(1, number) as step;
$$;

-- As many as a log has, without what every single one of them would cost.
create function tests.fill(number integer, meta jsonb)
returns void
language plpgsql
as $$
begin
  set local session_replication_role = replica;
  perform tests.record(fill.number, fill.meta);
  set local session_replication_role = origin;
  perform private.recount_audit_logs();
  perform gin_clean_pending_list('public.audit_logs_meta_idx');
  analyze public.audit_logs;
end;
$$;

create function tests.counted()
returns bigint
language sql
as $$
  select coalesce(sum(entries), 0)
  from (
    select entries from private.audit_counts union all select entries from private.audit_count_changes
  ) as counts;
$$;

create function tests.ask(filter jsonb)
returns jsonb
language sql
as $$
  select public.query_audit_logs(ask.filter);
$$;

-- How many entries this transaction has fetched.
create function tests.entries_read()
returns bigint
language sql
as $$
  select seq_tup_read + coalesce(idx_tup_fetch, 0)
  from pg_stat_xact_user_tables
  where relid = 'public.audit_logs'::regclass;
$$;

create function tests.entries_read_for(filter jsonb)
returns bigint
language plpgsql
as $$
declare
  before bigint;
begin
  perform tests.as_owner();
  before := tests.entries_read();
  perform tests.sign_in('ann');
  perform tests.ask(entries_read_for.filter);
  perform tests.as_owner();
  return tests.entries_read() - before;
end;
$$;

-- test: a skeleton contains words without ids and numbers, and unique texts have none
select tests.equal(
  private.audit_skeleton(
    '{"id": "7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162", "run": "resp_67c9fdce3b2a4d1f", "model": "gpt-4o", "ms": 12, "at": "v2 3"}'
  ),
  e'{"id": "\x01", "run": "resp_\x01", "model": "gpt-4o", "ms": \x01, "at": "v2 \x01"}', 'skeleton'
);
select tests.equal(private.audit_skeleton('{"id": "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT"}'), null, 'an id of letters');
select tests.equal(private.audit_skeleton(repeat('word ', 100)), null, 'a long text');
select tests.equal(
  array(
    select word
    from unnest(array['openai', 'gpt-4o', '"run":', '_', '%', 'e', '12', 'run 4', 'face', '-', 'gpt-4', e'x\x01'])
      with ordinality as words (word, place)
    where private.is_in_skeletons(word)
    order by place
  ),
  array['openai', 'gpt-4o', '"run":', '_', '%'], 'words that skeletons decide'
);

-- test: written, rolled-back and purged entries are counted
select tests.record(300, '{"provider": "demo"}');
select tests.record(10, jsonb_build_object('text', repeat('long ', 200)));
select tests.equal(tests.counted(), (select count(*) from public.audit_logs), 'written');
do $$
begin
  perform tests.record(7);
  raise exception 'undone';
exception when others then null;
end;
$$;
select tests.equal(tests.counted(), (select count(*) from public.audit_logs), 'undone');
select private.merge_audit_counts();
select tests.equal((select count(*) from private.audit_count_changes), 0, 'folded');
select tests.equal(tests.counted(), (select count(*) from public.audit_logs), 'counted');
alter table public.audit_logs disable trigger refuse_audit_change;
delete from public.audit_logs where action = 'denied' or meta ? 'text';
select tests.equal(tests.counted(), (select count(*) from public.audit_logs), 'purged');
select tests.equal((select count(*) from private.audit_bare_texts), 0, 'texts purged');
create temporary table before as select tests.counted() as number;
select private.recount_audit_logs();
select tests.equal(tests.counted(), (select number from before), 'counted anew');

-- test: writes trigger folding
do $$
begin
  for number in 1..600 loop
    perform tests.record(1);
  end loop;
end;
$$;
select tests.holds((select count(*) from private.audit_count_changes) < 500, 'changes');
select tests.equal(tests.counted(), (select count(*) from public.audit_logs), 'counted');

-- test: the total and offset of a page are computed without reading earlier entries
select tests.fill(8000, '{"provider": "openai", "run_id": "resp_67c9fdce3b2a4d1f"}');
select tests.holds(tests.entries_read_for('{"userId": "00000000-0000-4000-8000-000000000000"}') < 10, 'nobody');
select tests.holds(tests.entries_read_for(filter::jsonb) between 50 and 1600, filter)
from unnest(array[
  '{}', '{"page": 80}', '{"page": 159}', '{"sort": "created_at_asc", "page": 80}',
  '{"from": "2026-01-03T13:00:00Z", "to": "2026-01-30T13:00:00Z", "page": 60}',
  '{"actions": ["login"], "page": 80}', '{"actions": ["denied"], "page": 2}',
  '{"not": {"actions": ["denied"]}, "page": 80}',
  '{"q": "openai"}', '{"q": "openai", "page": 80}', '{"q": "LOG", "page": 80}', '{"not": {"q": "denied"}, "page": 80}'
]) as filter;
select tests.holds(tests.entries_read_for('{"q": "quixotry"}') < 10, 'a word that is nowhere');

-- test: a part of an id is found with its index
select tests.record(1, '{"run_id": "resp_67c9fdce3b2a4d1f"}');
select tests.fill(8000, '{"provider": "openai"}');
select tests.sign_in('ann');
select tests.equal((tests.ask('{"q": "3B2A4"}') ->> 'total')::integer, 1, 'found');
select tests.holds(tests.entries_read_for('{"q": "3B2A4"}') < 800, 'read');

-- test: only the database reads or changes the counts
select tests.sign_in('ann');
select tests.forbidden('select * from private.audit_counts', 'counts');
select tests.forbidden('select * from private.audit_count_changes', 'changes');
select tests.forbidden('select * from private.audit_skeletons', 'skeletons');
select tests.forbidden('select * from private.audit_bare_texts', 'texts');
select tests.forbidden('select private.merge_audit_counts()', 'merging');

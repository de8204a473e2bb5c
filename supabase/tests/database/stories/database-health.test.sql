select tests.add_person('ann', 'admin');
select tests.add_person('olga', 'office');
select tests.add_person('wes', 'support_worker');

-- test: OPS-07 administrators see whether the database accepts changes, and what it lacks
select tests.sign_in('ann');
select tests.equal(
  public.database_health() - 'most' - 'free', '{"read_only": false, "missing": [], "outdated": []}'::jsonb, 'health'
);
select tests.equal((public.database_health() ->> 'most')::integer, current_setting('max_connections')::integer, 'most');
select tests.as_owner();
drop extension btree_gin cascade;
select set_config('default_transaction_read_only', 'on', true);
select tests.sign_in('ann');
select tests.equal(
  public.database_health() - 'most' - 'free', '{"read_only": true, "missing": ["btree_gin"], "outdated": []}'::jsonb,
  'trouble'
);
select tests.as_owner();
select set_config('default_transaction_read_only', 'off', true);

-- test: OPS-07 no one else sees it
select tests.sign_in('olga');
select tests.forbidden('select public.database_health()', 'the office');
select tests.sign_in('wes');
select tests.forbidden('select public.database_health()', 'a worker');
select tests.as_visitor();
select tests.forbidden('select public.database_health()', 'a visitor');

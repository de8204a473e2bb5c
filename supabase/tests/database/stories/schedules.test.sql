-- The schedule of the sweep. The tests in `hosted` run it with the extensions.
select tests.add_person('ann', 'admin');

-- test: a database without the extensions schedules nothing, and says what is missing
select tests.equal(
  private.schedule_sweep(), 'Not scheduled. Extensions that are missing: pg_cron, pg_net, supabase_vault', 'result'
);

-- test: no request schedules anything
select tests.sign_in('ann');
select tests.forbidden('select private.schedule_sweep()', 'an administrator');
select tests.as_visitor();
select tests.forbidden('select private.schedule_sweep()', 'a visitor');
select tests.as_server();
select tests.forbidden('select private.schedule_sweep()', 'the server');

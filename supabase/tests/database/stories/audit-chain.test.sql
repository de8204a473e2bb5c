select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_assistant('Notes');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wes'));
set constraints all immediate;
set constraints all deferred;

create function pg_temp.links() returns bigint language sql as 'select count(*) from private.audit_chain';
create function pg_temp.check_all() returns jsonb language sql as 'select private.check_audit_chain(0, 1000)';

-- test: the text of an entry has every column and one canonical form, for any session settings
select tests.equal(
  array(
    select jsonb_object_keys(private.audit_text(null::public.audit_logs)::jsonb) order by 1
  ),
  array(
    select attname::text
    from pg_attribute
    where attrelid = 'public.audit_logs'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by 1
  ),
  'columns'
);
insert into public.audit_logs (id, action, meta, created_at)
values (tests.id('one'), 'denied', '{"b": 1.0, "a": "é\n\u2028"}', '2026-11-21 19:22:20.120456+11');
create temporary table before as select private.audit_text(audit_logs) as text from public.audit_logs;
set local timezone = 'Australia/Melbourne';
set local datestyle = 'German';
select tests.equal((select private.audit_text(audit_logs) from public.audit_logs), (select text from before), 'text');
select tests.holds((select text like '%"2026-11-21T08:22:20.120456Z"%' from before), 'time in UTC');

-- test: entries are linked at the end of the transaction, in order, each to the previous one
select tests.as_server();
select public.record_audit('denied', tests.id('wes'));
select public.record_audit('login', tests.id('wes'));
select tests.as_owner();
select tests.equal(pg_temp.links(), 0, 'links before the end');
set constraints all immediate;
select tests.equal(
  (
    select string_agg(seq || ' ' || action, ', ' order by seq)
    from private.audit_chain
    join public.audit_logs on audit_logs.id = audit_chain.entry_id
  ),
  '1 denied, 2 login', 'links'
);
select tests.equal(
  (select hash from private.audit_chain where seq = 2),
  (
    select sha256(one.hash || two.digest)
    from private.audit_chain as one, private.audit_chain as two
    where one.seq = 1 and two.seq = 2
  ),
  'hash'
);
select public.record_audit('denied', tests.id('wes'));
select tests.equal(
  (select array[seq, pg_temp.links()] from private.audit_head), array[3, 3]::bigint[], 'head, and what came later'
);
select tests.equal(
  pg_temp.check_all(), '{"to": 3, "done": true, "purged": 0, "problem": null}'::jsonb, 'nothing is wrong'
);

-- test: a rolled-back entry leaves no link, and later entries are linked
savepoint undone;
insert into public.audit_logs (action) values ('denied');
rollback to savepoint undone;
insert into public.audit_logs (action) values ('login');
savepoint kept;
insert into public.audit_logs (action) values ('login'), ('denied');
release savepoint kept;
set constraints all immediate;
select tests.equal(pg_temp.links(), 3, 'links');
select tests.equal(pg_temp.check_all() -> 'problem', 'null'::jsonb, 'nothing is wrong');

-- test: entries of cascades are linked too
insert into public.conversations (user_id, assistant_id)
select tests.id('wes'), tests.id('Notes') from generate_series(1, 25);
select tests.sign_in('ann');
delete from public.assistants;
select tests.as_owner();
set constraints all immediate;
select tests.equal(pg_temp.links(), (select count(*) from public.audit_logs), 'links');
select tests.equal(pg_temp.links(), 51, '25 beginnings, 25 ends, one deletion');
select tests.equal(pg_temp.check_all() -> 'problem', 'null'::jsonb, 'nothing is wrong');

-- test: the chain is verified in batches
insert into public.audit_logs (action) select 'denied' from generate_series(1, 10);
set constraints all immediate;
select tests.equal(
  private.check_audit_chain(0, 4), '{"to": 4, "done": false, "purged": 0, "problem": null}'::jsonb, 'first piece'
);
select tests.equal(
  private.check_audit_chain(8, 4), '{"to": 10, "done": true, "purged": 0, "problem": null}'::jsonb, 'last piece'
);
select tests.equal((private.check_audit_chain(10, 4) ->> 'to')::integer, 10, 'behind the end');
select tests.equal(
  (
    select count(*)
    from (
      with recursive pieces as (
        select private.find_unlinked_entries(null, 3) as piece
        union all
        select private.find_unlinked_entries((piece ->> 'next')::uuid, 3) from pieces where piece -> 'next' <> 'null'
      )
      select piece from pieces
    ) as pieces
    where piece ->> 'unlinked' = '0'
  ),
  4, 'pieces without a stranger'
);

-- test: no one changes a link, not even the owner
insert into public.audit_logs (action) values ('denied');
set constraints all immediate;
select tests.forbidden('update private.audit_chain set seq = 7', 'changing', 'The chain of the audit log is append-only.');
select tests.forbidden('delete from private.audit_chain', 'deleting', 'The chain of the audit log is append-only.');
select tests.forbidden('truncate private.audit_chain', 'emptying', 'The chain of the audit log is append-only.');

-- test: only administrators verify, and no one reads the chain itself
select tests.sign_in('ann');
select tests.equal(public.verify_audit_chain(0) -> 'problem', 'null'::jsonb, 'an admin');
select tests.equal(public.verify_audit_entries() ->> 'unlinked', '0', 'an admin');
select tests.forbidden('select seq from private.audit_chain', 'an admin reading');
select tests.forbidden('select private.check_audit_chain(0, 1)', 'an admin past the check');
select tests.sign_in('wes');
select tests.forbidden('select public.verify_audit_chain(0)', 'a worker', 'Admin access required');
select tests.forbidden('select public.verify_audit_entries()', 'a worker', 'Admin access required');
select tests.as_visitor();
select tests.forbidden('select public.verify_audit_chain(0)', 'a visitor');
select tests.as_server();
select tests.forbidden('select seq from private.audit_chain', 'the server reading');
select tests.forbidden('insert into private.audit_unlinked (entry_id, digest) values (gen_random_uuid(), sha256(''x''))',
  'the server linking');

-- test: the links of a time range are returned with adjacent gaps, to administrators only
insert into public.audit_logs (id, action, created_at) values (tests.id('monday'), 'login', '2026-03-02T01:00:00Z');
insert into public.audit_logs (id, action, created_at) values (tests.id('tuesday'), 'login', '2026-03-03T01:00:00Z');
insert into public.audit_logs (id, action, created_at) values (tests.id('taken'), 'denied', '2026-03-04T01:00:00Z');
insert into public.audit_logs (id, action, created_at) values (tests.id('late'), 'login', '2026-03-04T02:00:00Z');
insert into public.audit_logs (id, action, created_at) values (tests.id('friday'), 'login', '2026-03-06T01:00:00Z');
set constraints all immediate;
create function pg_temp.place(name text) returns bigint language sql as
  'select seq from private.audit_chain where entry_id = tests.id(name)';
create temporary table places as
select pg_temp.place('monday') as monday, pg_temp.place('taken') as taken, pg_temp.place('late') as late;
grant select on pg_temp.places to authenticated;
select tests.sign_in('ann');
select tests.equal(
  public.audit_chain_range('2026-03-03', '2026-03-05'),
  (
    select jsonb_build_object('first', monday + 1, 'last', late, 'entries', 3, 'unlinked', null) from pg_temp.places
  ),
  'range'
);
select tests.equal(
  public.audit_chain_range('2026-03-04T12:00:00Z', '2026-03-05'),
  '{"first": null, "last": null, "entries": 0, "unlinked": null}'::jsonb, 'nothing then'
);
select tests.as_owner();
set local session_replication_role = replica;
delete from public.audit_logs where id = tests.id('taken');
insert into public.audit_logs (id, action, created_at) values (tests.id('forged'), 'login', '2026-03-04T03:00:00Z');
set local session_replication_role = origin;
select tests.sign_in('ann');
-- What was taken at the edge of a time is in the gap beside it.
select tests.equal(
  public.audit_chain_range('2026-03-04', '2026-03-05'),
  (
    select jsonb_build_object('first', taken, 'last', late, 'entries', 2, 'unlinked', tests.id('forged'))
    from pg_temp.places
  ),
  'gap and forged entry'
);
select tests.equal(
  public.verify_audit_chain((select taken - 1 from pg_temp.places), 2) -> 'problem' ->> 'code', 'entry_missing', 'found'
);
select tests.sign_in('wes');
select tests.refused('select public.audit_chain_range()', '42501', 'a worker asks', 'Admin access required');

-- test: a verification is recorded once an hour for each administrator
select tests.add_person('ben', 'admin');
select public.begin_audit_verification(tests.id(person)) from unnest(array['ann', 'ann', 'ben']) as person;
select tests.equal(
  array(select user_id from public.audit_logs where action = 'audit_verified' order by user_email),
  array[tests.id('ann'), tests.id('ben')], 'verifications'
);

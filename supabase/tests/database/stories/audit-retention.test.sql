select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_person('val', 'support_worker');
insert into public.participants (id, display_name) values (tests.id('pat'), 'Pat Example');
insert into public.audit_logs (action, user_id, created_at, participant_id, conversation_id)
select
  'denied',
  case number % 3 when 0 then tests.id('wes') else tests.id('val') end,
  now() - number * interval '1 day',
  case when number between 40 and 44 then tests.id('pat') end,
  case when number = 50 then tests.id('talk') end
from generate_series(60, 1, -1) as number;
set constraints all immediate;

create function pg_temp.ages() returns text language sql as $$
  select string_agg(extract(day from now() - created_at)::text, ' ' order by created_at)
  from public.audit_logs
  where action = 'denied' and created_at < now() - interval '30 days';
$$;
create function pg_temp.problem() returns jsonb language sql as $$
  select private.check_audit_chain(0, 100000) -> 'problem';
$$;

-- test: a purge deletes old entries in batches, records which, and the chain remains valid
select tests.equal(
  private.purge_audit(now() - interval '30 days', 20), '{"purged": 20, "more": true}'::jsonb, 'a step'
);
select tests.equal(
  private.purge_audit(now() - interval '30 days', 5000), '{"purged": 10, "more": true}'::jsonb, 'the rest'
);
select tests.equal(
  private.purge_audit(now() - interval '30 days', 5000), '{"purged": 0, "more": false}'::jsonb, 'nothing is left'
);
select tests.equal((select count(*) from public.audit_logs where action = 'denied'), 30, 'what is younger stays');
select tests.equal(
  (select jsonb_agg(meta - 'before' order by meta ->> 'count' desc) from public.audit_logs where action = 'audit_purged'),
  '[{"count": 20, "ranges": [[1, 20]]}, {"count": 10, "ranges": [[21, 30]]}]'::jsonb, 'told'
);
select tests.equal(private.check_audit_chain(0, 1000),
  '{"to": 62, "done": true, "purged": 30, "problem": null}'::jsonb, 'whole');
select tests.equal((public.audit_position() ->> 'entries')::integer, 32, 'entries');

-- test: the record of a purge is never purged, and entries deleted without one are missing
select private.purge_audit(now() - interval '30 days', 1000);
select private.purge_audit(now() + interval '1 day', 1000);
select tests.equal((select string_agg(distinct action, ' ') from public.audit_logs), 'audit_purged', 'what is left');
select tests.equal(pg_temp.problem(), 'null'::jsonb, 'whole');
insert into public.audit_logs (id, action) values (tests.id('lost'), 'denied');
alter table public.audit_logs disable trigger refuse_audit_change;
delete from public.audit_logs where id = tests.id('lost');
select tests.equal(pg_temp.problem() ->> 'code', 'entry_missing', 'missing');
update public.audit_logs
set meta = jsonb_set(meta, '{ranges}', '[[1, 100]]')
where id = (select entry_id from private.audit_chain where seq = 61);
select tests.equal(pg_temp.problem() ->> 'code', 'entry_missing', 'an altered record of a purge excuses nothing');

-- test: holds retain their subject: a participant, a user, a conversation; then everything
select tests.sign_in('ann');
select public.set_audit_hold('participant', tests.id('pat'), ' An enquiry ');
select public.set_audit_hold('conversation', tests.id('talk'), 'Another');
select tests.as_owner();
select private.purge_audit(now() - interval '30 days', 1000);
select tests.equal(pg_temp.ages(), '50 44 43 42 41 40', 'held');
select tests.equal(pg_temp.problem(), 'null'::jsonb, 'whole, with gaps between what was purged');
select tests.sign_in('ann');
select public.lift_audit_hold((hold ->> 'id')::uuid)
from jsonb_array_elements(public.list_audit_holds()) as hold
where hold ->> 'kind' = 'participant';
select public.set_audit_hold('user', tests.id('wes'), 'A third');
select tests.as_owner();
select private.purge_audit(now() - interval '30 days', 1000);
select tests.equal(pg_temp.ages(), '50 42', 'held: the conversation, and what wes did');
select private.hold_audit('all', null, 'A court order');
select tests.equal(private.purge_audit(now() + interval '1 day', 1000), '{"purged": 0, "more": false}'::jsonb, 'all');
select tests.equal(
  (
    select string_agg(action || ' ' || (meta ->> 'kind') || ' by ' || coalesce(user_email, 'an operator'), ', ' order by id_of)
    from (
      select audit_logs.*, audit_chain.seq as id_of
      from public.audit_logs
      join private.audit_chain on audit_chain.entry_id = audit_logs.id
      where action like 'audit_hold%'
    ) as told
  ),
  'audit_hold_set participant by ann@tests.example, audit_hold_set conversation by ann@tests.example, '
    'audit_hold_lifted participant by ann@tests.example, audit_hold_set user by ann@tests.example, '
    'audit_hold_set all by an operator',
  'told'
);
select tests.equal(
  (select jsonb_agg(hold - array['id', 'setAt', 'liftedAt', 'subjectId'])
   from jsonb_array_elements(private.list_audit_holds()) as hold where hold ->> 'kind' in ('all', 'participant')),
  '[
    {"kind": "all", "reason": "A court order", "setBy": null, "liftedBy": null},
    {"kind": "participant", "reason": "An enquiry", "setBy": "ann@tests.example", "liftedBy": "ann@tests.example"}
  ]'::jsonb,
  'list'
);

-- test: a hold is complete, and is lifted once
select tests.sign_in('ann');
select tests.refused($$select public.set_audit_hold('all', tests.id('pat'), 'x')$$, '23514', 'all, and yet one');
select tests.refused($$select public.set_audit_hold('user', null, 'x')$$, '23514', 'nobody');
select tests.refused($$select public.set_audit_hold('role', tests.id('pat'), 'x')$$, '23514', 'another kind');
select tests.refused($$select public.set_audit_hold('all', null, ' ')$$, '23514', 'no reason');
select tests.refused($$select public.lift_audit_hold(tests.id('none'))$$, 'PT404', 'none');
select public.set_audit_hold('all', null, 'x');
select tests.succeeds(
  $$select public.lift_audit_hold((public.list_audit_holds() #>> '{0,id}')::uuid)$$, 1, 'once'
);
select tests.refused($$select public.lift_audit_hold((public.list_audit_holds() #>> '{0,id}')::uuid)$$, 'PT404', 'twice');

-- test: only administrators hold, only the server purges, and direct deletes are refused
select tests.sign_in('wes');
select tests.forbidden($$select public.set_audit_hold('all', null, 'x')$$, 'a worker holding', 'Admin access required');
select tests.forbidden($$select public.list_audit_holds()$$, 'a worker reading', 'Admin access required');
select tests.sign_in('ann');
select tests.forbidden($$select public.purge_audit()$$, 'an admin purging');
select set_config('audit.purging', pg_current_xact_id()::text, true);
select tests.forbidden('delete from public.audit_logs', 'an admin who says that it is a purge');
select tests.as_owner();
select set_config('audit.purging', '', true);
select private.purge_audit(now() - interval '30 days', 5);
select tests.forbidden('delete from public.audit_logs', 'the owner behind a purge', 'The audit log is append-only.');

-- test: the server purges by the retention in the database, which it cannot set, and only plausible amounts
select tests.as_server();
select tests.equal(public.purge_audit(), '{"purged": 0, "more": false}'::jsonb, 'no retention');
select tests.forbidden('select private.set_audit_retention(1)', 'the server setting it');
select tests.forbidden('update private.audit_retention set days = 1', 'the server changing it');
select tests.as_owner();
select private.set_audit_retention(30);
select tests.as_server();
select tests.equal(public.read_audit_retention(), 30, 'what is set');
select tests.equal(
  public.purge_audit() ->> 'refused', 'More than a tenth of the log would be deleted at once.', 'half of the log'
);
select tests.as_owner();
insert into public.audit_logs (action) select 'denied' from generate_series(1, 300);
select tests.as_server();
select tests.equal(public.purge_audit(20), '{"purged": 20, "more": true}'::jsonb, 'a step');
select tests.equal(public.purge_audit(), '{"purged": 10, "more": true}'::jsonb, 'the rest');
select tests.equal(public.purge_audit(), '{"purged": 0, "more": false}'::jsonb, 'nothing is left');
select tests.as_owner();
select tests.equal(
  private.purge_problem(now() + interval '40 days'), 'More than a tenth of the log would be deleted at once.', 'all'
);
select private.set_audit_retention(null);
select tests.equal(public.read_audit_retention(), null, 'off again');


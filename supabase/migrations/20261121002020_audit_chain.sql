/*
 * The chain of the audit log: every entry has a link, which holds a digest of the entry and a hash over that digest and
 * the link before. Whoever changes, removes, adds or reorders something past the rules of this database leaves a link
 * that does not fit. What a chain by itself cannot tell is in decision 33.
 *
 * Links are made when the transaction ends, as the very last thing, so that writers queue for one another only while
 * they commit.
 */

alter table public.audit_logs
  drop constraint audit_logs_action_known,
  add constraint audit_logs_action_known check (
    action in (
      'login', 'conversation_created', 'send_message', 'run_started', 'run_succeeded', 'run_failed',
      'run_stream_started', 'run_stream_completed', 'upload_file', 'web_research', 'conversation_deleted', 'denied',
      'assistant_created', 'assistant_updated', 'assistant_deleted',
      'participant_created', 'participant_updated', 'participant_deleted',
      'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
      'role_access_granted', 'role_access_revoked', 'role_changed', 'model_changed',
      'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged', 'audit_hold_set', 'audit_hold_lifted'
    )
  );

create table private.audit_chain (
  seq bigint primary key,
  entry_id uuid not null unique,
  digest bytea not null,
  hash bytea not null,
  constraint audit_chain_counts_from_one check (seq > 0)
);

comment on table private.audit_chain is 'One link for each entry of the audit log, in the order of commits, without a gap.';
comment on column private.audit_chain.digest is 'SHA-256 of private.audit_text of the entry.';
comment on column private.audit_chain.hash is 'SHA-256 of the hash before, 32 zero bytes at the first, and the digest.';

create table private.audit_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
) with (fillfactor = 10);

comment on table private.audit_head is 'The last link. Whoever appends holds this row.';

insert into private.audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

/*
 * Entries whose transaction has not ended. Nobody else ever sees a row of these two, and a crash that empties them has
 * undone their transactions too.
 */
create unlogged table private.audit_unlinked (
  transaction xid8 not null default pg_current_xact_id(),
  position bigint generated always as identity,
  entry_id uuid not null,
  digest bytea not null,
  primary key (transaction, position)
);

create unlogged table private.audit_transactions (
  transaction xid8 not null default pg_current_xact_id(),
  -- The first row is reached among the other checks at the end of a transaction, and adds the second one behind them.
  is_last boolean not null,
  primary key (transaction, is_last)
);

revoke all on table private.audit_chain from anon, authenticated, service_role;
revoke all on table private.audit_head from anon, authenticated, service_role;
revoke all on table private.audit_unlinked from anon, authenticated, service_role;
revoke all on table private.audit_transactions from anon, authenticated, service_role;
alter table private.audit_chain enable row level security;
alter table private.audit_head enable row level security;
alter table private.audit_unlinked enable row level security;
alter table private.audit_transactions enable row level security;

create function private.refuse_chain_change()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'The chain of the audit log is append-only.' using errcode = 'insufficient_privilege';
end;
$$;

create trigger refuse_chain_change
  before update or delete or truncate on private.audit_chain
  for each statement execute function private.refuse_chain_change();

/*
 * A moment in UTC, to the microsecond, whatever the settings of the session: `2026-11-20T22:35:42.28Z`.
 */
create function private.utc_text(moment timestamptz)
returns text
language sql
stable
set search_path = ''
as $$
  select (to_jsonb(utc_text.moment at time zone 'UTC') #>> '{}') || 'Z';
$$;

/*
 * An entry as the one text that its digest is taken of: its columns as jsonb, whose text has one form. A column that
 * comes later is added where it holds something, so that older entries keep their text.
 */
create function private.audit_text(entry public.audit_logs)
returns text
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', entry.id,
    'user_id', entry.user_id,
    'user_email', entry.user_email,
    'assistant_id', entry.assistant_id,
    'assistant_label', entry.assistant_label,
    'assistant_kind', entry.assistant_kind,
    'participant_id', entry.participant_id,
    'participant_name', entry.participant_name,
    'target_user_id', entry.target_user_id,
    'target_user_email', entry.target_user_email,
    'conversation_id', entry.conversation_id,
    'action', entry.action,
    'meta', entry.meta,
    'created_at', private.utc_text(entry.created_at),
    'updated_at', private.utc_text(entry.updated_at)
  )::text;
$$;

create function private.audit_digest(entry public.audit_logs)
returns bytea
language sql
stable
set search_path = ''
as $$
  select sha256(convert_to(private.audit_text(entry), 'UTF8'));
$$;

/*
 * Links what this transaction has recorded, in its order, behind the head. Others wait for the row of the head; under
 * repeatable read, whoever does not see the latest head fails with 40001 and can try again.
 */
create function private.link_entries()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  head private.audit_head;
  unlinked record;
begin
  select * into strict head from private.audit_head for update;
  for unlinked in
    select entry_id, digest
    from private.audit_unlinked
    where transaction = pg_current_xact_id()
    order by position
  loop
    head.seq := head.seq + 1;
    head.hash := sha256(head.hash || unlinked.digest);
    insert into private.audit_chain (seq, entry_id, digest, hash)
    values (head.seq, unlinked.entry_id, unlinked.digest, head.hash);
  end loop;
  update private.audit_head set seq = head.seq, hash = head.hash;
  delete from private.audit_unlinked where transaction = pg_current_xact_id();
end;
$$;

create function private.note_entries()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.audit_unlinked (entry_id, digest)
  select recorded.id, private.audit_digest(recorded) from recorded;
  insert into private.audit_transactions (is_last) values (false) on conflict do nothing;
  return null;
end;
$$;

/*
 * Other checks at the end of a transaction take locks too. Behind all of them, nobody waits for anybody while holding
 * the head.
 */
create function private.link_at_the_end()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not new.is_last then
    insert into private.audit_transactions (is_last) values (true);
  else
    perform private.link_entries();
    delete from private.audit_transactions where transaction = pg_current_xact_id();
  end if;
  return null;
end;
$$;

create trigger note_entries
  after insert on public.audit_logs
  referencing new table as recorded
  for each statement execute function private.note_entries();

create constraint trigger link_at_the_end
  after insert on private.audit_transactions
  deferrable initially deferred
  for each row execute function private.link_at_the_end();

-- What was recorded before there was a chain.
insert into private.audit_unlinked (entry_id, digest)
select id, private.audit_digest(audit_logs) from public.audit_logs order by created_at, id;
select private.link_entries();

/*
 * The links whose entries a purge has taken, as the entries of those purges tell whose own links fit.
 */
create function private.purged_links()
returns int8multirange
language sql
stable
set search_path = ''
as $$
  select coalesce(
    range_agg(int8range((span ->> 0)::numeric::bigint, (span ->> 1)::numeric::bigint, '[]') * int8range(null, audit_chain.seq)),
    '{}'
  )
  from public.audit_logs
  join private.audit_chain on audit_chain.entry_id = audit_logs.id
  cross join lateral jsonb_path_query(
    audit_logs.meta,
    'strict $.ranges[*] ? (@[0] > 0 && @[0] <= @[1] && @[1] < 9000000000000000000)',
    silent => true
  ) as span
  where audit_logs.action = 'audit_purged' and audit_chain.digest = private.audit_digest(audit_logs);
$$;

/*
 * Checks up to `row_limit` links behind `after_seq` and their entries. Answers
 *   `to`      the last link that was looked at,
 *   `done`    whether it is the last one,
 *   `purged`  how many entries are gone by a purge that is on record,
 *   `problem` the first that does not fit, or null: `seq`, `entryId` and `code`:
 *             link_missing, link_changed (also: out of its order), entry_missing, entry_changed,
 *             end_missing (the chain ends before or behind the head that was last written).
 */
create function private.check_audit_chain(after_seq bigint, row_limit integer)
returns jsonb
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  start_seq constant bigint := greatest(check_audit_chain.after_seq, 0);
  end_seq constant bigint := start_seq + greatest(check_audit_chain.row_limit, 1);
  purged constant int8multirange := private.purged_links();
  head private.audit_head;
  last_link private.audit_chain;
  result jsonb;
begin
  select * into strict head from private.audit_head;
  select * into last_link from private.audit_chain order by seq desc limit 1;

  with links as (
    select
      audit_chain.*,
      lag(seq) over (order by seq) as seq_before,
      lag(hash) over (order by seq) as hash_before
    from private.audit_chain
    -- The link before is read along; before the first one there is none, whatever its number.
    where seq <= end_seq and (seq >= start_seq or start_seq = 0)
  ), judged as (
    select
      links.seq,
      links.entry_id,
      audit_logs.id is null as is_gone,
      case
        when seq_before is distinct from nullif(links.seq - 1, 0) then 'link_missing'
        when links.hash <> sha256(coalesce(hash_before, decode(repeat('00', 32), 'hex')) || links.digest)
          then 'link_changed'
        when audit_logs.id is null and not links.seq <@ purged then 'entry_missing'
        when links.digest <> private.audit_digest(audit_logs) and audit_logs.id is not null then 'entry_changed'
      end as code,
      seq_before
    from links
    left join public.audit_logs on audit_logs.id = links.entry_id
    where links.seq > start_seq or start_seq = 0
  )
  select jsonb_build_object(
    'to', coalesce(max(seq), start_seq),
    'done', coalesce(max(seq), start_seq) >= coalesce(last_link.seq, 0),
    'purged', count(*) filter (where is_gone and code is null),
    'problem', (
      select case code
        when 'link_missing' then
          jsonb_build_object('seq', coalesce(seq_before + 1, greatest(start_seq, 1)), 'entryId', null, 'code', code)
        else jsonb_build_object('seq', seq, 'entryId', entry_id, 'code', code)
      end
      from judged
      where code is not null
      order by seq
      limit 1
    )
  )
  into result
  from judged;

  -- Between this range and the next links there may be none at all.
  if not (result ->> 'done')::boolean and (result ->> 'to')::bigint < end_seq and result -> 'problem' = 'null' then
    result := result || jsonb_build_object(
      'problem',
      jsonb_build_object('seq', (result ->> 'to')::bigint + 1, 'entryId', null, 'code', 'link_missing')
    );
  end if;
  if (result ->> 'done')::boolean
    and result -> 'problem' = 'null'
    and (head.seq, head.hash)
      is distinct from (coalesce(last_link.seq, 0), coalesce(last_link.hash, decode(repeat('00', 32), 'hex')))
  then
    result := result || jsonb_build_object(
      'problem',
      jsonb_build_object(
        'seq', least(head.seq, coalesce(last_link.seq, 0)) + 1, 'entryId', null, 'code', 'end_missing'
      )
    );
  end if;
  return result;
end;
$$;

/*
 * Looks among up to `row_limit` entries, by their ids, for those that the chain does not know: they were not recorded on
 * the way that all entries take. Answers `checked`, `unlinked` (how many), `entryId` (the earliest of them) and `next`,
 * the id to go on from, null at the end.
 */
create function private.find_unlinked_entries(after_id uuid, row_limit integer)
returns jsonb
language sql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
  with looked_at as (
    select audit_logs.id, audit_logs.created_at
    from public.audit_logs
    where find_unlinked_entries.after_id is null or audit_logs.id > find_unlinked_entries.after_id
    order by audit_logs.id
    limit greatest(find_unlinked_entries.row_limit, 1)
  ), unlinked as (
    select id, created_at
    from looked_at
    where not exists (select 1 from private.audit_chain where audit_chain.entry_id = looked_at.id)
  )
  select jsonb_build_object(
    'checked', (select count(*) from looked_at),
    'unlinked', (select count(*) from unlinked),
    'entryId', (select id from unlinked order by created_at, id limit 1),
    'next', (select id from looked_at order by id offset greatest(find_unlinked_entries.row_limit, 1) - 1)
  );
$$;

/*
 * The two for administrators, at most 50,000 at once.
 */
create function private.verify_audit_chain(after_seq bigint, row_limit integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.check_audit_chain(verify_audit_chain.after_seq, least(verify_audit_chain.row_limit, 50000));
end;
$$;

create function private.verify_audit_entries(after_id uuid, row_limit integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.find_unlinked_entries(verify_audit_entries.after_id, least(verify_audit_entries.row_limit, 50000));
end;
$$;

create function public.verify_audit_chain(after_seq bigint, row_limit integer default 50000)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.verify_audit_chain(verify_audit_chain.after_seq, verify_audit_chain.row_limit);
$$;

create function public.verify_audit_entries(after_id uuid default null, row_limit integer default 50000)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.verify_audit_entries(verify_audit_entries.after_id, verify_audit_entries.row_limit);
$$;

revoke all on function private.refuse_chain_change() from public;
revoke all on function private.utc_text(timestamptz) from public;
revoke all on function private.audit_text(public.audit_logs) from public;
revoke all on function private.audit_digest(public.audit_logs) from public;
revoke all on function private.link_entries() from public;
revoke all on function private.note_entries() from public;
revoke all on function private.link_at_the_end() from public;
revoke all on function private.purged_links() from public;
revoke all on function private.check_audit_chain(bigint, integer) from public;
revoke all on function private.find_unlinked_entries(uuid, integer) from public;
revoke all on function private.verify_audit_chain(bigint, integer) from public;
revoke all on function private.verify_audit_entries(uuid, integer) from public;
grant execute on function private.verify_audit_chain(bigint, integer) to authenticated;
grant execute on function private.verify_audit_entries(uuid, integer) to authenticated;

revoke all on function public.verify_audit_chain(bigint, integer) from public, anon;
revoke all on function public.verify_audit_entries(uuid, integer) from public, anon;
grant execute on function public.verify_audit_chain(bigint, integer) to authenticated;
grant execute on function public.verify_audit_entries(uuid, integer) to authenticated;

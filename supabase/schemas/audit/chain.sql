-- The hash chain of the audit log: each entry has a link with a digest of the entry and a hash over that digest and the
-- previous hash. Changing, removing, adding or reordering entries in any way that bypasses this database's rules leaves
-- a link that does not match. Decisions 33 and 74 list what a chain and its checkpoints cannot prove.
--
-- Links are inserted as the last step of a transaction, so that writers wait for each other only during the commit.

create table private.audit_chain (
  seq bigint primary key,
  entry_id uuid not null unique,
  digest bytea not null,
  hash bytea not null,
  constraint audit_chain_seq_positive check (seq > 0)
);

comment on table private.audit_chain is 'One link per entry of the audit log, in commit order, without gaps.';
comment on column private.audit_chain.digest is 'SHA-256 of private.audit_text of the entry.';
comment on column private.audit_chain.hash is
  'SHA-256 of the previous hash (32 zero bytes for the first link) and the digest.';

create table private.audit_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
) with (fillfactor = 10);

comment on table private.audit_head is 'The last link, in one row that appending transactions lock.';

insert into private.audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

-- Entries of transactions that have not committed. No other transaction ever sees rows of the next two tables, and a
-- crash that truncates them also rolled back their transactions: they need not be logged.
create unlogged table private.audit_unlinked (
  transaction xid8 not null default pg_current_xact_id(),
  position bigint generated always as identity,
  entry_id uuid not null,
  digest bytea not null,
  primary key (transaction, position)
);

create unlogged table private.audit_transactions (
  transaction xid8 not null default pg_current_xact_id(),
  -- The trigger of the first row fires among the other deferred triggers and inserts the second row, which fires last.
  is_last boolean not null,
  primary key (transaction, is_last)
);

-- Signed checkpoints. The owner of the database can delete them from this list, so the server stores the last one outside
-- the database as well; decision 74 explains what that proves. After a backup is restored, checkpoints of entries
-- that it does not contain are moved to the second bucket, with the reason, so that they no longer report a truncated
-- log. There is no policy: only the server and the operator have access.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('audit-checkpoints', 'audit-checkpoints', false, 4096, array['application/json']),
  ('audit-checkpoints-set-aside', 'audit-checkpoints-set-aside', false, null, null)
on conflict (id) do nothing;

alter table private.audit_chain enable row level security;
alter table private.audit_head enable row level security;
alter table private.audit_unlinked enable row level security;
alter table private.audit_transactions enable row level security;

-- Refuses any change of existing links, also to the owner of the table.
create function private.refuse_chain_change()
returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The chain of the audit log is append-only.' using errcode = 'insufficient_privilege';
end;
$$;

create trigger refuse_chain_change
  before update or delete or truncate on private.audit_chain
  for each statement execute function private.refuse_chain_change();

-- Links the entries after all other deferred triggers, because those acquire locks too: no transaction waits for
-- another one while it holds the head.
create function private.link_on_commit()
returns trigger
language plpgsql security definer set search_path = '' as $$
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

create constraint trigger link_on_commit
  after insert on private.audit_transactions
  deferrable initially deferred
  for each row execute function private.link_on_commit();

-- Queues new entries to be linked at the end of their transaction.
create function private.queue_entries()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.audit_unlinked (entry_id, digest)
  select new_entries.id, private.audit_digest(new_entries) from new_entries;
  insert into private.audit_transactions (is_last) values (false) on conflict do nothing;
  return null;
end;
$$;

create trigger queue_entries
  after insert on public.audit_logs
  referencing new table as new_entries
  for each statement execute function private.queue_entries();

-- Returns a time in UTC with microseconds, independent of the session's settings: `2026-11-20T22:35:42.28Z`.
create function private.utc_text(moment timestamptz)
returns text
language sql stable set search_path = '' as $$
  select (to_jsonb(utc_text.moment at time zone 'UTC') #>> '{}') || 'Z';
$$;

-- Returns an entry as the text that its digest is computed from: its columns as jsonb, whose text form is canonical. A
-- column added later is included only where it has a value, so that older entries retain theirs. Written inline,
-- because a SQL function that calls others per row takes four times as long.
create function private.audit_text(entry public.audit_logs)
returns text
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
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
    -- As private.utc_text.
    'created_at', (to_jsonb(entry.created_at at time zone 'UTC') #>> '{}') || 'Z',
    'updated_at', (to_jsonb(entry.updated_at at time zone 'UTC') #>> '{}') || 'Z'
  )::text;
end;
$$;

create function private.audit_digest(entry public.audit_logs)
returns bytea
language plpgsql stable set search_path = '' as $$
begin
  return sha256(convert_to(private.audit_text(entry), 'UTF8'));
end;
$$;

-- Links the entries of this transaction, in their order, after the head. Concurrent transactions wait for the row of
-- the head; under repeatable read, a transaction that does not see the latest head fails with 40001 and can be retried.
--
-- The `where` of each update and delete is required: hosted Supabase loads `safeupdate` into sessions of the REST
-- interface, which rejects statements without one, inside functions too.
create function private.link_entries()
returns void
language plpgsql security definer set search_path = '' as $$
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
  update private.audit_head set seq = head.seq, hash = head.hash where only_row;
  delete from private.audit_unlinked where transaction = pg_current_xact_id();
end;
$$;

-- Returns the links whose entries were purged, according to the entries of those purges whose own links match.
create function private.purged_links()
returns int8multirange
language sql stable set search_path = '' as $$
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

-- Verifies up to `row_limit` links after `after_seq` and their entries. Returns
--   `to`      the last link that was verified,
--   `done`    whether it is the last one,
--   `purged`  how many entries are missing because of a recorded purge,
--   `problem` the first mismatch, or null: `seq`, `entryId` and `code`:
--             link_missing, link_changed (also: out of order), entry_missing, entry_changed,
--             end_missing (the chain ends before or after the stored head).
create function private.check_audit_chain(after_seq bigint, row_limit integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
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
      lag(seq) over (order by seq) as previous_seq,
      lag(hash) over (order by seq) as previous_hash
    from private.audit_chain
    -- Includes the previous link; before the first one there is none, regardless of its number.
    where seq <= end_seq and (seq >= start_seq or start_seq = 0)
  ), verified as (
    select
      links.seq,
      links.entry_id,
      audit_logs.id is null as is_missing,
      case
        when previous_seq is distinct from nullif(links.seq - 1, 0) then 'link_missing'
        when links.hash <> sha256(coalesce(previous_hash, decode(repeat('00', 32), 'hex')) || links.digest)
          then 'link_changed'
        when audit_logs.id is null and not links.seq <@ purged then 'entry_missing'
        when links.digest <> private.audit_digest(audit_logs) and audit_logs.id is not null then 'entry_changed'
      end as code,
      previous_seq
    from links
    left join public.audit_logs on audit_logs.id = links.entry_id
    where links.seq > start_seq or start_seq = 0
  )
  select jsonb_build_object(
    'to', coalesce(max(seq), start_seq),
    'done', coalesce(max(seq), start_seq) >= coalesce(last_link.seq, 0),
    'purged', count(*) filter (where is_missing and code is null),
    'problem', (
      select case code
        when 'link_missing' then
          jsonb_build_object('seq', coalesce(previous_seq + 1, greatest(start_seq, 1)), 'entryId', null, 'code', code)
        else jsonb_build_object('seq', seq, 'entryId', entry_id, 'code', code)
      end
      from verified
      where code is not null
      order by seq
      limit 1
    )
  )
  into result
  from verified;

  -- All links between this range and the next one may be missing.
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

-- Searches up to `row_limit` entries, by id, for those without a link: they were not inserted the regular way. Returns
-- `checked`, `unlinked` (how many), `entryId` (the earliest of them) and `next`, the cursor, null at the end.
create function private.find_unlinked_entries(after_id uuid, row_limit integer)
returns jsonb
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
  with checked as (
    select audit_logs.id, audit_logs.created_at
    from public.audit_logs
    where find_unlinked_entries.after_id is null or audit_logs.id > find_unlinked_entries.after_id
    order by audit_logs.id
    limit greatest(find_unlinked_entries.row_limit, 1)
  ), unlinked as (
    select id, created_at
    from checked
    where not exists (select 1 from private.audit_chain where audit_chain.entry_id = checked.id)
  )
  select jsonb_build_object(
    'checked', (select count(*) from checked),
    'unlinked', (select count(*) from unlinked),
    'entryId', (select id from unlinked order by created_at, id limit 1),
    'next', (select id from checked order by id offset greatest(find_unlinked_entries.row_limit, 1) - 1)
  );
$$;

-- Verifies links, and the next function entries, for administrators: at most 50,000 at once.
create function private.verify_audit_chain(after_seq bigint, row_limit integer)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.check_audit_chain(verify_audit_chain.after_seq, least(verify_audit_chain.row_limit, 50000));
end;
$$;
grant execute on function private.verify_audit_chain(bigint, integer) to authenticated;

create function private.verify_audit_entries(after_id uuid, row_limit integer)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.find_unlinked_entries(verify_audit_entries.after_id, least(verify_audit_entries.row_limit, 50000));
end;
$$;
grant execute on function private.verify_audit_entries(uuid, integer) to authenticated;

create function public.verify_audit_chain(after_seq bigint, row_limit integer default 50000)
returns jsonb
language sql stable set search_path = '' as $$
  select private.verify_audit_chain(verify_audit_chain.after_seq, verify_audit_chain.row_limit);
$$;
grant execute on function public.verify_audit_chain(bigint, integer) to authenticated;

create function public.verify_audit_entries(after_id uuid default null, row_limit integer default 50000)
returns jsonb
language sql stable set search_path = '' as $$
  select private.verify_audit_entries(verify_audit_entries.after_id, verify_audit_entries.row_limit);
$$;
grant execute on function public.verify_audit_entries(uuid, integer) to authenticated;

-- Records that an administrator verifies the log, once an hour. Returns `outcome`: 'begun' or admin_required.
create function public.begin_audit_verification(user_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_administrator(begin_audit_verification.user_id) then
    perform private.record_audit('denied', begin_audit_verification.user_id, meta => '{"attempted": "audit_verified"}');
    return '{"outcome": "admin_required"}';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(begin_audit_verification.user_id::text, 2));
  if not exists (
    select 1
    from public.audit_logs
    where audit_logs.user_id = begin_audit_verification.user_id
      and audit_logs.action = 'audit_verified'
      and audit_logs.created_at > now() - interval '1 hour'
  ) then
    perform private.record_audit('audit_verified', begin_audit_verification.user_id);
  end if;
  return '{"outcome": "begun"}';
end;
$$;
grant execute on function public.begin_audit_verification(uuid) to service_role;

-- Returns the range of links that covers the entries of a period, so that 'Verify' can verify that period alone:
--   `first`, `last`  the links of the period and of the gaps next to it, where an entry removed at an edge would be;
--                    both null if the period is empty,
--   `entries`        the number of entries,
--   `unlinked`       the earliest entry without a link, or null.
-- @param starts, ends  half-open; null is unbounded
create function private.audit_chain_range(starts timestamptz, ends timestamptz)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  starts constant timestamptz := coalesce(audit_chain_range.starts, '-infinity');
  ends constant timestamptz := coalesce(audit_chain_range.ends, 'infinity');
  result jsonb;
begin
  perform private.require_admin();
  with period as (
    select audit_logs.id, audit_logs.created_at, audit_chain.seq
    from public.audit_logs
    left join private.audit_chain on audit_chain.entry_id = audit_logs.id
    where audit_logs.created_at >= starts and audit_logs.created_at < ends
  ), before as (
    select audit_logs.id from public.audit_logs where created_at < starts order by created_at desc, id desc limit 1
  ), after as (
    select audit_logs.id from public.audit_logs where created_at >= ends order by created_at, id limit 1
  ), edges as (
    select
      (select seq + 1 from private.audit_chain join before on before.id = entry_id) as lower_edge,
      (select seq - 1 from private.audit_chain join after on after.id = entry_id) as upper_edge,
      (select min(seq) from private.audit_chain) as lowest,
      (select max(seq) from private.audit_chain) as highest
  )
  select jsonb_build_object(
    'first', case when count(*) > 0 then least(min(seq), coalesce(lower_edge, lowest)) end,
    'last', case when count(*) > 0 then greatest(max(seq), coalesce(upper_edge, highest)) end,
    'entries', count(*),
    'unlinked', (select id from period where seq is null order by created_at, id limit 1)
  )
  into result
  from edges left join period on true
  where period.id is not null
  group by lower_edge, upper_edge, lowest, highest;
  return coalesce(result, jsonb_build_object('first', null, 'last', null, 'entries', 0, 'unlinked', null));
end;
$$;
grant execute on function private.audit_chain_range(timestamptz, timestamptz) to authenticated;

create function public.audit_chain_range(starts timestamptz default null, ends timestamptz default null)
returns jsonb
language sql stable set search_path = '' as $$
  select private.audit_chain_range(audit_chain_range.starts, audit_chain_range.ends);
$$;
grant execute on function public.audit_chain_range(timestamptz, timestamptz) to authenticated;

-- Returns the head, the number of entries, and the hash of the link `at_seq`, null if there is none.
create function public.audit_position(at_seq bigint default null)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'seq', audit_head.seq,
    'hash', encode(audit_head.hash, 'hex'),
    'entries', audit_head.seq - (
      select coalesce(sum(upper(span) - lower(span)), 0) from unnest(private.purged_links()) as span
    ),
    'hashAt', (select encode(audit_chain.hash, 'hex') from private.audit_chain where seq = audit_position.at_seq)
  )
  from private.audit_head;
$$;
grant execute on function public.audit_position(bigint) to service_role;

-- Returns the digests of the links after `after_seq` up to `up_to`, at most 10,000, one after the other. The server
-- computes the head from them and the last checkpoint before it signs the head.
create function public.audit_digests(after_seq bigint, up_to bigint)
returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(string_agg(encode(audit_chain.digest, 'hex'), '' order by audit_chain.seq), '')
  from private.audit_chain
  where audit_chain.seq > audit_digests.after_seq
    and audit_chain.seq <= least(audit_digests.up_to, audit_digests.after_seq + 10000);
$$;
grant execute on function public.audit_digests(bigint, bigint) to service_role;

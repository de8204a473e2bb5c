-- Counts of entries by day (in UTC), action and skeleton, updated by the transaction that adds or purges entries, so
-- that totals can be computed without reading the log. See docs/decisions/0032.
--
-- A skeleton is the text of an entry's metadata without the parts that differ in almost every entry: ids and numbers. A
-- keyword of words, such as "provider" or "gpt-4o", is in the metadata exactly if it is in the skeleton.

-- The distinct skeletons: the texts of entries without their ids and numbers.
create table private.audit_skeletons (
  id integer generated always as identity primary key,
  skeleton text not null
);

-- Number of entries per day, action and skeleton.
create table private.audit_counts (
  day date not null,
  action text not null,
  -- 0 for entries without a skeleton
  skeleton_id integer not null,
  entries bigint not null,
  primary key (action, skeleton_id, day)
);

-- Increments since the counts were last updated. Writers only insert here, so they never wait for each other.
create table private.audit_count_changes (
  id bigint generated always as identity primary key,
  day date not null,
  action text not null,
  skeleton text,
  entries bigint not null
);

-- Texts of entries without a skeleton. A keyword is searched in each of them.
create table private.audit_bare_texts (
  entry_id uuid primary key,
  meta_text text not null
);

-- For keywords that could be part of an id or a number.
create index audit_logs_meta_idx on public.audit_logs using gin ((meta::text) extensions.gin_trgm_ops);
create unique index audit_skeletons_skeleton_idx on private.audit_skeletons (md5(skeleton));
create index audit_bare_texts_search_idx on private.audit_bare_texts using gin (meta_text extensions.gin_trgm_ops);

alter table private.audit_skeletons enable row level security;
alter table private.audit_counts enable row level security;
alter table private.audit_count_changes enable row level security;
alter table private.audit_bare_texts enable row level security;

create function private.count_audit_logs()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_due boolean;
begin
  with texts as materialized (
    select id, created_at, action, meta::text as meta_text, private.audit_skeleton(meta::text) as skeleton
    from changed_rows
  ), counted as (
    insert into private.audit_count_changes (day, action, skeleton, entries)
    select
      (created_at at time zone 'UTC')::date, action, skeleton, case tg_op when 'INSERT' then count(*) else -count(*) end
    from texts
    group by 1, 2, 3
    returning id
  ), inserted_texts as (
    insert into private.audit_bare_texts (entry_id, meta_text)
    select id, meta_text from texts where skeleton is null and tg_op = 'INSERT'
  ), deleted_texts as (
    delete from private.audit_bare_texts
    where tg_op = 'DELETE' and entry_id in (select id from texts where skeleton is null)
  )
  select bool_or(id % 500 = 0) from counted into is_due;
  if is_due then
    perform private.merge_audit_counts();
  end if;
  return null;
end;
$$;

create trigger count_audit_logs
  after insert on public.audit_logs
  referencing new table as changed_rows
  for each statement execute function private.count_audit_logs();

create trigger count_purged_audit_logs
  after delete on public.audit_logs
  referencing old table as changed_rows
  for each statement execute function private.count_audit_logs();

-- Returns the skeleton of a text: UUIDs, other hexadecimal words of 12 or more characters, and numbers are each
-- replaced by one character that occurs in no JSON text. Null for texts that would have a unique skeleton anyway:
-- long texts, and ids with letters beyond f.
create function private.audit_skeleton(meta_text text)
returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case
    when length(skeleton) <= 400 and skeleton !~ '[0-9A-Za-z]{24}' then skeleton
  end
  from regexp_replace(
    audit_skeleton.meta_text,
    '(?<![0-9A-Za-z])([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{12,}|[0-9]+)(?![0-9A-Za-z])', e'\x01', 'g'
  ) as skeleton;
$$;

-- Checks whether a keyword can be searched in skeletons: none of its words could be an id, a number or part of one.
create function private.is_in_skeletons(q text)
returns boolean
language sql immutable set search_path = '' as $$
  select folded !~ e'[\x01-\x1f]'
    and case
      when folded ~ '[0-9A-Za-z]' then
        not exists (
          select 1
          from regexp_split_to_table(folded, '[^0-9A-Za-z]+') as word
          where word <> '' and word !~* '[g-z]'
        )
      else position('-' in folded) = 0
    end
  from private.fold_search(is_in_skeletons.q) as folded;
$$;

-- Adds the increments to the counts. Only one transaction at a time; a concurrent one skips it. Uncommitted increments
-- of other transactions are added the next time.
create function private.merge_audit_counts()
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('private.audit_counts', 0))
  then
    return;
  end if;

  insert into private.audit_skeletons (skeleton)
  select distinct skeleton
  from private.audit_count_changes as changes
  where skeleton is not null
    and not exists (
      select 1 from private.audit_skeletons as existing where md5(existing.skeleton) = md5(changes.skeleton)
    );

  with deleted_changes as (
    delete from private.audit_count_changes as changes
    where skeleton is null
      or exists (select 1 from private.audit_skeletons as existing where md5(existing.skeleton) = md5(changes.skeleton))
    returning day, action, skeleton, entries
  )
  insert into private.audit_counts as counts (day, action, skeleton_id, entries)
  select day, action, coalesce(existing.id, 0), sum(entries)
  from deleted_changes
  left join private.audit_skeletons as existing on md5(existing.skeleton) = md5(deleted_changes.skeleton)
  group by 1, 2, 3
  on conflict (action, skeleton_id, day) do update set entries = counts.entries + excluded.entries;
end;
$$;

-- Recounts all entries, after entries were inserted without triggers.
create function private.recount_audit_logs()
returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.audit_logs in share row exclusive mode;
  delete from private.audit_count_changes where true;
  delete from private.audit_counts where true;
  delete from private.audit_bare_texts where true;
  with texts as materialized (
    select id, created_at, action, meta::text as meta_text, private.audit_skeleton(meta::text) as skeleton
    from public.audit_logs
  ), inserted_texts as (
    insert into private.audit_bare_texts (entry_id, meta_text) select id, meta_text from texts where skeleton is null
  )
  insert into private.audit_count_changes (day, action, skeleton, entries)
  select (created_at at time zone 'UTC')::date, action, skeleton, count(*) from texts group by 1, 2, 3;
  perform private.merge_audit_counts();
end;
$$;

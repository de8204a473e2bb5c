-- Pages of the audit log, neighbours of an entry, and the histogram over time. Counts give the total, and the days in
-- which a page lies, before any entry is read. See docs/decisions/0032.

-- Numbers of matching and of all entries of each day, oldest day first.
create type private.audit_histogram as (days date[], matching bigint[], entries bigint[]);

-- Returns the select list of audit rows in the form of the contract.
create function private.audit_columns()
returns text
language sql immutable set search_path = '' as $$
  select 'id, user_id, assistant_id, conversation_id, action, meta, created_at, updated_at, user_email, '
    'assistant_label, assistant_kind, participant_id, participant_name, target_user_id, target_user_email';
$$;

create function private.audit_histogram(filter jsonb)
returns private.audit_histogram
language plpgsql stable set search_path = '' as $$
declare
  from_at constant timestamptz := coalesce((filter ->> 'from')::timestamptz, '-infinity');
  to_at constant timestamptz := coalesce((filter ->> 'to')::timestamptz, 'infinity');
  uncounted constant text := private.audit_uncounted(filter);
  overcounted constant text := private.audit_overcounted(filter);
  condition constant text := private.audit_condition(filter - 'from' - 'to');
  -- Whole days, from `first_day` up to but excluding `last_day`.
  first_day date := (from_at at time zone 'UTC')::date;
  last_day date := (to_at at time zone 'UTC')::date;
  days_start timestamptz;
  days_end timestamptz;
  entries_query text :=
    $sql$select (created_at at time zone 'UTC')::date, %s count(*), 0 from public.audit_logs where %s group by 1$sql$;
  sources text[];
  source text;
  histogram private.audit_histogram;
begin
  if first_day::timestamp at time zone 'UTC' < from_at then
    first_day := first_day + 1;
  end if;
  if first_day > last_day then
    last_day := first_day;
  end if;
  days_start := least(first_day::timestamp at time zone 'UTC', to_at);
  days_end := greatest(last_day::timestamp at time zone 'UTC', days_start);

  if first_day < last_day then
    foreach source in array array['counts', 'changes'] loop
      sources := sources || format(
        'select day, coalesce(sum(entries) filter (where %s), 0), sum(entries) from private.%I
         where day >= %L and day < %L group by 1',
        private.audit_counted(filter, source),
        case source when 'counts' then 'audit_counts' else 'audit_count_changes' end, first_day, last_day
      );
    end loop;
    if uncounted is not null then
      sources := sources || format(
        entries_query, '',
        format('created_at >= %L and created_at < %L and %s and %s', days_start, days_end, uncounted, condition)
      );
    end if;
    if overcounted is not null then
      sources := sources || format(
        entries_query, '-', format('created_at >= %L and created_at < %L and %s', days_start, days_end, overcounted)
      );
    end if;
  end if;
  if from_at < days_start then
    sources := sources || format(
      entries_query, '', format('created_at >= %L and created_at < %L and %s', from_at, days_start, condition)
    );
  end if;
  if days_end < to_at then
    sources := sources || format(
      entries_query, '', format('created_at >= %L and created_at < %L and %s', days_end, to_at, condition)
    );
  end if;
  if sources is not null then
    execute format(
      'select array_agg(day order by day), array_agg(matching order by day), array_agg(entries order by day)
       from (
         select day, sum(matching)::bigint, sum(entries)::bigint from (%s) as sources (day, matching, entries) group by 1
       ) as days (day, matching, entries)',
      array_to_string(sources, ' union all ')
    ) into histogram.days, histogram.matching, histogram.entries;
  end if;
  return histogram;
end;
$$;

-- Returns the ids of a page by finding all matching entries and sorting them; for rare matches.
create function private.sort_audit_ids(condition text, direction text, row_limit bigint, row_offset bigint)
returns setof uuid
language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  return query execute format(
    'with found as materialized (select id, created_at from public.audit_logs where %1$s)
     select id from found order by created_at %2$s, id %2$s limit %3$s offset %4$s',
    sort_audit_ids.condition, sort_audit_ids.direction, sort_audit_ids.row_limit, sort_audit_ids.row_offset
  );
end;
$$;

-- Returns the ids of a page by reading in order from one end of the log or of an index; for frequent matches.
create function private.scan_audit_ids(condition text, direction text, row_limit bigint, row_offset bigint)
returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query execute format(
    'select id from public.audit_logs where %1$s order by created_at %2$s, id %2$s limit %3$s offset %4$s',
    scan_audit_ids.condition, scan_audit_ids.direction, scan_audit_ids.row_limit, scan_audit_ids.row_offset
  );
end;
$$;

-- Returns a page of one user, assistant, participant or conversation, which has its own index: counted in the index and
-- read from the nearer end.
create function private.audit_subject_page(
  filter jsonb, descending boolean, page_size bigint, first_row bigint, out ids uuid[], out total bigint
)
language plpgsql stable set search_path = '' as $$
declare
  condition constant text := private.audit_condition(filter);
begin
  execute format('select count(*) from public.audit_logs where %s', condition) into total;
  ids := case
    when first_row >= total then '{}'
    when first_row <= total / 2 then
      array(
        select private.scan_audit_ids(condition, case when descending then 'desc' else 'asc' end, page_size, first_row)
      )
    else
      array(
        select private.scan_audit_ids(
          condition, case when descending then 'asc' else 'desc' end,
          least(page_size, total - first_row), greatest(total - first_row - page_size, 0)
        )
      )
  end;
end;
$$;

-- Returns a page of all entries: the histogram gives the days in which the page lies. Within them, entries are read in
-- order, unless there are too many for few matches.
create function private.audit_log_page(
  filter jsonb, descending boolean, page_size bigint, first_row bigint, out ids uuid[], out total bigint
)
language plpgsql stable set search_path = '' as $$
declare
  histogram constant private.audit_histogram := private.audit_histogram(filter);
  day_count constant integer := coalesce(cardinality(histogram.days), 0);
  direction constant text := case when descending then 'desc' else 'asc' end;
  condition text;
  day_index integer;
  rows_to_skip bigint := first_row;
  matched_rows bigint := 0;
  counted_rows bigint := 0;
  first_day date;
  last_day date;
begin
  total := coalesce((select sum(number) from unnest(histogram.matching) as number), 0);
  ids := '{}';
  if first_row >= total then
    return;
  end if;

  for step in 1..day_count loop
    day_index := case when descending then day_count + 1 - step else step end;
    if first_day is null and rows_to_skip >= histogram.matching[day_index] then
      rows_to_skip := rows_to_skip - histogram.matching[day_index];
      continue;
    end if;
    first_day := coalesce(first_day, histogram.days[day_index]);
    last_day := histogram.days[day_index];
    matched_rows := matched_rows + histogram.matching[day_index];
    counted_rows := counted_rows + histogram.entries[day_index];
    exit when matched_rows >= rows_to_skip + page_size;
  end loop;

  condition := format(
    'created_at >= %L and created_at < %L',
    least(first_day, last_day)::timestamp at time zone 'UTC',
    (greatest(first_day, last_day) + 1)::timestamp at time zone 'UTC'
  );
  if coalesce(filter ->> 'q', '') = '' then
    ids := array(
      select private.scan_audit_ids(
        condition || ' and ' || private.audit_condition(filter), direction, page_size, rows_to_skip
      )
    );
  elsif counted_rows <= 5000 + 3 * total then
    -- No index helps with the keyword, so the days are read.
    ids := array(
      select private.scan_audit_ids(
        format(
          '%s and %s and (action = any (%L::text[]) or (meta::text || '''') ~* %L)',
          condition, private.audit_condition(filter - 'q'), private.audit_actions_with(filter ->> 'q'),
          private.search_pattern(filter ->> 'q')
        ),
        direction, page_size, rows_to_skip
      )
    );
  else
    ids := array(
      select private.sort_audit_ids(
        condition || ' and ' || private.audit_condition(filter), direction, page_size, rows_to_skip
      )
    );
  end if;
end;
$$;

create function private.query_audit_logs(filter jsonb)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant bigint := least(greatest(coalesce((filter ->> 'pageSize')::bigint, 50), 1), 100);
  page constant bigint := least(greatest(coalesce((filter ->> 'page')::bigint, 1), 1), 1000000000);
  descending constant boolean := coalesce(filter ->> 'sort', '') <> 'created_at_asc';
  has_subject constant boolean := coalesce(
    filter ->> 'userId', filter ->> 'targetUserId', filter ->> 'assistantId', filter ->> 'participantId',
    filter ->> 'conversationId'
  ) is not null;
  ids uuid[];
  total bigint;
  found jsonb;
begin
  perform private.require_admin();
  if has_subject then
    select * into ids, total from private.audit_subject_page(filter, descending, page_size, (page - 1) * page_size);
  else
    select * into ids, total from private.audit_log_page(filter, descending, page_size, (page - 1) * page_size);
  end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(found) order by created_at %2$s, id %2$s), ''[]'')
     from (select %1$s from public.audit_logs where id = any ($1)) as found',
    private.audit_columns(), case when descending then 'desc' else 'asc' end
  ) into found using ids;
  return jsonb_build_object('rows', found, 'total', total);
end;
$$;
grant execute on function private.query_audit_logs(jsonb) to authenticated;

-- Returns one page of matching rows and their number: `rows` and `total`.
create function public.query_audit_logs(filter jsonb default '{}')
returns jsonb
language sql stable set search_path = '' as $$
  select private.query_audit_logs(query_audit_logs.filter);
$$;
grant execute on function public.query_audit_logs(jsonb) to authenticated;

-- Returns the id of the next older or newer entry that matches a condition.
create function private.audit_neighbour(entry public.audit_logs, condition text, is_older boolean)
returns uuid
language plpgsql stable set search_path = '' as $$
declare
  direction constant text := case when is_older then 'desc' else 'asc' end;
  after_entry constant text := format(
    '(created_at, id) %s (%L::timestamptz, %L::uuid)', case when is_older then '<' else '>' end, entry.created_at, entry.id
  );
  neighbour uuid;
begin
  -- The neighbour is usually near, so a short range is tried first.
  execute format(
    'select id
     from (select * from public.audit_logs where %1$s order by created_at %2$s, id %2$s limit 500) as near
     where %3$s order by created_at %2$s, id %2$s limit 1',
    after_entry, direction, audit_neighbour.condition
  ) into neighbour;
  return coalesce(
    neighbour,
    (select id from private.sort_audit_ids(after_entry || ' and ' || audit_neighbour.condition, direction, 1, 0) as id)
  );
end;
$$;

create function private.audit_neighbours(entry_id uuid, filter jsonb)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  condition text;
  entry public.audit_logs;
  newer uuid;
  older uuid;
begin
  perform private.require_admin();
  condition := private.audit_condition(filter);
  select * into entry from public.audit_logs where id = audit_neighbours.entry_id;
  if found then
    newer := private.audit_neighbour(entry, condition, false);
    older := private.audit_neighbour(entry, condition, true);
  end if;
  return case filter ->> 'sort'
    when 'created_at_asc' then jsonb_build_object('previous', older, 'next', newer)
    else jsonb_build_object('previous', newer, 'next', older)
  end;
end;
$$;
grant execute on function private.audit_neighbours(uuid, jsonb) to authenticated;

-- Returns the entries before and after an entry among those that match, in the filter's order; the entry itself need
-- not match.
create function public.audit_neighbours(entry_id uuid, filter jsonb default '{}')
returns jsonb
language sql stable set search_path = '' as $$
  select private.audit_neighbours(audit_neighbours.entry_id, audit_neighbours.filter);
$$;
grant execute on function public.audit_neighbours(uuid, jsonb) to authenticated;

-- Counts matching entries between consecutive edges, for a histogram over time.
create function private.count_audit_entries(filter jsonb, edges timestamptz[])
returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
declare
  buckets constant integer := cardinality(edges) - 1;
  has_subject constant boolean := coalesce(
    filter ->> 'userId', filter ->> 'targetUserId', filter ->> 'assistantId', filter ->> 'participantId',
    filter ->> 'conversationId'
  ) is not null;
  counts bigint[];
begin
  perform private.require_admin();
  perform private.require_at_most(cardinality(edges), 121);
  if coalesce(buckets, 0) < 1 then
    return '{}';
  end if;
  if has_subject or edges[cardinality(edges)] - edges[1] <= interval '32 days' then
    -- A short range, or one that has its own index: the entries are read once.
    execute format(
      'with found as (
         select width_bucket(created_at, %L::timestamptz[]) as bucket, count(*) as entries
         from public.audit_logs where %s group by 1
       )
       select array_agg(coalesce(entries, 0) order by bucket)
       from generate_series(1, %s) as bucket left join found using (bucket)',
      edges,
      private.audit_condition(
        filter || jsonb_build_object('from', edges[1], 'to', edges[cardinality(edges)])
      ),
      buckets
    ) into counts;
    return counts;
  end if;
  -- A long range: whole days are counted already, only the days at the edges are read.
  return array(
    select (
      select coalesce(sum(matching), 0)
      from unnest(
        (private.audit_histogram(
          filter || jsonb_build_object('from', edges[bucket], 'to', edges[bucket + 1])
        )).matching
      ) as matching
    )
    from generate_series(1, buckets) as bucket
    order by bucket
  );
end;
$$;
grant execute on function private.count_audit_entries(jsonb, timestamptz[]) to authenticated;

-- Returns the counts for administrators.
-- @param filter as in query_audit_logs; its time is that of the edges
-- @param edges  ascending times, at most 121; each bucket includes its start and excludes its end
create function public.count_audit_entries(filter jsonb, edges timestamptz[])
returns bigint[]
language sql stable set search_path = '' as $$
  select private.count_audit_entries(count_audit_entries.filter, count_audit_entries.edges);
$$;
grant execute on function public.count_audit_entries(jsonb, timestamptz[]) to authenticated;

/*
 * Counts the entries that match a filter between each two of some moments, for a histogram over time.
 */
create function private.count_audit_entries(filter jsonb, edges timestamptz[])
returns bigint[]
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  buckets constant integer := cardinality(edges) - 1;
  is_of_one constant boolean := coalesce(
    filter ->> 'userId', filter ->> 'assistantId', filter ->> 'participantId', filter ->> 'conversationId'
  ) is not null;
  counts bigint[];
begin
  perform private.require_admin();
  perform private.require_at_most(cardinality(edges), 121);
  if coalesce(buckets, 0) < 1 then
    return '{}';
  end if;
  if is_of_one or edges[cardinality(edges)] - edges[1] <= interval '32 days' then
    -- A short time, or what an index has: the entries are read once.
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
  -- A long time: whole days are counted already, only the days at the edges are read.
  return array(
    select (
      select coalesce(sum(fitting), 0)
      from unnest(
        (private.audit_histogram(
          filter || jsonb_build_object('from', edges[bucket], 'to', edges[bucket + 1])
        )).fitting
      ) as fitting
    )
    from generate_series(1, buckets) as bucket
    order by bucket
  );
end;
$$;

/*
 * The counts for administrators.
 * @param filter as in query_audit_logs; its time is that of the edges
 * @param edges  ascending moments, at most 121; each bucket includes its start and excludes its end
 */
create function public.count_audit_entries(filter jsonb, edges timestamptz[])
returns bigint[]
language sql
stable
set search_path = ''
as $$
  select private.count_audit_entries(count_audit_entries.filter, count_audit_entries.edges);
$$;

revoke all on function private.count_audit_entries(jsonb, timestamptz[]) from public;
grant execute on function private.count_audit_entries(jsonb, timestamptz[]) to authenticated;
revoke all on function public.count_audit_entries(jsonb, timestamptz[]) from public, anon;
grant execute on function public.count_audit_entries(jsonb, timestamptz[]) to authenticated;

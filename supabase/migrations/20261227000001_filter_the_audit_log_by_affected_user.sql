-- The audit log is filtered by the user whom entries concern, like by the user who caused them.

-- Returns the terms of a filter, or of its `not`, each as the text of a condition on `public.audit_logs`. A keyword
-- also matches actions, as a list, so that both sides of the condition have an index.
create or replace function private.audit_terms(filter jsonb)
returns text[]
language plpgsql stable set search_path = '' as $$
declare
  actions text[];
  terms text[] := '{}';
begin
  if filter ->> 'userId' is not null then
    terms := terms || format('user_id = %L::uuid', (filter ->> 'userId')::uuid);
  end if;
  if filter ->> 'targetUserId' is not null then
    terms := terms || format('target_user_id = %L::uuid', (filter ->> 'targetUserId')::uuid);
  end if;
  if filter ->> 'assistantId' is not null then
    terms := terms || format('assistant_id = %L::uuid', (filter ->> 'assistantId')::uuid);
  end if;
  if filter ->> 'participantId' is not null then
    terms := terms || format('participant_id = %L::uuid', (filter ->> 'participantId')::uuid);
  end if;
  if filter ->> 'conversationId' is not null then
    terms := terms || format('conversation_id = %L::uuid', (filter ->> 'conversationId')::uuid);
  end if;
  if jsonb_typeof(filter -> 'actions') <> 'null' then
    actions := array(select jsonb_array_elements_text(filter -> 'actions'));
    perform private.require_at_most(cardinality(actions), 25);
    if cardinality(actions) > 0 then
      terms := terms || format('action = any (%L::text[])', actions);
    end if;
  end if;
  if coalesce(filter ->> 'q', '') <> '' then
    perform private.require_at_most(char_length(filter ->> 'q'), 120);
    terms := terms || format(
      '(action = any (%L::text[]) or meta::text ~* %L)',
      private.audit_actions_with(filter ->> 'q'), private.search_pattern(filter ->> 'q')
    );
  end if;
  return terms;
end;
$$;

create or replace function private.query_audit_logs(filter jsonb)
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

-- Counts matching entries between consecutive edges, for a histogram over time.
create or replace function private.count_audit_entries(filter jsonb, edges timestamptz[])
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

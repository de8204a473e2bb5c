-- Reports of the usage, by day, assistant or person.

-- Records that an administrator read the usage of each person, once an hour per administrator.
create function private.record_usage_view()
returns void
language plpgsql security definer set search_path = '' as $$
declare
  viewed_record constant jsonb := '{"kind": "usage"}';
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended(auth.uid()::text || 'usage', 3));
  if not exists (
    select 1
    from public.audit_logs
    where user_id = auth.uid()
      and action = 'record_viewed'
      and meta = viewed_record
      and created_at > now() - interval '1 hour'
  ) then
    insert into public.audit_logs (action, user_id, meta) values ('record_viewed', auth.uid(), viewed_record);
  end if;
end;
$$;
grant execute on function private.record_usage_view() to authenticated;

-- Returns the sums of the replies that ended within the last days in Melbourne, of at most 1,000 groups: by day in
-- order, by assistant or person those with the most replies first. The group with `is_total` is that of all replies.
-- Times are in milliseconds, of completed replies. `models` has the tokens of each model, for their prices; tokens are
-- null if no reply has reported them, `unreported` is the number of replies without.
create function private.read_usage(days integer, grouping_by text)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  first_day constant date :=
    (now() at time zone 'Australia/Melbourne')::date - greatest(least(read_usage.days, 366), 1) + 1;
begin
  perform private.require_admin();
  return (
    with used as (
      select
        case read_usage.grouping_by
          when 'day' then (ended_at at time zone 'Australia/Melbourne')::date::text
          when 'assistant' then assistant_id::text
          else user_id::text
        end as id,
        user_id, model, input_tokens, output_tokens,
        status in ('failed', 'interrupted', 'requires_action') as has_failed,
        case when status = 'completed' then 1000 * extract(epoch from first_text_at - started_at) end as first_text_ms,
        case when status = 'completed' then 1000 * extract(epoch from ended_at - started_at) end as done_ms
      from private.reply_usage
      where ended_at >= private.start_of_day(first_day)
    ), sums as (
      select
        id,
        grouping(id) = 1 as is_total,
        count(*) as replies,
        count(*) filter (where has_failed) as failed,
        count(distinct user_id) as people,
        count(*) filter (where input_tokens is null and output_tokens is null) as unreported,
        sum(input_tokens) as input_tokens,
        sum(output_tokens) as output_tokens,
        percentile_cont(array[0.5, 0.95]) within group (order by first_text_ms) as first_text,
        percentile_cont(array[0.5, 0.95]) within group (order by done_ms) as done
      from used
      group by grouping sets ((id), ())
    ), by_model as (
      select
        id, is_total,
        jsonb_agg(
          jsonb_build_object('model', model, 'input_tokens', input_tokens, 'output_tokens', output_tokens)
          order by model
        ) as models
      from (
        select
          id, grouping(id) = 1 as is_total, model,
          sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens
        from used
        where input_tokens is not null or output_tokens is not null
        group by grouping sets ((id, model), (model))
      ) as models
      group by id, is_total
    ), listed as (
      select
        coalesce(sums.id, days.day) as id,
        coalesce(sums.is_total, false) as is_total,
        coalesce(assistants.label, users.email) as label,
        coalesce(sums.replies, 0) as replies,
        coalesce(sums.failed, 0) as failed,
        coalesce(sums.people, 0) as people,
        coalesce(sums.unreported, 0) as unreported,
        sums.input_tokens,
        sums.output_tokens,
        round(sums.first_text[1]) as first_text_median,
        round(sums.first_text[2]) as first_text_p95,
        round(sums.done[1]) as done_median,
        round(sums.done[2]) as done_p95,
        coalesce(by_model.models, '[]') as models
      from sums
      full join (
        select (first_day + step)::text as day
        from generate_series(0, (now() at time zone 'Australia/Melbourne')::date - first_day) as step
        where read_usage.grouping_by = 'day'
      ) as days on days.day = sums.id
      left join by_model on by_model.id is not distinct from sums.id and by_model.is_total = sums.is_total
      left join public.assistants on read_usage.grouping_by = 'assistant' and assistants.id::text = sums.id
      left join public.users on read_usage.grouping_by = 'person' and users.id::text = sums.id
      order by
        is_total desc, case when read_usage.grouping_by = 'day' then coalesce(sums.id, days.day) end, replies desc,
        label, id
      limit 1001
    )
    select coalesce(
      jsonb_agg(
        to_jsonb(listed)
        order by is_total desc, case when read_usage.grouping_by = 'day' then id end, replies desc, label, id
      ),
      '[]'
    )
    from listed
  );
end;
$$;
grant execute on function private.read_usage(integer, text) to authenticated;

-- Returns the report for administrators, by `day`, `assistant` or `person`. A report by person is recorded.
create function public.read_usage(days integer, grouping_by text)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  if read_usage.grouping_by is null or read_usage.grouping_by not in ('day', 'assistant', 'person') then
    raise exception 'Group by day, assistant or person.' using errcode = 'PT400';
  end if;
  if read_usage.grouping_by = 'person' then
    perform private.record_usage_view();
  end if;
  return private.read_usage(read_usage.days, read_usage.grouping_by);
end;
$$;
grant execute on function public.read_usage(integer, text) to authenticated;

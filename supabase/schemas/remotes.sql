-- Daily counters of how remotes load in browsers, without any reference to the user. Every signed-in user may report,
-- so nothing here is trusted: invalid names are rejected and the number of rows per day is limited.
create table public.remote_loads (
  day date not null,
  environment text not null,
  remote text not null,
  version text not null,
  -- The release of the manifest that was loaded.
  source text not null,
  -- 'loaded', the reason why the remote could not be shown, 'policy': its code violated the content security policy, or a
  -- metric of Web Vitals with its rating.
  outcome text not null,
  count bigint not null default 0,
  -- Sum of all loads.
  milliseconds bigint not null default 0,
  -- Histogram: number of loads that took at most 250, 500, 1000, 2000, 4000 and 8000 ms, and longer.
  durations bigint[] not null default '{0,0,0,0,0,0,0}',
  primary key (day, environment, remote, version, source, outcome),
  constraint remote_loads_counts_valid check (count >= 0 and milliseconds >= 0 and cardinality(durations) = 7)
);

grant select (day, environment, remote, version, source, outcome, count, milliseconds, durations)
on table public.remote_loads to authenticated;
grant select, delete on table public.remote_loads to service_role;

alter table public.remote_loads enable row level security;

create policy "Admins read the counters of remotes"
  on public.remote_loads for select to authenticated
  using ((select private.is_admin()));

-- How many new kinds of reports each user has added on their last day, so that no one uses up the rows of all.
create table private.remote_load_senders (
  user_id uuid primary key references public.users (id) on delete cascade,
  day date not null,
  kinds integer not null
);

alter table private.remote_load_senders enable row level security;

-- Validates one report; null if it is invalid. A script that is missing at its release is a different outcome from a
-- network failure: the first is fixed by a release, the second by the operator.
create function private.is_remote_load(load jsonb)
returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(load) = 'object'
    and jsonb_typeof(load -> 'milliseconds') = 'number'
    and load ->> 'milliseconds' ~ '^\d{1,7}$'
    and load ->> 'environment' ~ '^[a-z][a-z0-9-]{0,39}$'
    and load ->> 'remote' ~ '^[a-z][a-z0-9-]{0,39}$'
    and load ->> 'version' ~ '^[A-Za-z0-9_.+-]{1,64}$'
    and load ->> 'source' in ('current', 'fallback', 'rollout', 'override', 'none')
    and load ->> 'outcome' in (
      'loaded', 'manifest', 'unknown', 'incompatible', 'origin', 'unverified', 'slow', 'network', 'missing', 'crashed',
      'policy', 'lcp-good', 'lcp-fair', 'lcp-poor', 'inp-good', 'inp-fair', 'inp-poor', 'cls-good', 'cls-fair', 'cls-poor'
    );
$$;

create function private.count_remote_loads(loads jsonb)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_rows_per_day constant integer := 500;
  max_kinds_per_user constant integer := 40;
  retention_days constant integer := 90;
  today constant date := (now() at time zone 'utc')::date;
  load jsonb;
  bucket integer;
begin
  if jsonb_typeof(loads) is distinct from 'array' or jsonb_array_length(loads) not between 1 and 50 then
    raise exception 'Reports are a list of 1 to 50' using errcode = 'PT400';
  end if;
  if exists (select 1 from jsonb_array_elements(loads) as each (load) where private.is_remote_load(each.load) is not true) then
    raise exception 'A report is not valid' using errcode = 'PT400';
  end if;
  -- Serialises reports, so that the row limit holds and transactions do not wait for rows in different orders.
  perform pg_advisory_xact_lock(hashtextextended('public.remote_loads', 0));
  delete from public.remote_loads where day < today - retention_days;
  for load in select value from jsonb_array_elements(loads) loop
    bucket := 1 + width_bucket((load ->> 'milliseconds')::numeric, array[251, 501, 1001, 2001, 4001, 8001]::numeric[]);
    update public.remote_loads
    set
      count = remote_loads.count + 1,
      milliseconds = remote_loads.milliseconds + (load ->> 'milliseconds')::bigint,
      durations[bucket] = durations[bucket] + 1
    where day = today
      and environment = load ->> 'environment'
      and remote = load ->> 'remote'
      and version = load ->> 'version'
      and source = load ->> 'source'
      and outcome = load ->> 'outcome';
    -- Ignores new kinds of reports beyond the limit: the sender could do nothing about an error.
    continue when found or (select count(*) from public.remote_loads where day = today) >= max_rows_per_day;
    -- The server counts violations of the policy, of which it does not know the user.
    if auth.uid() is not null then
      insert into private.remote_load_senders as senders (user_id, day, kinds)
      values (auth.uid(), today, 1)
      on conflict (user_id) do update
        set day = today, kinds = case senders.day when today then senders.kinds + 1 else 1 end
        where senders.day <> today or senders.kinds < max_kinds_per_user;
      continue when not found;
    end if;
    insert into public.remote_loads (day, environment, remote, version, source, outcome, count, milliseconds, durations)
    values (
      today,
      load ->> 'environment',
      load ->> 'remote',
      load ->> 'version',
      load ->> 'source',
      load ->> 'outcome',
      1,
      (load ->> 'milliseconds')::bigint,
      array(select (each = bucket)::integer from generate_series(1, 7) as each order by each)
    );
  end loop;
end;
$$;
grant execute on function private.count_remote_loads(jsonb) to authenticated;

create function public.report_remote_loads(loads jsonb)
returns void
language sql set search_path = '' as $$
  select private.count_remote_loads(loads);
$$;
grant execute on function public.report_remote_loads(jsonb) to authenticated;

-- Returns the counters of the last `days` days, including today: `[{environment, remote, version, source, outcome,
-- count, milliseconds, durations, last_day}]`, the most frequent first.
create function public.remote_health(days integer default 7)
returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  if (remote_health.days between 1 and 90) is not true then
    raise exception 'days must be from 1 to 90' using errcode = 'PT400';
  end if;
  return (
    with counters as (
      select * from public.remote_loads where day > (now() at time zone 'utc')::date - remote_health.days
    ),
    buckets as (
      select environment, remote, version, source, outcome, bucket, sum(amount) as amount
      from counters, unnest(durations) with ordinality as each (amount, bucket)
      group by environment, remote, version, source, outcome, bucket
    ),
    totals as (
      select
        environment, remote, version, source, outcome,
        sum(count) as count, sum(milliseconds) as milliseconds, max(day) as last_day
      from counters
      group by environment, remote, version, source, outcome
    )
    select coalesce(
      jsonb_agg(
        to_jsonb(totals)
          || jsonb_build_object(
            'durations',
            (
              select jsonb_agg(buckets.amount order by buckets.bucket)
              from buckets
              where (buckets.environment, buckets.remote, buckets.version, buckets.source, buckets.outcome)
                = (totals.environment, totals.remote, totals.version, totals.source, totals.outcome)
            )
          )
        order by totals.count desc, totals.environment, totals.remote, totals.version, totals.source, totals.outcome
      ),
      '[]'
    )
    from totals
  );
end;
$$;
grant execute on function public.remote_health(integer) to authenticated;

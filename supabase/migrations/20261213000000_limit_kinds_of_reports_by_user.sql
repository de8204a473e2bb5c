-- One user could use up the rows of reports of a day: later ones of others were dropped.

create table private.remote_load_senders (
  user_id uuid primary key references public.users (id) on delete cascade,
  day date not null,
  kinds integer not null
);
alter table private.remote_load_senders enable row level security;

create or replace function private.count_remote_loads(loads jsonb)
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

-- Stores the time zone that users choose for the times they see.

-- Returns whether PostgreSQL knows a time zone. Only names of regions count: PostgreSQL also accepts made-up names with
-- an offset. The view of all names is not queried, because it reads hundreds of files.
create function private.is_time_zone(name text)
returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if is_time_zone.name !~ '^[A-Za-z_]+(/[A-Za-z_]+(-[A-Za-z_]+)*)+$' and is_time_zone.name <> 'UTC' then
    return false;
  end if;
  perform now() at time zone is_time_zone.name;
  return true;
exception
  when invalid_parameter_value then
    return false;
end;
$$;

-- Stores the time zone of the caller; null is that of each device.
create function private.set_time_zone(time_zone text)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_time_zone(set_time_zone.time_zone) then
    raise exception 'Choose a time zone from the list.' using errcode = 'PT400';
  end if;
  update auth.users
  set raw_user_meta_data = case
    when set_time_zone.time_zone is null then raw_user_meta_data - 'time_zone'
    else coalesce(raw_user_meta_data, '{}') || jsonb_build_object('time_zone', set_time_zone.time_zone)
  end
  where id = auth.uid();
end;
$$;
grant execute on function private.set_time_zone(text) to authenticated;

create function public.set_time_zone(time_zone text)
returns void
language sql set search_path = '' as $$
  select private.set_time_zone(set_time_zone.time_zone);
$$;
grant execute on function public.set_time_zone(text) to authenticated;

revoke all on function private.is_time_zone(text), private.set_time_zone(text), public.set_time_zone(text)
  from public, anon;

-- Exports: started by the server, read page by page by the user who started them, and summed up by the database, so
-- that a signed manifest contains nothing that a browser claims.

create table private.audit_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  filter jsonb not null,
  format text not null,
  up_to bigint not null,
  started_at timestamptz not null default now()
);

comment on table private.audit_exports is
  'Exports of the last 24 hours, with the filter that their pages are read with.';
comment on column private.audit_exports.up_to is 'The head when the export was started: later entries are excluded.';

create index audit_exports_user_idx on private.audit_exports (user_id, started_at);

alter table private.audit_exports enable row level security;

-- Starts an export of the entries that match a filter now. The audit row contains the filter without its keyword.
-- Returns `outcome`: begun, with `id` and `upTo`; rate_limited, with `secondsLeft`; admin_required.
create function public.begin_audit_export(user_id uuid, filter jsonb, format text, exports_per_hour integer)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  export private.audit_exports;
  export_filter constant jsonb := begin_audit_export.filter - array['page', 'pageSize'];
  seconds_left integer;
begin
  if not public.is_administrator(begin_audit_export.user_id) then
    perform private.record_audit('denied', begin_audit_export.user_id, meta => '{"attempted": "audit_exported"}');
    return '{"outcome": "admin_required"}';
  end if;

  perform pg_advisory_xact_lock(hashtextextended(begin_audit_export.user_id::text, 2));
  delete from private.audit_exports
  where user_id = begin_audit_export.user_id and started_at < now() - interval '1 day';
  select ceil(extract(epoch from started_at + interval '1 hour' - now()))
  into seconds_left
  from private.audit_exports
  where user_id = begin_audit_export.user_id and started_at > now() - interval '1 hour'
  order by started_at desc
  offset begin_audit_export.exports_per_hour - 1
  limit 1;
  if found then
    return jsonb_build_object('outcome', 'rate_limited', 'secondsLeft', seconds_left);
  end if;

  insert into private.audit_exports (user_id, filter, format, up_to)
  select begin_audit_export.user_id, export_filter, begin_audit_export.format, audit_head.seq
  from private.audit_head
  returning * into export;
  perform private.record_audit(
    'audit_exported',
    begin_audit_export.user_id,
    meta => jsonb_build_object(
      'export', export.id,
      'format', export.format,
      'up_to', export.up_to,
      'filter', export_filter #- '{q}' #- '{not,q}'
    ) || case
      when coalesce(export_filter ->> 'q', '') <> '' or coalesce(export_filter #>> '{not,q}', '') <> ''
        then '{"keyword": true}'
      else '{}'
    end::jsonb
  );
  return jsonb_build_object('outcome', 'begun', 'id', export.id, 'upTo', export.up_to);
end;
$$;
grant execute on function public.begin_audit_export(uuid, jsonb, text, integer) to service_role;

-- Returns a user's export; raises an error if it does not exist or has expired.
create function private.audit_export_of(user_id uuid, export_id uuid)
returns private.audit_exports
language plpgsql stable set search_path = '' as $$
declare
  export private.audit_exports;
begin
  select audit_exports.*
  into export
  from private.audit_exports
  where audit_exports.id = audit_export_of.export_id
    and audit_exports.user_id = audit_export_of.user_id
    and audit_exports.started_at > now() - interval '1 day';
  if not found then
    raise exception 'This export no longer exists. Start it again.' using errcode = 'PT404';
  end if;
  return export;
end;
$$;

-- Returns the query for the entries of an export with their links: `entry`, `seq`, `hash`, in order. It continues after
-- the entry ($1, $2) if $1 is not null.
create function private.audit_export_query(export private.audit_exports, row_limit bigint)
returns text
language sql stable set search_path = '' as $$
  select format(
    'select audit_logs as entry, audit_logs.created_at, audit_logs.id, audit_chain.seq, audit_chain.hash
     from public.audit_logs
     join private.audit_chain on audit_chain.entry_id = audit_logs.id and audit_chain.seq <= %1$s
     where %2$s and ($1::timestamptz is null or (created_at, id) %3$s ($1, $2))
     order by created_at %4$s, id %4$s
     limit %5$s',
    export.up_to,
    private.audit_condition(export.filter),
    case export.filter ->> 'sort' when 'created_at_asc' then '>' else '<' end,
    case export.filter ->> 'sort' when 'created_at_asc' then 'asc' else 'desc' end,
    row_limit
  );
$$;

create function private.read_audit_export(export_id uuid, after_moment bigint, after_id uuid, row_limit integer)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  export private.audit_exports;
  page_size constant integer := greatest(least(read_audit_export.row_limit, 1000), 1);
  result json;
begin
  perform private.require_admin();
  export := private.audit_export_of(auth.uid(), read_audit_export.export_id);
  execute format(
    'with found as materialized (%s), page as (select *, row_number() over () as position from found)
     select json_build_object(
       ''rows'', coalesce(
         json_agg(
           json_build_object(
             ''seq'', page.seq,
             ''previous'', encode(coalesce(previous_link.hash, decode(repeat(''00'', 32), ''hex'')), ''hex''),
             ''hash'', encode(page.hash, ''hex''),
             ''entry'', private.audit_text(page.entry)
           )
           order by page.position
         ),
         ''[]''
       ),
       ''next'', (
         select json_build_object(
           ''moment'', (extract(epoch from created_at) * 1000000)::bigint, ''id'', id
         )
         from page as last_row
         where position = $3
       )
     )
     from page
     left join private.audit_chain as previous_link on previous_link.seq = page.seq - 1',
    private.audit_export_query(export, page_size)
  )
  into result
  using
    timestamptz 'epoch' + read_audit_export.after_moment * interval '1 microsecond',
    read_audit_export.after_id,
    page_size;
  return result;
end;
$$;
grant execute on function private.read_audit_export(uuid, bigint, uuid, integer) to authenticated;

-- Returns a page of the caller's export: `rows`, each with `seq`, `previous`, `hash` and `entry`, the text that the
-- hash was computed from, and `next`, the cursor of the next page, null at the end.
create function public.read_audit_export(
  export_id uuid, after_moment bigint default null, after_id uuid default null, row_limit integer default 1000
)
returns json
language sql stable set search_path = '' as $$
  select private.read_audit_export(
    read_audit_export.export_id, read_audit_export.after_moment, read_audit_export.after_id, read_audit_export.row_limit
  );
$$;
grant execute on function public.read_audit_export(uuid, bigint, uuid, integer) to authenticated;

-- Returns the summary of an export, up to `row_cap` entries: their number, the first and last link, and the SHA-256
-- over their hashes in the order of the export.
create function public.sum_up_audit_export(user_id uuid, export_id uuid, row_cap integer)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  export private.audit_exports;
  result jsonb;
begin
  if not public.is_administrator(sum_up_audit_export.user_id) then
    return '{"outcome": "admin_required"}';
  end if;
  export := private.audit_export_of(sum_up_audit_export.user_id, sum_up_audit_export.export_id);
  execute format(
    'with found as materialized (%s), numbered as (select *, row_number() over () as position from found)
     select jsonb_build_object(
       ''outcome'', ''summed_up'',
       ''rows'', count(*) filter (where position <= $3),
       ''limited'', count(*) > $3,
       ''firstSeq'', min(seq) filter (where position <= $3),
       ''lastSeq'', max(seq) filter (where position <= $3),
       ''hashes'', encode(
         sha256(coalesce(string_agg(hash, ''''::bytea order by position) filter (where position <= $3), '''')), ''hex''
       )
     )
     from numbered',
    private.audit_export_query(export, sum_up_audit_export.row_cap + 1)
  )
  into result
  using null::timestamptz, null::uuid, sum_up_audit_export.row_cap;
  return result || jsonb_build_object(
    'filter', export.filter,
    'format', export.format,
    'upTo', export.up_to,
    'begunAt', private.utc_text(export.started_at)
  );
end;
$$;
grant execute on function public.sum_up_audit_export(uuid, uuid, integer) to service_role;

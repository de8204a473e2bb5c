/*
 * Where in the chain the entries of some time stand, so that 'Verify' can check these alone. Answers
 *   `first`, `last`  the links of that time and of the gaps beside it: what was taken out at an edge would be there;
 *                    both null where nothing is,
 *   `entries`        how many entries there are,
 *   `unlinked`       the earliest of them that the chain does not know, or null.
 * @param starts, ends  half-open; null is without an end
 */
create function private.audit_chain_range(starts timestamptz, ends timestamptz)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  starts constant timestamptz := coalesce(audit_chain_range.starts, '-infinity');
  ends constant timestamptz := coalesce(audit_chain_range.ends, 'infinity');
  answer jsonb;
begin
  perform private.require_admin();
  with inside as (
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
    'unlinked', (select id from inside where seq is null order by created_at, id limit 1)
  )
  into answer
  from edges left join inside on true
  where inside.id is not null
  group by lower_edge, upper_edge, lowest, highest;
  return coalesce(answer, jsonb_build_object('first', null, 'last', null, 'entries', 0, 'unlinked', null));
end;
$$;

create function public.audit_chain_range(starts timestamptz default null, ends timestamptz default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.audit_chain_range(audit_chain_range.starts, audit_chain_range.ends);
$$;

revoke all on function private.audit_chain_range(timestamptz, timestamptz) from public;
grant execute on function private.audit_chain_range(timestamptz, timestamptz) to authenticated;
revoke all on function public.audit_chain_range(timestamptz, timestamptz) from public, anon;
grant execute on function public.audit_chain_range(timestamptz, timestamptz) to authenticated;

/*
 * Hosted Supabase loads `safeupdate` into every session of the REST interface: there, an update or delete without a
 * `where` is refused, inside functions too. The link of each audit entry would have been, and with it whatever it records.
 */

create or replace function private.link_entries()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  head private.audit_head;
  unlinked record;
begin
  select * into strict head from private.audit_head for update;
  for unlinked in
    select entry_id, digest
    from private.audit_unlinked
    where transaction = pg_current_xact_id()
    order by position
  loop
    head.seq := head.seq + 1;
    head.hash := sha256(head.hash || unlinked.digest);
    insert into private.audit_chain (seq, entry_id, digest, hash)
    values (head.seq, unlinked.entry_id, unlinked.digest, head.hash);
  end loop;
  update private.audit_head set seq = head.seq, hash = head.hash where only_row;
  delete from private.audit_unlinked where transaction = pg_current_xact_id();
end;
$$;

create or replace function private.recount_audit_logs()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  lock table public.audit_logs in share row exclusive mode;
  delete from private.audit_count_changes where true;
  delete from private.audit_counts where true;
  delete from private.audit_bare_texts where true;
  with texts as materialized (
    select id, created_at, action, meta::text as meta_text, private.audit_skeleton(meta::text) as skeleton
    from public.audit_logs
  ), kept as (
    insert into private.audit_bare_texts (entry_id, meta_text) select id, meta_text from texts where skeleton is null
  )
  insert into private.audit_count_changes (day, action, skeleton, entries)
  select (created_at at time zone 'UTC')::date, action, skeleton, count(*) from texts group by 1, 2, 3;
  perform private.fold_audit_counts();
end;
$$;

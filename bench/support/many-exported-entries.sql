-- Entries of the last days, each with a unique number in its metadata, and their links; all with one assistant, which
-- distinguishes them from those of the demo. Written without triggers; their work is done at the end. `:entries` is the
-- number of entries.
begin;
set local session_replication_role = replica;

insert into public.audit_logs (
  id, user_id, action, created_at, updated_at, user_email, assistant_id, assistant_label, assistant_kind, conversation_id, meta
)
select
  gen_random_uuid(), md5('person' || number % 500)::uuid, 'send_message', at, at, 'person' || number % 500 || '@many.example',
  md5('bench')::uuid, 'Helper – "of" ' || number % 100, 'org', gen_random_uuid(),
  jsonb_build_object('number', number, 'characters', number % 900, 'run_id', 'resp_' || md5(number::text))
from (
  select number, date_trunc('second', now()) - number * interval '2 seconds' as at
  from generate_series(1, :entries) as number
) as entries;

insert into private.audit_unlinked (entry_id, digest)
select id, private.audit_digest(audit_logs)
from public.audit_logs
where not exists (select 1 from private.audit_chain where entry_id = audit_logs.id)
order by created_at, id;
select private.link_entries();

do $$
begin
  if to_regproc('private.recount_audit_logs') is not null then
    perform private.recount_audit_logs();
  end if;
end;
$$;
commit;
analyze;

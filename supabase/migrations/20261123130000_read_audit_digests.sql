-- Lets the server compute the head of the audit log itself, from the last checkpoint, before it signs the head.

create function public.audit_digests(after_seq bigint, up_to bigint)
returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(string_agg(encode(audit_chain.digest, 'hex'), '' order by audit_chain.seq), '')
  from private.audit_chain
  where audit_chain.seq > audit_digests.after_seq
    and audit_chain.seq <= least(audit_digests.up_to, audit_digests.after_seq + 10000);
$$;
revoke all on function public.audit_digests(bigint, bigint) from public;
grant execute on function public.audit_digests(bigint, bigint) to service_role;

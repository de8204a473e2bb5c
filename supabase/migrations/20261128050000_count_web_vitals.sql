-- Metrics of Web Vitals are counted next to the loads of a remote.
create or replace function private.is_remote_load(load jsonb)
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

/*
 * A list of domains within a list of domains is an array too, and one that nobody could read any more: every list of
 * assistants would fail over it.
 */
update public.assistants
set web_domains = coalesce((select array_agg(domain) from unnest(web_domains) as domain), '{}')
where array_ndims(web_domains) > 1;

alter table public.assistants
  add constraint assistants_web_domains_flat check (coalesce(array_ndims(web_domains), 1) = 1);

-- Copies of files at AI providers. The copy of a removed object is removed at the provider too; if that fails, it
-- expires there.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

-- Copies of stored files at an AI provider, with their id there and when it expires. An id is valid for one account of
-- one provider, named by `account`.
create table private.provider_files (
  account text not null,
  supabase_path text not null,
  file_id text not null,
  expires_at timestamptz not null,
  claimed_at timestamptz,
  primary key (account, supabase_path),
  constraint provider_files_file_id_length check (char_length(file_id) between 1 and 200)
);

comment on table private.provider_files is 'Copies of stored files at AI providers. Accessible to the server only.';

create index provider_files_expires_at_idx on private.provider_files (expires_at);

alter table private.provider_files enable row level security;

-- Returns the id of a file at a provider if it stays valid for at least `good_for`; null if there is none.
create function public.find_provider_file(account text, supabase_path text, good_for interval default '1 hour')
returns text
language sql stable security definer set search_path = '' as $$
  select file_id
  from private.provider_files
  where account = find_provider_file.account
    and supabase_path = find_provider_file.supabase_path
    and expires_at > clock_timestamp() + find_provider_file.good_for;
$$;
grant execute on function public.find_provider_file(text, text, interval) to service_role;

-- Stores the id of a file at a provider. Of two that were uploaded concurrently, the first is stored. Returns the
-- stored id: the caller removes its own copy if it differs. Attachments and messages do not contain this id, because
-- users can read them.
create function public.keep_provider_file(
  account text,
  supabase_path text,
  file_id text,
  expires_at timestamptz,
  good_for interval default '1 hour'
)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored_file_id text;
begin
  insert into private.provider_files as existing (account, supabase_path, file_id, expires_at)
  values (
    keep_provider_file.account,
    keep_provider_file.supabase_path,
    keep_provider_file.file_id,
    keep_provider_file.expires_at
  )
  on conflict (account, supabase_path) do update
  set file_id = excluded.file_id, expires_at = excluded.expires_at, claimed_at = null
  where existing.expires_at <= clock_timestamp() + keep_provider_file.good_for;

  select provider_files.file_id into stored_file_id
  from private.provider_files
  where account = keep_provider_file.account and supabase_path = keep_provider_file.supabase_path;
  return stored_file_id;
end;
$$;
grant execute on function public.keep_provider_file(text, text, text, timestamptz, interval) to service_role;

-- Claims ids of copies to remove at a provider, for one process at a time; those that were not confirmed by
-- forget_provider_file within `claimed_for` can be claimed again. Deletes rows of expired copies.
create function public.claim_removed_provider_files(
  account text,
  most integer default 100,
  claimed_for interval default '5 minutes'
)
returns jsonb
language sql security definer set search_path = '' as $$
  delete from private.provider_files where expires_at < clock_timestamp();

  with claimed as (
    update private.provider_files
    set claimed_at = clock_timestamp()
    where account = claim_removed_provider_files.account
      and supabase_path in (
        select copies.supabase_path
        from private.provider_files as copies
        where copies.account = claim_removed_provider_files.account
          and (
            copies.claimed_at is null
            or copies.claimed_at <= clock_timestamp() - claim_removed_provider_files.claimed_for
          )
          and not exists (
            select 1 from public.attachments where attachments.supabase_path = copies.supabase_path
          )
        limit claim_removed_provider_files.most
        for update skip locked
      )
    returning file_id
  )
  select coalesce(jsonb_agg(file_id), '[]') from claimed;
$$;
grant execute on function public.claim_removed_provider_files(text, integer, interval) to service_role;

-- Confirms that a copy was removed at the provider.
create function public.forget_provider_file(account text, file_id text)
returns void
language sql security definer set search_path = '' as $$
  delete from private.provider_files
  where account = forget_provider_file.account and file_id = forget_provider_file.file_id;
$$;
grant execute on function public.forget_provider_file(text, text) to service_role;

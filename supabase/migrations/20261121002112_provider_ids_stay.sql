/*
 * The id of a copy at a provider is the server's business alone: attachments and messages, which people read, no longer
 * name it.
 */
create or replace function public.keep_provider_file(
  account text,
  supabase_path text,
  file_id text,
  expires_at timestamptz,
  good_for interval default '1 hour'
)
returns text
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  holds text;
begin
  insert into private.provider_files as known (account, supabase_path, file_id, expires_at)
  values (
    keep_provider_file.account,
    keep_provider_file.supabase_path,
    keep_provider_file.file_id,
    keep_provider_file.expires_at
  )
  on conflict (account, supabase_path) do update
  set file_id = excluded.file_id, expires_at = excluded.expires_at, claimed_at = null
  where known.expires_at <= clock_timestamp() + keep_provider_file.good_for;

  select provider_files.file_id into holds
  from private.provider_files
  where account = keep_provider_file.account and supabase_path = keep_provider_file.supabase_path;
  return holds;
end;
$$;

update public.messages
set files = (
  select jsonb_agg(file || '{"openaiFileId": null}' order by position)
  from jsonb_array_elements(messages.files) with ordinality as element (file, position)
)
where id in (select message_id from public.attachments where openai_file_id is not null);

update public.attachments
set openai_file_id = null
where openai_file_id is not null;

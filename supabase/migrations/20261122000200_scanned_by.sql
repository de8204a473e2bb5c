/*
 * Which scanner gave a verdict, with the version of its signatures: a file that was found clean may be judged anew once
 * the scanner is another one. What was blocked stays blocked. For the server and the operator alone: whoever attacks
 * would like to know.
 *
 * Parameters are written with the function's name before them; a bare name is a column.
 */
alter table public.attachments add column scanned_by text;

drop function public.record_scan(text, text, text, text);

/*
 * Writes down the verdict on a file's bytes, named by their checksum: a verdict on other bytes changes nothing. One that
 * was given stays, unless it was 'clean' and another scanner judges now. Only 'error' is no verdict. Answers the status
 * that holds, null when there is no such file.
 */
create function public.record_scan(
  supabase_path text,
  sha256 text,
  status text,
  reason text default null,
  scanned_by text default null
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
  update public.attachments
  set
    scan_status = record_scan.status,
    scan_reason = record_scan.reason,
    scanned_by = record_scan.scanned_by
  where supabase_path = record_scan.supabase_path
    and sha256 = record_scan.sha256
    and (
      scan_status in ('pending', 'error')
      or (
        scan_status = 'clean'
        and record_scan.status <> 'error'
        and scanned_by is distinct from record_scan.scanned_by
      )
    );

  select scan_status into holds
  from public.attachments
  where supabase_path = record_scan.supabase_path and sha256 = record_scan.sha256;
  return holds;
end;
$$;

revoke all on function public.record_scan(text, text, text, text, text) from public, anon, authenticated;
grant execute on function public.record_scan(text, text, text, text, text) to service_role;

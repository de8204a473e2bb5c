-- The schedule of a Supabase project was SQL to paste. A function creates it, for projects that have the extensions now or later.

-- Schedules the sweep every ten minutes, or returns what is missing. Safe to repeat: a schedule of the same name is
-- replaced. The job reads its URL and key from the vault when it runs, so that both can be changed there.
create function private.schedule_sweep()
returns text
language plpgsql set search_path = '' as $schedule_sweep$
declare
  missing text;
begin
  select string_agg(name, ', ' order by name) into missing
  from unnest(array['pg_cron', 'pg_net', 'supabase_vault']) as name
  where name not in (select extname from pg_extension);
  if missing is not null then
    return 'Not scheduled. Extensions that are missing: ' || missing;
  end if;
  -- As text, because other databases have none of these tables and functions.
  execute $$
    select string_agg(name, ', ' order by name)
    from unnest(array['project_url', 'sweep_key']) as name
    where name not in (select secrets.name from vault.secrets where secrets.name is not null)
  $$ into missing;
  if missing is not null then
    return 'Not scheduled. Secrets that the vault lacks: ' || missing;
  end if;
  execute $$
    select cron.schedule('sweep', '*/10 * * * *', $job$
      select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url')
          || '/functions/v1/sweep',
        headers := jsonb_build_object('Authorization', 'Bearer ' || (
          select decrypted_secret from vault.decrypted_secrets where name = 'sweep_key')),
        timeout_milliseconds := 120000)
    $job$)
  $$;
  return 'Scheduled every ten minutes.';
end;
$schedule_sweep$;
revoke all on function private.schedule_sweep() from public;

select private.schedule_sweep();

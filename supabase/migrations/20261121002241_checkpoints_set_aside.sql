/*
 * Checkpoints that tell of entries which a restored backup does not have: kept, with a note why, where they no longer say
 * that the log was cut. Nobody but the server and the operator gets in: there is no policy for it.
 */
do $$
begin
  if not exists (select 1 from storage.buckets where id = 'audit-checkpoints-set-aside') then
    insert into storage.buckets (id, name, public)
    values ('audit-checkpoints-set-aside', 'audit-checkpoints-set-aside', false);
  end if;
end;
$$;

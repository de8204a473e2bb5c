-- Office staff and administrators are not assigned to participants by an invitation, an import or an approval either.
create or replace function private.require_start(role_name text, participant_ids uuid[])
returns uuid
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  role_id uuid;
begin
  perform private.require_at_most(coalesce(cardinality(require_start.participant_ids), 0), 100);
  select id into role_id from public.roles where name = require_start.role_name;
  if not found then
    raise exception 'Unknown role' using errcode = 'PT422';
  end if;
  if require_start.role_name <> 'support_worker' and cardinality(require_start.participant_ids) > 0 then
    raise exception 'Only support workers are assigned to participants.' using errcode = 'PT422';
  end if;
  return role_id;
end;
$$;

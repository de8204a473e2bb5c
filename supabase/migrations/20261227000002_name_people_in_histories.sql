-- A history has the names of the people and participants that its entries refer to.

-- Returns the changes of one record after a cursor, newest first, including changes of accounts. The history of a
-- participant includes that of the participant's assistant. Returns `rows`, `next`, the cursor of the next page, null at
-- the end, and `names`: the current names of the users and participants that the rows refer to by id.
create or replace function private.read_history(
  kind text,
  record_id uuid,
  after_moment bigint default null,
  after_id uuid default null,
  row_limit integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  before_time timestamptz := timestamptz 'epoch' + read_history.after_moment * interval '1 microsecond';
  page_size constant integer := greatest(least(read_history.row_limit, 100), 1);
  found_rows jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(to_jsonb(found) order by created_at desc, id desc), '[]')
  into found_rows
  from (
    select
      id, user_id, assistant_id, conversation_id, action, meta, created_at, updated_at, user_email, assistant_label,
      assistant_kind, participant_id, participant_name, target_user_id, target_user_email
    from public.audit_logs
    where action in (
        'assistant_created', 'assistant_updated', 'assistant_deleted',
        'participant_created', 'participant_updated', 'participant_deleted',
        'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
        'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed',
        'user_approved', 'user_rejected', 'user_deleted', 'user_invited', 'invitation_revoked', 'reset_sent',
        'document_added', 'document_changed', 'document_removed'
      )
      and (
        read_history.kind = 'assistant' and assistant_id = read_history.record_id
        or read_history.kind = 'participant' and participant_id = read_history.record_id
        or read_history.kind = 'user' and target_user_id = read_history.record_id
      )
      and (before_time is null or (created_at, id) < (before_time, read_history.after_id))
    order by created_at desc, id desc
    limit page_size + 1
  ) as found;

  return jsonb_build_object(
    'rows', case when jsonb_array_length(found_rows) > page_size then found_rows - page_size else found_rows end,
    'next', case
      when jsonb_array_length(found_rows) > page_size then
        jsonb_build_object(
          'moment',
          (extract(epoch from (found_rows -> (page_size - 1) ->> 'created_at')::timestamptz) * 1000000)::bigint,
          'id', found_rows -> (page_size - 1) ->> 'id'
        )
    end,
    'names', (
      select coalesce(jsonb_object_agg(named.id, named.name), '{}')
      from (
        select distinct unnest(array[
          found_row ->> 'user_id', found_row ->> 'target_user_id',
          found_row #>> '{meta,before,owner_id}', found_row #>> '{meta,after,owner_id}',
          found_row #>> '{meta,before,participant_id}', found_row #>> '{meta,after,participant_id}'
        ])::uuid
        from jsonb_array_elements(found_rows) as found_row
      ) as referred (id)
      join (
        select id, coalesce(display_name, email) from public.users
        union all
        select id, display_name from public.participants
      ) as named (id, name) on named.id = referred.id
    )
  );
end;
$$;

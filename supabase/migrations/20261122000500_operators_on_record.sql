/*
 * What an operator does to an account from the command line is on record as what administrators do: `account_changed`,
 * and `role_changed` with nobody's id and the name 'operator'.
 */
alter table public.audit_logs
  drop constraint audit_logs_action_known,
  add constraint audit_logs_action_known check (
    action in (
      'login', 'conversation_created', 'send_message', 'run_started', 'run_succeeded', 'run_failed',
      'run_stream_started', 'run_stream_completed', 'upload_file', 'web_research', 'conversation_deleted', 'denied',
      'assistant_created', 'assistant_updated', 'assistant_deleted',
      'participant_created', 'participant_updated', 'participant_deleted',
      'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
      'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed',
      'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged', 'audit_hold_set', 'audit_hold_lifted'
    )
  );

/*
 * The changes of one record from a place on, newest first, with those of accounts. The history of a participant holds
 * that of their assistant.
 */
create or replace function private.read_history(
  kind text,
  record_id uuid,
  after_moment bigint default null,
  after_id uuid default null,
  row_limit integer default 25
)
returns jsonb
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  place timestamptz := timestamptz 'epoch' + read_history.after_moment * interval '1 microsecond';
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
        'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed'
      )
      and (
        read_history.kind = 'assistant' and assistant_id = read_history.record_id
        or read_history.kind = 'participant' and participant_id = read_history.record_id
        or read_history.kind = 'user' and target_user_id = read_history.record_id
      )
      and (place is null or (created_at, id) < (place, read_history.after_id))
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
    end
  );
end;
$$;

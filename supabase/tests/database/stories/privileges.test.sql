-- What people are given to do at all, whatever the rows. An administrator passes row-level security, so each attempt below
-- is refused for the missing privilege alone.
select tests.add_person('ann', 'admin');

create function tests.is_permitted(statement text)
returns boolean
language plpgsql
as $$
declare
  message text;
begin
  execute statement;
  return true;
exception when others then
  get stacked diagnostics message = message_text;
  -- No role writes generated columns.
  return sqlstate <> '428C9' and message not like 'permission denied for %';
end;
$$;

-- Lists each table with the columns for which the statement is permitted.
create function tests.permitted_columns(statement text)
returns text[]
language sql
as $$
  select coalesce(array_agg(line order by line), '{}')
  from (
    select tables.relname || ': ' || string_agg(attname, ', ' order by attnum) as line
    from pg_class as tables
    join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
    where tables.relnamespace = 'public'::regnamespace and tables.relkind = 'r'
      and tests.is_permitted(format(permitted_columns.statement, tables.relname, attname))
    group by tables.relname
  ) as lines;
$$;

-- test: a person reads no column but these
select tests.sign_in('ann');
select tests.equal(
  tests.permitted_columns('select %2$I from public.%1$I limit 0'),
  array[
    'assistant_access: assistant_id, user_id, created_at, can_edit',
    'assistant_records: id, assistant_id, title, content, created_at',
    'assistant_role_access: assistant_id, role_id, created_at',
    'assistants: id, label, kind, openai_assistant_id, participant_id, web_research_enabled, use_org_domains, ' ||
      'web_domains, created_at, updated_at, label_order, description, suggested_questions, ' ||
      'monthly_token_budget, suggest_follow_ups',
    'attachments: id, conversation_id, user_id, message_id, name, size, mime, sha256, supabase_path, ' ||
      'openai_file_id, scan_status, created_at, scan_reason',
    'audit_logs: id, user_id, assistant_id, conversation_id, action, meta, created_at, updated_at, user_email, ' ||
      'assistant_label, assistant_kind, participant_id, participant_name, target_user_id, target_user_email',
    'audit_views: id, user_id, name, query, shared, created_at',
    'conversations: id, user_id, assistant_id, title, created_at, updated_at, head_id, title_settled, pinned, ' ||
      'archived, unread',
    'document_chunks: version_id, position, content, place',
    'document_versions: id, document_id, number, note, name, size, mime, status, progress, problem, remarks, ' ||
      'chunk_count, created_by, created_at, ready_at',
    'documents: id, assistant_id, participant_id, title, owner_id, review_on, archived, created_at, updated_at',
    'handovers: id, conversation_id, assistant_id, owner_id, recipient_id, title, owner_email, recipient_email, ' ||
      'file_paths, created_at, opened_at',
    'instruction_versions: openai_assistant_id, number, instructions, created_by, created_at',
    'messages: id, conversation_id, role, content, files, openai_message_id, created_at, parent_id, ' ||
      'superseded, user_id, citations, notes',
    'participant_assignments: participant_id, user_id, created_at',
    'participants: id, display_name, status, created_at, updated_at',
    'remote_loads: day, environment, remote, version, source, outcome, count, milliseconds, durations',
    'reply_feedback: id, user_id, message_id, conversation_id, assistant_id, turn_id, rating, reason, comment, ' ||
      'shared, created_at, updated_at, reviewed_at, reviewed_by, urgent',
    'roles: id, name',
    'turn_events: turn_id, seq, event, data, created_at',
    'turns: id, conversation_id, user_id, user_message_id, assistant_message_id, idempotency_key, status, ' ||
      'text, last_seq, openai_message_id, error_code, error_message, stop_requested, created_at, ended_at, ' ||
      'citations, notes',
    'users: id, email, role_id, created_at, updated_at, approved_at, is_waiting, display_name, last_sign_in_at, ' ||
      'sort_name'
  ], 'columns'
);

-- test: a person adds no column but these
select tests.sign_in('ann');
select tests.equal(
  tests.permitted_columns('insert into public.%1$I (%2$I) select null where false'),
  array[
    'assistant_access: assistant_id, user_id, can_edit',
    'assistant_role_access: assistant_id, role_id',
    'assistants: id, label, kind, openai_assistant_id, participant_id, web_research_enabled, use_org_domains, ' ||
      'web_domains, description, suggested_questions, monthly_token_budget, suggest_follow_ups',
    'audit_views: name, query, shared',
    'conversations: assistant_id, title',
    'participant_assignments: participant_id, user_id',
    'participants: id, display_name, status',
    'reply_feedback: message_id, rating, reason, comment, shared',
    'users: id, email, role_id'
  ], 'columns'
);

-- test: a person changes no column but these
select tests.sign_in('ann');
select tests.equal(
  tests.permitted_columns('update public.%1$I set %2$I = null where false'),
  array[
    'assistant_access: assistant_id, user_id, can_edit',
    'assistants: label, kind, openai_assistant_id, participant_id, web_research_enabled, use_org_domains, ' ||
      'web_domains, description, suggested_questions, monthly_token_budget, suggest_follow_ups',
    'audit_views: name, query, shared',
    'conversations: title, pinned, archived, unread',
    'documents: title, owner_id, review_on, archived',
    'participants: display_name, status',
    'reply_feedback: rating, reason, comment, shared',
    'users: role_id'
  ], 'columns'
);

-- test: a person deletes from no table but these
select tests.sign_in('ann');
select tests.equal(
  array(
    select relname::text
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and tests.is_permitted(format('delete from public.%I where false', relname))
    order by relname
  ),
  array[
    'assistant_access', 'assistant_role_access', 'assistants', 'audit_views', 'conversations',
    'documents', 'handovers', 'participant_assignments', 'participants', 'reply_feedback'
  ], 'tables'
);

-- test: a person calls no function but these
select tests.sign_in('ann');
select tests.equal(
  array(
    select distinct proname::text
    from pg_proc
    cross join lateral (
      select coalesce(string_agg('null::' || format_type(argument, null), ', ' order by position), '') as arguments
      from unnest(proargtypes::oid[]) with ordinality as arguments (argument, position)
    ) as nulls
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
      and tests.is_permitted(format('select public.%I(%s)', proname, arguments))
    order by proname
  ),
  array[
    'account_state', 'approve_user', 'assistants', 'assistants_near_budget', 'assistants_without_access',
    'audit_chain_range', 'audit_neighbours', 'can_edit_documents', 'cancel_email_change', 'change_grants',
    'change_workers', 'check_import', 'count_audit_entries', 'count_recovery_codes', 'create_recovery_codes',
    'deactivate_user', 'delete_user', 'deletion_effect', 'end_other_sessions', 'end_own_session', 'end_user_sessions',
    'feedback_trends', 'find_empty_conversation', 'hand_over', 'invite_user', 'invited_role', 'is_admin',
    'lift_audit_hold', 'list_audit_holds', 'list_conversations', 'list_documents', 'list_feedback',
    'list_handover_recipients', 'list_own_sessions', 'list_user_sessions', 'mail_health', 'matches_in_conversation', 'open_handover', 'own_email_manager',
    'own_state', 'participant_options', 'query_audit_logs', 'reactivate_user', 'read_audit_export', 'read_conversation',
    'read_conversation_changes', 'read_documents_again', 'read_grants', 'read_history', 'read_overview', 'read_path',
    'read_shared_reply', 'read_turn_request', 'read_usage', 'redeem_recovery_code', 'remote_health', 'renew_invitation',
    'report_remote_loads', 'request_reset', 'reset_factors', 'review_feedback', 'revoke_invitation', 'save_feedback',
    'search_assistants', 'search_conversations', 'search_documents', 'search_participants', 'search_users',
    'set_audit_hold', 'set_time_zone', 'undo_import', 'undo_participant_import', 'user_access', 'user_deletion_effect',
    'user_participants', 'users', 'users_in_state', 'users_without_access', 'verify_audit_chain',
    'verify_audit_entries', 'who_can_see'
  ], 'functions'
);

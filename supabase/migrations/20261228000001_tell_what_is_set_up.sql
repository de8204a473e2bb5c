-- The overview tells which records a new installation still needs.
create or replace function public.read_overview()
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  today constant date := (now() at time zone 'Australia/Melbourne')::date;
  near_budget constant jsonb := private.assistants_near_budget();
begin
  perform private.require_admin();
  return jsonb_build_object(
    'days', private.recent_activity(),
    'users_waiting', (select count(*) from public.users_in_state('waiting')),
    'users_without_access', (select count(*) from public.users_without_access()),
    'assistants_without_access', (select count(*) from public.assistants_without_access()),
    'assistants_near_budget', jsonb_array_length(near_budget),
    'assistants_over_budget', (
      select count(*)
      from jsonb_to_recordset(near_budget) as used (assistant_id uuid, tokens bigint)
      join public.assistants on assistants.id = used.assistant_id
      where used.tokens >= assistants.monthly_token_budget
    ),
    'reported_replies', (select count(*) from public.reply_feedback where urgent),
    'setup', jsonb_build_object(
      'assistants', exists (select 1 from public.assistants),
      'participants', exists (select 1 from public.participants),
      'documents', exists (select 1 from public.documents where not archived),
      'users', exists (select 1 from public.users where id <> auth.uid())
    ),
    'documents_due', (select count(*) from public.documents where review_on <= today and not archived),
    'documents', (
      select coalesce(jsonb_agg(to_jsonb(due) order by due.review_on, due.title, due.id), '[]')
      from (
        select
          documents.id, documents.title, documents.review_on, documents.assistant_id, documents.participant_id,
          coalesce(assistants.label, participants.display_name) as holder
        from public.documents
        left join public.assistants on assistants.id = documents.assistant_id
        left join public.participants on participants.id = documents.participant_id
        where review_on <= today and not archived
        order by review_on, title, id
        limit 5
      ) as due
    )
  );
end;
$$;

-- Names the assistants that have used most of their budget, for the table of assistants.

drop function private.assistants_near_budget();

create function private.assistants_near_budget()
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('assistant_id', id, 'tokens', used.tokens) order by id), '[]')
    from public.assistants
    cross join lateral (
      select case when monthly_token_budget is not null then private.tokens_this_month(id) end as tokens
    ) as used
    where used.tokens >= monthly_token_budget * 0.8
  );
end;
$$;
revoke all on function private.assistants_near_budget() from public;
grant execute on function private.assistants_near_budget() to authenticated;

create function public.assistants_near_budget()
returns jsonb
language sql stable set search_path = '' as $$
  select private.assistants_near_budget();
$$;
revoke all on function public.assistants_near_budget() from public;
grant execute on function public.assistants_near_budget() to authenticated;

create or replace function public.read_overview()
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  today constant date := (now() at time zone 'Australia/Melbourne')::date;
begin
  perform private.require_admin();
  return jsonb_build_object(
    'days', private.recent_activity(),
    'users_without_access', (select count(*) from public.users_without_access()),
    'assistants_without_access', (select count(*) from public.assistants_without_access()),
    'assistants_near_budget', jsonb_array_length(private.assistants_near_budget()),
    'reported_replies', (select count(*) from public.reply_feedback where urgent),
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

-- What needs the attention of administrators, and the activity of the last days.

create index documents_review_on_idx on public.documents (review_on) where not archived;

-- Returns users whose email or name contains the text, who can sign in and who may use no assistant: they are not
-- administrators, and neither they nor their role have a grant. Can be filtered, ordered and counted like the table.
create function public.users_without_access(q text default '')
returns setof public.users
language sql stable rows 50 set search_path = '' as $$
  select users.*
  from public.users
  where (
      users_without_access.q = ''
      or users.id = any (array(select private.search_user_ids(users_without_access.q)))
    )
    and users.role_id <> (select roles.id from public.roles where roles.name = 'admin')
    and not exists (select 1 from public.assistant_access where assistant_access.user_id = users.id)
    and users.role_id not in (select assistant_role_access.role_id from public.assistant_role_access)
    and public.account_state(users) = 'active';
$$;
grant execute on function public.users_without_access(text) to authenticated;

-- Returns assistants whose label contains the text and that no one but administrators may use, likewise.
create function public.assistants_without_access(q text default '')
returns setof public.assistants
language sql stable rows 50 set search_path = '' as $$
  select assistants.*
  from public.assistants
  where (
      assistants_without_access.q = ''
      or assistants.id = any (array(select private.search_assistant_ids(assistants_without_access.q)))
    )
    and (select private.is_admin())
    and not exists (select 1 from public.assistant_access where assistant_access.assistant_id = assistants.id)
    and not exists (
      select 1 from public.assistant_role_access where assistant_role_access.assistant_id = assistants.id
    );
$$;
grant execute on function public.assistants_without_access(text) to authenticated;

-- Returns replies, failed replies and active users per day of the last seven days in Melbourne, today last.
create function private.recent_activity()
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Australia/Melbourne')::date;
begin
  perform private.require_admin();
  return (
    with counted as (
      select
        (ended_at at time zone 'Australia/Melbourne')::date as day,
        count(*) as replies,
        count(*) filter (where status in ('failed', 'interrupted', 'requires_action')) as failed,
        count(distinct user_id) as people
      from private.reply_usage
      where ended_at >= private.start_of_day(today - 6)
      group by 1
    )
    select jsonb_agg(
      jsonb_build_object(
        'day', days.day,
        'replies', coalesce(counted.replies, 0),
        'failed', coalesce(counted.failed, 0),
        'people', coalesce(counted.people, 0)
      )
      order by days.day
    )
    from (select today - step as day from generate_series(0, 6) as step) as days
    left join counted on counted.day = days.day
  );
end;
$$;
grant execute on function private.recent_activity() to authenticated;

-- Returns the assistants that have used four fifths of their monthly budget or more, as `[{assistant_id, tokens}, …]`.
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
grant execute on function private.assistants_near_budget() to authenticated;

create function public.assistants_near_budget()
returns jsonb
language sql stable set search_path = '' as $$
  select private.assistants_near_budget();
$$;
grant execute on function public.assistants_near_budget() to authenticated;

-- Returns the overview for administrators: `days` as `recent_activity`, how many records need attention, and in `setup`
-- which records an installation has that it needs: documents, and users besides the caller, among others. Of
-- documents whose review is due, `documents` lists the first five, which releases of the admin area from before the list of them
-- show.
create function public.read_overview()
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
grant execute on function public.read_overview() to authenticated;

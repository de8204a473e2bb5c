-- Lists name people: owners of documents, users with feedback or direct access, and users who can see a record.

-- Returns a page of the documents of an assistant or a participant whose titles contain `q`, with their versions, as the
-- caller may read them; archived ones last.
create or replace function public.list_documents(
  assistant_id uuid,
  participant_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language sql stable set search_path = '' as $$
  with matching as (
    select *
    from public.documents
    where (documents.assistant_id = list_documents.assistant_id
        or documents.participant_id = list_documents.participant_id)
      and (list_documents.q = '' or documents.title ~* (select private.search_pattern(list_documents.q)))
  ), shown as (
    select *
    from matching
    order by archived, lower(title), id
    limit least(greatest(list_documents.page_size, 1), 100)
    offset (greatest(list_documents.page, 1) - 1)::bigint * least(greatest(list_documents.page_size, 1), 100)
  )
  select jsonb_build_object(
    'total', (select count(*) from matching),
    'rows', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', shown.id,
          'title', shown.title,
          'owner_id', shown.owner_id,
          'owner_email', owners.email,
          'owner_name', owners.display_name,
          'review_on', shown.review_on,
          'archived', shown.archived,
          'updated_at', shown.updated_at,
          'versions', (
            select coalesce(
              jsonb_agg(
                jsonb_build_object(
                  'id', versions.id,
                  'number', versions.number,
                  'name', versions.name,
                  'size', versions.size,
                  'status', versions.status,
                  'progress', versions.progress,
                  'problem', versions.problem,
                  'remarks', versions.remarks,
                  'chunk_count', versions.chunk_count,
                  'is_searchable', versions.ready_at is not null,
                  'indexed', private.embedding_progress(versions.id),
                  'created_at', versions.created_at
                )
                order by versions.number desc
              ),
              '[]'
            )
            from public.document_versions as versions
            where versions.document_id = shown.id
          )
        )
        order by shown.archived, lower(shown.title), shown.id
      ),
      '[]'
    )
  )
  from shown
  left join public.users as owners on owners.id = shown.owner_id;
$$;

-- Returns one page of all feedback for administrators, problems that are not reviewed first, then the latest:
-- `{rows, total}`. `reason` is a rating or a reason, `state` is new or reviewed, `q` a part of the comment or of the
-- user's email.
create or replace function public.list_feedback(
  q text default '',
  assistant_id uuid default null,
  reason text default null,
  state text default null,
  first_row integer default 0,
  row_limit integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return (
    with found as (
      select
        reply_feedback.id, reply_feedback.assistant_id, conversation_id, message_id, turn_id, rating, reason, comment,
        shared, reply_feedback.created_at, reply_feedback.updated_at, reviewed_at, urgent, assistants.label as assistant_label,
        users.email as user_email, users.display_name as user_name, reviewers.email as reviewer_email
      from public.reply_feedback
      join public.assistants on assistants.id = reply_feedback.assistant_id
      join public.users on users.id = reply_feedback.user_id
      left join public.users as reviewers on reviewers.id = reply_feedback.reviewed_by
      where (list_feedback.assistant_id is null or reply_feedback.assistant_id = list_feedback.assistant_id)
        and (list_feedback.reason is null or list_feedback.reason in (rating, reply_feedback.reason))
        and (list_feedback.state is null or (list_feedback.state = 'reviewed') = (reviewed_at is not null))
        and (
          list_feedback.q = ''
          or comment ~* (select private.search_pattern(list_feedback.q))
          or users.email ~* (select private.search_pattern(list_feedback.q))
          or users.display_name ~* (select private.search_pattern(list_feedback.q))
        )
    ), page as (
      select * from found
      order by urgent desc, updated_at desc, id
      offset greatest(list_feedback.first_row, 0)
      limit greatest(least(list_feedback.row_limit, 100), 1)
    )
    select jsonb_build_object(
      'rows', (
        select coalesce(jsonb_agg(to_jsonb(page) order by urgent desc, updated_at desc, id), '[]') from page
      ),
      'total', (select count(*) from found)
    )
  );
end;
$$;

-- Returns the users who can see an assistant, or a participant and their assistant, by email, with the reasons:
-- `direct`, `role` and `admin` give access to the assistant, `assignment` and `admin` to the participant.
create or replace function private.who_can_see(
  kind text,
  record_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  assistant uuid;
  participant uuid;
  page_size constant integer := greatest(least(who_can_see.page_size, 100), 1);
begin
  perform private.require_admin();
  if who_can_see.kind = 'participant' then
    participant := who_can_see.record_id;
    select id into assistant from public.assistants where participant_id = participant;
  else
    assistant := who_can_see.record_id;
    select participant_id into participant from public.assistants where id = assistant;
  end if;

  return (
    with candidates as (
      select
        users.id,
        users.email,
        users.display_name,
        roles.name as role_name,
        assistant_access.user_id is not null as is_direct,
        assistant_role_access.role_id is not null as is_by_role,
        roles.name = 'admin' as is_admin,
        participant_assignments.user_id is not null as is_assigned
      from public.users
      join public.roles on roles.id = users.role_id
      left join public.assistant_access
        on assistant_access.assistant_id = assistant and assistant_access.user_id = users.id
      left join public.assistant_role_access
        on assistant_role_access.assistant_id = assistant and assistant_role_access.role_id = users.role_id
      left join public.participant_assignments
        on participant_assignments.participant_id = participant and participant_assignments.user_id = users.id
      where who_can_see.q = '' or users.id = any (array(select private.search_user_ids(who_can_see.q)))
    ), page_rows as (
      select candidates.*, count(*) over () as total
      from candidates
      where is_direct or is_by_role or is_admin or is_assigned and who_can_see.kind = 'participant'
      order by email, id
      limit page_size
      offset (greatest(who_can_see.page, 1)::bigint - 1) * page_size
    )
    select jsonb_build_object(
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'userId', id,
            'userEmail', email,
            'userName', display_name,
            'roleName', role_name,
            'accountState', private.account_state(id),
            'reasons', array_remove(
              array[
                case when is_admin then 'admin' end,
                case when is_direct then 'direct' end,
                case when is_by_role then 'role' end,
                case when is_assigned then 'assignment' end
              ],
              null
            )
          )
          order by email, id
        ),
        '[]'
      ),
      'total', coalesce(max(total), 0)
    )
    from page_rows
  );
end;
$$;

-- Returns the grants of an assistant as one JSON value, because REST would truncate more than a thousand rows silently.
-- Null if the assistant does not exist, so that callers need one request only.
create or replace function public.read_grants(assistant_id uuid)
returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  if not exists (select 1 from public.assistants where id = read_grants.assistant_id) then
    return null;
  end if;
  return jsonb_build_object(
    'roleGrants', (
      select jsonb_agg(
        jsonb_build_object('roleName', roles.name, 'granted', assistant_role_access.role_id is not null)
        order by roles.name
      )
      from public.roles
      left join public.assistant_role_access
        on assistant_role_access.role_id = roles.id
        and assistant_role_access.assistant_id = read_grants.assistant_id
    ),
    'userGrants', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'userId', users.id,
            'userEmail', users.email,
            'userName', users.display_name,
            'canEdit', assistant_access.can_edit
          )
          order by users.email, users.id
        ),
        '[]'
      )
      from public.assistant_access
      join public.users on users.id = assistant_access.user_id
      where assistant_access.assistant_id = read_grants.assistant_id
    )
  );
end;
$$;

-- Gives assistants a line that says what they are for, and questions that are offered while a conversation is empty.

create function private.are_questions(questions text[])
returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    bool_and(
      coalesce(
        char_length(question) <= 120 and btrim(question) <> '' and question !~ '[\u0001-\u001f\u007f]', false
      )
    ),
    true
  )
  from unnest(questions) as question;
$$;
revoke all on function private.are_questions(text[]) from public;
grant execute on function private.are_questions(text[]) to authenticated, service_role;

alter table public.assistants
  add column description text not null default '',
  add column suggested_questions text[] not null default '{}',
  add constraint assistants_description_one_line
    check (char_length(description) <= 120 and description !~ '[\u0001-\u001f\u007f]'),
  add constraint assistants_suggested_questions_valid
    check (cardinality(suggested_questions) <= 4 and private.are_questions(suggested_questions)),
  add constraint assistants_suggested_questions_flat check (coalesce(array_ndims(suggested_questions), 1) = 1);

grant
  select (description, suggested_questions),
  insert (description, suggested_questions),
  update (description, suggested_questions)
on table public.assistants to authenticated;

create function private.list_to_jsonb(list text[], max_bytes integer)
returns jsonb
language sql immutable set search_path = '' as $$
  select case
    when octet_length(array_to_string(list_to_jsonb.list, ',')) <= list_to_jsonb.max_bytes then
      to_jsonb(list_to_jsonb.list)
    else
      jsonb_build_object(
        'count', cardinality(list_to_jsonb.list), 'md5', md5(array_to_string(list_to_jsonb.list, ','))
      )
  end;
$$;

revoke all on function private.list_to_jsonb(text[], integer) from public;

create or replace function private.assistant_to_jsonb(assistant public.assistants)
returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'label', assistant.label,
    'kind', assistant.kind,
    'openai_assistant_id', assistant.openai_assistant_id,
    'participant_id', assistant.participant_id,
    'web_research_enabled', assistant.web_research_enabled,
    'use_org_domains', assistant.use_org_domains,
    'web_domains', private.list_to_jsonb(assistant.web_domains, 1500),
    'description', assistant.description,
    'suggested_questions', private.list_to_jsonb(assistant.suggested_questions, 800)
  );
$$;

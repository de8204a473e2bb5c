-- Audit entries about assistants, participants, documents and model settings are derived from the row: a column that is
-- added later is recorded without a change here.

-- Returns the fields of an assistant for the audit row: all columns but those that only the database writes, so that a
-- new one is recorded too. Audit rows are small: long lists are recorded by their length and digest.
create or replace function private.assistant_to_jsonb(assistant public.assistants)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(assistant) - array['id', 'created_at', 'updated_at', 'label_order'] || jsonb_build_object(
    'web_domains', private.list_to_jsonb(assistant.web_domains, 1500),
    'suggested_questions', private.list_to_jsonb(assistant.suggested_questions, 800)
  );
$$;

create or replace function private.participant_to_jsonb(participant public.participants)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(participant) - array['id', 'created_at', 'updated_at'];
$$;

-- Returns the fields of a document for the audit row; without what the row itself contains.
create or replace function private.document_to_jsonb(document public.documents)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(document) - array['id', 'assistant_id', 'participant_id', 'created_at', 'updated_at'];
$$;

-- Returns the fields of a profile for the audit row: all columns but those that only the database writes. Instructions are
-- confidential: only their length and that they changed is recorded.
create or replace function private.profile_to_jsonb(profile public.ai_assistant_profiles)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(profile) - array['openai_assistant_id', 'instructions', 'version', 'updated_at']
    || jsonb_build_object('instructions_length', char_length(profile.instructions));
$$;


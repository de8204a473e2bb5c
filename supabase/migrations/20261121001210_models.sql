/*
 * Models: what an assistant is to the model can be changed by administrators, through the server, and each change is
 * recorded. Instructions are the organisation's own: the record tells that they changed and how long they are, not what
 * they say.
 */
alter table public.ai_assistant_profiles
  add constraint ai_assistant_profiles_provider_known check (provider in ('default', 'responses', 'chat')),
  add constraint ai_assistant_profiles_model_named check (model ~ '^[!-~]{1,200}$'),
  add constraint ai_assistant_profiles_instructions_length check (char_length(instructions) <= 20000),
  add constraint ai_assistant_profiles_max_output_tokens_limit check (max_output_tokens between 16 and 200000),
  add constraint ai_assistant_profiles_vector_stores_listed check (
    cardinality(vector_store_ids) <= 10
    and array_to_string(vector_store_ids, ' ', '*') ~ '^(vs_[A-Za-z0-9_-]{1,100}( vs_[A-Za-z0-9_-]{1,100})*)?$'
  );

alter table public.audit_logs
  drop constraint audit_logs_action_known,
  add constraint audit_logs_action_known check (
    action in (
      'login', 'conversation_created', 'send_message', 'run_started', 'run_succeeded', 'run_failed',
      'run_stream_started', 'run_stream_completed', 'upload_file', 'web_research', 'conversation_deleted', 'denied',
      'assistant_created', 'assistant_updated', 'assistant_deleted',
      'participant_created', 'participant_updated', 'participant_deleted',
      'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
      'role_access_granted', 'role_access_revoked', 'role_changed', 'model_changed'
    )
  );

/*
 * What of a profile the record of a change tells.
 */
create function private.told_of_profile(profile public.ai_assistant_profiles)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'provider', profile.provider,
    'model', profile.model,
    'max_output_tokens', profile.max_output_tokens,
    'vector_store_ids', profile.vector_store_ids,
    'instructions_length', char_length(profile.instructions)
  );
$$;

revoke all on function private.told_of_profile(public.ai_assistant_profiles) from public;

/*
 * Sets what an assistant is to the model, on behalf of an administrator, and records it; nothing is recorded where
 * nothing changes. All assistants with the same key share one profile. Answers `outcome`: saved, admin_required, not_found.
 */
create function public.set_assistant_model(
  user_id uuid,
  assistant_id uuid,
  provider text,
  model text,
  instructions text,
  max_output_tokens integer,
  vector_store_ids text[]
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  assistant_key text;
  old_profile public.ai_assistant_profiles;
  new_profile public.ai_assistant_profiles;
begin
  if not exists (
    select 1
    from public.users
    join public.roles on roles.id = users.role_id and roles.name = 'admin'
    where users.id = set_assistant_model.user_id
  ) then
    perform public.record_audit(
      'denied', set_assistant_model.user_id, set_assistant_model.assistant_id, null, '{"attempted": "model_changed"}'
    );
    return jsonb_build_object('outcome', 'admin_required');
  end if;

  select openai_assistant_id into assistant_key
  from public.assistants
  where id = set_assistant_model.assistant_id
  for share;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;

  -- Its row, to be locked: what the record says was there before is what the change replaces.
  insert into public.ai_assistant_profiles (openai_assistant_id) values (assistant_key) on conflict do nothing;
  select * into old_profile
  from public.ai_assistant_profiles
  where openai_assistant_id = assistant_key
  for update;

  update public.ai_assistant_profiles
  set provider = set_assistant_model.provider,
      model = set_assistant_model.model,
      instructions = set_assistant_model.instructions,
      max_output_tokens = set_assistant_model.max_output_tokens,
      vector_store_ids = set_assistant_model.vector_store_ids,
      version = version + 1
  where openai_assistant_id = assistant_key
    and (provider, model, instructions, max_output_tokens, vector_store_ids) is distinct from (
      set_assistant_model.provider,
      set_assistant_model.model,
      set_assistant_model.instructions,
      set_assistant_model.max_output_tokens,
      set_assistant_model.vector_store_ids
    )
  returning * into new_profile;

  if found then
    perform public.record_audit(
      'model_changed',
      set_assistant_model.user_id,
      set_assistant_model.assistant_id,
      null,
      jsonb_build_object(
        'openai_assistant_id', assistant_key,
        'before', private.told_of_profile(old_profile),
        'after', private.told_of_profile(new_profile),
        'instructions_changed', old_profile.instructions <> new_profile.instructions
      )
    );
  end if;
  return jsonb_build_object('outcome', 'saved');
end;
$$;

revoke all on function public.set_assistant_model(uuid, uuid, text, text, text, integer, text[])
  from public, anon, authenticated;
grant execute on function public.set_assistant_model(uuid, uuid, text, text, text, integer, text[]) to service_role;

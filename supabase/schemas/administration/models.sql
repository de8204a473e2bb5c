-- The model settings of assistants, changed by administrators through the server.

-- Returns the fields of a profile for the audit row: all columns but those that only the database writes. Instructions are
-- confidential: only their length and that they changed is recorded.
create function private.profile_to_jsonb(profile public.ai_assistant_profiles)
returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(profile) - array['openai_assistant_id', 'instructions', 'version', 'updated_at']
    || jsonb_build_object('instructions_length', char_length(profile.instructions));
$$;

-- Saves the model settings of an assistant on behalf of an administrator and records the change; an unchanged profile
-- is not recorded. All assistants with the same key share one profile. Returns `outcome`: saved, admin_required,
-- not_found.
create function public.set_assistant_model(
  user_id uuid,
  assistant_id uuid,
  provider text,
  model text,
  instructions text,
  max_output_tokens integer,
  vector_store_ids text[],
  max_input_tokens integer default null,
  fallback text default null
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
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
    perform private.record_audit(
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

  -- Inserts the row in order to lock it: the recorded "before" is what this change replaces.
  insert into public.ai_assistant_profiles (openai_assistant_id) values (assistant_key) on conflict do nothing;
  select * into old_profile
  from public.ai_assistant_profiles
  where openai_assistant_id = assistant_key
  for update;

  perform set_config('instructions.changed_by', set_assistant_model.user_id::text, true);
  update public.ai_assistant_profiles
  set provider = set_assistant_model.provider,
      model = set_assistant_model.model,
      instructions = set_assistant_model.instructions,
      max_output_tokens = set_assistant_model.max_output_tokens,
      vector_store_ids = set_assistant_model.vector_store_ids,
      max_input_tokens = set_assistant_model.max_input_tokens,
      fallback = set_assistant_model.fallback,
      version = version + 1
  where openai_assistant_id = assistant_key
    and (provider, model, instructions, max_output_tokens, vector_store_ids, max_input_tokens, fallback) is distinct from (
      set_assistant_model.provider,
      set_assistant_model.model,
      set_assistant_model.instructions,
      set_assistant_model.max_output_tokens,
      set_assistant_model.vector_store_ids,
      set_assistant_model.max_input_tokens,
      set_assistant_model.fallback
    )
  returning * into new_profile;

  if found then
    perform private.record_audit(
      'model_changed',
      set_assistant_model.user_id,
      set_assistant_model.assistant_id,
      null,
      jsonb_build_object(
        'openai_assistant_id', assistant_key,
        'before', private.profile_to_jsonb(old_profile),
        'after', private.profile_to_jsonb(new_profile),
        'instructions_changed', old_profile.instructions <> new_profile.instructions
      )
    );
  end if;
  return jsonb_build_object('outcome', 'saved');
end;
$$;
grant execute
  on function public.set_assistant_model(uuid, uuid, text, text, text, integer, text[], integer, text)
  to service_role;

-- Saves model settings if `version` is still the version that the caller read, so that concurrent changes are not
-- overwritten. An assistant without a profile has the version of its first one. Without a version, saves
-- unconditionally. Returns `outcome`: conflict, or those of set_assistant_model.
create function public.save_assistant_model(
  user_id uuid,
  assistant_id uuid,
  provider text,
  model text,
  instructions text,
  max_output_tokens integer,
  vector_store_ids text[],
  read_version integer default null,
  max_input_tokens integer default null,
  fallback text default null
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  assistant_key text;
  is_admin boolean;
begin
  -- Serialises concurrent saves, also while there is no profile yet.
  select openai_assistant_id into assistant_key
  from public.assistants
  where id = save_assistant_model.assistant_id
  for no key update;

  select roles.name = 'admin' into is_admin
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = save_assistant_model.user_id;

  if is_admin and assistant_key is not null and save_assistant_model.read_version <> coalesce(
    (select version from public.ai_assistant_profiles where openai_assistant_id = assistant_key for update), 1
  ) then
    return jsonb_build_object('outcome', 'conflict');
  end if;
  return public.set_assistant_model(
    save_assistant_model.user_id,
    save_assistant_model.assistant_id,
    save_assistant_model.provider,
    save_assistant_model.model,
    save_assistant_model.instructions,
    save_assistant_model.max_output_tokens,
    save_assistant_model.vector_store_ids,
    save_assistant_model.max_input_tokens,
    save_assistant_model.fallback
  );
end;
$$;
grant execute
  on function public.save_assistant_model(uuid, uuid, text, text, text, integer, text[], integer, integer, text)
  to service_role;

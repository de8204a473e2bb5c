/*
 * What an assistant is to the model is saved against the version that was read: what somebody else saved meanwhile is
 * not written over. An assistant without a profile is at the version that its first one has. Without a version it is
 * saved in any case. Answers `outcome`: conflict, or as set_assistant_model.
 */
create function public.save_assistant_model(
  user_id uuid,
  assistant_id uuid,
  provider text,
  model text,
  instructions text,
  max_output_tokens integer,
  vector_store_ids text[],
  read_version integer default null
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  assistant_key text;
  is_admin boolean;
begin
  -- Who saves at the same moment waits here, also where there is no profile yet.
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
    save_assistant_model.vector_store_ids
  );
end;
$$;

revoke all on function public.save_assistant_model(uuid, uuid, text, text, text, integer, text[], integer)
  from public, anon, authenticated;
grant execute on function public.save_assistant_model(uuid, uuid, text, text, text, integer, text[], integer)
  to service_role;

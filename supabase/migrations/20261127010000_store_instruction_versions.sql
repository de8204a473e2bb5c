-- Stores versions of the instructions of assistants.

-- The instructions of a profile after each change: the latest 50, the last of them the current ones. `created_by` is null
-- if the server or an operator changed them. A trigger inserts them on every path, and no role may change them.
create table public.instruction_versions (
  openai_assistant_id text not null references public.ai_assistant_profiles (openai_assistant_id) on delete cascade,
  number integer not null,
  instructions text not null,
  created_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (openai_assistant_id, number)
);

revoke all on table public.instruction_versions from anon, authenticated, service_role;
grant select (openai_assistant_id, number, instructions, created_by, created_at)
on table public.instruction_versions to authenticated;
grant select on table public.instruction_versions to service_role;

create index instruction_versions_created_by_idx on public.instruction_versions (created_by);

alter table public.instruction_versions enable row level security;

create policy "Admins read the versions of instructions"
  on public.instruction_versions for select to authenticated
  using ((select private.is_admin()));

-- Stores the instructions of a profile that were changed, and deletes the versions before the latest 50.
create function private.store_instruction_version()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  max_versions constant integer := 50;
  version_number integer;
begin
  if new.instructions = coalesce(old.instructions, '') then
    return null;
  end if;
  insert into public.instruction_versions (openai_assistant_id, number, instructions, created_by)
  values (
    new.openai_assistant_id,
    coalesce(
      (select max(number) from public.instruction_versions where openai_assistant_id = new.openai_assistant_id), 0
    ) + 1,
    new.instructions,
    -- Set by the function that acts for an administrator.
    nullif(current_setting('instructions.changed_by', true), '')::uuid
  )
  returning number into version_number;
  delete from public.instruction_versions
  where openai_assistant_id = new.openai_assistant_id and number <= version_number - max_versions;
  return null;
end;
$$;
revoke all on function private.store_instruction_version() from public;

create trigger store_instruction_version
  after insert or update of instructions on public.ai_assistant_profiles
  for each row execute function private.store_instruction_version();

-- Deletes the versions of the instructions with the last assistant that has their key.
create function private.delete_instruction_versions()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.instruction_versions
  where openai_assistant_id = old.openai_assistant_id
    and not exists (select 1 from public.assistants where openai_assistant_id = old.openai_assistant_id);
  return null;
end;
$$;
revoke all on function private.delete_instruction_versions() from public;

create trigger delete_instruction_versions
  after delete on public.assistants
  for each row execute function private.delete_instruction_versions();

create or replace function public.set_assistant_model(
  user_id uuid,
  assistant_id uuid,
  provider text,
  model text,
  instructions text,
  max_output_tokens integer,
  vector_store_ids text[]
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

insert into public.instruction_versions (openai_assistant_id, number, instructions, created_at)
select openai_assistant_id, 1, instructions, updated_at
from public.ai_assistant_profiles
where instructions <> '';

-- Assistants, the access to them, and the profiles with which the server answers for them.

-- Checks that every element is a domain name.
create function private.are_domains(domains text[])
returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(coalesce(domain ~ '^[A-Za-z0-9.-]+$', false)), true) from unnest(domains) as domain;
$$;
grant execute on function private.are_domains(text[]) to authenticated, service_role;

-- Checks that every element is a short question in one line.
create function private.are_questions(questions text[])
returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    bool_and(
      coalesce(
        char_length(question) <= 120 and btrim(question) <> '' and question = private.plain_line(question), false
      )
    ),
    true
  )
  from unnest(questions) as question;
$$;
grant execute on function private.are_questions(text[]) to authenticated, service_role;

-- An assistant serves the whole organisation (`org`) or one participant (`participant`); a participant has at most one.
-- `openai_assistant_id` is an opaque key into `ai_assistant_profiles`, which only the server reads.
create table public.assistants (
  id uuid primary key default gen_random_uuid(),
  label text not null,
  kind text not null default 'org',
  openai_assistant_id text not null,
  participant_id uuid unique references public.participants (id) on delete cascade,
  web_research_enabled boolean not null default false,
  use_org_domains boolean not null default true,
  web_domains text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Sorts labels case-insensitively.
  label_order text generated always as (lower(label)) stored,
  -- One line that says what the assistant is for.
  description text not null default '',
  -- Questions that are offered while a conversation is empty.
  suggested_questions text[] not null default '{}',
  -- Input and output tokens that its replies may use in a month; null is no limit.
  monthly_token_budget bigint,
  -- The last reply is followed by questions that the user may ask next.
  suggest_follow_ups boolean not null default false,
  constraint assistants_label_printable check (label ~ '^[ -~]{3,60}$' and char_length(btrim(label)) >= 3),
  constraint assistants_kind_known check (kind in ('org', 'participant')),
  constraint assistants_participant_matches_kind check (participant_id is null or kind = 'participant'),
  constraint assistants_openai_assistant_id_prefixed check (openai_assistant_id ~ '^asst_[A-Za-z0-9_-]{1,120}$'),
  constraint assistants_web_domains_valid check (cardinality(web_domains) <= 50 and private.are_domains(web_domains)),
  constraint assistants_web_domains_flat check (coalesce(array_ndims(web_domains), 1) = 1),
  constraint assistants_description_one_line
    check (char_length(description) <= 120 and description = private.plain_line(description)),
  constraint assistants_suggested_questions_valid
    check (cardinality(suggested_questions) <= 4 and private.are_questions(suggested_questions)),
  constraint assistants_suggested_questions_flat check (coalesce(array_ndims(suggested_questions), 1) = 1),
  constraint assistants_monthly_token_budget_valid check (monthly_token_budget between 1000 and 1000000000000)
);

-- Direct access of one user to one assistant. Bulk grants are upserts, so granting twice is not an error.
create table public.assistant_access (
  assistant_id uuid not null references public.assistants (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- True if the user may edit the documents of the assistant and of its participant too.
  can_edit boolean not null default false,
  primary key (assistant_id, user_id)
);

-- Access of every user with a role to one assistant.
create table public.assistant_role_access (
  assistant_id uuid not null references public.assistants (id) on delete cascade,
  role_id uuid not null references public.roles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (assistant_id, role_id)
);

-- Provider, model, instructions and limits with which the server answers for an assistant. `provider` names a connection of
-- the server, or a kind of its default one; `fallback` another connection, which is used before the first word only.
-- Instructions are confidential to the organisation: clients have no privileges on this table and it has no policy.
create table public.ai_assistant_profiles (
  openai_assistant_id text primary key,
  provider text not null default 'default',
  model text,
  instructions text not null default '',
  vector_store_ids text[] not null default '{}',
  max_output_tokens integer,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  max_input_tokens integer,
  fallback text,
  constraint ai_assistant_profiles_id_prefixed check (openai_assistant_id ~ '^asst_[A-Za-z0-9_-]{1,120}$'),
  constraint ai_assistant_profiles_max_output_tokens_positive check (max_output_tokens > 0),
  constraint ai_assistant_profiles_version_positive check (version > 0),
  constraint ai_assistant_profiles_provider_valid check (provider ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  constraint ai_assistant_profiles_fallback_valid check (fallback ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  constraint ai_assistant_profiles_max_input_tokens_limit check (max_input_tokens between 1000 and 2000000),
  constraint ai_assistant_profiles_model_valid check (model ~ '^[!-~]{1,200}$'),
  constraint ai_assistant_profiles_instructions_length check (char_length(instructions) <= 20000),
  constraint ai_assistant_profiles_max_output_tokens_limit check (max_output_tokens between 16 and 200000),
  constraint ai_assistant_profiles_vector_stores_valid check (
    cardinality(vector_store_ids) <= 10
    and array_to_string(vector_store_ids, ' ', '*') ~ '^(vs_[A-Za-z0-9_-]{1,100}( vs_[A-Za-z0-9_-]{1,100})*)?$'
  )
);

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

create index assistants_label_idx on public.assistants (label, id);
create index assistants_label_order_idx on public.assistants (label_order, id);
create index assistant_access_user_id_idx on public.assistant_access (user_id);
create index assistant_role_access_role_id_idx on public.assistant_role_access (role_id);
create index instruction_versions_created_by_idx on public.instruction_versions (created_by);

grant
  select (
    id, label, kind, openai_assistant_id, participant_id,
    web_research_enabled, use_org_domains, web_domains, created_at, updated_at, label_order, description,
    suggested_questions, monthly_token_budget, suggest_follow_ups
  ),
  insert (
    id, label, kind, openai_assistant_id, participant_id, web_research_enabled, use_org_domains, web_domains,
    description, suggested_questions, monthly_token_budget, suggest_follow_ups
  ),
  update (
    label, kind, openai_assistant_id, participant_id, web_research_enabled, use_org_domains, web_domains,
    description, suggested_questions, monthly_token_budget, suggest_follow_ups
  ),
  delete
on table public.assistants to authenticated;
grant select, insert, update, delete on table public.assistants to service_role;

grant
  select (assistant_id, user_id, created_at, can_edit),
  insert (assistant_id, user_id, can_edit),
  update (assistant_id, user_id, can_edit),
  delete
on table public.assistant_access to authenticated;
grant select, insert, update, delete on table public.assistant_access to service_role;

grant
  select (assistant_id, role_id, created_at),
  insert (assistant_id, role_id),
  delete
on table public.assistant_role_access to authenticated;
grant select, insert, update, delete on table public.assistant_role_access to service_role;

grant select, insert, update, delete on table public.ai_assistant_profiles to service_role;

grant select (openai_assistant_id, number, instructions, created_by, created_at)
on table public.instruction_versions to authenticated;
grant select on table public.instruction_versions to service_role;

alter table public.assistants enable row level security;
alter table public.assistant_access enable row level security;
alter table public.assistant_role_access enable row level security;
alter table public.ai_assistant_profiles enable row level security;
alter table public.instruction_versions enable row level security;

create trigger touch_updated_at
  before update on public.assistants
  for each row execute function private.touch_updated_at();

create trigger admins_only
  before insert or update or delete on public.assistants
  for each statement execute function private.refuse_unless_admin();

create trigger admins_only
  before insert or update or delete on public.assistant_access
  for each statement execute function private.refuse_unless_admin();

create trigger admins_only
  before insert or update or delete on public.assistant_role_access
  for each statement execute function private.refuse_unless_admin();

create trigger touch_updated_at
  before update on public.ai_assistant_profiles
  for each row execute function private.touch_updated_at();

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

create trigger delete_instruction_versions
  after delete on public.assistants
  for each row execute function private.delete_instruction_versions();

-- Returns the assistants that a user may use: granted to the user, granted to the user's role, or all of them for an
-- administrator; none without an active account. This is the only definition of that rule. Assigning a worker to a
-- participant does not grant access; the screens offer to do both. In PL/pgSQL, which plans the query once per connection:
-- most requests evaluate it several times.
create function private.assistants_usable_by(user_id uuid)
returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select granted.assistant_id
    from (
      select assistant_id from public.assistant_access where assistant_access.user_id = assistants_usable_by.user_id
      union
      select assistant_role_access.assistant_id
      from public.assistant_role_access
      join public.users on users.role_id = assistant_role_access.role_id
      where users.id = assistants_usable_by.user_id
      union
      select assistants.id
      from public.assistants
      join public.users on users.id = assistants_usable_by.user_id
      join public.roles on roles.id = users.role_id and roles.name = 'admin'
    ) as granted (assistant_id)
    where (select private.access_state(assistants_usable_by.user_id)) = 'active';
end;
$$;
grant execute on function private.assistants_usable_by(uuid) to service_role;

-- Returns the caller's assistants as a set: a policy with `in (select …)` evaluates it once per query, not once per
-- row.
create function private.usable_assistant_ids()
returns setof uuid
language sql stable security definer set search_path = '' as $$
  select private.assistants_usable_by(auth.uid());
$$;
grant execute on function private.usable_assistant_ids() to authenticated, service_role;

-- Names administrators in addition to the rule, because a row that was just inserted is not in its result yet.
create policy "Users read the assistants that they may use, admins read all"
  on public.assistants for select to authenticated
  using ((select private.is_admin()) or id in (select private.usable_assistant_ids()));

create policy "Admins add assistants"
  on public.assistants for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins change assistants"
  on public.assistants for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins delete assistants"
  on public.assistants for delete to authenticated
  using ((select private.is_admin()));

create policy "Users read their own direct access, admins read all"
  on public.assistant_access for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Admins grant direct access"
  on public.assistant_access for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins grant direct access again"
  on public.assistant_access for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins revoke direct access"
  on public.assistant_access for delete to authenticated
  using ((select private.is_admin()));

create policy "Users read the access of their own role, admins read all"
  on public.assistant_role_access for select to authenticated
  using (
    role_id in (select users.role_id from public.users where users.id = (select auth.uid()))
    or (select private.is_admin())
  );

create policy "Admins grant role access"
  on public.assistant_role_access for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins revoke role access"
  on public.assistant_role_access for delete to authenticated
  using ((select private.is_admin()));

create policy "Admins read the versions of instructions"
  on public.instruction_versions for select to authenticated
  using ((select private.is_admin()));

-- Checks the same rule for one assistant and any user; for the server, which acts on behalf of users.
create function private.can_use_assistant(assistant_id uuid, user_id uuid default auth.uid())
returns boolean
language sql stable security definer set search_path = '' as $$
  select can_use_assistant.assistant_id in (select private.assistants_usable_by(can_use_assistant.user_id));
$$;
grant execute on function private.can_use_assistant(uuid, uuid) to service_role;

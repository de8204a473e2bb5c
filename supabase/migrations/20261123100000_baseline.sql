-- The files of supabase/schemas as of 23 November 2026, in the order of config.toml. Read and change the database there;
-- a change also needs a migration of its own. This file is not edited.

-- Three roles reach this database through the REST interface: `anon` is a visitor without a session and gets no access
-- at all; `authenticated` is any signed-in user, whose rows are selected by policies on each request; `service_role` is
-- the server and gets only the privileges that it uses.
--
-- Privileges are closed by default: a table or function without a grant is accessible to its owner only, on every
-- platform. (A hosted project would otherwise grant each new table to all three roles.)
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

grant usage on schema public to authenticated, service_role;

-- Helpers that bypass row-level security are in `private`, which the REST interface does not expose.
create schema private;
grant usage on schema private to authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

create function private.touch_updated_at()
returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

-- The three roles are part of the product: every environment has them, with the same ids.
create table public.roles (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  constraint roles_name_known check (name in ('admin', 'office', 'support_worker'))
);

insert into public.roles (id, name)
values
  ('00000000-0000-4000-8000-0000000000a1', 'admin'),
  ('00000000-0000-4000-8000-0000000000a2', 'office'),
  ('00000000-0000-4000-8000-0000000000a3', 'support_worker');

-- One row per account of the auth service. The role is stored here only, never in a token, so that a role change takes
-- effect on the next request.
create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  role_id uuid not null references public.roles (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The people whom the organisation supports. They do not sign in.
create table public.participants (
  id uuid primary key default gen_random_uuid(),
  display_name text not null,
  status text not null default 'active',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint participants_display_name_printable
    check (display_name ~ '^[ -~]{2,80}$' and char_length(btrim(display_name)) >= 2),
  constraint participants_status_known check (status in ('active', 'inactive'))
);

-- Which worker supports which participant.
create table public.participant_assignments (
  participant_id uuid not null references public.participants (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (participant_id, user_id)
);

create index users_email_idx on public.users (email, id);
create index users_role_email_idx on public.users (role_id, email, id);
create index participants_newest_idx on public.participants (created_at desc, id desc);
create index participants_status_newest_idx on public.participants (status, created_at desc, id desc);
create index participants_display_name_idx on public.participants (display_name, id);
create index participant_assignments_user_id_idx on public.participant_assignments (user_id);

grant select (id, name) on table public.roles to authenticated;
grant select on table public.roles to service_role;

grant
  select (id, email, role_id, created_at, updated_at),
  insert (id, email, role_id),
  update (role_id)
on table public.users to authenticated;
grant select, insert, update, delete on table public.users to service_role;

grant
  select (id, display_name, status, created_at, updated_at),
  insert (id, display_name, status),
  update (display_name, status),
  delete
on table public.participants to authenticated;
grant select, insert, update, delete on table public.participants to service_role;

grant
  select (participant_id, user_id, created_at),
  insert (participant_id, user_id),
  delete
on table public.participant_assignments to authenticated;
grant select, insert, update, delete on table public.participant_assignments to service_role;

alter table public.roles enable row level security;
alter table public.users enable row level security;
alter table public.participants enable row level security;
alter table public.participant_assignments enable row level security;

create trigger touch_updated_at
  before update on public.users
  for each row execute function private.touch_updated_at();

-- Raises an error if a client other than an administrator changes a table. Row-level security would silently affect no
-- rows and report success, which hides mistakes on records that only administrators manage. Row-level security still
-- decides; this makes the refusal visible. The server and cascading deletes are not clients.
create function private.refuse_unless_admin()
returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and not (select private.is_admin()) then
    raise exception 'Admin access required' using errcode = 'insufficient_privilege';
  end if;
  return null;
end;
$$;

create trigger admins_only
  before update on public.users
  for each statement execute function private.refuse_unless_admin();

-- Ensures that at least one administrator remains. Administrators cannot remove their own role, and the last one cannot
-- be removed, even if two administrators demote each other concurrently: both lock the role's row, and the second one
-- sees what the first one committed. The REST interface maps PT409 to status 409 with the message of the exception.
create function private.keep_an_admin()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  admin_role_id uuid;
begin
  select id into strict admin_role_id from public.roles where name = 'admin';

  -- A delete has no new row, so the second comparison is null and only the first one counts.
  if old.role_id <> admin_role_id or new.role_id = admin_role_id then
    return coalesce(new, old);
  end if;

  if tg_op = 'UPDATE' and old.id = auth.uid() then
    raise exception 'Cannot remove your own admin privileges.' using errcode = 'PT409';
  end if;

  perform 1 from public.roles where id = admin_role_id for no key update;

  if auth.uid() is not null and not private.is_admin() then
    raise exception 'Admin access required' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select 1 from public.users where role_id = admin_role_id and id <> old.id) then
    raise exception 'The last administrator must stay.' using errcode = 'PT409';
  end if;
  return coalesce(new, old);
end;
$$;

create trigger keep_an_admin
  before update of role_id or delete on public.users
  for each row execute function private.keep_an_admin();

create trigger touch_updated_at
  before update on public.participants
  for each row execute function private.touch_updated_at();

create trigger admins_only
  before insert or update or delete on public.participants
  for each statement execute function private.refuse_unless_admin();

create trigger admins_only
  before insert or update or delete on public.participant_assignments
  for each statement execute function private.refuse_unless_admin();

-- Creates the user of a new account, always as a support worker, whatever the sign-up form or its metadata claims.
create function private.file_new_user()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.users (id, email, role_id)
  values (new.id, coalesce(new.email, ''), private.support_worker_role_id())
  on conflict (id) do nothing;
  return new;
end;
$$;

create trigger file_new_user
  after insert on auth.users
  for each row execute function private.file_new_user();

-- Copies a changed email address from the account.
create function private.follow_email_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.users set email = coalesce(new.email, '') where id = new.id;
  return new;
end;
$$;

create trigger follow_email_change
  after update of email on auth.users
  for each row
  when (old.email is distinct from new.email)
  execute function private.follow_email_change();

create policy "Signed-in people read the roles"
  on public.roles for select to authenticated
  using (true);

-- Checks whether the caller is an administrator now. Bypasses row-level security because the policies on users call it.
create function private.is_admin()
returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
    from public.users
    join public.roles on roles.id = users.role_id
    where users.id = auth.uid() and roles.name = 'admin'
  );
$$;
grant execute on function private.is_admin() to authenticated, service_role;

create policy "People read their own record, admins read all"
  on public.users for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));

create function private.support_worker_role_id()
returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.roles where name = 'support_worker';
$$;
grant execute on function private.support_worker_role_id() to authenticated, service_role;

-- Returns the email address with which the caller signs in, so that users cannot create a record with another address.
create function private.sign_in_email()
returns text
language sql stable security definer set search_path = '' as $$
  select email from auth.users where id = auth.uid();
$$;
grant execute on function private.sign_in_email() to authenticated;

create policy "People file their own record, as support worker only"
  on public.users for insert to authenticated
  with check (
    id = (select auth.uid())
    and role_id = (select private.support_worker_role_id())
    and email = (select private.sign_in_email())
  );

create policy "Admins change roles"
  on public.users for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Assigned people read their participants, admins read all"
  on public.participants for select to authenticated
  using (
    (select private.is_admin())
    or id in (
      select participant_id
      from public.participant_assignments
      where user_id = (select auth.uid())
    )
  );

create policy "Admins add participants"
  on public.participants for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins change participants"
  on public.participants for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins delete participants"
  on public.participants for delete to authenticated
  using ((select private.is_admin()));

create policy "People read their own assignments, admins read all"
  on public.participant_assignments for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Admins assign workers"
  on public.participant_assignments for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins unassign workers"
  on public.participant_assignments for delete to authenticated
  using ((select private.is_admin()));

-- Checks whether the caller is an administrator, for screens and functions.
create function public.is_admin()
returns boolean
language sql stable set search_path = '' as $$
  select private.is_admin();
$$;
grant execute on function public.is_admin() to authenticated, service_role;

create function public.is_administrator(user_id uuid)
returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
    from public.users
    join public.roles on roles.id = users.role_id
    where users.id = is_administrator.user_id and roles.name = 'admin'
  );
$$;
grant execute on function public.is_administrator(uuid) to service_role;

-- Assistants, who may use them, and how the server answers for them.

-- Checks that every element is a domain name.
create function private.are_domains(domains text[])
returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(coalesce(domain ~ '^[A-Za-z0-9.-]+$', false)), true) from unnest(domains) as domain;
$$;
grant execute on function private.are_domains(text[]) to authenticated, service_role;

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
  constraint assistants_label_printable check (label ~ '^[ -~]{3,60}$' and char_length(btrim(label)) >= 3),
  constraint assistants_kind_known check (kind in ('org', 'participant')),
  constraint assistants_participant_only_for_its_kind check (participant_id is null or kind = 'participant'),
  constraint assistants_openai_assistant_id_prefixed check (openai_assistant_id ~ '^asst_[A-Za-z0-9_-]{1,120}$'),
  constraint assistants_web_domains_valid check (cardinality(web_domains) <= 50 and private.are_domains(web_domains)),
  constraint assistants_web_domains_flat check (coalesce(array_ndims(web_domains), 1) = 1)
);

-- Direct access of one user to one assistant. Bulk grants are upserts, so granting twice is not an error.
create table public.assistant_access (
  assistant_id uuid not null references public.assistants (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (assistant_id, user_id)
);

-- Access of every user with a role to one assistant.
create table public.assistant_role_access (
  assistant_id uuid not null references public.assistants (id) on delete cascade,
  role_id uuid not null references public.roles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (assistant_id, role_id)
);

-- Provider, model, instructions and limits with which the server answers for an assistant. Instructions are
-- confidential to the organisation: clients have no privileges on this table and it has no policy.
create table public.ai_assistant_profiles (
  openai_assistant_id text primary key,
  provider text not null default 'default',
  model text,
  instructions text not null default '',
  vector_store_ids text[] not null default '{}',
  max_output_tokens integer,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  constraint ai_assistant_profiles_id_prefixed check (openai_assistant_id ~ '^asst_[A-Za-z0-9_-]{1,120}$'),
  constraint ai_assistant_profiles_max_output_tokens_positive check (max_output_tokens > 0),
  constraint ai_assistant_profiles_version_positive check (version > 0),
  constraint ai_assistant_profiles_provider_known check (provider in ('default', 'responses', 'chat')),
  constraint ai_assistant_profiles_model_named check (model ~ '^[!-~]{1,200}$'),
  constraint ai_assistant_profiles_instructions_length check (char_length(instructions) <= 20000),
  constraint ai_assistant_profiles_max_output_tokens_limit check (max_output_tokens between 16 and 200000),
  constraint ai_assistant_profiles_vector_stores_listed check (
    cardinality(vector_store_ids) <= 10
    and array_to_string(vector_store_ids, ' ', '*') ~ '^(vs_[A-Za-z0-9_-]{1,100}( vs_[A-Za-z0-9_-]{1,100})*)?$'
  )
);

-- Short texts, such as a care plan or a procedure, that the demo provider quotes in its replies. Only the server writes
-- them.
create table public.assistant_records (
  id uuid primary key default gen_random_uuid(),
  assistant_id uuid not null references public.assistants (id) on delete cascade,
  title text not null,
  content text not null,
  created_at timestamptz not null default now(),
  constraint assistant_records_titled check (char_length(title) between 1 and 120),
  constraint assistant_records_short check (char_length(content) between 1 and 20000)
);

create index assistants_label_idx on public.assistants (label, id);
create index assistants_label_order_idx on public.assistants (label_order, id);
create index assistant_access_user_id_idx on public.assistant_access (user_id);
create index assistant_role_access_role_id_idx on public.assistant_role_access (role_id);
create unique index assistant_records_title_idx on public.assistant_records (assistant_id, title);

grant
  select (
    id, label, kind, openai_assistant_id, participant_id,
    web_research_enabled, use_org_domains, web_domains, created_at, updated_at, label_order
  ),
  insert (id, label, kind, openai_assistant_id, participant_id, web_research_enabled, use_org_domains, web_domains),
  update (label, kind, openai_assistant_id, participant_id, web_research_enabled, use_org_domains, web_domains),
  delete
on table public.assistants to authenticated;
grant select, insert, update, delete on table public.assistants to service_role;

grant
  select (assistant_id, user_id, created_at),
  insert (assistant_id, user_id),
  update (assistant_id, user_id),
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

grant select (id, assistant_id, title, content, created_at) on table public.assistant_records to authenticated;
grant select, insert, update, delete on table public.assistant_records to service_role;

alter table public.assistants enable row level security;
alter table public.assistant_access enable row level security;
alter table public.assistant_role_access enable row level security;
alter table public.ai_assistant_profiles enable row level security;
alter table public.assistant_records enable row level security;

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

-- Returns the assistants that a user may use: granted to the user, granted to the user's role, or all of them for an
-- administrator. This is the only definition of that rule. Assigning a worker to a participant does not grant access;
-- the screens offer to do both.
create function private.assistants_usable_by(person uuid)
returns setof uuid
language sql stable security definer set search_path = '' as $$
  select assistant_id from public.assistant_access where user_id = person
  union
  select assistant_role_access.assistant_id
  from public.assistant_role_access
  join public.users on users.role_id = assistant_role_access.role_id
  where users.id = person
  union
  select assistants.id
  from public.assistants
  join public.users on users.id = person
  join public.roles on roles.id = users.role_id and roles.name = 'admin';
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
create policy "People read the assistants that they may use, admins read all"
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

create policy "People read their own direct access, admins read all"
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

create policy "People read the access of their own role, admins read all"
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

create policy "People read the records of assistants that they can use"
  on public.assistant_records for select to authenticated
  using (assistant_id in (select private.usable_assistant_ids()));

-- Checks the same rule for one assistant and any user; for the server, which acts on behalf of users.
create function private.can_use_assistant(assistant uuid, person uuid default auth.uid())
returns boolean
language sql stable security definer set search_path = '' as $$
  select assistant in (select private.assistants_usable_by(person));
$$;
grant execute on function private.can_use_assistant(uuid, uuid) to service_role;

-- Conversations and their messages.

-- Checks that `citations` is `[{url, title}, …]`. Only http and https addresses are allowed, because clients render
-- them as links.
create function private.are_citations(citations jsonb)
returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(are_citations.citations) <> 'array' then false
    else jsonb_array_length(are_citations.citations) <= 50
      and octet_length(are_citations.citations::text) <= 262144
      and not jsonb_path_exists(
        are_citations.citations, '$[*] ? (!(@.url like_regex "^https?://[^ ]+$" && @.title.type() == "string"))'
      )
  end;
$$;
grant execute on function private.are_citations(jsonb) to service_role;

-- Checks that `notes` is a short list of sentences. Notes tell the reader how the reply was made, e.g. that only a part
-- of a file was read.
create function private.are_notes(notes jsonb)
returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(are_notes.notes) <> 'array' then false
    else jsonb_array_length(are_notes.notes) <= 20
      and octet_length(are_notes.notes::text) <= 65536
      and not jsonb_path_exists(are_notes.notes, '$[*] ? (!(@.type() == "string" && @ != ""))')
  end;
$$;
grant execute on function private.are_notes(jsonb) to service_role;

-- A conversation belongs to the user who started it and to no one else, administrators included. A user who loses
-- access to the assistant no longer sees the conversation, and sees it again when access is granted again; nothing is
-- deleted.
create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  assistant_id uuid not null references public.assistants (id) on delete cascade,
  title text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  head_id uuid,
  title_settled boolean not null default false,
  -- Set by the user; none of the three is activity.
  pinned boolean not null default false,
  archived boolean not null default false,
  unread boolean not null default false,
  constraint conversations_title_length check (char_length(title) <= 120 and char_length(btrim(title)) >= 1)
);

comment on column public.conversations.updated_at is
  'Time of the last message. Renaming does not change it, nor the order of the list.';
comment on column public.conversations.head_id is
  'Last message of the path that is shown; null if there are no messages.';
comment on column public.conversations.title_settled is
  'The title was set by the user or taken from the first message; from then on only the user changes it.';
comment on column public.conversations.unread is
  'A reply finished or failed since the user last opened the conversation.';

-- The messages of a conversation form a tree (`parent_id`): an edited message and a regenerated reply are siblings of
-- the earlier one, and nothing is overwritten. A conversation shows one path, the one that leads to its `head_id`.
--
-- Only the server writes messages, because a client that could would be able to forge replies of the assistant. `files`
-- is a snapshot of the attachments at the time of sending.
create table public.messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  role text not null,
  content text not null default '',
  files jsonb not null default '[]',
  openai_message_id text,
  created_at timestamptz not null default now(),
  parent_id uuid,
  superseded boolean not null default false,
  -- Copy of the conversation's user_id, for the search index: a search reads index entries of the caller's messages
  -- only.
  user_id uuid not null,
  citations jsonb not null default '[]',
  notes jsonb not null default '[]',
  constraint messages_once_in_its_conversation unique (conversation_id, id),
  constraint messages_parent_in_same_conversation
    foreign key (conversation_id, parent_id) references public.messages (conversation_id, id),
  constraint messages_role_known check (role in ('user', 'assistant')),
  constraint messages_files_listed
    check (case when jsonb_typeof(files) = 'array' then jsonb_array_length(files) <= 4 else false end),
  constraint messages_user_says_something
    check (role <> 'user' or (char_length(content) <= 16000 and (content <> '' or files <> '[]'))),
  constraint messages_citations_listed check (private.are_citations(citations)),
  constraint messages_notes_listed check (private.are_notes(notes)),
  constraint messages_of_people_cite_nothing check (role = 'assistant' or (citations = '[]' and notes = '[]'))
);

comment on column public.messages.parent_id is
  'The preceding message; null for a first message.';
comment on column public.messages.superseded is
  'A later reply continues this one and is shown instead of it.';
comment on column public.messages.citations is
  'Web pages that the reply cites, in order of appearance: [{url, title}, …].';
comment on column public.messages.notes is 'Sentences that tell the reader how the reply was made.';

-- A separate statement because the two tables reference each other.
alter table public.conversations
  add constraint conversations_head_in_same_conversation
    foreign key (id, head_id) references public.messages (conversation_id, id);

create index conversations_newest_activity_idx on public.conversations (user_id, updated_at desc, id);
create index conversations_assistant_id_idx on public.conversations (assistant_id);
create index conversations_head_idx on public.conversations (id, head_id);
create index conversations_listed_idx
  on public.conversations (user_id, archived, pinned desc, updated_at desc, id);
create index messages_in_order_idx on public.messages (conversation_id, created_at, id);
create index messages_siblings_idx on public.messages (conversation_id, parent_id, created_at, id);

grant
  select (
    id, user_id, assistant_id, title, created_at, updated_at, head_id, title_settled, pinned, archived, unread
  ),
  insert (assistant_id, title),
  update (title, pinned, archived, unread),
  delete
on table public.conversations to authenticated;
grant select, insert, update, delete on table public.conversations to service_role;

-- All columns, so that `select *` works.
grant
  select (
    id, conversation_id, role, content, files, openai_message_id, created_at, parent_id, superseded, user_id,
    citations, notes
  )
on table public.messages to authenticated;
grant select, insert, update, delete on table public.messages to service_role;

alter table public.conversations enable row level security;
alter table public.messages enable row level security;

-- Sets a placeholder title and records whether the title is final. A conversation created without a title gets one from
-- its first message.
create function private.settle_title()
returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.title_settled := true;
  else
    new.title_settled := new.title is not null;
    new.title := coalesce(new.title, 'New conversation');
  end if;
  return new;
end;
$$;

create trigger settle_title
  before insert or update of title on public.conversations
  for each row execute function private.settle_title();

-- Moves the conversation to the top of the list.
create function private.note_activity()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.conversations
  set updated_at = greatest(updated_at, new.created_at)
  where id = new.conversation_id;
  return null;
end;
$$;

create trigger note_activity
  after insert on public.messages
  for each row execute function private.note_activity();

-- Copies user_id from the conversation.
create function private.note_message_owner()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select user_id into new.user_id from public.conversations where id = new.conversation_id;
  return new;
end;
$$;

create trigger note_message_owner
  before insert on public.messages
  for each row execute function private.note_message_owner();

create policy "People read their own conversations while they have access"
  on public.conversations for select to authenticated
  using (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "People begin conversations with assistants they may use"
  on public.conversations for insert to authenticated
  with check (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "People delete their own conversations while they have access"
  on public.conversations for delete to authenticated
  using (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "People change their own conversations while they have access"
  on public.conversations for update to authenticated
  using (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()))
  with check (user_id = (select auth.uid()) and assistant_id in (select private.usable_assistant_ids()));

create policy "People read messages of conversations that they may read"
  on public.messages for select to authenticated
  using (exists (select 1 from public.conversations where conversations.id = messages.conversation_id));

-- Returns the caller's newest empty, untitled conversation with an assistant, which "Create Chat" reuses.
create function public.find_empty_conversation(with_assistant uuid)
returns uuid
language sql stable security invoker set search_path = '' as $$
  select conversations.id
  from public.conversations
  where conversations.user_id = (select auth.uid())
    and conversations.assistant_id = with_assistant
    and conversations.title = 'New conversation'
    and not conversations.archived
    and not exists (select from public.messages where messages.conversation_id = conversations.id)
  order by conversations.created_at desc
  limit 1;
$$;
grant execute on function public.find_empty_conversation(uuid) to authenticated;

-- Deletes conversations that have been empty and untitled for `empty_for` and returns how many. Keeps those that the
-- user pinned, archived or attached a file to.
create function public.sweep_empty_conversations(empty_for interval default '1 day')
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  swept integer;
begin
  -- Prevents audit_conversation from naming the owner as the actor.
  perform set_config('homie.deletion_reason', 'empty', true);
  delete from public.conversations
  where conversations.title = 'New conversation'
    and not conversations.pinned
    and not conversations.archived
    and conversations.created_at < clock_timestamp() - sweep_empty_conversations.empty_for
    and not exists (select from public.messages where messages.conversation_id = conversations.id)
    and not exists (select from public.attachments where attachments.conversation_id = conversations.id);
  get diagnostics swept = row_count;
  perform set_config('homie.deletion_reason', '', true);
  return swept;
end;
$$;
grant execute on function public.sweep_empty_conversations(interval) to service_role;

-- Rows are inserted once, by the database or the server, and never updated or deleted, except by a purge. There are no
-- foreign keys: each row has copies of the names it refers to, so it stays readable after the user, assistant or
-- participant is deleted.
--
-- Titles and messages are not stored here: access to the audit log is not access to conversations.
create table public.audit_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  assistant_id uuid,
  conversation_id uuid,
  action text not null,
  meta jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_email text,
  assistant_label text,
  assistant_kind text,
  participant_id uuid,
  participant_name text,
  target_user_id uuid,
  target_user_email text,
  constraint audit_logs_action_known check (
    action in (
      'login', 'conversation_created', 'send_message', 'run_started', 'run_succeeded', 'run_failed',
      'run_stream_started', 'run_stream_completed', 'upload_file', 'web_research', 'conversation_deleted', 'denied',
      'assistant_created', 'assistant_updated', 'assistant_deleted',
      'participant_created', 'participant_updated', 'participant_deleted',
      'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
      'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed',
      'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged', 'audit_hold_set', 'audit_hold_lifted'
    )
  ),
  constraint audit_logs_meta_is_small_object
    check (jsonb_typeof(meta) = 'object' and octet_length(meta::text) <= 8192)
);

comment on column public.audit_logs.target_user_id is 'The user whose role, access or assignment was changed.';

create index audit_logs_newest_idx on public.audit_logs (created_at desc, id desc);
create index audit_logs_user_idx on public.audit_logs (user_id, created_at desc, id desc);
create index audit_logs_assistant_idx on public.audit_logs (assistant_id, created_at desc, id desc);
create index audit_logs_participant_idx on public.audit_logs (participant_id, created_at desc, id desc);
create index audit_logs_conversation_idx on public.audit_logs (conversation_id, created_at desc, id desc);
create index audit_logs_action_idx on public.audit_logs (action, created_at desc, id desc);

grant
  select (
    id, user_id, assistant_id, conversation_id, action, meta, created_at, updated_at,
    user_email, assistant_label, assistant_kind, participant_id, participant_name, target_user_id, target_user_email
  )
on table public.audit_logs to authenticated;
grant select on table public.audit_logs to service_role;

alter table public.audit_logs enable row level security;

-- Copies the names of what the row refers to, as they are now.
create function private.complete_audit_log()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := new.created_at;
  new.user_email := coalesce(new.user_email, (select email from public.users where id = new.user_id));
  new.assistant_id := coalesce(
    new.assistant_id,
    (select assistant_id from public.conversations where id = new.conversation_id)
  );

  if new.assistant_id is not null and new.assistant_label is null then
    select assistants.label, assistants.kind, participants.id, participants.display_name
    into new.assistant_label, new.assistant_kind, new.participant_id, new.participant_name
    from public.assistants
    left join public.participants on participants.id = assistants.participant_id
    where assistants.id = new.assistant_id;
  end if;
  return new;
end;
$$;

create trigger complete_audit_log
  before insert on public.audit_logs
  for each row execute function private.complete_audit_log();

-- Refuses updates and deletes of audit rows, also to the owner of the table, whom privileges do not restrict. Only a
-- purge is exempt: it sets a variable for its own delete, within its own transaction.
create function private.refuse_audit_change()
returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and current_setting('audit.purging', true) = pg_current_xact_id()::text then
    return null;
  end if;
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end;
$$;

create trigger refuse_audit_change
  before update or delete or truncate on public.audit_logs
  for each statement execute function private.refuse_audit_change();

-- Records sign-ins. A session row is inserted exactly once per sign-in, by password or by link, and is reused by token
-- refreshes. `last_sign_in_at` would not do, because the embedded auth service also updates it on every refresh.
create function private.audit_login()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_logs (action, user_id) values ('login', new.user_id);
  return null;
end;
$$;

create trigger audit_login
  after insert on auth.sessions
  for each row execute function private.audit_login();

-- Records the creation and deletion of conversations in the same transaction. The actor of a deletion is the signed-in
-- user (an administrator who deletes an assistant deletes conversations of other users), else the owner.
create function private.audit_conversation()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reason text := nullif(current_setting('homie.deletion_reason', true), '');
begin
  if tg_op = 'INSERT' then
    insert into public.audit_logs (action, user_id, assistant_id, conversation_id, created_at)
    values ('conversation_created', new.user_id, new.assistant_id, new.id, new.created_at);
  else
    insert into public.audit_logs (action, user_id, assistant_id, conversation_id, meta)
    values (
      'conversation_deleted',
      case when reason is null then coalesce(auth.uid(), old.user_id) end,
      old.assistant_id,
      old.id,
      case
        when reason is not null then jsonb_build_object('owner_id', old.user_id, 'reason', reason)
        when auth.uid() <> old.user_id then jsonb_build_object('owner_id', old.user_id)
        else '{}'
      end
    );
  end if;
  return null;
end;
$$;

create trigger audit_conversation
  after insert or delete on public.conversations
  for each row execute function private.audit_conversation();

-- Deletes conversations before their user, assistant or participant. A cascade deletes the parent first, and the audit
-- row of a deleted conversation could no longer name it.
create function private.end_conversations_first()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  case tg_table_name
    when 'participants' then delete from public.assistants where participant_id = old.id;
    when 'assistants' then delete from public.conversations where assistant_id = old.id;
    when 'users' then delete from public.conversations where user_id = old.id;
  end case;
  return old;
end;
$$;

create trigger end_conversations_first
  before delete on public.participants
  for each row execute function private.end_conversations_first();

create trigger end_conversations_first
  before delete on public.assistants
  for each row execute function private.end_conversations_first();

create trigger end_conversations_first
  before delete on public.users
  for each row execute function private.end_conversations_first();

create policy "Admins read the audit log"
  on public.audit_logs for select to authenticated
  using ((select private.is_admin()));

-- Computed columns that embed the current user and assistant of a row, next to the copies: `users(email)`,
-- `assistants(label,kind,participant_id,participants(display_name))`. Null if deleted.
create function public.users(public.audit_logs)
returns setof public.users
rows 1
language sql stable set search_path = '' as $$
  select * from public.users where users.id = $1.user_id;
$$;
grant execute on function public.users(public.audit_logs) to authenticated, service_role;

create function public.assistants(public.audit_logs)
returns setof public.assistants
rows 1
language sql stable set search_path = '' as $$
  select * from public.assistants where assistants.id = $1.assistant_id;
$$;
grant execute on function public.assistants(public.audit_logs) to authenticated, service_role;

-- Inserts an audit row for the server (messages, runs, uploads, refusals). The time is always now.
create function public.record_audit(
  action text,
  user_id uuid,
  assistant_id uuid default null,
  conversation_id uuid default null,
  meta jsonb default '{}'
)
returns uuid
language sql security definer set search_path = '' as $$
  insert into public.audit_logs (action, user_id, assistant_id, conversation_id, meta)
  values (
    record_audit.action,
    record_audit.user_id,
    record_audit.assistant_id,
    record_audit.conversation_id,
    coalesce(record_audit.meta, '{}')
  )
  returning id;
$$;
grant execute on function public.record_audit(text, uuid, uuid, uuid, jsonb) to service_role;

-- Turns: how the server starts, writes and finishes a reply.
--
-- Only the functions in this folder write messages, turns and events, and only the server may call them. Each is one
-- transaction and idempotent: starting returns the existing turn of a key, appending skips events that exist, finishing
-- a finished turn changes nothing. Results that a caller must expect (not the caller's conversation, another reply is
-- running) are returned as an outcome rather than raised, so that audit rows written with them are committed.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

-- A turn is one sent message and the reply to it. It outlives the request that started it: `text` holds the reply so
-- far, `turn_events` the events that a reader may have missed, and `heartbeat_at` distinguishes a dead turn from a slow
-- one. A conversation has at most one running turn, and a repeated `idempotency_key` returns the existing turn.
--
-- The fillfactor leaves room for heap-only updates: each appended event updates the row.
create table public.turns (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  user_message_id uuid not null references public.messages (id) on delete cascade,
  assistant_message_id uuid references public.messages (id) on delete set null,
  idempotency_key text not null,
  status text not null default 'running',
  provider text,
  model text,
  text text not null default '',
  last_seq integer not null default 0,
  openai_message_id text,
  run_id text,
  error_code text,
  error_message text,
  stop_requested boolean not null default false,
  usage jsonb,
  heartbeat_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The request that writes the turn, so that a retry of that request recognises its own turn.
  writer_id uuid,
  continues_turn_id uuid references public.turns (id) on delete set null,
  folded boolean not null default false,
  citations jsonb not null default '[]',
  notes jsonb not null default '[]',
  warned boolean not null default false,
  unique (conversation_id, idempotency_key),
  constraint turns_idempotency_key_length check (char_length(idempotency_key) between 1 and 200),
  constraint turns_status_known
    check (status in ('running', 'completed', 'stopped', 'interrupted', 'failed', 'requires_action')),
  constraint turns_ended_when_not_running check ((status = 'running') = (ended_at is null)),
  constraint turns_citations_listed check (private.are_citations(citations)),
  constraint turns_notes_listed check (private.are_notes(notes))
) with (fillfactor = 70);

comment on column public.turns.continues_turn_id is 'The unfinished turn whose text this one continues.';
comment on column public.turns.folded is 'The text events were replaced by a single one.';
comment on column public.turns.warned is 'The reader was warned that most of the daily limit is used.';

-- The events of a turn in order, from which a reader resumes its stream.
create table public.turn_events (
  turn_id uuid not null references public.turns (id) on delete cascade,
  seq integer not null,
  event text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (turn_id, seq),
  constraint turn_events_seq_positive check (seq > 0),
  constraint turn_events_event_known
    check (event in ('info', 'created', 'delta', 'final', 'requires_action', 'error'))
);

create unique index turns_one_running_per_conversation_idx on public.turns (conversation_id) where status = 'running';
create index turns_user_id_idx on public.turns (user_id, created_at desc);
create index turns_user_message_id_idx on public.turns (user_message_id);
create index turns_assistant_message_id_idx on public.turns (assistant_message_id);
create index turns_continues_turn_id_idx on public.turns (continues_turn_id);
create index turns_to_fold_idx on public.turns (ended_at) where ended_at is not null and not folded;

grant
  select (
    id, conversation_id, user_id, user_message_id, assistant_message_id, idempotency_key, status, text, last_seq,
    openai_message_id, error_code, error_message, stop_requested, created_at, ended_at, citations, notes
  )
on table public.turns to authenticated;
grant select, insert, update, delete on table public.turns to service_role;

grant select (turn_id, seq, event, data, created_at) on table public.turn_events to authenticated;
grant select, insert, update, delete on table public.turn_events to service_role;

alter table public.turns enable row level security;
alter table public.turn_events enable row level security;

create policy "People read turns of conversations that they may read"
  on public.turns for select to authenticated
  using (exists (select 1 from public.conversations where conversations.id = turns.conversation_id));

create policy "People read events of turns that they may read"
  on public.turn_events for select to authenticated
  using (exists (select 1 from public.turns where turns.id = turn_events.turn_id));

-- Inserts one audit row about a turn. Rows of one transaction, or of one tick of a coarse clock, keep their order.
create function private.audit_turn(turn public.turns, action text, extra jsonb default '{}')
returns void
language sql set search_path = '' as $$
  insert into public.audit_logs (action, user_id, conversation_id, created_at, meta)
  values (
    audit_turn.action,
    (audit_turn.turn).user_id,
    (audit_turn.turn).conversation_id,
    greatest(
      clock_timestamp(),
      (
        select max(created_at)
        from public.audit_logs
        where conversation_id = (audit_turn.turn).conversation_id
      ) + interval '1 microsecond'
    ),
    jsonb_strip_nulls(jsonb_build_object(
      'turn_id', (audit_turn.turn).id,
      'thread_id', (audit_turn.turn).conversation_id,
      'run_id', (audit_turn.turn).run_id,
      'openai_message_id', (audit_turn.turn).openai_message_id,
      'provider', (audit_turn.turn).provider,
      'model', (audit_turn.turn).model
    )) || audit_turn.extra
  );
$$;

-- Concatenates the text of a reply from its events. The turn stores it only when it ends: rewriting a growing text on
-- every flush would take quadratic time.
create function private.turn_text(turn_id uuid)
returns text
language sql stable set search_path = '' as $$
  select coalesce(string_agg(turn_events.data ->> 'text', '' order by turn_events.seq), '')
  from public.turn_events
  where turn_events.turn_id = turn_text.turn_id and turn_events.event = 'delta';
$$;

-- Returns the time for a new message: later than every other message of the conversation, whatever the clock says.
create function private.next_message_time(conversation_id uuid)
returns timestamptz
language sql volatile set search_path = '' as $$
  select greatest(clock_timestamp(), max(messages.created_at) + interval '1 microsecond')
  from public.messages
  where messages.conversation_id = next_message_time.conversation_id;
$$;

-- Finishes a running turn whose row the caller has locked: inserts the assistant's message, the closing event and the
-- audit rows. The reply becomes the head of the conversation unless the user has switched to another branch in the
-- meantime. A reply that continues an unfinished one also inherits its citations and notes.
create function private.end_turn(
  turn public.turns,
  status text,
  error_code text default null,
  error_message text default null,
  retryable boolean default false,
  usage jsonb default null
)
returns public.turns
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  reply text := private.turn_text((end_turn.turn).id);
  reply_id uuid;
  all_citations jsonb := (end_turn.turn).citations;
  all_notes jsonb := (end_turn.turn).notes;
  ended public.turns;
  closing_event text;
  closing_data jsonb;
begin
  if (end_turn.turn).continues_turn_id is not null then
    select
      private.joined_list(turns.citations, all_citations, 50),
      private.joined_list(turns.notes, all_notes, 20)
    into all_citations, all_notes
    from public.turns
    where id = (end_turn.turn).continues_turn_id;
  end if;

  if end_turn.status in ('completed', 'stopped') and reply <> '' then
    insert into public.messages (
      conversation_id, parent_id, role, content, openai_message_id, citations, notes, created_at
    )
    values (
      (end_turn.turn).conversation_id,
      (end_turn.turn).user_message_id,
      'assistant',
      reply,
      (end_turn.turn).openai_message_id,
      all_citations,
      all_notes,
      private.next_message_time((end_turn.turn).conversation_id)
    )
    returning id into reply_id;

    update public.conversations
    set head_id = reply_id
    where id = (end_turn.turn).conversation_id and head_id = (end_turn.turn).user_message_id;

    with recursive continued as (
      select turns.continues_turn_id, turns.assistant_message_id
      from public.turns
      where turns.id = (end_turn.turn).continues_turn_id
      union all
      select turns.continues_turn_id, turns.assistant_message_id
      from continued
      join public.turns on turns.id = continued.continues_turn_id
    )
    update public.messages
    set superseded = true
    where id in (select assistant_message_id from continued);
  end if;

  update public.turns
  set status = end_turn.status,
      text = reply,
      assistant_message_id = reply_id,
      error_code = end_turn.error_code,
      error_message = end_turn.error_message,
      usage = end_turn.usage,
      citations = all_citations,
      notes = all_notes,
      last_seq = last_seq + 1,
      ended_at = clock_timestamp()
  where id = (end_turn.turn).id
  returning * into ended;

  case
    when end_turn.status in ('completed', 'stopped') then
      closing_event := 'final';
      closing_data := jsonb_build_object(
        'messageId', reply_id, 'text', reply, 'openaiMessageId', ended.openai_message_id
      );
      if end_turn.status = 'stopped' then
        closing_data := closing_data || '{"stopped": true}';
      end if;
      if all_citations <> '[]' then
        closing_data := closing_data || jsonb_build_object('citations', all_citations);
      end if;
      if all_notes <> '[]' then
        closing_data := closing_data || jsonb_build_object('notes', all_notes);
      end if;
    when end_turn.status = 'requires_action' then
      closing_event := 'requires_action';
      closing_data := jsonb_build_object('message', end_turn.error_message);
    else
      closing_event := 'error';
      closing_data := jsonb_build_object(
        'message', end_turn.error_message, 'code', end_turn.error_code, 'retryable', end_turn.retryable
      );
  end case;

  insert into public.turn_events (turn_id, seq, event, data)
  values (ended.id, ended.last_seq, closing_event, closing_data);

  if end_turn.status in ('completed', 'stopped') then
    if ended.openai_message_id is not null then
      perform private.audit_turn(ended, 'run_stream_completed');
    end if;
    perform private.audit_turn(
      ended, 'run_succeeded', case end_turn.status when 'stopped' then '{"stopped": true}'::jsonb else '{}' end
    );
  else
    perform private.audit_turn(
      ended, 'run_failed', jsonb_build_object('error_code', coalesce(end_turn.error_code, end_turn.status))
    );
  end if;

  return ended;
end;
$$;

-- Finishes running turns without a heartbeat: the process that wrote them has died. Their text so far is retained.
create function private.interrupt_stale_turns(stale_after interval, turn_id uuid, conversation_id uuid)
returns integer
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  turn public.turns;
  interrupted integer := 0;
begin
  for turn in
    select *
    from public.turns
    where status = 'running'
      and heartbeat_at <= clock_timestamp() - interrupt_stale_turns.stale_after
      and (interrupt_stale_turns.turn_id is null or id = interrupt_stale_turns.turn_id)
      and (
        interrupt_stale_turns.conversation_id is null
        or conversation_id = interrupt_stale_turns.conversation_id
      )
    for update skip locked
  loop
    perform private.end_turn(
      turn, 'interrupted', 'interrupted', 'The reply was interrupted before it was complete.', true
    );
    interrupted := interrupted + 1;
  end loop;
  return interrupted;
end;
$$;

-- Finishes running turns without a heartbeat for `stale_after`, all of them or one, and returns how many. Called by the
-- sweep.
create function public.interrupt_stale_turns(stale_after interval default '10 seconds', turn_id uuid default null)
returns integer
language sql security definer set search_path = '' as $$
  select private.interrupt_stale_turns(interrupt_stale_turns.stale_after, interrupt_stale_turns.turn_id, null);
$$;
grant execute on function public.interrupt_stale_turns(interval, uuid) to service_role;

-- Appends the second list to the first without duplicates, up to `most` elements. Pages are compared by their address.
create function private.joined_list(first jsonb, second jsonb, most integer)
returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(kept.value order by kept.place), '[]')
  from (
    select (array_agg(value order by place))[1] as value, min(place) as place
    from jsonb_array_elements(joined_list.first || joined_list.second) with ordinality as listed (value, place)
    group by coalesce(value -> 'url', value)
    order by min(place)
    limit joined_list.most
  ) as kept;
$$;

-- A conversation as lists show it, in the form that clients receive.
create view public.conversation_rows
with (security_invoker = true)
as
select
  conversations.id,
  conversations.title,
  conversations.assistant_id,
  conversations.updated_at,
  conversations.unread,
  conversations.pinned,
  conversations.archived,
  exists (
    select 1 from public.turns where turns.conversation_id = conversations.id and turns.status = 'running'
  ) as running,
  jsonb_build_object(
    'kind', assistants.kind, 'label', assistants.label, 'participant_name', participants.display_name
  ) as assistants
from public.conversations
join public.assistants on assistants.id = conversations.assistant_id
left join public.participants on participants.id = assistants.participant_id;

grant select (id, title, assistant_id, updated_at, unread, pinned, archived, running, assistants)
on table public.conversation_rows to authenticated;

-- Returns the ids of one part of the list (pinned or not) after a cursor, read from the index in its order.
create function private.list_part(
  pinned boolean,
  archived boolean,
  assistant_id uuid,
  place timestamptz,
  after_id uuid,
  row_limit integer
)
returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select id
    from public.conversations
    where user_id = (select auth.uid())
      and conversations.archived = list_part.archived
      and conversations.pinned = list_part.pinned
      and (list_part.assistant_id is null or conversations.assistant_id = list_part.assistant_id)
      and updated_at <= coalesce(list_part.place, 'infinity')
      and (list_part.place is null or updated_at < list_part.place or id > list_part.after_id)
    order by updated_at desc, id
    limit list_part.row_limit
  );
$$;
grant execute on function private.list_part(boolean, boolean, uuid, timestamptz, uuid, integer) to authenticated;

-- Returns a page of the caller's list: pinned first, then by latest activity. The cursor is the last row of the
-- previous page, with its time in microseconds. Returns `rows` and `next`, the cursor of the next page, null at the
-- end.
--
-- Each page shows the list as it is at that time. A row that moves between two pages may be returned twice (moved down)
-- or not at all (moved up): clients learn of moved rows from the changes feed.
create function public.list_conversations(
  archived boolean default false,
  assistant_id uuid default null,
  after_pinned boolean default null,
  after_moment bigint default null,
  after_id uuid default null,
  row_limit integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  place timestamptz := timestamptz 'epoch' + list_conversations.after_moment * interval '1 microsecond';
  page_size constant integer := least(list_conversations.row_limit, 100);
  listed uuid[] := '{}';
begin
  if list_conversations.after_pinned is not false then
    listed := private.list_part(
      true, list_conversations.archived, list_conversations.assistant_id, place, list_conversations.after_id,
      page_size + 1
    );
    place := null;
  end if;
  if cardinality(listed) <= page_size then
    listed := listed || private.list_part(
      false, list_conversations.archived, list_conversations.assistant_id, place, list_conversations.after_id,
      page_size + 1 - cardinality(listed)
    );
  end if;

  return (
    select jsonb_build_object(
      'rows', coalesce(jsonb_agg(to_jsonb(conversation_rows) order by position), '[]'),
      'next', case
        when cardinality(listed) > page_size then
          jsonb_agg(
            jsonb_build_object(
              'pinned', conversation_rows.pinned,
              'moment', (extract(epoch from conversation_rows.updated_at) * 1000000)::bigint,
              'id', conversation_rows.id
            )
            order by position
          ) -> -1
      end
    )
    from unnest(listed[:page_size]) with ordinality as places (id, position)
    join public.conversation_rows using (id)
  );
end;
$$;
grant execute on function public.list_conversations(boolean, uuid, boolean, bigint, uuid, integer) to authenticated;

-- The changes feed of each user, from which open lists are updated. Every change of a user's conversation gets a
-- version from the user's own series, and no version becomes visible before all smaller ones are: a reader that has
-- read up to one has missed nothing.
--
-- To guarantee that, transactions that change conversations of the same user must get versions in the order in which
-- they commit, so assigning them takes a lock until the commit. A deferred trigger therefore assigns them as the last
-- step of a transaction, user by user: a transaction that holds such a lock waits for no other lock.

-- Version counter of each user's changes feed.
create table private.conversation_feeds (
  user_id uuid primary key references public.users (id) on delete cascade,
  -- The last version assigned.
  version bigint not null default 0,
  -- Changes up to this version may be deleted already.
  pruned_version bigint not null default 0
);

-- The last change of each conversation, deleted ones included. A row without a conversation is a change of the user's
-- access. `version` is null until the transaction commits.
create table private.conversation_changes (
  user_id uuid not null references public.users (id) on delete cascade,
  conversation_id uuid,
  version bigint,
  changed_at timestamptz not null default now(),
  constraint conversation_changes_once unique nulls not distinct (user_id, conversation_id)
);

-- The users whose changes a transaction still has to number.
create table private.feeds_to_number (
  transaction xid8 not null default pg_current_xact_id(),
  user_id uuid not null,
  primary key (transaction, user_id)
);

create index conversation_changes_in_order_idx on private.conversation_changes (user_id, version);

alter table private.conversation_feeds enable row level security;
alter table private.conversation_changes enable row level security;
alter table private.feeds_to_number enable row level security;

-- Assigns versions to the changes of this transaction, and deletes changes of the same users that are older than a
-- week.
create function private.number_changes()
returns trigger
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  people uuid[];
  person uuid;
  number_before bigint;
begin
  with numbered as (
    delete from private.feeds_to_number where transaction = pg_current_xact_id() returning user_id
  )
  select array_agg(user_id order by user_id) into people from numbered;

  foreach person in array coalesce(people, '{}') loop
    insert into private.conversation_feeds (user_id)
    select id from public.users where id = person
    on conflict do nothing;
    select version into number_before from private.conversation_feeds where user_id = person for update;
    -- The user was deleted in the same transaction.
    continue when not found;

    with numbered as (
      update private.conversation_changes
      set version = number_before + waiting.position
      from (
        select ctid as place, row_number() over (order by changed_at, conversation_id) as position
        from private.conversation_changes
        where user_id = person and version is null
      ) as waiting
      where conversation_changes.ctid = waiting.place
      returning version
    ), forgotten as (
      delete from private.conversation_changes
      where user_id = person
        and version in (
          select oldest.version
          from (
            select version, changed_at
            from private.conversation_changes
            where user_id = person and version is not null
            order by version
            limit 100
          ) as oldest
          where oldest.changed_at < now() - interval '7 days'
        )
      returning version
    )
    update private.conversation_feeds
    set version = (select coalesce(max(version), number_before) from numbered),
        pruned_version = greatest(pruned_version, (select max(version) from forgotten))
    where user_id = person;
  end loop;
  return null;
end;
$$;

create constraint trigger number_changes
  after insert on private.feeds_to_number
  deferrable initially deferred
  for each row execute function private.number_changes();

create function private.note_conversations()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_changes(array_agg(user_id), array_agg(id)) from changed having count(*) > 0;
  return null;
end;
$$;

create trigger note_new_conversations
  after insert on public.conversations
  referencing new table as changed
  for each statement execute function private.note_conversations();

create function private.note_changed_conversations()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_changes(array_agg(after.user_id), array_agg(after.id))
  from after
  join before using (id)
  -- Includes the head: a client that has the conversation open would otherwise continue on a path that is no longer
  -- shown.
  where (before.title, before.pinned, before.archived, before.unread, before.updated_at, before.head_id)
    is distinct from (after.title, after.pinned, after.archived, after.unread, after.updated_at, after.head_id)
  having count(*) > 0;
  return null;
end;
$$;

create trigger note_changed_conversations
  after update on public.conversations
  referencing old table as before new table as after
  for each statement execute function private.note_changed_conversations();

create trigger note_deleted_conversations
  after delete on public.conversations
  referencing old table as changed
  for each statement execute function private.note_conversations();

-- Granting or revoking access changes the whole list.
create function private.note_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_changes(array_agg(user_id), array_agg(null::uuid)) from changed having count(*) > 0;
  return null;
end;
$$;

create trigger note_granted_access
  after insert on public.assistant_access
  referencing new table as changed
  for each statement execute function private.note_access();

create trigger note_revoked_access
  after delete on public.assistant_access
  referencing old table as changed
  for each statement execute function private.note_access();

create function private.note_role_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_changes(array_agg(users.id), array_agg(null::uuid))
  from public.users
  where users.role_id in (select changed.role_id from changed)
  having count(*) > 0;
  return null;
end;
$$;

create trigger note_granted_access
  after insert on public.assistant_role_access
  referencing new table as changed
  for each statement execute function private.note_role_access();

create trigger note_revoked_access
  after delete on public.assistant_role_access
  referencing old table as changed
  for each statement execute function private.note_role_access();

create function private.note_role()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_changes(array[new.id], array[null::uuid]);
  return null;
end;
$$;

create trigger note_role
  after update of role_id on public.users
  for each row
  when (old.role_id <> new.role_id)
  execute function private.note_role();

-- A reply that ends marks its conversation unread, unless the user stopped it. A reply that starts marks it read and
-- unarchives it, because the user asked for it. Both are changes, because the list shows which replies are running.
create function private.note_reply_ended()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> 'stopped' then
    update public.conversations set unread = true where id = new.conversation_id and not unread;
  end if;
  perform private.note_changes(array[new.user_id], array[new.conversation_id]);
  return null;
end;
$$;

create trigger note_reply_ended
  after update of status on public.turns
  for each row
  when (old.status = 'running' and new.status <> 'running')
  execute function private.note_reply_ended();

create function private.note_reply_begun()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.conversations
  set unread = false, archived = false
  where id = new.conversation_id and (unread or archived);
  perform private.note_changes(array[new.user_id], array[new.conversation_id]);
  return null;
end;
$$;

create trigger note_reply_begun
  after insert on public.turns
  for each row
  when (new.status = 'running')
  execute function private.note_reply_begun();

-- Moving a grant to another user changes the lists of both.
create trigger note_moved_access_before
  after update on public.assistant_access
  referencing old table as changed
  for each statement execute function private.note_access();

create trigger note_moved_access_after
  after update on public.assistant_access
  referencing new table as changed
  for each statement execute function private.note_access();

-- Records changes, in a fixed order so that concurrent calls do not deadlock. Skips users who are being deleted.
create function private.note_changes(user_ids uuid[], conversation_ids uuid[])
returns void
language sql set search_path = '' as $$
  with changed as (
    select distinct changed.user_id, changed.conversation_id
    from unnest(note_changes.user_ids, note_changes.conversation_ids) as changed (user_id, conversation_id)
    join public.users on users.id = changed.user_id
  ), noted as (
    insert into private.conversation_changes (user_id, conversation_id)
    select user_id, conversation_id
    from changed
    order by user_id, conversation_id
    on conflict on constraint conversation_changes_once
      do update set version = null, changed_at = excluded.changed_at
  )
  insert into private.feeds_to_number (user_id)
  select distinct user_id
  from changed
  on conflict do nothing;
$$;

-- Returns the caller's changes after a version: `version`, up to which was read; `reset`, if there are too many changes
-- or they are too old to list; `changes`, ids by version. Without `after`, only the version.
create function private.own_changes(after bigint)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  feed private.conversation_feeds;
  row_limit constant integer := 200;
  changes jsonb;
  starts_anew boolean;
begin
  select * into feed from private.conversation_feeds where user_id = (select auth.uid());
  feed.version := coalesce(feed.version, 0);
  if own_changes.after is null or own_changes.after = feed.version then
    return jsonb_build_object('version', feed.version, 'reset', false, 'changes', '[]'::jsonb);
  end if;

  select jsonb_agg(jsonb_build_object('version', version, 'id', conversation_id) order by version),
         count(*) > row_limit or bool_or(conversation_id is null)
  into changes, starts_anew
  from (
    select version, conversation_id
    from private.conversation_changes
    where user_id = feed.user_id and version > own_changes.after
    order by version
    limit row_limit + 1
  ) as following;
  -- A version from the future: the database is older than what this reader has seen, e.g. after a restore.
  if own_changes.after < feed.pruned_version or own_changes.after > feed.version then
    starts_anew := true;
  end if;
  return jsonb_build_object(
    'version', feed.version,
    'reset', coalesce(starts_anew, false),
    'changes', case when starts_anew then '[]' else coalesce(changes, '[]') end
  );
end;
$$;
grant execute on function private.own_changes(bigint) to authenticated;

-- Returns the same with the conversations themselves, as the caller may read them now; null for a deleted one.
create function public.read_conversation_changes(after bigint default null)
returns jsonb
language sql stable set search_path = '' as $$
  select own.feed || jsonb_build_object(
    'changes',
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'version', change.version,
            'id', change.id,
            'row', case when conversation_rows.id is not null then to_jsonb(conversation_rows) end
          )
          order by change.version
        ),
        '[]'
      )
      from jsonb_to_recordset(own.feed -> 'changes') as change (version bigint, id uuid)
      left join public.conversation_rows using (id)
    )
  )
  from (select private.own_changes(read_conversation_changes.after) as feed) as own;
$$;
grant execute on function public.read_conversation_changes(bigint) to authenticated;

-- Returns the latest version of each user as an object by id, so that a server can poll for all listeners at once.
create function public.conversation_versions(user_ids uuid[])
returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(user_id, version), '{}')
  from private.conversation_feeds
  where user_id = any (conversation_versions.user_ids);
$$;
grant execute on function public.conversation_versions(uuid[]) to service_role;

-- The daily limit of replies per user.

create table private.removed_replies (
  user_id uuid not null,
  begun_at timestamptz not null,
  warned boolean not null
);

comment on table private.removed_replies is
  'Replies of the last 24 hours whose conversation was deleted, which still count towards the daily limit.';

create index removed_replies_user_id_idx on private.removed_replies (user_id, begun_at desc);

alter table private.removed_replies enable row level security;

create function private.keep_removed_replies()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.removed_replies
  where user_id in (select removed.user_id from removed) and begun_at <= clock_timestamp() - interval '1 day';

  insert into private.removed_replies (user_id, begun_at, warned)
  select removed.user_id, removed.created_at, removed.warned
  from removed
  join public.users on users.id = removed.user_id
  where removed.created_at > clock_timestamp() - interval '1 day';
  return null;
end;
$$;

create trigger keep_removed_replies
  after delete on public.turns
  referencing old table as removed
  for each statement execute function private.keep_removed_replies();

-- Returns the daily limit of a user by role; null if there is none.
create function private.daily_limit(user_id uuid, daily_replies jsonb)
returns integer
language sql stable set search_path = '' as $$
  select (case
    when daily_limit.daily_replies ? roles.name then daily_limit.daily_replies ->> roles.name
    else daily_limit.daily_replies ->> 'default'
  end)::integer
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = daily_limit.user_id;
$$;

-- Returns the replies that a user has started within the last 24 hours, including deleted ones.
create function private.replies_begun(user_id uuid)
returns table (begun_at timestamptz, warned boolean)
language sql stable set search_path = '' as $$
  select turns.created_at, turns.warned
  from public.turns
  where turns.user_id = replies_begun.user_id and turns.created_at > clock_timestamp() - interval '1 day'
  union all
  select removed_replies.begun_at, removed_replies.warned
  from private.removed_replies
  where removed_replies.user_id = replies_begun.user_id
    and removed_replies.begun_at > clock_timestamp() - interval '1 day';
$$;

-- Revoking access takes effect at once, also on a reply that is being written.

create function private.end_turns_of_revoked()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.take_access(array(select distinct assistant_id from changed));
  perform private.end_turns_without_access(array(select distinct user_id from changed));
  return null;
end;
$$;

create trigger end_turns_of_revoked
  after delete on public.assistant_access
  referencing old table as changed
  for each statement execute function private.end_turns_of_revoked();

create trigger end_turns_of_moved_access
  after update on public.assistant_access
  referencing old table as changed
  for each statement execute function private.end_turns_of_revoked();

create function private.end_turns_of_role()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.take_access(array(select distinct assistant_id from changed));
  perform private.end_turns_without_access(
    array(select id from public.users where role_id in (select changed.role_id from changed))
  );
  return null;
end;
$$;

create trigger end_turns_of_role
  after delete on public.assistant_role_access
  referencing old table as changed
  for each statement execute function private.end_turns_of_role();

create function private.end_turns_of_changed_role()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The lock that serialises this user's sends.
  perform pg_advisory_xact_lock(hashtextextended(new.id::text, 0));
  perform private.end_turns_without_access(array[new.id]);
  return null;
end;
$$;

create trigger end_turns_of_changed_role
  after update of role_id on public.users
  for each row
  when (old.role_id <> new.role_id)
  execute function private.end_turns_of_changed_role();

-- Locks an assistant's access while a reply starts. Starting a reply and revoking access wait for each other: neither
-- would see what the other has not committed yet, and the reply would continue without access.
create function private.keep_access(assistant_id uuid)
returns void
language sql set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock_shared(hashtextextended(keep_access.assistant_id::text, 1));
$$;

-- Locks the access of several assistants while it is revoked.
create function private.take_access(assistant_ids uuid[])
returns void
language plpgsql set search_path = '' as $$
declare
  assistant uuid;
begin
  -- Deleted assistants are skipped: their conversations are deleted too and have no running reply.
  for assistant in
    select id from public.assistants where id = any (take_access.assistant_ids) order by id
  loop
    perform pg_advisory_xact_lock(hashtextextended(assistant::text, 1));
  end loop;
end;
$$;

-- Fails the running replies of users who have lost access, in the transaction that revokes it, so that no one reads on
-- and no further request is sent to the model.
create function private.end_turns_without_access(people uuid[])
returns void
language plpgsql security definer set search_path = '' as $$
declare
  turn public.turns;
begin
  for turn in
    select turns.*
    from public.turns
    join public.conversations on conversations.id = turns.conversation_id
    where turns.status = 'running'
      and turns.user_id = any (end_turns_without_access.people)
      and not private.can_use_assistant(conversations.assistant_id, turns.user_id)
    order by turns.id
    for no key update of turns
  loop
    -- The turn may have ended before the lock was acquired.
    continue when turn.status <> 'running';
    perform private.end_turn(
      turn, 'failed', 'assistant_access_denied', 'You don''t have access to this assistant.', false
    );
  end loop;
end;
$$;

-- Stores a user's message and starts the reply to it, or starts another reply to an existing message.
--
-- A new message follows the head, or becomes a sibling of the message that it `replaces`. `attachment_paths` names
-- files that this user uploaded into this conversation, that were found clean and that were not sent before, except
-- with the replaced message; the metadata stored with the message comes from `attachments`. `title` is the title of a
-- conversation whose first message this is and that has none yet. With `reply_to`, no message is stored: that message
-- is answered again, continuing the text of the unfinished turn `continues` if given. `research` is recorded: the web
-- is searched for this reply.
--
-- `daily_replies` limits how many replies a user may start within 24 hours, by role name, else under 'default'; null is
-- no limit. Every reply counts, including failed ones and those of deleted conversations, because they cost as much.
--
-- Returns `outcome`: started (the caller must write the reply) or existing (another request does or did), both with
-- turn_id, user_message_id, continuation (the text that the reply already has, or null) and, the first time in 24 hours
-- that four fifths of the limit are used, replies_used and daily_limit; daily_limit_reached, with daily_limit and
-- seconds_left; conversation_not_found, access_denied, turn_running, message_not_found, rate_limited,
-- attachment_unavailable.
create function public.start_turn(
  user_id uuid,
  conversation_id uuid,
  content text,
  attachment_paths text[],
  idempotency_key text,
  provider text,
  writer_id uuid,
  stale_after interval default '10 seconds',
  sends_per_minute integer default 20,
  replaces uuid default null,
  reply_to uuid default null,
  continues uuid default null,
  title text default null,
  research boolean default false,
  daily_replies jsonb default '{}'
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  conversation public.conversations;
  turn public.turns;
  known public.messages;
  continuation text;
  question_id uuid;
  message_files jsonb;
  daily_limit integer;
  replies_used integer;
  warns boolean := false;
begin
  -- Serialises one user's sends: two concurrent ones would otherwise both pass the limit.
  perform pg_advisory_xact_lock(hashtextextended(start_turn.user_id::text, 0));

  -- Acquired before the conversation's lock, in the same order as by a transaction that revokes access and then ends
  -- the reply.
  perform private.keep_access((select assistant_id from public.conversations where id = start_turn.conversation_id));

  select * into conversation
  from public.conversations
  where id = start_turn.conversation_id and user_id = start_turn.user_id
  for no key update;
  if not found then
    return jsonb_build_object('outcome', 'conversation_not_found');
  end if;

  if not private.can_use_assistant(conversation.assistant_id, start_turn.user_id) then
    perform public.record_audit(
      'denied', start_turn.user_id, conversation.assistant_id, conversation.id, '{"attempted": "send_message"}'
    );
    return jsonb_build_object('outcome', 'access_denied');
  end if;

  select * into turn
  from public.turns
  where conversation_id = conversation.id and idempotency_key = start_turn.idempotency_key;
  if found then
    return jsonb_build_object(
      'outcome', case when turn.writer_id = start_turn.writer_id then 'started' else 'existing' end,
      'turn_id', turn.id,
      'user_message_id', turn.user_message_id,
      'continuation', (select text from public.turns where id = turn.continues_turn_id)
    );
  end if;

  perform private.interrupt_stale_turns(start_turn.stale_after, null, conversation.id);
  if exists (select 1 from public.turns where conversation_id = conversation.id and status = 'running') then
    return jsonb_build_object('outcome', 'turn_running');
  end if;

  if start_turn.replaces is not null or start_turn.reply_to is not null then
    select * into known
    from public.messages
    where id = coalesce(start_turn.reply_to, start_turn.replaces)
      and conversation_id = conversation.id
      and role = 'user';
    if not found then
      return jsonb_build_object('outcome', 'message_not_found');
    end if;
  end if;

  if start_turn.continues is not null then
    select text into continuation
    from public.turns
    where id = start_turn.continues
      and user_message_id = start_turn.reply_to
      and status in ('stopped', 'interrupted', 'failed')
      and text <> '';
    if not found then
      return jsonb_build_object('outcome', 'message_not_found');
    end if;
  end if;

  if start_turn.sends_per_minute <= (
    select count(*)
    from private.replies_begun(start_turn.user_id)
    where begun_at > clock_timestamp() - interval '1 minute'
  ) then
    return jsonb_build_object('outcome', 'rate_limited');
  end if;

  daily_limit := private.daily_limit(start_turn.user_id, start_turn.daily_replies);
  if daily_limit is not null then
    select count(*), coalesce(bool_or(warned), false)
    into replies_used, warns
    from private.replies_begun(start_turn.user_id);
    if replies_used >= daily_limit then
      return jsonb_build_object(
        'outcome', 'daily_limit_reached',
        'daily_limit', daily_limit,
        'seconds_left', (
          select ceil(extract(epoch from begun_at + interval '1 day' - clock_timestamp()))
          from private.replies_begun(start_turn.user_id)
          order by begun_at desc
          offset daily_limit - 1
          limit 1
        )
      );
    end if;
    replies_used := replies_used + 1;
    warns := not warns and replies_used >= ceil(daily_limit * 0.8);
  end if;

  if start_turn.reply_to is not null then
    question_id := known.id;
  else
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'name', attachments.name,
          'size', attachments.size,
          'mime', attachments.mime,
          'sha256', attachments.sha256,
          'supabasePath', attachments.supabase_path,
          'openaiFileId', attachments.openai_file_id
        )
        order by wanted.position
      ),
      '[]'
    )
    into message_files
    from unnest(start_turn.attachment_paths) with ordinality as wanted (path, position)
    join public.attachments on attachments.supabase_path = wanted.path
    where attachments.conversation_id = conversation.id
      and attachments.user_id = start_turn.user_id
      and (
        attachments.message_id is null
        or known.files @> jsonb_build_array(jsonb_build_object('supabasePath', attachments.supabase_path))
      )
      and attachments.scan_status = 'clean';
    if jsonb_array_length(message_files) <> cardinality(start_turn.attachment_paths) then
      return jsonb_build_object('outcome', 'attachment_unavailable');
    end if;

    insert into public.messages (conversation_id, parent_id, role, content, files, created_at)
    values (
      conversation.id,
      case when start_turn.replaces is null then conversation.head_id else known.parent_id end,
      'user',
      coalesce(start_turn.content, ''),
      message_files,
      private.next_message_time(conversation.id)
    )
    returning id into question_id;

    update public.attachments
    set message_id = question_id
    where supabase_path = any (start_turn.attachment_paths) and message_id is null;

    if start_turn.title is not null and conversation.head_id is null and not conversation.title_settled then
      update public.conversations set title = start_turn.title where id = conversation.id;
    end if;
  end if;

  update public.conversations set head_id = question_id where id = conversation.id;

  insert into public.turns (
    conversation_id, user_id, user_message_id, idempotency_key, provider, writer_id, continues_turn_id,
    warned, last_seq, heartbeat_at, created_at
  )
  values (
    conversation.id, start_turn.user_id, question_id, start_turn.idempotency_key, start_turn.provider,
    start_turn.writer_id, start_turn.continues, warns,
    case when continuation is null then 1 else 2 end, clock_timestamp(), clock_timestamp()
  )
  returning * into turn;

  insert into public.turn_events (turn_id, seq, event, data)
  values (turn.id, 1, 'info', jsonb_build_object('turnId', turn.id, 'userMessageId', question_id));
  if continuation is not null then
    insert into public.turn_events (turn_id, seq, event, data)
    values (turn.id, 2, 'delta', jsonb_build_object('text', continuation));
  end if;

  if start_turn.reply_to is null then
    perform private.audit_turn(turn, 'send_message', jsonb_build_object('files', jsonb_array_length(message_files)));
  end if;
  if start_turn.research then
    perform private.audit_turn(turn, 'web_research');
  end if;
  perform private.audit_turn(turn, 'run_started');

  return jsonb_build_object(
    'outcome', 'started', 'turn_id', turn.id, 'user_message_id', question_id, 'continuation', continuation
  ) || case
    when warns then jsonb_build_object('replies_used', replies_used, 'daily_limit', daily_limit)
    else '{}'
  end;
end;
$$;
grant execute
  on function public.start_turn(uuid, uuid, text, text[], text, text, uuid, interval, integer, uuid, uuid, uuid, text, boolean, jsonb)
  to service_role;

-- The journal of turns: a process appends the events of all its replies in one transaction.

-- Appends events to running turns: `[{turn_id, events: [{seq, event, data}, …], run_id, model, citations, notes}, …]`,
-- each turn once, its events in order and without a gap; an empty list of events is a heartbeat. `citations` and
-- `notes`, if given, replace those of the turn. All events are stored, or none. Safe to retry.
--
-- Returns `[{turn_id, status, stop_requested}, …]`; the status is null if the conversation was deleted. A turn that is
-- locked by another transaction is omitted, so that it does not delay the others, and must be retried.
create function public.append_turns_events(appends jsonb)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked uuid[];
  started_turn public.turns;
begin
  select coalesce(array_agg(id), '{}')
  into locked
  from (
    select id
    from public.turns
    where id in (select (append ->> 'turn_id')::uuid from jsonb_array_elements(append_turns_events.appends) as append)
    for no key update skip locked
  ) as available;

  -- Rows read before the locks may be outdated; statements from here on see the locked state.
  if exists (
    select 1
    from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid, events jsonb)
    join public.turns on turns.id = append.turn_id and turns.id = any (locked) and turns.status = 'running'
    cross join lateral (
      select count(*) as added, max((event ->> 'seq')::integer) as last_seq
      from jsonb_array_elements(append.events) as event
      where (event ->> 'seq')::integer > turns.last_seq
    ) as news
    where news.last_seq <> turns.last_seq + news.added
  ) then
    raise exception 'The events of a turn would have a gap';
  end if;

  insert into public.turn_events (turn_id, seq, event, data)
  select turns.id, event.seq, event.event, event.data
  from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid, events jsonb)
  join public.turns on turns.id = append.turn_id and turns.id = any (locked) and turns.status = 'running'
  cross join lateral jsonb_to_recordset(append.events) as event (seq integer, event text, data jsonb)
  where event.seq > turns.last_seq;

  for started_turn in
    with updated as (
      update public.turns
      set last_seq = greatest(turns.last_seq, (append.events -> -1 ->> 'seq')::integer),
          run_id = coalesce(turns.run_id, append.run_id),
          model = coalesce(turns.model, append.model),
          openai_message_id = coalesce(
            turns.openai_message_id,
            jsonb_path_query_first(append.events, '$[*] ? (@.event == "created").data.openaiMessageId') #>> '{}'
          ),
          citations = coalesce(append.citations, turns.citations),
          notes = coalesce(append.notes, turns.notes),
          heartbeat_at = clock_timestamp()
      from jsonb_to_recordset(append_turns_events.appends)
        as append (turn_id uuid, events jsonb, run_id text, model text, citations jsonb, notes jsonb),
        public.turns as before
      where turns.id = append.turn_id
        and turns.id = any (locked)
        and turns.status = 'running'
        and before.id = turns.id
      returning turns, before.openai_message_id is null and turns.openai_message_id is not null as has_started
    )
    select (updated.turns).* from updated where has_started
  loop
    perform private.audit_turn(started_turn, 'run_stream_started');
  end loop;

  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'turn_id', append.turn_id, 'status', turns.status, 'stop_requested', coalesce(turns.stop_requested, false)
        )
      ),
      '[]'
    )
    from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid)
    left join public.turns on turns.id = append.turn_id
    where turns.id is null or turns.id = any (locked)
  );
end;
$$;
grant execute on function public.append_turns_events(jsonb) to service_role;

-- Finishes a turn as completed, stopped, requires_action, failed or interrupted. A finished turn does not change.
-- Returns its closing event `{seq, event, data}`; null if the conversation was deleted.
create function public.finish_turn(
  turn_id uuid,
  status text,
  error_code text default null,
  error_message text default null,
  retryable boolean default false,
  usage jsonb default null
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  turn public.turns;
begin
  select * into turn from public.turns where id = finish_turn.turn_id for no key update;
  if found and turn.status = 'running' then
    turn := private.end_turn(
      turn,
      finish_turn.status,
      finish_turn.error_code,
      finish_turn.error_message,
      finish_turn.retryable,
      finish_turn.usage
    );
  end if;
  return (
    select jsonb_build_object('seq', turn_events.seq, 'event', turn_events.event, 'data', turn_events.data)
    from public.turn_events
    where turn_events.turn_id = turn.id and turn_events.seq = turn.last_seq
  );
end;
$$;
grant execute on function public.finish_turn(uuid, text, text, text, boolean, jsonb) to service_role;

-- Requests the writer of a turn to stop. Returns `outcome`: stopping, ended (too late) or not_found.
create function public.request_turn_stop(user_id uuid, conversation_id uuid, turn_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  turn_status text;
begin
  update public.turns
  set stop_requested = stop_requested or status = 'running'
  where id = request_turn_stop.turn_id
    and conversation_id = request_turn_stop.conversation_id
    and user_id = request_turn_stop.user_id
  returning status into turn_status;

  return jsonb_build_object(
    'outcome',
    case when turn_status is null then 'not_found' when turn_status = 'running' then 'stopping' else 'ended' end
  );
end;
$$;
grant execute on function public.request_turn_stop(uuid, uuid, uuid) to service_role;

-- Replaces the text events of turns that ended `ended_for` ago by one event each, oldest turns first, and returns how
-- many turns. Remaining events keep their number, so a reader that resumes later still gets what follows the last event
-- it has seen. Called whenever a turn ends, so that events cannot accumulate.
create function public.fold_turn_events(ended_for interval default '1 day', at_most integer default 20)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  chosen uuid[];
begin
  select coalesce(array_agg(id), '{}')
  into chosen
  from (
    select id
    from public.turns
    where ended_at <= clock_timestamp() - fold_turn_events.ended_for and not folded
    order by ended_at
    limit fold_turn_events.at_most
    for no key update skip locked
  ) as ended;

  with whole as (
    select turn_id, min(seq) as seq, string_agg(data ->> 'text', '' order by seq) as text
    from public.turn_events
    where turn_id = any (chosen) and event = 'delta'
    group by turn_id
  ), removed as (
    delete from public.turn_events
    using whole
    where turn_events.turn_id = whole.turn_id and turn_events.seq > whole.seq and turn_events.event = 'delta'
  )
  update public.turn_events
  set data = jsonb_build_object('text', whole.text)
  from whole
  where turn_events.turn_id = whole.turn_id and turn_events.seq = whole.seq;

  update public.turns set folded = true where id = any (chosen);
  return cardinality(chosen);
end;
$$;
grant execute on function public.fold_turn_events(interval, integer) to service_role;

-- Returns what a reader needs: the events after `after_seq`, the turn's status, and whether its writer is dead.
create function public.read_turn(turn_id uuid, after_seq integer, stale_after interval default '10 seconds')
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'status', turns.status,
    'stale', turns.status = 'running' and turns.heartbeat_at <= clock_timestamp() - read_turn.stale_after,
    'events', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('seq', turn_events.seq, 'event', turn_events.event, 'data', turn_events.data)
          order by turn_events.seq
        ),
        '[]'
      )
      from public.turn_events
      where turn_events.turn_id = turns.id and turn_events.seq > read_turn.after_seq
    )
  )
  from public.turns
  where turns.id = read_turn.turn_id;
$$;
grant execute on function public.read_turn(uuid, integer, interval) to service_role;

-- Branches: which path through the tree of messages a conversation shows.

-- Shows the newest path through a message: follows the newest child at each step, up to a reply that is being written.
-- Returns `outcome`: chosen, conversation_not_found or message_not_found.
create function public.choose_branch(user_id uuid, conversation_id uuid, message_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  conversation public.conversations;
  leaf_id uuid;
begin
  select * into conversation
  from public.conversations
  where id = choose_branch.conversation_id and user_id = choose_branch.user_id
  for no key update;
  if not found or not private.can_use_assistant(conversation.assistant_id, choose_branch.user_id) then
    return jsonb_build_object('outcome', 'conversation_not_found');
  end if;

  with recursive path as (
    select messages.id, 1 as step
    from public.messages
    where messages.id = choose_branch.message_id and messages.conversation_id = conversation.id
    union all
    select newest.id, path.step + 1
    from path
    cross join lateral (
      select messages.id
      from public.messages
      where messages.conversation_id = conversation.id and messages.parent_id = path.id
      order by messages.created_at desc, messages.id desc
      limit 1
    ) as newest
    where not exists (
      select 1 from public.turns where turns.user_message_id = path.id and turns.status = 'running'
    )
  )
  select path.id into leaf_id from path order by path.step desc limit 1;
  if leaf_id is null then
    return jsonb_build_object('outcome', 'message_not_found');
  end if;

  update public.conversations set head_id = leaf_id where id = conversation.id;
  return jsonb_build_object('outcome', 'chosen');
end;
$$;
grant execute on function public.choose_branch(uuid, uuid, uuid) to service_role;

-- Returns the alternatives at one point of a conversation: the children of a message, or the first messages if
-- `parent_id` is null, oldest first. Omits a superseded reply, unless a message follows it that could not be reached
-- otherwise.
create function private.message_ids_after(conversation_id uuid, parent_id uuid, shown_id uuid default null)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  -- Separate, because `is not distinct from` uses no index. First messages are not replies, so none is superseded.
  if message_ids_after.parent_id is null then
    return (
      select jsonb_agg(id order by created_at, id)
      from public.messages
      where conversation_id = message_ids_after.conversation_id and parent_id is null
    );
  end if;
  return (
    select coalesce(jsonb_agg(sibling.id order by sibling.created_at, sibling.id), '[]')
    from public.messages as sibling
    where sibling.conversation_id = message_ids_after.conversation_id
      and sibling.parent_id = message_ids_after.parent_id
      and (
        not sibling.superseded
        or sibling.id = message_ids_after.shown_id
        or exists (
          select 1
          from public.messages as follower
          where follower.conversation_id = message_ids_after.conversation_id and follower.parent_id = sibling.id
        )
      )
  );
end;
$$;

-- Returns the unfinished turn of a user's message, in the form of the contract: the turn of the reply that follows it
-- on the path, else the latest one that left no message. Null if there is none or it is complete.
create function private.unfinished_turn(conversation_id uuid, question_id uuid, next_id uuid)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  turn public.turns;
begin
  select * into turn
  from public.turns
  where user_message_id = unfinished_turn.question_id and assistant_message_id = unfinished_turn.next_id;
  if not found then
    if exists (select 1 from public.messages where id = unfinished_turn.next_id and role = 'assistant') then
      return null;
    end if;
    select * into turn
    from public.turns
    where user_message_id = unfinished_turn.question_id and assistant_message_id is null
    order by created_at desc, id desc
    limit 1;
  end if;
  if turn.id is null or turn.status = 'completed' then
    return null;
  end if;
  return jsonb_build_object(
    'id', turn.id,
    'status', turn.status,
    'text', case when turn.status = 'running' then private.turn_text(turn.id) else turn.text end,
    'error_message', turn.error_message,
    'last_seq', turn.last_seq,
    'replies', private.message_ids_after(unfinished_turn.conversation_id, unfinished_turn.question_id)
  );
end;
$$;

-- Returns the path that is shown to the caller, or its end: the last `page_size` messages, or all from `until` on; with
-- `before`, of those that lead to that message. Walks up from the end, so a page takes the same time in a long
-- conversation.
--
-- Returns `outcome`: found, with rows (oldest first) and has_earlier; conversation_not_found, message_not_found.
create function private.read_path(conversation_id uuid, page_size integer, before uuid, until uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  last_id uuid;
  path_ids uuid[];
  page jsonb;
  has_earlier boolean;
begin
  select head_id into last_id
  from public.conversations
  where id = read_path.conversation_id
    and user_id = auth.uid()
    and assistant_id in (select private.usable_assistant_ids());
  if not found then
    return jsonb_build_object('outcome', 'conversation_not_found');
  end if;

  if read_path.before is not null then
    select parent_id into last_id
    from public.messages
    where id = read_path.before and conversation_id = read_path.conversation_id;
    if not found then
      return jsonb_build_object('outcome', 'message_not_found');
    end if;
  end if;

  with recursive path as (
    select messages.id, messages.parent_id, 1 as step
    from public.messages
    where messages.id = last_id
    union all
    select messages.id, messages.parent_id, path.step + 1
    from path
    join public.messages on messages.id = path.parent_id
    where case
      when read_path.until is not null then path.id <> read_path.until
      else read_path.page_size is null or path.step < read_path.page_size
    end
  )
  select array_agg(path.id order by path.step desc) into path_ids from path;
  if read_path.until is not null and path_ids[1] is distinct from read_path.until then
    return jsonb_build_object('outcome', 'message_not_found');
  end if;

  select
    jsonb_agg(
      jsonb_build_object(
        'id', messages.id,
        'parent_id', messages.parent_id,
        'alternatives', alternatives.ids,
        'role', messages.role,
        'content', messages.content,
        'files', messages.files,
        'created_at', messages.created_at,
        'openai_message_id', messages.openai_message_id
      )
        || case when messages.citations = '[]' then '{}' else jsonb_build_object('citations', messages.citations) end
        || case when messages.notes = '[]' then '{}' else jsonb_build_object('notes', messages.notes) end
        || case when unfinished.turn is null then '{}' else jsonb_build_object('turn', unfinished.turn) end
      order by path.place
    ),
    bool_or(path.place = 1 and messages.parent_id is not null)
  into page, has_earlier
  from unnest(path_ids) with ordinality as path (id, place)
  join public.messages on messages.id = path.id
  cross join lateral (
    select private.message_ids_after(messages.conversation_id, messages.parent_id, messages.id) as ids
  ) as siblings
  cross join lateral (
    select case when jsonb_array_length(siblings.ids) > 1 then siblings.ids else '[]' end as ids
  ) as alternatives
  cross join lateral (
    select case
      when messages.role = 'user' then private.unfinished_turn(
        messages.conversation_id, messages.id, coalesce(path_ids[path.place::integer + 1], read_path.before)
      )
    end as turn
  ) as unfinished;

  return jsonb_build_object(
    'outcome', 'found', 'rows', coalesce(page, '[]'), 'has_earlier', coalesce(has_earlier, false)
  );
end;
$$;
grant execute on function private.read_path(uuid, integer, uuid, uuid) to authenticated;

create function public.read_path(
  conversation_id uuid,
  page_size integer default null,
  before uuid default null,
  until uuid default null
)
returns jsonb
language sql stable set search_path = '' as $$
  select private.read_path(
    read_path.conversation_id, read_path.page_size, read_path.before, read_path.until
  );
$$;
grant execute on function public.read_path(uuid, integer, uuid, uuid) to authenticated;

-- Search: a literal substring of a title or a message, case-insensitive, among what the caller may read.
--
-- Row-level security prevents a condition like this from using an index, because evaluating it might leak data. The
-- search therefore bypasses row-level security, filters by the same rule, and returns ids only; the rows are then read
-- by the caller.

-- Returns the junctions of a text: the positions where one word ends and the next begins, as numbers. A phrase can be
-- rare although its words are common; which words follow each other narrows down where it can be.
--
-- A junction is hashed from the two letters or digits before it and the two after it, fewer if a word is shorter: the
-- search text may begin and end within words. Only ASCII counts, folded bytewise; other characters separate words.
-- Different junctions may have the same number: every match is verified, in parallel workers too.
create function private.word_junctions(content text)
returns integer[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  words constant text[] := string_to_array(
    regexp_replace(lower(word_junctions.content collate "C"), '[^a-z0-9]+', ' ', 'g'), ' '
  );
begin
  return array(
    select hashtext(right(word, 2) || ' ' || left(next_word, 2))
    from unnest(words, words[2:]) as pairs (word, next_word)
    where next_word is not null
  );
end;
$$;
grant execute on function private.word_junctions(text) to service_role;

-- A single index for both: given two, PostgreSQL without statistics would choose one on user_id alone. Short pending
-- list: every search reads it, so writers flush it early.
create index messages_search_idx on public.messages
  using gin (user_id, content extensions.gin_trgm_ops, private.word_junctions(content))
  with (gin_pending_list_limit = 256);

-- Returns the caller's conversations that contain the text, by latest activity, each with its newest matching message.
--
-- Common texts are found at once by walking the newest conversations first, within a budget of text to read. A text
-- that is not found often enough that way is rare and is looked up in the index. The index has trigrams of letters and
-- digits: a text without any is only searched further among the newest conversations and in all titles.
--
-- A phrase can be rare although its words are common, in which case the trigrams would match thousands of messages: the
-- index is searched by junctions instead. A common word next to punctuation only has none: all messages of the caller
-- are read, which is faster than the trigrams. Comparing with Unicode case folding is the slowest step: the longest
-- ASCII substring is searched first, folded bytewise and in parallel, and each match is then compared in full. (The
-- Kelvin sign and the dotted capital I, which fold to ASCII, are therefore not found.)
create function private.search_own_conversations(query text, row_limit integer)
returns table (place integer, conversation_id uuid, message_id uuid)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set parallel_setup_cost = 0
  set parallel_tuple_cost = 0 as $$
#variable_conflict use_column
declare
  pattern text := '%' || regexp_replace(search_own_conversations.query, '([\\%_])', '\\\1', 'g') || '%';
  folded constant text := lower(search_own_conversations.query collate "C");
  is_ascii constant boolean := octet_length(folded) = char_length(folded);
  -- Empty if there is none, which matches every text.
  piece constant text := coalesce(private.longest_match(folded, '[\x01-\x7f]+'), '');
  word constant text := coalesce(private.longest_match(piece, '[[:alnum:]]+'), piece);
  most constant integer := least(search_own_conversations.row_limit, 50);
  is_indexed boolean := search_own_conversations.query ~ '[[:alnum:]]{3}';
  -- In characters, with a surcharge per message.
  budget integer := case when is_indexed then 1000000 else 4000000 end;
  person uuid := auth.uid();
  usable uuid[] := array(select private.assistants_usable_by(person));
  conversation record;
  walked record;
  messages_walked integer := 0;
  messages_with_word integer := 0;
  -- The substring is where all of `junctions` are, or one of `possible_junctions`.
  junctions integer[];
  possible_junctions integer[];
  is_cut boolean := false;
begin
  -- Users type shorter texts; comparing longer ones takes proportionally longer.
  if most < 1 or char_length(search_own_conversations.query) > 120 then
    return;
  end if;

  place := 0;
  for conversation in
    select id, title, updated_at
    from public.conversations
    where user_id = person and assistant_id = any (usable)
    order by updated_at desc, id
  loop
    if budget < 0 then
      is_cut := true;
      exit;
    end if;
    select
      coalesce(sum(octet_length(content) + 200), 0) as effort,
      count(*) as total,
      count(*) filter (where strpos(text, word) > 0) as with_word,
      (
        array_agg(id order by created_at desc, id desc)
        filter (where case when strpos(text, piece) > 0 then is_ascii or content ilike pattern else false end)
      )[1] as message_id
    into walked
    from (
      select id, created_at, content, case when piece = '' then content else lower(content collate "C") end as text
      from public.messages
      where messages.conversation_id = conversation.id
      offset 0
    ) as messages;
    budget := budget - walked.effort - 200;
    messages_walked := messages_walked + walked.total;
    messages_with_word := messages_with_word + walked.with_word;
    if walked.message_id is not null or conversation.title ilike pattern then
      place := place + 1;
      conversation_id := conversation.id;
      message_id := walked.message_id;
      return next;
      exit when place = most;
    end if;
  end loop;

  if is_cut then
    -- A single letter at an end may belong to a longer word, of which at most two letters count.
    junctions := private.word_junctions(
      regexp_replace(piece, '^[^a-z0-9]*[a-z0-9]?[^a-z0-9]+|[^a-z0-9]+[a-z0-9]?[^a-z0-9]*$', '', 'g')
    );
    possible_junctions := array(
      select unnest(private.word_junctions(completed))
      from unnest(regexp_split_to_array('abcdefghijklmnopqrstuvwxyz0123456789', '') || ''::text) as letter
      cross join lateral (
        select case when piece ~ '^[a-z0-9][^a-z0-9]' then letter || piece else piece || letter end as completed
      ) as phrases
      where piece ~ '^[a-z0-9][^a-z0-9]+[a-z0-9]{2}|[a-z0-9]{2}[^a-z0-9]+[a-z0-9]$'
    );
    return query execute format(
      $rest$
        with matching as materialized (
          select id, conversation_id, created_at from public.messages where $1 and user_id = $3 and %s
        ), own as (
          select id, title, updated_at
          from public.conversations
          where user_id = $3 and assistant_id = any ($4) and (updated_at < $5 or updated_at = $5 and id >= $6)
        )
        select ($7 + row_number() over (order by own.updated_at desc, own.id))::integer, own.id, newest.id
        from own
        left join (
          select distinct on (conversation_id) conversation_id, id
          from matching
          order by conversation_id, created_at desc, id desc
        ) as newest on newest.conversation_id = own.id
        where newest.id is not null or own.title ilike $2
        order by 1
        limit $8
      $rest$,
      case
        when char_length(word) < 3 or messages_with_word * 50 <= messages_walked then 'content ilike $2'
        else
          case
            when junctions <> '{}' then 'private.word_junctions(content) @> $11 and '
            when possible_junctions <> '{}' then 'private.word_junctions(content) && $12 and '
            else ''
          end
          || 'case when strpos(lower(content collate "C"), $9) > 0 then $10 or content ilike $2 else false end'
      end
    )
    using is_indexed, pattern, person, usable, conversation.updated_at, conversation.id, place, most - place, piece,
      is_ascii, junctions, possible_junctions;
  end if;
end;
$$;
grant execute on function private.search_own_conversations(text, integer) to authenticated;

-- Returns search results as the caller may read them: the conversation, and an excerpt of the message around the match.
create function public.search_conversations(query text, row_limit integer default 20)
returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'conversation', to_jsonb(conversation_rows),
        'match',
        case
          when messages.id is not null then
            jsonb_build_object(
              'messageId', messages.id,
              'role', messages.role,
              'created_at', messages.created_at,
              'before', substr(messages.content, greatest(start - 200, 1), least(start - 1, 200)),
              'text', substr(messages.content, start, char_length(search_conversations.query)),
              'after', substr(messages.content, start + char_length(search_conversations.query), 200)
            )
        end
      )
      order by found.place
    ),
    '[]'
  )
  from private.search_own_conversations(search_conversations.query, search_conversations.row_limit) as found
  join public.conversation_rows on conversation_rows.id = found.conversation_id
  left join public.messages on messages.id = found.message_id
  left join lateral greatest(strpos(lower(messages.content), lower(search_conversations.query)), 1) as start on true;
$$;
grant execute on function public.search_conversations(text, integer) to authenticated;

-- Returns the longest substring that matches a regular expression; null if there is none.
create function private.longest_match(content text, pattern text)
returns text
language sql immutable set search_path = '' as $$
  select found[1]
  from regexp_matches(longest_match.content, longest_match.pattern, 'g') as found
  order by char_length(found[1]) desc
  limit 1;
$$;

-- Searches one conversation of the caller: returns the ids of matching messages on the path that is shown, oldest
-- first, at most the newest 500; null if there is no such conversation. Applies the same rule as read_path, bypasses
-- row-level security like search_own_conversations, and returns ids only.
create function private.matches_in_conversation(conversation_id uuid, query text)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  pattern constant text := '%' || regexp_replace(matches_in_conversation.query, '([\\%_])', '\\\1', 'g') || '%';
  last_id uuid;
begin
  select head_id into last_id
  from public.conversations
  where id = matches_in_conversation.conversation_id
    and user_id = auth.uid()
    and assistant_id in (select private.usable_assistant_ids());
  if not found then
    return null;
  end if;
  -- Users type shorter texts; comparing longer ones takes proportionally longer.
  if char_length(matches_in_conversation.query) > 120 then
    return '[]';
  end if;

  return (
    with recursive path as (
      select messages.id, messages.parent_id, 1 as step
      from public.messages
      where messages.id = last_id
      union all
      select messages.id, messages.parent_id, path.step + 1
      from path
      join public.messages on messages.id = path.parent_id
    ), newest as (
      select path.id, path.step
      from path
      join public.messages on messages.id = path.id
      where messages.content ilike pattern
      order by path.step
      limit 500
    )
    select coalesce(jsonb_agg(id order by step desc), '[]') from newest
  );
end;
$$;
grant execute on function private.matches_in_conversation(uuid, text) to authenticated;

create function public.matches_in_conversation(conversation_id uuid, query text)
returns jsonb
language sql stable set search_path = '' as $$
  select private.matches_in_conversation(matches_in_conversation.conversation_id, matches_in_conversation.query);
$$;
grant execute on function public.matches_in_conversation(uuid, text) to authenticated;

-- Attachments: how the server stores, scans and removes uploaded files.
--
-- Only the functions below write attachments, and only the server may call them. A file is stored first and gets its
-- row afterwards, so that a row never refers to a missing object; no one can read an object without a row, and the
-- sweep removes it. When a row is deleted (by the user, a cascade or the sweep), a trigger adds the object's path to
-- `removed_files`, from which the server removes it.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

-- One row per file that reached the server, with the verdict of the security scan, which only the server writes.
-- `supabase_path` is bucket/key; the key contains nothing that the user typed.
create table public.attachments (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  message_id uuid references public.messages (id) on delete set null,
  name text not null,
  size bigint not null,
  mime text not null,
  sha256 text not null,
  supabase_path text not null unique,
  openai_file_id text,
  scan_status text not null default 'pending',
  created_at timestamptz not null default now(),
  -- Why a file was blocked, worded for the user.
  scan_reason text,
  -- The scanner and the version of its signatures. Only the server and the operator can read it, because it would help
  -- an attacker.
  scanned_by text,
  constraint attachments_name_length check (char_length(name) between 1 and 255),
  constraint attachments_size_limit check (size between 0 and 26214400),
  constraint attachments_sha256_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint attachments_supabase_path_in_bucket check (supabase_path ~ '^attachments/.+'),
  constraint attachments_scan_status_known check (scan_status in ('pending', 'clean', 'blocked', 'error'))
);

-- Objects whose row was deleted. A process claims some and removes them from storage; what it could not remove is
-- claimed again later.
create table private.removed_files (
  supabase_path text primary key,
  removed_at timestamptz not null default now(),
  claimed_at timestamptz
);

comment on table private.removed_files is 'Stored objects to be removed. Accessible to the server only.';

-- Only the server writes objects, after scanning their bytes.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'attachments',
  'attachments',
  false,
  26214400,
  array[
    'application/pdf',
    'text/csv',
    'text/plain',
    'application/vnd.ms-excel',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  ]
)
on conflict (id) do nothing;

create index attachments_conversation_id_idx on public.attachments (conversation_id, created_at, id);
create index attachments_user_id_idx on public.attachments (user_id);
create index attachments_message_id_idx on public.attachments (message_id);
create index attachments_unsent_idx on public.attachments (created_at) where message_id is null;

grant
  select (
    id, conversation_id, user_id, message_id, name, size, mime, sha256,
    supabase_path, openai_file_id, scan_status, created_at, scan_reason
  )
on table public.attachments to authenticated;
grant select, insert, update, delete on table public.attachments to service_role;

alter table public.attachments enable row level security;
alter table private.removed_files enable row level security;

create function private.note_removed_file()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.removed_files (supabase_path) values (old.supabase_path) on conflict do nothing;
  return null;
end;
$$;

create trigger note_removed_file
  after delete on public.attachments
  for each row execute function private.note_removed_file();

create policy "People read attachments of conversations that they may read"
  on public.attachments for select to authenticated
  using (exists (select 1 from public.conversations where conversations.id = attachments.conversation_id));

-- Users read an object through its attachment: it is hidden together with the conversation, and while it is not clean.
create policy "People read clean files of conversations that they may read"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'attachments'
    and exists (
      select 1
      from public.attachments
      where attachments.supabase_path = 'attachments/' || objects.name
        and attachments.scan_status = 'clean'
    )
  );

-- Checks whether a user may upload into a conversation: ok, conversation_not_found, access_denied (which is recorded),
-- rate_limited or too_many_unsent. Uploads are counted in the audit log, so removed ones count too.
create function private.upload_outcome(user_id uuid, conversation_id uuid, uploads_per_minute integer)
returns text
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  unsent_max constant integer := 100;
  conversation public.conversations;
begin
  select * into conversation
  from public.conversations
  where id = upload_outcome.conversation_id and user_id = upload_outcome.user_id
  for key share;
  if not found then
    return 'conversation_not_found';
  end if;

  if not private.can_use_assistant(conversation.assistant_id, upload_outcome.user_id) then
    perform public.record_audit(
      'denied', upload_outcome.user_id, conversation.assistant_id, conversation.id, '{"attempted": "upload_file"}'
    );
    return 'access_denied';
  end if;

  if upload_outcome.uploads_per_minute <= (
    select count(*)
    from public.audit_logs
    where user_id = upload_outcome.user_id
      and action = 'upload_file'
      and created_at > clock_timestamp() - interval '1 minute'
  ) then
    return 'rate_limited';
  end if;

  if unsent_max <= (
    select count(*) from public.attachments where user_id = upload_outcome.user_id and message_id is null
  ) then
    return 'too_many_unsent';
  end if;
  return 'ok';
end;
$$;

-- Runs the same check before a file is stored.
create function public.check_upload(user_id uuid, conversation_id uuid, uploads_per_minute integer default 30)
returns jsonb
language sql security definer set search_path = '' as $$
  select jsonb_build_object(
    'outcome',
    private.upload_outcome(check_upload.user_id, check_upload.conversation_id, check_upload.uploads_per_minute)
  );
$$;
grant execute on function public.check_upload(uuid, uuid, integer) to service_role;

-- Adds the row of a stored object. Safe to retry. Returns `outcome`: added, or one of the above.
create function public.add_attachment(
  user_id uuid,
  conversation_id uuid,
  name text,
  size bigint,
  mime text,
  sha256 text,
  supabase_path text,
  uploads_per_minute integer default 30
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  found_outcome text;
  added public.attachments;
begin
  -- Serialises one user's uploads: two concurrent ones would otherwise both pass the limit.
  perform pg_advisory_xact_lock(hashtextextended(add_attachment.user_id::text, 1));

  if exists (
    select 1
    from public.attachments
    where supabase_path = add_attachment.supabase_path and user_id = add_attachment.user_id
  ) then
    return '{"outcome": "added"}';
  end if;

  found_outcome := private.upload_outcome(
    add_attachment.user_id, add_attachment.conversation_id, add_attachment.uploads_per_minute
  );
  if found_outcome <> 'ok' then
    return jsonb_build_object('outcome', found_outcome);
  end if;

  insert into public.attachments (conversation_id, user_id, name, size, mime, sha256, supabase_path)
  values (
    add_attachment.conversation_id,
    add_attachment.user_id,
    add_attachment.name,
    add_attachment.size,
    add_attachment.mime,
    add_attachment.sha256,
    add_attachment.supabase_path
  )
  returning * into added;

  perform public.record_audit(
    'upload_file',
    added.user_id,
    null,
    added.conversation_id,
    jsonb_build_object('attachment_id', added.id, 'size', added.size, 'mime', added.mime)
  );
  return '{"outcome": "added"}';
end;
$$;
grant execute on function public.add_attachment(uuid, uuid, text, bigint, text, text, text, integer) to service_role;

-- Removes a file that was not sent yet. Returns `outcome`: removed, sent (it belongs to a message) or not_found.
create function public.remove_attachment(user_id uuid, conversation_id uuid, supabase_path text)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  attachment public.attachments;
begin
  select * into attachment
  from public.attachments
  where supabase_path = remove_attachment.supabase_path
    and conversation_id = remove_attachment.conversation_id
    and user_id = remove_attachment.user_id
    and exists (
      select 1
      from public.conversations
      where conversations.id = remove_attachment.conversation_id
        and private.can_use_assistant(conversations.assistant_id, remove_attachment.user_id)
    )
  for update;
  if not found then
    return '{"outcome": "not_found"}';
  end if;
  if attachment.message_id is not null then
    return '{"outcome": "sent"}';
  end if;
  delete from public.attachments where id = attachment.id;
  return '{"outcome": "removed"}';
end;
$$;
grant execute on function public.remove_attachment(uuid, uuid, text) to service_role;

-- Records the verdict on a file's bytes, identified by checksum: a verdict on other bytes has no effect. A verdict is
-- final, unless it was 'clean' and a different scanner scans again; 'error' is not a verdict. Returns the effective
-- status, null if there is no such file.
create function public.record_scan(
  supabase_path text,
  sha256 text,
  status text,
  reason text default null,
  scanned_by text default null
)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  holds text;
begin
  update public.attachments
  set
    scan_status = record_scan.status,
    scan_reason = record_scan.reason,
    scanned_by = record_scan.scanned_by
  where supabase_path = record_scan.supabase_path
    and sha256 = record_scan.sha256
    and (
      scan_status in ('pending', 'error')
      or (
        scan_status = 'clean'
        and record_scan.status <> 'error'
        and scanned_by is distinct from record_scan.scanned_by
      )
    );

  select scan_status into holds
  from public.attachments
  where supabase_path = record_scan.supabase_path and sha256 = record_scan.sha256;
  return holds;
end;
$$;
grant execute on function public.record_scan(text, text, text, text, text) to service_role;

-- Deletes attachments that were not sent within `unsent_for`, lists objects without a row that are old enough for
-- removal, and returns how many objects wait to be removed.
create function public.sweep_files(unsent_for interval default '7 days', orphaned_for interval default '1 day')
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  delete from public.attachments
  where id in (
    select id
    from public.attachments
    where message_id is null and created_at < clock_timestamp() - sweep_files.unsent_for
    for update skip locked
  );

  -- Databases without a storage service (some tests) have no objects.
  if to_regclass('storage.objects') is not null then
    insert into private.removed_files (supabase_path)
    select 'attachments/' || objects.name
    from storage.objects
    where objects.bucket_id = 'attachments'
      and objects.created_at < clock_timestamp() - sweep_files.orphaned_for
      and not exists (
        select 1 from public.attachments where attachments.supabase_path = 'attachments/' || objects.name
      )
    on conflict do nothing;
  end if;
  return (select count(*) from private.removed_files);
end;
$$;
grant execute on function public.sweep_files(interval, interval) to service_role;

-- Claims paths of objects to remove, for one process at a time. Paths that were not confirmed by forget_removed_files
-- within `claimed_for` can be claimed again.
create function public.claim_removed_files(most integer default 100, claimed_for interval default '5 minutes')
returns jsonb
language sql security definer set search_path = '' as $$
  with claimed as (
    update private.removed_files
    set claimed_at = clock_timestamp()
    where supabase_path in (
      select supabase_path
      from private.removed_files
      where claimed_at is null or claimed_at <= clock_timestamp() - claim_removed_files.claimed_for
      order by removed_at
      limit claim_removed_files.most
      for update skip locked
    )
    returning supabase_path
  )
  select coalesce(jsonb_agg(supabase_path), '[]') from claimed;
$$;
grant execute on function public.claim_removed_files(integer, interval) to service_role;

-- Confirms that objects were removed.
create function public.forget_removed_files(paths text[])
returns void
language sql security definer set search_path = '' as $$
  delete from private.removed_files where supabase_path = any (forget_removed_files.paths);
$$;
grant execute on function public.forget_removed_files(text[]) to service_role;

-- Copies of files at AI providers. The copy of a removed object is removed at the provider too; if that fails, it
-- expires there.
--
-- Parameters are qualified with the name of their function; an unqualified name is a column.

-- Copies of stored files at an AI provider, with their id there and when it expires. An id is valid for one account of
-- one provider, named by `account`.
create table private.provider_files (
  account text not null,
  supabase_path text not null,
  file_id text not null,
  expires_at timestamptz not null,
  claimed_at timestamptz,
  primary key (account, supabase_path),
  constraint provider_files_file_id_length check (char_length(file_id) between 1 and 200)
);

comment on table private.provider_files is 'Copies of stored files at AI providers. Accessible to the server only.';

create index provider_files_expires_at_idx on private.provider_files (expires_at);

alter table private.provider_files enable row level security;

-- Returns the id of a file at a provider if it stays valid for at least `good_for`; null if there is none.
create function public.find_provider_file(account text, supabase_path text, good_for interval default '1 hour')
returns text
language sql stable security definer set search_path = '' as $$
  select file_id
  from private.provider_files
  where account = find_provider_file.account
    and supabase_path = find_provider_file.supabase_path
    and expires_at > clock_timestamp() + find_provider_file.good_for;
$$;
grant execute on function public.find_provider_file(text, text, interval) to service_role;

-- Stores the id of a file at a provider. Of two that were uploaded concurrently, the first is stored. Returns the
-- stored id: the caller removes its own copy if it differs. Attachments and messages do not contain this id, because
-- users can read them.
create function public.keep_provider_file(
  account text,
  supabase_path text,
  file_id text,
  expires_at timestamptz,
  good_for interval default '1 hour'
)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  holds text;
begin
  insert into private.provider_files as known (account, supabase_path, file_id, expires_at)
  values (
    keep_provider_file.account,
    keep_provider_file.supabase_path,
    keep_provider_file.file_id,
    keep_provider_file.expires_at
  )
  on conflict (account, supabase_path) do update
  set file_id = excluded.file_id, expires_at = excluded.expires_at, claimed_at = null
  where known.expires_at <= clock_timestamp() + keep_provider_file.good_for;

  select provider_files.file_id into holds
  from private.provider_files
  where account = keep_provider_file.account and supabase_path = keep_provider_file.supabase_path;
  return holds;
end;
$$;
grant execute on function public.keep_provider_file(text, text, text, timestamptz, interval) to service_role;

-- Claims ids of copies to remove at a provider, for one process at a time; those that were not confirmed by
-- forget_provider_file within `claimed_for` can be claimed again. Deletes rows of expired copies.
create function public.claim_removed_provider_files(
  account text,
  most integer default 100,
  claimed_for interval default '5 minutes'
)
returns jsonb
language sql security definer set search_path = '' as $$
  delete from private.provider_files where expires_at < clock_timestamp();

  with claimed as (
    update private.provider_files
    set claimed_at = clock_timestamp()
    where account = claim_removed_provider_files.account
      and supabase_path in (
        select copies.supabase_path
        from private.provider_files as copies
        where copies.account = claim_removed_provider_files.account
          and (
            copies.claimed_at is null
            or copies.claimed_at <= clock_timestamp() - claim_removed_provider_files.claimed_for
          )
          and not exists (
            select 1 from public.attachments where attachments.supabase_path = copies.supabase_path
          )
        limit claim_removed_provider_files.most
        for update skip locked
      )
    returning file_id
  )
  select coalesce(jsonb_agg(file_id), '[]') from claimed;
$$;
grant execute on function public.claim_removed_provider_files(text, integer, interval) to service_role;

-- Confirms that a copy was removed at the provider.
create function public.forget_provider_file(account text, file_id text)
returns void
language sql security definer set search_path = '' as $$
  delete from private.provider_files
  where account = forget_provider_file.account and file_id = forget_provider_file.file_id;
$$;
grant execute on function public.forget_provider_file(text, text) to service_role;

-- The record of administration: every change by an administrator, on any path, inserts one audit row in the same
-- transaction. It contains who changed what, the values before and after, and copies of names that may be deleted
-- later.
--
-- One row corresponds to one action. What a cascade deletes is counted in that row and gets no rows of its own, except
-- for conversations, whose deletion is always recorded. Changes without a signed-in user (the server, an operator) are
-- not recorded here. Changes of an assistant's model are recorded in models.sql.

create function private.record_assistant_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb;
begin
  if auth.uid() is null or pg_trigger_depth() > 1 then
    return coalesce(new, old);
  end if;
  case tg_op
    when 'INSERT' then
      perform private.record_change(
        'assistant_created', jsonb_build_object('after', private.told_of_assistant(new)), new.id
      );
    when 'UPDATE' then
      changes := private.difference(private.told_of_assistant(old), private.told_of_assistant(new));
      if changes is not null then
        perform private.record_change('assistant_updated', changes, new.id);
      end if;
    else
      perform private.record_change(
        'assistant_deleted',
        jsonb_build_object(
          'before', private.told_of_assistant(old), 'removed', private.removed_with('assistant', old.id)
        ),
        old.id
      );
  end case;
  return coalesce(new, old);
end;
$$;

create trigger record_change
  after insert or update on public.assistants
  for each row execute function private.record_assistant_change();

-- Before the delete, while everything that it cascades to can still be counted. By its name it fires before
-- `end_conversations_first`, which deletes some of it.
create trigger count_and_record_deletion
  before delete on public.assistants
  for each row execute function private.record_assistant_change();

create function private.record_participant_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb;
begin
  if auth.uid() is null or pg_trigger_depth() > 1 then
    return coalesce(new, old);
  end if;
  case tg_op
    when 'INSERT' then
      perform private.record_change(
        'participant_created',
        jsonb_build_object('after', private.told_of_participant(new)),
        participant_id => new.id
      );
    when 'UPDATE' then
      changes := private.difference(private.told_of_participant(old), private.told_of_participant(new));
      if changes is not null then
        perform private.record_change('participant_updated', changes, participant_id => new.id);
      end if;
    else
      -- Deleting a participant deletes the assistant, and this row is the last of the assistant's history too.
      perform private.record_change(
        'participant_deleted',
        jsonb_build_object(
          'before', private.told_of_participant(old), 'removed', private.removed_with('participant', old.id)
        ),
        (select id from public.assistants where participant_id = old.id),
        old.id
      );
  end case;
  return coalesce(new, old);
end;
$$;

create trigger record_change
  after insert or update on public.participants
  for each row execute function private.record_participant_change();

create trigger count_and_record_deletion
  before delete on public.participants
  for each row execute function private.record_participant_change();

-- Records assignments and grants. Moving one is recorded as a removal and an addition. A pair whose assistant,
-- participant or user is deleted is part of that deletion: cascades by foreign keys do not increase pg_trigger_depth.
create function private.record_assignment()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT'
    and exists (select 1 from public.participants where id = old.participant_id)
    and exists (select 1 from public.users where id = old.user_id)
  then
    perform private.record_change(
      'worker_unassigned', '{}', participant_id => old.participant_id, target_user_id => old.user_id
    );
  end if;
  if tg_op <> 'DELETE' then
    perform private.record_change(
      'worker_assigned', '{}', participant_id => new.participant_id, target_user_id => new.user_id
    );
  end if;
  return null;
end;
$$;

create trigger record_assignment
  after insert or delete on public.participant_assignments
  for each row execute function private.record_assignment();

create trigger record_moved_assignment
  after update on public.participant_assignments
  for each row
  when ((old.participant_id, old.user_id) is distinct from (new.participant_id, new.user_id))
  execute function private.record_assignment();

create function private.record_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT'
    and exists (select 1 from public.assistants where id = old.assistant_id)
    and exists (select 1 from public.users where id = old.user_id)
  then
    perform private.record_change('access_revoked', '{}', old.assistant_id, target_user_id => old.user_id);
  end if;
  if tg_op <> 'DELETE' then
    perform private.record_change('access_granted', '{}', new.assistant_id, target_user_id => new.user_id);
  end if;
  return null;
end;
$$;

create trigger record_access
  after insert or delete on public.assistant_access
  for each row execute function private.record_access();

create trigger record_moved_access
  after update on public.assistant_access
  for each row
  when ((old.assistant_id, old.user_id) is distinct from (new.assistant_id, new.user_id))
  execute function private.record_access();

create function private.record_role_access()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given constant text := case tg_op when 'DELETE' then 'role_access_revoked' else 'role_access_granted' end;
begin
  if not exists (select 1 from public.assistants where id = coalesce(new.assistant_id, old.assistant_id)) then
    return null;
  end if;
  perform private.record_change(
    given,
    jsonb_build_object('role', (select name from public.roles where id = coalesce(new.role_id, old.role_id))),
    coalesce(new.assistant_id, old.assistant_id)
  );
  return null;
end;
$$;

create trigger record_role_access
  after insert or delete on public.assistant_role_access
  for each row execute function private.record_role_access();

create function private.record_role_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_change(
    'role_changed',
    jsonb_build_object(
      'before', jsonb_build_object('role', (select name from public.roles where id = old.role_id)),
      'after', jsonb_build_object('role', (select name from public.roles where id = new.role_id))
    ),
    target_user_id => new.id
  );
  return null;
end;
$$;

create trigger record_role_change
  after update of role_id on public.users
  for each row
  when (old.role_id <> new.role_id)
  execute function private.record_role_change();

-- Inserts the audit row, unless a trigger was fired by another one: that is a cascade.
create function private.record_change(
  action text,
  meta jsonb,
  assistant_id uuid default null,
  participant_id uuid default null,
  target_user_id uuid default null
)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null or pg_trigger_depth() > 1 then
    return;
  end if;
  insert into public.audit_logs (
    action, user_id, assistant_id, participant_id, participant_name, target_user_id, target_user_email, meta
  )
  values (
    record_change.action,
    auth.uid(),
    record_change.assistant_id,
    record_change.participant_id,
    (select display_name from public.participants where id = record_change.participant_id),
    record_change.target_user_id,
    (select email from public.users where id = record_change.target_user_id),
    record_change.meta
  );
end;
$$;

-- Returns the differing fields of two versions of a record as `{before, after}`; null if they are equal.
create function private.difference(before jsonb, after jsonb)
returns jsonb
language sql immutable set search_path = '' as $$
  select case
    when count(*) > 0 then
      jsonb_build_object(
        'before', jsonb_object_agg(key, difference.before -> key),
        'after', jsonb_object_agg(key, difference.after -> key)
      )
  end
  from jsonb_object_keys(difference.after) as key
  where difference.before -> key is distinct from difference.after -> key;
$$;

-- Returns the fields of an assistant for the audit row. Audit rows are small: a long list of domains is recorded by its
-- length and digest.
create function private.told_of_assistant(assistant public.assistants)
returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'label', assistant.label,
    'kind', assistant.kind,
    'openai_assistant_id', assistant.openai_assistant_id,
    'participant_id', assistant.participant_id,
    'web_research_enabled', assistant.web_research_enabled,
    'use_org_domains', assistant.use_org_domains,
    'web_domains', case
      when octet_length(array_to_string(assistant.web_domains, ',')) <= 1500 then to_jsonb(assistant.web_domains)
      else
        jsonb_build_object(
          'count', cardinality(assistant.web_domains), 'md5', md5(array_to_string(assistant.web_domains, ','))
        )
    end
  );
$$;

create function private.told_of_participant(participant public.participants)
returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('display_name', participant.display_name, 'status', participant.status);
$$;

-- Counts what is deleted together with a record.
create function private.removed_with(kind text, record_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  with gone as (
    select id
    from public.assistants
    where removed_with.kind = 'assistant' and id = removed_with.record_id
      or removed_with.kind = 'participant' and participant_id = removed_with.record_id
  ), lost as (
    select id, user_id from public.conversations where assistant_id in (select id from gone)
  )
  select jsonb_build_object(
    'conversations', (select count(*) from lost),
    'people', (select count(distinct user_id) from lost),
    'messages', (select count(*) from public.messages where conversation_id in (select id from lost)),
    'files', (select count(*) from public.attachments where conversation_id in (select id from lost)),
    'direct_grants', (select count(*) from public.assistant_access where assistant_id in (select id from gone)),
    'role_grants', (select count(*) from public.assistant_role_access where assistant_id in (select id from gone))
  ) || case removed_with.kind
    when 'participant' then
      jsonb_build_object(
        'assistants', (select count(*) from gone),
        'assignments', (
          select count(*) from public.participant_assignments where participant_id = removed_with.record_id
        )
      )
    else '{}'
  end;
$$;

-- Searches of the administration screens.
--
-- Row-level security prevents a "contains" condition from using an index, because evaluating it might leak data. The
-- searches therefore bypass it for ids only, after checking that the caller may see all rows or together with a
-- condition on what the caller may see, and the rows are read by the caller. Each runs with a custom plan, because the
-- best index depends on the search text.

create index users_email_search_idx on public.users using gin (email extensions.gin_trgm_ops);
create index participants_display_name_search_idx
  on public.participants using gin (display_name extensions.gin_trgm_ops);
create index assistants_label_search_idx on public.assistants using gin (label extensions.gin_trgm_ops);

-- Returns the LIKE pattern that matches a text literally, anywhere.
create function private.containing(text text)
returns text
language sql immutable set search_path = '' as $$
  select '%' || regexp_replace(containing.text, '([\\%_])', '\\\1', 'g') || '%';
$$;

-- Raises an error unless the caller is an administrator.
create function private.require_admin()
returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Admin access required' using errcode = 'insufficient_privilege';
  end if;
end;
$$;
grant execute on function private.require_admin() to authenticated;

create function private.user_ids_with_email(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query select id from public.users where email ilike private.containing(user_ids_with_email.q);
end;
$$;
grant execute on function private.user_ids_with_email(text) to authenticated;

create function private.participant_ids_named(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query
    select id from public.participants where display_name ilike private.containing(participant_ids_named.q);
end;
$$;
grant execute on function private.participant_ids_named(text) to authenticated;

-- Callers need not be administrators: of these ids they read only the assistants that they may use.
create function private.assistant_ids_labelled(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  return query select id from public.assistants where label ilike private.containing(assistant_ids_labelled.q);
end;
$$;
grant execute on function private.assistant_ids_labelled(text) to authenticated;

-- The next two return whole rows instead of ids, to administrators, who may read all of them: a search with many
-- results reads each row once.
create function private.users_with_email(q text)
returns setof public.users
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query select * from public.users where email ilike private.containing(users_with_email.q);
end;
$$;
grant execute on function private.users_with_email(text) to authenticated;

create function private.participants_named(q text)
returns setof public.participants
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query
    select * from public.participants where display_name ilike private.containing(participants_named.q);
end;
$$;
grant execute on function private.participants_named(text) to authenticated;

-- Returns users whose email contains the text, for administrators. Can be filtered, ordered and counted like the table.
create function public.search_users(q text)
returns setof public.users
language sql stable rows 50 set search_path = '' as $$
  select * from private.users_with_email(search_users.q);
$$;
grant execute on function public.search_users(text) to authenticated;

-- Returns participants whose name contains the text, likewise.
create function public.search_participants(q text)
returns setof public.participants
language sql stable rows 50 set search_path = '' as $$
  select * from private.participants_named(search_participants.q);
$$;
grant execute on function public.search_participants(text) to authenticated;

-- Returns those of the caller's assistants whose label contains the text.
create function public.search_assistants(q text)
returns setof public.assistants
language sql stable rows 50 set search_path = '' as $$
  select assistants.*
  from public.assistants
  where id = any (array(select private.assistant_ids_labelled(search_assistants.q)));
$$;
grant execute on function public.search_assistants(text) to authenticated;

-- Returns participants for whom an assistant can be created: active and without an assistant, plus the participant of
-- the assistant being edited, whatever its status.
create function public.participant_options(q text default '', assistant_id uuid default null, row_limit integer default 1000)
returns table (id uuid, display_name text)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    with chosen as (
      select participants.id, participants.display_name
      from public.assistants
      join public.participants on participants.id = assistants.participant_id
      where assistants.id = participant_options.assistant_id
    ), free as (
      select participants.id, participants.display_name
      from public.participants
      where status = 'active'
        and (
          participant_options.q = ''
          or participants.id = any (array(select private.participant_ids_named(participant_options.q)))
        )
        and not exists (select 1 from public.assistants where assistants.participant_id = participants.id)
      order by participants.display_name, participants.id
      limit least(participant_options.row_limit, 1000)
    )
    select id, display_name from chosen union all select id, display_name from free
    order by display_name, id;
end;
$$;
grant execute on function public.participant_options(text, uuid, integer) to authenticated;

-- Who can use and see what, and what a deletion would remove.

-- Returns who can see an assistant, or a participant and their assistant, by email, each with the reasons: `direct`,
-- `role` and `admin` give access to the assistant, `assignment` and `admin` to the participant.
create function private.who_can_see(
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
    with seeing as (
      select
        users.id,
        users.email,
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
      where who_can_see.q = '' or users.id = any (array(select private.user_ids_with_email(who_can_see.q)))
    ), counted as (
      select seeing.*, count(*) over () as total
      from seeing
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
            'roleName', role_name,
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
    from counted
  );
end;
$$;
grant execute on function private.who_can_see(text, uuid, text, integer, integer) to authenticated;

-- Returns a user's access to every assistant, or only to those that the user may use, by label.
create function private.user_access(
  user_id uuid,
  q text default '',
  usable_only boolean default false,
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  page_size constant integer := greatest(least(user_access.page_size, 100), 1);
  person_role uuid;
  is_admin boolean;
begin
  perform private.require_admin();
  select users.role_id, roles.name = 'admin'
  into person_role, is_admin
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = user_access.user_id;

  return (
    with standing as (
      select
        assistants.id,
        assistants.label,
        assistants.label_order,
        assistants.kind,
        assistant_access.user_id is not null as is_direct,
        assistant_role_access.role_id is not null as is_by_role
      from public.assistants
      left join public.assistant_access
        on assistant_access.assistant_id = assistants.id and assistant_access.user_id = user_access.user_id
      left join public.assistant_role_access
        on assistant_role_access.assistant_id = assistants.id and assistant_role_access.role_id = person_role
      where user_access.q = ''
        or assistants.id = any (array(select private.assistant_ids_labelled(user_access.q)))
    ), counted as (
      select standing.*, count(*) over () as total
      from standing
      where not user_access.usable_only or is_direct or is_by_role or is_admin
      order by label_order, id
      limit page_size
      offset (greatest(user_access.page, 1)::bigint - 1) * page_size
    )
    select jsonb_build_object(
      'isAdmin', coalesce(is_admin, false),
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'assistantId', id,
            'assistantLabel', label,
            'assistantKind', kind,
            'hasDirectAccess', is_direct,
            'hasRoleAccess', is_by_role,
            'hasAccess', is_direct or is_by_role
          )
          order by label_order, id
        ),
        '[]'
      ),
      'total', coalesce(max(total), 0)
    )
    from counted
  );
end;
$$;
grant execute on function private.user_access(uuid, text, boolean, integer, integer) to authenticated;

-- Returns the participants whom a user can see, by name, each with the reasons: `admin`, `assignment`.
create function private.user_participants(
  user_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  page_size constant integer := greatest(least(user_participants.page_size, 100), 1);
  is_admin boolean;
begin
  perform private.require_admin();
  select roles.name = 'admin'
  into is_admin
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = user_participants.user_id;

  return (
    with counted as (
      select
        participants.id,
        participants.display_name,
        participants.status,
        participant_assignments.user_id is not null as is_assigned,
        count(*) over () as total
      from public.participants
      left join public.participant_assignments
        on participant_assignments.participant_id = participants.id
        and participant_assignments.user_id = user_participants.user_id
      where (is_admin or participant_assignments.user_id is not null)
        and (
          user_participants.q = ''
          or participants.id = any (array(select private.participant_ids_named(user_participants.q)))
        )
      order by participants.display_name, participants.id
      limit page_size
      offset (greatest(user_participants.page, 1)::bigint - 1) * page_size
    )
    select jsonb_build_object(
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'participantId', id,
            'participantName', display_name,
            'status', status,
            'reasons', array_remove(
              array[case when is_admin then 'admin' end, case when is_assigned then 'assignment' end], null
            )
          )
          order by display_name, id
        ),
        '[]'
      ),
      'total', coalesce(max(total), 0)
    )
    from counted
  );
end;
$$;
grant execute on function private.user_participants(uuid, text, integer, integer) to authenticated;

create function public.who_can_see(
  kind text,
  record_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  if who_can_see.kind in ('participant', 'assistant') then
    perform private.record_view(who_can_see.kind, who_can_see.record_id);
  end if;
  return private.who_can_see(
    who_can_see.kind, who_can_see.record_id, who_can_see.q, who_can_see.page, who_can_see.page_size
  );
end;
$$;
grant execute on function public.who_can_see(text, uuid, text, integer, integer) to authenticated;

create function public.user_access(
  user_id uuid,
  q text default '',
  usable_only boolean default false,
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.record_view('user', user_access.user_id);
  return private.user_access(
    user_access.user_id, user_access.q, user_access.usable_only, user_access.page, user_access.page_size
  );
end;
$$;
grant execute on function public.user_access(uuid, text, boolean, integer, integer) to authenticated;

create function public.user_participants(
  user_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.record_view('user', user_participants.user_id);
  return private.user_participants(
    user_participants.user_id, user_participants.q, user_participants.page, user_participants.page_size
  );
end;
$$;
grant execute on function public.user_participants(uuid, text, integer, integer) to authenticated;

-- Returns the grants of an assistant as one JSON value, because REST would truncate more than a thousand rows silently.
-- Null if the assistant does not exist, so that callers need one request only.
create function public.read_grants(assistant_id uuid)
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
        jsonb_agg(jsonb_build_object('userId', users.id, 'userEmail', users.email) order by users.email, users.id), '[]'
      )
      from public.assistant_access
      join public.users on users.id = assistant_access.user_id
      where assistant_access.assistant_id = read_grants.assistant_id
    )
  );
end;
$$;
grant execute on function public.read_grants(uuid) to authenticated;

-- Counts what would be deleted together with a record.
create function private.deletion_effect(kind text, record_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.removed_with(deletion_effect.kind, deletion_effect.record_id);
end;
$$;
grant execute on function private.deletion_effect(text, uuid) to authenticated;

create function public.deletion_effect(kind text, record_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select private.deletion_effect(deletion_effect.kind, deletion_effect.record_id);
$$;
grant execute on function public.deletion_effect(text, uuid) to authenticated;

-- Bulk changes of grants and assignments, each as one transaction with a preview.

-- Names the difference between access before and after a change.
create function private.access_outcome(could boolean, can boolean)
returns text
language sql immutable set search_path = '' as $$
  select case
    when could and can then 'keeps'
    when could then 'loses'
    when can then 'gains'
    else 'none'
  end;
$$;
grant execute on function private.access_outcome(boolean, boolean) to authenticated;

-- Raises an error if a bulk change is too large.
create function private.require_at_most(number bigint, most bigint)
returns void
language plpgsql immutable set search_path = '' as $$
begin
  if require_at_most.number > require_at_most.most then
    raise exception 'At most % at once.', require_at_most.most using errcode = 'PT422';
  end if;
end;
$$;
grant execute on function private.require_at_most(bigint, bigint) to authenticated;

-- Raises an error if a bulk change omits its direction, which must not be guessed.
create function private.require_said(name text, said boolean)
returns void
language plpgsql immutable set search_path = '' as $$
begin
  if require_said.said is null then
    raise exception '% must be true or false', require_said.name using errcode = 'PT422';
  end if;
end;
$$;
grant execute on function private.require_said(text, boolean) to authenticated;

-- Grants or revokes direct access of several users to several assistants as one change; with `preview`, only returns
-- what it would do. Returns each pair with `outcome`: gains, keeps (has access before and after), loses, none.
create function private.change_grants(
  assistant_ids uuid[],
  user_ids uuid[],
  granted boolean,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  outcomes jsonb;
begin
  perform private.require_admin();
  perform private.require_at_most(
    coalesce(cardinality(change_grants.assistant_ids), 0)::bigint * coalesce(cardinality(change_grants.user_ids), 0), 500
  );

  -- Concurrent changes wait, so that the returned outcomes are what happens.
  perform 1
  from public.assistants
  where id = any (change_grants.assistant_ids) and not change_grants.preview
  order by id
  for no key update;

  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'assistantId', assistants.id,
        'assistantLabel', assistants.label,
        'userId', users.id,
        'userEmail', users.email,
        'outcome', private.access_outcome(
          standing.is_direct or standing.is_otherwise, change_grants.granted or standing.is_otherwise
        )
      )
      order by users.email, users.id, assistants.label_order, assistants.id
    ),
    '[]'
  )
  into outcomes
  from public.assistants
  cross join public.users
  join public.roles on roles.id = users.role_id
  cross join lateral (
    select
      exists (
        select 1 from public.assistant_access where assistant_id = assistants.id and user_id = users.id
      ) as is_direct,
      roles.name = 'admin' or exists (
        select 1 from public.assistant_role_access where assistant_id = assistants.id and role_id = users.role_id
      ) as is_otherwise
  ) as standing
  where assistants.id = any (change_grants.assistant_ids) and users.id = any (change_grants.user_ids);

  if not change_grants.preview then
    if change_grants.granted then
      insert into public.assistant_access (assistant_id, user_id)
      select (outcome ->> 'assistantId')::uuid, (outcome ->> 'userId')::uuid
      from jsonb_array_elements(outcomes) as outcome
      order by 1, 2
      on conflict do nothing;
    else
      delete from public.assistant_access
      where assistant_id = any (change_grants.assistant_ids) and user_id = any (change_grants.user_ids);
    end if;
  end if;
  return jsonb_build_object('rows', outcomes);
end;
$$;
grant execute on function private.change_grants(uuid[], uuid[], boolean, boolean) to authenticated;

-- Assigns or unassigns several workers and, with `with_access`, grants or revokes their direct access to the
-- participant's assistant, as one change; with `preview`, only returns what it would do. Returns each user with
-- `assignment` and `access`: gains, keeps, loses, none; `access` is null without an assistant or without `with_access`.
create function private.change_workers(
  participant_id uuid,
  user_ids uuid[],
  assigned boolean,
  with_access boolean default false,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  assistant uuid;
  access jsonb := '[]';
  outcomes jsonb;
begin
  perform private.require_admin();
  perform private.require_at_most(coalesce(cardinality(change_workers.user_ids), 0), 500);
  perform 1 from public.participants where id = change_workers.participant_id;
  if not found then
    raise exception 'Participant not found' using errcode = 'PT404';
  end if;

  select id into assistant from public.assistants where assistants.participant_id = change_workers.participant_id;
  if change_workers.with_access and assistant is not null then
    access := public.change_grants(
      array[assistant], change_workers.user_ids, change_workers.assigned, change_workers.preview
    ) -> 'rows';
  end if;

  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'userId', users.id,
        'userEmail', users.email,
        'assignment', private.access_outcome(participant_assignments.user_id is not null, change_workers.assigned),
        'access', jsonb_path_query_first(
          access, '$[*] ? (@.userId == $id).outcome', jsonb_build_object('id', users.id)
        )
      )
      order by users.email, users.id
    ),
    '[]'
  )
  into outcomes
  from public.users
  left join public.participant_assignments
    on participant_assignments.participant_id = change_workers.participant_id
    and participant_assignments.user_id = users.id
  where users.id = any (change_workers.user_ids);

  if not change_workers.preview then
    if change_workers.assigned then
      insert into public.participant_assignments (participant_id, user_id)
      select change_workers.participant_id, (outcome ->> 'userId')::uuid
      from jsonb_array_elements(outcomes) as outcome
      order by 2
      on conflict do nothing;
    else
      delete from public.participant_assignments
      where participant_id = change_workers.participant_id and user_id = any (change_workers.user_ids);
    end if;
  end if;
  return jsonb_build_object('rows', outcomes, 'assistantId', assistant);
end;
$$;
grant execute on function private.change_workers(uuid, uuid[], boolean, boolean, boolean) to authenticated;

create function public.change_grants(
  assistant_ids uuid[],
  user_ids uuid[],
  granted boolean,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.require_said('granted', change_grants.granted);
  return private.change_grants(
    change_grants.assistant_ids, change_grants.user_ids, change_grants.granted, change_grants.preview
  );
end;
$$;
grant execute on function public.change_grants(uuid[], uuid[], boolean, boolean) to authenticated;

create function public.change_workers(
  participant_id uuid,
  user_ids uuid[],
  assigned boolean,
  with_access boolean default false,
  preview boolean default false
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.require_said('assigned', change_workers.assigned);
  return private.change_workers(
    change_workers.participant_id,
    change_workers.user_ids,
    change_workers.assigned,
    change_workers.with_access,
    change_workers.preview
  );
end;
$$;
grant execute on function public.change_workers(uuid, uuid[], boolean, boolean, boolean) to authenticated;

-- The history of users, participants and assistants, and the record of who viewed it.

-- Serve the history of one record, newest first: few audit rows about an assistant are changes.
create index audit_logs_assistant_history_idx on public.audit_logs (assistant_id, created_at desc, id desc)
  where action in (
    'assistant_created', 'assistant_updated', 'assistant_deleted',
    'participant_created', 'participant_updated', 'participant_deleted',
    'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
    'role_access_granted', 'role_access_revoked', 'role_changed', 'model_changed'
  );
create index audit_logs_participant_history_idx on public.audit_logs (participant_id, created_at desc, id desc)
  where action in (
    'assistant_created', 'assistant_updated', 'assistant_deleted',
    'participant_created', 'participant_updated', 'participant_deleted',
    'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
    'role_access_granted', 'role_access_revoked', 'role_changed', 'model_changed'
  );
create index audit_logs_user_history_idx on public.audit_logs (target_user_id, created_at desc, id desc)
  where target_user_id is not null;

-- Records that an administrator viewed another user's access or history, once an hour per administrator and record.
-- Called by the functions that return such data.
create function private.record_view(kind text, record_id uuid)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  told constant jsonb := jsonb_build_object('kind', record_view.kind, 'id', record_view.record_id);
begin
  perform private.require_admin();
  if record_view.record_id = auth.uid() or record_view.record_id is null then
    return;
  end if;
  -- Screens call several of these functions concurrently.
  perform pg_advisory_xact_lock(hashtextextended(auth.uid()::text || record_view.record_id::text, 3));
  if exists (
    select 1
    from public.audit_logs
    where user_id = auth.uid()
      and action = 'record_viewed'
      and meta = told
      and created_at > now() - interval '1 hour'
  ) then
    return;
  end if;
  insert into public.audit_logs (
    action, user_id, target_user_id, target_user_email, participant_id, participant_name, assistant_id, meta
  )
  values (
    'record_viewed',
    auth.uid(),
    case record_view.kind when 'user' then record_view.record_id end,
    (select email from public.users where record_view.kind = 'user' and id = record_view.record_id),
    case record_view.kind when 'participant' then record_view.record_id end,
    (
      select display_name from public.participants
      where record_view.kind = 'participant' and id = record_view.record_id
    ),
    case record_view.kind when 'assistant' then record_view.record_id end,
    told
  );
end;
$$;
grant execute on function private.record_view(text, uuid) to authenticated;

-- Returns the changes of one record after a cursor, newest first, including changes of accounts. The history of a
-- participant includes that of the participant's assistant. Returns `rows` and `next`, the cursor of the next page,
-- null at the end.
create function private.read_history(
  kind text,
  record_id uuid,
  after_moment bigint default null,
  after_id uuid default null,
  row_limit integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  place timestamptz := timestamptz 'epoch' + read_history.after_moment * interval '1 microsecond';
  page_size constant integer := greatest(least(read_history.row_limit, 100), 1);
  found_rows jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(to_jsonb(found) order by created_at desc, id desc), '[]')
  into found_rows
  from (
    select
      id, user_id, assistant_id, conversation_id, action, meta, created_at, updated_at, user_email, assistant_label,
      assistant_kind, participant_id, participant_name, target_user_id, target_user_email
    from public.audit_logs
    where action in (
        'assistant_created', 'assistant_updated', 'assistant_deleted',
        'participant_created', 'participant_updated', 'participant_deleted',
        'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
        'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed'
      )
      and (
        read_history.kind = 'assistant' and assistant_id = read_history.record_id
        or read_history.kind = 'participant' and participant_id = read_history.record_id
        or read_history.kind = 'user' and target_user_id = read_history.record_id
      )
      and (place is null or (created_at, id) < (place, read_history.after_id))
    order by created_at desc, id desc
    limit page_size + 1
  ) as found;

  return jsonb_build_object(
    'rows', case when jsonb_array_length(found_rows) > page_size then found_rows - page_size else found_rows end,
    'next', case
      when jsonb_array_length(found_rows) > page_size then
        jsonb_build_object(
          'moment',
          (extract(epoch from (found_rows -> (page_size - 1) ->> 'created_at')::timestamptz) * 1000000)::bigint,
          'id', found_rows -> (page_size - 1) ->> 'id'
        )
    end
  );
end;
$$;
grant execute on function private.read_history(text, uuid, bigint, uuid, integer) to authenticated;

create function public.read_history(
  kind text,
  record_id uuid,
  after_moment bigint default null,
  after_id uuid default null,
  row_limit integer default 25
)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  if read_history.kind in ('user', 'participant') then
    perform private.record_view(read_history.kind, read_history.record_id);
  end if;
  return private.read_history(
    read_history.kind, read_history.record_id, read_history.after_moment, read_history.after_id, read_history.row_limit
  );
end;
$$;
grant execute on function public.read_history(text, uuid, bigint, uuid, integer) to authenticated;

-- The model settings of assistants, changed by administrators through the server.

-- Returns the fields of a profile for the audit row. Instructions are confidential: only their length and that they
-- changed is recorded.
create function private.told_of_profile(profile public.ai_assistant_profiles)
returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'provider', profile.provider,
    'model', profile.model,
    'max_output_tokens', profile.max_output_tokens,
    'vector_store_ids', profile.vector_store_ids,
    'instructions_length', char_length(profile.instructions)
  );
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

  -- Inserts the row in order to lock it: the recorded "before" is what this change replaces.
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
grant execute on function public.set_assistant_model(uuid, uuid, text, text, text, integer, text[]) to service_role;

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
  read_version integer default null
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
    save_assistant_model.vector_store_ids
  );
end;
$$;
grant execute
  on function public.save_assistant_model(uuid, uuid, text, text, text, integer, text[], integer)
  to service_role;

-- Counts of entries by day (in UTC), action and skeleton, updated by the transaction that adds or purges entries, so
-- that totals need no reading of the log. See docs/decisions/0032.
--
-- A skeleton is the text of an entry's metadata without the parts that differ in almost every entry: ids and numbers. A
-- keyword of words, such as "provider" or "gpt-4o", is in the metadata exactly if it is in the skeleton.

-- The distinct skeletons: the texts of entries without their ids and numbers.
create table private.audit_skeletons (
  id integer generated always as identity primary key,
  skeleton text not null
);

-- Number of entries per day, action and skeleton.
create table private.audit_counts (
  day date not null,
  action text not null,
  -- 0 for entries without a skeleton
  skeleton_id integer not null,
  entries bigint not null,
  primary key (action, skeleton_id, day)
);

-- Increments since the counts were last updated. Writers only insert here, so they never wait for each other.
create table private.audit_count_changes (
  id bigint generated always as identity primary key,
  day date not null,
  action text not null,
  skeleton text,
  entries bigint not null
);

-- Texts of entries without a skeleton. A keyword is searched in each of them.
create table private.audit_bare_texts (
  entry_id uuid primary key,
  meta_text text not null
);

-- For keywords that could be part of an id or a number.
create index audit_logs_meta_idx on public.audit_logs using gin ((meta::text) extensions.gin_trgm_ops);
create unique index audit_skeletons_once_idx on private.audit_skeletons (md5(skeleton));
create index audit_bare_texts_search_idx on private.audit_bare_texts using gin (meta_text extensions.gin_trgm_ops);

alter table private.audit_skeletons enable row level security;
alter table private.audit_counts enable row level security;
alter table private.audit_count_changes enable row level security;
alter table private.audit_bare_texts enable row level security;

create function private.count_audit_logs()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_due boolean;
begin
  with texts as materialized (
    select id, created_at, action, meta::text as meta_text, private.audit_skeleton(meta::text) as skeleton from touched
  ), counted as (
    insert into private.audit_count_changes (day, action, skeleton, entries)
    select
      (created_at at time zone 'UTC')::date, action, skeleton, case tg_op when 'INSERT' then count(*) else -count(*) end
    from texts
    group by 1, 2, 3
    returning id
  ), kept as (
    insert into private.audit_bare_texts (entry_id, meta_text)
    select id, meta_text from texts where skeleton is null and tg_op = 'INSERT'
  ), dropped as (
    delete from private.audit_bare_texts
    where tg_op = 'DELETE' and entry_id in (select id from texts where skeleton is null)
  )
  select bool_or(id % 500 = 0) from counted into is_due;
  if is_due then
    perform private.fold_audit_counts();
  end if;
  return null;
end;
$$;

create trigger count_audit_logs
  after insert on public.audit_logs
  referencing new table as touched
  for each statement execute function private.count_audit_logs();

create trigger count_purged_audit_logs
  after delete on public.audit_logs
  referencing old table as touched
  for each statement execute function private.count_audit_logs();

-- Returns the skeleton of a text: UUIDs, other hexadecimal words of 12 or more characters, and numbers are each
-- replaced by one character that occurs in no JSON text. Null for texts that would have a skeleton of their own anyway:
-- long texts, and ids with letters beyond f.
create function private.audit_skeleton(meta_text text)
returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case
    when length(skeleton) <= 400 and skeleton !~ '[0-9A-Za-z]{24}' then skeleton
  end
  from regexp_replace(
    audit_skeleton.meta_text,
    '(?<![0-9A-Za-z])([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{12,}|[0-9]+)(?![0-9A-Za-z])', e'\x01', 'g'
  ) as skeleton;
$$;

-- Checks whether a keyword can be searched in skeletons: none of its words could be an id, a number or part of one.
create function private.is_in_skeletons(q text)
returns boolean
language sql immutable set search_path = '' as $$
  select is_in_skeletons.q !~ e'[\x01-\x1f]'
    and case
      when is_in_skeletons.q ~ '[0-9A-Za-z]' then
        not exists (
          select 1
          from regexp_split_to_table(is_in_skeletons.q, '[^0-9A-Za-z]+') as word
          where word <> '' and word !~* '[g-z]'
        )
      else position('-' in is_in_skeletons.q) = 0
    end;
$$;

-- Adds the increments to the counts. Only one transaction at a time; a concurrent one skips it. Uncommitted increments
-- of other transactions are added the next time.
create function private.fold_audit_counts()
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('private.audit_counts', 0))
  then
    return;
  end if;

  insert into private.audit_skeletons (skeleton)
  select distinct skeleton
  from private.audit_count_changes as changes
  where skeleton is not null
    and not exists (
      select 1 from private.audit_skeletons as known where md5(known.skeleton) = md5(changes.skeleton)
    );

  with taken as (
    delete from private.audit_count_changes as changes
    where skeleton is null
      or exists (select 1 from private.audit_skeletons as known where md5(known.skeleton) = md5(changes.skeleton))
    returning day, action, skeleton, entries
  )
  insert into private.audit_counts as counts (day, action, skeleton_id, entries)
  select day, action, coalesce(known.id, 0), sum(entries)
  from taken
  left join private.audit_skeletons as known on md5(known.skeleton) = md5(taken.skeleton)
  group by 1, 2, 3
  on conflict (action, skeleton_id, day) do update set entries = counts.entries + excluded.entries;
end;
$$;

-- Recounts all entries, after entries were inserted without triggers.
create function private.recount_audit_logs()
returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.audit_logs in share row exclusive mode;
  delete from private.audit_count_changes where true;
  delete from private.audit_counts where true;
  delete from private.audit_bare_texts where true;
  with texts as materialized (
    select id, created_at, action, meta::text as meta_text, private.audit_skeleton(meta::text) as skeleton
    from public.audit_logs
  ), kept as (
    insert into private.audit_bare_texts (entry_id, meta_text) select id, meta_text from texts where skeleton is null
  )
  insert into private.audit_count_changes (day, action, skeleton, entries)
  select (created_at at time zone 'UTC')::date, action, skeleton, count(*) from texts group by 1, 2, 3;
  perform private.fold_audit_counts();
end;
$$;

-- Filters of the audit log, and saved ones.
--
-- A filter is the object of the contract: `from`, `to`, `userId`, `assistantId`, `participantId`, `conversationId`,
-- `actions`, `q`, the same terms under `not`, and `page`, `pageSize`, `sort`. It is translated to the text of a
-- condition, so that each query gets its own plan; every value is quoted as a literal.

-- Saved filters of an administrator, optionally shared with all administrators.
create table public.audit_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  name text not null,
  query jsonb not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  constraint audit_views_name_once unique (user_id, name),
  constraint audit_views_name_length check (char_length(name) between 1 and 80 and name = btrim(name)),
  constraint audit_views_query_is_small_object
    check (jsonb_typeof(query) = 'object' and octet_length(query::text) <= 8192)
);

grant
  select (id, user_id, name, query, shared, created_at),
  insert (name, query, shared),
  update (name, query, shared),
  delete
on table public.audit_views to authenticated;

alter table public.audit_views enable row level security;

create policy "Admins read their own views and shared ones"
  on public.audit_views for select to authenticated
  using ((select private.is_admin()) and (shared or user_id = (select auth.uid())));

create policy "Admins keep views of their own"
  on public.audit_views for insert to authenticated
  with check ((select private.is_admin()) and user_id = (select auth.uid()));

create policy "Admins change their own views"
  on public.audit_views for update to authenticated
  using ((select private.is_admin()) and user_id = (select auth.uid()))
  with check ((select private.is_admin()) and user_id = (select auth.uid()));

create policy "Admins delete their own views"
  on public.audit_views for delete to authenticated
  using ((select private.is_admin()) and user_id = (select auth.uid()));

-- Returns the terms of a filter, or of its `not`, each as the text of a condition on `public.audit_logs`. A keyword
-- also matches actions, as a list, so that both sides of the condition have an index.
create function private.audit_terms(asked jsonb)
returns text[]
language plpgsql stable set search_path = '' as $$
declare
  actions text[];
  terms text[] := '{}';
begin
  if asked ->> 'userId' is not null then
    terms := terms || format('user_id = %L::uuid', (asked ->> 'userId')::uuid);
  end if;
  if asked ->> 'assistantId' is not null then
    terms := terms || format('assistant_id = %L::uuid', (asked ->> 'assistantId')::uuid);
  end if;
  if asked ->> 'participantId' is not null then
    terms := terms || format('participant_id = %L::uuid', (asked ->> 'participantId')::uuid);
  end if;
  if asked ->> 'conversationId' is not null then
    terms := terms || format('conversation_id = %L::uuid', (asked ->> 'conversationId')::uuid);
  end if;
  if jsonb_typeof(asked -> 'actions') <> 'null' then
    actions := array(select jsonb_array_elements_text(asked -> 'actions'));
    perform private.require_at_most(cardinality(actions), 25);
    if cardinality(actions) > 0 then
      terms := terms || format('action = any (%L::text[])', actions);
    end if;
  end if;
  if coalesce(asked ->> 'q', '') <> '' then
    perform private.require_at_most(char_length(asked ->> 'q'), 120);
    terms := terms || format(
      '(action = any (%L::text[]) or meta::text ilike %L)',
      private.audit_actions_with(asked ->> 'q'), private.containing(asked ->> 'q')
    );
  end if;
  return terms;
end;
$$;

-- Returns the whole filter as the text of a condition. A row without a user satisfies a negated user.
create function private.audit_condition(filter jsonb)
returns text
language plpgsql stable set search_path = '' as $$
declare
  terms text[] := private.audit_terms(filter);
  term text;
begin
  if filter ->> 'from' is not null then
    terms := terms || format('created_at >= %L::timestamptz', filter ->> 'from');
  end if;
  if filter ->> 'to' is not null then
    terms := terms || format('created_at < %L::timestamptz', filter ->> 'to');
  end if;
  foreach term in array private.audit_terms(coalesce(filter -> 'not', '{}')) loop
    terms := terms || format('(%s) is not true', term);
  end loop;
  return coalesce(nullif(array_to_string(terms, ' and '), ''), 'true');
end;
$$;

-- Returns the actions that exist, each found by one step in the index of the counts.
create function private.audit_actions()
returns setof text
language sql stable set search_path = '' as $$
  with recursive known as (
    (select action from private.audit_counts order by action limit 1)
    union all
    select (select counts.action from private.audit_counts as counts where counts.action > known.action order by 1 limit 1)
    from known
    where known.action is not null
  )
  select action from known where action is not null
  union
  select action from private.audit_count_changes;
$$;

-- Returns the actions that contain a keyword, in their stored or displayed form.
create function private.audit_actions_with(q text)
returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(action order by action), '{}')
  from private.audit_actions() as action
  where action ilike private.containing(audit_actions_with.q)
    or replace(action, '_', ' ') ilike private.containing(audit_actions_with.q);
$$;

-- Returns the condition for a keyword that counts can answer, by action or skeleton: on one of the two tables of
-- counts, or on the entries.
create function private.audit_keyword(q text, place text)
returns text
language sql stable set search_path = '' as $$
  select case
    when not private.is_in_skeletons(audit_keyword.q) then
      format('action = any (%L::text[])', private.audit_actions_with(audit_keyword.q))
    when audit_keyword.place = 'counts' then
      format(
        '(action = any (%L::text[]) or skeleton_id = any (%L::integer[]))',
        private.audit_actions_with(audit_keyword.q),
        array(select id from private.audit_skeletons where skeleton ilike private.containing(audit_keyword.q))
      )
    else
      format(
        '(action = any (%L::text[]) or coalesce(%s ilike %L, false))',
        private.audit_actions_with(audit_keyword.q),
        case audit_keyword.place when 'changes' then 'skeleton' else 'private.audit_skeleton(meta::text)' end,
        private.containing(audit_keyword.q)
      )
  end;
$$;

-- Returns the condition for the part of a filter that day, action and skeleton decide; `true` if there is none.
create function private.audit_counted(filter jsonb, place text)
returns text
language plpgsql stable set search_path = '' as $$
declare
  left_out constant jsonb := coalesce(nullif(filter -> 'not', 'null'), '{}');
  terms text[] := private.audit_terms(jsonb_build_object('actions', filter -> 'actions'));
  term text;
begin
  foreach term in array private.audit_terms(jsonb_build_object('actions', left_out -> 'actions')) loop
    terms := terms || format('not %s', term);
  end loop;
  if coalesce(filter ->> 'q', '') <> '' then
    terms := terms || private.audit_keyword(filter ->> 'q', audit_counted.place);
  end if;
  if coalesce(left_out ->> 'q', '') <> '' then
    terms := terms || format('not %s', private.audit_keyword(left_out ->> 'q', audit_counted.place));
  end if;
  return coalesce(nullif(array_to_string(terms, ' and '), ''), 'true');
end;
$$;

-- Returns the condition for entries that must be read for a keyword: those without a skeleton, or all that the index of
-- texts finds.
create function private.audit_keyword_in_texts(q text)
returns text
language sql stable set search_path = '' as $$
  select format(
    case
      when private.is_in_skeletons(audit_keyword_in_texts.q) then
        'id in (select entry_id from private.audit_bare_texts where meta_text ilike %L)'
      else 'meta::text ilike %L'
    end,
    private.containing(audit_keyword_in_texts.q)
  );
$$;

-- Returns the condition for entries that match although the counts omit them; null if a filter has none. The keyword is
-- in an id, in a number, or in a text without a skeleton.
create function private.audit_uncounted(filter jsonb)
returns text
language sql stable set search_path = '' as $$
  select format(
    '%s and not (%s)',
    private.audit_keyword_in_texts(audit_uncounted.filter ->> 'q'),
    private.audit_counted(audit_uncounted.filter, 'entries')
  )
  where coalesce(audit_uncounted.filter ->> 'q', '') <> '';
$$;

-- Returns the condition for entries that are counted although the filter excludes them, likewise.
create function private.audit_overcounted(filter jsonb)
returns text
language plpgsql stable set search_path = '' as $$
declare
  left_out constant jsonb := coalesce(nullif(filter -> 'not', 'null'), '{}');
  reasons text[] := private.audit_terms(left_out - 'actions' - 'q');
begin
  if coalesce(left_out ->> 'q', '') <> '' then
    reasons := reasons || private.audit_keyword_in_texts(left_out ->> 'q');
  end if;
  if reasons <> '{}' then
    return format('(%s) and %s', array_to_string(reasons, ' or '), private.audit_counted(filter, 'entries'));
  end if;
  return null;
end;
$$;

-- Pages of the audit log, neighbours of an entry, and the histogram over time. Counts give the total, and the days in
-- which a page lies, before any entry is read. See docs/decisions/0032.

-- How many entries of each day match a filter and how many exist, oldest day first.
create type private.audit_histogram as (days date[], fitting bigint[], entries bigint[]);

-- Returns the select list of audit rows in the form of the contract.
create function private.audit_columns()
returns text
language sql immutable set search_path = '' as $$
  select 'id, user_id, assistant_id, conversation_id, action, meta, created_at, updated_at, user_email, '
    'assistant_label, assistant_kind, participant_id, participant_name, target_user_id, target_user_email';
$$;

create function private.audit_histogram(filter jsonb)
returns private.audit_histogram
language plpgsql stable set search_path = '' as $$
declare
  from_at constant timestamptz := coalesce((filter ->> 'from')::timestamptz, '-infinity');
  to_at constant timestamptz := coalesce((filter ->> 'to')::timestamptz, 'infinity');
  uncounted constant text := private.audit_uncounted(filter);
  overcounted constant text := private.audit_overcounted(filter);
  condition constant text := private.audit_condition(filter - 'from' - 'to');
  -- Whole days, from `first_day` up to but excluding `last_day`.
  first_day date := (from_at at time zone 'UTC')::date;
  last_day date := (to_at at time zone 'UTC')::date;
  first_at timestamptz;
  last_at timestamptz;
  read text := $sql$select (created_at at time zone 'UTC')::date, %s count(*), 0 from public.audit_logs where %s group by 1$sql$;
  sources text[];
  place text;
  histogram private.audit_histogram;
begin
  if first_day::timestamp at time zone 'UTC' < from_at then
    first_day := first_day + 1;
  end if;
  if first_day > last_day then
    last_day := first_day;
  end if;
  first_at := least(first_day::timestamp at time zone 'UTC', to_at);
  last_at := greatest(last_day::timestamp at time zone 'UTC', first_at);

  if first_day < last_day then
    foreach place in array array['counts', 'changes'] loop
      sources := sources || format(
        'select day, coalesce(sum(entries) filter (where %s), 0), sum(entries) from private.%I
         where day >= %L and day < %L group by 1',
        private.audit_counted(filter, place),
        case place when 'counts' then 'audit_counts' else 'audit_count_changes' end, first_day, last_day
      );
    end loop;
    if uncounted is not null then
      sources := sources || format(
        read, '', format('created_at >= %L and created_at < %L and %s and %s', first_at, last_at, uncounted, condition)
      );
    end if;
    if overcounted is not null then
      sources := sources || format(
        read, '-', format('created_at >= %L and created_at < %L and %s', first_at, last_at, overcounted)
      );
    end if;
  end if;
  if from_at < first_at then
    sources := sources || format(
      read, '', format('created_at >= %L and created_at < %L and %s', from_at, first_at, condition)
    );
  end if;
  if last_at < to_at then
    sources := sources || format(
      read, '', format('created_at >= %L and created_at < %L and %s', last_at, to_at, condition)
    );
  end if;
  if sources is not null then
    execute format(
      'select array_agg(day order by day), array_agg(fitting order by day), array_agg(entries order by day)
       from (
         select day, sum(fitting)::bigint, sum(entries)::bigint from (%s) as sources (day, fitting, entries) group by 1
       ) as days (day, fitting, entries)',
      array_to_string(sources, ' union all ')
    ) into histogram.days, histogram.fitting, histogram.entries;
  end if;
  return histogram;
end;
$$;

-- Returns the ids of a page by finding all matching entries and sorting them; for rare matches.
create function private.audit_candidates(condition text, direction text, row_limit bigint, row_offset bigint)
returns setof uuid
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return query execute format(
    'with found as materialized (select id, created_at from public.audit_logs where %1$s)
     select id from found order by created_at %2$s, id %2$s limit %3$s offset %4$s',
    audit_candidates.condition, audit_candidates.direction, audit_candidates.row_limit, audit_candidates.row_offset
  );
end;
$$;

-- Returns the ids of a page by reading in order from one end of the log or of an index; for frequent matches.
create function private.audit_stretch(condition text, direction text, row_limit bigint, row_offset bigint)
returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query execute format(
    'select id from public.audit_logs where %1$s order by created_at %2$s, id %2$s limit %3$s offset %4$s',
    audit_stretch.condition, audit_stretch.direction, audit_stretch.row_limit, audit_stretch.row_offset
  );
end;
$$;

-- Returns a page of one user, assistant, participant or conversation, which has its own index: counted in the index and
-- read from the nearer end.
create function private.audit_page_of_one(
  filter jsonb, descending boolean, page_size bigint, first_row bigint, out ids uuid[], out total bigint
)
language plpgsql stable set search_path = '' as $$
declare
  condition constant text := private.audit_condition(filter);
begin
  execute format('select count(*) from public.audit_logs where %s', condition) into total;
  ids := case
    when first_row >= total then '{}'
    when first_row <= total / 2 then
      array(
        select private.audit_stretch(condition, case when descending then 'desc' else 'asc' end, page_size, first_row)
      )
    else
      array(
        select private.audit_stretch(
          condition, case when descending then 'asc' else 'desc' end,
          least(page_size, total - first_row), greatest(total - first_row - page_size, 0)
        )
      )
  end;
end;
$$;

-- Returns a page of all entries: the histogram gives the days in which the page lies. Within them, entries are read in
-- order, unless there are too many for few matches.
create function private.audit_page_of_all(
  filter jsonb, descending boolean, page_size bigint, first_row bigint, out ids uuid[], out total bigint
)
language plpgsql stable set search_path = '' as $$
declare
  histogram constant private.audit_histogram := private.audit_histogram(filter);
  day_count constant integer := coalesce(cardinality(histogram.days), 0);
  direction constant text := case when descending then 'desc' else 'asc' end;
  condition text;
  place integer;
  skipped bigint := first_row;
  seen bigint := 0;
  passed bigint := 0;
  begins date;
  ends date;
begin
  total := coalesce((select sum(number) from unnest(histogram.fitting) as number), 0);
  ids := '{}';
  if first_row >= total then
    return;
  end if;

  for step in 1..day_count loop
    place := case when descending then day_count + 1 - step else step end;
    if begins is null and skipped >= histogram.fitting[place] then
      skipped := skipped - histogram.fitting[place];
      continue;
    end if;
    begins := coalesce(begins, histogram.days[place]);
    ends := histogram.days[place];
    seen := seen + histogram.fitting[place];
    passed := passed + histogram.entries[place];
    exit when seen >= skipped + page_size;
  end loop;

  condition := format(
    'created_at >= %L and created_at < %L',
    least(begins, ends)::timestamp at time zone 'UTC', (greatest(begins, ends) + 1)::timestamp at time zone 'UTC'
  );
  if coalesce(filter ->> 'q', '') = '' then
    ids := array(
      select private.audit_stretch(
        condition || ' and ' || private.audit_condition(filter), direction, page_size, skipped
      )
    );
  elsif passed <= 5000 + 3 * total then
    -- No index helps with the keyword, so the days are read.
    ids := array(
      select private.audit_stretch(
        format(
          '%s and %s and (action = any (%L::text[]) or (meta::text || '''') ilike %L)',
          condition, private.audit_condition(filter - 'q'), private.audit_actions_with(filter ->> 'q'),
          private.containing(filter ->> 'q')
        ),
        direction, page_size, skipped
      )
    );
  else
    ids := array(
      select private.audit_candidates(
        condition || ' and ' || private.audit_condition(filter), direction, page_size, skipped
      )
    );
  end if;
end;
$$;

create function private.query_audit_logs(filter jsonb)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant bigint := least(greatest(coalesce((filter ->> 'pageSize')::bigint, 50), 1), 100);
  page constant bigint := least(greatest(coalesce((filter ->> 'page')::bigint, 1), 1), 1000000000);
  descending constant boolean := coalesce(filter ->> 'sort', '') <> 'created_at_asc';
  is_of_one constant boolean := coalesce(
    filter ->> 'userId', filter ->> 'assistantId', filter ->> 'participantId', filter ->> 'conversationId'
  ) is not null;
  ids uuid[];
  total bigint;
  found jsonb;
begin
  perform private.require_admin();
  if is_of_one then
    select * into ids, total from private.audit_page_of_one(filter, descending, page_size, (page - 1) * page_size);
  else
    select * into ids, total from private.audit_page_of_all(filter, descending, page_size, (page - 1) * page_size);
  end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(found) order by created_at %2$s, id %2$s), ''[]'')
     from (select %1$s from public.audit_logs where id = any ($1)) as found',
    private.audit_columns(), case when descending then 'desc' else 'asc' end
  ) into found using ids;
  return jsonb_build_object('rows', found, 'total', total);
end;
$$;
grant execute on function private.query_audit_logs(jsonb) to authenticated;

-- Returns one page of matching rows and their number: `rows` and `total`.
create function public.query_audit_logs(filter jsonb default '{}')
returns jsonb
language sql stable set search_path = '' as $$
  select private.query_audit_logs(query_audit_logs.filter);
$$;
grant execute on function public.query_audit_logs(jsonb) to authenticated;

-- Returns the id of the next older or newer entry that matches a condition.
create function private.audit_neighbour(entry public.audit_logs, condition text, is_older boolean)
returns uuid
language plpgsql stable set search_path = '' as $$
declare
  direction constant text := case when is_older then 'desc' else 'asc' end;
  after_entry constant text := format(
    '(created_at, id) %s (%L::timestamptz, %L::uuid)', case when is_older then '<' else '>' end, entry.created_at, entry.id
  );
  neighbour uuid;
begin
  -- The neighbour is usually near, so a short range is tried first.
  execute format(
    'select id
     from (select * from public.audit_logs where %1$s order by created_at %2$s, id %2$s limit 500) as near
     where %3$s order by created_at %2$s, id %2$s limit 1',
    after_entry, direction, audit_neighbour.condition
  ) into neighbour;
  return coalesce(
    neighbour,
    (select id from private.audit_candidates(after_entry || ' and ' || audit_neighbour.condition, direction, 1, 0) as id)
  );
end;
$$;

create function private.audit_neighbours(entry_id uuid, filter jsonb)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  condition constant text := private.audit_condition(filter);
  entry public.audit_logs;
  newer uuid;
  older uuid;
begin
  perform private.require_admin();
  select * into entry from public.audit_logs where id = audit_neighbours.entry_id;
  if found then
    newer := private.audit_neighbour(entry, condition, false);
    older := private.audit_neighbour(entry, condition, true);
  end if;
  return case filter ->> 'sort'
    when 'created_at_asc' then jsonb_build_object('previous', older, 'next', newer)
    else jsonb_build_object('previous', newer, 'next', older)
  end;
end;
$$;
grant execute on function private.audit_neighbours(uuid, jsonb) to authenticated;

-- Returns the entries before and after an entry among those that match, in the filter's order; the entry itself need
-- not match.
create function public.audit_neighbours(entry_id uuid, filter jsonb default '{}')
returns jsonb
language sql stable set search_path = '' as $$
  select private.audit_neighbours(audit_neighbours.entry_id, audit_neighbours.filter);
$$;
grant execute on function public.audit_neighbours(uuid, jsonb) to authenticated;

-- Counts matching entries between consecutive edges, for a histogram over time.
create function private.count_audit_entries(filter jsonb, edges timestamptz[])
returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
declare
  buckets constant integer := cardinality(edges) - 1;
  is_of_one constant boolean := coalesce(
    filter ->> 'userId', filter ->> 'assistantId', filter ->> 'participantId', filter ->> 'conversationId'
  ) is not null;
  counts bigint[];
begin
  perform private.require_admin();
  perform private.require_at_most(cardinality(edges), 121);
  if coalesce(buckets, 0) < 1 then
    return '{}';
  end if;
  if is_of_one or edges[cardinality(edges)] - edges[1] <= interval '32 days' then
    -- A short range, or one that has its own index: the entries are read once.
    execute format(
      'with found as (
         select width_bucket(created_at, %L::timestamptz[]) as bucket, count(*) as entries
         from public.audit_logs where %s group by 1
       )
       select array_agg(coalesce(entries, 0) order by bucket)
       from generate_series(1, %s) as bucket left join found using (bucket)',
      edges,
      private.audit_condition(
        filter || jsonb_build_object('from', edges[1], 'to', edges[cardinality(edges)])
      ),
      buckets
    ) into counts;
    return counts;
  end if;
  -- A long range: whole days are counted already, only the days at the edges are read.
  return array(
    select (
      select coalesce(sum(fitting), 0)
      from unnest(
        (private.audit_histogram(
          filter || jsonb_build_object('from', edges[bucket], 'to', edges[bucket + 1])
        )).fitting
      ) as fitting
    )
    from generate_series(1, buckets) as bucket
    order by bucket
  );
end;
$$;
grant execute on function private.count_audit_entries(jsonb, timestamptz[]) to authenticated;

-- Returns the counts for administrators.
-- @param filter as in query_audit_logs; its time is that of the edges
-- @param edges  ascending times, at most 121; each bucket includes its start and excludes its end
create function public.count_audit_entries(filter jsonb, edges timestamptz[])
returns bigint[]
language sql stable set search_path = '' as $$
  select private.count_audit_entries(count_audit_entries.filter, count_audit_entries.edges);
$$;
grant execute on function public.count_audit_entries(jsonb, timestamptz[]) to authenticated;

-- The hash chain of the audit log: each entry has a link with a digest of the entry and a hash over that digest and the
-- previous hash. Changing, removing, adding or reordering entries in any way that bypasses this database's rules leaves
-- a link that does not match. Decision 33 lists what a chain alone cannot prove.
--
-- Links are made as the very last step of a transaction, so that writers wait for each other only while they commit.

create table private.audit_chain (
  seq bigint primary key,
  entry_id uuid not null unique,
  digest bytea not null,
  hash bytea not null,
  constraint audit_chain_counts_from_one check (seq > 0)
);

comment on table private.audit_chain is 'One link per entry of the audit log, in commit order, without gaps.';
comment on column private.audit_chain.digest is 'SHA-256 of private.audit_text of the entry.';
comment on column private.audit_chain.hash is
  'SHA-256 of the previous hash (32 zero bytes for the first link) and the digest.';

create table private.audit_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
) with (fillfactor = 10);

comment on table private.audit_head is 'The last link, in one row that appending transactions lock.';

insert into private.audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

-- Entries of transactions that have not committed. No other transaction ever sees rows of the next two tables, and a
-- crash that truncates them also rolled back their transactions: they need not be logged.
create unlogged table private.audit_unlinked (
  transaction xid8 not null default pg_current_xact_id(),
  position bigint generated always as identity,
  entry_id uuid not null,
  digest bytea not null,
  primary key (transaction, position)
);

create unlogged table private.audit_transactions (
  transaction xid8 not null default pg_current_xact_id(),
  -- The trigger of the first row fires among the other deferred triggers and inserts the second row, which fires last.
  is_last boolean not null,
  primary key (transaction, is_last)
);

-- Signed checkpoints are stored outside the tables that they attest. After a backup is restored, checkpoints of entries
-- that it does not contain are moved to the second bucket, with a note why, so that they no longer report a truncated
-- log. There is no policy: only the server and the operator have access.
insert into storage.buckets (id, name, public)
values
  ('audit-checkpoints', 'audit-checkpoints', false),
  ('audit-checkpoints-set-aside', 'audit-checkpoints-set-aside', false)
on conflict (id) do nothing;

alter table private.audit_chain enable row level security;
alter table private.audit_head enable row level security;
alter table private.audit_unlinked enable row level security;
alter table private.audit_transactions enable row level security;

-- Refuses any change of existing links, also to the owner of the table.
create function private.refuse_chain_change()
returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The chain of the audit log is append-only.' using errcode = 'insufficient_privilege';
end;
$$;

create trigger refuse_chain_change
  before update or delete or truncate on private.audit_chain
  for each statement execute function private.refuse_chain_change();

-- Other deferred checks take locks too. After all of them, no transaction waits for another while it holds the head.
create function private.link_at_the_end()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.is_last then
    insert into private.audit_transactions (is_last) values (true);
  else
    perform private.link_entries();
    delete from private.audit_transactions where transaction = pg_current_xact_id();
  end if;
  return null;
end;
$$;

create constraint trigger link_at_the_end
  after insert on private.audit_transactions
  deferrable initially deferred
  for each row execute function private.link_at_the_end();

-- Queues new entries to be linked at the end of their transaction.
create function private.note_entries()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.audit_unlinked (entry_id, digest)
  select recorded.id, private.audit_digest(recorded) from recorded;
  insert into private.audit_transactions (is_last) values (false) on conflict do nothing;
  return null;
end;
$$;

create trigger note_entries
  after insert on public.audit_logs
  referencing new table as recorded
  for each statement execute function private.note_entries();

-- Returns a time in UTC with microseconds, independent of the session's settings: `2026-11-20T22:35:42.28Z`.
create function private.utc_text(moment timestamptz)
returns text
language sql stable set search_path = '' as $$
  select (to_jsonb(utc_text.moment at time zone 'UTC') #>> '{}') || 'Z';
$$;

-- Returns an entry as the text that its digest is computed from: its columns as jsonb, whose text form is canonical. A
-- column added later is included only where it has a value, so that older entries keep their text. Written inline,
-- because a SQL function that calls others per row takes four times as long.
create function private.audit_text(entry public.audit_logs)
returns text
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', entry.id,
    'user_id', entry.user_id,
    'user_email', entry.user_email,
    'assistant_id', entry.assistant_id,
    'assistant_label', entry.assistant_label,
    'assistant_kind', entry.assistant_kind,
    'participant_id', entry.participant_id,
    'participant_name', entry.participant_name,
    'target_user_id', entry.target_user_id,
    'target_user_email', entry.target_user_email,
    'conversation_id', entry.conversation_id,
    'action', entry.action,
    'meta', entry.meta,
    -- As private.utc_text.
    'created_at', (to_jsonb(entry.created_at at time zone 'UTC') #>> '{}') || 'Z',
    'updated_at', (to_jsonb(entry.updated_at at time zone 'UTC') #>> '{}') || 'Z'
  )::text;
end;
$$;

create function private.audit_digest(entry public.audit_logs)
returns bytea
language plpgsql stable set search_path = '' as $$
begin
  return sha256(convert_to(private.audit_text(entry), 'UTF8'));
end;
$$;

-- Links the entries of this transaction, in their order, after the head. Concurrent transactions wait for the row of
-- the head; under repeatable read, a transaction that does not see the latest head fails with 40001 and can be retried.
--
-- The `where` of each update and delete is required: hosted Supabase loads `safeupdate` into sessions of the REST
-- interface, which rejects statements without one, inside functions too.
create function private.link_entries()
returns void
language plpgsql security definer set search_path = '' as $$
declare
  head private.audit_head;
  unlinked record;
begin
  select * into strict head from private.audit_head for update;
  for unlinked in
    select entry_id, digest
    from private.audit_unlinked
    where transaction = pg_current_xact_id()
    order by position
  loop
    head.seq := head.seq + 1;
    head.hash := sha256(head.hash || unlinked.digest);
    insert into private.audit_chain (seq, entry_id, digest, hash)
    values (head.seq, unlinked.entry_id, unlinked.digest, head.hash);
  end loop;
  update private.audit_head set seq = head.seq, hash = head.hash where only_row;
  delete from private.audit_unlinked where transaction = pg_current_xact_id();
end;
$$;

-- Returns the links whose entries were purged, according to the entries of those purges whose own links match.
create function private.purged_links()
returns int8multirange
language sql stable set search_path = '' as $$
  select coalesce(
    range_agg(int8range((span ->> 0)::numeric::bigint, (span ->> 1)::numeric::bigint, '[]') * int8range(null, audit_chain.seq)),
    '{}'
  )
  from public.audit_logs
  join private.audit_chain on audit_chain.entry_id = audit_logs.id
  cross join lateral jsonb_path_query(
    audit_logs.meta,
    'strict $.ranges[*] ? (@[0] > 0 && @[0] <= @[1] && @[1] < 9000000000000000000)',
    silent => true
  ) as span
  where audit_logs.action = 'audit_purged' and audit_chain.digest = private.audit_digest(audit_logs);
$$;

-- Verifies up to `row_limit` links after `after_seq` and their entries. Returns
--   `to`      the last link that was verified,
--   `done`    whether it is the last one,
--   `purged`  how many entries are missing because of a recorded purge,
--   `problem` the first mismatch, or null: `seq`, `entryId` and `code`:
--             link_missing, link_changed (also: out of order), entry_missing, entry_changed,
--             end_missing (the chain ends before or after the stored head).
create function private.check_audit_chain(after_seq bigint, row_limit integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  start_seq constant bigint := greatest(check_audit_chain.after_seq, 0);
  end_seq constant bigint := start_seq + greatest(check_audit_chain.row_limit, 1);
  purged constant int8multirange := private.purged_links();
  head private.audit_head;
  last_link private.audit_chain;
  result jsonb;
begin
  select * into strict head from private.audit_head;
  select * into last_link from private.audit_chain order by seq desc limit 1;

  with links as (
    select
      audit_chain.*,
      lag(seq) over (order by seq) as seq_before,
      lag(hash) over (order by seq) as hash_before
    from private.audit_chain
    -- Includes the previous link; before the first one there is none, whatever its number.
    where seq <= end_seq and (seq >= start_seq or start_seq = 0)
  ), judged as (
    select
      links.seq,
      links.entry_id,
      audit_logs.id is null as is_gone,
      case
        when seq_before is distinct from nullif(links.seq - 1, 0) then 'link_missing'
        when links.hash <> sha256(coalesce(hash_before, decode(repeat('00', 32), 'hex')) || links.digest)
          then 'link_changed'
        when audit_logs.id is null and not links.seq <@ purged then 'entry_missing'
        when links.digest <> private.audit_digest(audit_logs) and audit_logs.id is not null then 'entry_changed'
      end as code,
      seq_before
    from links
    left join public.audit_logs on audit_logs.id = links.entry_id
    where links.seq > start_seq or start_seq = 0
  )
  select jsonb_build_object(
    'to', coalesce(max(seq), start_seq),
    'done', coalesce(max(seq), start_seq) >= coalesce(last_link.seq, 0),
    'purged', count(*) filter (where is_gone and code is null),
    'problem', (
      select case code
        when 'link_missing' then
          jsonb_build_object('seq', coalesce(seq_before + 1, greatest(start_seq, 1)), 'entryId', null, 'code', code)
        else jsonb_build_object('seq', seq, 'entryId', entry_id, 'code', code)
      end
      from judged
      where code is not null
      order by seq
      limit 1
    )
  )
  into result
  from judged;

  -- All links between this range and the next one may be missing.
  if not (result ->> 'done')::boolean and (result ->> 'to')::bigint < end_seq and result -> 'problem' = 'null' then
    result := result || jsonb_build_object(
      'problem',
      jsonb_build_object('seq', (result ->> 'to')::bigint + 1, 'entryId', null, 'code', 'link_missing')
    );
  end if;
  if (result ->> 'done')::boolean
    and result -> 'problem' = 'null'
    and (head.seq, head.hash)
      is distinct from (coalesce(last_link.seq, 0), coalesce(last_link.hash, decode(repeat('00', 32), 'hex')))
  then
    result := result || jsonb_build_object(
      'problem',
      jsonb_build_object(
        'seq', least(head.seq, coalesce(last_link.seq, 0)) + 1, 'entryId', null, 'code', 'end_missing'
      )
    );
  end if;
  return result;
end;
$$;

-- Searches up to `row_limit` entries, by id, for those without a link: they were not inserted the regular way. Returns
-- `checked`, `unlinked` (how many), `entryId` (the earliest of them) and `next`, the cursor, null at the end.
create function private.find_unlinked_entries(after_id uuid, row_limit integer)
returns jsonb
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
  with looked_at as (
    select audit_logs.id, audit_logs.created_at
    from public.audit_logs
    where find_unlinked_entries.after_id is null or audit_logs.id > find_unlinked_entries.after_id
    order by audit_logs.id
    limit greatest(find_unlinked_entries.row_limit, 1)
  ), unlinked as (
    select id, created_at
    from looked_at
    where not exists (select 1 from private.audit_chain where audit_chain.entry_id = looked_at.id)
  )
  select jsonb_build_object(
    'checked', (select count(*) from looked_at),
    'unlinked', (select count(*) from unlinked),
    'entryId', (select id from unlinked order by created_at, id limit 1),
    'next', (select id from looked_at order by id offset greatest(find_unlinked_entries.row_limit, 1) - 1)
  );
$$;

-- The two for administrators, at most 50,000 at once.
create function private.verify_audit_chain(after_seq bigint, row_limit integer)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.check_audit_chain(verify_audit_chain.after_seq, least(verify_audit_chain.row_limit, 50000));
end;
$$;
grant execute on function private.verify_audit_chain(bigint, integer) to authenticated;

create function private.verify_audit_entries(after_id uuid, row_limit integer)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.find_unlinked_entries(verify_audit_entries.after_id, least(verify_audit_entries.row_limit, 50000));
end;
$$;
grant execute on function private.verify_audit_entries(uuid, integer) to authenticated;

create function public.verify_audit_chain(after_seq bigint, row_limit integer default 50000)
returns jsonb
language sql stable set search_path = '' as $$
  select private.verify_audit_chain(verify_audit_chain.after_seq, verify_audit_chain.row_limit);
$$;
grant execute on function public.verify_audit_chain(bigint, integer) to authenticated;

create function public.verify_audit_entries(after_id uuid default null, row_limit integer default 50000)
returns jsonb
language sql stable set search_path = '' as $$
  select private.verify_audit_entries(verify_audit_entries.after_id, verify_audit_entries.row_limit);
$$;
grant execute on function public.verify_audit_entries(uuid, integer) to authenticated;

-- Records that an administrator verifies the log, once an hour. Returns `outcome`: begun or admin_required.
create function public.begin_audit_verification(user_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_administrator(begin_audit_verification.user_id) then
    perform public.record_audit('denied', begin_audit_verification.user_id, meta => '{"attempted": "audit_verified"}');
    return '{"outcome": "admin_required"}';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(begin_audit_verification.user_id::text, 2));
  if not exists (
    select 1
    from public.audit_logs
    where audit_logs.user_id = begin_audit_verification.user_id
      and audit_logs.action = 'audit_verified'
      and audit_logs.created_at > now() - interval '1 hour'
  ) then
    perform public.record_audit('audit_verified', begin_audit_verification.user_id);
  end if;
  return '{"outcome": "begun"}';
end;
$$;
grant execute on function public.begin_audit_verification(uuid) to service_role;

-- Returns the range of links that covers the entries of a period, so that 'Verify' can verify that period alone:
--   `first`, `last`  the links of the period and of the gaps next to it, where an entry removed at an edge would be;
--                    both null if the period is empty,
--   `entries`        the number of entries,
--   `unlinked`       the earliest entry without a link, or null.
-- @param starts, ends  half-open; null is unbounded
create function private.audit_chain_range(starts timestamptz, ends timestamptz)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  starts constant timestamptz := coalesce(audit_chain_range.starts, '-infinity');
  ends constant timestamptz := coalesce(audit_chain_range.ends, 'infinity');
  answer jsonb;
begin
  perform private.require_admin();
  with inside as (
    select audit_logs.id, audit_logs.created_at, audit_chain.seq
    from public.audit_logs
    left join private.audit_chain on audit_chain.entry_id = audit_logs.id
    where audit_logs.created_at >= starts and audit_logs.created_at < ends
  ), before as (
    select audit_logs.id from public.audit_logs where created_at < starts order by created_at desc, id desc limit 1
  ), after as (
    select audit_logs.id from public.audit_logs where created_at >= ends order by created_at, id limit 1
  ), edges as (
    select
      (select seq + 1 from private.audit_chain join before on before.id = entry_id) as lower_edge,
      (select seq - 1 from private.audit_chain join after on after.id = entry_id) as upper_edge,
      (select min(seq) from private.audit_chain) as lowest,
      (select max(seq) from private.audit_chain) as highest
  )
  select jsonb_build_object(
    'first', case when count(*) > 0 then least(min(seq), coalesce(lower_edge, lowest)) end,
    'last', case when count(*) > 0 then greatest(max(seq), coalesce(upper_edge, highest)) end,
    'entries', count(*),
    'unlinked', (select id from inside where seq is null order by created_at, id limit 1)
  )
  into answer
  from edges left join inside on true
  where inside.id is not null
  group by lower_edge, upper_edge, lowest, highest;
  return coalesce(answer, jsonb_build_object('first', null, 'last', null, 'entries', 0, 'unlinked', null));
end;
$$;
grant execute on function private.audit_chain_range(timestamptz, timestamptz) to authenticated;

create function public.audit_chain_range(starts timestamptz default null, ends timestamptz default null)
returns jsonb
language sql stable set search_path = '' as $$
  select private.audit_chain_range(audit_chain_range.starts, audit_chain_range.ends);
$$;
grant execute on function public.audit_chain_range(timestamptz, timestamptz) to authenticated;

-- Returns the head, the number of entries, and the hash of the link `at_seq`, null if there is none.
create function public.audit_position(at_seq bigint default null)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'seq', audit_head.seq,
    'hash', encode(audit_head.hash, 'hex'),
    'entries', audit_head.seq - (
      select coalesce(sum(upper(span) - lower(span)), 0) from unnest(private.purged_links()) as span
    ),
    'hashAt', (select encode(audit_chain.hash, 'hex') from private.audit_chain where seq = audit_position.at_seq)
  )
  from private.audit_head;
$$;
grant execute on function public.audit_position(bigint) to service_role;

-- Exports: started by the server, read page by page by the user who started them, and summed up by the database, so
-- that a signed manifest contains nothing that a browser claims.

create table private.audit_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  filter jsonb not null,
  format text not null,
  up_to bigint not null,
  begun_at timestamptz not null default now()
);

comment on table private.audit_exports is
  'Exports of the last 24 hours, with the filter that their pages are read with.';
comment on column private.audit_exports.up_to is 'The head when the export was started: later entries are excluded.';

create index audit_exports_user_idx on private.audit_exports (user_id, begun_at);

alter table private.audit_exports enable row level security;

-- Starts an export of the entries that match a filter now. The audit row contains the filter without its keyword.
-- Returns `outcome`: begun, with `id` and `upTo`; rate_limited, with `secondsLeft`; admin_required.
create function public.begin_audit_export(user_id uuid, filter jsonb, format text, exports_per_hour integer)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  export private.audit_exports;
  asked constant jsonb := begin_audit_export.filter - array['page', 'pageSize'];
  seconds_left integer;
begin
  if not public.is_administrator(begin_audit_export.user_id) then
    perform public.record_audit('denied', begin_audit_export.user_id, meta => '{"attempted": "audit_exported"}');
    return '{"outcome": "admin_required"}';
  end if;

  perform pg_advisory_xact_lock(hashtextextended(begin_audit_export.user_id::text, 2));
  delete from private.audit_exports
  where user_id = begin_audit_export.user_id and begun_at < now() - interval '1 day';
  select ceil(extract(epoch from begun_at + interval '1 hour' - now()))
  into seconds_left
  from private.audit_exports
  where user_id = begin_audit_export.user_id and begun_at > now() - interval '1 hour'
  order by begun_at desc
  offset begin_audit_export.exports_per_hour - 1
  limit 1;
  if found then
    return jsonb_build_object('outcome', 'rate_limited', 'secondsLeft', seconds_left);
  end if;

  insert into private.audit_exports (user_id, filter, format, up_to)
  select begin_audit_export.user_id, asked, begin_audit_export.format, audit_head.seq
  from private.audit_head
  returning * into export;
  perform public.record_audit(
    'audit_exported',
    begin_audit_export.user_id,
    meta => jsonb_build_object(
      'export', export.id,
      'format', export.format,
      'up_to', export.up_to,
      'filter', asked #- '{q}' #- '{not,q}'
    ) || case
      when coalesce(asked ->> 'q', '') <> '' or coalesce(asked #>> '{not,q}', '') <> '' then '{"keyword": true}'
      else '{}'
    end::jsonb
  );
  return jsonb_build_object('outcome', 'begun', 'id', export.id, 'upTo', export.up_to);
end;
$$;
grant execute on function public.begin_audit_export(uuid, jsonb, text, integer) to service_role;

-- Returns a user's export; raises an error if it does not exist or has expired.
create function private.audit_export_of(user_id uuid, export_id uuid)
returns private.audit_exports
language plpgsql stable set search_path = '' as $$
declare
  export private.audit_exports;
begin
  select audit_exports.*
  into export
  from private.audit_exports
  where audit_exports.id = audit_export_of.export_id
    and audit_exports.user_id = audit_export_of.user_id
    and audit_exports.begun_at > now() - interval '1 day';
  if not found then
    raise exception 'This export is not there any more. Begin it again.' using errcode = 'PT404';
  end if;
  return export;
end;
$$;

-- Returns the query for the entries of an export with their links: `entry`, `seq`, `hash`, in order. It continues after
-- the entry ($1, $2) if $1 is not null.
create function private.audit_export_query(export private.audit_exports, row_limit bigint)
returns text
language sql stable set search_path = '' as $$
  select format(
    'select audit_logs as entry, audit_logs.created_at, audit_logs.id, audit_chain.seq, audit_chain.hash
     from public.audit_logs
     join private.audit_chain on audit_chain.entry_id = audit_logs.id and audit_chain.seq <= %1$s
     where %2$s and ($1::timestamptz is null or (created_at, id) %3$s ($1, $2))
     order by created_at %4$s, id %4$s
     limit %5$s',
    export.up_to,
    private.audit_condition(export.filter),
    case export.filter ->> 'sort' when 'created_at_asc' then '>' else '<' end,
    case export.filter ->> 'sort' when 'created_at_asc' then 'asc' else 'desc' end,
    row_limit
  );
$$;

create function private.read_audit_export(export_id uuid, after_moment bigint, after_id uuid, row_limit integer)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  export private.audit_exports;
  page_size constant integer := greatest(least(read_audit_export.row_limit, 1000), 1);
  answer json;
begin
  perform private.require_admin();
  export := private.audit_export_of(auth.uid(), read_audit_export.export_id);
  execute format(
    'with found as materialized (%s), page as (select *, row_number() over () as position from found)
     select json_build_object(
       ''rows'', coalesce(
         json_agg(
           json_build_object(
             ''seq'', page.seq,
             ''previous'', encode(coalesce(link_before.hash, decode(repeat(''00'', 32), ''hex'')), ''hex''),
             ''hash'', encode(page.hash, ''hex''),
             ''entry'', private.audit_text(page.entry)
           )
           order by page.position
         ),
         ''[]''
       ),
       ''next'', (
         select json_build_object(
           ''moment'', (extract(epoch from created_at) * 1000000)::bigint, ''id'', id
         )
         from page as last_row
         where position = $3
       )
     )
     from page
     left join private.audit_chain as link_before on link_before.seq = page.seq - 1',
    private.audit_export_query(export, page_size)
  )
  into answer
  using
    timestamptz 'epoch' + read_audit_export.after_moment * interval '1 microsecond',
    read_audit_export.after_id,
    page_size;
  return answer;
end;
$$;
grant execute on function private.read_audit_export(uuid, bigint, uuid, integer) to authenticated;

-- Returns a page of the caller's export: `rows`, each with `seq`, `previous`, `hash` and `entry`, the text that the
-- hash was computed from, and `next`, the cursor of the next page, null at the end.
create function public.read_audit_export(
  export_id uuid, after_moment bigint default null, after_id uuid default null, row_limit integer default 1000
)
returns json
language sql stable set search_path = '' as $$
  select private.read_audit_export(
    read_audit_export.export_id, read_audit_export.after_moment, read_audit_export.after_id, read_audit_export.row_limit
  );
$$;
grant execute on function public.read_audit_export(uuid, bigint, uuid, integer) to authenticated;

-- Returns what an export must contain, up to `row_cap` entries: their number, the first and last link, and the SHA-256
-- over their hashes in the order of the export.
create function public.sum_up_audit_export(user_id uuid, export_id uuid, row_cap integer)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  export private.audit_exports;
  answer jsonb;
begin
  if not public.is_administrator(sum_up_audit_export.user_id) then
    return '{"outcome": "admin_required"}';
  end if;
  export := private.audit_export_of(sum_up_audit_export.user_id, sum_up_audit_export.export_id);
  execute format(
    'with found as materialized (%s), numbered as (select *, row_number() over () as position from found)
     select jsonb_build_object(
       ''outcome'', ''summed_up'',
       ''rows'', count(*) filter (where position <= $3),
       ''limited'', count(*) > $3,
       ''firstSeq'', min(seq) filter (where position <= $3),
       ''lastSeq'', max(seq) filter (where position <= $3),
       ''hashes'', encode(
         sha256(coalesce(string_agg(hash, ''''::bytea order by position) filter (where position <= $3), '''')), ''hex''
       )
     )
     from numbered',
    private.audit_export_query(export, sum_up_audit_export.row_cap + 1)
  )
  into answer
  using null::timestamptz, null::uuid, sum_up_audit_export.row_cap;
  return answer || jsonb_build_object(
    'filter', export.filter,
    'format', export.format,
    'upTo', export.up_to,
    'begunAt', private.utc_text(export.begun_at)
  );
end;
$$;
grant execute on function public.sum_up_audit_export(uuid, uuid, integer) to service_role;

-- Retention: a purge deletes entries that are old enough, except those on hold. It leaves their links, so that the
-- chain stays complete, and records which links have no entry any more.

-- `set_by` and `lifted_by` are null if an operator did it.
create table private.audit_holds (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject_id uuid,
  reason text not null,
  set_by uuid,
  set_by_email text,
  set_at timestamptz not null default now(),
  lifted_by uuid,
  lifted_by_email text,
  lifted_at timestamptz,
  constraint audit_holds_kind_known
    check (kind in ('all', 'user', 'participant', 'assistant', 'conversation')),
  constraint audit_holds_subject_fits check ((kind = 'all') = (subject_id is null)),
  constraint audit_holds_reason_length check (char_length(btrim(reason)) between 1 and 500)
);

comment on table private.audit_holds is 'Entries of the audit log that a purge must leave, and why.';

create index audit_holds_active_idx on private.audit_holds (kind, subject_id) where lifted_at is null;

alter table private.audit_holds enable row level security;

-- Returns a hold with the name of its subject, for administrators and operators.
create function private.told_of_hold(hold private.audit_holds)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', hold.id,
    'kind', hold.kind,
    'subjectId', hold.subject_id,
    'reason', hold.reason,
    'setBy', hold.set_by_email,
    'setAt', private.utc_text(hold.set_at),
    'liftedBy', hold.lifted_by_email,
    'liftedAt', private.utc_text(hold.lifted_at)
  );
$$;

-- Sets a hold, as the signed-in user, else as an operator. The reason is not recorded in the log.
create function private.hold_audit(kind text, subject_id uuid, reason text)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  hold private.audit_holds;
begin
  insert into private.audit_holds (kind, subject_id, reason, set_by, set_by_email)
  values (
    hold_audit.kind, hold_audit.subject_id, btrim(hold_audit.reason), auth.uid(),
    (select email from public.users where id = auth.uid())
  )
  returning * into hold;
  perform private.record_hold('audit_hold_set', hold);
  return private.told_of_hold(hold);
end;
$$;

create function private.record_hold(action text, hold private.audit_holds)
returns void
language sql set search_path = '' as $$
  insert into public.audit_logs (
    action, user_id, target_user_id, target_user_email, participant_id, participant_name, assistant_id,
    conversation_id, meta
  )
  values (
    record_hold.action,
    auth.uid(),
    case hold.kind when 'user' then hold.subject_id end,
    (select email from public.users where hold.kind = 'user' and id = hold.subject_id),
    case hold.kind when 'participant' then hold.subject_id end,
    (select display_name from public.participants where hold.kind = 'participant' and id = hold.subject_id),
    case hold.kind when 'assistant' then hold.subject_id end,
    case hold.kind when 'conversation' then hold.subject_id end,
    jsonb_build_object('hold', hold.id, 'kind', hold.kind)
  );
$$;

create function private.lift_audit_hold(hold_id uuid)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  hold private.audit_holds;
begin
  update private.audit_holds
  set lifted_at = now(),
      lifted_by = auth.uid(),
      lifted_by_email = (select email from public.users where users.id = auth.uid())
  where audit_holds.id = lift_audit_hold.hold_id and audit_holds.lifted_at is null
  returning * into hold;
  if not found then
    raise exception 'There is no such hold, or it was lifted already.' using errcode = 'PT404';
  end if;
  perform private.record_hold('audit_hold_lifted', hold);
  return private.told_of_hold(hold);
end;
$$;

create function private.list_audit_holds()
returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(private.told_of_hold(audit_holds) order by lifted_at desc nulls first, set_at desc, id), '[]'
  )
  from private.audit_holds;
$$;

-- Sets or lifts a hold, for administrators.
create function private.change_audit_holds(kind text, subject_id uuid, reason text, lifted_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if change_audit_holds.lifted_id is not null then
    return private.lift_audit_hold(change_audit_holds.lifted_id);
  end if;
  return private.hold_audit(change_audit_holds.kind, change_audit_holds.subject_id, change_audit_holds.reason);
end;
$$;
grant execute on function private.change_audit_holds(text, uuid, text, uuid) to authenticated;

create function private.read_audit_holds()
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.list_audit_holds();
end;
$$;
grant execute on function private.read_audit_holds() to authenticated;

create function public.set_audit_hold(kind text, subject_id uuid, reason text)
returns jsonb
language sql set search_path = '' as $$
  select private.change_audit_holds(set_audit_hold.kind, set_audit_hold.subject_id, set_audit_hold.reason, null);
$$;
grant execute on function public.set_audit_hold(text, uuid, text) to authenticated;

create function public.lift_audit_hold(hold_id uuid)
returns jsonb
language sql set search_path = '' as $$
  select private.change_audit_holds(null, null, null, lift_audit_hold.hold_id);
$$;
grant execute on function public.lift_audit_hold(uuid) to authenticated;

create function public.list_audit_holds()
returns jsonb
language sql stable set search_path = '' as $$
  select private.read_audit_holds();
$$;
grant execute on function public.list_audit_holds() to authenticated;

-- Deletes up to `row_limit` entries older than `before`, oldest first, except those on hold and the records of purges,
-- and records the links that lost their entries as ranges. Returns `purged`, and `more`: whether to call it again.
create function private.purge_audit(before timestamptz, row_limit integer)
returns jsonb
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  -- As many as fit into the audit row.
  max_ranges constant integer := 150;
  entries uuid[];
  ranges jsonb;
  chosen integer;
begin
  -- Waits for holds that are being set, and blocks new ones.
  lock table private.audit_holds in share mode;
  if exists (select 1 from private.audit_holds where kind = 'all' and lifted_at is null) then
    return '{"purged": 0, "more": false}';
  end if;

  with old as (
    select audit_logs.id, audit_chain.seq
    from public.audit_logs
    join private.audit_chain on audit_chain.entry_id = audit_logs.id
    where audit_logs.created_at < purge_audit.before
      and audit_logs.action <> 'audit_purged'
      and not exists (
        select 1
        from private.audit_holds
        where lifted_at is null
          and (
            kind = 'user' and subject_id in (audit_logs.user_id, audit_logs.target_user_id)
            or kind = 'participant' and subject_id = audit_logs.participant_id
            or kind = 'assistant' and subject_id = audit_logs.assistant_id
            or kind = 'conversation' and subject_id = audit_logs.conversation_id
          )
      )
    order by audit_logs.created_at, audit_logs.id
    limit greatest(purge_audit.row_limit, 1)
  ), islands as (
    select id, seq, seq - row_number() over (order by seq) as island from old
  ), numbered as (
    select id, seq, dense_rank() over (order by island) as number from islands
  ), kept as (
    select id, seq, number from numbered where number <= max_ranges
  )
  select
    array_agg(id),
    (
      select jsonb_agg(jsonb_build_array(first_seq, last_seq) order by first_seq)
      from (select min(seq) as first_seq, max(seq) as last_seq from kept group by number) as spans
    )
  into entries, ranges
  from kept;

  chosen := coalesce(cardinality(entries), 0);
  if chosen = 0 then
    return '{"purged": 0, "more": false}';
  end if;
  perform set_config('audit.purging', pg_current_xact_id()::text, true);
  delete from public.audit_logs where id = any (entries);
  perform set_config('audit.purging', '', true);
  insert into public.audit_logs (action, user_id, meta)
  values (
    'audit_purged',
    auth.uid(),
    jsonb_build_object('before', private.utc_text(purge_audit.before), 'count', chosen, 'ranges', ranges)
  );
  return jsonb_build_object('purged', chosen, 'more', true);
end;
$$;

-- Runs one step of the purge, for the server: deletes entries older than `retention_days`.
create function public.purge_audit(retention_days integer, row_limit integer default 5000)
returns jsonb
language sql security definer set search_path = '' as $$
  select private.purge_audit(
    now() - greatest(purge_audit.retention_days, 1) * interval '1 day', least(purge_audit.row_limit, 20000)
  );
$$;
grant execute on function public.purge_audit(integer, integer) to service_role;

-- Daily counters of how remotes load in browsers, without any reference to the user. Every signed-in user may report,
-- so nothing here is trusted: invalid names are rejected and the number of rows per day is limited.
create table public.remote_loads (
  day date not null,
  environment text not null,
  remote text not null,
  version text not null,
  -- Which release of the manifest was loaded.
  source text not null,
  -- 'loaded', or why the remote could not be shown.
  outcome text not null,
  count bigint not null default 0,
  -- Sum of all loads.
  milliseconds bigint not null default 0,
  -- Histogram: number of loads that took at most 250, 500, 1000, 2000, 4000 and 8000 ms, and longer.
  durations bigint[] not null default '{0,0,0,0,0,0,0}',
  primary key (day, environment, remote, version, source, outcome),
  constraint remote_loads_counted check (count >= 0 and milliseconds >= 0 and cardinality(durations) = 7)
);

grant select (day, environment, remote, version, source, outcome, count, milliseconds, durations)
on table public.remote_loads to authenticated;
grant select, delete on table public.remote_loads to service_role;

alter table public.remote_loads enable row level security;

create policy "Admins read how remotes load"
  on public.remote_loads for select to authenticated
  using ((select private.is_admin()));

-- Validates one report; null if it is invalid. A script that is missing at its release is a different outcome from a
-- network failure: the first is fixed by whoever releases, the second by whoever runs the servers.
create function private.is_remote_load(load jsonb)
returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(load) = 'object'
    and jsonb_typeof(load -> 'milliseconds') = 'number'
    and load ->> 'milliseconds' ~ '^\d{1,7}$'
    and load ->> 'environment' ~ '^[a-z][a-z0-9-]{0,39}$'
    and load ->> 'remote' ~ '^[a-z][a-z0-9-]{0,39}$'
    and load ->> 'version' ~ '^[A-Za-z0-9_.+-]{1,64}$'
    and load ->> 'source' in ('current', 'fallback', 'rollout', 'override', 'none')
    and load ->> 'outcome' in (
      'loaded', 'manifest', 'unknown', 'incompatible', 'origin', 'unverified', 'slow', 'network', 'missing', 'crashed'
    );
$$;

create function private.count_remote_loads(loads jsonb)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  rows_a_day constant integer := 500;
  days_kept constant integer := 90;
  today constant date := (now() at time zone 'utc')::date;
  load jsonb;
  slot integer;
begin
  if jsonb_typeof(loads) is distinct from 'array' or jsonb_array_length(loads) not between 1 and 50 then
    raise exception 'Reports are a list of 1 to 50' using errcode = 'PT400';
  end if;
  if exists (select 1 from jsonb_array_elements(loads) as each (load) where private.is_remote_load(each.load) is not true) then
    raise exception 'A report is not valid' using errcode = 'PT400';
  end if;
  -- Serialises reports, so that the row limit holds and transactions do not wait for rows in different orders.
  perform pg_advisory_xact_lock(hashtextextended('public.remote_loads', 0));
  delete from public.remote_loads where day < today - days_kept;
  for load in select value from jsonb_array_elements(loads) loop
    slot := 1 + width_bucket((load ->> 'milliseconds')::numeric, array[251, 501, 1001, 2001, 4001, 8001]::numeric[]);
    update public.remote_loads
    set
      count = remote_loads.count + 1,
      milliseconds = remote_loads.milliseconds + (load ->> 'milliseconds')::bigint,
      durations[slot] = durations[slot] + 1
    where day = today
      and environment = load ->> 'environment'
      and remote = load ->> 'remote'
      and version = load ->> 'version'
      and source = load ->> 'source'
      and outcome = load ->> 'outcome';
    -- Ignores new kinds of reports beyond the limit: the sender could do nothing about an error.
    continue when found or (select count(*) from public.remote_loads where day = today) >= rows_a_day;
    insert into public.remote_loads (day, environment, remote, version, source, outcome, count, milliseconds, durations)
    values (
      today,
      load ->> 'environment',
      load ->> 'remote',
      load ->> 'version',
      load ->> 'source',
      load ->> 'outcome',
      1,
      (load ->> 'milliseconds')::bigint,
      array(select (each = slot)::integer from generate_series(1, 7) as each order by each)
    );
  end loop;
end;
$$;
grant execute on function private.count_remote_loads(jsonb) to authenticated;

create function public.report_remote_loads(loads jsonb)
returns void
language sql set search_path = '' as $$
  select private.count_remote_loads(loads);
$$;
grant execute on function public.report_remote_loads(jsonb) to authenticated;

-- Returns the counters of the last `days` days, including today: `[{environment, remote, version, source, outcome,
-- count, milliseconds, durations, last_day}]`, the most frequent first.
create function public.remote_health(days integer default 7)
returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  if (remote_health.days between 1 and 90) is not true then
    raise exception 'days must be from 1 to 90' using errcode = 'PT400';
  end if;
  return (
    with counters as (
      select * from public.remote_loads where day > (now() at time zone 'utc')::date - remote_health.days
    ),
    slots as (
      select environment, remote, version, source, outcome, slot, sum(amount) as amount
      from counters, unnest(durations) with ordinality as each (amount, slot)
      group by environment, remote, version, source, outcome, slot
    ),
    kinds as (
      select
        environment, remote, version, source, outcome,
        sum(count) as count, sum(milliseconds) as milliseconds, max(day) as last_day
      from counters
      group by environment, remote, version, source, outcome
    )
    select coalesce(
      jsonb_agg(
        to_jsonb(kinds)
          || jsonb_build_object(
            'durations',
            (
              select jsonb_agg(slots.amount order by slots.slot)
              from slots
              where (slots.environment, slots.remote, slots.version, slots.source, slots.outcome)
                = (kinds.environment, kinds.remote, kinds.version, kinds.source, kinds.outcome)
            )
          )
        order by kinds.count desc, kinds.environment, kinds.remote, kinds.version, kinds.source, kinds.outcome
      ),
      '[]'
    )
    from kinds
  );
end;
$$;
grant execute on function public.remote_health(integer) to authenticated;

-- PostgreSQL lets every role execute a new function. This withdraws that from all functions at once, and leaves the
-- grants that the other files give to single roles. A later migration has to do it for each function that it creates.
revoke all on all functions in schema public, private from public;

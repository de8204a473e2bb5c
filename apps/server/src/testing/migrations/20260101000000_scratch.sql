-- A schema that has one of everything the contract tests of the embedded backend look at.
create table public.tags (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) between 1 and 20)
);

create table public.notes (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  tag_id uuid references public.tags (id),
  body text not null check (char_length(body) between 1 and 100),
  secret text not null default 'hidden',
  meta jsonb not null default '{}',
  created_at timestamptz not null default now()
);

alter table public.tags enable row level security;
alter table public.notes enable row level security;

grant select on public.tags to authenticated;
grant select (id, owner_id, tag_id, body, meta, created_at) on public.notes to authenticated;
grant insert (tag_id, body, meta) on public.notes to authenticated;
grant update (tag_id, body, meta) on public.notes to authenticated;
grant delete on public.notes to authenticated;

create policy "Tags are read by everybody signed in" on public.tags
  for select to authenticated using (true);
create policy "Notes are their owner's" on public.notes
  for all to authenticated using (owner_id = auth.uid()) with check (owner_id = auth.uid());

create function public.refuse_forbidden_notes() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.body = 'forbidden' then
    raise exception 'Notes must not be forbidden.';
  end if;
  return new;
end $$;

create trigger refuse_forbidden_notes before insert or update on public.notes
  for each row execute function public.refuse_forbidden_notes();

create function public.who_am_i() returns text
language sql stable set search_path = '' as $$
  select current_user || ' ' || coalesce(auth.uid()::text, '-')
$$;
revoke execute on function public.who_am_i() from public;
grant execute on function public.who_am_i() to anon, authenticated;

insert into public.tags (id, name) values
  ('11111111-1111-4111-8111-111111111111', 'urgent'),
  ('22222222-2222-4222-8222-222222222222', 'later');

insert into storage.buckets (id, name, public) values ('files', 'files', false);
create policy "Files lie in their owner's folder" on storage.objects
  for all to authenticated
  using (bucket_id = 'files' and (storage.foldername(name))[1] = auth.uid()::text)
  with check (bucket_id = 'files' and (storage.foldername(name))[1] = auth.uid()::text);

-- Stands in for the product's function that records refused sign-ins.
create schema private;
create table private.refused (id uuid, meta jsonb);
create function private.record_audit(
  action text, user_id uuid, assistant_id uuid default null, conversation_id uuid default null, meta jsonb default '{}'
) returns uuid
language sql set search_path = '' as $$
  insert into private.refused (id, meta) values (record_audit.user_id, record_audit.meta) returning id
$$;

-- Stands in for the product's function that says who needs a second factor.
create function private.needs_second_factor(user_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from auth.mfa_factors
    where mfa_factors.user_id = needs_second_factor.user_id and status = 'verified'
  )
$$;

-- Stand in for the product's functions that end mailed links and say whether one has ended.
create function private.end_links(user_id uuid) returns void
language sql set search_path = '' as $$
  select
$$;

create function private.is_link_open(user_id uuid, mailed_at timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select true
$$;

-- Without handovers, none is claimed.
create function private.claim_unopened_handovers() returns table (handover_id uuid, recipient_email text)
language sql set search_path = '' as $$
  select null::uuid, null::text where false;
$$;

/*
 * Records of an assistant: short texts such as a care plan or a procedure, which the demo quotes in its replies.
 * Whoever can use the assistant can read them. The server alone writes them.
 */
create table public.assistant_records (
  id uuid primary key default gen_random_uuid(),
  assistant_id uuid not null references public.assistants (id) on delete cascade,
  title text not null,
  content text not null,
  created_at timestamptz not null default now()
);

alter table public.assistant_records
  add constraint assistant_records_titled check (char_length(title) between 1 and 120),
  add constraint assistant_records_short check (char_length(content) between 1 and 20000);

create unique index assistant_records_title_idx on public.assistant_records (assistant_id, title);

revoke all on table public.assistant_records from anon, authenticated, service_role;
grant select (id, assistant_id, title, content, created_at) on table public.assistant_records to authenticated;
grant select, insert, update, delete on table public.assistant_records to service_role;

alter table public.assistant_records enable row level security;

create policy "People read the records of assistants that they can use"
  on public.assistant_records for select to authenticated
  using (assistant_id in (select private.usable_assistant_ids()));

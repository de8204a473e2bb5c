-- Legal holds stop deletion; conversations are limited per hour; repeated denials are counted. See docs/decisions/0078.

comment on table private.audit_holds is 'Legal holds: records and entries that must not be deleted, and why.';

-- Returns whether something has this ID, or an entry of the log is about it: its record may be deleted already.
create function private.exists_for_hold(kind text, subject_id uuid)
returns boolean
language sql stable set search_path = '' as $$
  select case kind
    when 'user' then
      exists (select from public.users where id = subject_id)
      or exists (select from public.audit_logs where user_id = subject_id)
      or exists (select from public.audit_logs where target_user_id = subject_id)
    when 'participant' then
      exists (select from public.participants where id = subject_id)
      or exists (select from public.audit_logs where participant_id = subject_id)
    when 'assistant' then
      exists (select from public.assistants where id = subject_id)
      or exists (select from public.audit_logs where assistant_id = subject_id)
    when 'conversation' then
      exists (select from public.conversations where id = subject_id)
      or exists (select from public.audit_logs where conversation_id = subject_id)
    else true
  end;
$$;
revoke all on function private.exists_for_hold(text, uuid) from public;

create or replace function private.hold_audit(kind text, subject_id uuid, reason text)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  hold private.audit_holds;
begin
  -- Without an ID a constraint refuses it.
  if hold_audit.subject_id is not null and not private.exists_for_hold(hold_audit.kind, hold_audit.subject_id) then
    raise exception 'No % has this ID, and no entry is about one.', hold_audit.kind using errcode = 'PT404';
  end if;
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

-- Returns the reason of a hold on one of these, or on everything; null without one.
create function private.reason_of_hold(
  user_id uuid default null,
  participant_id uuid default null,
  assistant_id uuid default null,
  conversation_id uuid default null
)
returns text
language sql stable security definer set search_path = '' as $$
  select reason
  from private.audit_holds
  where lifted_at is null
    and (
      kind = 'all'
      or kind = 'user' and subject_id = reason_of_hold.user_id
      or kind = 'participant' and subject_id = reason_of_hold.participant_id
      or kind = 'assistant' and subject_id = reason_of_hold.assistant_id
      or kind = 'conversation' and subject_id = reason_of_hold.conversation_id
    )
  order by set_at
  limit 1;
$$;
revoke all on function private.reason_of_hold(uuid, uuid, uuid, uuid) from public;

-- Returns the reason of a hold that keeps a conversation and its files.
create function private.reason_of_conversation_hold(conversation_id uuid)
returns text
language sql stable security definer set search_path = '' as $$
  select private.reason_of_hold(
    conversations.user_id, assistants.participant_id, conversations.assistant_id, conversations.id
  )
  from public.conversations
  join public.assistants on assistants.id = conversations.assistant_id
  where conversations.id = reason_of_conversation_hold.conversation_id;
$$;
revoke all on function private.reason_of_conversation_hold(uuid) from public;

-- Refuses to delete what is on hold. Deleting a person, a participant or an assistant deletes conversations first, so
-- that a hold on a conversation keeps them too.
create function private.refuse_deletion_on_hold()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reason text;
begin
  -- Waits for holds that are being set, and blocks new ones.
  lock table private.audit_holds in share mode;
  reason := case tg_table_name
    when 'users' then private.reason_of_hold(user_id => old.id)
    when 'participants' then private.reason_of_hold(participant_id => old.id)
    when 'assistants' then private.reason_of_hold(assistant_id => old.id)
    when 'conversations' then private.reason_of_conversation_hold(old.id)
    when 'attachments' then private.reason_of_conversation_hold(
      (to_jsonb(old) ->> 'conversation_id')::uuid
    )
  end;
  if reason is not null then
    raise exception 'This is on legal hold and cannot be deleted: %', reason using errcode = 'PT409';
  end if;
  return old;
end;
$$;
revoke all on function private.refuse_deletion_on_hold() from public;

create trigger refuse_deletion_on_hold
  before delete on public.users
  for each row execute function private.refuse_deletion_on_hold();

create trigger refuse_deletion_on_hold
  before delete on public.participants
  for each row execute function private.refuse_deletion_on_hold();

create trigger refuse_deletion_on_hold
  before delete on public.assistants
  for each row execute function private.refuse_deletion_on_hold();

create trigger refuse_deletion_on_hold
  before delete on public.conversations
  for each row execute function private.refuse_deletion_on_hold();

create trigger refuse_deletion_on_hold
  before delete on public.attachments
  for each row execute function private.refuse_deletion_on_hold();

create or replace function public.sweep_empty_conversations(empty_for interval default '1 day')
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
    and not exists (select from public.attachments where attachments.conversation_id = conversations.id)
    and private.reason_of_conversation_hold(conversations.id) is null;
  get diagnostics swept = row_count;
  perform set_config('homie.deletion_reason', '', true);
  return swept;
end;
$$;

create or replace function public.sweep_files(unsent_for interval default '7 days', orphaned_for interval default '1 day')
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  delete from public.attachments
  where id in (
    select id
    from public.attachments
    where message_id is null
      and created_at < clock_timestamp() - sweep_files.unsent_for
      and private.reason_of_conversation_hold(conversation_id) is null
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

-- Refused attempts of a person that were repeated within a minute: they are counted here and not recorded one by one.
create table private.denials (
  user_id uuid not null,
  attempted text not null,
  -- null: none, or one that does not exist, of which anybody could make up many
  assistant_id uuid,
  since timestamptz not null default clock_timestamp(),
  repeats integer not null default 0,
  constraint denials_counted_once unique nulls not distinct (user_id, attempted, assistant_id)
);

alter table private.denials enable row level security;

-- Records how often refused attempts were repeated, once their minute is over: those of one person, or of all.
create function private.record_repeats(of_user uuid default null)
returns void
language sql security definer set search_path = '' as $$
  with ended as (
    delete from private.denials
    where since < clock_timestamp() - interval '1 minute' and (of_user is null or user_id = of_user)
    returning *
  )
  insert into public.audit_logs (action, user_id, assistant_id, meta)
  select
    'denied',
    user_id,
    assistant_id,
    jsonb_build_object('attempted', attempted, 'repeats', repeats, 'since', since)
  from ended
  where repeats > 0;
$$;
revoke all on function private.record_repeats(uuid) from public;

-- Records the repeats of everybody, for the server, every few minutes.
create function public.record_repeated_denials()
returns void
language sql security definer set search_path = '' as $$
  select private.record_repeats();
$$;
revoke all on function public.record_repeated_denials() from public;
grant execute on function public.record_repeated_denials() to service_role;

-- Returns whether this attempt was refused within the last minute, and counts it then.
create function private.is_repeated_denial(user_id uuid, attempted text, assistant_id uuid)
returns boolean
language plpgsql set search_path = '' as $$
declare
  counted integer;
begin
  perform private.record_repeats(is_repeated_denial.user_id);
  insert into private.denials (user_id, attempted, assistant_id)
  values (
    is_repeated_denial.user_id,
    is_repeated_denial.attempted,
    (select id from public.assistants where id = is_repeated_denial.assistant_id)
  )
  on conflict on constraint denials_counted_once do update set repeats = denials.repeats + 1
  returning repeats into counted;
  return counted > 0;
end;
$$;
revoke all on function private.is_repeated_denial(uuid, text, uuid) from public;

create or replace function private.record_audit(
  action text,
  user_id uuid,
  assistant_id uuid default null,
  conversation_id uuid default null,
  meta jsonb default '{}'
)
returns uuid
language plpgsql set search_path = '' as $$
declare
  entry_id uuid;
begin
  if
    record_audit.action = 'denied'
    and record_audit.user_id is not null
    and record_audit.meta ? 'attempted'
    and private.is_repeated_denial(record_audit.user_id, record_audit.meta ->> 'attempted', record_audit.assistant_id)
  then
    return null;
  end if;
  insert into public.audit_logs (action, user_id, assistant_id, conversation_id, meta)
  values (
    record_audit.action,
    record_audit.user_id,
    record_audit.assistant_id,
    record_audit.conversation_id,
    coalesce(record_audit.meta, '{}')
  )
  returning id into entry_id;
  return entry_id;
end;
$$;

-- Limits how many conversations a person starts within an hour. They are counted in the log, so deleted ones count too.
create function private.limit_conversations()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  per_hour constant integer := 60;
begin
  if auth.uid() is null then
    return null;
  end if;
  if (select count(*) from started) > 1 then
    raise exception 'Conversations are started one at a time.' using errcode = 'PT400';
  end if;
  if per_hour < (
    select count(*)
    from public.audit_logs
    where user_id = auth.uid() and action = 'conversation_created' and created_at > clock_timestamp() - interval '1 hour'
  ) then
    raise exception 'You have started % conversations within an hour. Please try again later.', per_hour
      using errcode = 'PT429';
  end if;
  return null;
end;
$$;
revoke all on function private.limit_conversations() from public;

create trigger limit_conversations
  after insert on public.conversations
  referencing new table as started
  for each statement execute function private.limit_conversations();

create or replace function public.who_can_see(
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
  if coalesce(who_can_see.kind, '') not in ('participant', 'assistant') then
    raise exception 'Unknown kind of record.' using errcode = 'PT400';
  end if;
  perform private.record_view(who_can_see.kind, who_can_see.record_id);
  return private.who_can_see(
    who_can_see.kind, who_can_see.record_id, who_can_see.q, who_can_see.page, who_can_see.page_size
  );
end;
$$;

create or replace function private.audit_neighbours(entry_id uuid, filter jsonb)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  condition text;
  entry public.audit_logs;
  newer uuid;
  older uuid;
begin
  perform private.require_admin();
  condition := private.audit_condition(filter);
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

drop policy "Admins delete their own views" on public.audit_views;

create policy "Admins delete their own views and shared ones of former admins"
  on public.audit_views for delete to authenticated
  using (
    (select private.is_admin())
    and (
      user_id = (select auth.uid())
      or shared
      and not exists (
        select 1
        from public.users
        join public.roles on roles.id = users.role_id
        where users.id = audit_views.user_id and roles.name = 'admin'
      )
    )
  );

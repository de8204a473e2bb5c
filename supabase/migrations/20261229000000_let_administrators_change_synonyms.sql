-- Moves synonyms to a table that administrators change.

alter table public.audit_logs drop constraint audit_logs_action_known;
alter table public.audit_logs add constraint audit_logs_action_known check (
    action in (
      'login', 'conversation_created', 'send_message', 'run_started', 'run_succeeded', 'run_failed',
      'run_stream_started', 'run_stream_completed', 'upload_file', 'web_research', 'conversation_deleted', 'denied',
      'assistant_created', 'assistant_updated', 'assistant_deleted',
      'participant_created', 'participant_updated', 'participant_deleted',
      'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
      'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed',
      'document_added', 'document_changed', 'document_removed', 'assistant_tried', 'synonyms_changed',
      'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged', 'audit_hold_set', 'audit_hold_lifted',
      'signed_up', 'session_ended', 'password_changed', 'feedback_given', 'feedback_removed', 'feedback_reviewed',
      'handed_over', 'handover_opened', 'handover_revoked', 'document_opened', 'file_opened',
      'user_invited', 'invitation_revoked', 'invitation_accepted', 'user_approved', 'user_rejected', 'user_deleted',
      'reset_sent',
      'factor_added', 'factor_removed', 'factors_reset', 'recovery_codes_created', 'recovery_code_used',
      'sessions_ended', 'identity_linked', 'passkey_added', 'passkey_removed',
      'email_change_requested', 'email_changed'
    )
  );

-- Inserts an entry about an action of a user, for the server. Actions of administrators are recorded by triggers and
-- functions: the server's key cannot forge their entries.
create or replace function public.record_audit(
  action text,
  user_id uuid,
  assistant_id uuid default null,
  conversation_id uuid default null,
  meta jsonb default '{}'
)
returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  if record_audit.action in (
    'assistant_created', 'assistant_updated', 'assistant_deleted', 'participant_created', 'participant_updated',
    'participant_deleted', 'worker_assigned', 'worker_unassigned', 'access_granted', 'access_revoked',
    'role_access_granted', 'role_access_revoked', 'role_changed', 'account_changed', 'model_changed', 'document_added',
    'document_changed', 'document_removed', 'record_viewed', 'audit_exported', 'audit_verified', 'audit_purged',
    'audit_hold_set', 'audit_hold_lifted', 'signed_up', 'session_ended', 'password_changed', 'feedback_given',
    'feedback_removed', 'feedback_reviewed', 'assistant_tried', 'handed_over', 'handover_opened', 'handover_revoked',
    'factor_added', 'factor_removed', 'factors_reset', 'recovery_codes_created', 'recovery_code_used', 'sessions_ended',
    'identity_linked', 'passkey_added', 'passkey_removed', 'email_change_requested', 'email_changed', 'document_opened',
    'file_opened', 'synonyms_changed'
  ) then
    raise exception 'This action is recorded by the database itself.' using errcode = 'PT403';
  end if;
  return private.record_audit(
    record_audit.action,
    record_audit.user_id,
    record_audit.assistant_id,
    record_audit.conversation_id,
    record_audit.meta
  );
end;
$$;

-- Returns the stems of a list of words, separated by commas, as a search of documents finds them.
create function private.list_stems(list text)
returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  word text;
  found_stems text[];
  stems text[] := '{}';
begin
  foreach word in array regexp_split_to_array(btrim(list_stems.list), '\s*,\s*') loop
    found_stems := tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, word));
    if cardinality(found_stems) <> 1 then
      raise exception 'Searches do not find “%” as one word. Use another word, and commas between words.', word
        using errcode = 'PT422';
    end if;
    stems := stems || found_stems;
  end loop;
  return array(select distinct stem from unnest(stems) as stem order by stem);
end;
$$;
grant execute on function private.list_stems(text) to authenticated, service_role;

-- A question with one of `words` also finds passages with one of `also`. One direction: a fall is an incident, and not
-- every incident is a fall.
create table public.synonyms (
  id uuid primary key default gen_random_uuid(),
  words text not null,
  also text not null,
  word_stems text[] not null generated always as (private.list_stems(words)) stored,
  also_stems text[] not null generated always as (private.list_stems(also)) stored,
  updated_at timestamptz not null default now(),
  constraint synonyms_stems_unique unique (word_stems, also_stems),
  constraint synonyms_lists_valid check (
    char_length(words) between 1 and 200
    and char_length(also) between 1 and 200
    and words = btrim(private.plain_line(words))
    and also = btrim(private.plain_line(also))
  )
);

create index synonyms_word_stems_idx on public.synonyms using gin (word_stems);

grant
  select (id, words, also, word_stems, also_stems, updated_at),
  insert (words, also),
  update (words, also),
  delete
on table public.synonyms to authenticated;
grant select, insert, update, delete on table public.synonyms to service_role;

alter table public.synonyms enable row level security;

create trigger touch_updated_at
  before update on public.synonyms
  for each row execute function private.touch_updated_at();

create function private.record_synonym_change()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  written constant text[] := '{id,word_stems,also_stems,updated_at}';
begin
  if to_jsonb(old) - written is distinct from to_jsonb(new) - written then
    perform private.record_change(
      'synonyms_changed',
      jsonb_strip_nulls(jsonb_build_object('before', to_jsonb(old) - written, 'after', to_jsonb(new) - written))
    );
  end if;
  return null;
end;
$$;

create trigger record_synonym_change
  after insert or update or delete on public.synonyms
  for each row execute function private.record_synonym_change();

create policy "Admins read synonyms"
  on public.synonyms for select to authenticated
  using ((select private.is_admin()));

create policy "Admins add synonyms"
  on public.synonyms for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins change synonyms"
  on public.synonyms for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins delete synonyms"
  on public.synonyms for delete to authenticated
  using ((select private.is_admin()));

-- Returns the synonyms with a word that contains the text.
create function public.find_synonyms(q text)
returns setof public.synonyms
language sql stable rows 50 set search_path = '' as $$
  select * from public.synonyms where words || ' ' || also ~* (select private.search_pattern(find_synonyms.q));
$$;
grant execute on function public.find_synonyms(text) to authenticated;

revoke all on function
  private.list_stems(text), private.record_synonym_change(), public.find_synonyms(text) from public;

create trigger limit_rows
  after insert on public.synonyms
  referencing new table as added
  for each statement execute function private.limit_rows(500);

create policy "Only active accounts"
  on public.synonyms as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

insert into public.synonyms (words, also)
values
  (
    'fall, fell, fallen, hurt, injury, injured, hit, bite, bitten, choke, bleed, burn, missing, seizure, accident, harm',
    'incident'
  ),
  ('fell, fallen', 'fall'),
  ('injury, injured, hurt', 'hurt, injury'),
  ('accident', 'fall'),
  ('fit, convulsion', 'seizure'),
  ('seizure', 'epilepsy'),
  ('epilepsy', 'seizure'),
  ('ill, unwell', 'sick'),
  ('sick', 'ill'),
  ('broken, leak, leaking, blocked, damaged, repair, fix, fault', 'repair, maintenance'),
  ('leak, leaking', 'drip'),
  ('allergic, allergy, allergies', 'allergy, allergic'),
  ('epipen', 'adrenaline'),
  ('medication, medicine, drug, tablet, pill', 'medication, medicine, tablet'),
  ('holiday, vacation', 'leave'),
  ('phone, ring, telephone', 'phone, call, ring, telephone'),
  ('doctor', 'gp'),
  ('gp', 'doctor'),
  ('hospital, ambulance', 'emergency'),
  ('rain, rainy', 'rain'),
  ('hot', 'heat'),
  ('wheelchair', 'chair'),
  ('shower, bath, wash', 'shower, bath, wash'),
  ('eat, food, meal, dinner, lunch', 'meal, food'),
  ('client, resident', 'participant'),
  ('complain, complaint', 'complaint'),
  ('pain', 'hurt'),
  ('cash', 'money'),
  ('runaway, absconded', 'missing');

-- Rows that an operator deleted or added.
delete from public.synonyms
where not exists (select from private.synonyms where word = any (word_stems) and also = any (also_stems));
insert into public.synonyms (words, also)
select word, also
from private.synonyms as former
where cardinality(tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, word))) = 1
  and cardinality(tsvector_to_array(to_tsvector('pg_catalog.english'::regconfig, also))) = 1
  and not exists (
    select from public.synonyms where former.word = any (word_stems) and former.also = any (also_stems)
  );

-- Returns a term for a stem.
create or replace function private.make_term(stem text, is_vague boolean)
returns private.search_term
language sql stable set search_path = '' as $$
  select row(
    stems,
    private.stems_query(array[make_term.stem]),
    private.stems_query(stems),
    private.stems_query(stems, ':D'),
    private.stems_query(stems, ':B'),
    make_term.is_vague,
    0,
    false
  )::private.search_term
  from (
    select array[make_term.stem] || array(
      select distinct also_stem
      from public.synonyms
      cross join unnest(also_stems) as also_stem
      where word_stems @> array[make_term.stem] and also_stem <> make_term.stem
    ) as stems
  ) as meanings;
$$;

drop table private.synonyms;

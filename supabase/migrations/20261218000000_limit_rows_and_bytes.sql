-- Limits in one place, with the time after which to retry; limits of recovery codes, of rows and of stored bytes.

-- Refuses a change of the caller if the log has `most` entries of these actions from the last hour: entries remain when
-- what they record is deleted.
create function private.limit_per_hour(actions text[], most integer, message text)
returns void
language plpgsql set search_path = '' as $$
declare
  entry_count integer;
  earliest timestamptz;
begin
  select count(*), min(created_at) into entry_count, earliest
  from public.audit_logs
  where user_id = auth.uid() and action = any (limit_per_hour.actions)
    and created_at > clock_timestamp() - interval '1 hour';
  if entry_count >= limit_per_hour.most then
    raise exception '%', limit_per_hour.message using
      errcode = 'PT429',
      hint = format('Retry after %s s', ceil(extract(epoch from earliest + interval '1 hour' - clock_timestamp())));
  end if;
end;
$$;

-- Refuses rows beyond the most that a table may have; or, with the name of a column, that may have the same value in it.
create function private.limit_rows()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := tg_argv[0];
  row_count integer;
begin
  if tg_nargs = 1 then
    execute format('select count(*) from (select 1 from %I.%I limit $1 + 1) as present', tg_table_schema, tg_table_name)
    into row_count using most;
  else
    execute format(
      'select coalesce(max(row_count), 0) from (
         select count(*) as row_count from %1$I.%2$I where %3$I in (select %3$I from added) group by %3$I
       ) as counts', tg_table_schema, tg_table_name, tg_argv[1]
    ) into row_count;
  end if;
  if row_count > most then
    raise exception 'There can be at most % of these. Delete some first.', most using errcode = 'PT409';
  end if;
  return null;
end;
$$;

revoke all on function private.limit_per_hour(text[], integer, text), private.limit_rows() from public;

create trigger limit_rows
  after insert on public.assistants
  referencing new table as added
  for each statement execute function private.limit_rows(5000);

create trigger limit_rows
  after insert on public.participants
  referencing new table as added
  for each statement execute function private.limit_rows(100000);

create trigger limit_rows
  after insert on public.documents
  referencing new table as added
  for each statement execute function private.limit_rows(100000);

create trigger limit_rows
  after insert on public.audit_views
  referencing new table as added
  for each statement execute function private.limit_rows(200, 'user_id');

-- Returns the bytes of all stored files: attachments, and versions of documents.
create function public.stored_bytes()
returns bigint
language sql stable security definer set search_path = '' as $$
  select
    (select coalesce(sum(size), 0) from public.attachments)::bigint
    + (select coalesce(sum(size), 0) from public.document_versions)::bigint;
$$;
revoke all on function public.stored_bytes() from public, anon, authenticated;
grant execute on function public.stored_bytes() to service_role;

create or replace function private.audit_feedback()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  per_hour constant integer := 120;
  feedback public.reply_feedback := coalesce(new, old);
begin
  if tg_op = 'DELETE' and not exists (select 1 from public.messages where id = old.message_id) then
    return null;
  end if;
  perform private.limit_per_hour(
    '{feedback_given,feedback_removed}', per_hour,
    format('You have changed feedback %s times within an hour. Please try again later.', per_hour)
  );
  perform private.record_audit(
    case tg_op when 'DELETE' then 'feedback_removed' else 'feedback_given' end,
    feedback.user_id,
    feedback.assistant_id,
    feedback.conversation_id,
    jsonb_strip_nulls(
      jsonb_build_object(
        'feedback', feedback.id,
        'turn_id', feedback.turn_id,
        'rating', feedback.rating,
        'reason', feedback.reason,
        'shared', feedback.shared
      )
    )
  );
  return null;
end;
$$;

create or replace function private.hand_over(conversation_id uuid, recipient_id uuid)
returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  recipients_max constant integer := 20;
  per_hour constant integer := 30;
  conversation public.conversations;
  recipient public.users;
  snapshot jsonb;
  handover public.handovers;
begin
  select * into conversation
  from public.conversations
  where id = hand_over.conversation_id
    and user_id = auth.uid()
    and private.can_use_assistant(assistant_id, auth.uid())
  for no key update;
  if not found then
    raise exception 'This conversation no longer exists.' using errcode = 'PT404';
  end if;
  -- Access cannot be revoked in the meantime.
  perform private.lock_access_shared(conversation.assistant_id);
  select * into recipient from public.users where id = hand_over.recipient_id and id <> auth.uid();
  -- The same message for an unknown user, so that it does not reveal who has an account.
  if not found or not private.can_use_assistant(conversation.assistant_id, recipient.id) then
    raise exception 'This person may not use the assistant.' using errcode = 'PT403';
  end if;
  if recipients_max <= (
    select count(*)
    from public.handovers
    where conversation_id = conversation.id and recipient_id <> recipient.id
  ) then
    raise exception 'A conversation can be handed over to at most % people.', recipients_max using errcode = 'PT409';
  end if;
  perform private.limit_per_hour(
    '{handed_over}', per_hour,
    format('You have handed over %s conversations within an hour. Please try again later.', per_hour)
  );

  select jsonb_agg(message - 'parent_id' - 'alternatives' - 'turn' - 'openai_message_id' order by position)
  into snapshot
  from jsonb_array_elements(private.read_path(conversation.id, null, null, null) -> 'rows')
    with ordinality as rows (message, position);
  if snapshot is null then
    raise exception 'This conversation has no messages yet.' using errcode = 'PT409';
  end if;

  insert into public.handovers (
    conversation_id, assistant_id, owner_id, recipient_id, title, owner_email, recipient_email, messages, file_paths
  )
  values (
    conversation.id, conversation.assistant_id, auth.uid(), recipient.id, conversation.title,
    (select email from public.users where id = auth.uid()), recipient.email, snapshot,
    array(select path #>> '{}' from jsonb_path_query(snapshot, '$[*].files[*].supabasePath') as path)
  )
  on conflict on constraint handovers_one_per_recipient do update set
    title = excluded.title, owner_email = excluded.owner_email, recipient_email = excluded.recipient_email,
    messages = excluded.messages, file_paths = excluded.file_paths, created_at = now(), opened_at = null
  returning * into handover;
  perform private.audit_handover('handed_over', handover);
  return handover.id;
end;
$$;

create or replace function private.invite_user(
  email text,
  role_name text,
  participant_ids uuid[],
  display_name text default null,
  import_id uuid default null
)
returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  per_hour constant integer := 200;
  address constant text := lower(btrim(invite_user.email));
  account auth.users;
  pending private.invitations;
  role_id uuid;
begin
  perform private.require_admin();
  role_id := private.require_start(invite_user.role_name, invite_user.participant_ids);
  if address is null or address !~ '^[^\s@]{1,64}@[^\s@]{1,190}$' then
    raise exception 'Enter an email address.' using errcode = 'PT422';
  end if;
  select * into account from auth.users where users.email = address for no key update;
  if account.email_confirmed_at is not null then
    raise exception 'This address has an account already.' using errcode = 'PT409';
  end if;
  if invite_user.import_id is not null then
    select * into pending from private.invitations where email = address and expires_at > now();
    if pending.sent_at is not null then
      return null;
    elsif pending.import_id = invite_user.import_id then
      return address;
    end if;
  end if;
  perform private.limit_per_hour(
    '{user_invited}', per_hour,
    format('You have sent %s invitations within an hour. Please try again later.', per_hour)
  );
  insert into private.invitations (
    email, role_id, participant_ids, invited_by, expires_at, display_name, import_id, user_id
  )
  values (
    address, role_id, coalesce(invite_user.participant_ids, '{}'), auth.uid(), now() + interval '7 days',
    private.account_display_name(jsonb_build_object('display_name', invite_user.display_name)), invite_user.import_id,
    account.id
  )
  on conflict (email) do update set
    role_id = excluded.role_id, participant_ids = excluded.participant_ids, invited_by = excluded.invited_by,
    expires_at = excluded.expires_at, sent_at = null, display_name = excluded.display_name,
    import_id = excluded.import_id, user_id = excluded.user_id;
  perform private.clear_unproven_password(address);
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  values (
    'user_invited', auth.uid(), account.id, address,
    jsonb_build_object(
      'after', jsonb_build_object(
        'role', invite_user.role_name, 'participants', coalesce(cardinality(invite_user.participant_ids), 0)
      )
    ) || jsonb_strip_nulls(jsonb_build_object('import', invite_user.import_id))
  );
  return address;
end;
$$;

create or replace function private.limit_conversations()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  per_hour constant integer := 60;
begin
  if auth.uid() is null then
    return null;
  end if;
  if (select count(*) from new_conversations) > 1 then
    raise exception 'Conversations are started one at a time.' using errcode = 'PT400';
  end if;
  -- The new one is in the log already.
  perform private.limit_per_hour(
    '{conversation_created}', per_hour + 1,
    format('You have started %s conversations within an hour. Please try again later.', per_hour)
  );
  return null;
end;
$$;

create or replace function private.create_recovery_codes()
returns text[]
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  code_count constant integer := 10;
  per_hour constant integer := 10;
  alphabet constant text := 'abcdefghijkmnpqrstuvwxyz23456789';
  bytes bytea;
  code text;
  codes text[] := '{}';
begin
  if
    coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2'
    or not exists (
      select 1
      from auth.sessions
      left join auth.mfa_amr_claims on session_id = sessions.id
      where sessions.id = private.session_id()
        and sessions.user_id = auth.uid()
        and greatest(sessions.created_at, mfa_amr_claims.updated_at) > now() - interval '15 minutes'
    )
  then
    raise exception 'Enter the code of your authenticator app again first.' using errcode = 'PT403';
  end if;
  perform private.limit_per_hour(
    '{recovery_codes_created}', per_hour,
    format('You have created recovery codes %s times within an hour. Please try again later.', per_hour)
  );
  delete from private.recovery_codes where user_id = auth.uid();
  for i in 1..code_count loop
    bytes := extensions.gen_random_bytes(12);
    select string_agg(substr(alphabet, (get_byte(bytes, position) & 31) + 1, 1), '' order by position)
    into code
    from generate_series(0, 11) as position;
    insert into private.recovery_codes (user_id, code_hash)
    values (auth.uid(), extensions.crypt(code, extensions.gen_salt('bf', 8)));
    codes := codes || regexp_replace(code, '^(.{4})(.{4})', '\1-\2-');
  end loop;
  insert into public.audit_logs (action, user_id) values ('recovery_codes_created', auth.uid());
  return codes;
end;
$$;

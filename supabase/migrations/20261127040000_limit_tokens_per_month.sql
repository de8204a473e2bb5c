-- Limits the tokens that the replies of an assistant may use in a month.

alter table public.assistants
  add column monthly_token_budget bigint,
  add constraint assistants_monthly_token_budget_valid check (monthly_token_budget between 1000 and 1000000000000);

grant select (monthly_token_budget), insert (monthly_token_budget), update (monthly_token_budget)
on table public.assistants to authenticated;

create or replace function private.assistant_to_jsonb(assistant public.assistants)
returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'label', assistant.label,
    'kind', assistant.kind,
    'openai_assistant_id', assistant.openai_assistant_id,
    'participant_id', assistant.participant_id,
    'web_research_enabled', assistant.web_research_enabled,
    'use_org_domains', assistant.use_org_domains,
    'web_domains', private.list_to_jsonb(assistant.web_domains, 1500),
    'description', assistant.description,
    'suggested_questions', private.list_to_jsonb(assistant.suggested_questions, 800),
    'monthly_token_budget', assistant.monthly_token_budget
  );
$$;

create function private.tokens_this_month(assistant_id uuid)
returns bigint
language sql stable set search_path = '' as $$
  select (coalesce(sum(input_tokens), 0) + coalesce(sum(output_tokens), 0))::bigint
  from private.reply_usage
  where reply_usage.assistant_id = tokens_this_month.assistant_id
    and ended_at >= private.start_of_day(date_trunc('month', now() at time zone 'Australia/Melbourne')::date);
$$;
revoke all on function private.tokens_this_month(uuid) from public;

create function private.assistants_near_budget()
returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select count(*)
    from public.assistants
    where case
      when monthly_token_budget is not null then private.tokens_this_month(id) >= monthly_token_budget * 0.8
    end
  );
end;
$$;
revoke all on function private.assistants_near_budget() from public;
grant execute on function private.assistants_near_budget() to authenticated;

create or replace function public.read_overview()
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  today constant date := (now() at time zone 'Australia/Melbourne')::date;
begin
  perform private.require_admin();
  return jsonb_build_object(
    'days', private.recent_activity(),
    'users_without_access', (select count(*) from public.users_without_access()),
    'assistants_without_access', (select count(*) from public.assistants_without_access()),
    'assistants_near_budget', private.assistants_near_budget(),
    'reported_replies', (select count(*) from public.reply_feedback where urgent),
    'documents_due', (select count(*) from public.documents where review_on <= today and not archived),
    'documents', (
      select coalesce(jsonb_agg(to_jsonb(due) order by due.review_on, due.title, due.id), '[]')
      from (
        select
          documents.id, documents.title, documents.review_on, documents.assistant_id, documents.participant_id,
          coalesce(assistants.label, participants.display_name) as holder
        from public.documents
        left join public.assistants on assistants.id = documents.assistant_id
        left join public.participants on participants.id = documents.participant_id
        where review_on <= today and not archived
        order by review_on, title, id
        limit 5
      ) as due
    )
  );
end;
$$;

create or replace function public.start_turn(
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
  target_message public.messages;
  continuation text;
  question_id uuid;
  message_files jsonb;
  limits jsonb;
begin
  -- Serialises one user's sends: two concurrent ones would otherwise both pass the limit.
  perform pg_advisory_xact_lock(hashtextextended(start_turn.user_id::text, 0));

  -- Acquired before the conversation's lock, in the same order as by a transaction that revokes access and then ends
  -- the reply.
  perform private.lock_access_shared(
    (select assistant_id from public.conversations where id = start_turn.conversation_id)
  );

  select * into conversation
  from public.conversations
  where id = start_turn.conversation_id and user_id = start_turn.user_id
  for no key update;
  if not found then
    return jsonb_build_object('outcome', 'conversation_not_found');
  end if;

  if not private.can_use_assistant(conversation.assistant_id, start_turn.user_id) then
    perform private.record_audit(
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
    select * into target_message
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

  -- Sums the tokens only if the assistant has a budget.
  if exists (
    select 1
    from public.assistants
    where id = conversation.assistant_id
      and case when monthly_token_budget is not null then private.tokens_this_month(id) >= monthly_token_budget end
  ) then
    return jsonb_build_object('outcome', 'budget_reached');
  end if;

  limits := private.check_reply_limits(
    start_turn.user_id, start_turn.sends_per_minute, start_turn.daily_replies
  );
  if limits ->> 'outcome' <> 'allowed' then
    return limits;
  end if;

  if start_turn.reply_to is not null then
    question_id := target_message.id;
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
        order by requested.position
      ),
      '[]'
    )
    into message_files
    from unnest(start_turn.attachment_paths) with ordinality as requested (path, position)
    join public.attachments on attachments.supabase_path = requested.path
    where attachments.conversation_id = conversation.id
      and attachments.user_id = start_turn.user_id
      and (
        attachments.message_id is null
        or target_message.files @> jsonb_build_array(jsonb_build_object('supabasePath', attachments.supabase_path))
      )
      and attachments.scan_status = 'clean';
    if jsonb_array_length(message_files) <> cardinality(start_turn.attachment_paths) then
      return jsonb_build_object('outcome', 'attachment_unavailable');
    end if;

    insert into public.messages (conversation_id, parent_id, role, content, files, created_at)
    values (
      conversation.id,
      case when start_turn.replaces is null then conversation.head_id else target_message.parent_id end,
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
    start_turn.writer_id, start_turn.continues, limits ? 'replies_used',
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
  ) || (limits - 'outcome');
end;
$$;

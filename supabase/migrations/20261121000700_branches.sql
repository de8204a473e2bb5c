/*
 * Branches: the messages of a conversation are a tree. An edited message stands beside the earlier one, and so does
 * another reply; nothing is overwritten. A conversation shows one path: the one that leads to its head.
 */

alter table public.messages
  add column parent_id uuid,
  add column superseded boolean not null default false,
  add constraint messages_once_in_its_conversation unique (conversation_id, id),
  add constraint messages_parent_in_same_conversation
    foreign key (conversation_id, parent_id) references public.messages (conversation_id, id);

create index messages_siblings_idx on public.messages (conversation_id, parent_id, created_at, id);

comment on column public.messages.parent_id is
  'The message before it on every path that leads to it; null for a first message.';
comment on column public.messages.superseded is
  'A later reply begins with all of this one, and stands in its place.';

alter table public.conversations
  add column head_id uuid,
  add column title_settled boolean not null default false,
  add constraint conversations_head_in_same_conversation
    foreign key (id, head_id) references public.messages (conversation_id, id);

create index conversations_head_idx on public.conversations (id, head_id);

comment on column public.conversations.head_id is
  'The last message of the path that is shown; null while there is none.';
comment on column public.conversations.title_settled is
  'The person gave the title, or it was taken from the first message: only the person changes it from here on.';

alter table public.turns
  add column continues_turn_id uuid references public.turns (id) on delete set null;

create index turns_continues_turn_id_idx on public.turns (continues_turn_id);

comment on column public.turns.continues_turn_id is 'The unfinished turn whose text this one begins with.';

-- All that a person's own rows hold: who asks for every column of them is not to be refused.
grant select (parent_id, superseded) on table public.messages to authenticated;
grant select (head_id, title_settled) on table public.conversations to authenticated;

-- What is there already is one path each.
update public.messages
set parent_id = preceding.id
from (
  select
    messages.id as follower_id,
    lag(messages.id) over (partition by messages.conversation_id order by messages.created_at, messages.id) as id
  from public.messages
) as preceding
where preceding.follower_id = messages.id and preceding.id is not null;

update public.conversations
set head_id = (
      select messages.id
      from public.messages
      where messages.conversation_id = conversations.id
      order by messages.created_at desc, messages.id desc
      limit 1
    ),
    title_settled = title <> 'New conversation';

/*
 * Who gave the title: a conversation begun without one has it open.
 */
create function private.settle_title()
returns trigger
language plpgsql
set search_path = ''
as $$
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

revoke all on function private.settle_title() from public;

alter table public.conversations alter column title drop default;

create trigger settle_title
  before insert or update of title on public.conversations
  for each row execute function private.settle_title();

/*
 * Ends a running turn whose row the caller has locked: the assistant's message, the closing event, the audit rows. The
 * reply is shown if the conversation still waits for it, and not if the person went to another branch meanwhile.
 */
create or replace function private.end_turn(
  turn public.turns,
  status text,
  error_code text default null,
  error_message text default null,
  retryable boolean default false,
  usage jsonb default null
)
returns public.turns
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  reply text := private.turn_text((end_turn.turn).id);
  reply_id uuid;
  ended public.turns;
  closing_event text;
  closing_data jsonb;
begin
  if end_turn.status in ('completed', 'stopped') and reply <> '' then
    insert into public.messages (conversation_id, parent_id, role, content, openai_message_id, created_at)
    values (
      (end_turn.turn).conversation_id,
      (end_turn.turn).user_message_id,
      'assistant',
      reply,
      (end_turn.turn).openai_message_id,
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

drop function public.start_turn(uuid, uuid, text, text[], text, text, uuid, interval, integer);

/*
 * Takes a person's message and begins the reply to it, or begins another reply to a message that is there.
 *
 * A new message follows the head, or stands beside the message that it `replaces`. `attachment_paths` names files that
 * were uploaded into this conversation by this person, found clean, and not sent before, save with the replaced message;
 * what the message keeps of them comes from our own records. `title` names a conversation whose first message this is
 * and whose title is open. With `reply_to` nothing is sent: that message is answered once more, from the text of the
 * unfinished turn `continues` on, if one is named.
 *
 * Answers `outcome`: started (the caller is to write the reply) or existing (somebody else is, or did), both with
 * turn_id, user_message_id and continuation (the text that the reply has already, or null); conversation_not_found,
 * access_denied, turn_running, message_not_found, rate_limited, attachment_unavailable.
 */
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
  title text default null
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  conversation public.conversations;
  turn public.turns;
  known public.messages;
  continuation text;
  question_id uuid;
  message_files jsonb;
begin
  -- One person's sends queue here: two at once would otherwise both find room under the limit.
  perform pg_advisory_xact_lock(hashtextextended(start_turn.user_id::text, 0));

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
    from public.turns
    where user_id = start_turn.user_id and created_at > clock_timestamp() - interval '1 minute'
  ) then
    return jsonb_build_object('outcome', 'rate_limited');
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
    last_seq, heartbeat_at, created_at
  )
  values (
    conversation.id, start_turn.user_id, question_id, start_turn.idempotency_key, start_turn.provider,
    start_turn.writer_id, start_turn.continues,
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
  perform private.audit_turn(turn, 'run_started');

  return jsonb_build_object(
    'outcome', 'started', 'turn_id', turn.id, 'user_message_id', question_id, 'continuation', continuation
  );
end;
$$;

/*
 * Shows the newest path through a message: from there on, each time, the message that came last. It ends where a reply is
 * being written. Answers `outcome`: chosen, conversation_not_found or message_not_found.
 */
create function public.choose_branch(user_id uuid, conversation_id uuid, message_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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

revoke all on function public.start_turn(
  uuid, uuid, text, text[], text, text, uuid, interval, integer, uuid, uuid, uuid, text
) from public, anon, authenticated;
revoke all on function public.choose_branch(uuid, uuid, uuid) from public, anon, authenticated;

grant execute on function public.start_turn(
  uuid, uuid, text, text[], text, text, uuid, interval, integer, uuid, uuid, uuid, text
) to service_role;
grant execute on function public.choose_branch(uuid, uuid, uuid) to service_role;

/*
 * The messages that can stand where the children of a message stand (null: where a conversation begins), oldest first.
 * A reply that another one superseded is left out, unless something follows it that could not be reached otherwise.
 */
create function private.message_ids_after(conversation_id uuid, parent_id uuid, shown_id uuid default null)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Apart, because 'is not distinct from' uses no index. No reply stands at the beginning, so none is superseded there.
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

/*
 * The turn that a person's message carries while the reply to it is not complete, as the contract has it: that of the
 * reply which follows it on the path, else the latest that left no message. Null when there is none, or it is complete.
 */
create function private.unfinished_turn(conversation_id uuid, question_id uuid, next_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
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

/*
 * The path that is shown to the caller, or its end: the last `page_size` messages of it, or all from `until` on; with
 * `before`, of those that lead to that message. Walks up from the end, so a page costs the same in a long conversation.
 *
 * Answers `outcome`: found, with rows (oldest first) and has_earlier; conversation_not_found, message_not_found.
 */
create function private.read_path(conversation_id uuid, page_size integer, before uuid, until uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
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
      ) || case when unfinished.turn is null then '{}' else jsonb_build_object('turn', unfinished.turn) end
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

create function public.read_path(
  conversation_id uuid,
  page_size integer default null,
  before uuid default null,
  until uuid default null
)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.read_path(
    read_path.conversation_id, read_path.page_size, read_path.before, read_path.until
  );
$$;

revoke all on function private.message_ids_after(uuid, uuid, uuid) from public;
revoke all on function private.unfinished_turn(uuid, uuid, uuid) from public;
revoke all on function private.read_path(uuid, integer, uuid, uuid) from public;
revoke all on function public.read_path(uuid, integer, uuid, uuid) from public, anon;

grant execute on function private.read_path(uuid, integer, uuid, uuid) to authenticated;
grant execute on function public.read_path(uuid, integer, uuid, uuid) to authenticated;

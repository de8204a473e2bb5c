/*
 * What a reply draws on: the pages on the web that it cites, and notes that its reader has to know, e.g. that only a part
 * of a file was read. Both are kept with the turn while the reply is written, so that a process that dies takes none of
 * them with it, and become part of the message with its text.
 */

/*
 * Whether pages are `[{url, title}, …]` as messages keep them. An address leads to the web and nowhere else: it becomes a
 * link in front of a person.
 */
create function private.are_citations(citations jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select case
    when jsonb_typeof(are_citations.citations) <> 'array' then false
    else jsonb_array_length(are_citations.citations) <= 50
      and octet_length(are_citations.citations::text) <= 262144
      and not jsonb_path_exists(
        are_citations.citations, '$[*] ? (!(@.url like_regex "^https?://[^ ]+$" && @.title.type() == "string"))'
      )
  end;
$$;

/*
 * Whether notes are a short list of sentences.
 */
create function private.are_notes(notes jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select case
    when jsonb_typeof(are_notes.notes) <> 'array' then false
    else jsonb_array_length(are_notes.notes) <= 20
      and octet_length(are_notes.notes::text) <= 65536
      and not jsonb_path_exists(are_notes.notes, '$[*] ? (!(@.type() == "string" && @ != ""))')
  end;
$$;

revoke all on function private.are_citations(jsonb) from public;
revoke all on function private.are_notes(jsonb) from public;
grant execute on function private.are_citations(jsonb), private.are_notes(jsonb) to service_role;

alter table public.messages
  add column citations jsonb not null default '[]',
  add column notes jsonb not null default '[]',
  add constraint messages_citations_listed check (private.are_citations(citations)),
  add constraint messages_notes_listed check (private.are_notes(notes)),
  add constraint messages_of_people_cite_nothing check (role = 'assistant' or (citations = '[]' and notes = '[]'));

alter table public.turns
  add column citations jsonb not null default '[]',
  add column notes jsonb not null default '[]',
  add constraint turns_citations_listed check (private.are_citations(citations)),
  add constraint turns_notes_listed check (private.are_notes(notes));

comment on column public.messages.citations is 'Pages on the web that the reply cites, in its order: [{url, title}, …].';
comment on column public.messages.notes is 'What its reader has to know of how the reply came about: sentences.';

grant select (citations, notes) on table public.messages to authenticated;
grant select (citations, notes) on table public.turns to authenticated;

/*
 * Two lists as one: what the second adds follows the first, each value once and so many at most. Pages are told apart by
 * their address.
 */
create function private.joined_list(first jsonb, second jsonb, most integer)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(kept.value order by kept.place), '[]')
  from (
    select (array_agg(value order by place))[1] as value, min(place) as place
    from jsonb_array_elements(joined_list.first || joined_list.second) with ordinality as listed (value, place)
    group by coalesce(value -> 'url', value)
    order by min(place)
    limit joined_list.most
  ) as kept;
$$;

revoke all on function private.joined_list(jsonb, jsonb, integer) from public;

/*
 * Ends a running turn whose row the caller has locked: the assistant's message, the closing event, the audit rows. The
 * reply is shown if the conversation still waits for it, and not if the person went to another branch meanwhile. A reply
 * that goes on with an unfinished one also draws on what that one did.
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

/*
 * Adds events to running turns: `[{turn_id, events: [{seq, event, data}, …], run_id, model, citations, notes}, …]`, each
 * turn once and its events in order and without a gap; no events are a sign of life. `citations` and `notes` replace those of the turn where
 * they are given. All of it is kept, or none. May be repeated after a lost answer.
 *
 * Answers `[{turn_id, status, stop_requested}, …]`, with a null status once the conversation was deleted. A turn that
 * somebody else has locked is left out, for it shall not hold up the others: it is to be tried again.
 */
create or replace function public.append_turns_events(appends jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  locked uuid[];
  begun public.turns;
begin
  select coalesce(array_agg(id), '{}')
  into locked
  from (
    select id
    from public.turns
    where id in (select (append ->> 'turn_id')::uuid from jsonb_array_elements(append_turns_events.appends) as append)
    for no key update skip locked
  ) as available;

  -- What was read before the locks may be outdated; each statement from here on sees what they guard.
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

  for begun in
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
      returning turns, before.openai_message_id is null and turns.openai_message_id is not null as has_begun
    )
    select (updated.turns).* from updated where has_begun
  loop
    perform private.audit_turn(begun, 'run_stream_started');
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

/*
 * The path that is shown to the caller, or its end: the last `page_size` messages of it, or all from `until` on; with
 * `before`, of those that lead to that message. Walks up from the end, so a page costs the same in a long conversation.
 *
 * Answers `outcome`: found, with rows (oldest first) and has_earlier; conversation_not_found, message_not_found.
 */
create or replace function private.read_path(conversation_id uuid, page_size integer, before uuid, until uuid)
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

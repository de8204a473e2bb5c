-- Searches find a text in all forms that look alike: composed and decomposed accents, straight and typographic quotation
-- marks and apostrophes, dashes and blanks.

create function private.fold_search(text text)
returns text
language sql immutable set search_path = '' as $$
  select translate(
    regexp_replace(
      normalize(fold_search.text, nfc), e'[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g'
    ),
    '`´ʹʻʼʽ‘’‚‛′‵‹›ꞌ＇｀' || '«»ʺˮ“”„‟″‶〝〞〟＂' || '‐‑‒–—―⁃−﹘﹣－',
    repeat('''', 17) || repeat('"', 14) || repeat('-', 11)
  );
$$;
revoke all on function private.fold_search(text) from public;
grant execute on function private.fold_search(text) to authenticated, service_role;

create function private.search_pattern(text text)
returns text
language sql immutable set search_path = '' as $$
  select string_agg(
    case character
      when '''' then '[`´ʹʻʼʽ‘’‚‛′‵‹›ꞌ＇｀'']'
      when '"' then '[«»ʺˮ“”„‟″‶〝〞〟＂"]'
      when '-' then '[‐‑‒–—―⁃−﹘﹣－-]'
      when ' ' then e'[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000 ]'
      else coalesce('(?:' || forms || ')', regexp_replace(character, '[][\\^$.*+?(){}|/]', '\\\&'))
    end,
    '' order by position
  )
  from regexp_split_to_table(private.fold_search(search_pattern.text), '') with ordinality as split (character, position)
  -- All ways to write a letter with its accents: composed, decomposed, and partly composed.
  cross join lateral (
    select string_agg(normalize(left(marks, length), nfc) || substr(marks, length + 1), '|' order by length desc) as forms
    from normalize(character, nfd) as marks
    cross join generate_series(1, char_length(marks)) as length
    where char_length(marks) > 1
  ) as written
  where char_length(search_pattern.text) <= 320;
$$;
revoke all on function private.search_pattern(text) from public;
grant execute on function private.search_pattern(text) to authenticated, service_role;

create or replace function private.search_own_conversations(query text, row_limit integer)
returns table (rank integer, conversation_id uuid, message_id uuid)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  set max_parallel_workers_per_gather = 0 as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(search_own_conversations.query);
  lowercase constant text := lower(private.fold_search(search_own_conversations.query) collate "C");
  is_ascii constant boolean := octet_length(lowercase) = char_length(lowercase);
  -- Empty if there is none, which matches every text.
  ascii_part constant text := coalesce(private.longest_match(lowercase, '[\x01-\x7f]+'), '');
  -- All forms of a text have this word. Empty if there is none, likewise.
  word constant text := coalesce(private.longest_match(ascii_part, '[[:alnum:]]+'), '');
  max_rows constant integer := least(search_own_conversations.row_limit, 50);
  is_indexed boolean := lowercase ~ '[[:alnum:]]{3}';
  -- In characters, with a surcharge per message.
  budget integer := case when is_indexed then 1000000 else 4000000 end;
  caller_id uuid := auth.uid();
  usable_ids uuid[] := array(select private.assistants_usable_by(caller_id));
  conversation record;
  scan record;
  scanned_messages integer := 0;
  scanned_with_word integer := 0;
  -- A text with the substring has all of `junctions`, or one of `possible_junctions`.
  junctions integer[];
  possible_junctions integer[];
  is_budget_spent boolean := false;
begin
  -- Users type shorter texts; comparing longer ones takes proportionally longer.
  if max_rows < 1 or char_length(search_own_conversations.query) > 120 then
    return;
  end if;

  rank := 0;
  for conversation in
    select id, title, updated_at
    from public.conversations
    where user_id = caller_id and assistant_id = any (usable_ids)
    order by updated_at desc, id
  loop
    if budget < 0 then
      is_budget_spent := true;
      exit;
    end if;
    select
      coalesce(sum(octet_length(content) + 200), 0) as effort,
      count(*) as total,
      count(*) filter (where strpos(text, word) > 0) as with_word,
      (
        array_agg(id order by created_at desc, id desc)
        filter (
          where case
            when strpos(text, word) = 0 then false
            else is_ascii and strpos(text, ascii_part) > 0 or content ~* pattern
          end
        )
      )[1] as message_id
    into scan
    from (
      select id, created_at, content, case when ascii_part = '' then content else lower(content collate "C") end as text
      from public.messages
      where messages.conversation_id = conversation.id
      offset 0
    ) as messages;
    budget := budget - scan.effort - 200;
    scanned_messages := scanned_messages + scan.total;
    scanned_with_word := scanned_with_word + scan.with_word;
    if scan.message_id is not null or conversation.title ~* pattern then
      rank := rank + 1;
      conversation_id := conversation.id;
      message_id := scan.message_id;
      return next;
      exit when rank = max_rows;
    end if;
  end loop;

  if is_budget_spent then
    -- A single letter at an end may belong to a longer word, of which at most two letters count.
    junctions := private.word_junctions(
      regexp_replace(ascii_part, '^[^a-z0-9]*[a-z0-9]?[^a-z0-9]+|[^a-z0-9]+[a-z0-9]?[^a-z0-9]*$', '', 'g')
    );
    possible_junctions := array(
      select unnest(private.word_junctions(completed))
      from unnest(regexp_split_to_array('abcdefghijklmnopqrstuvwxyz0123456789', '') || ''::text) as letter
      cross join lateral (
        select case
          when ascii_part ~ '^[a-z0-9][^a-z0-9]' then letter || ascii_part
          else ascii_part || letter
        end as completed
      ) as phrases
      where ascii_part ~ '^[a-z0-9][^a-z0-9]+[a-z0-9]{2}|[a-z0-9]{2}[^a-z0-9]+[a-z0-9]$'
    );
    return query execute format(
      $rest$
        with matching as materialized (
          select id, conversation_id, created_at from public.messages where $1 and user_id = $3 and %s
        ), remaining as (
          select id, title, updated_at
          from public.conversations
          where user_id = $3 and assistant_id = any ($4) and (updated_at < $5 or updated_at = $5 and id >= $6)
        )
        select
          ($7 + row_number() over (order by remaining.updated_at desc, remaining.id))::integer, remaining.id, newest.id
        from remaining
        left join (
          select distinct on (conversation_id) conversation_id, id
          from matching
          order by conversation_id, created_at desc, id desc
        ) as newest on newest.conversation_id = remaining.id
        where newest.id is not null or remaining.title ~* $2
        order by 1
        limit $8
      $rest$,
      case
        when char_length(word) < 3 or scanned_with_word * 50 <= scanned_messages then 'content ~* $2'
        else
          case
            when junctions <> '{}' then 'private.word_junctions(content) @> $10 and '
            when possible_junctions <> '{}' then 'private.word_junctions(content) && $11 and '
            else ''
          end
          || 'case when strpos(lower(content collate "C"), $9) > 0 then content ~* $2 else false end'
      end
    )
    using is_indexed, pattern, caller_id, usable_ids, conversation.updated_at, conversation.id, rank, max_rows - rank,
      word, junctions, possible_junctions;
  end if;
end;
$$;

create or replace function public.search_conversations(query text, row_limit integer default 20)
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
              'text', substr(messages.content, start, length),
              'after', substr(messages.content, start + length, 200)
            )
        end
      )
      order by found.rank
    ),
    '[]'
  )
  from private.search_own_conversations(search_conversations.query, search_conversations.row_limit) as found
  join public.conversation_rows on conversation_rows.id = found.conversation_id
  left join public.messages on messages.id = found.message_id
  left join lateral (
    select
      greatest(regexp_instr(messages.content, pattern, 1, 1, 0, 'i'), 1) as start,
      char_length(regexp_substr(messages.content, pattern, 1, 1, 'i')) as length
    from private.search_pattern(search_conversations.query) as pattern
  ) as matched on true;
$$;

create or replace function private.matches_in_conversation(conversation_id uuid, query text)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(matches_in_conversation.query);
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
      where messages.content ~* pattern
      order by path.step
      limit 500
    )
    select coalesce(jsonb_agg(id order by step desc), '[]') from newest
  );
end;
$$;

create or replace function public.list_documents(
  assistant_id uuid,
  participant_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language sql stable set search_path = '' as $$
  with matching as (
    select *
    from public.documents
    where (documents.assistant_id = list_documents.assistant_id
        or documents.participant_id = list_documents.participant_id)
      and (list_documents.q = '' or documents.title ~* (select private.search_pattern(list_documents.q)))
  ), shown as (
    select *
    from matching
    order by archived, lower(title), id
    limit least(greatest(list_documents.page_size, 1), 100)
    offset (greatest(list_documents.page, 1) - 1)::bigint * least(greatest(list_documents.page_size, 1), 100)
  )
  select jsonb_build_object(
    'total', (select count(*) from matching),
    'rows', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', shown.id,
          'title', shown.title,
          'owner_id', shown.owner_id,
          'owner_email', (select email from public.users where users.id = shown.owner_id),
          'review_on', shown.review_on,
          'archived', shown.archived,
          'updated_at', shown.updated_at,
          'versions', (
            select coalesce(
              jsonb_agg(
                jsonb_build_object(
                  'id', versions.id,
                  'number', versions.number,
                  'name', versions.name,
                  'size', versions.size,
                  'status', versions.status,
                  'progress', versions.progress,
                  'problem', versions.problem,
                  'remarks', versions.remarks,
                  'chunk_count', versions.chunk_count,
                  'is_searchable', versions.ready_at is not null,
                  'indexed', private.embedding_progress(versions.id),
                  'created_at', versions.created_at
                )
                order by versions.number desc
              ),
              '[]'
            )
            from public.document_versions as versions
            where versions.document_id = shown.id
          )
        )
        order by shown.archived, lower(shown.title), shown.id
      ),
      '[]'
    )
  )
  from shown;
$$;

create or replace function private.search_user_ids(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query
    select id
    from public.users
    where email ~* private.search_pattern(search_user_ids.q)
      or display_name ~* private.search_pattern(search_user_ids.q);
end;
$$;

create or replace function private.search_participant_ids(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query
    select id from public.participants where display_name ~* private.search_pattern(search_participant_ids.q);
end;
$$;

create or replace function private.search_assistant_ids(q text)
returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  return query select id from public.assistants where label ~* private.search_pattern(search_assistant_ids.q);
end;
$$;

create or replace function private.search_users(q text)
returns setof public.users
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query
    select *
    from public.users
    where email ~* private.search_pattern(search_users.q)
      or display_name ~* private.search_pattern(search_users.q);
end;
$$;

create or replace function private.search_participants(q text)
returns setof public.participants
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
begin
  perform private.require_admin();
  return query
    select * from public.participants where display_name ~* private.search_pattern(search_participants.q);
end;
$$;

create or replace function private.check_import(emails text[], names text[])
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  addresses constant text[] := array(select lower(btrim(email)) from unnest(check_import.emails) as email);
  wanted constant text[] := array(
    select lower(private.fold_search(btrim(name))) from unnest(check_import.names) as name
  );
begin
  perform private.require_admin();
  perform private.require_at_most(cardinality(addresses), 500);
  perform private.require_at_most(cardinality(wanted), 5000);
  return jsonb_build_object(
    'existing', (
      select coalesce(jsonb_agg(users.email), '[]')
      from public.users
      join private.account_states on account_states.user_id = users.id
      where users.email = any (addresses) and account_states.state in ('active', 'waiting', 'deactivated')
    ),
    'invited', (
      select coalesce(jsonb_agg(invitations.email), '[]')
      from private.invitations
      where invitations.email = any (addresses) and invitations.sent_at is not null and invitations.expires_at > now()
    ),
    'participants', (
      select coalesce(
        jsonb_agg(jsonb_build_object('id', id, 'display_name', display_name, 'status', status) order by display_name, id),
        '[]'
      )
      from public.participants
      where lower(private.fold_search(display_name)) = any (wanted)
    )
  );
end;
$$;

create or replace function private.is_in_skeletons(q text)
returns boolean
language sql immutable set search_path = '' as $$
  select folded !~ e'[\x01-\x1f]'
    and case
      when folded ~ '[0-9A-Za-z]' then
        not exists (
          select 1
          from regexp_split_to_table(folded, '[^0-9A-Za-z]+') as word
          where word <> '' and word !~* '[g-z]'
        )
      else position('-' in folded) = 0
    end
  from private.fold_search(is_in_skeletons.q) as folded;
$$;

create or replace function private.audit_terms(filter jsonb)
returns text[]
language plpgsql stable set search_path = '' as $$
declare
  actions text[];
  terms text[] := '{}';
begin
  if filter ->> 'userId' is not null then
    terms := terms || format('user_id = %L::uuid', (filter ->> 'userId')::uuid);
  end if;
  if filter ->> 'assistantId' is not null then
    terms := terms || format('assistant_id = %L::uuid', (filter ->> 'assistantId')::uuid);
  end if;
  if filter ->> 'participantId' is not null then
    terms := terms || format('participant_id = %L::uuid', (filter ->> 'participantId')::uuid);
  end if;
  if filter ->> 'conversationId' is not null then
    terms := terms || format('conversation_id = %L::uuid', (filter ->> 'conversationId')::uuid);
  end if;
  if jsonb_typeof(filter -> 'actions') <> 'null' then
    actions := array(select jsonb_array_elements_text(filter -> 'actions'));
    perform private.require_at_most(cardinality(actions), 25);
    if cardinality(actions) > 0 then
      terms := terms || format('action = any (%L::text[])', actions);
    end if;
  end if;
  if coalesce(filter ->> 'q', '') <> '' then
    perform private.require_at_most(char_length(filter ->> 'q'), 120);
    terms := terms || format(
      '(action = any (%L::text[]) or meta::text ~* %L)',
      private.audit_actions_with(filter ->> 'q'), private.search_pattern(filter ->> 'q')
    );
  end if;
  return terms;
end;
$$;

create or replace function private.audit_actions_with(q text)
returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(action order by action), '{}')
  from private.audit_actions() as action
  where action ~* (select private.search_pattern(audit_actions_with.q))
    or replace(action, '_', ' ') ~* (select private.search_pattern(audit_actions_with.q));
$$;

create or replace function private.audit_keyword(q text, source text)
returns text
language sql stable set search_path = '' as $$
  select case
    when not private.is_in_skeletons(audit_keyword.q) then
      format('action = any (%L::text[])', private.audit_actions_with(audit_keyword.q))
    when audit_keyword.source = 'counts' then
      format(
        '(action = any (%L::text[]) or skeleton_id = any (%L::integer[]))',
        private.audit_actions_with(audit_keyword.q),
        array(select id from private.audit_skeletons where skeleton ~* (select private.search_pattern(audit_keyword.q)))
      )
    else
      format(
        '(action = any (%L::text[]) or coalesce(%s ~* %L, false))',
        private.audit_actions_with(audit_keyword.q),
        case audit_keyword.source when 'changes' then 'skeleton' else 'private.audit_skeleton(meta::text)' end,
        private.search_pattern(audit_keyword.q)
      )
  end;
$$;

create or replace function private.audit_keyword_in_texts(q text)
returns text
language sql stable set search_path = '' as $$
  select format(
    case
      when private.is_in_skeletons(audit_keyword_in_texts.q) then
        'id in (select entry_id from private.audit_bare_texts where meta_text ~* %L)'
      else 'meta::text ~* %L'
    end,
    private.search_pattern(audit_keyword_in_texts.q)
  );
$$;

create or replace function private.audit_log_page(
  filter jsonb, descending boolean, page_size bigint, first_row bigint, out ids uuid[], out total bigint
)
language plpgsql stable set search_path = '' as $$
declare
  histogram constant private.audit_histogram := private.audit_histogram(filter);
  day_count constant integer := coalesce(cardinality(histogram.days), 0);
  direction constant text := case when descending then 'desc' else 'asc' end;
  condition text;
  day_index integer;
  rows_to_skip bigint := first_row;
  matched_rows bigint := 0;
  counted_rows bigint := 0;
  first_day date;
  last_day date;
begin
  total := coalesce((select sum(number) from unnest(histogram.matching) as number), 0);
  ids := '{}';
  if first_row >= total then
    return;
  end if;

  for step in 1..day_count loop
    day_index := case when descending then day_count + 1 - step else step end;
    if first_day is null and rows_to_skip >= histogram.matching[day_index] then
      rows_to_skip := rows_to_skip - histogram.matching[day_index];
      continue;
    end if;
    first_day := coalesce(first_day, histogram.days[day_index]);
    last_day := histogram.days[day_index];
    matched_rows := matched_rows + histogram.matching[day_index];
    counted_rows := counted_rows + histogram.entries[day_index];
    exit when matched_rows >= rows_to_skip + page_size;
  end loop;

  condition := format(
    'created_at >= %L and created_at < %L',
    least(first_day, last_day)::timestamp at time zone 'UTC',
    (greatest(first_day, last_day) + 1)::timestamp at time zone 'UTC'
  );
  if coalesce(filter ->> 'q', '') = '' then
    ids := array(
      select private.scan_audit_ids(
        condition || ' and ' || private.audit_condition(filter), direction, page_size, rows_to_skip
      )
    );
  elsif counted_rows <= 5000 + 3 * total then
    -- No index helps with the keyword, so the days are read.
    ids := array(
      select private.scan_audit_ids(
        format(
          '%s and %s and (action = any (%L::text[]) or (meta::text || '''') ~* %L)',
          condition, private.audit_condition(filter - 'q'), private.audit_actions_with(filter ->> 'q'),
          private.search_pattern(filter ->> 'q')
        ),
        direction, page_size, rows_to_skip
      )
    );
  else
    ids := array(
      select private.sort_audit_ids(
        condition || ' and ' || private.audit_condition(filter), direction, page_size, rows_to_skip
      )
    );
  end if;
end;
$$;

create or replace function public.list_feedback(
  q text default '',
  assistant_id uuid default null,
  reason text default null,
  state text default null,
  first_row integer default 0,
  row_limit integer default 25
)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return (
    with found as (
      select
        reply_feedback.id, reply_feedback.assistant_id, conversation_id, message_id, turn_id, rating, reason, comment,
        shared, reply_feedback.created_at, reply_feedback.updated_at, reviewed_at, urgent, assistants.label as assistant_label,
        users.email as user_email, reviewers.email as reviewer_email
      from public.reply_feedback
      join public.assistants on assistants.id = reply_feedback.assistant_id
      join public.users on users.id = reply_feedback.user_id
      left join public.users as reviewers on reviewers.id = reply_feedback.reviewed_by
      where (list_feedback.assistant_id is null or reply_feedback.assistant_id = list_feedback.assistant_id)
        and (list_feedback.reason is null or list_feedback.reason in (rating, reply_feedback.reason))
        and (list_feedback.state is null or (list_feedback.state = 'reviewed') = (reviewed_at is not null))
        and (
          list_feedback.q = ''
          or comment ~* (select private.search_pattern(list_feedback.q))
          or users.email ~* (select private.search_pattern(list_feedback.q))
        )
    ), page as (
      select * from found
      order by urgent desc, updated_at desc, id
      offset greatest(list_feedback.first_row, 0)
      limit greatest(least(list_feedback.row_limit, 100), 1)
    )
    select jsonb_build_object(
      'rows', (
        select coalesce(jsonb_agg(to_jsonb(page) order by urgent desc, updated_at desc, id), '[]') from page
      ),
      'total', (select count(*) from found)
    )
  );
end;
$$;

create or replace function private.list_handover_recipients(conversation_id uuid, q text)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'email', found.email) order by found.email), '[]')
  from (
    select users.id, users.email
    from public.conversations
    join public.users on users.id <> conversations.user_id
    where conversations.id = list_handover_recipients.conversation_id
      and conversations.user_id = auth.uid()
      and private.can_use_assistant(conversations.assistant_id, auth.uid())
      and users.email ~* (select private.search_pattern(list_handover_recipients.q))
      and private.can_use_assistant(conversations.assistant_id, users.id)
    order by users.email, users.id
    limit 20
  ) as found;
$$;

create function public.find_documents(q text)
returns setof public.documents
language sql stable rows 50 set search_path = '' as $$
  select * from public.documents where title ~* (select private.search_pattern(find_documents.q));
$$;
revoke all on function public.find_documents(text) from public;
grant execute on function public.find_documents(text) to authenticated;

drop function private.like_pattern(text);

-- Searches titles and messages that the caller may read for a literal substring, in any case and form.
--
-- Row-level security prevents a condition like this from using an index, because evaluating it might leak data. The
-- search therefore bypasses row-level security, filters by the same rule, and returns ids only; the rows are then read
-- by the caller.

-- Returns the junctions of a text: the positions where one word ends and the next begins, as numbers. A phrase can be
-- rare although its words are common; the pairs of consecutive words narrow down the messages that can contain it.
--
-- A junction is hashed from the two letters or digits before it and the two after it, fewer if a word is shorter: the
-- search text may begin and end within words. Only ASCII counts, folded bytewise; other characters separate words.
-- Different junctions may have the same number: every match is verified.
create function private.word_junctions(content text)
returns integer[]
language plpgsql immutable set search_path = '' as $$
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
-- Scans the newest conversations first, within a budget of text to read, which is enough for common texts. A text that
-- is not found often enough by that scan is rare and is looked up in the index. The index has trigrams of letters and
-- digits: a text without any is only searched further among the newest conversations and in all titles.
--
-- A phrase can be rare although its words are common, in which case the trigrams would match thousands of messages: the
-- index is searched by junctions instead. A common word next to punctuation only has none: all messages of the caller
-- are read, which is faster than the trigrams. Comparing in full is the slowest step: the longest ASCII word is searched
-- first, folded bytewise. (The Kelvin sign and the dotted capital I, which fold to ASCII, are therefore not found.)
-- Starting parallel workers would take longer than they save.
create function private.search_own_conversations(query text, row_limit integer)
returns table (rank integer, conversation_id uuid, message_id uuid)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  set max_parallel_workers_per_gather = 0 set jit = off as $$
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
grant execute on function private.matches_in_conversation(uuid, text) to authenticated;

create function public.matches_in_conversation(conversation_id uuid, query text)
returns jsonb
language sql stable set search_path = '' as $$
  select private.matches_in_conversation(matches_in_conversation.conversation_id, matches_in_conversation.query);
$$;
grant execute on function public.matches_in_conversation(uuid, text) to authenticated;

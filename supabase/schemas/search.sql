-- A phrase can be rare though its words are not. Where it may stand is known from which words follow each other: by the
-- junctions, the places where one word ends and the next begins.
--
-- A junction is a number, made of two letters or digits before it and two after it, fewer if the word has fewer: what is
-- searched for may begin and end within words. Only ASCII counts, folded as bytes; anything else is a gap between words.
-- (Different junctions may have the same number: what is found is compared.)
create function private.word_junctions(content text)
returns integer[]
language plpgsql
immutable
-- For the processes that compare what was found.
parallel safe
set search_path = ''
as $$
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

-- One index of both: of two, PostgreSQL would choose one for the owners alone when it has no statistics. The former one
--
-- goes last: people can read until then.
create index messages_search_idx on public.messages
  using gin (user_id, content extensions.gin_trgm_ops, private.word_junctions(content))
  with (gin_pending_list_limit = 256);

-- The conversations of the caller that have the text, newest activity first, each with its newest message that has it.
--
-- What is common is found at once among the newest conversations: they are walked first, for as long as that reads no
-- more than a part of all text. What is then missing is rare, and the index knows where it is. The index knows pieces of
-- three letters or digits: a text without any is looked for further among the newest conversations, and in all titles.
--
-- The conversations of the caller that have the text, newest activity first, each with its newest message that has it.
--
-- What is common is found at once among the newest conversations: they are walked first, for as long as that reads no
-- more than a part of all text. What is then missing is rare, and the index knows where it is. The index knows pieces of
-- three letters or digits: a text without any is looked for further among the newest conversations, and in all titles.
--
-- A phrase can be rare though its words are not. The index then names thousands of messages, each of which is compared,
-- and folding capitals of all languages takes most of that. To read everything is faster: only the longest piece of ASCII
-- is looked for, folded as bytes and by as many processes as are free, and what has it is compared in full. (Kelvin's
-- sign and the dotted capital I fold into ASCII, and are no more found by it.)
--
-- The conversations of the caller that have the text, newest activity first, each with its newest message that has it.
--
-- What is common is found at once among the newest conversations: they are walked first, for as long as that reads no
-- more than a part of all text. What is then missing is rare, and the index knows where it is. The index knows pieces of
-- three letters or digits: a text without any is looked for further among the newest conversations, and in all titles.
--
-- A phrase can be rare though its words are not, and the trigrams then name thousands of messages: the index is asked
-- for the junctions instead. A common word beside nothing but signs has none: all that is one's own is read, which is
-- faster than asking for trigrams. Comparing as capitals of all languages fold takes most of either: first the longest
-- piece of ASCII is looked for, folded as bytes and by as many processes as are free, and what has it is compared in
-- full. (Kelvin's sign and the dotted capital I fold into ASCII, and are no more found by it.)
create function private.search_own_conversations(query text, row_limit integer)
returns table (place integer, conversation_id uuid, message_id uuid)
language plpgsql
stable
security definer
set search_path = ''
set enable_seqscan = off
set parallel_setup_cost = 0
set parallel_tuple_cost = 0
as $$
#variable_conflict use_column
declare
  pattern text := '%' || regexp_replace(search_own_conversations.query, '([\\%_])', '\\\1', 'g') || '%';
  folded constant text := lower(search_own_conversations.query collate "C");
  is_ascii constant boolean := octet_length(folded) = char_length(folded);
  -- Empty if there is none: every text has that.
  piece constant text := coalesce(private.longest_match(folded, '[\x01-\x7f]+'), '');
  word constant text := coalesce(private.longest_match(piece, '[[:alnum:]]+'), piece);
  most constant integer := least(search_own_conversations.row_limit, 50);
  is_indexed boolean := search_own_conversations.query ~ '[[:alnum:]]{3}';
  -- In characters, with something for each message.
  budget integer := case when is_indexed then 1000000 else 4000000 end;
  person uuid := auth.uid();
  usable uuid[] := array(select private.assistants_usable_by(person));
  conversation record;
  walked record;
  messages_walked integer := 0;
  messages_with_word integer := 0;
  -- All of the former are where the piece is, or one of the latter.
  junctions integer[];
  possible_junctions integer[];
  is_cut boolean := false;
begin
  -- What a person types is shorter; comparing longer texts takes as much longer as they are.
  if most < 1 or char_length(search_own_conversations.query) > 120 then
    return;
  end if;

  place := 0;
  for conversation in
    select id, title, updated_at
    from public.conversations
    where user_id = person and assistant_id = any (usable)
    order by updated_at desc, id
  loop
    if budget < 0 then
      is_cut := true;
      exit;
    end if;
    select
      coalesce(sum(octet_length(content) + 200), 0) as effort,
      count(*) as total,
      count(*) filter (where strpos(text, word) > 0) as with_word,
      (
        array_agg(id order by created_at desc, id desc)
        filter (where case when strpos(text, piece) > 0 then is_ascii or content ilike pattern else false end)
      )[1] as message_id
    into walked
    from (
      select id, created_at, content, case when piece = '' then content else lower(content collate "C") end as text
      from public.messages
      where messages.conversation_id = conversation.id
      offset 0
    ) as messages;
    budget := budget - walked.effort - 200;
    messages_walked := messages_walked + walked.total;
    messages_with_word := messages_with_word + walked.with_word;
    if walked.message_id is not null or conversation.title ilike pattern then
      place := place + 1;
      conversation_id := conversation.id;
      message_id := walked.message_id;
      return next;
      exit when place = most;
    end if;
  end loop;

  if is_cut then
    -- A single letter at an end may be part of a longer word, of which two letters count at most.
    junctions := private.word_junctions(
      regexp_replace(piece, '^[^a-z0-9]*[a-z0-9]?[^a-z0-9]+|[^a-z0-9]+[a-z0-9]?[^a-z0-9]*$', '', 'g')
    );
    possible_junctions := array(
      select unnest(private.word_junctions(completed))
      from unnest(regexp_split_to_array('abcdefghijklmnopqrstuvwxyz0123456789', '') || ''::text) as letter
      cross join lateral (
        select case when piece ~ '^[a-z0-9][^a-z0-9]' then letter || piece else piece || letter end as completed
      ) as phrases
      where piece ~ '^[a-z0-9][^a-z0-9]+[a-z0-9]{2}|[a-z0-9]{2}[^a-z0-9]+[a-z0-9]$'
    );
    return query execute format(
      $rest$
        with matching as materialized (
          select id, conversation_id, created_at from public.messages where $1 and user_id = $3 and %s
        ), own as (
          select id, title, updated_at
          from public.conversations
          where user_id = $3 and assistant_id = any ($4) and (updated_at < $5 or updated_at = $5 and id >= $6)
        )
        select ($7 + row_number() over (order by own.updated_at desc, own.id))::integer, own.id, newest.id
        from own
        left join (
          select distinct on (conversation_id) conversation_id, id
          from matching
          order by conversation_id, created_at desc, id desc
        ) as newest on newest.conversation_id = own.id
        where newest.id is not null or own.title ilike $2
        order by 1
        limit $8
      $rest$,
      case
        when char_length(word) < 3 or messages_with_word * 50 <= messages_walked then 'content ilike $2'
        else
          case
            when junctions <> '{}' then 'private.word_junctions(content) @> $11 and '
            when possible_junctions <> '{}' then 'private.word_junctions(content) && $12 and '
            else ''
          end
          || 'case when strpos(lower(content collate "C"), $9) > 0 then $10 or content ilike $2 else false end'
      end
    )
    using is_indexed, pattern, person, usable, conversation.updated_at, conversation.id, place, most - place, piece,
      is_ascii, junctions, possible_junctions;
  end if;
end;
$$;
grant execute on function private.search_own_conversations(text, integer) to authenticated;

-- What was found, read by the caller: the conversation, and the piece of the message with enough around it to show.
create function public.search_conversations(query text, row_limit integer default 20)
returns jsonb
language sql
stable
set search_path = ''
as $$
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
              'text', substr(messages.content, start, char_length(search_conversations.query)),
              'after', substr(messages.content, start + char_length(search_conversations.query), 200)
            )
        end
      )
      order by found.place
    ),
    '[]'
  )
  from private.search_own_conversations(search_conversations.query, search_conversations.row_limit) as found
  join public.conversation_rows on conversation_rows.id = found.conversation_id
  left join public.messages on messages.id = found.message_id
  left join lateral greatest(strpos(lower(messages.content), lower(search_conversations.query)), 1) as start on true;
$$;
grant execute on function public.search_conversations(text, integer) to authenticated;

create function private.longest_match(content text, pattern text)
returns text
language sql
immutable
set search_path = ''
as $$
  select found[1]
  from regexp_matches(longest_match.content, longest_match.pattern, 'g') as found
  order by char_length(found[1]) desc
  limit 1;
$$;

-- Search within one conversation of the caller: the ids of the messages that have the text, of those on the path that is
-- shown, oldest first; the newest 500 of very many. Null when there is no such conversation. The same rule as read_path,
-- which the search of one's own conversations looks past row-level security with too, and ids are all that is given away.
create function private.matches_in_conversation(conversation_id uuid, query text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  pattern constant text := '%' || regexp_replace(matches_in_conversation.query, '([\\%_])', '\\\1', 'g') || '%';
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
  -- What a person types is shorter; comparing longer texts takes as much longer as they are.
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
      where messages.content ilike pattern
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
language sql
stable
set search_path = ''
as $$
  select private.matches_in_conversation(matches_in_conversation.conversation_id, matches_in_conversation.query);
$$;
grant execute on function public.matches_in_conversation(uuid, text) to authenticated;

-- Three roles reach this database through the REST interface: `anon` is a visitor without a session and gets no access
-- at all; `authenticated` is any signed-in user, whose rows are selected by policies on each request; `service_role` is
-- the server and gets only the privileges that it uses.
--
-- Privileges are closed by default: a table or function without a grant is accessible to its owner only, on every
-- platform. (A hosted project would otherwise grant each new table to all three roles.)
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

grant usage on schema public to authenticated, service_role;

-- Helpers that bypass row-level security are in `private`, which the REST interface does not expose.
create schema private;
grant usage on schema private to authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

-- A name or title as all readers see it: one line, without characters that have no width or change the direction of
-- the text around them. Joiners remain, because emoji and several scripts need them. Contracts clean what users type
-- (`plainLine`); constraints refuse what does not come from them.
create function private.plain_line(line text)
returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(
    regexp_replace(plain_line.line, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]', ' ', 'g'),
    '[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]',
    '', 'g'
  );
$$;
grant execute on function private.plain_line(text) to authenticated, service_role;

-- Folds the forms of a character that look alike: accents are composed, quotation marks, apostrophes, dashes and blanks
-- are plain. Accents and letter case stay. The contracts fold alike (`foldSearch`).
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
grant execute on function private.fold_search(text) to authenticated, service_role;

-- Returns the regular expression that matches a text literally, anywhere, in all forms that `private.fold_search` folds;
-- null for a text that is longer than any search. Compare with `~*`, which uses the trigrams of the text as it is
-- written. The same in the contracts (`searchPattern`).
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
grant execute on function private.search_pattern(text) to authenticated, service_role;

-- Returns whether a text is an address that an account can have: RFC 5321 without quotes, with a domain of at least two
-- labels, and without invisible characters. The contracts have the same rule (`isEmailAddress`).
create function private.is_email_address(address text)
returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  word constant text :=
    e'A-Za-z0-9\u00a1-\u00ac\u00ae-\u034e\u0350-\u061b\u061d-\u115e\u1161-\u167f\u1681-\u180a\u1810-\u1fff'
    || e'\u2c00-\u2fff\u3001-\u3163\u3165-\ud7ff\uf900-\ufdff';
  atom constant text := '[' || word || '!#$%&''*+/=?^_`{|}~-]+';
  label constant text := format('[%1$s](?:[%1$s-]{0,61}[%1$s])?', word);
begin
  return char_length(is_email_address.address) <= 254
    and strpos(is_email_address.address, '@') <= 65
    and is_email_address.address ~ format('^%1$s(?:\.%1$s)*@%2$s(?:\.%2$s)+$', atom, label);
end;
$$;
grant execute on function private.is_email_address(text) to authenticated, service_role;

create function private.touch_updated_at()
returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

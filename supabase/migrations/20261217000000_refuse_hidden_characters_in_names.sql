-- Names and titles that others see show what they are: no line breaks, and no characters that have no width or change the
-- direction of text. Existing ones are cleaned; they look the same, or as they are.

create function private.plain_line(line text)
returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(
    regexp_replace(plain_line.line, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]', ' ', 'g'),
    '[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]',
    '', 'g'
  );
$$;
revoke all on function private.plain_line(text) from public;
grant execute on function private.plain_line(text) to authenticated, service_role;

create or replace function private.are_questions(questions text[])
returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    bool_and(
      coalesce(
        char_length(question) <= 120 and btrim(question) <> '' and question = private.plain_line(question), false
      )
    ),
    true
  )
  from unnest(questions) as question;
$$;

create or replace function private.account_display_name(metadata jsonb)
returns text
language sql immutable set search_path = '' as $$
  select nullif(left(btrim(private.plain_line(account_display_name.metadata ->> 'display_name')), 80), '');
$$;

update public.users
set display_name = nullif(btrim(private.plain_line(display_name)), '')
where display_name <> private.plain_line(display_name);
update public.conversations
set title = coalesce(nullif(btrim(private.plain_line(title)), ''), 'New conversation')
where title <> private.plain_line(title);
update public.handovers
set title = coalesce(nullif(btrim(private.plain_line(title)), ''), 'New conversation')
where title <> private.plain_line(title);
update public.documents
set title = coalesce(nullif(btrim(private.plain_line(title)), ''), 'Document')
where title <> private.plain_line(title);
update public.document_versions
set name = coalesce(nullif(private.plain_line(name), ''), '_')
where name <> private.plain_line(name);
update public.attachments
set name = coalesce(nullif(private.plain_line(name), ''), '_')
where name <> private.plain_line(name);
update public.assistants
set description = private.plain_line(description)
where description <> private.plain_line(description);
update public.assistants
set suggested_questions = coalesce(
  (
    select array_agg(plain.question order by given.position)
    from unnest(suggested_questions) with ordinality as given (question, position)
    cross join lateral (select btrim(private.plain_line(given.question)) as question) as plain
    where plain.question <> ''
  ),
  '{}'
)
where not private.are_questions(suggested_questions);
-- With the id, because a user's names are unique and two may be the same once they are cleaned.
update public.audit_views
set name = left(btrim(private.plain_line(name)), 43) || ' ' || id
where name <> private.plain_line(name);

alter table public.users
  add constraint users_display_name_plain check (display_name = private.plain_line(display_name));
alter table public.conversations
  add constraint conversations_title_plain check (title = private.plain_line(title));
alter table public.handovers
  add constraint handovers_title_plain check (title = private.plain_line(title));
alter table public.documents
  drop constraint documents_title_valid,
  add constraint documents_title_valid
    check (char_length(title) <= 160 and btrim(title) <> '' and title = private.plain_line(title));
alter table public.document_versions
  drop constraint document_versions_name_length,
  add constraint document_versions_name_valid
    check (char_length(name) between 1 and 255 and name = private.plain_line(name));
alter table public.attachments
  drop constraint attachments_name_length,
  add constraint attachments_name_valid
    check (char_length(name) between 1 and 255 and name = private.plain_line(name));
alter table public.assistants
  drop constraint assistants_description_one_line,
  add constraint assistants_description_one_line
    check (char_length(description) <= 120 and description = private.plain_line(description));
alter table public.assistant_records
  drop constraint assistant_records_title_length,
  add constraint assistant_records_title_valid
    check (char_length(title) between 1 and 120 and title = private.plain_line(title));
alter table public.audit_views
  drop constraint audit_views_name_length,
  add constraint audit_views_name_valid
    check (char_length(name) between 1 and 80 and name = btrim(private.plain_line(name)));

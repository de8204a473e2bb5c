select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
select tests.add_assistant('Policies');
insert into public.assistant_access (assistant_id, user_id) values (tests.id('Policies'), tests.id('wes'));

-- test: TEXT-01 a name or title is refused unless it is one line without characters that hide or reverse text
select tests.sign_in('wes');
select tests.refused(
  format('insert into public.conversations (assistant_id, title) values (%L, %L)', tests.id('Policies'), title),
  '23514', 'code ' || ascii(hidden)
)
from unnest(
  array[
    e'\n', e'\t', e'\u0085', e'\u00ad', e'\u061c', e'\u115f', e'\u200b', e'\u200e', e'\u202e', e'\u2028', e'\u2066',
    e'\u3164', e'\ufeff', e'\U000e0041'
  ]
) as hidden
cross join lateral (select 'Roster ' || hidden || 'fdp.exe' as title) as given;
insert into public.conversations (assistant_id, title) values (tests.id('Policies'), 'Zoë’s plan – 日本語 שלום');
insert into public.conversations (assistant_id, title) values (tests.id('Policies'), e'برنامه\u200cها 👩\u200d👧');

-- test: TEXT-01 joiners remain, lines are joined, and everything else that is hidden is dropped
select tests.equal(
  private.plain_line(e'\u202eplan\u200b for\r\n👩\u200d👧 Zoë\u2028\U000e0041'), e'plan for  👩\u200d👧 Zoë ', 'cleaned'
);
select tests.equal(private.plain_line(null), null, 'none');

-- test: TEXT-01 the name of an account is cleaned wherever it comes from
select tests.as_owner();
update auth.users set raw_user_meta_data = e'{"display_name": "Wes\\u202e B.\\u0009"}' where id = tests.id('wes');
select tests.equal((select display_name from public.users where id = tests.id('wes')), 'Wes B.', 'cleaned');

-- test: TEXT-01 each column with a name, title, label or description has the rule, but for copies and what only a directory reads
select tests.equal(
  coalesce(
    (
      select string_agg(
        format('%s.%s', columns.table_name, columns.column_name), ', ' order by columns.table_name, columns.column_name
      )
      from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where columns.table_schema in ('public', 'private') and tables.table_type = 'BASE TABLE'
        and columns.column_name ~ '(^|_)(name|title|label|description|questions?)$'
        and columns.data_type in ('text', 'character varying', 'ARRAY') and columns.is_generated = 'NEVER'
        and not exists (
          select 1
          from pg_constraint
          where conrelid = format('%I.%I', columns.table_schema, columns.table_name)::regclass and contype = 'c'
            and pg_get_constraintdef(oid) ~ format('\m%s\M', columns.column_name)
            and pg_get_constraintdef(oid) ~ 'plain_line|are_questions|\^\[ -~\]|= ANY'
        )
    ), ''
  ),
  'audit_logs.assistant_label, audit_logs.participant_name, invitations.display_name, provisioned_users.family_name, '
    || 'provisioned_users.given_name',
  'without the rule'
);

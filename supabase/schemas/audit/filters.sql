-- Filters of the audit log, and saved ones.
--
-- A filter is the object of the contract: `from`, `to`, `userId`, `targetUserId`, `assistantId`, `participantId`,
-- `conversationId`, `actions`, `q`, the same terms under `not`, and `page`, `pageSize`, `sort`. It is translated to the text of a
-- condition, so that each query gets its own plan; every value is quoted as a literal.

-- Saved filters of an administrator, optionally shared with all administrators.
create table public.audit_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  name text not null,
  query jsonb not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  constraint audit_views_name_unique unique (user_id, name),
  constraint audit_views_name_valid
    check (char_length(name) between 1 and 80 and name = btrim(private.plain_line(name))),
  constraint audit_views_query_is_small_object
    check (jsonb_typeof(query) = 'object' and octet_length(query::text) <= 8192)
);

grant
  select (id, user_id, name, query, shared, created_at),
  insert (name, query, shared),
  update (name, query, shared),
  delete
on table public.audit_views to authenticated;

alter table public.audit_views enable row level security;

create policy "Admins read their own views and shared ones"
  on public.audit_views for select to authenticated
  using ((select private.is_admin()) and (shared or user_id = (select auth.uid())));

create policy "Admins create their own views"
  on public.audit_views for insert to authenticated
  with check ((select private.is_admin()) and user_id = (select auth.uid()));

create policy "Admins change their own views"
  on public.audit_views for update to authenticated
  using ((select private.is_admin()) and user_id = (select auth.uid()))
  with check ((select private.is_admin()) and user_id = (select auth.uid()));

create policy "Admins delete their own views and shared ones of former admins"
  on public.audit_views for delete to authenticated
  using (
    (select private.is_admin())
    and (
      user_id = (select auth.uid())
      or shared
      and not exists (
        select 1
        from public.users
        join public.roles on roles.id = users.role_id
        where users.id = audit_views.user_id and roles.name = 'admin'
      )
    )
  );

-- Returns the terms of a filter, or of its `not`, each as the text of a condition on `public.audit_logs`. A keyword
-- also matches actions, as a list, so that both sides of the condition have an index.
create function private.audit_terms(filter jsonb)
returns text[]
language plpgsql stable set search_path = '' as $$
declare
  actions text[];
  terms text[] := '{}';
begin
  if filter ->> 'userId' is not null then
    terms := terms || format('user_id = %L::uuid', (filter ->> 'userId')::uuid);
  end if;
  if filter ->> 'targetUserId' is not null then
    terms := terms || format('target_user_id = %L::uuid', (filter ->> 'targetUserId')::uuid);
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

-- Returns the whole filter as the text of a condition. A row without a user satisfies a negated user.
create function private.audit_condition(filter jsonb)
returns text
language plpgsql stable set search_path = '' as $$
declare
  terms text[] := private.audit_terms(filter);
  term text;
begin
  if filter ->> 'from' is not null then
    terms := terms || format('created_at >= %L::timestamptz', filter ->> 'from');
  end if;
  if filter ->> 'to' is not null then
    terms := terms || format('created_at < %L::timestamptz', filter ->> 'to');
  end if;
  foreach term in array private.audit_terms(coalesce(filter -> 'not', '{}')) loop
    terms := terms || format('(%s) is not true', term);
  end loop;
  return coalesce(nullif(array_to_string(terms, ' and '), ''), 'true');
end;
$$;

-- Returns the actions that exist, each found by one step in the index of the counts.
create function private.audit_actions()
returns setof text
language sql stable set search_path = '' as $$
  with recursive known as (
    (select action from private.audit_counts order by action limit 1)
    union all
    select (select counts.action from private.audit_counts as counts where counts.action > known.action order by 1 limit 1)
    from known
    where known.action is not null
  )
  select action from known where action is not null
  union
  select action from private.audit_count_changes;
$$;

-- Returns the actions that contain a keyword, in their stored or displayed form.
create function private.audit_actions_with(q text)
returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(action order by action), '{}')
  from private.audit_actions() as action
  where action ~* (select private.search_pattern(audit_actions_with.q))
    or replace(action, '_', ' ') ~* (select private.search_pattern(audit_actions_with.q));
$$;

-- Returns the condition for a keyword that counts can answer, by action or skeleton: on one of the two tables of
-- counts, or on the entries.
create function private.audit_keyword(q text, source text)
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

-- Returns the condition for those terms of a filter that the counts can answer, by action and skeleton; `true` if there
-- are none.
create function private.audit_counted(filter jsonb, source text)
returns text
language plpgsql stable set search_path = '' as $$
declare
  negated constant jsonb := coalesce(nullif(filter -> 'not', 'null'), '{}');
  terms text[] := private.audit_terms(jsonb_build_object('actions', filter -> 'actions'));
  term text;
begin
  foreach term in array private.audit_terms(jsonb_build_object('actions', negated -> 'actions')) loop
    terms := terms || format('not %s', term);
  end loop;
  if coalesce(filter ->> 'q', '') <> '' then
    terms := terms || private.audit_keyword(filter ->> 'q', audit_counted.source);
  end if;
  if coalesce(negated ->> 'q', '') <> '' then
    terms := terms || format('not %s', private.audit_keyword(negated ->> 'q', audit_counted.source));
  end if;
  return coalesce(nullif(array_to_string(terms, ' and '), ''), 'true');
end;
$$;

-- Returns the condition for entries that must be read for a keyword: those without a skeleton, or all that the index of
-- texts finds.
create function private.audit_keyword_in_texts(q text)
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

-- Returns the condition for entries that match although the counts omit them; null if a filter has none. The keyword is
-- in an id, in a number, or in a text without a skeleton.
create function private.audit_uncounted(filter jsonb)
returns text
language sql stable set search_path = '' as $$
  select format(
    '%s and not (%s)',
    private.audit_keyword_in_texts(audit_uncounted.filter ->> 'q'),
    private.audit_counted(audit_uncounted.filter, 'entries')
  )
  where coalesce(audit_uncounted.filter ->> 'q', '') <> '';
$$;

-- Returns the condition for entries that are counted although the filter excludes them, likewise.
create function private.audit_overcounted(filter jsonb)
returns text
language plpgsql stable set search_path = '' as $$
declare
  negated constant jsonb := coalesce(nullif(filter -> 'not', 'null'), '{}');
  reasons text[] := private.audit_terms(negated - 'actions' - 'q');
begin
  if coalesce(negated ->> 'q', '') <> '' then
    reasons := reasons || private.audit_keyword_in_texts(negated ->> 'q');
  end if;
  if reasons <> '{}' then
    return format('(%s) and %s', array_to_string(reasons, ' or '), private.audit_counted(filter, 'entries'));
  end if;
  return null;
end;
$$;

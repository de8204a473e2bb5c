/*
 * Reading the audit log: what a filter asks, its pages, the neighbours of an entry, and views that are kept.
 *
 * A filter is the object of the contract: `from`, `to`, `userId`, `assistantId`, `participantId`, `conversationId`,
 * `actions`, `q`, the same terms under `not`, and `page`, `pageSize`, `sort`. It becomes the text of a condition, so that
 * each query has a plan of its own; every value in it is quoted as a literal.
 */

/*
 * The terms of a filter, or of its `not`, each as the text of a condition on `public.audit_logs`.
 */
create function private.audit_terms(asked jsonb)
returns text[]
language plpgsql
immutable
set search_path = ''
as $$
declare
  actions text[];
  terms text[] := '{}';
begin
  if asked ->> 'userId' is not null then
    terms := terms || format('user_id = %L::uuid', (asked ->> 'userId')::uuid);
  end if;
  if asked ->> 'assistantId' is not null then
    terms := terms || format('assistant_id = %L::uuid', (asked ->> 'assistantId')::uuid);
  end if;
  if asked ->> 'participantId' is not null then
    terms := terms || format('participant_id = %L::uuid', (asked ->> 'participantId')::uuid);
  end if;
  if asked ->> 'conversationId' is not null then
    terms := terms || format('conversation_id = %L::uuid', (asked ->> 'conversationId')::uuid);
  end if;
  if jsonb_typeof(asked -> 'actions') <> 'null' then
    actions := array(select jsonb_array_elements_text(asked -> 'actions'));
    perform private.require_at_most(cardinality(actions), 25);
    if cardinality(actions) > 0 then
      terms := terms || format('action = any (%L::text[])', actions);
    end if;
  end if;
  if coalesce(asked ->> 'q', '') <> '' then
    perform private.require_at_most(char_length(asked ->> 'q'), 120);
    terms := terms || format(
      '(action ilike %1$L or replace(action, ''_'', '' '') ilike %1$L or meta::text ilike %1$L)',
      private.containing(asked ->> 'q')
    );
  end if;
  return terms;
end;
$$;

/*
 * The whole filter as the text of a condition. A row without a user is not by the user who is left out.
 */
create function private.audit_condition(filter jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
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

/*
 * Rows of the audit log as the contract has them.
 */
create function private.audit_columns()
returns text
language sql
immutable
set search_path = ''
as $$
  select 'id, user_id, assistant_id, conversation_id, action, meta, created_at, updated_at, user_email, '
    'assistant_label, assistant_kind, participant_id, participant_name, target_user_id, target_user_email';
$$;

create function private.query_audit_logs(filter jsonb)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  condition constant text := private.audit_condition(filter);
  direction constant text := case filter ->> 'sort' when 'created_at_asc' then 'asc' else 'desc' end;
  page_size constant bigint := least(greatest(coalesce((filter ->> 'pageSize')::bigint, 50), 1), 100);
  page constant bigint := least(greatest(coalesce((filter ->> 'page')::bigint, 1), 1), 1000000000);
  total bigint;
  found jsonb;
begin
  perform private.require_admin();
  execute format('select count(*) from public.audit_logs where %s', condition) into total;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(found) order by created_at %3$s, id %3$s), ''[]'')
     from (
       select %1$s from public.audit_logs where %2$s
       order by created_at %3$s, id %3$s limit %4$s offset %5$s
     ) as found',
    private.audit_columns(), condition, direction, page_size, (page - 1) * page_size
  ) into found;
  return jsonb_build_object('rows', found, 'total', total);
end;
$$;

/*
 * One page of the rows that fit, with their number: `rows` and `total`.
 */
create function public.query_audit_logs(filter jsonb default '{}')
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.query_audit_logs(query_audit_logs.filter);
$$;

create function private.audit_neighbours(entry_id uuid, filter jsonb)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  condition constant text := private.audit_condition(filter);
  newer uuid;
  older uuid;
  entry public.audit_logs;
begin
  perform private.require_admin();
  select * into entry from public.audit_logs where id = audit_neighbours.entry_id;
  execute format(
    'select id from public.audit_logs where (created_at, id) > ($1, $2) and %s order by created_at, id limit 1', condition
  ) into newer using entry.created_at, entry.id;
  execute format(
    'select id from public.audit_logs where (created_at, id) < ($1, $2) and %s
     order by created_at desc, id desc limit 1', condition
  ) into older using entry.created_at, entry.id;
  return case filter ->> 'sort'
    when 'created_at_asc' then jsonb_build_object('previous', older, 'next', newer)
    else jsonb_build_object('previous', newer, 'next', older)
  end;
end;
$$;

/*
 * The entries before and after one among those that fit, in the filter's order; the entry itself need not fit.
 */
create function public.audit_neighbours(entry_id uuid, filter jsonb default '{}')
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.audit_neighbours(audit_neighbours.entry_id, audit_neighbours.filter);
$$;

revoke all on function private.audit_terms(jsonb) from public;
revoke all on function private.audit_condition(jsonb) from public;
revoke all on function private.audit_columns() from public;
revoke all on function private.query_audit_logs(jsonb) from public;
revoke all on function public.query_audit_logs(jsonb) from public, anon;
revoke all on function private.audit_neighbours(uuid, jsonb) from public;
revoke all on function public.audit_neighbours(uuid, jsonb) from public, anon;
grant execute on function private.query_audit_logs(jsonb) to authenticated;
grant execute on function public.query_audit_logs(jsonb) to authenticated;
grant execute on function private.audit_neighbours(uuid, jsonb) to authenticated;
grant execute on function public.audit_neighbours(uuid, jsonb) to authenticated;

/*
 * Views: what an administrator keeps of a filter, for themselves or for all administrators.
 */
create table public.audit_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  name text not null,
  query jsonb not null,
  shared boolean not null default false,
  created_at timestamptz not null default now()
);

alter table public.audit_views
  add constraint audit_views_name_once unique (user_id, name),
  add constraint audit_views_name_length check (char_length(name) between 1 and 80 and name = btrim(name)),
  add constraint audit_views_query_is_small_object
    check (jsonb_typeof(query) = 'object' and octet_length(query::text) <= 8192);

revoke all on table public.audit_views from anon, authenticated, service_role;
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

create policy "Admins keep views of their own"
  on public.audit_views for insert to authenticated
  with check ((select private.is_admin()) and user_id = (select auth.uid()));

create policy "Admins change their own views"
  on public.audit_views for update to authenticated
  using ((select private.is_admin()) and user_id = (select auth.uid()))
  with check ((select private.is_admin()) and user_id = (select auth.uid()));

create policy "Admins delete their own views"
  on public.audit_views for delete to authenticated
  using ((select private.is_admin()) and user_id = (select auth.uid()));

-- Records what each reply costs and how fast it is, and gives administrators an overview. See docs/decisions/0104.

create table private.reply_usage (
  turn_id uuid primary key,
  user_id uuid references public.users (id) on delete set null,
  assistant_id uuid references public.assistants (id) on delete set null,
  status text not null,
  model text,
  -- Null if the provider has not reported them.
  input_tokens bigint,
  output_tokens bigint,
  started_at timestamptz not null,
  first_text_at timestamptz,
  ended_at timestamptz not null
);

create index reply_usage_ended_at_idx on private.reply_usage (ended_at);
create index reply_usage_user_id_idx on private.reply_usage (user_id);
create index reply_usage_assistant_id_idx on private.reply_usage (assistant_id, ended_at);

alter table private.reply_usage enable row level security;
revoke all on table private.reply_usage from anon, authenticated, service_role;

-- Returns a number of tokens as the provider reported it, or null if it is missing or cannot be a number of tokens.
create function private.token_count(usage jsonb, name text)
returns bigint
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(token_count.usage -> token_count.name) = 'number'
      and (token_count.usage ->> token_count.name)::numeric between 0 and 1e12
    then (token_count.usage ->> token_count.name)::numeric::bigint
  end;
$$;
revoke all on function private.token_count(jsonb, text) from public;

-- Records a reply that ends. The text of an unfinished reply that this one continues is its second event and does not
-- count as its first text.
create function private.record_usage()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.reply_usage (
    turn_id, user_id, assistant_id, status, model, input_tokens, output_tokens, started_at, first_text_at, ended_at
  )
  select
    new.id, new.user_id, conversations.assistant_id, new.status, new.model,
    private.token_count(new.usage, 'input_tokens'), private.token_count(new.usage, 'output_tokens'), new.created_at,
    (
      select min(turn_events.created_at)
      from public.turn_events
      where turn_id = new.id
        and event = 'delta'
        and seq > case when new.continues_turn_id is null then 1 else 2 end
    ),
    new.ended_at
  from public.conversations
  where conversations.id = new.conversation_id
  on conflict (turn_id) do nothing;
  return null;
end;
$$;
revoke all on function private.record_usage() from public;

-- Replies that ended before.
insert into private.reply_usage (
  turn_id, user_id, assistant_id, status, model, input_tokens, output_tokens, started_at, first_text_at, ended_at
)
select
  turns.id, turns.user_id, conversations.assistant_id, turns.status, turns.model,
  private.token_count(turns.usage, 'input_tokens'), private.token_count(turns.usage, 'output_tokens'), turns.created_at,
  (
    select min(turn_events.created_at)
    from public.turn_events
    where turn_id = turns.id
      and event = 'delta'
      and seq > case when turns.continues_turn_id is null then 1 else 2 end
  ),
  turns.ended_at
from public.turns
join public.conversations on conversations.id = turns.conversation_id
where turns.ended_at is not null;

create trigger record_usage
  after update of status on public.turns
  for each row
  when (old.status = 'running' and new.status <> 'running')
  execute function private.record_usage();

-- Returns the start of a day in Melbourne.
create function private.start_of_day(day date)
returns timestamptz
language sql immutable set search_path = '' as $$
  select start_of_day.day::timestamp at time zone 'Australia/Melbourne';
$$;
revoke all on function private.start_of_day(date) from public;

create index documents_review_on_idx on public.documents (review_on) where not archived;

-- Returns users whose email contains the text, who can sign in and who may use no assistant: they are not
-- administrators, and neither they nor their role have a grant. Can be filtered, ordered and counted like the table.
create function public.users_without_access(q text default '')
returns setof public.users
language sql stable rows 50 set search_path = '' as $$
  select users.*
  from public.users
  where (
      users_without_access.q = ''
      or users.id = any (array(select private.search_user_ids(users_without_access.q)))
    )
    and users.role_id <> (select roles.id from public.roles where roles.name = 'admin')
    and not exists (select 1 from public.assistant_access where assistant_access.user_id = users.id)
    and users.role_id not in (select assistant_role_access.role_id from public.assistant_role_access)
    and public.account_state(users) = 'active';
$$;
revoke all on function public.users_without_access(text) from public;
grant execute on function public.users_without_access(text) to authenticated;

-- Returns assistants whose label contains the text and that no one but administrators may use, likewise.
create function public.assistants_without_access(q text default '')
returns setof public.assistants
language sql stable rows 50 set search_path = '' as $$
  select assistants.*
  from public.assistants
  where (
      assistants_without_access.q = ''
      or assistants.id = any (array(select private.search_assistant_ids(assistants_without_access.q)))
    )
    and (select private.is_admin())
    and not exists (select 1 from public.assistant_access where assistant_access.assistant_id = assistants.id)
    and not exists (
      select 1 from public.assistant_role_access where assistant_role_access.assistant_id = assistants.id
    );
$$;
revoke all on function public.assistants_without_access(text) from public;
grant execute on function public.assistants_without_access(text) to authenticated;

-- Returns replies, failed replies and active users per day of the last seven days in Melbourne, today last.
create function private.recent_activity()
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Australia/Melbourne')::date;
begin
  perform private.require_admin();
  return (
    with counted as (
      select
        (ended_at at time zone 'Australia/Melbourne')::date as day,
        count(*) as replies,
        count(*) filter (where status in ('failed', 'interrupted', 'requires_action')) as failed,
        count(distinct user_id) as people
      from private.reply_usage
      where ended_at >= private.start_of_day(today - 6)
      group by 1
    )
    select jsonb_agg(
      jsonb_build_object(
        'day', days.day,
        'replies', coalesce(counted.replies, 0),
        'failed', coalesce(counted.failed, 0),
        'people', coalesce(counted.people, 0)
      )
      order by days.day
    )
    from (select today - step as day from generate_series(0, 6) as step) as days
    left join counted on counted.day = days.day
  );
end;
$$;
revoke all on function private.recent_activity() from public;
grant execute on function private.recent_activity() to authenticated;

-- Returns the overview for administrators: `days` as `recent_activity`, and how many records need attention. Of
-- documents whose review is due, `documents` lists the first five.
create function public.read_overview()
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  today constant date := (now() at time zone 'Australia/Melbourne')::date;
begin
  perform private.require_admin();
  return jsonb_build_object(
    'days', private.recent_activity(),
    'users_without_access', (select count(*) from public.users_without_access()),
    'assistants_without_access', (select count(*) from public.assistants_without_access()),
    'reported_replies', (select count(*) from public.reply_feedback where urgent),
    'documents_due', (select count(*) from public.documents where review_on <= today and not archived),
    'documents', (
      select coalesce(jsonb_agg(to_jsonb(due) order by due.review_on, due.title, due.id), '[]')
      from (
        select
          documents.id, documents.title, documents.review_on, documents.assistant_id, documents.participant_id,
          coalesce(assistants.label, participants.display_name) as holder
        from public.documents
        left join public.assistants on assistants.id = documents.assistant_id
        left join public.participants on participants.id = documents.participant_id
        where review_on <= today and not archived
        order by review_on, title, id
        limit 5
      ) as due
    )
  );
end;
$$;
revoke all on function public.read_overview() from public;
grant execute on function public.read_overview() to authenticated;

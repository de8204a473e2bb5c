-- Feedback of users on replies, and its review by administrators.

-- What one user thinks of one reply. Administrators read all feedback. The conversation stays private: they read the
-- question and the reply only if the user shared them, through `read_shared_reply`.
create table public.reply_feedback (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  message_id uuid not null references public.messages (id) on delete cascade,
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  assistant_id uuid not null references public.assistants (id) on delete cascade,
  turn_id uuid references public.turns (id) on delete set null,
  rating text not null,
  reason text,
  comment text not null default '',
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reviewed_at timestamptz,
  reviewed_by uuid references public.users (id) on delete set null,
  -- Sorts problems that are not reviewed before all others.
  urgent boolean not null generated always as (rating = 'problem' and reviewed_at is null) stored,
  constraint reply_feedback_one_per_user_and_reply unique (user_id, message_id),
  constraint reply_feedback_rating_known check (rating in ('helpful', 'not_helpful', 'problem')),
  constraint reply_feedback_reason_fits_rating check (
    case rating
      when 'helpful' then reason is null
      when 'not_helpful' then
        coalesce(reason in ('wrong', 'outdated', 'incomplete', 'unclear', 'off_topic', 'other'), false)
      else coalesce(reason in ('harmful', 'private', 'disrespectful', 'other'), false)
    end
  ),
  constraint reply_feedback_comment_length check (char_length(comment) <= 1000)
);

comment on column public.reply_feedback.shared is
  'The user lets administrators read the question and the reply.';
comment on column public.reply_feedback.updated_at is 'Time of the last change by the user; a review does not change it.';

create index reply_feedback_message_id_idx on public.reply_feedback (message_id);
create index reply_feedback_conversation_id_idx on public.reply_feedback (conversation_id);
create index reply_feedback_assistant_id_idx on public.reply_feedback (assistant_id, created_at);
create index reply_feedback_turn_id_idx on public.reply_feedback (turn_id);
create index reply_feedback_reviewed_by_idx on public.reply_feedback (reviewed_by);
create index reply_feedback_review_idx on public.reply_feedback (urgent desc, updated_at desc, id);

grant
  select (
    id, user_id, message_id, conversation_id, assistant_id, turn_id, rating, reason, comment, shared, created_at,
    updated_at, reviewed_at, reviewed_by, urgent
  ),
  insert (message_id, rating, reason, comment, shared),
  update (rating, reason, comment, shared),
  delete
on table public.reply_feedback to authenticated;

alter table public.reply_feedback enable row level security;

-- Copies conversation, assistant and turn of the reply. Feedback that the user changes is new to administrators.
create function private.complete_feedback()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if (new.rating, new.reason, new.comment, new.shared) is distinct from (old.rating, old.reason, old.comment, old.shared)
    then
      new.updated_at := now();
      new.reviewed_at := null;
      new.reviewed_by := null;
    end if;
    return new;
  end if;
  select conversations.id, conversations.assistant_id
  into new.conversation_id, new.assistant_id
  from public.messages
  join public.conversations on conversations.id = messages.conversation_id
  where messages.id = new.message_id;
  select turns.id into new.turn_id from public.turns where turns.assistant_message_id = new.message_id limit 1;
  return new;
end;
$$;

create trigger complete_feedback
  before insert or update on public.reply_feedback
  for each row execute function private.complete_feedback();

-- Records that a user gave, changed or removed feedback, without the comment, and limits how often. Feedback that is
-- deleted together with its conversation has no separate entry.
create function private.audit_feedback()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  per_hour constant integer := 120;
  feedback public.reply_feedback := coalesce(new, old);
begin
  if tg_op = 'DELETE' and not exists (select 1 from public.messages where id = old.message_id) then
    return null;
  end if;
  perform private.limit_per_hour(
    '{feedback_given,feedback_removed}', per_hour,
    format('You have changed feedback %s times within an hour. Please try again later.', per_hour)
  );
  perform private.record_audit(
    case tg_op when 'DELETE' then 'feedback_removed' else 'feedback_given' end,
    feedback.user_id,
    feedback.assistant_id,
    feedback.conversation_id,
    jsonb_strip_nulls(
      jsonb_build_object(
        'feedback', feedback.id,
        'turn_id', feedback.turn_id,
        'rating', feedback.rating,
        'reason', feedback.reason,
        'shared', feedback.shared
      )
    )
  );
  return null;
end;
$$;

create trigger audit_feedback
  after insert or delete on public.reply_feedback
  for each row execute function private.audit_feedback();

create trigger audit_changed_feedback
  after update on public.reply_feedback
  for each row
  when (
    (old.rating, old.reason, old.comment, old.shared) is distinct from (new.rating, new.reason, new.comment, new.shared)
  )
  execute function private.audit_feedback();

create policy "Users read their own feedback, admins read all"
  on public.reply_feedback for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Users give feedback on replies that they may read"
  on public.reply_feedback for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select 1 from public.messages where messages.id = reply_feedback.message_id and messages.role = 'assistant')
  );

create policy "Users change their own feedback while they may read the reply"
  on public.reply_feedback for update to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid())
    and exists (select 1 from public.messages where messages.id = reply_feedback.message_id)
  );

create policy "Users remove their own feedback"
  on public.reply_feedback for delete to authenticated
  using (user_id = (select auth.uid()));

-- Stores the caller's feedback on a reply, instead of earlier feedback on it. Returns false if the conversation has no
-- such reply.
create function public.save_feedback(
  conversation_id uuid,
  message_id uuid,
  rating text,
  reason text,
  comment text,
  shared boolean
)
returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  insert into public.reply_feedback (message_id, rating, reason, comment, shared)
  select messages.id, save_feedback.rating, save_feedback.reason, save_feedback.comment, save_feedback.shared
  from public.messages
  where messages.id = save_feedback.message_id
    and messages.conversation_id = save_feedback.conversation_id
    and messages.role = 'assistant'
  on conflict on constraint reply_feedback_one_per_user_and_reply
  do update set
    rating = excluded.rating, reason = excluded.reason, comment = excluded.comment, shared = excluded.shared;
  return found;
end;
$$;
grant execute on function public.save_feedback(uuid, uuid, text, text, text, boolean) to authenticated;

-- Returns one page of all feedback for administrators, problems that are not reviewed first, then the latest:
-- `{rows, total}`. `reason` is a rating or a reason, `state` is new or reviewed, `q` a part of the comment or of the
-- user's email.
create function public.list_feedback(
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
        users.email as user_email, users.display_name as user_name, reviewers.email as reviewer_email
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
          or users.display_name ~* (select private.search_pattern(list_feedback.q))
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
grant execute on function public.list_feedback(text, uuid, text, text, integer, integer) to authenticated;

-- Returns how much feedback each assistant got per week (from Monday, in Melbourne), for administrators:
-- `[{assistant_id, label, weeks: [{week, helpful, not_helpful, problem}, …]}, …]`, the latest week last.
create function public.feedback_trends(week_count integer default 6)
returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  this_week constant date := date_trunc('week', now() at time zone 'Australia/Melbourne')::date;
begin
  perform private.require_admin();
  return (
    with weeks as (
      select this_week - 7 * step as week
      from generate_series(0, greatest(least(feedback_trends.week_count, 26), 1) - 1) as step
    ), given as (
      select
        reply_feedback.assistant_id,
        date_trunc('week', reply_feedback.created_at at time zone 'Australia/Melbourne')::date as week,
        count(*) filter (where rating = 'helpful') as helpful,
        count(*) filter (where rating = 'not_helpful') as not_helpful,
        count(*) filter (where rating = 'problem') as problem
      from public.reply_feedback
      group by 1, 2
    ), counted as (
      select assistants.id, assistants.label, assistants.label_order, jsonb_agg(
        jsonb_build_object(
          'week', weeks.week,
          'helpful', coalesce(given.helpful, 0),
          'not_helpful', coalesce(given.not_helpful, 0),
          'problem', coalesce(given.problem, 0)
        )
        order by weeks.week
      ) as weeks
      from public.assistants
      cross join weeks
      left join given on given.assistant_id = assistants.id and given.week = weeks.week
      where assistants.id in (select given.assistant_id from given join weeks on weeks.week = given.week)
      group by assistants.id
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object('assistant_id', id, 'label', label, 'weeks', counted.weeks) order by label_order, id
      ),
      '[]'
    )
    from counted
  );
end;
$$;
grant execute on function public.feedback_trends(integer) to authenticated;

-- Marks feedback as reviewed or as new and records that. `version` is its `updated_at` as the administrator saw it.
create function private.review_feedback(feedback_id uuid, version timestamptz, reviewed boolean)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  feedback public.reply_feedback;
begin
  perform private.require_admin();
  select * into feedback from public.reply_feedback where id = review_feedback.feedback_id for update;
  if not found then
    raise exception 'The user has removed this feedback.' using errcode = 'PT404';
  end if;
  if feedback.updated_at is distinct from review_feedback.version then
    raise exception 'The user has changed this feedback. Check it again.' using errcode = 'PT409';
  end if;
  if review_feedback.reviewed <> (feedback.reviewed_at is not null) then
    update public.reply_feedback
    set reviewed_at = case when review_feedback.reviewed then now() end,
        reviewed_by = case when review_feedback.reviewed then auth.uid() end
    where id = feedback.id;
    insert into public.audit_logs (
      action, user_id, assistant_id, conversation_id, target_user_id, target_user_email, meta
    )
    values (
      'feedback_reviewed', auth.uid(), feedback.assistant_id, feedback.conversation_id, feedback.user_id,
      (select email from public.users where id = feedback.user_id),
      jsonb_build_object('feedback', feedback.id, 'reviewed', review_feedback.reviewed)
    );
  end if;
end;
$$;
grant execute on function private.review_feedback(uuid, timestamptz, boolean) to authenticated;

create function public.review_feedback(feedback_id uuid, version timestamptz, reviewed boolean)
returns void
language sql set search_path = '' as $$
  select private.review_feedback(review_feedback.feedback_id, review_feedback.version, review_feedback.reviewed);
$$;
grant execute on function public.review_feedback(uuid, timestamptz, boolean) to authenticated;

-- Returns the question and the reply that a user shared with feedback, and records that the administrator read them,
-- once an hour; null if they are not shared.
create function private.read_shared_reply(feedback_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  feedback public.reply_feedback;
  viewed_record constant jsonb := jsonb_build_object('kind', 'feedback', 'id', read_shared_reply.feedback_id);
begin
  perform private.require_admin();
  select * into feedback from public.reply_feedback where id = read_shared_reply.feedback_id and shared for share;
  if not found then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(auth.uid()::text || feedback.id::text, 3));
  if feedback.user_id <> auth.uid() and not exists (
    select 1
    from public.audit_logs
    where user_id = auth.uid()
      and action = 'record_viewed'
      and meta = viewed_record
      and created_at > now() - interval '1 hour'
  ) then
    insert into public.audit_logs (
      action, user_id, assistant_id, conversation_id, target_user_id, target_user_email, meta
    )
    values (
      'record_viewed', auth.uid(), feedback.assistant_id, feedback.conversation_id, feedback.user_id,
      (select email from public.users where id = feedback.user_id), viewed_record
    );
  end if;
  return (
    select jsonb_build_object(
      'question', coalesce(questions.content, ''),
      'reply', replies.content,
      'citations', replies.citations
    )
    from public.messages as replies
    left join public.messages as questions on questions.id = replies.parent_id
    where replies.id = feedback.message_id
  );
end;
$$;
grant execute on function private.read_shared_reply(uuid) to authenticated;

create function public.read_shared_reply(feedback_id uuid)
returns jsonb
language sql set search_path = '' as $$
  select private.read_shared_reply(read_shared_reply.feedback_id);
$$;
grant execute on function public.read_shared_reply(uuid) to authenticated;

/*
 * Looking at what is others' leaves a trace: what a person can see and use, the history of a person or a participant, and
 * who can see a participant or an assistant. The functions that give it out record it, once an hour for each
 * administrator and record.
 */
create function private.record_view(kind text, record_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  told constant jsonb := jsonb_build_object('kind', record_view.kind, 'id', record_view.record_id);
begin
  perform private.require_admin();
  if record_view.record_id = auth.uid() or record_view.record_id is null then
    return;
  end if;
  -- A screen asks several questions at once.
  perform pg_advisory_xact_lock(hashtextextended(auth.uid()::text || record_view.record_id::text, 3));
  if exists (
    select 1
    from public.audit_logs
    where user_id = auth.uid()
      and action = 'record_viewed'
      and meta = told
      and created_at > now() - interval '1 hour'
  ) then
    return;
  end if;
  insert into public.audit_logs (
    action, user_id, target_user_id, target_user_email, participant_id, participant_name, assistant_id, meta
  )
  values (
    'record_viewed',
    auth.uid(),
    case record_view.kind when 'user' then record_view.record_id end,
    (select email from public.users where record_view.kind = 'user' and id = record_view.record_id),
    case record_view.kind when 'participant' then record_view.record_id end,
    (
      select display_name from public.participants
      where record_view.kind = 'participant' and id = record_view.record_id
    ),
    case record_view.kind when 'assistant' then record_view.record_id end,
    told
  );
end;
$$;

-- The questions stay as they are, behind a door that records who asks.
alter function public.read_history(text, uuid, bigint, uuid, integer) set schema private;
alter function public.who_can_see(text, uuid, text, integer, integer) set schema private;
alter function public.user_access(uuid, text, boolean, integer, integer) set schema private;
alter function public.user_participants(uuid, text, integer, integer) set schema private;

create function public.read_history(
  kind text,
  record_id uuid,
  after_moment bigint default null,
  after_id uuid default null,
  row_limit integer default 25
)
returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_admin();
  if read_history.kind in ('user', 'participant') then
    perform private.record_view(read_history.kind, read_history.record_id);
  end if;
  return private.read_history(
    read_history.kind, read_history.record_id, read_history.after_moment, read_history.after_id, read_history.row_limit
  );
end;
$$;

create function public.who_can_see(
  kind text,
  record_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_admin();
  if who_can_see.kind in ('participant', 'assistant') then
    perform private.record_view(who_can_see.kind, who_can_see.record_id);
  end if;
  return private.who_can_see(
    who_can_see.kind, who_can_see.record_id, who_can_see.q, who_can_see.page, who_can_see.page_size
  );
end;
$$;

create function public.user_access(
  user_id uuid,
  q text default '',
  usable_only boolean default false,
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.record_view('user', user_access.user_id);
  return private.user_access(
    user_access.user_id, user_access.q, user_access.usable_only, user_access.page, user_access.page_size
  );
end;
$$;

create function public.user_participants(
  user_id uuid,
  q text default '',
  page integer default 1,
  page_size integer default 25
)
returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.record_view('user', user_participants.user_id);
  return private.user_participants(
    user_participants.user_id, user_participants.q, user_participants.page, user_participants.page_size
  );
end;
$$;

revoke all on function private.record_view(text, uuid) from public;
grant execute on function private.record_view(text, uuid) to authenticated;
revoke all on function public.read_history(text, uuid, bigint, uuid, integer) from public, anon;
revoke all on function public.who_can_see(text, uuid, text, integer, integer) from public, anon;
revoke all on function public.user_access(uuid, text, boolean, integer, integer) from public, anon;
revoke all on function public.user_participants(uuid, text, integer, integer) from public, anon;
grant execute on function public.read_history(text, uuid, bigint, uuid, integer) to authenticated;
grant execute on function public.who_can_see(text, uuid, text, integer, integer) to authenticated;
grant execute on function public.user_access(uuid, text, boolean, integer, integer) to authenticated;
grant execute on function public.user_participants(uuid, text, integer, integer) to authenticated;
